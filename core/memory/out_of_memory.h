// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/error.h"

#include <cstddef>

namespace warpbench::cuda {
class Device;
}

namespace warpbench::memory {

/// A pool could not get a block, even after it gave all held blocks back to the driver.
class OutOfMemory : public cuda::CudaError {
  public:
    struct Amounts {
        std::size_t wantedBytes = 0;
        std::size_t freeBytes = 0;     ///< on the device, says the driver; 0 for host memory
        std::size_t totalBytes = 0;    ///< of the device; 0 for host memory
        std::size_t activeBytes = 0;   ///< of this pool's blocks in use
        std::size_t releasedBytes = 0; ///< held blocks, given back to the driver before failing
    };

    OutOfMemory(const cuda::Device& device, CUresult code, const char* call, bool hostMemory,
                const Amounts& amounts);

    const Amounts& amounts() const noexcept { return m_amounts; }

  private:
    Amounts m_amounts;
};

} // namespace warpbench::memory
