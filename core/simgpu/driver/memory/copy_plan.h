// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/launch/operation.h"

namespace warpbench::simgpu::driver {

class Stream;

/// What the memory types of a CUDA_MEMCPY2D or 3D, and its pitches, come down to.
/// \throws CUDA_ERROR_INVALID_VALUE where a range is not where its type says, or leaves its array;
///         CUDA_ERROR_INVALID_HANDLE for an array that is none
Copy planCopy(const CUDA_MEMCPY3D& asked);
CUDA_MEMCPY3D to3D(const CUDA_MEMCPY2D& asked);

enum class Side { host, device, either };
/// A plain run of bytes. `either`: found out from the address (unified addressing).
Copy planLinear(std::uint64_t to, Side toSide, std::uint64_t from, Side fromSide,
                std::size_t bytes);

/// Copies in the stream's order and waits, as the calls without Async do; nothing for no bytes.
void copyNow(Stream& stream, Copy copy);
/// Copies in the stream's order. Pageable host memory may be used again once this returns, as with
/// a real driver: small sources are taken a snapshot of, everything else is waited for.
void copyLater(Stream& stream, Copy copy);

} // namespace warpbench::simgpu::driver
