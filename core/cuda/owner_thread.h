// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/driver_api.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace warpbench::cuda {

class ContextState;

/// A handle whose object is gone, and how to free it.
struct Grave {
    using Free = CUresult (*)(const DriverApi& api, std::uint64_t handle);

    ContextState* context = nullptr;
    std::uint64_t handle = 0;
    Free free = nullptr;   ///< null: the context itself is to end
    const char* call = ""; ///< for messages
    /// Released only after the handle, for example memory that was page-locked.
    std::shared_ptr<const void> needs = nullptr;
};

/// A thread that owns contexts, as other threads see it: its graveyard, where they leave handles
/// and contexts that this thread frees. First in, first out, so a context comes after all that was
/// made in it.
class OwnerThread {
  public:
    /// This thread's, made at first use; it ends with the thread.
    static std::shared_ptr<OwnerThread> ofThisThread();
    /// Cheap enough for every call of the driver.
    bool isThisThread() const noexcept { return s_current == this; }

    /// Leaves something to be freed. False: the thread has ended, so the caller frees it itself.
    /// Any thread.
    bool leave(Grave& grave) noexcept;
    /// Frees what was left, unless a graph is being captured. The thread itself only.
    void drain() noexcept {
        if (m_hasGraves.load(std::memory_order_acquire) && m_captures == 0) [[unlikely]]
            freeGraves();
    }

    /// What a graph needs of what was launched, or given back, while it was captured.
    using Needs = std::vector<std::shared_ptr<const void>>;
    /// While a graph is captured nothing is freed: cuMemFree would spoil the capture. And what this
    /// thread launches, on whichever stream, is noted, for a capture may fork to other streams.
    bool capturing() const noexcept { return m_captures > 0; }
    Needs* capturedNeeds() const noexcept { return m_capturedNeeds; }
    /// \returns what to give to endCapture
    Needs* beginCapture(Needs& needs) noexcept {
        ++m_captures;
        return std::exchange(m_capturedNeeds, &needs);
    }
    void endCapture(Needs* before) noexcept {
        --m_captures;
        m_capturedNeeds = before;
    }

  private:
    friend struct OwnerThreadGuard;
    void freeGraves() noexcept;
    void end() noexcept;

    /// Said to be initialised by a constant, so that nobody who asks calls a function first.
    static constinit thread_local OwnerThread* s_current;

    int m_captures = 0; ///< the thread itself only, as the next
    Needs* m_capturedNeeds = nullptr;
    std::mutex m_mutex;
    bool m_ended = false;
    std::vector<Grave> m_graves;
    std::atomic<bool> m_hasGraves = false;
};

} // namespace warpbench::cuda
