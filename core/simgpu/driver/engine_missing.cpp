// SPDX-License-Identifier: GPL-3.0-or-later
// Linked only while the engine is not part of the build: every module load fails, and says why.
#include "core/simgpu/engine/engine.h"

namespace warpbench::simgpu::engine {

class Program {};

LoadResult load(std::span<const std::string_view>, const MachineModel&,
                std::shared_ptr<DeviceMemory>) {
    return LoadError{LoadError::Kind::unsupported, 0, "this build has no engine to execute PTX"};
}

const std::vector<KernelInfo>& kernelsOf(const Program&) {
    static const std::vector<KernelInfo> none;
    return none;
}

const std::vector<VariableInfo>& variablesOf(const Program&) {
    static const std::vector<VariableInfo> none;
    return none;
}

LaunchOutcome execute(const LaunchRequest&) {
    return {};
}

} // namespace warpbench::simgpu::engine
