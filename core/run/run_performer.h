// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/plan.h"
#include "core/report/buffer_contents.h"
#include "core/report/progress.h"
#include "core/run/random_fillers.h"
#include "core/run/run_request.h"
#include "core/run/split_run.h"
#include "core/workers/compiler.h"
#include "core/workers/device_worker.h"
#include "core/workers/host_blocks.h"
#include "core/workers/host_worker.h"
#include "core/workers/time_limit.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace warpbench::session {

/// What a run needs from the session. References outlive the run.
struct RunServices {
    DeviceWorker& worker;
    Compiler& compiler;
    HostWorker& host;
    std::shared_ptr<HostBlockPool> blocks;
    /// All devices; called once per run.
    std::function<std::vector<DeviceInfo>(std::stop_token)> devices;
};

/// One run from the project to the report, in the order of docs/project-file.md: plan, choose,
/// compile, prepare, execute, collect. Made for a single run; blocks.
class RunPerformer {
  public:
    RunPerformer(const RunServices& services, RunRequest request, std::uint64_t generation,
                 std::stop_token stop, ProgressHandler progress);

    /// Returns a report for every status.
    /// \throws Error (project, usage) if the project is invalid
    RunReport perform();

    /// Instead of perform(), for stepping: the launches of the project on a simulated device,
    /// compiled with -G, and notes for the user about that. Buffers' first contents live as
    /// long as this object.
    /// \throws Error (also compile)
    StepOpen prepareStepping(std::size_t launch, std::vector<std::string>& notes);
    /// The project's buffers, after prepareStepping(); their references have generation 0.
    std::vector<StepBuffer> stepBuffers(std::size_t launch) const;

  private:
    void plan();
    bool chooseAndCompile();
    bool compileFor(const DeviceInfo& device);
    Place settingsPlace(const std::string& text) const;
    void checkMemory() const;
    void choose();
    void noteUseless();
    void prepare();
    void requestParts(const std::vector<std::string>& digests);
    void refuseGraph() const;
    void setPasses(DeviceRunRequest& request) const;
    void setKept(DeviceRunRequest& request) const;
    bool guardsForFaults() const;
    bool guards() const { return m_request.guards || guardsForFaults(); }
    void chooseFilled();
    void execute();
    void executeOnceMore();
    void prepareForProfiles(DeviceRunRequest& request) const;
    const DeviceInfo* simulatedLike(const DeviceInfo& real) const;
    std::vector<DeviceLaunchResult> profileBeside();
    bool mayBeUnwritten() const;
    void reduce();
    void collect();
    std::string sourceName() const;
    const std::vector<project::PlannedLaunch>& launchesOfFirst() const;
    bool sharesTime(std::size_t index) const;
    project::PlannedMetrics workTimedWith(std::size_t index) const;
    void collectLaunch(std::size_t index);
    void collectUsage(const compile::KernelInfo& kernel, const DeviceLaunchResult& result,
                      LaunchReport& report) const;
    void collectCounters(std::size_t index, DeviceLaunchResult& result, LaunchReport& report) const;
    void collectEstimate(std::size_t index, LaunchReport& report) const;
    void dropInitial();
    void makeReferencesAnew();
    void noteUnawaited();
    void noteUnchecked();
    void collectVariables();
    void collectShares();
    std::vector<BufferContents::Resident> onDevices(std::size_t index) const;
    void lookThroughKept(std::size_t index, HostVerdict& verdict);
    void collectBuffer(std::size_t index, HostVerdict verdict);
    void collectExpected(HostExpected request);
    std::vector<HostPlace> placesOf(const std::vector<arrays::HostArray>& arrays) const;
    void fail(const Error& error);
    void throwIfStopped() const;

    const RunServices& m_services;
    RunRequest m_request;
    std::stop_token m_userStop;
    std::optional<TimeLimit> m_limit;
    std::stop_token m_stop; ///< of the user or the time limit
    std::string m_phase;    ///< the current step, for the user
    ProgressHandler m_progress;

    project::LaunchPlan m_plan;
    std::vector<DeviceInfo> m_devices;
    compile::CompileResult m_compiled;
    std::vector<arrays::HostArray> m_initial;
    std::vector<arrays::HostArray> m_results;
    std::vector<bool> m_kept;     ///< buffers that stay on the device (kept_results.h)
    RandomFillers m_fillers;      ///< random numbers that the device makes
    std::vector<bool> m_constant; ///< constant buffers that it makes, never on the host
    std::vector<RunPart> m_parts; ///< of a run that several devices share; empty: a single device
    std::optional<DeviceCodePart> m_peakKernels; ///< empty: not requested, or unavailable
    std::string m_peakNote;                      ///< why they are missing
    std::string m_estimateNote;                  ///< why a real GPU has no estimates beside it
    DeviceRunRequest m_deviceRequest;
    DeviceRunResult m_deviceResult;
    std::string m_allPtx; ///< of the source and what is linked with it, if launches were counted
    RunReport m_report;
    bool m_debug = false; ///< compile with -G
};

} // namespace warpbench::session
