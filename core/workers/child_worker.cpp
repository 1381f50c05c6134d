// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/run_control.h"
#include "core/report/stop_texts.h"
#include "core/workers/device_worker.h"
#include "core/workers/wire.h"
#include "core/workers/worker_child.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace warpbench::session {

namespace {

using namespace std::chrono_literals;

/// How long a child may take to react to a stop before it is killed. The child itself gives a
/// kernel slightly less time (in_process_worker.cpp); together they stay below a second.
constexpr auto kStopGrace = 850ms;
/// How long a child's copy in progress may take when it is no longer wanted; the child itself waits
/// slightly less (in_process_worker.cpp).
constexpr auto kChildReadGrace = 12s;
/// How much later than the child this checks a run's time limit.
constexpr auto kChildDeadlineSlack = 2s;

std::set<std::uint64_t> blocksOf(const DeviceRunRequest& request) {
    std::set<std::uint64_t> ids;
    for (const DeviceBuffer& buffer : request.buffers) {
        ids.insert(buffer.initial.block);
        ids.insert(buffer.result.block);
    }
    return ids;
}

class ChildWorker final : public DeviceWorker {
  public:
    ChildWorker(BlockSource blocks, std::function<void(const std::string&)> notice,
                MemoryHandler memory)
        : m_blocks(std::move(blocks))
        , m_notice(std::move(notice))
        , m_memory(std::move(memory)) {}

    std::vector<DeviceInfo> listDevices(std::stop_token stop) override;
    DeviceRunResult run(const DeviceRunRequest& request, std::stop_token stop,
                        const ProgressHandler& progress) override;
    void read(const ResidentRead& request, std::stop_token stop) override;

    StepState step(const StepCall& call, std::stop_token stop) override;
    void pauseStepping() override {
        if (const auto child = current())
            child->tell("pause_stepping");
    }
    void endStepping() override {
        if (const auto child = current())
            child->tell("end_stepping");
    }

    void resetResident() override {
        if (const auto child = current())
            child->tell("reset");
    }
    void forgetBlock(std::uint64_t id) override {
        if (const auto child = current())
            child->forget(id);
    }

  private:
    /// The current child, if it lives.
    std::shared_ptr<WorkerChild> current() {
        const std::lock_guard lock(m_mutex);
        return m_child && m_child->alive() ? m_child : nullptr;
    }
    /// The same, but starts one if there is none.
    std::shared_ptr<WorkerChild> ensure();
    /// The caller holds the mutex.
    std::shared_ptr<WorkerChild> newChild() {
        if (!m_memory)
            return std::make_shared<WorkerChild>();
        const std::uint64_t number = ++m_newest;
        return std::make_shared<WorkerChild>(
            std::vector<std::string>(), [this, number](const std::vector<DeviceMemory>& memory) {
                if (number == m_newest) // ignore one that was replaced
                    m_memory(memory);
            });
    }
    void tellReplaced(const std::string& why) {
        if (m_notice)
            m_notice("The GPU worker was replaced: " + why +
                     ". The next run recreates resident buffers.");
    }
    /// Ends a child that is no longer usable, and starts the next one so that it is ready in time.
    void replace(const std::shared_ptr<WorkerChild>& child, const std::string& why);

    DeviceRunResult answerOf(const std::shared_ptr<WorkerChild>& child, std::uint64_t id);

    BlockSource m_blocks;
    std::function<void(const std::string&)> m_notice;
    MemoryHandler m_memory;
    std::atomic<std::uint64_t> m_newest = 0; ///< number of the child whose memory is reported
    std::mutex m_mutex;
    std::shared_ptr<WorkerChild> m_child;
};

std::shared_ptr<WorkerChild> ChildWorker::ensure() {
    std::shared_ptr<WorkerChild> ended;
    std::shared_ptr<WorkerChild> child;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_child || !m_child->alive())
            ended = std::exchange(m_child, newChild());
        child = m_child;
    }
    if (ended)
        tellReplaced("it ended while it had nothing to do (" + ended->endText() + ")");
    return child;
}

void ChildWorker::replace(const std::shared_ptr<WorkerChild>& child, const std::string& why) {
    child->condemn();
    {
        const std::lock_guard lock(m_mutex);
        if (m_child != child)
            return; // another call has done it
        try {
            m_child = newChild();
        } catch (const Error&) {
            m_child.reset(); // the next call tries again and reports the reason
        }
    }
    if (m_memory)
        m_memory({});
    tellReplaced(why);
}

std::vector<DeviceInfo> ChildWorker::listDevices(std::stop_token stop) {
    // If a driver breaks its process, the simulated GPU must remain usable: continue without it.
    for (const bool withReal : {true, false}) {
        const auto child = ensure();
        const std::uint64_t id = child->begin("devices", {{"real", withReal}}, {});
        const WorkerChild::Wait outcome =
            child->wait(id, stop, std::chrono::steady_clock::now() + 30s);
        const auto answer = child->finish(id);
        if (outcome == WorkerChild::Wait::stopped)
            throw Error(ErrorKind::cancelled, listingCancelled());
        if (!answer) {
            replace(child, "it did not survive asking the drivers for their devices (" +
                               child->endText() + ")");
            continue;
        }
        if (answer->contains("error"))
            throw wire::toError(answer->at("error"));
        return wire::toDevices(answer->at("result"));
    }
    throw Error(ErrorKind::environment, {"WB1850", "the GPU worker ends before it can list devices",
                                         "run warpbench-cli doctor"});
}

