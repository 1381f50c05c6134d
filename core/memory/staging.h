// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/stream.h"

#include <cuda.h>

#include <cstddef>
#include <memory>

namespace warpbench::memory {

/// Copies between pageable host memory and a device through page-locked chunks. Several threads
/// fill or empty chunks while the device copies others. On an H200 with chunks of 16 MiB, 8 threads
/// reach 29 GB/s to the device and 27 GB/s back; the driver's own pageable copy reaches 5 to 9.
/// One copy at a time, called on the context's own thread; helper threads only touch host memory.
///
/// The first copies make the chunks: while one is being page-locked, threads fill others, and the
/// device copies those that are ready.
class StagingCopier {
  public:
    struct Options {
        unsigned threads = 0;                      ///< 0: half the processors, 1 to 8
        std::size_t chunkBytes = 16 * 1024 * 1024; ///< measured fastest; 4 MiB halves the speed
    };

    StagingCopier(const cuda::Context& context, Options options);
    explicit StagingCopier(const cuda::Context& context);
    ~StagingCopier();
    StagingCopier(const StagingCopier&) = delete;
    StagingCopier& operator=(const StagingCopier&) = delete;

    /// Returns when `source` may be changed; later work on `stream` sees the data.
    /// \returns false without page-locked memory for chunks; a part may then have been copied
    /// \throws CudaError
    [[nodiscard]] bool upload(const cuda::Stream& stream, CUdeviceptr target, const void* source,
                              std::size_t bytes);
    /// Returns when `target` holds the result of the stream's earlier work in `source`.
    /// \returns, \throws  as upload
    [[nodiscard]] bool download(const cuda::Stream& stream, void* target, CUdeviceptr source,
                                std::size_t bytes);

    unsigned threads() const noexcept;
    /// Size of the chunks that are page-locked so far, bytes.
    std::size_t lockedBytes() const noexcept;

  private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace warpbench::memory
