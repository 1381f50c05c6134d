// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/memory.h"

#include <cuda.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace warpbench::launch {

/// Memory to overwrite so that the L2 cache no longer holds any of a launch's data.
class CacheFlusher {
  public:
    explicit CacheFlusher(const cuda::Context& context)
        : m_bytes(2 * std::size_t(std::max(
                          context.device().attributeOrZero(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE), 0)))
        , m_memory(cuda::DeviceMemory::allocate(context, m_bytes)) {}

    void flush(const cuda::Stream& stream) const {
        cuda::fill32Async(stream, m_memory.pointer(), 0, m_bytes / sizeof(std::uint32_t));
    }

  private:
    std::size_t m_bytes;
    cuda::DeviceMemory m_memory;
};

} // namespace warpbench::launch
