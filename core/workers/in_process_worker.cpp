// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/driver.h"
#include "core/cuda/simulated_extras.h"
#include "core/device/peer_group.h"
#include "core/executor/device_executor.h"
#include "core/platform/system.h"
#include "core/processes/shared_memory.h"
#include "core/report/stop_texts.h"
#include "core/workers/device_list.h"
#include "core/workers/device_worker.h"
#include "core/workers/memory_watch.h"
#include "core/workers/wire.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace warpbench::session {

namespace {

using namespace std::chrono_literals;

/// How long a stopped run may take to end by itself before its thread is abandoned. The simulated
/// GPU always ends: only a busy machine takes longer than a moment for it.
std::chrono::milliseconds graceOf(const DeviceAddress& device) {
    return device.simulated ? 30s : 700ms;
}
/// How much later this checks the time limit than the simulated GPU, which can say where it was.
constexpr auto kThreadDeadlineSlack = 200ms;
/// A cancel that comes just before a launch starts is lost, so it is repeated.
constexpr auto kCancelInterval = 10ms;
/// A copy in progress cannot be interrupted, so this waits for it.
constexpr auto kReadGrace = 10s;

/// The thread that owns a device. It processes tasks in order; the first one creates the context.
/// The state is shared with the thread, which may have to be abandoned in a driver call.
class DeviceThread {
  public:
    using Task = std::function<void(DeviceExecutor&)>;

    DeviceThread(DeviceAddress address, BlockSource blocks, const WorkerHabits& habits,
                 std::shared_ptr<MemoryWatch> watch)
        : m_state(std::make_shared<State>(address, std::move(watch))) {
        m_thread = std::thread([state = m_state, blocks = std::move(blocks), habits] {
            platform::nameThread("gpu-worker");
            work(*state, blocks, habits);
        });
    }

    ~DeviceThread() {
        {
            const std::lock_guard lock(m_state->mutex);
            m_state->stopping = true;
        }
        m_state->changed.notify_all();
        if (lost())
            m_thread.detach();
        else
            m_thread.join();
    }

    /// A task with `failed`, which is called instead if there is no context.
    /// \param settings  of the required context; none: any
    void post(Task task, std::function<void(std::exception_ptr)> failed,
              const std::optional<project::ContextSettings>& settings = {}) {
        push({std::move(task), std::move(failed), settings});
    }

    /// A task on the device's current contents: does nothing without a context, and does not create
    /// one.
    void postToHeld(Task task) {
        push({std::move(task), [](const std::exception_ptr&) {}, {}, false});
    }

    /// The thread does not return from a call, or its process can no longer use the device.
    void setLost() { m_state->lost = true; }
    bool lost() const { return m_state->lost; }
    /// Reports the device's memory, whatever its thread is doing. Any thread.
    void tellMemory() { m_state->tellMemory(); }

  private:
    struct Posted {
        Task task;
        std::function<void(std::exception_ptr)> failed;
        std::optional<project::ContextSettings> settings;
        bool makesContext = true;
    };
    struct State {
        State(DeviceAddress device, std::shared_ptr<MemoryWatch> memory)
            : address(device)
            , watch(std::move(memory)) {}

        /// Visible to other threads while it exists.
        void setLooked(const OpenDevice* device) {
            const std::lock_guard lock(lookMutex);
            looked = device;
        }
        void tellMemory() {
            if (!watch->watched())
                return;
            const std::lock_guard lock(lookMutex);
            watch->set(address, looked ? looked->memoryNow()
                                       : DeviceMemory{address.simulated, address.ordinal});
        }

        const DeviceAddress address;
        const std::shared_ptr<MemoryWatch> watch;
        std::mutex lookMutex;
        const OpenDevice* looked = nullptr; ///< null: none
        std::mutex mutex;
        std::condition_variable changed;
        std::deque<Posted> tasks;
        bool stopping = false;
        std::atomic<bool> lost = false;
    };

