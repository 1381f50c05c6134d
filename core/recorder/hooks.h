// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/real_driver.h"

#include <vector>

namespace warpbench::recorder {

/// Whether the environment asks for a capture or a list of launches. Without either every function
/// is the real driver's.
bool isRecording();

/// What allocates and frees.
std::vector<Hook> memoryHooks();
/// What loads code and finds kernels in it.
std::vector<Hook> imageHooks();
std::vector<Hook> launchHooks();
/// cuGetProcAddress, through which NVIDIA's runtime finds everything.
std::vector<Hook> addressHooks();

template <class Function>
Hook hookFor(const char* symbol, Function* function) {
    return {symbol, reinterpret_cast<void*>(function)};
}

/// A function that calls the real one, and then Note with the same arguments if that succeeded.
template <auto Function, class Note, class Signature>
struct Noted;
template <auto Function, class Note, class... Arguments>
struct Noted<Function, Note, CUresult (*)(Arguments...)> {
    static CUresult call(Arguments... arguments) {
        const CUresult result = (real().*Function)(arguments...);
        if (result == CUDA_SUCCESS)
            Note{}(arguments...);
        return result;
    }
};

#define RECORDER_NOTED(name, Note)                                                                 \
    hookFor(#name, &Noted<&RealDriver::name, Note, decltype(&::name)>::call)

} // namespace warpbench::recorder
