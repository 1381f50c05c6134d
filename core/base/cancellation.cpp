// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cancellation.h"

#include "core/base/error.h"

#include <utility>

namespace warpbench::project {

namespace {

thread_local std::stop_token t_stop;

} // namespace

CancellationScope::CancellationScope(std::stop_token stop)
    : m_outer(std::exchange(t_stop, std::move(stop))) {}

CancellationScope::~CancellationScope() {
    t_stop = std::move(m_outer);
}

std::stop_token currentStopToken() {
    return t_stop;
}

void CancelPoint::look() {
    m_left = kOperations;
    throwIfCancelled(m_stop);
}

void throwIfCancelled(const std::stop_token& stop) {
    if (stop.stop_requested())
        throw Error(ErrorKind::cancelled, "the run was cancelled");
}

} // namespace warpbench::project
