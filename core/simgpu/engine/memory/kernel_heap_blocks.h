// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

class DeviceMemory;
class KernelHeap;

/// Whether a live allocation from malloc in kernels starts there, which a kernel on any thread may
/// free at any time. Works for all devices, because addresses are unique in the process.
bool isKernelHeapBlock(std::uint64_t base);

/// All blocks of a heap and their contents.
struct SavedHeap {
    struct Block {
        std::uint64_t base = 0;
        std::vector<std::byte> bytes;
    };
    std::vector<Block> blocks;
};

/// \pre no kernel that may use the heap is running
SavedHeap saveHeap(const KernelHeap& heap);
/// Restores the saved state: frees newer allocations and allocates freed ones again at their
/// addresses.
/// \pre no kernel that may use the heap is running
void restoreHeap(KernelHeap& heap, DeviceMemory& memory, const SavedHeap& saved);

} // namespace warpbench::simgpu::engine