DeviceRunResult ChildWorker::answerOf(const std::shared_ptr<WorkerChild>& child, std::uint64_t id) {
    const auto answer = child->finish(id);
    if (!answer) {
        DeviceRunResult result;
        result.status = RunStatus::device_error;
        result.workerLost = true;
        result.message = {"WB1851",
                          "the GPU worker ended during the run ({end})",
                          "a new one was started, so the next run can go ahead",
                          {{"end", child->endText()}}};
        return result;
    }
    std::optional<Error> error;
    try {
        if (!answer->contains("error"))
            return wire::toRunResult(answer->at("result"));
        error = wire::toError(answer->at("error"));
    } catch (const std::exception& problem) {
        DeviceRunResult result;
        result.status = RunStatus::device_error;
        result.workerLost = true;
        result.message = {"WB1852",
                          "the GPU worker sent an invalid answer ({problem})",
                          "a new one was started, so you can run again",
                          {{"problem", problem.what()}}};
        return result;
    }
    throw *error;
}

DeviceRunResult ChildWorker::run(const DeviceRunRequest& request, std::stop_token stop,
                                 const ProgressHandler& progress) {
    const auto child = ensure();
    child->share(blocksOf(request), m_blocks);
    const std::uint64_t id = child->begin("run", wire::from(request), progress);
    auto deadline = deadlineAfter(request.timeoutSeconds);
    if (deadline)
        *deadline += kChildDeadlineSlack;
    const WorkerChild::Wait first = child->wait(id, stop, deadline);
    if (first == WorkerChild::Wait::stopped) {
        child->cancel(id);
        child->wait(id, {}, std::chrono::steady_clock::now() + kStopGrace);
    }
    const bool unanswered = first == WorkerChild::Wait::stopped || first == WorkerChild::Wait::late;
    DeviceRunResult result = answerOf(child, id);
    if (result.workerLost) {
        if (unanswered && result.status == RunStatus::device_error) {
            result.status =
                first == WorkerChild::Wait::stopped ? RunStatus::cancelled : RunStatus::timeout;
            result.message = first == WorkerChild::Wait::stopped
                                 ? runCancelled()
                                 : runOverLimit(request.limitSeconds);
        }
        replace(child, result.status == RunStatus::cancelled || result.status == RunStatus::timeout
                           ? "a kernel did not end by itself"
                       : result.faults.empty() ? "it ended during a run (" + child->endText() + ")"
                                               : "a kernel broke the driver's context");
    }
    return result;
}

StepState ChildWorker::step(const StepCall& call, std::stop_token stop) {
    const auto child = ensure();
    if (call.open)
        child->share(blocksOf(call.open->run), m_blocks);
    const std::uint64_t id = child->begin("step", wire::from(call), {});
    const WorkerChild::Wait outcome = child->wait(id, stop, std::nullopt);
    if (outcome == WorkerChild::Wait::stopped) {
        child->cancel(id);
        child->wait(id, {}, std::chrono::steady_clock::now() + kStopGrace);
    }
    const auto answer = child->finish(id);
    if (outcome == WorkerChild::Wait::stopped) {
        if (!answer)
            replace(child, "a launch that was stepped through did not stop");
        throw Error(ErrorKind::cancelled, steppingStopped());
    }
    if (!answer) {
        const std::string how = child->endText();
        replace(child, "it ended while a launch was stepped through (" + how + ")");
        throw Error(ErrorKind::device,
                    {"WB1853",
                     "the process in which the launch was stepped through ended ({end})",
                     "start stepping again",
                     {{"end", how}}});
    }
    if (answer->contains("error"))
        throw wire::toError(answer->at("error"));
    return wire::toStepState(answer->at("result"));
}

void ChildWorker::read(const ResidentRead& request, std::stop_token stop) {
    const auto child = ensure();
    child->share({request.target.block}, m_blocks);
    const std::uint64_t id = child->begin("read", wire::from(request), {});
    const WorkerChild::Wait outcome = child->wait(id, stop, std::nullopt);
    if (outcome == WorkerChild::Wait::stopped) {
        // The destination memory may be reused once the child is done with it.
        child->cancel(id);
        const auto last = child->wait(id, {}, std::chrono::steady_clock::now() + kChildReadGrace);
        child->finish(id);
        if (last == WorkerChild::Wait::late)
            replace(child, "it did not come back from reading a buffer");
        throw Error(ErrorKind::cancelled, readingCancelled());
    }
    const auto answer = child->finish(id);
    if (!answer)
        throw Error(ErrorKind::device,
                    {"WB1854", "the GPU worker ended, and its resident buffers with it",
                     "run again to recreate them"});
    if (answer->contains("error"))
        throw wire::toError(answer->at("error"));
}

} // namespace

std::unique_ptr<DeviceWorker> makeChildWorker(BlockSource blocks,
                                              std::function<void(const std::string&)> notice,
                                              MemoryHandler memory) {
    return std::make_unique<ChildWorker>(std::move(blocks), std::move(notice), std::move(memory));
}

} // namespace warpbench::session
