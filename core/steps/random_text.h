// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

/// What the kernel of a `random` step is put together of, as CUDA C++ in which "NAME" becomes the
/// kernel's name (random.cpp says what a number is made of, and what the loops are over).
namespace warpbench::project {

/// NAME_bits, the generator that initialisers use (core/arrays/philox.h): the seed is the key, the
/// element the counter, and of a complex one each part has numbers of its own. As words 2 and 3 of
/// the counter are 0, the first round multiplies its low word alone; that product is taken from
/// outside, since the next element's is one addition more.
std::string bitsFunctions(std::uint64_t seed);

/// NAME_odd, a double as a float that is cut off, with an odd last bit where something was: from
/// there to 16 bits is as from the double.
std::string oddFunction();

/// NAME_centred, NAME_middle and NAME_tail: the inverse of the normal distribution as initialisers
/// have it, operation by operation, so that the bits are theirs. The coefficients are constants of
/// the module: in the code each would be two instructions more wherever it is used.
std::string normalFunctions();

/// The loops over `parts` parts of T, in packs of kPack where `packed`, each of which gets
/// `value(random)`.
std::string uniformLoops();

inline constexpr int kNormalTile = 2048; ///< parts that a block of normalLoops makes at once

/// The same, where each gets `value(normal)`. A normal number in seven is in the tails, where it
/// takes more than twice the work, and of a warp some nearly always do. So a block leaves them
/// until it has them all, and its warps work at those with all their lanes.
std::string normalLoops();

} // namespace warpbench::project
