// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::engine {
struct KernelInfo;
struct RegisterDirectives;
} // namespace warpbench::simgpu::engine

namespace warpbench::simgpu::driver {

/// What the options of a module load or a link allow its kernels; 0: they do not say.
struct RegisterLimits {
    std::uint32_t registers = 0;       ///< per thread: CU_JIT_MAX_REGISTERS
    std::uint32_t threadsPerBlock = 0; ///< that must be possible: CU_JIT_THREADS_PER_BLOCK
};

inline constexpr int kRegisterFile = 65536; ///< per block, compute capability 5.0 to 12.1

/// Registers that 32 threads are given: 256 at a time.
int registersPerWarp(int registers);

/// The largest block whose threads may have so many registers each; at most 1024 threads.
int threadsWith(int registers);

/// The most registers that a kernel's threads may have. Directives of the PTX win over options, as
/// ptxas and driver 580.159 have it: .maxnreg, or the block size that .maxntid or .reqntid
/// declares, .minnctapersm times. No limit goes below 24 registers (ptxas 13.0, sm_75 to sm_120).
int mostRegisters(const engine::KernelInfo& kernel, const engine::RegisterDirectives& directives,
                  const RegisterLimits& limits);

} // namespace warpbench::simgpu::driver
