// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/engine.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::simgpu::engine {

class MadeCodes;

/// See engine.h. Immutable once loaded, except for the code variants made later.
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
    std::vector<std::uint64_t> addresses;   ///< by index in Module::variables; 0: not placed
    std::vector<Code> codes;                ///< by kernel
    std::vector<std::uint32_t> entries;     ///< by kernel: index into Module::functions
    std::vector<KernelInfo> kernels;
    std::vector<VariableInfo> variables;
    std::shared_ptr<MadeCodes> made; ///< for launches that need special code
};

/// The code of a kernel in which every instruction has its own records and every register its own
/// row. Empty if the kernel has too many registers.
std::optional<Code> codeForStepping(const Program& program, std::uint32_t kernel);

} // namespace warpbench::simgpu::engine
