// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cancellation.h"

#include "core/base/error.h"

#include <utility>

namespace warpbench::project {

namespace {

// A pointer instead of a token: mingw-w64 frees the memory of thread-local variables before it
// calls their destructors, which would then access memory of others.
constinit thread_local const std::stop_token* t_stop = nullptr;

} // namespace

CancellationScope::CancellationScope(std::stop_token stop)
    : m_stop(std::move(stop))
    , m_outer(std::exchange(t_stop, &m_stop)) {}

CancellationScope::~CancellationScope() {
    t_stop = m_outer;
}

std::stop_token currentStopToken() {
    return t_stop ? *t_stop : std::stop_token();
}

void CancelPoint::look() {
    m_left = kOperations;
    throwIfCancelled(m_stop);
}

void throwIfCancelled(const std::stop_token& stop) {
    if (stop.stop_requested())
        throw Error(ErrorKind::cancelled, runCancelled());
}

ErrorText runCancelled() {
    return {"WB1000", "the run was cancelled"};
}

} // namespace warpbench::project
