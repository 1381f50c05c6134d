// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/launch/operation.h"

namespace warpbench::simgpu::driver {

class Stream;

/// Resolves the memory types and pitches of a CUDA_MEMCPY2D or 3D.
/// \throws CUDA_ERROR_INVALID_VALUE if a range does not match its memory type or exceeds its array;
///         CUDA_ERROR_INVALID_HANDLE for an invalid array
Copy planCopy(const CUDA_MEMCPY3D& asked);
CUDA_MEMCPY3D to3D(const CUDA_MEMCPY2D& asked);

enum class Side { host, device, either };
/// A contiguous range. `either`: derived from the address (unified addressing).
Copy planLinear(std::uint64_t to, Side toSide, std::uint64_t from, Side fromSide,
                std::size_t bytes);

/// Copies in stream order and waits, as calls without Async do. Zero bytes do nothing.
void copyNow(Stream& stream, Copy copy);
/// Copies in stream order. Pageable host memory may be reused once this returns, as with a real
/// driver: small sources are copied to a snapshot; for everything else this waits.
void copyLater(Stream& stream, Copy copy);

} // namespace warpbench::simgpu::driver
