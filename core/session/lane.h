// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace warpbench::session {

/// A thread for requests of one kind, one at a time.
class Lane {
  public:
    enum class Waiting {
        newest_only,   ///< a newer job replaces one that still waits
        newest_of_tag, ///< the same among jobs with one tag; jobs without a tag all run
    };
    struct Job {
        Ticket ticket = 0;
        std::function<void(std::stop_token)> work;
        std::function<void()> cancelled; ///< called instead of `work` for a job that never started
        std::string tag;
    };

    /// \param name  for debuggers, up to 15 characters
    Lane(const char* name, Waiting waiting);
    /// Stops the running job, drops waiting ones, and waits for the thread.
    ~Lane();

    void post(Job job);
    /// Does nothing if the ticket belongs to a different lane.
    void cancel(Ticket ticket);
    /// Stops the running job and drops waiting ones; accepts no more jobs.
    void close();

  private:
    void work();

    const char* m_name;
    Waiting m_waiting;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Job> m_jobs;
    Ticket m_running = 0;
    std::stop_source m_stop;
    bool m_closed = false;
    std::thread m_thread;
};

} // namespace warpbench::session
