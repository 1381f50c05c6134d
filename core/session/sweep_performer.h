// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "core/sweep/sweep.h"
#include "core/workers/compile_ahead.h"
#include "core/workers/device_worker.h"
#include "core/workers/host_blocks.h"
#include "core/workers/host_worker.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace warpbench::session {

/// What a sweep needs from the session. References outlive the sweep.
struct SweepServices {
    /// A separate worker for each device, in the session's home.
    std::function<std::unique_ptr<DeviceWorker>(const DeviceInfo&,
                                                const std::shared_ptr<HostBlockPool>&)>
        makeWorker;
    Compiler& compiler;
    std::function<std::vector<DeviceInfo>(std::stop_token)> devices;
};

/// One sweep from the project to the report: a thread and a worker per device take combinations in
/// turn, while compilers work ahead of them. Made for a single sweep; blocks.
class SweepPerformer {
  public:
    using SoFar = std::function<void(const SweepReport&)>;

    SweepPerformer(const SweepServices& services, SweepRequest request, std::stop_token stop,
                   ProgressHandler progress, SoFar soFar);
    ~SweepPerformer();
    SweepPerformer(const SweepPerformer&) = delete;
    SweepPerformer& operator=(const SweepPerformer&) = delete;

    /// \throws Error if the project has no sweep, a device or an objective is unsuitable, or the
    ///         trials belong to another state
    SweepReport perform();

  private:
    /// A device with the resources for its trials.
    struct Bench {
        DeviceInfo device;
        std::string selector; ///< the selector in a trial's request
        std::shared_ptr<HostBlockPool> blocks;
        std::unique_ptr<DeviceWorker> worker;
        std::unique_ptr<HostWorker> host;
    };

    template <class Work>
    auto at(const char* pointer, Work work) const;
    void readProject();
    void chooseDevices();
    void chooseObjective();
    void checkObjective() const;
    void checkRate(const std::string& objective) const;
    void describeState();
    void work(Bench& bench);
    void drawAhead();
    void startCompile(const sweep::Point& point);
    sweep::Trial tryOut(Bench& bench, const sweep::Point& point);
    void fail(const std::exception_ptr& failure);
    void tellSoFar(const std::stop_token& over);
    RunRequest requestFor(const sweep::Point& point, const std::string& device) const;

    const SweepServices& m_services;
    SweepRequest m_request;
    std::stop_token m_stop;
    ProgressHandler m_progress;
    SoFar m_soFar;

    SweepReport m_report;
    std::vector<DeviceInfo> m_devices;
    std::vector<Bench> m_benches;
    std::unique_ptr<sweep::Space> m_space;
    std::unique_ptr<sweep::Searcher> m_searcher;
    std::unique_ptr<CompileAhead> m_ahead;
    std::size_t m_lookAhead = 1;

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::unique_ptr<sweep::Sweep> m_sweep;
    std::deque<sweep::Point> m_drawn; ///< compiled or being compiled, not yet run
    std::exception_ptr m_failure;     ///< of the sweep as a whole
    bool m_untold = false;            ///< trials have ended since the last report of results
};

} // namespace warpbench::session
