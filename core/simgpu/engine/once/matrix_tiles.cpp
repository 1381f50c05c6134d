// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/once/matrix_tiles.h"

#include "core/simgpu/engine/handlers/half.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace warpbench::simgpu::engine {

namespace {

double ofByte(MatrixType type, std::uint32_t bits) {
    switch (type) {
    case MatrixType::e4m3:
        return fromSmall(kE4m3, bits);
    case MatrixType::e5m2:
        return fromSmall(kE5m2, bits);
    case MatrixType::e3m2:
        return fromSmall(kE3m2, bits & 63);
    case MatrixType::e2m3:
        return fromSmall(kE2m3, bits & 63);
    case MatrixType::e2m1:
        return fromSmall(kE2m1, bits & 15);
    case MatrixType::e2m1Padded:
        return fromSmall(kE2m1, bits >> 2 & 15);
    case MatrixType::ue4m3:
        return fromSmall(kE4m3, bits & 127);
    default: // ue8m0
        return bits == 255 ? std::nan("") : std::ldexp(1.0, static_cast<int>(bits) - 127);
    }
}

using ByteValues = std::array<double, 256>;
ByteValues valuesOfBytes(MatrixType type) {
    ByteValues values;
    for (std::uint32_t bits = 0; bits < values.size(); ++bits)
        values[bits] = ofByte(type, bits);
    return values;
}

double ofSmall(MatrixType type, std::uint32_t bits) {
    static const std::array<ByteValues, 8> kValues = {
        valuesOfBytes(MatrixType::e4m3),  valuesOfBytes(MatrixType::e5m2),
        valuesOfBytes(MatrixType::e3m2),  valuesOfBytes(MatrixType::e2m3),
        valuesOfBytes(MatrixType::e2m1),  valuesOfBytes(MatrixType::e2m1Padded),
        valuesOfBytes(MatrixType::ue8m0), valuesOfBytes(MatrixType::ue4m3)};
    const auto index = static_cast<std::size_t>(type) - static_cast<std::size_t>(MatrixType::e4m3);
    return kValues[index][bits & 255];
}

} // namespace

double valueOf(MatrixType type, std::uint64_t pattern) {
    const auto bits = static_cast<std::uint32_t>(pattern);
    switch (type) {
    case MatrixType::f64:
        return std::bit_cast<double>(pattern);
    case MatrixType::s4:
        return static_cast<std::int8_t>(bits << 4) >> 4;
    case MatrixType::u4:
    case MatrixType::b1:
        return bits;
    case MatrixType::f16:
        return halfToFloat(static_cast<std::uint16_t>(bits));
    case MatrixType::bf16:
        return bfloatToFloat(static_cast<std::uint16_t>(bits));
    case MatrixType::tf32:
        return std::bit_cast<float>(bits & 0xffffe000u);
    case MatrixType::f32:
        return std::bit_cast<float>(bits);
    case MatrixType::s8:
        return static_cast<std::int8_t>(bits);
    case MatrixType::u8:
        return static_cast<std::uint8_t>(bits);
    case MatrixType::s32:
        return static_cast<std::int32_t>(bits);
    case MatrixType::b16:
        return 0;
    default:
        return ofSmall(type, bits);
    }
}

std::uint64_t bitsFrom(MatrixType type, double value, bool saturate) {
    switch (type) {
    case MatrixType::f64:
        return std::bit_cast<std::uint64_t>(value);
    case MatrixType::f16:
        return floatToHalf(value);
    case MatrixType::bf16:
        return floatToBfloat(value);
    case MatrixType::s32: {
        // Sums of products of bytes are exact in a double; without .satfinite they wrap.
        if (saturate)
            value = std::clamp(value, -2147483648.0, 2147483647.0);
        return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
    }
    default:
        return std::bit_cast<std::uint32_t>(value == value ? static_cast<float>(value)
                                                           : std::bit_cast<float>(0x7fffffffu));
    }
}

bool allLanes(Warp& w, const Inst* ip) {
    if (w.mask == kFullMask)
        return true;
    raise(w, ip, FaultKind::invalidSyncMask,
          w.mask ? static_cast<std::uint32_t>(std::countr_zero(w.mask)) : 0, 0, 0,
          "an operation of the whole warp, of which not all threads take part");
    return false;
}

