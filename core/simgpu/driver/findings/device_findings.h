// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/findings/profiles.h"
#include "core/simgpu/engine/engine.h"
#include "core/simgpu/include/wbsim.h"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::simgpu::driver {

class Debugger;

/// For the C interface: its texts live as long as the fault's own.
wbsimFault valueOf(const engine::Fault& fault);

/// What wbsim.h offers for one device: settings for the launches that follow, a way to end those
/// that run, and what the past ones reported. Thread-safe.
class Observer {
  public:
    using CancelFlag = std::shared_ptr<std::atomic<bool>>;

    Observer();
    ~Observer();
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;

    void setChecks(std::uint32_t mask) noexcept { m_checks = mask; }
    std::uint32_t checks() const noexcept { return m_checks; }
    void setMetrics(bool on) noexcept { m_metrics = on; }
    void setTimeLimit(double seconds) noexcept { m_timeLimitSeconds = seconds; }
    void setDeterministic(bool on) noexcept { m_deterministic = on; }

    /// Fills the settings of a launch in.
    void applyTo(engine::LaunchRequest& request) const;

    /// A flag that `cancel` sets while something runs on the device.
    CancelFlag beginRun();
    void endRun(const CancelFlag& flag);
    void cancel();

    Debugger& debugger() noexcept { return *m_debugger; }
    Profiles& profiles() noexcept { return m_profiles; }

    void addOutcome(const std::string& kernel, const engine::LaunchOutcome& outcome);

    std::uint32_t faultCount() const;
    bool getFault(std::uint32_t index, wbsimFault& out) const;
    bool getFinding(std::uint32_t index, wbsimFault& out) const;
    void clearFaults(); ///< and findings
    /// What was not checked, a sentence each; null past the last one. Cleared with the faults.
    const char* note(std::uint32_t index) const;
    std::uint32_t metricsCount() const;
    bool getMetrics(std::uint32_t index, wbsimMetrics& out);
    void clearMetrics(); ///< and traces and profiles
    void setTracing(const engine::Tracing& tracing);
    std::uint32_t accessCount() const;
    bool getAccess(std::uint32_t index, wbsimAccess& out) const;

  private:
    /// Under the lock. \param what  was not checked: the first part of a sentence
    void noteUnfollowed(const std::string& kernel, const std::string& what);

    struct KernelMetrics {
        std::string kernel;
        std::uint64_t launches = 0;
        engine::Metrics sum;
        std::vector<wbsimLineMetrics> view; ///< what getMetrics points to
        std::vector<wbsimPtxLineMetrics> ptxView;
    };

    std::atomic<std::uint32_t> m_checks{0};
    std::atomic<bool> m_metrics{false};
    std::atomic<bool> m_deterministic{false};
    std::atomic<double> m_timeLimitSeconds{0};

    const std::uint64_t m_raceMemory; ///< bytes; 0: as much as the host has to spare
    const std::unique_ptr<Debugger> m_debugger;
    Profiles m_profiles;

    mutable std::mutex m_mutex;
    std::set<CancelFlag> m_running;
    std::deque<engine::Fault> m_faults, m_findings; // deques: their elements stay where they are
    std::deque<std::pair<std::string, std::string>> m_notes; ///< kernel and text
    std::deque<KernelMetrics> m_kernels;
    engine::Tracing m_tracing;
    std::deque<engine::Trace> m_traces; ///< by launch
};

} // namespace warpbench::simgpu::driver
