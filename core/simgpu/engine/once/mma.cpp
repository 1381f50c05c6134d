// SPDX-License-Identifier: GPL-3.0-or-later
// mma: products of tiles in registers, dense, sparse and block-scaled.
#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/once/matrix_tiles.h"
#include "core/simgpu/host/per_thread.h"

#include <algorithm>
#include <bit>

namespace warpbench::simgpu::engine {

namespace {

double elementOf(Warp& w, const std::vector<std::uint16_t>& rows, MatrixType type,
                 std::uint32_t lane, std::uint32_t i) {
    return valueOf(type, elementBits(w, rows, lane, i, bitsOf(type)));
}

std::uint32_t perWordOf(MatrixType type) {
    return std::max(32 / bitsOf(type), 1u);
}

void gather(Warp& w, const MatrixOperands& o, Tiles& t) {
    const bool isSparse = o.metadata != kNoRow;
    const std::uint32_t storedK = isSparse ? t.k / 2 : t.k;
    std::vector<double> stored(isSparse ? std::size_t{t.m} * storedK : 0);
    double* const a = isSparse ? stored.data() : t.a.data();
    // Of an element's place the part that the lane says, and the part that its number says.
    const std::uint32_t wordA = perWordOf(o.typeA), wordB = perWordOf(o.typeB);
    const auto placeA = [&](std::uint32_t lane, std::uint32_t i) {
        const TilePlace first = placeOfA(0, i, wordA, t.m);
        return (first.row + lane / 4) * storedK + first.column + lane % 4 * wordA;
    };
    const auto placeB = [&](std::uint32_t lane, std::uint32_t i) {
        const TilePlace first = placeOfB(0, i, wordB);
        return (first.row + lane % 4 * wordB) * t.n + lane / 4;
    };
    const auto placeC = [&](std::uint32_t lane, std::uint32_t i) {
        const TilePlace p = placeOfC(lane, i);
        return p.row * t.n + p.column;
    };
    readFragment(w, o.a, o.typeA, t.m * storedK / kLanes, a, placeA);
    readFragment(w, o.b, o.typeB, t.k * t.n / kLanes, t.b.data(), placeB);
    readFragment(w, o.c, o.typeC, t.m * t.n / kLanes, t.c.data(), placeC);
    if (isSparse) {
        std::fill(t.a.begin(), t.a.end(), 0.0);
        expandSparse(w, o, stored.data(), t.a.data());
    }
}

/// The result's elements to their rows.
void scatter(Warp& w, const MatrixOperands& o, const Tiles& t) {
    const std::uint32_t perLane = t.m * t.n / kLanes, bits = bitsOf(o.typeD);
    for (std::uint32_t i = 0; i < perLane; ++i) {
        const TilePlace first = placeOfC(0, i);
        const double* const from = &t.c[first.row * t.n + first.column];
        const auto valueFor = [&](std::uint32_t lane) {
            return from[lane / 4 * t.n + lane % 4 * 2];
        };
        if (o.typeD == MatrixType::f32) { // a register each, and no question which type
            std::uint32_t* const to = row32(w, o.d[i]);
            for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
                const auto value = static_cast<float>(valueFor(lane));
                to[lane] = value == value ? std::bit_cast<std::uint32_t>(value) : 0x7fffffffu;
            }
            continue;
        }
        for (std::uint32_t lane = 0; lane < kLanes; ++lane)
            setElement(w, o.d, lane, i, bits, bitsFrom(o.typeD, valueFor(lane), o.saturate));
    }
}

/// A scale that `lane` holds: of the `n`-th part of a row or column.
double scaleOf(Warp& w, const MatrixOperands& o, const MatrixOperands::Scales& scales,
               std::uint32_t lane, std::uint32_t n) {
    const std::uint32_t byte = row32(w, scales.byteId)[0] + n;
    return valueOf(o.typeOfScale, row32(w, scales.data)[lane] >> byte % 4 * 8 & 255);
}

/// PTX ISA 9.0, section 9.7.14.3: for A, two of four lanes hold the scales of rows r and r + 8; for
/// B, one of four lanes holds those of a column.
void scale(Warp& w, const MatrixOperands& o, Tiles& t) {
    const std::uint32_t threadA = row32(w, o.scalesA.threadId)[0] % 2 * 2;
    const std::uint32_t threadB = row32(w, o.scalesB.threadId)[0] % 4;
    for (std::uint32_t k = 0; k < t.k; ++k) {
        const std::uint32_t part = k * o.scaleCount / t.k;
        for (std::uint32_t r = 0; r < t.m; ++r)
            t.a[r * t.k + k] *= scaleOf(w, o, o.scalesA, r % 8 * 4 + threadA + r / 8, part);
        for (std::uint32_t n = 0; n < t.n; ++n)
            t.b[k * t.n + n] *= scaleOf(w, o, o.scalesB, n * 4 + threadB, part);
    }
}

/// A product takes no longer than three allocations.
struct KeptTiles : Tiles {
    KeptTiles()
        : Tiles(0, 0, 0) {}
};

const Inst* mma(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
    Tiles& t = host::PerThread<KeptTiles>::get();
    t.reshape(o.m, o.n, o.k);
    gather(w, o, t);
    if (o.scaleCount)
        scale(w, o, t);
    multiply(o, t);
    scatter(w, o, t);
    return ip + 1;
}

// m8n8k4 of halves: four products, each of two quads of lanes, 4q … 4q + 3 and those 16 above
// (PTX ISA 9.0, section 9.7.14.5.1). Lane `l` of the eight holds four elements of A and of B.

TilePlace placeOfQuadA(bool columnMajor, std::uint32_t l, std::uint32_t i) {
    return columnMajor ? TilePlace{i + l / 4 * 4, l % 4} : TilePlace{l, i};
}
TilePlace placeOfQuadB(bool rowMajor, std::uint32_t l, std::uint32_t i) {
    return rowMajor ? TilePlace{l % 4, i + l / 4 * 4} : TilePlace{i, l};
}
TilePlace placeOfQuadC(MatrixType type, std::uint32_t l, std::uint32_t i) {
    if (type == MatrixType::f16)
        return {l, i};
    return {l % 4 % 2 + i / 2 % 2 * 2 + l / 4 * 4, i / 4 * 4 + l % 4 / 2 * 2 + i % 2};
}

const Inst* mmaOfQuadPairs(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    constexpr std::uint32_t kSide = 8, kDepth = 4;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
    for (std::uint32_t quad = 0; quad < 4; ++quad) {
        Tiles t(kSide, kSide, kDepth);
        const auto laneOf = [&](std::uint32_t l) { return quad * 4 + l % 4 + l / 4 * 16; };
        for (std::uint32_t l = 0; l < 8; ++l) {
            for (std::uint32_t i = 0; i < kDepth; ++i) {
                const TilePlace a = placeOfQuadA(o.columnMajorA, l, i);
                const TilePlace b = placeOfQuadB(o.rowMajorB, l, i);
                t.a[a.row * kDepth + a.column] = elementOf(w, o.a, o.typeA, laneOf(l), i);
                t.b[b.row * kSide + b.column] = elementOf(w, o.b, o.typeB, laneOf(l), i);
            }
            for (std::uint32_t i = 0; i < kSide; ++i) {
                const TilePlace c = placeOfQuadC(o.typeC, l, i);
                t.c[c.row * kSide + c.column] = elementOf(w, o.c, o.typeC, laneOf(l), i);
            }
        }
        multiply(o, t);
        for (std::uint32_t l = 0; l < 8; ++l) {
            for (std::uint32_t i = 0; i < kSide; ++i) {
                const TilePlace d = placeOfQuadC(o.typeD, l, i);
                setElement(w, o.d, laneOf(l), i, bitsOf(o.typeD),
                           bitsFrom(o.typeD, t.c[d.row * kSide + d.column], false));
            }
        }
    }
    return ip + 1;
}

} // namespace

void addMmaForms(FormTable& table) {
    table.add("$mma", "", mma);
    table.add("$mma.m8n8k4", "", mmaOfQuadPairs);
}

} // namespace warpbench::simgpu::engine
