// SPDX-License-Identifier: GPL-3.0-or-later
// wgmma.mma_async: a product by four warps, each of which holds 16 rows of D. It is computed when
// the last warp arrives, so fences, groups and waits find it complete; no warp can pass a wait
// before the others have got this far, as all of them meet at the product.
#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/once/matrix_tiles.h"
#include "core/simgpu/engine/once/wgmma_descriptor.h"

#include <algorithm>
#include <cstring>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint32_t kRows = 16;  ///< of A and D, of each warp
constexpr std::uint32_t kPiece = 16; ///< bytes

/// A part of a matrix in shared memory.
struct Part {
    SharedMatrix matrix;
    MatrixType type;
    bool transposed;     ///< M- or N-major
    std::uint32_t first; ///< row of A or column of B
    std::uint32_t count;
    std::uint32_t depth; ///< along K
};

/// Calls put(row, k, value) for each element, row from 0.
/// \return false after a fault: a piece is not in shared memory of the block
template <class F>
bool readPart(Warp& w, const Inst* ip, const Part& part, F put) {
    const std::uint32_t bits = bitsOf(part.type), perPiece = kPiece * 8 / bits;
    const std::uint32_t lines = part.transposed ? part.depth : part.count;
    const std::uint32_t pieces = (part.transposed ? part.count : part.depth) / perPiece;
    for (std::uint32_t line = 0; line < lines; ++line) {
        for (std::uint32_t piece = 0; piece < pieces; ++piece) {
            const std::uint64_t address =
                part.transposed ? part.matrix.acrossK(line, part.first / perPiece + piece)
                                : part.matrix.alongK(part.first + line, piece);
            const std::uint8_t* const from = sharedAddress(w, ip, 0, address, kPiece, kPiece);
            if (!from)
                return false;
            checkRange(w, ip, 0, address, kPiece, MemorySpace::shared, AccessKind::plain, false);
            std::uint32_t words[kPiece / 4];
            std::memcpy(words, from, kPiece);
            for (std::uint32_t e = 0; e < perPiece; ++e) {
                const std::uint32_t bit = e * bits;
                const std::uint32_t element = words[bit / 32] >> (bit % 32);
                const double value =
                    valueOf(part.type, bits == 32 ? element : element & ((1u << bits) - 1));
                const std::uint32_t along = piece * perPiece + e;
                put(part.transposed ? along : line, part.transposed ? line : along, value);
            }
        }
    }
    return true;
}

/// A's rows of one warp, from its registers or from shared memory.
bool readA(const Inst* ip, const MatrixOperands& o, Warp& w, std::uint32_t index, double* rows) {
    const bool isSparse = o.metadata != kNoRow;
    const std::uint32_t depth = isSparse ? o.k / 2 : o.k;
    std::vector<double> stored(isSparse ? std::size_t{kRows} * depth : 0);
    double* const to = isSparse ? stored.data() : rows;
    const double sign = o.negatesA ? -1 : 1;
    const auto put = [&](std::uint32_t row, std::uint32_t k, double value) {
        to[row * depth + k] = sign * value;
    };
    if (o.descriptorA == kNoRow) {
        const std::uint32_t bits = bitsOf(o.typeA);
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            for (std::uint32_t i = 0; i < kRows * depth / kLanes; ++i) {
                const TilePlace p = placeOfA(lane, i, 32 / bits, kRows);
                put(p.row, p.column, valueOf(o.typeA, elementBits(w, o.a, lane, i, bits)));
            }
        }
    } else {
        const Part part{SharedMatrix::of(row64(w, o.descriptorA)[0]),
                        o.typeA,
                        o.transposesA,
                        index * kRows,
                        kRows,
                        depth};
        if (!readPart(w, ip, part, put))
            return false;
    }
    if (isSparse)
        expandSparse(w, o, stored.data(), rows);
    return true;
}

/// "The contents of a matrix descriptor must be same across all the warps in the warpgroup."
bool isUniform(const Warpgroup& warps, std::uint16_t row) {
    const std::uint64_t first = row64(*warps[0], row)[0];
    return std::all_of(warps.begin(), warps.end(), [&](Warp* w) {
        const std::uint64_t* const lanes = row64(*w, row);
        return std::all_of(lanes, lanes + kLanes, [&](std::uint64_t v) { return v == first; });
    });
}

/// D's rows of one warp as sums, and back. \param sums  16 × n
void readD(const MatrixOperands& o, Warp& w, double* sums) {
    const std::uint32_t bits = bitsOf(o.typeD);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        for (std::uint32_t i = 0; i < kRows * o.n / kLanes; ++i) {
            const TilePlace p = placeOfC(lane, i);
            sums[p.row * o.n + p.column] = valueOf(o.typeD, elementBits(w, o.d, lane, i, bits));
        }
    }
}
void writeD(const MatrixOperands& o, Warp& w, const double* sums) {
    const std::uint32_t bits = bitsOf(o.typeD);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        for (std::uint32_t i = 0; i < kRows * o.n / kLanes; ++i) {
            const TilePlace p = placeOfC(lane, i);
            setElement(w, o.d, lane, i, bits,
                       bitsFrom(o.typeD, sums[p.row * o.n + p.column], o.saturate));
        }
    }
}

bool product(const Inst* ip, const Warpgroup& warps) {
    const MatrixOperands& o = warps[0]->code->matrices[ip->aux2];
    for (const std::uint16_t row : {o.descriptorA, o.descriptorB}) {
        if (row != kNoRow && !isUniform(warps, row)) {
            raise(*warps[0], ip, FaultKind::illegalInstruction, 0, 0, 0,
                  "the threads of the four warps give different descriptors of a matrix");
            return false;
        }
    }
    Tiles t(o.m, o.n, o.k);
    const Part b{
        SharedMatrix::of(row64(*warps[0], o.descriptorB)[0]), o.typeB, o.transposesB, 0, o.n, o.k};
    const double sign = o.negatesB ? -1 : 1;
    if (!readPart(*warps[0], ip, b, [&](std::uint32_t column, std::uint32_t k, double value) {
            t.b[k * t.n + column] = sign * value;
        }))
        return false;
    for (std::uint32_t i = 0; i < warps.size(); ++i) {
        if (!readA(ip, o, *warps[i], i, &t.a[std::size_t{i} * kRows * t.k]))
            return false;
        if (predicate(*warps[i], o.keepsD) & 1)
            readD(o, *warps[i], &t.c[std::size_t{i} * kRows * t.n]);
    }
    multiply(o, t);
    for (std::uint32_t i = 0; i < warps.size(); ++i)
        writeD(o, *warps[i], &t.c[std::size_t{i} * kRows * t.n]);
    return true;
}

const Inst* wgmma(const Inst* ip, Warp& w) {
    return arriveAtWarpgroup(w, ip, product);
}

} // namespace

void addWgmmaForms(FormTable& table) {
    table.add("$wgmma", "", wgmma);
}

} // namespace warpbench::simgpu::engine
