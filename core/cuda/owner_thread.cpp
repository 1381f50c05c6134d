// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/owner_thread.h"

#include "core/cuda/context_state.h"
#include "core/platform/per_thread.h"

namespace warpbench::cuda {

constinit thread_local OwnerThread* OwnerThread::s_current = nullptr;

/// Ends with the thread, and frees what was left to it, still on its own thread.
struct OwnerThreadGuard {
    std::shared_ptr<OwnerThread> owner = std::make_shared<OwnerThread>();

    OwnerThreadGuard() { OwnerThread::s_current = owner.get(); }
    ~OwnerThreadGuard() {
        owner->end();
        OwnerThread::s_current = nullptr;
    }
};

std::shared_ptr<OwnerThread> OwnerThread::ofThisThread() {
    return platform::PerThread<OwnerThreadGuard>::get().owner;
}

bool OwnerThread::leave(Grave& grave) noexcept {
    const std::lock_guard lock(m_mutex);
    if (m_ended)
        return false;
    m_graves.push_back(std::move(grave));
    m_hasGraves.store(true, std::memory_order_release);
    return true;
}

void OwnerThread::freeGraves() noexcept {
    std::vector<Grave> graves;
    {
        const std::lock_guard lock(m_mutex);
        graves.swap(m_graves);
        m_hasGraves.store(false, std::memory_order_release);
    }
    for (Grave& grave : graves) {
        if (grave.free)
            grave.context->free(grave);
        else
            delete grave.context;
    }
    // What the graves needed is only released now: it may hold the last reference to a context that
    // a later grave in the list still refers to.
}

void OwnerThread::end() noexcept {
    m_captures = 0;
    for (;;) {
        freeGraves();
        const std::lock_guard lock(m_mutex);
        if (m_graves.empty()) {
            m_ended = true;
            return;
        }
    }
}

} // namespace warpbench::cuda
