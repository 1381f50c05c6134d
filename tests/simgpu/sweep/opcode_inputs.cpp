// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/sweep/opcode_forms.h"

#include <array>
#include <bit>
#include <random>

namespace warpbench::test {

namespace {

constexpr std::size_t kTriples = 2048;

std::vector<std::uint64_t> specialWords() {
    return {0,          1,          2,          3,          7,          8,          15,
            16,         31,         32,         33,         64,         127,        128,
            255,        256,        0x7fff,     0x8000,     0xffff,     0x10000,    0x7fffff,
            0x800000,   0xffffff,   0x1000000,  0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001,
            0x80808080, 0x7f7f7f7f, 0xfffffffe, 0xffffffff, 0x55555555, 0xff00ff01};
}

std::vector<std::uint64_t> specialLongs() {
    std::vector<std::uint64_t> result{63,
                                      65,
                                      0x100000000,
                                      0x1fffffffffffff,
                                      0x20000000000001,
                                      0x7fffffffffffffff,
                                      0x8000000000000000,
                                      0x8000000000000001,
                                      0xffffffff80000000,
                                      0xfffffffffffffffe,
                                      0xffffffffffffffff};
    for (const std::uint64_t word : specialWords())
        result.push_back(word);
    return result;
}

/// Bit patterns of a format with these numbers of exponent and fraction bits: zeros, limits of
/// subnormal and normal numbers, values at which conversions round or overflow, NaNs.
std::vector<std::uint64_t> specialFloats(int exponentBits, int fractionBits) {
    const std::uint64_t one = std::uint64_t((1 << (exponentBits - 1)) - 1) << fractionBits;
    const std::uint64_t infinity = std::uint64_t((1 << exponentBits) - 1) << fractionBits;
    const std::uint64_t step = std::uint64_t{1} << fractionBits;
    const std::uint64_t half = step >> 1;
    std::vector<std::uint64_t> positive{
        0,
        1,
        half,
        step - 1,
        step,
        step + 1,
        one - 1,
        one,
        one + 1,
        one + half,
        one - step,
        one + step,
        one + half + 1,
        one + step + half / 2,
        infinity - 1,
        infinity,
        infinity | 1,
        infinity | half,
        infinity | half | 5,
        infinity - step,
        one + 7 * step,
        one + 7 * step + 1,
    };
    // Around 2^15, 2^16, 2^31, 2^32, 2^63 and 2^64, if the format has them.
    for (const std::uint64_t power : {15, 16, 31, 32, 63, 64}) {
        if (one + power * step < infinity) {
            positive.push_back(one + power * step - 1);
            positive.push_back(one + power * step);
        }
    }
    const std::uint64_t sign = std::uint64_t{1} << (exponentBits + fractionBits);
    std::vector<std::uint64_t> result = positive;
    for (const std::uint64_t bits : positive)
        result.push_back(bits | sign);
    return result;
}

std::uint64_t randomFloat(std::mt19937_64& random, int exponentBits, int fractionBits) {
    const int width = exponentBits + fractionBits + 1;
    const std::uint64_t bits = random();
    if (bits >> 62 == 0) // any pattern
        return random() & (width == 64 ? ~0ull : (1ull << width) - 1);
    // Near one, so that operations interact: 2^-20 to 2^20, less if the format has less.
    const std::uint64_t bias = (1ull << (exponentBits - 1)) - 1;
    const std::uint64_t spread = std::min<std::uint64_t>(bias - 1, 20);
    const std::uint64_t exponent = bias - spread + random() % (2 * spread);
    const std::uint64_t fraction = random() & ((1ull << fractionBits) - 1);
    return (bits & 1) << (width - 1) | exponent << fractionBits | fraction;
}

/// f32 values in [-2 pi, 2 pi], where the error bounds of sin and cos apply.
std::uint64_t randomAngle(std::mt19937_64& random) {
    const double x = (double(random() >> 11) * 0x1p-53 * 2 - 1) * 6.283185;
    return std::bit_cast<std::uint32_t>(static_cast<float>(x));
}

/// f32 triples a, b, c: a * b and c are near 2^-126, the smallest normal number.
std::vector<std::uint64_t> triplesNearSmallest() {
    // fma(0x00800000, 0x80800000, 0x00800000) is 0x00800000 on an H200.
    std::vector<std::uint64_t> triples{0x00800000, 0x80800000, 0x00800000};
    std::mt19937_64 random(126);
    const auto number = [&](std::uint64_t exponent) {
        static constexpr std::array<std::uint64_t, 4> kFractions{0, 1, 0x7fffff, 0x7ffffe};
        const std::uint64_t choice = random() % 5, sign = random() & 1;
        const std::uint64_t fraction = choice < 4 ? kFractions[choice] : random() & 0x7fffff;
        return sign << 31 | exponent << 23 | fraction;
    };
    while (triples.size() < 3 * kTriples) {
        const std::uint64_t a = 1 + random() % 125;
        triples.push_back(number(a));
        triples.push_back(number(126 + random() % 5 - a)); // biased: 127 + 1 is 2^-126
        triples.push_back(number(random() % 3));
    }
    return triples;
}

} // namespace

std::vector<std::uint64_t> inputsOf(Domain domain) {
    if (domain == Domain::nearSmallest)
        return triplesNearSmallest();
    std::mt19937_64 random(7 + static_cast<unsigned>(domain));
    std::vector<std::uint64_t> special;
    int exponentBits = 0, fractionBits = 0;
    switch (domain) {
    case Domain::words:
        special = specialWords();
        break;
    case Domain::longs:
        special = specialLongs();
        break;
    case Domain::f32:
        exponentBits = 8, fractionBits = 23;
        break;
    case Domain::f64:
        exponentBits = 11, fractionBits = 52;
        break;
    case Domain::f16:
        exponentBits = 5, fractionBits = 10;
        break;
    case Domain::bf16:
        exponentBits = 8, fractionBits = 7;
        break;
    case Domain::nearSmallest: // above
        break;
    case Domain::angles:
        special = {0, 0x80000000, 1, 0x3f800000, 0x3fc90fdb, 0x40490fdb, 0x40c90fda, 0xbfc90fdb};
        break;
    }
    if (exponentBits)
        special = specialFloats(exponentBits, fractionBits);
    // Of 16-bit formats the upper half holds another value, for the packed forms.
    const bool pairs = domain == Domain::f16 || domain == Domain::bf16;
    const auto anyValue = [&]() -> std::uint64_t {
        if (domain == Domain::angles)
            return randomAngle(random);
        if (exponentBits)
            return randomFloat(random, exponentBits, fractionBits);
        // Small amounts often: shifts and field positions.
        const std::uint64_t bits = random();
        return bits & 3 ? random() : bits >> 2 & 63;
    };
    const auto widened = [&](std::uint64_t value) {
        return pairs ? value | anyValue() << 16 : value;
    };
    std::vector<std::uint64_t> result;
    for (const std::uint64_t a : special) {
        for (const std::uint64_t b : special) {
            result.push_back(widened(a));
            result.push_back(widened(b));
            result.push_back(widened(special[random() % special.size()]));
        }
    }
    while (result.size() < 3 * kTriples)
        result.push_back(widened(anyValue()));
    for (std::size_t extra = 0; extra < 3 * kTriples / 4; ++extra)
        result.push_back(widened(anyValue()));
    return result;
}

} // namespace warpbench::test
