// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/child_process.h"
#include "core/platform/shared_memory.h"
#include "core/session/device_worker.h"
#include "core/session/wire.h"
#include "core/session/worker_program.h"

#include <fmt/format.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace warpbench::session {

namespace {

using namespace std::chrono_literals;

/// How long a child may take over a stop before it is killed. The child itself gives a kernel a
/// little less (in_process_worker.cpp); together they stay below a second.
constexpr auto kStopGrace = 850ms;
/// How much later than the child this looks at a run's time limit.
constexpr auto kDeadlineSlack = 2s;

/// A call that waits for its answer.
struct Pending {
    ProgressHandler progress;
    std::optional<wire::Message> answer;
};

/// One child, from its start to its end.
class Child {
  public:
    Child()
        : m_process({workerProgram(),
                     {},
                     [this](const std::string& bytes) { onMessage(bytes); },
                     [this](platform::ExitStatus status) { onExit(status); }}) {}

    bool alive() const {
        const std::lock_guard lock(m_mutex);
        return !m_exit && !m_condemned;
    }
    /// "signal 11 (Segmentation fault)"
    std::string endText() const {
        const std::lock_guard lock(m_mutex);
        return m_exit ? m_exit->text() : "it was stopped";
    }

    /// Nobody is to call it again.
    void condemn() {
        {
            const std::lock_guard lock(m_mutex);
            m_condemned = true;
        }
        m_process.kill();
    }

    /// Gives the child the blocks that it has not seen yet.
    void share(const std::set<std::uint64_t>& ids, const BlockSource& blocks) {
        const std::lock_guard lock(m_shareMutex);
        for (const std::uint64_t id : ids) {
            if (id == 0 || m_shared.contains(id))
                continue;
            const auto memory = blocks(id);
            if (!memory)
                throw Error(ErrorKind::internal, fmt::format("memory block {} is gone", id));
            m_process.share(id, memory);
            m_shared.insert(id);
        }
    }
    void forget(std::uint64_t id) {
        const std::lock_guard lock(m_shareMutex);
        if (m_shared.erase(id))
            send("forget", 0, id);
    }

    std::uint64_t begin(const std::string& call, wire::Message body, ProgressHandler progress) {
        std::uint64_t id = 0;
        {
            const std::lock_guard lock(m_mutex);
            id = m_nextCall++;
            m_pending[id].progress = std::move(progress);
        }
        send(call, id, std::move(body));
        return id;
    }

    enum class Wait { answered, ended, stopped, late };
    /// Waits for the answer to a call; empty `deadline`: as long as it takes.
    Wait wait(std::uint64_t id, const std::stop_token& stop,
              std::optional<std::chrono::steady_clock::time_point> deadline) {
        std::unique_lock lock(m_mutex);
        const auto over = [&] { return m_exit || m_pending.at(id).answer; };
        if (deadline)
            m_changed.wait_until(lock, stop, *deadline, over);
        else
            m_changed.wait(lock, stop, over);
        if (m_pending.at(id).answer)
            return Wait::answered;
        if (m_exit)
            return Wait::ended;
        return stop.stop_requested() ? Wait::stopped : Wait::late;
    }

    void cancel(std::uint64_t id) { send("cancel", id, nullptr); }

    /// Ends the call; nothing reaches its progress handler afterwards.
    std::optional<wire::Message> finish(std::uint64_t id) {
        const std::lock_guard progressLock(m_progressMutex);
        const std::lock_guard lock(m_mutex);
        auto node = m_pending.extract(id);
        return std::move(node.mapped().answer);
    }

    void tell(const std::string& call) { send(call, 0, nullptr); }

  private:
    void send(const std::string& call, std::uint64_t id, wire::Message body) {
        m_process.send(wire::encode({{"call", call}, {"id", id}, {"body", std::move(body)}}));
    }

    void onMessage(const std::string& bytes) {
        wire::Message message = wire::decode(bytes);
        const auto id = message.at("id").get<std::uint64_t>();
        if (message.contains("progress")) {
            const std::lock_guard progressLock(m_progressMutex);
            ProgressHandler handler;
            {
                const std::lock_guard lock(m_mutex);
                if (const auto found = m_pending.find(id); found != m_pending.end())
                    handler = found->second.progress;
            }
            if (handler)
                handler(wire::toProgress(message.at("progress")));
            return;
        }
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_pending.find(id); found != m_pending.end())
            found->second.answer = std::move(message);
        m_changed.notify_all();
    }

    void onExit(platform::ExitStatus status) {
        const std::lock_guard lock(m_mutex);
        m_exit = status;
        m_changed.notify_all();
    }

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<std::uint64_t, Pending> m_pending;
    std::uint64_t m_nextCall = 1;
    std::optional<platform::ExitStatus> m_exit;
    bool m_condemned = false;
    std::mutex m_progressMutex;
    std::mutex m_shareMutex;
    std::set<std::uint64_t> m_shared;
    platform::ChildProcess m_process; ///< last: its thread uses the members above
};

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
    ChildWorker(BlockSource blocks, std::function<void(const std::string&)> notice)
        : m_blocks(std::move(blocks))
        , m_notice(std::move(notice)) {}

    std::vector<DeviceInfo> listDevices(std::stop_token stop) override;
    DeviceRunResult run(const DeviceRunRequest& request, std::stop_token stop,
                        const ProgressHandler& progress) override;
    void read(const ResidentRead& request, std::stop_token stop) override;

    void resetResident() override {
        if (const auto child = current())
            child->tell("reset");
    }
    void forgetBlock(std::uint64_t id) override {
        if (const auto child = current())
            child->forget(id);
    }

  private:
    /// The child of the moment, if it lives.
    std::shared_ptr<Child> current() {
        const std::lock_guard lock(m_mutex);
        return m_child && m_child->alive() ? m_child : nullptr;
    }
    /// The same, started where there is none.
    std::shared_ptr<Child> ensure();
    void tellReplaced(const std::string& why) {
        if (m_notice)
            m_notice("The GPU worker was replaced: " + why + ". Resident buffers are made anew.");
    }
    /// Ends a child that is of no more use, and starts the next one so that it is ready in time.
    void replace(const std::shared_ptr<Child>& child, const std::string& why);

    DeviceRunResult answerOf(const std::shared_ptr<Child>& child, std::uint64_t id);

    BlockSource m_blocks;
    std::function<void(const std::string&)> m_notice;
    std::mutex m_mutex;
    std::shared_ptr<Child> m_child;
};

