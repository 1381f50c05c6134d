// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"

#include <cstdint>
#include <stop_token>

namespace warpbench::project {

/// While an instance exists, long computations that its thread starts (filling buffers, checking
/// them) end with Error (cancelled) soon after a stop was requested. A scope instead of a
/// parameter, as the token would have to pass through every expression and array function.
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

/// The token of the calling thread's scope; without a scope, a token that never stops.
std::stop_token currentStopToken();

/// Checks the calling thread's token occasionally: called for each element of a loop, it costs a
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

/// \throws Error (cancelled) if a stop was requested
void throwIfCancelled(const std::stop_token& stop);
/// What it says.
ErrorText runCancelled();

} // namespace warpbench::project
