// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/device.h"

#include <cuda.h>

#include <cstddef>
#include <memory>
#include <utility>

namespace warpbench::cuda {

class ContextState;
/// A reference by which the objects created in a context keep it alive.
using ContextPtr = std::shared_ptr<ContextState>;

/// A context of a device. Copies share it; it is destroyed with the last copy and the last object
/// created in it.
///
/// **Threads.** A context belongs to the thread that created it, the device's worker. Everything
/// created in it is only used on that thread; use on another thread throws Error (internal).
/// Objects may be *destroyed* on any thread: on another one they pass their handle to the context,
/// whose thread frees it in the next ContextScope, in drain(), or when the context or the thread
/// ends. After the owning thread has ended, the thread that drops an object frees it.
class Context {
  public:
    /// Creates a context. \param flags  CU_CTX_SCHED_… etc.
    /// \throws CudaError
    static Context create(const Device& device, unsigned flags = CU_CTX_SCHED_AUTO);
    /// The device's primary context, shared with the CUDA runtime. \throws CudaError
    static Context primary(const Device& device);

    const Device& device() const noexcept;
    const Driver& driver() const noexcept;
    CUcontext handle() const noexcept;
    bool isPrimary() const noexcept;
    bool ownedByThisThread() const noexcept;

    /// Waits for all queued work. \throws CudaError, also for errors of earlier launches
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
    /// Lets this context access memory of another one. Repeated calls are allowed.
    void enablePeerAccess(const Context& peer) const;

    /// Frees what other threads dropped since the last call. Every ContextScope does the same.
    void drain() const;

    const ContextPtr& state() const noexcept { return m_state; }
    bool operator==(const Context& other) const noexcept { return m_state == other.m_state; }

    explicit Context(ContextPtr state) noexcept
        : m_state(std::move(state)) {}

  private:
    ContextPtr m_state;
};

/// Makes a context current on this thread for the scope's lifetime. Scopes nest; entering the
/// current context again costs two comparisons. The classes of this folder enter their context
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
    ContextPtr m_pushed; ///< null: it was already current
    ContextState* m_previous = nullptr;
};

/// Sets a limit of a context for its lifetime; then restores the previous value.
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

/// Called with errors from freeing an object (a destructor cannot throw). Without a handler, a line
/// is written to standard error. Errors that only repeat an earlier launch's error are dropped.
/// Called on any thread.
using CleanupErrorHandler = void (*)(const char* line);
void setCleanupErrorHandler(CleanupErrorHandler handler) noexcept;

} // namespace warpbench::cuda
