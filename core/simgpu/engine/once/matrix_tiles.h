// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/handlers/half.h"
#include "core/simgpu/engine/machine/warp.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Matrix tiles as numbers, and their elements as bits in registers.
namespace warpbench::simgpu::engine {

/// The exact value of an element's bits.
double valueOf(MatrixType type, std::uint64_t bits);
/// The bits of a result, rounded once to nearest.
/// \param saturate  clamp integers; otherwise they wrap
std::uint64_t bitsFrom(MatrixType type, double value, bool saturate);

/// Element `index` of a lane's part of a fragment.
/// \param rows  the fragment's registers; \param bits  per element
inline std::uint64_t elementBits(Warp& w, const std::vector<std::uint16_t>& rows,
                                 std::uint32_t lane, std::uint32_t index, std::uint32_t bits) {
    if (bits == 64)
        return row64(w, rows[index])[lane];
    const std::uint32_t perRow = 32 / bits;
    const std::uint32_t word = row32(w, rows[index / perRow])[lane];
    const std::uint32_t shifted = word >> (index % perRow * bits);
    return bits == 32 ? shifted : shifted & ((1u << bits) - 1);
}
inline void setElement(Warp& w, const std::vector<std::uint16_t>& rows, std::uint32_t lane,
                       std::uint32_t index, std::uint32_t bits, std::uint64_t value) {
    if (bits == 64) {
        row64(w, rows[index])[lane] = value;
        return;
    }
    const std::uint32_t perRow = 32 / bits;
    std::uint32_t& word = row32(w, rows[index / perRow])[lane];
    const std::uint32_t shift = index % perRow * bits;
    const std::uint32_t mask = bits == 32 ? ~0u : ((1u << bits) - 1) << shift;
    word = (word & ~mask) | (static_cast<std::uint32_t>(value) << shift & mask);
}

/// Calls visit with a function that converts an element's bits to a number. Common types have their
/// own, so that loops over elements need not check the type each time.
template <class Visit>
void withReader(MatrixType type, Visit&& visit) {
    using U = std::uint32_t;
    switch (type) {
    case MatrixType::f16:
        return visit(
            [](U bits) -> double { return halfToFloat(static_cast<std::uint16_t>(bits)); });
    case MatrixType::bf16:
        return visit([](U bits) -> double { return std::bit_cast<float>(bits << 16); });
    case MatrixType::tf32:
        return visit([](U bits) -> double { return std::bit_cast<float>(bits & 0xffffe000u); });
    case MatrixType::f32:
        return visit([](U bits) -> double { return std::bit_cast<float>(bits); });
    case MatrixType::s8:
        return visit([](U bits) -> double { return static_cast<std::int8_t>(bits); });
    case MatrixType::s32:
        return visit([](U bits) -> double { return static_cast<std::int32_t>(bits); });
    default:
        return visit([type](U bits) -> double { return valueOf(type, bits); });
    }
}

/// Reads all elements of a fragment: to[place(lane, i)] is element i of the lane.
template <class Place>
void readFragment(Warp& w, const std::vector<std::uint16_t>& rows, MatrixType type,
                  std::uint32_t perLane, double* to, Place place) {
    const std::uint32_t bits = bitsOf(type);
    if (bits == 64) {
        for (std::uint32_t i = 0; i < perLane; ++i)
            for (std::uint32_t lane = 0; lane < kLanes; ++lane)
                to[place(lane, i)] = std::bit_cast<double>(row64(w, rows[i])[lane]);
        return;
    }
    const std::uint32_t perWord = 32 / bits, mask = bits == 32 ? ~0u : (1u << bits) - 1;
    withReader(type, [&](auto read) {
        for (std::uint32_t i = 0; i < perLane; ++i) {
            const std::uint32_t* const words = row32(w, rows[i / perWord]);
            const std::uint32_t shift = i % perWord * bits;
            for (std::uint32_t lane = 0; lane < kLanes; ++lane)
                to[place(lane, i)] = read(words[lane] >> shift & mask);
        }
    });
}

/// The operands of a product, row by row.
struct Tiles {
    Tiles(std::uint32_t rows, std::uint32_t columns, std::uint32_t depth)
        : m(rows)
        , n(columns)
        , k(depth)
        , a(std::size_t{rows} * depth)
        , b(std::size_t{depth} * columns)
        , c(std::size_t{rows} * columns) {}
    /// Elements keep their old values or are zero.
    void reshape(std::uint32_t rows, std::uint32_t columns, std::uint32_t depth) {
        m = rows, n = columns, k = depth;
        a.resize(std::size_t{rows} * depth);
        b.resize(std::size_t{depth} * columns);
        c.resize(std::size_t{rows} * columns);
    }
    std::uint32_t m, n, k;
    std::vector<double> a, b; ///< m × k, k × n
    std::vector<double> c;    ///< m × n
};
/// c += a * b, in double: products of narrow types are exact. .f64 sums are rounded once per
/// product; a tensor core adds in a different order, so its last bits may differ.
void multiply(const MatrixOperands& o, Tiles& t);

/// The position of an element in its matrix.
struct TilePlace {
    std::uint32_t row, column;
};
// Fragments of mma and wgmma (PTX ISA 9.0, sections 9.7.14.5 and 9.7.15.5): a lane's element `i`.
// \param perWord  elements per register, which has 64 bits for .f64
constexpr TilePlace placeOfA(std::uint32_t lane, std::uint32_t i, std::uint32_t perWord,
                             std::uint32_t m) {
    const std::uint32_t word = i / perWord, inner = i % perWord, halves = m / 8;
    return {lane / 4 + (word % halves) * 8,
            (word / halves) * 4 * perWord + lane % 4 * perWord + inner};
}
constexpr TilePlace placeOfB(std::uint32_t lane, std::uint32_t i, std::uint32_t perWord) {
    const std::uint32_t word = i / perWord, inner = i % perWord;
    return {word * 4 * perWord + lane % 4 * perWord + inner, lane / 4};
}
constexpr TilePlace placeOfC(std::uint32_t lane, std::uint32_t i) {
    return {lane / 4 + i / 2 % 2 * 8, i / 4 * 8 + lane % 4 * 2 + i % 2};
}

/// Expands 16 rows of a sparse A according to the metadata (PTX ISA 9.0, section
/// 9.7.14.6.1).
/// \param stored  16 × k / 2; \param full  16 × k, zero on entry
void expandSparse(Warp& w, const MatrixOperands& o, const double* stored, double* full);

} // namespace warpbench::simgpu::engine
