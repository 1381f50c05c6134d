// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::engine {
struct KernelInfo;
struct RegisterDirectives;
} // namespace warpbench::simgpu::engine

namespace warpbench::simgpu::driver {

/// Limits that the options of a module load or a link set for kernels; 0: not set.
struct RegisterLimits {
    std::uint32_t registers = 0;       ///< per thread: CU_JIT_MAX_REGISTERS
    std::uint32_t threadsPerBlock = 0; ///< minimum to be supported: CU_JIT_THREADS_PER_BLOCK
};

inline constexpr int kRegisterFile = 65536; ///< per block, compute capability 5.0 to 12.1

/// Registers are allocated per warp (32 threads) in units of 256.
int registersPerWarp(int registers);

/// The largest block that fits with this many registers per thread; at most 1024 threads.
int threadsWith(int registers);

/// The register limit of a kernel's threads. As in ptxas and driver 580.159, PTX directives take
/// precedence over options: .maxnreg, or the block size in .maxntid or .reqntid times
/// .minnctapersm. No limit goes below 24 registers (ptxas 13.0, sm_75 to sm_120).
int mostRegisters(const engine::KernelInfo& kernel, const engine::RegisterDirectives& directives,
                  const RegisterLimits& limits);

} // namespace warpbench::simgpu::driver
