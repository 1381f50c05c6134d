// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/float_formats.h"
#include "tests/simgpu/corpus/corpus_run.h"

#include <bit>
#include <random>

/// Inputs and small references shared by the cases of the corpus.
namespace warpbench::test {

/// Multiples of 1/256 in [-4, 4): sums and products of a few of them are exact in f32.
inline std::vector<float> randomFloats(std::size_t n, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::vector<float> values(n);
    for (float& v : values)
        v = static_cast<float>(random() % 2048) / 256.0f - 4.0f;
    return values;
}

/// Whole numbers in [-limit, limit).
inline std::vector<int> randomInts(std::size_t n, unsigned seed, int limit) {
    std::mt19937 random(seed);
    std::vector<int> values(n);
    for (int& v : values)
        v = static_cast<int>(random() % static_cast<unsigned>(2 * limit)) - limit;
    return values;
}

inline std::vector<std::uint32_t> randomWords(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::uint32_t> values(n);
    for (auto& v : values)
        v = static_cast<std::uint32_t>(random());
    return values;
}

inline std::vector<std::uint64_t> randomLongs(std::size_t n, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> values(n);
    for (auto& v : values)
        v = random();
    return values;
}

/// result[i] = f(i)
template <class T, class F>
std::vector<T> listOf(std::size_t n, F f) {
    std::vector<T> values(n);
    for (std::size_t i = 0; i < n; ++i)
        values[i] = static_cast<T>(f(i));
    return values;
}

template <class T>
std::vector<T> sortedCopy(std::vector<T> values) {
    std::sort(values.begin(), values.end());
    return values;
}

inline cuda::LaunchConfig shape(cuda::Dim3 grid, cuda::Dim3 block, std::uint32_t shared = 0) {
    cuda::LaunchConfig config;
    config.grid = grid;
    config.block = block;
    config.sharedBytes = shared;
    return config;
}

inline std::uint16_t half(double value) {
    return arrays::encodeFloat16(value);
}
inline double fromHalf(std::uint16_t bits) {
    return arrays::decodeFloat16(bits);
}
inline std::uint16_t bfloat(double value) {
    return arrays::encodeBfloat16(value);
}
inline double fromBfloat(std::uint16_t bits) {
    return arrays::decodeBfloat16(bits);
}

/// The values of 16-bit patterns, for comparisons with a tolerance.
inline std::vector<float> halves(const std::vector<std::uint16_t>& bits) {
    return listOf<float>(bits.size(), [&](std::size_t i) { return fromHalf(bits[i]); });
}

} // namespace warpbench::test
