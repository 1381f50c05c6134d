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
        newest_only,   ///< a newer job takes the place of one that still waits
        newest_of_tag, ///< the same among jobs of one tag; those without one get their turn
    };
    struct Job {
        Ticket ticket = 0;
        std::function<void(std::stop_token)> work;
        std::function<void()> cancelled; ///< instead of `work`, for a job that never started
        std::string tag;
    };

    /// \param name  for debuggers, up to 15 characters
    Lane(const char* name, Waiting waiting);
    /// Stops what runs, drops what waits, and waits for the thread.
    ~Lane();

    void post(Job job);
    /// Nothing happens where the ticket is not this lane's.
    void cancel(Ticket ticket);
    /// Stops what runs and drops what waits; nothing is taken any more.
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
