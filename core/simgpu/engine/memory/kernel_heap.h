// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace warpbench::simgpu::engine {

class DeviceMemory;

/// The heap for malloc in kernels. It belongs to a context, so that a later launch can use and free
/// what an earlier one allocated. Thread-safe.
class KernelHeap {
  public:
    explicit KernelHeap(std::shared_ptr<DeviceMemory> memory)
        : m_memory(std::move(memory)) {}
    ~KernelHeap(); ///< frees what kernels have not freed
    KernelHeap(const KernelHeap&) = delete;
    KernelHeap& operator=(const KernelHeap&) = delete;

    /// \param limit  size of the whole heap in bytes, CU_LIMIT_MALLOC_HEAP_SIZE
    /// \return 0 if the heap is full, or if `size` is 0
    std::uint64_t allocate(std::uint64_t size, std::uint64_t limit);
    /// False if `base` is not a live allocation.
    bool free(std::uint64_t base);

  private:
    const std::shared_ptr<DeviceMemory> m_memory;
    std::mutex m_mutex;
    std::unordered_map<std::uint64_t, std::uint64_t> m_blocks; ///< base → bytes
    std::uint64_t m_used = 0;                                  ///< bytes
};

} // namespace warpbench::simgpu::engine
