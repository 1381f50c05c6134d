// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/machine/warp.h"

#include <array>
#include <cstdint>

namespace warpbench::simgpu::engine {

/// Where the lanes of a full warp access memory, if each half of them (16 lanes) accesses one place
/// or places side by side: most accesses do, and then sectors and bank conflicts are arithmetic.
struct AccessPattern {
    struct Half {
        std::uint64_t first = 0; ///< bytes [first, end)
        std::uint64_t end = 0;
        bool contiguous = false; ///< else all lanes access the same element
    };
    bool known = false; ///< false: the lanes do something else, or are not all active
    std::array<Half, 2> halves;

    std::uint64_t sectors() const;       ///< of 32 bytes
    std::uint64_t distinctBytes() const; ///< where elements do not overlap in part
    /// Passes beyond the necessary ones, see metrics.cpp.
    std::uint64_t bankConflicts() const;
};

/// Of a record that is about to run: info.accessBytes is not 0.
AccessPattern patternOf(Warp& w, const Inst* ip, const InstInfo& info);

} // namespace warpbench::simgpu::engine
