// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/peer_group.h"

#include "core/base/error.h"

#include <chrono>

namespace warpbench::session {

void PeerGroup::throwIfAborted() const {
    if (m_aborted)
        throw Error(ErrorKind::cancelled, {"WB1876", "another device of this run has ended",
                                           "fix the other device's error"});
}

double PeerGroup::meet() {
    const auto start = std::chrono::steady_clock::now();
    std::unique_lock lock(m_mutex);
    throwIfAborted();
    if (++m_arrived == count()) {
        m_arrived = 0;
        ++m_meetings;
        m_changed.notify_all();
        return 0;
    }
    const std::uint64_t before = m_meetings;
    m_changed.wait(lock, [&] { return m_aborted || m_meetings != before; });
    if (m_meetings == before)
        throwIfAborted();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

PeerGroup::Copying::Copying(PeerGroup& group)
    : m_group(group) {
    const std::lock_guard lock(m_group.m_mutex);
    m_group.throwIfAborted();
    ++m_group.m_copying;
}

PeerGroup::Copying::~Copying() {
    {
        const std::lock_guard lock(m_group.m_mutex);
        --m_group.m_copying;
    }
    m_group.m_changed.notify_all();
}

void PeerGroup::abort() {
    {
        const std::lock_guard lock(m_mutex);
        m_aborted = true;
    }
    m_changed.notify_all();
}

void PeerGroup::leave() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_copying == 0; });
}

} // namespace warpbench::session
