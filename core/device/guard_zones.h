// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/report/run_report.h"

#include <cuda.h>

#include <cstdint>
#include <optional>
#include <string>

/// Memory before and after a buffer that no kernel may write. A real GPU does not report a kernel
/// that writes past its buffer's end into another one; checking the zones after each launch does.
namespace warpbench::session {

/// Size of each zone: enough for a block of 1024 threads that goes one float4 too far.
inline constexpr std::uint64_t kGuardBytes = 16384;

/// Fills the zones around a buffer. \throws CudaError
void fillGuardZones(const cuda::Context& context, CUdeviceptr begin, std::uint64_t bytes);

struct GuardDamage {
    std::uint64_t bytes = 0; ///< number of changed bytes
    std::int64_t offset = 0; ///< of the first changed byte from the buffer's start; may be negative
};

/// The damage to the zones; empty if they are intact. \throws CudaError
std::optional<GuardDamage> findGuardDamage(const cuda::Context& context, CUdeviceptr begin,
                                           std::uint64_t bytes);

/// The same in the report's form.
Fault guardFault(const GuardDamage& damage, const std::string& kernel, const std::string& buffer,
                 std::uint64_t bufferBytes);

} // namespace warpbench::session
