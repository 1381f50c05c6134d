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

/// For the C interface; the texts live as long as the fault.
wbsimFault valueOf(const engine::Fault& fault);

/// What wbsim.h offers for one device: settings for later launches, cancelling running ones, and
/// the findings of past ones. Thread-safe.
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

    /// Fills in the settings of a launch.
    void applyTo(engine::LaunchRequest& request) const;

    /// A flag that `cancel` sets while work runs on the device.
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
    /// What was not checked, one sentence per note; null past the end. Cleared with the faults.
    const char* note(std::uint32_t index) const;
    std::uint32_t metricsCount() const;
    bool getMetrics(std::uint32_t index, wbsimMetrics& out);
    void clearMetrics(); ///< also clears traces and profiles
    void setTracing(const engine::Tracing& tracing);
    std::uint32_t accessCount() const;
    bool getAccess(std::uint32_t index, wbsimAccess& out) const;

  private:
    /// Call with the lock held. \param what  was not checked: the start of a sentence
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

    const std::uint64_t m_raceMemory; ///< bytes; 0: as much as the host can spare
    const std::unique_ptr<Debugger> m_debugger;
    Profiles m_profiles;

    mutable std::mutex m_mutex;
    std::set<CancelFlag> m_running;
    std::deque<engine::Fault> m_faults, m_findings;          // deques: elements never move
    std::deque<std::pair<std::string, std::string>> m_notes; ///< kernel and text
    std::deque<KernelMetrics> m_kernels;
    engine::Tracing m_tracing;
    std::deque<engine::Trace> m_traces; ///< by launch
};

} // namespace warpbench::simgpu::driver
