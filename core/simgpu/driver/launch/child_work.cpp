// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/child_work.h"

#include "core/simgpu/driver/checked.h"
#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/driver/launch/occupancy.h"
#include "core/simgpu/driver/runtime.h"

#include <iterator>
#include <utility>

namespace warpbench::simgpu::driver {

namespace {

/// Values of cudaError_t.
constexpr std::uint32_t kInvalidConfiguration = 9;
constexpr std::uint32_t kInvalidDeviceFunction = 98;
constexpr std::uint32_t kLaunchOutOfResources = 701;

/// \throws CUDA_ERROR_ILLEGAL_ADDRESS, as for a kernel's own access
void requireMemory(std::uint64_t address, std::uint64_t pitch, std::uint64_t width,
                   std::uint64_t height, const Context& context) {
    for (std::uint64_t row = 0; row < height && width > 0; ++row)
        require(context.device().memory()->rangeAt(address + row * pitch, width).has_value(),
                CUDA_ERROR_ILLEGAL_ADDRESS);
}

Operation operationOf(const engine::ChildWork::Copy& copy, const Context& context) {
    requireMemory(copy.to, copy.toPitch, copy.width, copy.height, context);
    requireMemory(copy.from, copy.fromPitch, copy.width, copy.height, context);
    Copy operation;
    operation.from = {copy.from, copy.fromPitch, 0};
    operation.to = {copy.to, copy.toPitch, 0};
    operation.width = copy.width;
    operation.height = copy.height;
    return operation;
}

Operation operationOf(const engine::ChildWork::Fill& fill, const Context& context) {
    requireMemory(fill.address, fill.pitch, fill.width, fill.height, context);
    Fill operation;
    operation.address = fill.address;
    operation.pitch = fill.pitch;
    operation.value = fill.value;
    operation.width = fill.width;
    operation.height = fill.height;
    return operation;
}

} // namespace

KernelLaunch ModuleServices::launchOf(engine::ChildWork::Launch launch) const {
    KernelLaunch result;
    result.function = m_module->functions().at(launch.kernel);
    result.grid = launch.grid;
    result.block = launch.block;
    result.dynamicShared = launch.dynamicShared;
    result.parameters = std::move(launch.parameters);
    const engine::Dim3 cluster = result.function->requiredCluster();
    if (volume(cluster) > 0)
        result.cluster = cluster;
    return result;
}

std::uint32_t ModuleServices::errorOf(const engine::ChildWork::Launch& launch) const {
    if (!m_module || !m_module->functions().at(launch.kernel)->info().unsupported.empty())
        return kInvalidDeviceFunction;
    try {
        validate(launchOf(launch));
        return 0;
    } catch (const DriverError& error) {
        return error.code == CUDA_ERROR_INVALID_VALUE ? kInvalidConfiguration
                                                      : kLaunchOutOfResources;
    }
}

int ModuleServices::residentBlocks(std::uint32_t kernel, int threads, std::uint64_t shared) const {
    if (!m_module)
        return 0;
    return activeBlocks(m_context.device().model().sm,
                        needsOf(*m_module->functions().at(kernel), threads, shared));
}

std::optional<int> ModuleServices::attribute(int which) const {
    try {
        return m_context.device().attribute(which);
    } catch (const DriverError&) {
        return std::nullopt;
    }
}

int ModuleServices::ordinal() const {
    return m_context.device().ordinal();
}

int ModuleServices::count() const {
    return static_cast<int>(Runtime::get().devices().size());
}

void performChildren(
    std::vector<engine::ChildWork> children, const ModuleServices& services, Context& context,
    const std::function<std::vector<engine::ChildWork>(const KernelLaunch&)>& runGrid) {
    // A stack, because a tail launch may launch itself a million times.
    std::vector<engine::ChildWork> waiting;
    const auto push = [&waiting](std::vector<engine::ChildWork> work) {
        std::move(work.rbegin(), work.rend(), std::back_inserter(waiting));
    };
    push(std::move(children));
    while (!waiting.empty()) {
        engine::ChildWork work = std::move(waiting.back());
        waiting.pop_back();
        if (auto* launch = std::get_if<engine::ChildWork::Launch>(&work.what))
            push(runGrid(services.launchOf(std::move(*launch))));
        else if (const auto* copy = std::get_if<engine::ChildWork::Copy>(&work.what))
            perform(operationOf(*copy, context), context);
        else
            perform(operationOf(std::get<engine::ChildWork::Fill>(work.what), context), context);
    }
}

} // namespace warpbench::simgpu::driver