namespace {

constexpr std::uint32_t kColumns = 8; ///< per step: as many sums as fit in registers

void multiplyPlain(Tiles& t) {
    for (std::uint32_t r = 0; r < t.m; ++r) {
        const double* const a = &t.a[std::size_t{r} * t.k];
        for (std::uint32_t first = 0; first < t.n; first += kColumns) {
            double* const to = &t.c[std::size_t{r} * t.n + first];
            std::array<double, kColumns> sums;
            std::copy_n(to, kColumns, sums.begin());
            const double* b = &t.b[first];
            for (std::uint32_t k = 0; k < t.k; ++k, b += t.n) {
                for (std::uint32_t n = 0; n < kColumns; ++n)
                    sums[n] += a[k] * b[n];
            }
            std::copy_n(sums.begin(), kColumns, to);
        }
    }
}

} // namespace

void multiply(const MatrixOperands& o, Tiles& t) {
    if (o.product != MatrixProduct::exclusiveOr && o.typeA != MatrixType::f64 &&
        t.n % kColumns == 0)
        return multiplyPlain(t);
    for (std::uint32_t r = 0; r < t.m; ++r) {
        double* const sums = &t.c[std::size_t{r} * t.n];
        for (std::uint32_t k = 0; k < t.k; ++k) {
            const double a = t.a[std::size_t{r} * t.k + k];
            const double* const b = &t.b[std::size_t{k} * t.n];
            if (o.product == MatrixProduct::exclusiveOr) { // of single bits
                for (std::uint32_t n = 0; n < t.n; ++n)
                    sums[n] += (a - b[n]) * (a - b[n]);
            } else if (o.typeA == MatrixType::f64) {
                for (std::uint32_t n = 0; n < t.n; ++n)
                    sums[n] = std::fma(a, b[n], sums[n]);
            } else {
                for (std::uint32_t n = 0; n < t.n; ++n)
                    sums[n] += a * b[n];
            }
        }
    }
}

namespace {

/// Elements of a row that four bits of metadata are for: half of them are stored.
std::uint32_t chunkOf(MatrixType type) {
    return bitsOf(type) == 4 ? 8 : bitsOf(type) == 32 ? 2 : 4;
}

/// The four bits for a row's chunk. For elements of 16 or 32 bits, a lane holds 16 bits of each of
/// two rows; otherwise 32 bits of one row.
std::uint32_t metadataOf(Warp& w, const MatrixOperands& o, std::uint32_t row, std::uint32_t chunk) {
    const std::uint32_t chunks = o.k / chunkOf(o.typeA), quad = row % 8 * 4, half = row / 8;
    const bool wide = bitsOf(o.typeA) >= 16;
    const std::uint32_t lane = chunks == 4 ? quad + o.selector
                               : wide      ? quad + 2 * o.selector + chunk / 4
                                           : quad + 2 * (o.selector + chunk / 8) + half;
    const std::uint32_t shift = wide ? half * 16 + chunk % 4 * 4 : chunk % 8 * 4;
    return row32(w, o.metadata)[lane] >> shift & 15;
}

} // namespace

void expandSparse(Warp& w, const MatrixOperands& o, const double* stored, double* full) {
    constexpr std::uint32_t kTileRows = 16;
    const std::uint32_t chunk = chunkOf(o.typeA), kept = chunk / 2;
    for (std::uint32_t row = 0; row < kTileRows; ++row) {
        for (std::uint32_t c = 0; c < o.k / chunk; ++c) {
            const std::uint32_t bits = metadataOf(w, o, row, c);
            // Two indices of two bits: of elements; of pairs of 4-bit elements; of halves of 32-bit
            // elements.
            const std::uint32_t indices[2] = {bits & 3, bits >> 2};
            for (std::uint32_t e = 0; e < kept; ++e) {
                const std::uint32_t at = kept == 1   ? indices[0] / 2
                                         : kept == 2 ? indices[e]
                                                     : 2 * indices[e / 2] + e % 2;
                full[row * o.k + c * chunk + at] = stored[row * (o.k / 2) + c * kept + e];
            }
        }
    }
}

} // namespace warpbench::simgpu::engine
