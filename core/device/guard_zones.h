// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/report/run_report.h"

#include <cuda.h>

#include <cstdint>
#include <optional>
#include <string>

/// Memory before and after a buffer that no kernel may write. A real GPU says nothing of a kernel
/// that writes past the end of its buffer into another one: these zones do, after each launch.
namespace warpbench::session {

/// Of each of the two zones of a buffer: a block of 1024 threads that goes one float4 too far.
inline constexpr std::uint64_t kGuardBytes = 16384;

/// Fills the zones round a buffer. \throws CudaError
void fillGuardZones(const cuda::Context& context, CUdeviceptr begin, std::uint64_t bytes);

struct GuardDamage {
    std::uint64_t bytes = 0; ///< how many were changed
    std::int64_t offset = 0; ///< of the first one from the buffer's start; negative: before it
};

/// What was written into the zones; nothing where they are whole. \throws CudaError
std::optional<GuardDamage> findGuardDamage(const cuda::Context& context, CUdeviceptr begin,
                                           std::uint64_t bytes);

/// The same in the report's words.
Fault guardFault(const GuardDamage& damage, const std::string& kernel, const std::string& buffer,
                 std::uint64_t bufferBytes);

} // namespace warpbench::session
