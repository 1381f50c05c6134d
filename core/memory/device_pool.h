// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/stream.h"
#include "core/memory/out_of_memory.h"
#include "core/memory/pool_statistics.h"

#include <cuda.h>

#include <cstddef>
#include <memory>
#include <utility>

namespace warpbench::memory {

class DevicePoolState;
struct Range;

/// A block of a DevicePool, given back when this goes, on any thread. Move-only.
///
/// The block belongs to the stream that it was allocated for: give it back only when nothing but
/// work *already queued* on that stream uses it (or on streams that it has been made to wait for).
/// Then the pool may hand it out again at once on that stream, and on others after an event.
///
/// Work in a CUDA graph is such work for as long as there is the graph. A block that is given back
/// on the context's own thread while a graph is captured there stays active, and where it is, until
/// the graph, all that was instantiated of it and their launches are gone, and then goes back. A
/// block that is given back later, or on another thread, is one that the graph is not launched with
/// any more; where it was launched on other streams, setStream() says which was the last.
class PooledDeviceBlock {
  public:
    PooledDeviceBlock() noexcept = default; ///< no block: pointer 0, size 0
    PooledDeviceBlock(PooledDeviceBlock&& other) noexcept
        : m_pool(std::exchange(other.m_pool, nullptr))
        , m_range(std::exchange(other.m_range, nullptr))
        , m_pointer(std::exchange(other.m_pointer, 0))
        , m_size(std::exchange(other.m_size, 0))
        , m_capacity(std::exchange(other.m_capacity, 0)) {}
    PooledDeviceBlock& operator=(PooledDeviceBlock&& other) noexcept {
        if (this != &other) {
            release();
            m_pool = std::exchange(other.m_pool, nullptr);
            m_range = std::exchange(other.m_range, nullptr);
            m_pointer = std::exchange(other.m_pointer, 0);
            m_size = std::exchange(other.m_size, 0);
            m_capacity = std::exchange(other.m_capacity, 0);
        }
        return *this;
    }
    ~PooledDeviceBlock() { release(); }

    CUdeviceptr pointer() const noexcept { return m_pointer; }
    std::size_t size() const noexcept { return m_size; } ///< bytes asked for
    std::size_t capacity() const noexcept { return m_capacity; }
    explicit operator bool() const noexcept { return m_pointer != 0; }

    /// The stream whose queued work must be done before anyone else may use the block. Of no block:
    /// nothing.
    void setStream(const cuda::Stream& stream);
    /// Gives the block back now; with the graph, where one is captured.
    void release() noexcept;

  private:
    friend class DevicePool;

    DevicePoolState* m_pool = nullptr; ///< lives while it has blocks
    Range* m_range = nullptr;
    CUdeviceptr m_pointer = 0;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

/// Device memory that is used again instead of going back to the driver, whose own allocation costs
/// about 100 µs (reference: measured on an H200). Blocks keep what they need of the pool alive.
///
/// Small blocks are parts of slabs of up to 32 MiB; large ones are in addresses to which chunks of
/// memory are put as they are needed there, or, where a device cannot do that, in slabs of up to
/// three of them. Free neighbours are merged and free memory is split as sizes come
/// (docs/decisions/device-pool.md). What is more than a quarter above what was in use at one time
/// lately goes back to the driver.
///
/// Stream order as RAPIDS RMM has it: a block freed on one stream serves that stream at once, and
/// another stream after that one waits for an event. Nothing waits on the host.
class DevicePool {
  public:
    explicit DevicePool(const cuda::Context& context);

    /// On the context's own thread, not while a graph is captured there.
    /// \param bytes  0 is served like 1
    /// \throws OutOfMemory after all held blocks went back to the driver without avail; CudaError;
    /// Error (internal) during a capture, which that does not spoil
    PooledDeviceBlock allocate(std::size_t bytes, const cuda::Stream& stream);
    /// For the default stream.
    PooledDeviceBlock allocate(std::size_t bytes);

    /// Gives held blocks back to the driver. The context's own thread. Waits for what uses large
    /// ones still.
    void freeHeld();
    /// From now on blocks go back to the driver as soon as they are given back; large ones that
    /// another thread gives back with the next that the context's own does.
    void stopHolding();
    /// Lets a peer reach all blocks, now and later, once its context has peer access to this one,
    /// which is not enough for memory that moves (cuMemSetAccess). Without it copies to and from
    /// the peer are right, and slower. The context's own thread.
    void allow(const cuda::Device& peer);

    PoolStatistics statistics() const; ///< any thread
    const cuda::Context& context() const noexcept;

  private:
    std::shared_ptr<DevicePoolState> m_state;
};

} // namespace warpbench::memory
