// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that this runtime does not support: each logs its name once and returns
// cudaErrorNotSupported. This file includes no CUDA headers, since only names matter here and C
// calls do not check parameters.
#include <atomic>
#include <cstdio>

namespace {

constexpr int kNotSupported = 801; // cudaErrorNotSupported

int refuse(std::atomic<bool>& wasSaid, const char* name) {
    if (!wasSaid.exchange(true))
        std::fprintf(stderr, "Warpbench's CUDA runtime does not have %s (cudaErrorNotSupported)\n",
                     name);
    return kNotSupported;
}

} // namespace

#define UNSUPPORTED(name)                                                                          \
    extern "C" int name() {                                                                        \
        static std::atomic<bool> wasSaid = false;                                                  \
        return refuse(wasSaid, #name);                                                             \
    }
#include "core/cudart/unsupported.inc"
#undef UNSUPPORTED
