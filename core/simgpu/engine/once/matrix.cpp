// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles that a warp loads and stores together: ldmatrix, stmatrix, movmatrix, and wmma, whose
// fragment layout PTX leaves open: here, elements are in lane order.
#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/once/matrix_tiles.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace warpbench::simgpu::engine {

namespace {

std::uint8_t* at(Warp& w, const Inst* ip, const MatrixOperands& o, std::uint32_t lane,
                 std::uint64_t address, std::uint32_t size, bool store) {
    if (o.space == MemorySpace::shared)
        return sharedAddress(w, ip, lane, address, size, size);
    return hostAddress(w, ip, lane, address, size, size, store, o.space == MemorySpace::generic);
}

/// Below compute capability 8.0, every lane must provide a valid address, even if its matrix is not
/// used (PTX ISA 9.0, ldmatrix). False after a fault.
bool areAllValid(Warp& w, const Inst* ip, const MatrixOperands& o) {
    if (w.block->launch.program.model.ccMajor >= 8)
        return true;
    const std::uint64_t* const addresses = row64(w, o.address);
    for (auto lane = static_cast<std::uint32_t>(8 * o.d.size()); lane < kLanes; ++lane) {
        if (!at(w, ip, o, lane, addresses[lane] + static_cast<std::uint64_t>(o.offset), 16, false))
            return false;
    }
    return true;
}

/// Lane 8m + r has the address of row r of matrix m; a lane gets two adjacent elements.
template <bool kStore>
const Inst* moveMatrices(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
    if (!areAllValid(w, ip, o))
        return nullptr;
    std::uint64_t addresses[kLanes];
    std::memcpy(addresses, row64(w, o.address), sizeof addresses);
    for (std::uint32_t matrix = 0; matrix < o.d.size(); ++matrix) {
        std::uint8_t* rows[8];
        for (std::uint32_t r = 0; r < 8; ++r) {
            const std::uint32_t lane = 8 * matrix + r;
            rows[r] = at(w, ip, o, lane, addresses[lane] + static_cast<std::uint64_t>(o.offset), 16,
                         kStore);
            if (!rows[r])
                return nullptr;
            checkRange(w, ip, lane, addresses[lane] + static_cast<std::uint64_t>(o.offset), 16,
                       o.space, AccessKind::plain, kStore);
        }
        std::uint32_t* d = row32(w, o.d[matrix]);
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            for (std::uint32_t e = 0; e < 2; ++e) {
                const std::uint32_t r = o.transposed ? lane % 4 * 2 + e : lane / 4;
                const std::uint32_t c = o.transposed ? lane / 4 : lane % 4 * 2 + e;
                std::uint16_t value = static_cast<std::uint16_t>(d[lane] >> (16 * e));
                if (kStore) {
                    std::memcpy(rows[r] + 2 * c, &value, 2);
                } else {
                    std::memcpy(&value, rows[r] + 2 * c, 2);
                    d[lane] = (d[lane] & (e ? 0xffffu : 0xffff0000u)) | std::uint32_t{value}
                                                                            << (16 * e);
                }
            }
        }
    }
    return ip + 1;
}

/// The addresses of rows of 16 elements, by matrix and row, from consecutive lanes.
/// \return false after a fault
bool byteRows(Warp& w, const Inst* ip, const MatrixOperands& o, std::uint32_t count, bool store,
              std::array<std::uint8_t*, kLanes>& rows) {
    const std::uint64_t* const addresses = row64(w, o.address);
    for (std::uint32_t lane = 0; lane < count; ++lane) {
        const std::uint64_t address = addresses[lane] + static_cast<std::uint64_t>(o.offset);
        rows[lane] = at(w, ip, o, lane, address, 16, store);
        if (!rows[lane])
            return false;
        checkRange(w, ip, lane, address, 16, o.space, AccessKind::plain, store);
    }
    return true;
}

/// An element of a row whose packed elements precede the padding.
std::uint32_t packedElement(const std::uint8_t* row, std::uint32_t index, std::uint32_t bits) {
    const std::uint32_t bit = index * bits;
    std::uint32_t pair = row[bit / 8];
    if (bit % 8 + bits > 8)
        pair |= std::uint32_t{row[bit / 8 + 1]} << 8;
    return pair >> bit % 8 & ((1u << bits) - 1);
}

/// ldmatrix to bytes. Of m8n16 a lane gets four elements of a row; of m16n16, which is transposed,
/// the same element of four rows, and of those eight elements on.
const Inst* loadBytes(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
    const std::uint32_t perMatrix = o.m / 8; // registers
    const auto matrices = static_cast<std::uint32_t>(o.d.size()) / perMatrix;
    std::array<std::uint8_t*, kLanes> rows{};
    if (!byteRows(w, ip, o, matrices * o.m, false, rows))
        return nullptr;
    for (std::uint32_t reg = 0; reg < o.d.size(); ++reg) {
        const std::uint32_t first = reg / perMatrix * o.m;
        std::uint32_t* const d = row32(w, o.d[reg]);
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            d[lane] = 0;
            for (std::uint32_t e = 0; e < 4; ++e) {
                const std::uint32_t row = o.m == 8 ? lane / 4 : lane % 4 * 4 + e;
                const std::uint32_t column =
                    o.m == 8 ? lane % 4 * 4 + e : lane / 4 + reg % perMatrix * 8;
                d[lane] |= packedElement(rows[first + row], column, ip->aux) << (8 * e);
            }
        }
    }
    return ip + 1;
}

