// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/owner_lock.h"

#include <thread>

namespace warpbench::memory {

namespace {

/// Yields the core until a flag is cleared.
void waitWhile(const std::atomic<bool>& flag) noexcept {
    while (flag.load())
        std::this_thread::yield();
}

} // namespace

void OwnerLock::letAnother() noexcept {
    do {
        m_ownerInside.store(false, std::memory_order_release);
        waitWhile(m_anotherWants);
        sayInside();
    } while (m_anotherWants.load());
}

void OwnerLock::lockByAnother() noexcept {
    while (m_anotherWants.exchange(true))
        waitWhile(m_anotherWants);
    if (m_fences)
        platform::fenceAllThreads();
    waitWhile(m_ownerInside);
}

} // namespace warpbench::memory
