// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/run_control.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace warpbench::session {

/// A stop that comes when the user requests it or when the time is over, for everything that a run
/// does on the host: compiling, filling, checking.
class TimeLimit {
  public:
    /// \param seconds  from now; 0: none
    TimeLimit(std::stop_token user, double seconds)
        : m_user(std::move(user))
        , m_deadline(deadlineAfter(seconds))
        , m_onUser(m_user, Forward{this}) {
        if (m_deadline)
            m_thread = std::jthread([this](const std::stop_token& over) { watch(over); });
    }
    TimeLimit(const TimeLimit&) = delete;
    TimeLimit& operator=(const TimeLimit&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }
    /// The time was over before the user requested a stop.
    bool isOver() const { return m_over; }
    /// Seconds left, at least a millisecond; 0 without a limit.
    double secondsLeft() const {
        if (!m_deadline)
            return 0;
        const std::chrono::duration<double> left = *m_deadline - std::chrono::steady_clock::now();
        return std::max(1e-3, left.count());
    }

  private:
    struct Forward {
        TimeLimit* limit;
        void operator()() const { limit->m_stop.request_stop(); }
    };

    void watch(const std::stop_token& done) {
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        changed.wait_until(lock, done, *m_deadline, [] { return false; });
        if (done.stop_requested() || m_user.stop_requested())
            return;
        m_over = true;
        m_stop.request_stop();
    }

    std::stop_source m_stop;
    std::stop_token m_user;
    std::optional<std::chrono::steady_clock::time_point> m_deadline;
    std::atomic<bool> m_over = false;
    std::stop_callback<Forward> m_onUser;
    std::jthread m_thread; ///< last: it uses the members above
};

} // namespace warpbench::session