    static void work(State& state, const BlockSource& blocks, const WorkerHabits& habits) {
        std::unique_ptr<DeviceExecutor> executor;
        const auto drop = [&] {
            state.setLooked(nullptr);
            executor.reset();
        };
        for (;;) {
            std::unique_lock lock(state.mutex);
            const auto due = [&] { return state.stopping || !state.tasks.empty(); };
            if (executor && !state.changed.wait_for(lock, habits.idleTime, due)) {
                // Others may need the memory that was held for a next run.
                lock.unlock();
                freeHeld(*executor);
                state.tellMemory();
                lock.lock();
            }
            state.changed.wait(lock, due);
            if (state.tasks.empty()) {
                lock.unlock();
                drop();
                return;
            }
            Posted next = std::move(state.tasks.front());
            state.tasks.pop_front();
            lock.unlock();
            if (!executor && !next.makesContext)
                continue;
            try {
                if (executor && next.settings && !executor->device().suits(*next.settings))
                    drop(); // frees its memory before the other allocates
                if (!executor)
                    executor = std::make_unique<DeviceExecutor>(
                        state.address, blocks, habits,
                        next.settings.value_or(project::ContextSettings{}));
                state.setLooked(&executor->device());
            } catch (...) {
                next.failed(std::current_exception());
                continue;
            }
            next.task(*executor);
            state.tellMemory();
        }
    }

    void push(Posted posted) {
        {
            const std::lock_guard lock(m_state->mutex);
            m_state->tasks.push_back(std::move(posted));
        }
        m_state->changed.notify_all();
    }

    static void freeHeld(DeviceExecutor& executor) {
        try {
            executor.device().freeHeld();
        } catch (const Error&) {
            // The next run will encounter and report the same problem.
        }
    }

    std::shared_ptr<State> m_state;
    std::thread m_thread;
};

/// The answer to a posted task; outlives whichever side gives up first.
template <class Value>
struct Answer {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::optional<Value> value;
    std::exception_ptr error;

    void set(Value given) {
        const std::lock_guard lock(mutex);
        value = std::move(given);
        changed.notify_all();
    }
    void fail(std::exception_ptr given) {
        const std::lock_guard lock(mutex);
        error = std::move(given);
        changed.notify_all();
    }
    /// The caller holds the mutex.
    bool ready() const { return value || error; }
    Value take() {
        if (error)
            std::rethrow_exception(error);
        return std::move(*value);
    }
};

/// For a read, which begins unless it was given up before.
struct ReadAnswer : Answer<bool> {
    bool begun = false;
    bool givenUp = false;

    bool begin() {
        const std::lock_guard lock(mutex);
        begun = !givenUp;
        return begun;
    }
};

ErrorText deviceLost() {
    return {"WB1859", "this process cannot use the device any more",
            "start the program again, or use --isolate"};
}

DeviceRunResult endedResult(RunStatus status, ErrorText message) {
    DeviceRunResult result;
    result.status = status;
    result.message = std::move(message);
    return result;
}

class InProcessWorker final : public DeviceWorker {
  public:
    InProcessWorker(BlockSource blocks, MakePeerGroup makeGroup, const WorkerHabits& habits,
                    MemoryHandler memory)
        : m_blocks(std::move(blocks))
        , m_makeGroup(std::move(makeGroup))
        , m_habits(habits)
        , m_watch(std::make_shared<MemoryWatch>(std::move(memory))) {}
    ~InProcessWorker() override { m_watch->close(); }
    InProcessWorker(const InProcessWorker&) = delete;
    InProcessWorker& operator=(const InProcessWorker&) = delete;

    std::vector<DeviceInfo> listDevices(std::stop_token) override {
        return listDevicesOfThisProcess();
    }

    DeviceRunResult run(const DeviceRunRequest& request, std::stop_token stop,
                        const ProgressHandler& progress) override;

