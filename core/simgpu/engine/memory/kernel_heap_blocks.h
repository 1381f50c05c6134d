// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

class DeviceMemory;
class KernelHeap;

/// Whether an allocation that begins there is of malloc in kernels and was not freed yet: a kernel,
/// on whichever thread, may free it at any time. Of any device: addresses are the process's.
bool isKernelHeapBlock(std::uint64_t base);

/// All blocks of a heap, with their contents.
struct SavedHeap {
    struct Block {
        std::uint64_t base = 0;
        std::vector<std::byte> bytes;
    };
    std::vector<Block> blocks;
};

/// \pre no kernel runs that may use the heap
SavedHeap saveHeap(const KernelHeap& heap);
/// Makes a heap what it was: what was given since is free, what was freed since is back at its
/// address.
/// \pre no kernel runs that may use the heap
void restoreHeap(KernelHeap& heap, DeviceMemory& memory, const SavedHeap& saved);

} // namespace warpbench::simgpu::engine
