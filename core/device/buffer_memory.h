// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/memory.h"
#include "core/memory/device_pool.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace warpbench::session {

/// Adds to a total for its lifetime. Move-only.
class CountedBytes {
  public:
    CountedBytes() = default;
    CountedBytes(std::shared_ptr<std::atomic<std::uint64_t>> total, std::uint64_t bytes)
        : m_total(std::move(total))
        , m_bytes(bytes) {
        *m_total += m_bytes;
    }
    CountedBytes(CountedBytes&& other) noexcept
        : m_total(std::move(other.m_total))
        , m_bytes(other.m_bytes) {}
    CountedBytes& operator=(CountedBytes&& other) noexcept {
        std::swap(m_total, other.m_total);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    ~CountedBytes() {
        if (m_total)
            *m_total -= m_bytes;
    }

  private:
    std::shared_ptr<std::atomic<std::uint64_t>> m_total; ///< null: counts nothing
    std::uint64_t m_bytes = 0;
};

/// Device memory of a buffer: from the pool on a real GPU; on a simulated one, an allocation of
/// exactly the buffer's size, so that an access one element too far is detected.
class BufferMemory {
  public:
    BufferMemory() = default;
    explicit BufferMemory(memory::PooledDeviceBlock block)
        : m_pooled(std::move(block)) {}
    /// \param counted  memory outside of pools
    BufferMemory(cuda::DeviceMemory memory, CountedBytes counted)
        : m_exact(std::move(memory))
        , m_counted(std::move(counted)) {}
    BufferMemory(cuda::ManagedMemory memory, CountedBytes counted)
        : m_managed(std::move(memory))
        , m_counted(std::move(counted)) {}
    /// \param memory  mapped into the device's address space
    BufferMemory(cuda::HostMemory memory, CountedBytes counted)
        : m_mapped(std::move(memory))
        , m_counted(std::move(counted)) {}

    /// The requested size.
    std::uint64_t bytes() const {
        return m_managed  ? m_managed->size()
               : m_mapped ? m_mapped->size()
               : m_exact  ? m_exact->size()
                          : m_pooled.size();
    }
    CUdeviceptr pointer() const {
        return m_managed  ? m_managed->pointer()
               : m_mapped ? m_mapped->devicePointer()
               : m_exact  ? m_exact->pointer()
                          : m_pooled.pointer();
    }
    bool onDevice() const { return !m_managed && !m_mapped; }

  private:
    memory::PooledDeviceBlock m_pooled;
    std::optional<cuda::DeviceMemory> m_exact;
    std::optional<cuda::ManagedMemory> m_managed;
    std::optional<cuda::HostMemory> m_mapped;
    CountedBytes m_counted;
};

/// A buffer that stays on the device between runs.
struct ResidentBuffer {
    std::string key;         ///< empty: its contents are uncertain, and it cannot be found
    std::uint64_t first = 0; ///< offset of its own rows in its memory
    std::uint64_t bytes = 0; ///< size of its own rows
    BufferMemory memory;
    bool kept = false; ///< DeviceBuffer::kept
};

} // namespace warpbench::session
