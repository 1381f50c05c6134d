// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/launch_usage.h"

#include "core/project/compile_options.h"
#include "core/steps/step.h"
#include "ui/documents/evaluation.h"
#include "ui/words/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace warpbench::ui {

namespace {

/// The launch of a kernel; for a step, of its generated kernel. Empty on errors.
std::optional<project::Launch> kernelLaunch(const project::Project& project,
                                            const project::Launch& launch) {
    try {
        return launch.step ? project::kernelOfStep(project, launch).launch : launch;
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::optional<LaunchUsage> usageOf(const project::Project& project, const project::Launch& launch,
                                   const std::vector<compile::KernelInfo>& kernels) {
    const Evaluation evaluation(project);
    const QString name = evaluation.inserted(launch.kernel);
    const auto kernel = std::find_if(kernels.begin(), kernels.end(),
                                     [&](const auto& one) { return qs(one.name) == name; });
    const auto grid = evaluation.integers(launch.grid, 1);
    const auto block = evaluation.integers(launch.block, 1);
    const Evaluated shared = evaluation.integer(launch.shared.text, 0);
    if (kernel == kernels.end() || !kernel->registers || !grid || !block || !shared.ok())
        return std::nullopt;
    LaunchUsage found;
    found.kernel = name;
    found.blocks = 1;
    for (const std::int64_t extent : *grid)
        found.blocks *= extent;
    std::int64_t threads = 1;
    for (const std::int64_t extent : *block)
        threads *= extent;
    found.usage.threads = int(std::min<std::int64_t>(threads, 1 << 20));
    found.usage.registers = *kernel->registers;
    found.usage.staticShared = kernel->sharedBytes.value_or(0);
    found.usage.dynamicShared = std::int64_t(shared.number.value_or(0));
    found.usage.barriers = kernel->barriers.value_or(0);
    found.usage.maxThreads = kernel->maxThreads.value_or(found.usage.maxThreads);
    if (const auto cluster = evaluation.integers(launch.cluster, 1))
        for (const std::int64_t extent : *cluster)
            found.usage.clusterBlocks =
                int(std::min<std::int64_t>(found.usage.clusterBlocks * extent, 1 << 10));
    if (launch.maxDynamicShared) {
        const Evaluated most = evaluation.integer(launch.maxDynamicShared->text, 0);
        if (most.ok())
            found.usage.maxDynamicShared = std::int64_t(*most.number);
    }
    return found;
}

} // namespace

std::optional<LaunchUsage> usageOf(const project::Project& project, int index,
                                   const std::vector<compile::KernelInfo>& kernels) {
    if (index < 0 || std::size_t(index) >= project.launches.size())
        return std::nullopt;
    const auto launch = kernelLaunch(project, project.launches[std::size_t(index)]);
    return launch ? usageOf(project, *launch, kernels) : std::nullopt;
}

bool setBlockSize(project::Project& project, int index, int threads) {
    if (index < 0 || std::size_t(index) >= project.launches.size())
        return false;
    project::Launch& launch = project.launches[std::size_t(index)];
    auto& block = launch.block;
    if (launch.step && block.empty()) {
        block = {{std::to_string(threads), {}}};
        return true;
    }
    const auto sides = std::ptrdiff_t(std::distance(
        block.begin(), std::find_if(block.rbegin(), block.rend(), [](const auto& extent) {
                           return extent.text != "1";
                       }).base()));
    int extent = threads;
    if (sides == 2 && block[0].text == block[1].text) {
        // Keeps a square block square.
        extent = int(std::lround(std::sqrt(double(threads))));
        if (extent * extent != threads)
            return false;
    } else if (block.empty() || sides > 1) {
        return false;
    }
    const std::string text = std::to_string(extent);
    const std::string name = block[0].text;
    if (const auto define = project.compile.defines.find(name);
        define != project.compile.defines.end()) {
        define->second = text;
    } else if (const auto parameter = project.parameters.find(name);
               parameter != project.parameters.end()) {
        parameter->second.text = text;
    } else {
        for (std::ptrdiff_t side = 0; side < std::max<std::ptrdiff_t>(1, sides); ++side)
            block[std::size_t(side)].text = text;
    }
    return true;
}

void setCluster(project::Project& project, int index, int blocks) {
    if (index < 0 || std::size_t(index) >= project.launches.size())
        return;
    auto& cluster = project.launches[std::size_t(index)].cluster;
    cluster.clear();
    if (blocks > 1)
        cluster.push_back({std::to_string(blocks), {}});
}

void setMaxRegisters(project::Project& project, int registers) {
    project::setOption(project.compile.options, "-maxrregcount", std::to_string(registers));
}

} // namespace warpbench::ui
