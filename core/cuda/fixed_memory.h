// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"

#include <cuda.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace warpbench::cuda {

/// A stretch of device addresses, in bytes.
struct AddressSpan {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;

    std::uint64_t end() const { return begin + bytes; }
};

/// Device memory at addresses of the caller's choice, for data that has pointers to itself in it
/// (cuMemAddressReserve, cuMemCreate, cuMemMap). Copies share the memory, which is unmapped when
/// the last one goes, by the thread that has it then.
class FixedMemory {
  public:
    /// Memory for all of these spans, in whole pages of the device.
    /// \throws Error (device) where the device has no virtual memory management, or something else
    /// is at these addresses; CudaError
    static std::vector<FixedMemory> map(const Context& context,
                                        const std::vector<AddressSpan>& wanted);

    std::size_t size() const noexcept { return m_size; } ///< bytes of memory

  private:
    FixedMemory(std::shared_ptr<const void> mapping, std::size_t size)
        : m_mapping(std::move(mapping))
        , m_size(size) {}

    std::shared_ptr<const void> m_mapping;
    std::size_t m_size;
};

} // namespace warpbench::cuda