    void read(const ResidentRead& request, std::stop_token stop) override;

    StepState step(const StepCall& call, std::stop_token stop) override;
    void pauseStepping() override {
        const std::lock_guard lock(m_mutex);
        if (m_moving && m_stepped)
            cuda::Driver::openSimulated().simulatedExtras()->api().pause(m_stepped->ordinal);
    }
    void endStepping() override {
        toAll([](DeviceExecutor& executor) { executor.endStepping(); });
    }

    void resetResident() override {
        toAll([](DeviceExecutor& executor) { executor.device().resident().clear(); });
    }
    void forgetBlock(std::uint64_t id) override {
        toAll([id](DeviceExecutor& executor) { executor.device().hostCopies().forgetBlock(id); });
    }

  private:
    bool waitAndTell(DeviceThread& thread, Answer<DeviceRunResult>& answer,
                     std::unique_lock<std::mutex>& lock, const std::stop_token& stop,
                     std::optional<RunControl::Clock::time_point> deadline) const;

    std::shared_ptr<DeviceThread> threadOf(DeviceAddress address) {
        const std::lock_guard lock(m_mutex);
        auto& thread = m_threads[address];
        if (!thread)
            thread = std::make_shared<DeviceThread>(address, m_blocks, m_habits, m_watch);
        return thread;
    }

    /// Resident buffers stay until the device changes, which discards those on the previous one.
    /// Devices that share a run begin with none.
    void useDevice(DeviceAddress address, std::uint64_t group) {
        const std::lock_guard lock(m_mutex);
        if (group == 0 || group != m_lastGroup) { // otherwise one of these devices has done it
            for (const DeviceAddress& used : m_lastUsed) {
                const auto thread = m_threads.find(used);
                if ((used != address || group != 0) && thread != m_threads.end())
                    thread->second->postToHeld(
                        [](DeviceExecutor& executor) { executor.device().resident().clear(); });
            }
            m_lastUsed.clear();
        }
        m_lastGroup = group;
        m_lastUsed.insert(address);
    }

    void toAll(const DeviceThread::Task& task) {
        const std::lock_guard lock(m_mutex);
        for (auto& [address, thread] : m_threads)
            thread->postToHeld(task);
    }

    /// The meeting point of the devices of a shared run; null for a device that runs alone.
    std::shared_ptr<PeerGroup> groupOf(const DeviceSharing& sharing) {
        if (sharing.group == 0)
            return nullptr;
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_groups, [](const auto& group) { return group.second.expired(); });
        std::weak_ptr<PeerGroup>& known = m_groups[sharing.group];
        std::shared_ptr<PeerGroup> group = known.lock();
        if (!group)
            known = group =
                m_makeGroup ? m_makeGroup(sharing) : std::make_shared<PeerGroup>(sharing.count);
        return group;
    }

    BlockSource m_blocks;
    MakePeerGroup m_makeGroup;
    WorkerHabits m_habits;
    std::shared_ptr<MemoryWatch> m_watch;
    std::mutex m_mutex;
    std::map<std::uint64_t, std::weak_ptr<PeerGroup>> m_groups;
    std::map<DeviceAddress, std::shared_ptr<DeviceThread>> m_threads;
    std::set<DeviceAddress> m_lastUsed; ///< by the last run; several if they shared it
    std::uint64_t m_lastGroup = 0;      ///< DeviceSharing::group of that run
    std::optional<DeviceAddress> m_stepped;
    bool m_moving = false; ///< a launch being stepped through is moving
};

/// The work of the device's thread for a run; turns any exception into the answer.
void perform(DeviceExecutor& executor, const DeviceRunRequest& request, RunControl& control,
             PeerGroup* group, Answer<DeviceRunResult>& answer) {
    try {
        if (control.stopped())
            answer.set(endedResult(RunStatus::cancelled, runCancelled()));
        else
            answer.set(executor.run(request, control, group));
    } catch (...) {
        answer.fail(std::current_exception());
    }
}

