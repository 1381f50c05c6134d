// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/owner_thread.h"
#include "core/platform/memory_fence.h"

#include <atomic>

namespace warpbench::memory {

/// A lock for a few dozen instructions that one thread, a context's own, takes nearly always and
/// other threads rarely. The owner needs no atomic exchange: it stores that it is inside and checks
/// whether another thread wants in, both plain moves. The other thread pays for both: it stores
/// that it wants in, makes every thread pass a fence, and waits until the owner is out.
///
/// Why that is a lock: the two flags are Dekker's. Each side stores its own flag before it loads
/// the other's. With a fence between them on both sides, at least one sees the other's flag, and
/// the owner then steps back. The owner's fence is the other thread's fenceAllThreads(): either the
/// owner stored before it, and the other thread sees that, or the owner loads after it and sees
/// the other thread's flag. Without such a fence both flags are sequentially consistent, which is
/// an exchange for the owner. A thread that enters has acquired what the previous one released on
/// leaving. That orders accesses to what is locked, also for the thread sanitizer.
///
/// Leaving is one store, the last access to the lock: the next thread to enter may destroy it.
class OwnerLock {
  public:
    /// \param owner  lives as long as this
    /// \param fences  whether fenceAllThreads() is available
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
    std::atomic<bool> m_anotherWants = false; ///< or is inside; also locks out the others
};

} // namespace warpbench::memory