std::shared_ptr<Child> ChildWorker::ensure() {
    std::shared_ptr<Child> ended;
    std::shared_ptr<Child> child;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_child || !m_child->alive())
            ended = std::exchange(m_child, std::make_shared<Child>());
        child = m_child;
    }
    if (ended)
        tellReplaced("it ended while it had nothing to do (" + ended->endText() + ")");
    return child;
}

void ChildWorker::replace(const std::shared_ptr<Child>& child, const std::string& why) {
    child->condemn();
    {
        const std::lock_guard lock(m_mutex);
        if (m_child != child)
            return; // another call has seen to it
        try {
            m_child = std::make_shared<Child>();
        } catch (const Error&) {
            m_child.reset(); // the next call tries again, and says why it cannot
        }
    }
    tellReplaced(why);
}

std::vector<DeviceInfo> ChildWorker::listDevices(std::stop_token stop) {
    // A driver that breaks its process must not hide the simulated GPU: then without the driver.
    for (const bool withReal : {true, false}) {
        const auto child = ensure();
        const std::uint64_t id = child->begin("devices", {{"real", withReal}}, {});
        const Child::Wait outcome = child->wait(id, stop, std::chrono::steady_clock::now() + 30s);
        const auto answer = child->finish(id);
        if (outcome == Child::Wait::stopped)
            throw Error(ErrorKind::cancelled, "listing devices was cancelled");
        if (!answer) {
            replace(child, "it did not survive asking the drivers for their devices (" +
                               child->endText() + ")");
            continue;
        }
        if (answer->contains("error"))
            throw wire::toError(answer->at("error"));
        return wire::toDevices(answer->at("result"));
    }
    throw Error(ErrorKind::environment, "the GPU worker ends before it can list devices",
                "run warpbench-cli doctor");
}

DeviceRunResult ChildWorker::answerOf(const std::shared_ptr<Child>& child, std::uint64_t id) {
    const auto answer = child->finish(id);
    if (!answer) {
        DeviceRunResult result;
        result.status = RunStatus::device_error;
        result.workerLost = true;
        result.message =
            fmt::format("the GPU worker ended during the run ({}); a new one was started, so the "
                        "next run can go ahead",
                        child->endText());
        return result;
    }
    if (answer->contains("error"))
        throw wire::toError(answer->at("error"));
    return wire::toRunResult(answer->at("result"));
}

DeviceRunResult ChildWorker::run(const DeviceRunRequest& request, std::stop_token stop,
                                 const ProgressHandler& progress) {
    const auto child = ensure();
    child->share(blocksOf(request), m_blocks);
    const std::uint64_t id = child->begin("run", wire::from(request), progress);
    std::optional<std::chrono::steady_clock::time_point> deadline;
    if (request.timeoutSeconds > 0)
        deadline = std::chrono::steady_clock::now() + kDeadlineSlack +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                       std::chrono::duration<double>(request.timeoutSeconds));
    const Child::Wait first = child->wait(id, stop, deadline);
    if (first == Child::Wait::stopped) {
        child->cancel(id);
        child->wait(id, {}, std::chrono::steady_clock::now() + kStopGrace);
    }
    const bool unanswered = first == Child::Wait::stopped || first == Child::Wait::late;
    DeviceRunResult result = answerOf(child, id);
    if (result.workerLost) {
        if (unanswered && result.status == RunStatus::device_error) {
            result.status =
                first == Child::Wait::stopped ? RunStatus::cancelled : RunStatus::timeout;
            result.message = first == Child::Wait::stopped
                                 ? "the run was cancelled"
                                 : fmt::format("the run was stopped after its limit of {} s",
                                               request.timeoutSeconds);
        }
        replace(child, result.status == RunStatus::cancelled || result.status == RunStatus::timeout
                           ? "a kernel did not end by itself"
                       : result.faults.empty() ? "it ended during a run (" + child->endText() + ")"
                                               : "a kernel broke the driver's context");
    }
    return result;
}

void ChildWorker::read(const ResidentRead& request, std::stop_token stop) {
    const auto child = ensure();
    child->share({request.target.block}, m_blocks);
    const std::uint64_t id = child->begin("read", wire::from(request), {});
    const Child::Wait outcome = child->wait(id, stop, std::nullopt);
    const auto answer = child->finish(id);
    if (!answer)
        throw outcome == Child::Wait::stopped
            ? Error(ErrorKind::cancelled, "reading a buffer was cancelled")
            : Error(ErrorKind::device, "the GPU worker ended, and its resident buffers with it",
                    "run again to make them anew");
    if (answer->contains("error"))
        throw wire::toError(answer->at("error"));
}

} // namespace

std::unique_ptr<DeviceWorker> makeChildWorker(BlockSource blocks,
                                              std::function<void(const std::string&)> notice) {
    return std::make_unique<ChildWorker>(std::move(blocks), std::move(notice));
}

} // namespace warpbench::session
