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

/// A handle whose object was dropped, and how to free it.
struct Grave {
    using Free = CUresult (*)(const DriverApi& api, std::uint64_t handle);

    ContextState* context = nullptr;
    std::uint64_t handle = 0;
    Free free = nullptr;   ///< null: destroy the context itself
    const char* call = ""; ///< for messages
    /// Released only after the handle, for example memory that was page-locked.
    std::shared_ptr<const void> needs = nullptr;
};

/// A thread that owns contexts, as seen by other threads: they leave handles and contexts here
/// for this thread to free. First in, first out, so a context comes after everything created in
/// it.
class OwnerThread {
  public:
    /// This thread's instance, created on first use; it ends with the thread.
    static std::shared_ptr<OwnerThread> ofThisThread();
    /// Cheap enough for every driver call.
    bool isThisThread() const noexcept { return s_current == this; }

    /// Leaves something to be freed. False: the thread has ended, so the caller must free it.
    /// Thread-safe.
    bool leave(Grave& grave) noexcept;
    /// Frees what was left, unless a graph is being captured. Only on the thread itself.
    void drain() noexcept {
        if (m_hasGraves.load(std::memory_order_acquire) && m_captures == 0) [[unlikely]]
            freeGraves();
    }

    /// What a graph needs of the work that was launched or returned during its capture.
    using Needs = std::vector<std::shared_ptr<const void>>;
    /// While a graph is captured, nothing is freed: cuMemFree would invalidate the capture.
    /// Launches of this thread are recorded on all streams, as a capture may fork to other streams.
    bool capturing() const noexcept { return m_captures > 0; }
    Needs* capturedNeeds() const noexcept { return m_capturedNeeds; }
    /// \returns the argument for endCapture
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

    /// Constant-initialized (constinit), so that accesses do not call an initialization function.
    static constinit thread_local OwnerThread* s_current;

    int m_captures = 0; ///< only for the thread itself, like the next one
    Needs* m_capturedNeeds = nullptr;
    std::mutex m_mutex;
    bool m_ended = false;
    std::vector<Grave> m_graves;
    std::atomic<bool> m_hasGraves = false;
};

} // namespace warpbench::cuda