/// The other devices of a shared run do not wait for one that failed.
class GroupGuard {
  public:
    explicit GroupGuard(std::shared_ptr<PeerGroup> group)
        : m_group(std::move(group)) {}
    ~GroupGuard() { abort(); }
    GroupGuard(const GroupGuard&) = delete;
    GroupGuard& operator=(const GroupGuard&) = delete;

    void abort() {
        if (m_group)
            m_group->abort();
    }
    void endedWell() { m_group.reset(); }

  private:
    std::shared_ptr<PeerGroup> m_group;
};

DeviceRunResult withoutContext(const std::exception_ptr& error) {
    DeviceRunResult result;
    result.status = RunStatus::device_error;
    result.noContext = true;
    try {
        std::rethrow_exception(error);
    } catch (const Error& problem) {
        result.message = problem.said();
    } catch (const std::exception& problem) {
        result.message = wire::unexpected(problem);
    }
    return result;
}

/// Waits for the answer, and meanwhile reports the device's memory.
/// \param lock  holds the answer's mutex
/// \returns whether it has arrived; otherwise there was a stop, or the time was over
bool InProcessWorker::waitAndTell(DeviceThread& thread, Answer<DeviceRunResult>& answer,
                                  std::unique_lock<std::mutex>& lock, const std::stop_token& stop,
                                  std::optional<RunControl::Clock::time_point> deadline) const {
    const auto ready = [&] { return answer.ready(); };
    for (;;) {
        const auto look = RunControl::Clock::now() + MemoryWatch::kInterval;
        const bool last = deadline && (!m_watch->watched() || *deadline <= look);
        if (!deadline && !m_watch->watched())
            return answer.changed.wait(lock, stop, ready);
        if (answer.changed.wait_until(lock, stop, last ? *deadline : look, ready))
            return true;
        if (last || stop.stop_requested())
            return false;
        lock.unlock();
        thread.tellMemory();
        lock.lock();
    }
}

DeviceRunResult InProcessWorker::run(const DeviceRunRequest& request, std::stop_token stop,
                                     const ProgressHandler& progress) {
    const std::shared_ptr<DeviceThread> thread = threadOf(request.device);
    const std::shared_ptr<PeerGroup> group = groupOf(request.sharing);
    GroupGuard guard(group);
    if (thread->lost())
        return endedResult(
            RunStatus::device_error,
            phrase("{problem} after what an earlier kernel did", {{"problem", deviceLost()}}));

    useDevice(request.device, request.sharing.group);
    auto control = std::make_shared<RunControl>(request.timeoutSeconds, progress);
    auto answer = std::make_shared<Answer<DeviceRunResult>>();
    auto shared = std::make_shared<const DeviceRunRequest>(request);
    thread->post(
        [shared, control, answer, group](DeviceExecutor& executor) {
            perform(executor, *shared, *control, group.get(), *answer);
        },
        [answer](const std::exception_ptr& error) { answer->set(withoutContext(error)); },
        request.context);

    std::unique_lock lock(answer->mutex);
    const auto ready = [&] { return answer->ready(); };
    const auto deadline = control->deadline();
    const bool ended =
        waitAndTell(*thread, *answer, lock, stop,
                    deadline ? std::optional(*deadline + kThreadDeadlineSlack) : std::nullopt);

    if (!ended) {
        control->end(stop.stop_requested() ? RunControl::End::cancelled : RunControl::End::timeout);
        guard.abort();
        const auto giveUp = RunControl::Clock::now() + graceOf(request.device);
        while (!answer->ready() && RunControl::Clock::now() < giveUp) {
            if (request.device.simulated) {
                lock.unlock();
                const auto* extras = cuda::Driver::openSimulated().simulatedExtras();
                extras->cancel(request.device.ordinal);
                lock.lock();
            }
            answer->changed.wait_for(lock, kCancelInterval, ready);
        }
    }
    control->stopReporting();
    if (answer->ready()) {
        DeviceRunResult result = answer->take();
        if (result.workerLost)
            thread->setLost();
        if (result.status == RunStatus::ok)
            guard.endedWell();
        return result;
    }
    thread->setLost();
    const bool timeout = control->reason() == RunControl::End::timeout;
    DeviceRunResult result =
        endedResult(timeout ? RunStatus::timeout : RunStatus::cancelled,
                    timeout ? kernelOverLimit(request.limitSeconds) : runCancelled());
    result.workerLost = true;
    return result;
}

