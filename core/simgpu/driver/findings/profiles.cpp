// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/findings/profiles.h"

#include "core/simgpu/driver/device.h"
#include "core/simgpu/driver/findings/profile_files.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/driver/launch/occupancy.h"
#include "core/simgpu/driver/sized.h"
#include "core/simgpu/engine/profile/profile.h"
#include "core/simgpu/engine/profile/touch_history.h"

#include <algorithm>
#include <iterator>

namespace warpbench::simgpu::driver {

namespace {

/// A program may launch kernels a million times.
constexpr std::size_t kMostProfiles = 4096;
constexpr std::size_t kMostLines = 1u << 20;

wbsimProfileLine valueOf(const engine::ProfileLine& line) {
    wbsimProfileLine value{};
    value.structSize = sizeof value;
#define WBSIM_PROFILE_FIGURE(figure) value.figure = line.figure;
#include "core/simgpu/include/wbsim_profile.inc"
#undef WBSIM_PROFILE_FIGURE
    return value;
}

wbsimReuseDistances valueOf(const engine::ReuseDistances& distances) {
    wbsimReuseDistances value{};
    std::copy(distances.sectors.begin(), distances.sectors.end(), std::begin(value.sectors));
    value.never = distances.never;
    return value;
}

wbsimLaunchProfile valueOf(const engine::LaunchProfile& profile) {
    wbsimLaunchProfile value{};
    std::copy(profile.grid.begin(), profile.grid.end(), std::begin(value.grid));
    std::copy(profile.block.begin(), profile.block.end(), std::begin(value.block));
    std::copy(profile.cluster.begin(), profile.cluster.end(), std::begin(value.cluster));
    value.dynamicShared = profile.dynamicShared;
    value.reads = valueOf(profile.reads);
    value.writes = valueOf(profile.writes);
    value.rewrites = valueOf(profile.rewrites);
    value.distinctLines = profile.distinctLines;
    value.atomicBytes = profile.atomicBytes;
    value.hottestAtomic = profile.hottestAtomic;
    value.warps = profile.warps;
    value.mostWork = profile.mostWork;
    value.blockWork = profile.blockWork;
    value.mostBlockWork = profile.mostBlockWork;
    return value;
}

} // namespace

void Profiles::set(const wbsimProfiling& wanted) {
    const std::lock_guard lock(m_mutex);
    m_wanted = wanted;
    if (!m_wanted.on)
        m_history.reset();
    else if (!m_history)
        m_history = std::make_shared<engine::TouchHistory>();
}

void Profiles::applyTo(engine::LaunchRequest& request, const KernelLaunch& launch,
                       const Device& device) const {
    const std::lock_guard lock(m_mutex);
    const ProfileFiles* files = ProfileFiles::ofProcess();
    if (!m_wanted.on || (files && files->isFull()))
        return;
    const BlockNeeds needs =
        needsOf(*launch.function, static_cast<int>(volume(launch.block)), launch.dynamicShared);
    const SmLimits& sm = device.model().sm;
    engine::Profiling& profiling = request.profiling;
    profiling.on = true;
    profiling.residentBlocks =
        m_wanted.residentBlocks ? m_wanted.residentBlocks
                                : static_cast<std::uint32_t>(std::max(activeBlocks(sm, needs), 1));
    profiling.multiprocessors =
        m_wanted.multiprocessors ? m_wanted.multiprocessors
                                 : static_cast<std::uint32_t>(
                                       device.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
    profiling.l1Bytes = m_wanted.l1Bytes
                            ? m_wanted.l1Bytes
                            : l1Bytes(sm, needs, static_cast<int>(profiling.residentBlocks));
    request.touchHistory = m_history;
    request.metrics = true;
}

void Profiles::add(const std::string& kernel, const engine::LaunchOutcome& outcome) {
    if (!outcome.profile || ProfileFiles::ofProcess())
        return;
    const std::lock_guard lock(m_mutex);
    const engine::LaunchProfile& profile = *outcome.profile;
    if (m_kept.size() == kMostProfiles || m_lines + profile.lines.size() > kMostLines) {
        ++m_dropped;
        return;
    }
    m_lines += profile.lines.size();
    Kept& kept = m_kept.emplace_back();
    kept.kernel = kernel;
    kept.untimed = profile.untimed;
    kept.value = valueOf(profile);
    kept.lines.reserve(profile.lines.size());
    for (const engine::ProfileLine& line : profile.lines)
        kept.lines.push_back(valueOf(line));
    kept.value.kernel = kept.kernel.c_str();
    kept.value.untimed = kept.untimed.c_str();
    kept.value.lineCount = static_cast<std::uint32_t>(kept.lines.size());
    kept.value.lines = kept.lines.data();
}

std::uint32_t Profiles::count() const {
    const std::lock_guard lock(m_mutex);
    return static_cast<std::uint32_t>(m_kept.size());
}

std::uint64_t Profiles::dropped() const {
    const std::lock_guard lock(m_mutex);
    return m_dropped;
}

bool Profiles::get(std::uint32_t index, wbsimLaunchProfile& out) const {
    const std::lock_guard lock(m_mutex);
    return index < m_kept.size() && fill(out, m_kept[index].value);
}

void Profiles::clear() {
    const std::lock_guard lock(m_mutex);
    m_kept.clear();
    m_lines = 0;
    m_dropped = 0;
}

} // namespace warpbench::simgpu::driver
