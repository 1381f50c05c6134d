// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"

#include <cuda.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace warpbench::cuda {

/// A range of device addresses, in bytes.
struct AddressSpan {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;

    std::uint64_t end() const { return begin + bytes; }
};

/// Device memory at addresses chosen by the caller, for data that contains pointers to itself
/// (cuMemAddressReserve, cuMemCreate, cuMemMap). Copies share the memory, which is unmapped with
/// the last one, on the thread that drops it.
class FixedMemory {
  public:
    /// Maps memory for all of these ranges, in whole pages of the device.
    /// \throws Error (device) if the device does not support virtual memory management, or the
    /// addresses are in use; CudaError
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
