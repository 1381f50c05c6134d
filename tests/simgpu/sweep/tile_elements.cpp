// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/sweep/tile_elements.h"

#include <bit>
#include <cmath>
#include <map>
#include <stdexcept>

namespace warpbench::test {

namespace {

struct Format {
    int exponentBits, fractionBits, shift;
    bool hasSign;
};
const std::map<std::string, Format>& smallFormats() {
    static const std::map<std::string, Format> kFormats{
        {"e4m3", {4, 3, 0, true}},  {"e5m2", {5, 2, 0, true}}, {"e3m2", {3, 2, 0, true}},
        {"e2m3", {2, 3, 0, true}},  {"e2m1", {2, 1, 0, true}}, {"e2m1p", {2, 1, 2, true}},
        {"f16", {5, 10, 0, true}},  {"bf16", {8, 7, 0, true}}, {"ue4m3", {4, 3, 0, false}},
        {"ue8m0", {8, 0, 0, false}}};
    return kFormats;
}

double magnitudeOf(const Format& format, unsigned bits) {
    const int bias = (1 << (format.exponentBits - 1)) - 1;
    const int exponent = static_cast<int>(bits >> format.fractionBits);
    const double fraction =
        std::ldexp(double(bits & ((1u << format.fractionBits) - 1)), -format.fractionBits);
    if (format.fractionBits == 0)
        return std::ldexp(1.0, exponent - bias);
    return exponent ? std::ldexp(1 + fraction, exponent - bias) : std::ldexp(fraction, 1 - bias);
}

std::uint64_t seedOf(const std::string& name) {
    std::uint64_t seed = 0xcbf29ce484222325u; // FNV-1a
    for (const char c : name)
        seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return seed;
}

} // namespace

unsigned bitsOf(const std::string& type) {
    if (type == "b1")
        return 1;
    if (type == "s4" || type == "u4" || type == "e2m1")
        return 4;
    if (type == "f16" || type == "bf16")
        return 16;
    if (type == "f64")
        return 64;
    return type == "f32" || type == "tf32" || type == "s32" ? 32 : 8;
}

bool isInteger(const std::string& type) {
    return type[0] == 's' || type == "u4" || type == "u8" || type == "b1";
}

std::uint64_t patternOf(const std::string& type, double value) {
    if (type == "f64")
        return std::bit_cast<std::uint64_t>(value);
    if (type == "f32" || type == "tf32")
        return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (isInteger(type))
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) &
               ((1ull << bitsOf(type)) - 1);
    const Format& format = smallFormats().at(type);
    const unsigned patterns = 1u << (format.exponentBits + format.fractionBits);
    // Magnitudes rise with their patterns.
    unsigned low = 0, high = patterns - 1;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (magnitudeOf(format, middle) < std::fabs(value))
            low = middle + 1;
        else
            high = middle;
    }
    if (magnitudeOf(format, low) != std::fabs(value))
        throw std::invalid_argument(std::to_string(value) + " is no " + type);
    return std::uint64_t{low | (value < 0 ? patterns : 0)} << format.shift;
}

double numberOf(const std::string& type, std::uint64_t bits) {
    if (type == "f64")
        return std::bit_cast<double>(bits);
    if (bitsOf(type) == 32 && !isInteger(type))
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (isInteger(type)) {
        const unsigned size = bitsOf(type);
        const bool isNegative = type[0] == 's' && bits >> (size - 1) & 1;
        return double(bits) - (isNegative ? std::ldexp(1.0, static_cast<int>(size)) : 0);
    }
    const Format& format = smallFormats().at(type);
    const unsigned sign = 1u << (format.exponentBits + format.fractionBits);
    const auto pattern = static_cast<unsigned>(bits >> format.shift);
    const double magnitude = magnitudeOf(format, pattern & (sign - 1));
    return format.hasSign && pattern & sign ? -magnitude : magnitude;
}

Elements::Elements(const std::string& name)
    : m_random(seedOf(name)) {}

std::pair<std::uint64_t, double> Elements::next(const std::string& type) {
    const std::uint64_t random = m_random();
    if (isInteger(type)) {
        const unsigned bits = bitsOf(type) == 32 ? 20 : bitsOf(type);
        const std::uint64_t pattern = random & ((1ull << bits) - 1);
        return {pattern, numberOf(type, pattern)};
    }
    static constexpr double kValues[] = {0, 1, 2, -1, -2, 0.5, 3, -1.5};
    static constexpr double kScales[] = {1, 2, 0.5, 4};
    const double value = type[0] == 'u' ? kScales[random % 4] : kValues[random % 8];
    return {patternOf(type, value), value};
}

void append(std::vector<std::uint32_t>& to, const std::vector<std::uint64_t>& elements,
            unsigned bits) {
    std::uint64_t word = 0;
    unsigned filled = 0;
    for (const std::uint64_t element : elements) {
        if (bits == 64) {
            to.push_back(static_cast<std::uint32_t>(element));
            to.push_back(static_cast<std::uint32_t>(element >> 32));
            continue;
        }
        word |= element << filled;
        filled += bits;
        if (filled == 32) {
            to.push_back(static_cast<std::uint32_t>(word));
            word = filled = 0;
        }
    }
}

} // namespace warpbench::test
