// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/processes/child_process.h"
#include "core/processes/shared_memory.h"
#include "core/workers/device_worker.h"
#include "core/workers/wire.h"
#include "core/workers/worker_program.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::session {

/// A process of warpbench-worker from its start to its end: the calls to it, their progress and
/// answers, and the memory blocks that it was given. Any thread.
class WorkerChild {
  public:
    /// \param arguments  of warpbench-worker: which kind of work to do
    /// \param memory  called with its use of device memory, but not after it has ended
    explicit WorkerChild(std::vector<std::string> arguments = {}, MemoryHandler memory = {})
        : m_memory(std::move(memory))
        , m_process({workerProgram(), std::move(arguments),
                     [this](const std::string& bytes) { onMessage(bytes); },
                     [this](const platform::ExitStatus& status) { onExit(status); }}) {}

    bool alive() const {
        const std::lock_guard lock(m_mutex);
        return !m_exit && !m_condemned;
    }
    /// "signal 11 (Segmentation fault)"
    std::string endText() const {
        const std::lock_guard lock(m_mutex);
        return m_exit ? m_exit->text() : "it was stopped";
    }

    /// No further calls are allowed.
    void condemn() {
        {
            const std::lock_guard lock(m_mutex);
            m_condemned = true;
        }
        m_process.kill();
    }

    /// Gives the child the blocks that it does not have yet.
    void share(const std::set<std::uint64_t>& ids, const BlockSource& blocks) {
        const std::lock_guard lock(m_shareMutex);
        for (const std::uint64_t id : ids) {
            if (id == 0 || m_shared.contains(id))
                continue;
            const auto memory = blocks(id);
            if (!memory)
                throw Error(ErrorKind::internal,
                            {"WB1943", "memory block {block} is gone", {}, {{"block", id}}});
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
    /// Waits for the answer to a call; empty `deadline`: without a limit.
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

    /// Ends the call; its progress handler is not called afterwards.
    std::optional<wire::Message> finish(std::uint64_t id) {
        const std::lock_guard progressLock(m_progressMutex);
        const std::lock_guard lock(m_mutex);
        auto node = m_pending.extract(id);
        return std::move(node.mapped().answer);
    }

    void tell(const std::string& call) { send(call, 0, nullptr); }

  private:
    /// A call that waits for its answer.
    struct Pending {
        ProgressHandler progress;
        std::optional<wire::Message> answer;
    };

    void send(const std::string& call, std::uint64_t id, wire::Message body) {
        m_process.send(wire::encode({{"call", call}, {"id", id}, {"body", std::move(body)}}));
    }

    /// \throws any exception that an invalid message causes in its readers; the child is then ended
    void onMessage(const std::string& bytes) {
        wire::Message message = wire::decode(bytes);
        if (message.contains("memory")) {
            if (m_memory)
                m_memory(wire::toMemory(message.at("memory")));
            return;
        }
        const auto id = message.at("id").get<std::uint64_t>();
        if (message.contains("progress")) {
            const std::lock_guard progressLock(m_progressMutex);
            ProgressHandler handler;
            {
                const std::lock_guard lock(m_mutex);
                if (const auto found = m_pending.find(id); found != m_pending.end())
                    handler = found->second.progress;
            }
            const Progress step = wire::toProgress(message.at("progress"));
            if (handler)
                handler(step);
            return;
        }
        if (!message.contains("error") && !message.contains("result"))
            throw Error(ErrorKind::internal, wire::badMessage(phrase("says nothing")));
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_pending.find(id); found != m_pending.end())
            found->second.answer = std::move(message);
        m_changed.notify_all();
    }

    void onExit(const platform::ExitStatus& status) {
        if (m_memory)
            m_memory({});
        const std::lock_guard lock(m_mutex);
        m_exit = status;
        m_changed.notify_all();
    }

    const MemoryHandler m_memory; ///< may be empty
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

} // namespace warpbench::session