void InProcessWorker::read(const ResidentRead& request, std::stop_token stop) {
    const std::shared_ptr<DeviceThread> thread = threadOf(request.device);
    if (thread->lost()) // it may never come back to answer
        throw Error(ErrorKind::device,
                    phrase("{problem} after what a kernel did, and \"{buffer}\" is lost with it",
                           {{"problem", deviceLost()}, {"buffer", request.name}}));
    auto answer = std::make_shared<ReadAnswer>();
    thread->post(
        [answer, request](DeviceExecutor& executor) {
            if (!answer->begin())
                return;
            try {
                executor.read(request);
                answer->set(true);
            } catch (...) {
                answer->fail(std::current_exception());
            }
        },
        [answer](std::exception_ptr error) { answer->fail(std::move(error)); });
    std::unique_lock lock(answer->mutex);
    const auto ready = [&] { return answer->ready(); };
    if (!answer->changed.wait(lock, stop, ready)) {
        // The destination memory may be reused from now on.
        answer->givenUp = true;
        if (answer->begun && !answer->changed.wait_for(lock, kReadGrace, ready))
            thread->setLost();
        throw Error(ErrorKind::cancelled, readingCancelled());
    }
    answer->take();
}

StepState InProcessWorker::step(const StepCall& call, std::stop_token stop) {
    const std::shared_ptr<DeviceThread> thread = threadOf(call.device);
    if (thread->lost())
        throw Error(ErrorKind::device, deviceLost().advised(phrase("start the program again")));
    const auto setMoving = [&](bool moving) {
        const std::lock_guard lock(m_mutex);
        m_stepped = call.device;
        m_moving = moving;
    };
    setMoving(call.command.moves());
    auto answer = std::make_shared<Answer<StepState>>();
    auto shared = std::make_shared<const StepCall>(call);
    thread->post(
        [shared, answer](DeviceExecutor& executor) {
            try {
                answer->set(executor.step(*shared));
            } catch (...) {
                answer->fail(std::current_exception());
            }
        },
        [answer](std::exception_ptr error) { answer->fail(std::move(error)); },
        call.open ? std::optional(call.open->run.context) : std::nullopt);
    std::unique_lock lock(answer->mutex);
    const auto ready = [&] { return answer->ready(); };
    const bool ended = answer->changed.wait(lock, stop, ready);
    const auto giveUp = RunControl::Clock::now() + graceOf(call.device);
    while (!answer->ready() && RunControl::Clock::now() < giveUp) {
        lock.unlock();
        cuda::Driver::openSimulated().simulatedExtras()->cancel(call.device.ordinal);
        lock.lock();
        answer->changed.wait_for(lock, kCancelInterval, ready);
    }
    setMoving(false);
    if (!answer->ready())
        thread->setLost();
    if (!ended) {
        lock.unlock();
        endStepping();
        throw Error(ErrorKind::cancelled, steppingStopped());
    }
    return answer->take();
}

} // namespace

std::unique_ptr<DeviceWorker> makeInProcessWorker(BlockSource blocks, MakePeerGroup makeGroup,
                                                  WorkerHabits habits, MemoryHandler memory) {
    return std::make_unique<InProcessWorker>(std::move(blocks), std::move(makeGroup), habits,
                                             std::move(memory));
}

} // namespace warpbench::session
