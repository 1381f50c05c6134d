// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/register_limits.h"

#include "core/simgpu/engine/engine.h"
#include "core/simgpu/engine/register_directives.h"

#include <algorithm>

namespace warpbench::simgpu::driver {

namespace {

constexpr int kMostPerThread = 255;
constexpr int kLeastLimit = 24;

/// Threads of a block that a directive names, 0: of none; more than there can be count as 1024.
int threadsOf(const engine::Dim3& size) {
    std::uint64_t threads = 1;
    for (const std::uint32_t extent : size)
        threads = std::min<std::uint64_t>(threads * extent, 1024);
    return static_cast<int>(threads);
}

/// The register limit at which this many blocks of this many threads fit at once.
int registersFor(int threads, int blocks) {
    const int warps = (std::min(threads, 1024) + 31) / 32 * std::min(blocks, 64);
    return std::clamp(kRegisterFile / warps / 256 * 8, kLeastLimit, kMostPerThread);
}

int limitOf(std::uint32_t registers) {
    return static_cast<int>(std::clamp<std::uint32_t>(registers, kLeastLimit, kMostPerThread));
}

} // namespace

int registersPerWarp(int registers) {
    return (registers * 32 + 255) / 256 * 256;
}

int threadsWith(int registers) {
    return std::min(1024, kRegisterFile / registersPerWarp(registers) * 32);
}

int mostRegisters(const engine::KernelInfo& kernel, const engine::RegisterDirectives& directives,
                  const RegisterLimits& limits) {
    const int declared = std::max(threadsOf(kernel.maxThreads), threadsOf(kernel.requiredThreads));
    int most = kMostPerThread;
    if (directives.maxRegisters > 0 || declared > 0) {
        if (directives.maxRegisters > 0)
            most = limitOf(directives.maxRegisters);
        if (declared > 0)
            most = std::min(most, registersFor(declared, static_cast<int>(std::clamp(
                                                             directives.minBlocksPerSm, 1u, 64u))));
        return most;
    }
    if (limits.registers > 0)
        most = limitOf(limits.registers);
    if (limits.threadsPerBlock > 0)
        most = std::min(most,
                        registersFor(static_cast<int>(std::min(limits.threadsPerBlock, 1024u)), 1));
    return most;
}

} // namespace warpbench::simgpu::driver
