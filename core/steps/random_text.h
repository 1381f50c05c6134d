// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

/// The parts of the kernel of a `random` step, as CUDA C++ in which "NAME" becomes the
/// kernel's name (random.cpp explains the numbers and the loops).
namespace warpbench::project {

/// NAME_bits, the generator that initialisers use (core/formulas/philox.h): the seed is the key and
/// the element the counter. Each part of a complex element has separate numbers. Words 2 and 3 of
/// the counter are 0, so the first round multiplies only its low word. The caller passes that
/// product, since the next element's takes just one more addition.
std::string bitsFunctions(std::uint64_t seed);

/// NAME_odd, a double truncated to a float, with an odd last bit if anything was cut off: rounding
/// that to 16 bits gives the same result as from the double.
std::string oddFunction();

/// NAME_centred, NAME_middle and NAME_tail: the inverse of the normal distribution as in
/// initialisers, operation by operation, for identical bits. The coefficients are constants of
/// the module: in the code each would take two more instructions wherever it is used.
std::string normalFunctions();

/// The loops over `parts` parts of T, in packs of kPack if `packed`, each of which gets
/// `value(random)`.
std::string uniformLoops();

inline constexpr int kNormalTile = 2048; ///< parts that a block of normalLoops makes at once

/// The same, with `value(normal)` for each. One normal number in seven is in the tails, where it
/// takes more than twice the work, and nearly every warp has some. So a block collects those in the
/// tails first, and then its warps work at them with all their lanes.
std::string normalLoops();

} // namespace warpbench::project
