// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>

namespace warpbench::project {

/// While one of these lives, the long computations of this library that its thread starts (filling
/// buffers, checking them) end with Error (cancelled) soon after a stop was requested. A scope and
/// not a parameter: the token would have to go through every expression and array function.
class CancellationScope {
  public:
    explicit CancellationScope(std::stop_token stop);
    ~CancellationScope();
    CancellationScope(const CancellationScope&) = delete;
    CancellationScope& operator=(const CancellationScope&) = delete;

  private:
    std::stop_token m_stop;
    const std::stop_token* m_outer;
};

/// The token of the scope that the calling thread is in; without one a token that never stops.
std::stop_token currentStopToken();

/// Looks at the calling thread's token now and then: called for each element of a loop, it costs a
/// subtraction.
class CancelPoint {
  public:
    CancelPoint()
        : m_stop(currentStopToken()) {}

    /// \param work  operations since the last call, about a nanosecond each
    /// \throws Error (cancelled)
    void operator()(std::int64_t work = 1) {
        m_left -= work;
        if (m_left < 0) {
            look();
        }
    }

  private:
    void look();

    static constexpr std::int64_t kOperations = 10'000'000;
    std::stop_token m_stop;
    std::int64_t m_left = kOperations;
};

/// \throws Error (cancelled) where a stop was requested
void throwIfCancelled(const std::stop_token& stop);

} // namespace warpbench::project