/// stmatrix of m16n8, transposed: a lane holds elements of two rows and of the rows eight further.
const Inst* storeBytes(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
    std::array<std::uint8_t*, kLanes> rows{};
    if (!byteRows(w, ip, o, static_cast<std::uint32_t>(o.d.size()) * o.m, true, rows))
        return nullptr;
    for (std::uint32_t matrix = 0; matrix < o.d.size(); ++matrix) {
        const std::uint32_t* const d = row32(w, o.d[matrix]);
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            for (std::uint32_t e = 0; e < 4; ++e)
                rows[matrix * o.m + lane % 4 * 2 + e % 2][lane / 4 + e / 2 * 8] =
                    static_cast<std::uint8_t>(d[lane] >> (8 * e));
        }
    }
    return ip + 1;
}

/// movmatrix: an 8 x 8 matrix of 16-bit elements, two neighbours of a row in each lane, transposed.
const Inst* transpose(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    std::uint32_t source[kLanes];
    std::memcpy(source, row32(w, ip->a), sizeof source);
    std::uint32_t* d = row32(w, ip->d);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t column = lane / 4;
        std::uint32_t word = 0;
        for (std::uint32_t e = 0; e < 2; ++e) {
            const std::uint32_t row = lane % 4 * 2 + e;
            const std::uint32_t half = source[row * 4 + column / 2] >> (16 * (column % 2)) & 0xffff;
            word |= half << (16 * e);
        }
        d[lane] = word;
    }
    return ip + 1;
}

// wmma: element e of a tile (row by row) is element e % n of lane e / n, n = tile / 32.

/// For the checks: which lane reads which element of a tile is left open, so that two read each.
void checkLoad(Warp& w, const Inst* ip, const MatrixOperands& o, std::uint64_t base,
               std::uint64_t stride) {
    const std::uint32_t bits = bitsOf(o.typeA);
    const std::uint32_t lines = o.rowMajor ? o.rows : o.columns;
    const std::uint32_t bytes = (o.rowMajor ? o.columns : o.rows) * bits / 8;
    for (std::uint32_t line = 0; line < lines; ++line) {
        const std::uint32_t lane = line * kLanes / lines;
        for (const std::uint32_t reader : {lane, (lane + 1) % kLanes})
            checkRange(w, ip, reader, base + line * stride * bits / 8, bytes, o.space,
                       AccessKind::plain, false);
    }
}

template <bool kStore>
const Inst* moveTile(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
    const std::uint32_t bits = bitsOf(o.typeA), bytes = std::max(bits / 8, 1u);
    const std::uint32_t perLane = std::uint32_t{o.rows} * o.columns / kLanes;
    const std::uint64_t base = row64(w, o.address)[0] + static_cast<std::uint64_t>(o.offset);
    const std::uint64_t stride =
        o.stride == kNoRow ? (o.rowMajor ? o.columns : o.rows) : row32(w, o.stride)[0];
    if (!kStore && w.block->launch.watched)
        checkLoad(w, ip, o, base, stride);
    for (std::uint32_t e = 0; e < perLane * kLanes; ++e) {
        const std::uint32_t r = e / o.columns, c = e % o.columns, lane = e / perLane;
        const std::uint64_t index = o.rowMajor ? r * stride + c : c * stride + r;
        const std::uint64_t address = base + index * bits / 8;
        std::uint8_t* p = at(w, ip, o, lane, address, bytes, kStore);
        if (!p)
            return nullptr;
        std::uint64_t value = kStore ? elementBits(w, o.d, lane, e % perLane, bits) : 0;
        if (kStore)
            checkRange(w, ip, lane, address, bytes, o.space, AccessKind::plain, true, &value);
        if (kStore) {
            std::memcpy(p, &value, bytes);
        } else {
            std::memcpy(&value, p, bytes);
            if (bits < 8) // several elements in a byte
                value = value >> (index * bits % 8) & ((1u << bits) - 1);
            setElement(w, o.d, lane, e % perLane, bits, value);
        }
    }
    return ip + 1;
}

const Inst* wmma(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
    const auto gather = [&](const std::vector<std::uint16_t>& rows, std::uint32_t count,
                            MatrixType type) {
        std::vector<double> tile(count);
        const std::uint32_t perLane = count / kLanes;
        readFragment(w, rows, type, perLane, tile.data(),
                     [=](std::uint32_t lane, std::uint32_t i) { return lane * perLane + i; });
        return tile;
    };
    Tiles t(o.m, o.n, o.k);
    t.a = gather(o.a, std::uint32_t{o.m} * o.k, o.typeA);
    t.b = gather(o.b, std::uint32_t{o.k} * o.n, o.typeB);
    t.c = gather(o.c, std::uint32_t{o.m} * o.n, o.typeC);
    multiply(o, t);
    const std::uint32_t perLane = std::uint32_t{o.m} * o.n / kLanes;
    for (std::uint32_t e = 0; e < perLane * kLanes; ++e)
        setElement(w, o.d, e / perLane, e % perLane, bitsOf(o.typeD),
                   bitsFrom(o.typeD, t.c[e], o.saturate));
    return ip + 1;
}

} // namespace

void addMatrixForms(FormTable& table) {
    table.add("$ldmatrix", "", moveMatrices<false>);
    table.add("$stmatrix", "", moveMatrices<true>);
    table.add("$ldmatrix.b8", "", loadBytes);
    table.add("$stmatrix.b8", "", storeBytes);
    table.add("$movmatrix", "", transpose);
    table.add("$wmma.load", "", moveTile<false>);
    table.add("$wmma.store", "", moveTile<true>);
    table.add("$wmma.mma", "", wmma);
    addMmaForms(table);
    addWgmmaForms(table);
}

} // namespace warpbench::simgpu::engine
