// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/pool_accounts.h"

#include <cuda.h>

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

/// How pools handle the blocks that they hold back from the driver.
namespace warpbench::memory {

/// By capacity; among equals the latest is last.
template <class Block>
using HeldBlocks = std::map<std::size_t, std::vector<Block>>;

/// Takes held blocks out for the driver, largest first, until they add up to `enough` bytes. The
/// caller holds the pool's lock.
/// \param leaving  receives the blocks \returns their bytes
template <class Block>
std::size_t takeForDriver(HeldBlocks<Block>& held, std::size_t enough, PoolAccounts& accounts,
                          std::vector<Block>& leaving) {
    std::size_t bytes = 0;
    for (auto shelf = held.rbegin(); shelf != held.rend() && bytes < enough; ++shelf) {
        while (!shelf->second.empty() && bytes < enough) {
            leaving.push_back(std::move(shelf->second.back()));
            shelf->second.pop_back();
            accounts.returnedToDriver(shelf->first);
            bytes += shelf->first;
        }
    }
    return bytes;
}

struct DriverAllocation {
    CUresult code = CUDA_SUCCESS;
    std::size_t released = 0; ///< bytes of held blocks freed for it
};

/// Allocates. Out of memory, it frees held blocks and tries again as long as there are
/// any.
/// \param allocate  calls the driver \returns its code
/// \param freeHeld  frees held blocks \returns bytes
template <class Allocate, class FreeHeld>
DriverAllocation allocateOrRelease(Allocate allocate, FreeHeld freeHeld) {
    DriverAllocation result;
    for (;;) {
        result.code = allocate();
        if (result.code != CUDA_ERROR_OUT_OF_MEMORY)
            return result;
        const std::size_t now = freeHeld();
        if (now == 0)
            return result;
        result.released += now;
    }
}

} // namespace warpbench::memory
