// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpbench::compile {

/// A stretch of a function's machine code that comes from one place.
struct LineRow {
    std::uint64_t begin = 0; ///< bytes from the function's start
    std::uint64_t end = 0;   ///< one past the last
    Place place;             ///< in the source; line 0: not known. Files are absolute.
    /// Where the function that holds `place` was inlined, the innermost call first.
    std::vector<Place> calledFrom;
    int ptxLine = 0; ///< in the PTX that this was made from; 0: not known

    bool operator==(const LineRow&) const = default;
};

struct FunctionLines {
    std::string function; ///< lowered
    std::vector<LineRow> rows;

    /// The row that covers a byte of the function; null where none does.
    const LineRow* at(std::uint64_t offset) const;
};

/// Machine code to source (`.debug_line`) and to PTX (`.nv_debug_line_sass`), of a cubin that was
/// compiled with -lineinfo or -G. Empty where it has no such tables; a damaged one gives what
/// could be read.
std::vector<FunctionLines> lineTable(std::span<const std::byte> cubin);

/// Spill instructions (loads and stores of registers that did not fit) that a source line has.
struct SpillSite {
    std::string kernel; ///< lowered
    Place place;
    int instructions = 0;

    bool operator==(const SpillSite&) const = default;
};

/// The lines at which a cubin spills, by the notes of `.nv.info`; the most spills first.
std::vector<SpillSite> spillSites(std::span<const std::byte> cubin);

} // namespace warpbench::compile
