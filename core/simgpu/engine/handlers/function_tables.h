// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// What special_functions.h interpolates in.
namespace warpbench::simgpu::engine {

/// value + slope * x + curve * square(x), times a power of two that depends on the function. The
/// value includes the constant that the unit rounds with.
struct Segment {
    std::int64_t value;
    std::int32_t slope, curve;
};

extern const Segment kReciprocals[128];     ///< of 1 to 2
extern const Segment kRootReciprocals[128]; ///< of 1 to 2, and of 2 to 4
extern const Segment kRoots[128];           ///< likewise
extern const Segment kPowers[64];           ///< 2^0 to 2^1
extern const Segment kLogarithms[64];       ///< of 1 to 2
extern const Segment kSines[64];            ///< of a quarter turn
extern const Segment kHyperbolicTangents[51];

/// An operand's exponent, from -8 to 2, tells the first of its segments and how many of its last
/// bits are not looked at.
struct TangentRange {
    std::uint32_t first, ignored;
};
extern const TangentRange kTangentRanges[11];

} // namespace warpbench::simgpu::engine
