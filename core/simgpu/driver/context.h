// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/launch/operation.h"
#include "core/simgpu/driver/launch/scheduler.h"
#include "core/simgpu/driver/launch/stream.h"

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace warpbench::simgpu::driver {

class Device;

/// A context: the streams, modules and memory that a program has on one device, and the error that
/// broke it. Thread-safe.
class Context : public std::enable_shared_from_this<Context> {
  public:
    Context(Device& device, unsigned int flags, unsigned int apiVersion, bool primary);

    Device& device() const noexcept { return m_device; }
    CUcontext handle() const noexcept { return m_handle; }
    void setHandle(CUcontext handle) noexcept { m_handle = handle; }
    std::uint64_t id() const noexcept { return m_id; }
    bool primary() const noexcept { return m_primary; }
    unsigned int apiVersion() const noexcept { return m_apiVersion; }
    unsigned int flags() const noexcept { return m_flags; }
    void setFlags(unsigned int flags) noexcept { m_flags = flags; }

    bool alive() const noexcept { return m_alive; }
    /// Makes a primary context usable, also again after a reset.
    void revive();
    /// Waits for its work, then frees everything that belongs to it. The handle stays known, so a
    /// thread that still has it current gets CUDA_ERROR_CONTEXT_IS_DESTROYED.
    void destroyContents();

    // The error that a fault left behind; every later call returns it.
    CUresult stickyError() const noexcept { return m_sticky; }
    void setStickyError(CUresult error) noexcept;
    void clearStickyError() noexcept { m_sticky = CUDA_SUCCESS; }
    /// \throws the sticky error, or CUDA_ERROR_CONTEXT_IS_DESTROYED
    void requireUsable() const;

    std::size_t limit(CUlimit limit) const;
    void setLimit(CUlimit limit, std::size_t value);
    CUfunc_cache cacheConfig() const noexcept { return m_cacheConfig; }
    void setCacheConfig(CUfunc_cache config) noexcept { m_cacheConfig = config; }

    std::shared_ptr<Stream> createStream(unsigned int flags, int priority);
    /// Drops the handle; `synchronize` still waits for the stream's work.
    void dropStream(Stream& stream);
    const std::shared_ptr<Stream>& legacyStream();
    std::shared_ptr<Stream> perThreadStream();
    /// Streams that synchronize with the legacy stream.
    std::vector<std::shared_ptr<Stream>> blockingStreams() const;

    /// Inserts work into a stream's order: `make` gets the tasks that must end first, and returns
    /// the task that the stream's next work has to wait for.
    template <typename Make>
    TaskPtr order(Stream& stream, Make&& make) {
        const std::lock_guard lock(m_mutex);
        const std::vector<TaskPtr> after = predecessors(stream);
        stream.m_tail = make(std::span<const TaskPtr>(after));
        return stream.m_tail;
    }
    /// Runs an operation now, unless the context is broken; a fault breaks it.
    void run(const Operation& operation) noexcept;

    /// The last operation of every stream.
    std::vector<TaskPtr> tails() const;
    /// All except the legacy stream.
    std::vector<std::shared_ptr<Stream>> streams() const;
    void synchronize();
    TaskPtr tailOf(const Stream& stream) const;
    /// All later work, in any stream, waits for the task.
    void addBarrier(TaskPtr task);
    void beginCapture() noexcept { ++m_captures; }
    void endCapture() noexcept { --m_captures; }
    bool anyCapture() const noexcept { return m_captures > 0; }

    /// The heap behind malloc in this context's kernels.
    std::shared_ptr<engine::KernelHeap> kernelHeap();

    /// Buffers what a kernel printed until the next synchronization point.
    void print(std::string_view text);
    /// Writes the buffer to file descriptor 1, as the real driver does.
    void flushPrint();

    void enablePeer(Device& peer);
    void disablePeer(Device& peer);
    bool peerEnabled(const Device& peer) const;

  private:
    std::vector<TaskPtr> predecessors(Stream& stream);
    void pruneOrphans();

    Device& m_device;
    CUcontext m_handle = nullptr;
    std::atomic<unsigned int> m_flags;
    const unsigned int m_apiVersion;
    const bool m_primary;
    const std::uint64_t m_id;
    std::atomic<bool> m_alive{true};
    std::atomic<CUresult> m_sticky{CUDA_SUCCESS};
    std::atomic<int> m_captures{0};
    std::atomic<CUfunc_cache> m_cacheConfig{CU_FUNC_CACHE_PREFER_NONE};

    mutable std::mutex m_mutex;
    std::map<CUlimit, std::size_t> m_limits;
    std::shared_ptr<Stream> m_legacy;
    std::vector<std::shared_ptr<Stream>> m_streams; ///< all except the legacy stream
    std::map<std::thread::id, std::shared_ptr<Stream>> m_perThread;
    std::vector<std::pair<TaskPtr, bool>> m_orphans; ///< from destroyed streams; true: blocking
    std::vector<TaskPtr> m_barriers;                 ///< from cuCtxWaitEvent
    std::set<Device*> m_peers;
    std::shared_ptr<engine::KernelHeap> m_kernelHeap; ///< null until a kernel runs

    std::mutex m_printMutex;
    std::string m_printed;
};

using ContextPtr = std::shared_ptr<Context>;

/// The contexts that a thread has made current, the current one last.
std::vector<ContextPtr>& contextStack();
/// The current context.
/// \throws CUDA_ERROR_INVALID_CONTEXT, CUDA_ERROR_CONTEXT_IS_DESTROYED, or its sticky error
ContextPtr currentContext();

} // namespace warpbench::simgpu::driver
