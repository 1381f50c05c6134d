// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/device.h"

#include <cuda.h>

#include <cstddef>
#include <memory>
#include <utility>

namespace warpbench::cuda {

class ContextState;
/// How the objects made in a context keep it alive.
using ContextPtr = std::shared_ptr<ContextState>;

/// A context of a device. Copies share it; it ends when the last copy and the last object made in
/// it are gone.
///
/// **Threads.** A context belongs to the thread that made it, the device's worker. Everything made
/// in it is used on that thread only; use on another throws Error (internal). Objects may *die* on
/// any thread: on another one they hand their handle to the context, whose thread frees it at the
/// next ContextScope, in drain(), or when the context or the thread ends. Once the owning thread
/// has ended, whoever drops an object frees it.
class Context {
  public:
    /// A new context. \param flags  CU_CTX_SCHED_… and the like
    /// \throws CudaError
    static Context create(const Device& device, unsigned flags = CU_CTX_SCHED_AUTO);
    /// The device's primary context, shared with the CUDA runtime. \throws CudaError
    static Context primary(const Device& device);

    const Device& device() const noexcept;
    const Driver& driver() const noexcept;
    CUcontext handle() const noexcept;
    bool isPrimary() const noexcept;
    bool ownedByThisThread() const noexcept;

    /// Waits for all that was queued. \throws CudaError, also for what earlier launches did
    void synchronize() const;
    struct MemoryInfo {
        std::size_t freeBytes = 0;
        std::size_t totalBytes = 0;
    };
    MemoryInfo memoryInfo() const;
    std::size_t limit(CUlimit limit) const;
    void setLimit(CUlimit limit, std::size_t value) const;
    struct PriorityRange {
        int least = 0;    ///< lowest priority, the larger number
        int greatest = 0; ///< highest priority, the smaller number
    };
    PriorityRange streamPriorities() const;
    /// Lets this context read and write memory of another one. Calling it twice is allowed.
    void enablePeerAccess(const Context& peer) const;

    /// Frees what died on other threads since the last time. Every ContextScope does it too.
    void drain() const;

    const ContextPtr& state() const noexcept { return m_state; }
    bool operator==(const Context& other) const noexcept { return m_state == other.m_state; }

    explicit Context(ContextPtr state) noexcept
        : m_state(std::move(state)) {}

  private:
    ContextPtr m_state;
};

/// Makes a context current on this thread while it lives. Scopes nest; entering the context that is
/// current already costs two comparisons. The classes of this folder enter their context by
/// themselves; open a scope only for direct calls through DriverApi.
class ContextScope {
  public:
    /// \throws Error (internal) on a thread that does not own the context, CudaError
    explicit ContextScope(const Context& context)
        : ContextScope(context.state()) {}
    explicit ContextScope(const ContextPtr& state);
    ~ContextScope();
    ContextScope(const ContextScope&) = delete;
    ContextScope& operator=(const ContextScope&) = delete;

  private:
    ContextPtr m_pushed; ///< null: it was current already
    ContextState* m_previous = nullptr;
};

/// Sets a limit of a context while it lives; then it is as it was before.
class LimitScope {
  public:
    /// \throws CudaError
    LimitScope(const Context& context, CUlimit limit, std::size_t value);
    ~LimitScope();
    LimitScope(const LimitScope&) = delete;
    LimitScope& operator=(const LimitScope&) = delete;

  private:
    Context m_context;
    CUlimit m_limit;
    std::size_t m_before;
};

/// Called with what went wrong while an object was being freed (a destructor cannot throw). Without
/// one, a line goes to standard error. Errors that only repeat an earlier launch's are left out.
/// Any thread.
using CleanupErrorHandler = void (*)(const char* line);
void setCleanupErrorHandler(CleanupErrorHandler handler) noexcept;

} // namespace warpbench::cuda
