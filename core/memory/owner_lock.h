// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/owner_thread.h"
#include "core/platform/memory_fence.h"

#include <atomic>

namespace warpbench::memory {

/// A lock for a few dozen instructions that one thread, a context's own, takes nearly always, and
/// another now and then. The owner pays no atomic exchange: it says that it is inside and looks
/// whether another one wants in, both plain moves. Another one pays for both: it says that it
/// wants in, lets every thread pass a fence, and waits until the owner is out.
///
/// Why that is a lock: the two flags are Dekker's. Each side stores its own flag before it loads
/// the other's; with a fence between them on both sides at least one sees the other's, and the
/// owner then steps back. The owner's fence is fenceAllThreads() of the other one: either the
/// owner had stored before that, and the other one sees it, or the owner loads after it, and sees
/// the other one's. Where there is no such fence both flags are sequentially consistent, which is
/// an exchange for the owner. Who comes in has seen, by an acquire, the release with which the one
/// before went out: that is what orders what is locked, also as the thread sanitizer reckons.
///
/// Going out is one store, the last that touches the lock: whoever comes in next may end it.
class OwnerLock {
  public:
    /// \param owner  lives as long as this
    /// \param fences  whether fenceAllThreads() can be had
    explicit OwnerLock(const cuda::OwnerThread& owner,
                       bool fences = platform::canFenceAllThreads()) noexcept
        : m_owner(owner)
        , m_fences(fences) {}

    void lock() noexcept {
        if (!m_owner.isThisThread()) [[unlikely]]
            return lockByAnother();
        sayInside();
        if (m_anotherWants.load()) [[unlikely]]
            letAnother();
    }
    void unlock() noexcept {
        std::atomic<bool>& mine = m_owner.isThisThread() ? m_ownerInside : m_anotherWants;
        mine.store(false, std::memory_order_release);
    }

  private:
    void sayInside() noexcept {
        if (m_fences) [[likely]] {
            m_ownerInside.store(true, std::memory_order_relaxed);
            std::atomic_signal_fence(std::memory_order_seq_cst); // the compiler keeps the order
        } else {
            m_ownerInside.store(true);
        }
    }
    void letAnother() noexcept;
    void lockByAnother() noexcept;

    const cuda::OwnerThread& m_owner;
    const bool m_fences;
    std::atomic<bool> m_ownerInside = false;
    std::atomic<bool> m_anotherWants = false; ///< or is inside; also the lock of others among them
};

} // namespace warpbench::memory
