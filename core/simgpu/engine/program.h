// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/engine.h"

#include <memory>
#include <string>
#include <vector>

namespace warpbench::simgpu::engine {

/// See engine.h. Immutable once loaded.
class Program {
  public:
    Program(ptx::Module parsed, const MachineModel& machine, std::shared_ptr<DeviceMemory> owner)
        : module(std::move(parsed))
        , model(machine)
        , memory(std::move(owner)) {}
    ~Program() {
        for (const std::uint64_t base : allocations)
            memory->free(base);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    const ptx::Module module;
    const MachineModel model;
    const std::shared_ptr<DeviceMemory> memory;
    std::vector<std::uint64_t> allocations; ///< of its variables
    std::vector<Code> codes;                ///< by kernel
    std::vector<std::uint32_t> entries;     ///< by kernel: index into Module::functions
    std::vector<KernelInfo> kernels;
    std::vector<VariableInfo> variables;
};

} // namespace warpbench::simgpu::engine
