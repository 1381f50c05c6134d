// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace warpbench::simgpu::engine {

class DeviceMemory;

/// What malloc in kernels gave: a context's, so that a later launch can use and free what an
/// earlier one allocated. Thread-safe.
class KernelHeap {
  public:
    explicit KernelHeap(std::shared_ptr<DeviceMemory> memory)
        : m_memory(std::move(memory)) {}
    ~KernelHeap(); ///< frees what kernels did not
    KernelHeap(const KernelHeap&) = delete;
    KernelHeap& operator=(const KernelHeap&) = delete;

    /// \param limit  bytes of the whole heap, CU_LIMIT_MALLOC_HEAP_SIZE
    /// \return 0 where that does not suffice, or where `size` is 0
    std::uint64_t allocate(std::uint64_t size, std::uint64_t limit);
    /// False where `base` was not given, or was given back before.
    bool free(std::uint64_t base);

  private:
    const std::shared_ptr<DeviceMemory> m_memory;
    std::mutex m_mutex;
    std::unordered_map<std::uint64_t, std::uint64_t> m_blocks; ///< base → bytes
    std::uint64_t m_used = 0;                                  ///< bytes
};

} // namespace warpbench::simgpu::engine
