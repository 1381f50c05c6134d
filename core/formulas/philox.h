// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace warpbench::project {

/// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random
/// numbers: as easy as 1, 2, 3", SC'11 (constants and round function from section 4.3 there).
constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key) {
    constexpr std::uint64_t kMultiplier0 = 0xD2511F53;
    constexpr std::uint64_t kMultiplier1 = 0xCD9E8D57;
    constexpr std::uint32_t kWeyl0 = 0x9E3779B9; // golden ratio
    constexpr std::uint32_t kWeyl1 = 0xBB67AE85; // sqrt(3) - 1
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = kMultiplier0 * counter[0];
        const std::uint64_t product1 = kMultiplier1 * counter[2];
        counter = {std::uint32_t(product1 >> 32) ^ counter[1] ^ key[0], std::uint32_t(product1),
                   std::uint32_t(product0 >> 32) ^ counter[3] ^ key[1], std::uint32_t(product0)};
        key[0] += kWeyl0;
        key[1] += kWeyl1;
    }
    return counter;
}

/// 64 random bits for one component (a lane of a vector, the real or imaginary part) of an element.
/// The key is the seed, low word first; the counter is (element's low word, its high word,
/// component / 2, 0). The first component of a pair uses words 0 and 1, the second words 2 and 3;
/// the first word of each is the upper half.
constexpr std::uint64_t randomBits(std::uint64_t seed, std::uint64_t element,
                                   std::uint32_t component) {
    const auto words =
        philox4x32({std::uint32_t(element), std::uint32_t(element >> 32), component / 2, 0},
                   {std::uint32_t(seed), std::uint32_t(seed >> 32)});
    const std::size_t at = component % 2 * 2;
    return std::uint64_t(words[at]) << 32 | words[at + 1];
}

/// A multiple of 2^-bits in [0, 1), from the top `bits` bits (at most 53).
double unitInterval(std::uint64_t random, int bits);

/// A standard normal number: the inverse of the normal distribution at ((top 52 bits) + 1/2) ·
/// 2^-52, by Wichura's algorithm AS 241 (PPND16) with our own logarithm. It only uses additions,
/// multiplications, divisions and square roots, each rounded according to IEEE 754. Relative error
/// about 1e-16; the results are within ±8.3.
double standardNormal(std::uint64_t random);

/// The coefficients of its six polynomials, constant term first: numerator and denominator for the
/// middle, for r up to 5 and for the far tails.
const std::array<std::array<double, 8>, 6>& normalCoefficients();

/// An integer in [0, range), range > 0: the upper 64 bits of the product of `random` and range. The
/// probabilities of any two values differ by at most a factor of 1 + range / 2^64.
std::uint64_t integerBelow(std::uint64_t random, std::uint64_t range);

} // namespace warpbench::project
