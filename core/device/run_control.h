// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/report/progress.h"
#include "core/report/stop_texts.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace warpbench::session {

/// The end of a time limit; empty for 0 (no limit), and for limits longer than any run (a hundred
/// years), which a clock could not represent.
inline std::optional<std::chrono::steady_clock::time_point> deadlineAfter(double seconds) {
    constexpr double kAnyTime = 100.0 * 365 * 24 * 3600;
    if (!(seconds > 0) || seconds > kAnyTime)
        return std::nullopt;
    return std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(seconds));
}

/// Shared by the thread that performs a run and those that supervise it. Outlives both.
class RunControl {
  public:
    using Clock = std::chrono::steady_clock;
    enum class End { none, cancelled, timeout };

    /// \param seconds  time limit of the run; 0: none
    RunControl(double seconds, std::function<void(const Progress&)> progress)
        : m_deadline(deadlineAfter(seconds))
        , m_progress(std::move(progress)) {}

    /// Asks the run to end; only the first reason is kept.
    void end(End reason) {
        End none = End::none;
        m_end.compare_exchange_strong(none, reason);
        m_stop = true;
    }
    End reason() const { return m_end; }
    bool stopped() const { return m_stop; }
    /// \throws Error (cancelled)
    void throwIfStopped() const {
        if (stopped())
            throw Error(ErrorKind::cancelled, runCancelled());
    }
    const std::atomic<bool>& stopFlag() const { return m_stop; }
    const std::optional<Clock::time_point>& deadline() const { return m_deadline; }
    /// Seconds left, at least a millisecond; empty without a time limit.
    std::optional<double> secondsLeft() const {
        if (!m_deadline)
            return std::nullopt;
        return std::max(1e-3, std::chrono::duration<double>(*m_deadline - Clock::now()).count());
    }

    void report(const Progress& progress) {
        const std::lock_guard lock(m_mutex);
        if (m_progress)
            m_progress(progress);
    }
    /// After this call, progress is no longer reported.
    void stopReporting() {
        const std::lock_guard lock(m_mutex);
        m_progress = nullptr;
    }

  private:
    std::atomic<bool> m_stop = false;
    std::atomic<End> m_end = End::none;
    std::optional<Clock::time_point> m_deadline;
    std::mutex m_mutex;
    std::function<void(const Progress&)> m_progress;
};

} // namespace warpbench::session
