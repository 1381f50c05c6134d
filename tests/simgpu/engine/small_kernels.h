// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simgpu/engine/machine_fixture.h"

namespace warpbench::simgpu::engine {

/// Small kernels with a common start.
inline const char* const kHead = ".version 8.0\n.target sm_90\n.address_size 64\n";

/// A kernel `k(.u64 p, .u64 q)` with registers of all kinds; %rd1 is p, %rd2 is q, %r1 is tid.x,
/// %rd3 is p + 4 * tid.
inline std::string kernel(const std::string& body, const std::string& before = {}) {
    return kHead + before +
           ".visible .entry k(.param .u64 p, .param .u64 q)\n{\n"
           ".reg .pred %p<16>;\n.reg .b16 %rs<16>;\n.reg .b32 %r<32>;\n.reg .f32 %f<16>;\n"
           ".reg .b64 %rd<32>;\n.reg .f64 %fd<16>;\n.shared .align 16 .b8 buf[1024];\n"
           "ld.param.u64 %rd1, [p];\nld.param.u64 %rd2, [q];\nmov.u32 %r1, %tid.x;\n"
           "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd3, %rd1, %rd3;\n" +
           body + "\nret;\n}\n";
}

/// Runs these kernels on one array.
struct SmallMachine : Machine {
    LaunchOutcome launch(const std::string& body, std::vector<unsigned>& data,
                         Dim3 block = {32, 1, 1}, Dim3 grid = {1, 1, 1},
                         const std::string& before = {}) {
        LaunchOutcome outcome;
        if (!loadText(kernel(body, before))) {
            Fault fault;
            fault.text = error;
            outcome.faults.push_back(fault);
            return outcome;
        }
        DeviceArray<unsigned> array(*memory, data);
        memory->setName(array.address(), "data");
        outcome = run("k", grid, block, Parameters().add(array.address()).add(array.address()));
        data = array.values();
        return outcome;
    }
};

} // namespace warpbench::simgpu::engine
