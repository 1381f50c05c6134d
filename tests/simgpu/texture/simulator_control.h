// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/include/wbsim.h"
#include "tests/simgpu/texture/gpu_under_test.h"

/// Information from the simulated driver beyond the Driver API.
namespace warpbench::test {

inline const wbsimApi& simulator(const Gpu& gpu) {
    const auto get = reinterpret_cast<wbsimGetApiFunction>(gpu.symbol("wbsimGetApi"));
    return *get(WBSIM_API_VERSION);
}

struct SeenFault {
    int kind = WBSIM_FAULT_NONE;
    std::string text;
    unsigned int line = 0;
    std::string file;
};

/// The first fault since the last call; clears the context's error.
inline SeenFault takeFault(const Gpu& gpu) {
    const wbsimApi& api = simulator(gpu);
    SeenFault seen;
    if (api.faultCount(0) > 0) {
        wbsimFault fault{};
        fault.structSize = sizeof fault;
        api.getFault(0, 0, &fault);
        seen = {static_cast<int>(fault.kind), fault.text, fault.line, fault.file ? fault.file : ""};
    }
    api.clearFaults(0);
    api.resetError(0);
    return seen;
}

} // namespace warpbench::test
