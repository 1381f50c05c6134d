// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpbench::compile {

/// A range of a function's machine code that comes from one place.
struct LineRow {
    std::uint64_t begin = 0; ///< bytes from the function's start
    std::uint64_t end = 0;   ///< one past the last
    Place place;             ///< in the source; line 0: unknown. Files are absolute.
    /// Where the function that contains `place` was inlined, the innermost call first.
    std::vector<Place> calledFrom;
    int ptxLine = 0; ///< in the PTX that it was compiled from; 0: unknown

    bool operator==(const LineRow&) const = default;
};

struct FunctionLines {
    std::string function; ///< lowered
    std::vector<LineRow> rows;

    /// The row that contains a byte of the function, or null.
    const LineRow* at(std::uint64_t offset) const;
};

/// Maps machine code to source (`.debug_line`) and to PTX (`.nv_debug_line_sass`), for a cubin
/// compiled with -lineinfo or -G. Empty without these tables; damaged ones yield partial
/// results.
std::vector<FunctionLines> lineTable(std::span<const std::byte> cubin);

/// The spill instructions (loads and stores of registers that did not fit) of a source line.
struct SpillSite {
    std::string kernel; ///< lowered
    Place place;
    int instructions = 0;

    bool operator==(const SpillSite&) const = default;
};

/// The lines at which a cubin spills, according to `.nv.info`; most spills first.
std::vector<SpillSite> spillSites(std::span<const std::byte> cubin);

} // namespace warpbench::compile
