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

/// A block of a DevicePool. Its destructor gives it back, on any thread. Move-only.
///
/// The block belongs to the stream that it was allocated for: give it back only when nothing but
/// work *already queued* on that stream uses it (or on streams that it has been made to wait for).
/// Then the pool may reuse it at once on that stream, and on others after an event.
///
/// Work in a CUDA graph counts as such work for as long as the graph exists. A block that is given
/// back on the context's own thread while a graph is captured there stays active at its address. It
/// goes back once the graph, everything instantiated from it and their launches are gone. If a
/// block is given back later or on another thread, the graph must not be launched with it any more;
/// if it was launched on other streams, name the last one with setStream().
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

    /// The stream whose queued work must be done before anyone else may use the block. Does nothing
    /// without a block.
    void setStream(const cuda::Stream& stream);
    /// Gives the block back now; during a capture, together with the graph.
    void release() noexcept;

  private:
    friend class DevicePool;

    DevicePoolState* m_pool = nullptr; ///< lives as long as any of its blocks
    Range* m_range = nullptr;
    CUdeviceptr m_pointer = 0;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

/// Device memory that is reused instead of going back to the driver, whose own allocation takes
/// about 100 µs (measured on an H200). Blocks keep the parts of the pool that they need alive.
///
/// Small blocks are parts of slabs of up to 32 MiB. Large ones are in an address range where chunks
/// of memory are mapped as needed or, on a device that cannot map memory, in slabs for up to
/// three of them. Free neighbours are merged and free memory is split as required
/// (docs/decisions/device-pool.md). Memory more than a quarter above the recent peak use goes back
/// to the driver.
///
/// Stream order as in RAPIDS RMM: a block freed on one stream serves that stream at once, and
/// another stream after it waits for an event. The host never waits.
class DevicePool {
  public:
    explicit DevicePool(const cuda::Context& context);

    /// Only on the context's own thread, and not while a graph is captured there.
    /// \param bytes  0 is treated as 1
    /// \throws OutOfMemory if memory is short even after all held blocks went back to the driver;
    /// CudaError; Error (internal) during a capture, which stays valid
    PooledDeviceBlock allocate(std::size_t bytes, const cuda::Stream& stream);
    /// For the default stream.
    PooledDeviceBlock allocate(std::size_t bytes);

    /// Gives held blocks back to the driver. Only on the context's own thread. Waits for work that
    /// still uses large blocks.
    void freeHeld();
    /// From now on blocks go back to the driver as soon as they are given back. Large ones from
    /// another thread follow with the next block that the context's own thread gives back.
    void stopHolding();
    /// Gives a peer access to all blocks, now and later, once its context has peer access to this
    /// one, which does not cover memory that moves (cuMemSetAccess). Without it, copies to and from
    /// the peer are correct but slower. Only on the context's own thread.
    void allow(const cuda::Device& peer);

    PoolStatistics statistics() const; ///< any thread
    const cuda::Context& context() const noexcept;

  private:
    std::shared_ptr<DevicePoolState> m_state;
};

} // namespace warpbench::memory
