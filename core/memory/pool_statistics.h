// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpbench::memory {

/// The contents of a pool. Held blocks were given back and wait to be reused. Active ones are in
/// use; managed bytes are both. Sizes are of blocks (rounded up), in bytes. In a pool that splits
/// and merges, free neighbours count as one held block.
struct PoolStatistics {
    std::size_t activeBlocks = 0;
    std::size_t heldBlocks = 0;
    std::size_t activeBytes = 0;
    std::size_t managedBytes = 0;
    std::size_t largestHeldBytes = 0; ///< of a single held block
    std::size_t requestedBytes = 0;   ///< requested by the users of active blocks
    std::size_t peakManagedBytes = 0; ///< since the pool was made
    std::uint64_t allocations = 0;    ///< served, since the pool was made
    std::uint64_t reuses = 0;         ///< of these, from held blocks
    std::uint64_t driverAllocations = 0;
    std::uint64_t movedChunks = 0; ///< of memory that moves: put to another address

    std::size_t heldBytes() const noexcept { return managedBytes - activeBytes; }
    /// From 0 if all held memory is one piece, towards 1 if it is many pieces.
    double fragmentation() const noexcept {
        return heldBytes() == 0 ? 0 : 1 - double(largestHeldBytes) / double(heldBytes());
    }
    bool operator==(const PoolStatistics&) const = default;
};

} // namespace warpbench::memory
