// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles that a warp holds together: ldmatrix, mma (fragments as PTX ISA 9.0, section 9.7.14.5
// draws them) and wmma (whose fragments PTX leaves open: here elements in order of lanes).
// Products are summed in double, integers exactly; a tensor core sums in another order, so that
// floating-point results may differ from a real GPU's in their last bits.
#include "core/simgpu/engine/handlers/families.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/handlers/half.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace warpbench::simgpu::engine {

namespace {

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
    case MatrixType::e4m3:
        return fromSmall(kE4m3, bits & 0xff);
    case MatrixType::e5m2:
        return fromSmall(kE5m2, bits & 0xff);
    default:
        return 0;
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

/// Element `index` of what a lane holds of a fragment.
std::uint64_t elementBits(Warp& w, const std::vector<std::uint16_t>& rows, std::uint32_t lane,
                          std::uint32_t index, std::uint32_t bits) {
    if (bits == 64)
        return row64(w, rows[index])[lane];
    const std::uint32_t perRow = 32 / bits;
    const std::uint32_t word = row32(w, rows[index / perRow])[lane];
    const std::uint32_t shifted = word >> (index % perRow * bits);
    return bits == 32 ? shifted : shifted & ((1u << bits) - 1);
}
void setElement(Warp& w, const std::vector<std::uint16_t>& rows, std::uint32_t lane,
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

bool allLanes(Warp& w, const Inst* ip) {
    if (w.mask == kFullMask)
        return true;
    raise(w, ip, FaultKind::invalidSyncMask,
          w.mask ? static_cast<std::uint32_t>(std::countr_zero(w.mask)) : 0, 0, 0,
          "an operation of the whole warp, of which not all threads take part");
    return false;
}

std::uint8_t* at(Warp& w, const Inst* ip, const MatrixOperands& o, std::uint32_t lane,
                 std::uint64_t address, std::uint32_t size, bool store) {
    if (o.space == MemorySpace::shared)
        return sharedAddress(w, ip, lane, address, size, size);
    return hostAddress(w, ip, lane, address, size, size, store, o.space == MemorySpace::generic);
}

/// Lane 8m + r gives the address of row r of matrix m; a lane gets two neighbouring elements.
template <bool kStore>
const Inst* moveMatrices(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
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
    for (std::uint32_t e = 0; e < perLane * kLanes; ++e) {
        const std::uint32_t r = e / o.columns, c = e % o.columns, lane = e / perLane;
        const std::uint64_t index = o.rowMajor ? r * stride + c : c * stride + r;
        const std::uint64_t address = base + index * bits / 8;
        std::uint8_t* p = at(w, ip, o, lane, address, bytes, kStore);
        if (!p)
            return nullptr;
        std::uint64_t value = kStore ? elementBits(w, o.d, lane, e % perLane, bits) : 0;
        checkRange(w, ip, lane, address, bytes, o.space, AccessKind::plain, kStore,
                   kStore ? &value : nullptr);
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

struct Tiles {
    std::vector<double> a, b, c;
};

double accumulated(MatrixProduct product, double a, double b, double sum) {
    switch (product) {
    case MatrixProduct::exclusiveOr: // of single bits
        return sum + (a != b);
    case MatrixProduct::bothSet:
        return sum + (a != 0 && b != 0);
    default:
        // Products of narrow types are exact; those of .f64 are rounded once with their sum.
        return std::fma(a, b, sum);
    }
}

void multiply(const MatrixOperands& o, Tiles& t) {
    for (std::uint32_t r = 0; r < o.m; ++r) {
        for (std::uint32_t col = 0; col < o.n; ++col) {
            double sum = t.c[r * o.n + col];
            for (std::uint32_t k = 0; k < o.k; ++k)
                sum = accumulated(o.product, t.a[r * o.k + k], t.b[k * o.n + col], sum);
            t.c[r * o.n + col] = sum;
        }
    }
}

const Inst* wmma(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
    const auto gather = [&](const std::vector<std::uint16_t>& rows, std::uint32_t count,
                            MatrixType type) {
        std::vector<double> tile(count);
        for (std::uint32_t e = 0; e < count; ++e)
            tile[e] = valueOf(type, elementBits(w, rows, e / (count / kLanes), e % (count / kLanes),
                                                bitsOf(type)));
        return tile;
    };
    Tiles t{gather(o.a, std::uint32_t{o.m} * o.k, o.typeA),
            gather(o.b, std::uint32_t{o.k} * o.n, o.typeB),
            gather(o.c, std::uint32_t{o.m} * o.n, o.typeC)};
    multiply(o, t);
    const std::uint32_t perLane = std::uint32_t{o.m} * o.n / kLanes;
    for (std::uint32_t e = 0; e < perLane * kLanes; ++e)
        setElement(w, o.d, e / perLane, e % perLane, bitsOf(o.typeD),
                   bitsFrom(o.typeD, t.c[e], o.saturate));
    return ip + 1;
}

/// Where element `i` of a lane's fragment stands: A is m × k, rows of four lanes each, in pieces
/// of 8 rows × (4 words) columns; a word is a register, of 64 bits for .f64.
struct Place {
    std::uint32_t row, column;
};
Place placeOfA(std::uint32_t lane, std::uint32_t i, std::uint32_t perWord, std::uint32_t m) {
    const std::uint32_t word = i / perWord, inner = i % perWord, halves = m / 8;
    return {lane / 4 + (word % halves) * 8,
            (word / halves) * 4 * perWord + lane % 4 * perWord + inner};
}
Place placeOfB(std::uint32_t lane, std::uint32_t i, std::uint32_t perWord) {
    const std::uint32_t word = i / perWord, inner = i % perWord;
    return {word * 4 * perWord + lane % 4 * perWord + inner, lane / 4};
}
Place placeOfC(std::uint32_t lane, std::uint32_t i) {
    return {lane / 4 + (i / 2) * 8, lane % 4 * 2 + i % 2};
}

const Inst* mma(const Inst* ip, Warp& w) {
    if (!allLanes(w, ip))
        return nullptr;
    const MatrixOperands& o = w.code->matrices[ip->aux2];
    Tiles t{std::vector<double>(std::size_t{o.m} * o.k),
            std::vector<double>(std::size_t{o.k} * o.n),
            std::vector<double>(std::size_t{o.m} * o.n)};
    const std::uint32_t bitsA = bitsOf(o.typeA), bitsB = bitsOf(o.typeB);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        for (std::uint32_t i = 0; i < std::uint32_t{o.m} * o.k / kLanes; ++i) {
            const Place p = placeOfA(lane, i, std::max(32 / bitsA, 1u), o.m);
            t.a[p.row * o.k + p.column] = valueOf(o.typeA, elementBits(w, o.a, lane, i, bitsA));
        }
        for (std::uint32_t i = 0; i < std::uint32_t{o.k} * o.n / kLanes; ++i) {
            const Place p = placeOfB(lane, i, std::max(32 / bitsB, 1u));
            t.b[p.row * o.n + p.column] = valueOf(o.typeB, elementBits(w, o.b, lane, i, bitsB));
        }
        for (std::uint32_t i = 0; i < std::uint32_t{o.m} * o.n / kLanes; ++i) {
            const Place p = placeOfC(lane, i);
            t.c[p.row * o.n + p.column] =
                valueOf(o.typeC, elementBits(w, o.c, lane, i, bitsOf(o.typeC)));
        }
    }
    multiply(o, t);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        for (std::uint32_t i = 0; i < std::uint32_t{o.m} * o.n / kLanes; ++i) {
            const Place p = placeOfC(lane, i);
            setElement(w, o.d, lane, i, bitsOf(o.typeD),
                       bitsFrom(o.typeD, t.c[p.row * o.n + p.column], o.saturate));
        }
    }
    return ip + 1;
}

} // namespace

void addMatrixForms(FormTable& table) {
    table.add("$ldmatrix", "", moveMatrices<false>);
    table.add("$stmatrix", "", moveMatrices<true>);
    table.add("$movmatrix", "", transpose);
    table.add("$wmma.load", "", moveTile<false>);
    table.add("$wmma.store", "", moveTile<true>);
    table.add("$wmma.mma", "", wmma);
    table.add("$mma", "", mma);
}

} // namespace warpbench::simgpu::engine
