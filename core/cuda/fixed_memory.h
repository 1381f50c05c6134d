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

/// Device memory at an address of the caller's choice, for data that has pointers to itself in it
/// (cuMemAddressReserve, cuMemCreate, cuMemMap). Copies share the memory, which is unmapped when
/// the last one goes, by the thread that has it then.
class FixedMemory {
  public:
    /// The spans that have to be mapped so that all of these are: made of whole pages of device
    /// memory, in ascending order, none next to another.
    /// \throws Error (device) where the device has no virtual memory management
    static std::vector<AddressSpan> spansFor(const Context& context,
                                             const std::vector<AddressSpan>& wanted);
    /// \param span  one of spansFor()
    /// \throws Error (device) where something else is at these addresses, CudaError
    static FixedMemory map(const Context& context, AddressSpan span);

    CUdeviceptr pointer() const noexcept { return CUdeviceptr(m_span.begin); }
    std::size_t size() const noexcept { return std::size_t(m_span.bytes); } ///< bytes

  private:
    FixedMemory(std::shared_ptr<const void> mapping, AddressSpan span)
        : m_mapping(std::move(mapping))
        , m_span(span) {}

    std::shared_ptr<const void> m_mapping;
    AddressSpan m_span;
};

} // namespace warpbench::cuda
