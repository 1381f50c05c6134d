// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"
#include "core/simgpu/include/wbsim.h"

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace warpbench::simgpu::driver {

struct KernelLaunch;
class Device;

/// The profiles of a device's launches. Thread-safe.
class Profiles {
  public:
    void set(const wbsimProfiling& wanted);
    /// Requests a profile of the launch if profiling is on.
    void applyTo(engine::LaunchRequest& request, const KernelLaunch& launch,
                 const Device& device) const;

    void add(const std::string& kernel, const engine::LaunchOutcome& outcome);
    std::uint32_t count() const;
    std::uint64_t dropped() const;
    bool get(std::uint32_t index, wbsimLaunchProfile& out) const;
    void clear();

  private:
    /// In the C interface's form; owns its texts and lines.
    struct Kept {
        std::string kernel, untimed;
        std::vector<wbsimProfileLine> lines;
        wbsimLaunchProfile value{};
    };

    mutable std::mutex m_mutex;
    wbsimProfiling m_wanted{};
    std::shared_ptr<engine::TouchHistory> m_history; ///< null while nothing is profiled
    std::deque<Kept> m_kept;                         ///< a deque: keeps its elements' addresses
    std::size_t m_lines = 0;                         ///< in all profiles together
    std::uint64_t m_dropped = 0;
};

} // namespace warpbench::simgpu::driver
