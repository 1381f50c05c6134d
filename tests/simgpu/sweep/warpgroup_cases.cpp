// SPDX-License-Identifier: GPL-3.0-or-later
// wgmma over random shared memory, read by the canonical layouts of PTX ISA 9.0, section
// 9.7.15.5.1.2.1.
#include "tests/simgpu/sweep/tile_cases.h"
#include "tests/simgpu/sweep/tile_elements.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace warpbench::test {

namespace {

constexpr unsigned kImageBytes = 48 << 10;

/// A matrix in shared memory, as encoded in its descriptor.
struct Layout {
    unsigned mode = 0; ///< of swizzling: 0 none, 1 of 128 bytes, 2 of 64, 3 of 32
    unsigned start = 0, leading = 0, stride = 0; ///< bytes
    unsigned base = 0;
    bool isAcross = false; ///< M- or N-major

    std::uint64_t descriptor() const {
        return std::uint64_t{start >> 4} | std::uint64_t{leading >> 4} << 16 |
               std::uint64_t{stride >> 4} << 32 | std::uint64_t{base} << 49 |
               std::uint64_t{mode} << 62;
    }
    unsigned pieces() const { return std::array{1u, 8u, 4u, 2u}[mode]; } ///< of 16 bytes

    /// The bit at which an element begins. \param mn  row of A, column of B
    std::size_t bitOf(unsigned mn, unsigned k, unsigned bits) const {
        const unsigned t = 128 / bits; // elements in 16 bytes
        std::size_t offset = 0;        // bits
        if (!isAcross) {
            // ((8,m),(T,w,k)):((wT,SBO),(1,T,LBO)); the ISA omits the part after w, which a sparse
            // product reads from B
            offset = std::size_t{mn % 8} * pieces() * 128 + std::size_t{mn / 8} * stride * 8 +
                     k % t * bits + std::size_t{k / t % pieces()} * 128 +
                     std::size_t{k / t / pieces()} * leading * 8;
        } else if (mode) {
            // ((T,w,m),(8,k)):((1,T,LBO),(wT,SBO))
            offset = mn % t * bits + std::size_t{mn / t % pieces()} * 128 +
                     std::size_t{mn / t / pieces()} * leading * 8 +
                     std::size_t{k % 8} * pieces() * 128 + std::size_t{k / 8} * stride * 8;
        } else {
            // ((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))
            offset = mn % t * bits + std::size_t{mn / t} * stride * 8 + std::size_t{k % 8} * 128 +
                     std::size_t{k / 8} * leading * 8;
        }
        const std::size_t address = start + offset / 8;
        const std::size_t lines = (address / 128 - base) % pieces();
        return (address ^ lines * 16) * 8 + offset % 8;
    }
};

struct Product {
    unsigned n = 8, k = 16;
    std::string typeA, typeB, accumulator;
    bool isSparse = false;
    unsigned selector = 0;
    bool isAInRegisters = false;
    bool negatesA = false, negatesB = false, keepsD = true, saturates = false;
    Layout a, b;
};

bool isHalf(const std::string& type) {
    return type == "f16" || type == "bf16";
}

class ProductCase {
  public:
    ProductCase(const Product& p, const std::string& seed)
        : m_p(p)
        , m_elements(seed) {}

    TileCase make() {
        TileCase c;
        c.name = mnemonic();
        c.target = 90;
        c.isSpecific = true;
        c.threads = 128;
        const unsigned d = m_p.n * bitsOf(m_p.accumulator) / 64;
        drawImage(c);
        fill(c);
        std::string code = "shr.u32 %w1, %w1, 4;\ncvt.u64.u32 %x1, %w1;\n";
        const std::pair<const char*, const Layout*> descriptors[] = {{"%x2", &m_p.a},
                                                                     {"%x3", &m_p.b}};
        for (const auto& [name, layout] : descriptors)
            code += std::string("add.u64 ") + name + ", %x1, " +
                    std::to_string(static_cast<std::int64_t>(layout->descriptor())) + ";\n";
        code += std::string("setp.") + (m_p.keepsD ? "ne" : "eq") +
                ".u32 %p1, %w0, 999;\nwgmma.fence.sync.aligned;\n" + c.name + operands(d) +
                ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
        c.ptx = tileModule(c, 5 + d, code, 5, d, kImageBytes);
        c.name += operands(0) + " " + nameOf(m_p.a) + " " + nameOf(m_p.b);
        return c;
    }

  private:
    std::string mnemonic() const {
        return std::string("wgmma.mma_async") + (m_p.isSparse ? ".sp" : "") + ".sync.aligned.m64n" +
               std::to_string(m_p.n) + "k" + std::to_string(m_p.k) +
               (m_p.saturates ? ".satfinite." : ".") + m_p.accumulator + "." + m_p.typeA + "." +
               m_p.typeB + (m_p.typeA == "b1" ? ".and.popc" : "");
    }
    std::string operands(unsigned d) const {
        std::string text = d ? " " + registerList(5, d) : " d";
        text += m_p.isAInRegisters ? ", " + registerList(0, 4) : ", %x2";
        text += ", %x3";
        if (m_p.isSparse)
            text += ", %r4, " + std::to_string(m_p.selector);
        text += d ? ", %p1" : m_p.keepsD ? ", true" : ", false";
        if (!isInteger(m_p.typeA))
            text += std::string(m_p.negatesA ? ", -1" : ", 1") + (m_p.negatesB ? ", -1" : ", 1");
        if (isHalf(m_p.typeA) && !m_p.isAInRegisters)
            text += m_p.a.isAcross ? ", 1" : ", 0";
        if (isHalf(m_p.typeA))
            text += m_p.b.isAcross ? ", 1" : ", 0";
        return text;
    }
    static std::string nameOf(const Layout& l) {
        return "[" + std::to_string(l.mode) + " " + std::to_string(l.start) + " " +
               std::to_string(l.leading) + " " + std::to_string(l.stride) + " " +
               std::to_string(l.base) + "]";
    }

    /// A's type; where B has another of as many bits, its bits mean other numbers.
    void drawImage(TileCase& c) {
        std::vector<std::uint64_t> patterns;
        const unsigned bits = bitsOf(m_p.typeA);
        for (unsigned i = 0; i < kImageBytes * 8 / bits; ++i)
            patterns.push_back(m_elements.next(m_p.typeA).first);
        append(c.image, patterns, bits);
    }
    double at(const TileCase& c, const Layout& layout, const std::string& type, unsigned mn,
              unsigned k) const {
        const unsigned bits = bitsOf(type);
        const std::size_t bit = layout.bitOf(mn, k, bits);
        if (bit + bits > kImageBytes * std::size_t{8})
            throw std::out_of_range("a matrix is larger than the image");
        const std::uint32_t word = c.image[bit / 32] >> bit % 32;
        return numberOf(type, bits == 32 ? word : word & ((1u << bits) - 1));
    }

    void fill(TileCase& c) {
        const unsigned bits = bitsOf(m_p.typeA), depth = m_p.isSparse ? m_p.k / 2 : m_p.k;
        std::vector<double> a(std::size_t{64} * m_p.k), b(std::size_t{m_p.k} * m_p.n);
        std::vector<double> stored(std::size_t{64} * depth), sums(std::size_t{64} * m_p.n);
        std::vector<std::array<std::uint32_t, 4>> registersA(128);
        std::vector<std::uint32_t> metadata(128);
        const double signA = m_p.negatesA ? -1 : 1, signB = m_p.negatesB ? -1 : 1;
        for (unsigned t = 0; t < 128; ++t) {
            std::vector<std::uint64_t> patterns;
            for (unsigned i = 0; i < 128 / bits; ++i) {
                const auto [pattern, value] = m_elements.next(m_p.typeA);
                patterns.push_back(pattern);
                const unsigned word = i / (32 / bits);
                stored[(t / 4 % 8 + t / 32 * 16 + word % 2 * 8) * depth +
                       (word / 2 * 4 + t % 4) * (32 / bits) + i % (32 / bits)] = signA * value;
            }
            std::vector<std::uint32_t> words;
            append(words, patterns, bits);
            std::copy(words.begin(), words.end(), registersA[t].begin());
            metadata[t] = m_elements.word();
        }
        for (unsigned row = 0; row < 64 && !m_p.isAInRegisters; ++row) {
            for (unsigned k = 0; k < depth; ++k)
                stored[row * depth + k] = signA * at(c, m_p.a, m_p.typeA, row, k);
        }
        if (m_p.isSparse)
            spread(stored, a, metadata);
        else
            a = stored;
        for (unsigned k = 0; k < m_p.k; ++k) {
            for (unsigned n = 0; n < m_p.n; ++n)
                b[k * m_p.n + n] = signB * at(c, m_p.b, m_p.typeB, n, k);
        }
        const unsigned count = m_p.n / 2; // elements of D in a thread
        for (unsigned t = 0; t < 128; ++t) {
            c.registers.insert(c.registers.end(), registersA[t].begin(), registersA[t].end());
            c.registers.push_back(metadata[t]);
            std::vector<std::uint64_t> before, after;
            for (unsigned i = 0; i < count; ++i) {
                const auto [pattern, value] = m_elements.next(m_p.accumulator);
                const unsigned row = t / 32 * 16 + t % 32 / 4 + i / 2 % 2 * 8;
                const unsigned column = i / 4 * 8 + t % 4 * 2 + i % 2;
                double sum = m_p.keepsD ? value : 0;
                for (unsigned k = 0; k < m_p.k; ++k)
                    sum += a[row * m_p.k + k] * b[k * m_p.n + column];
                before.push_back(pattern);
                after.push_back(patternOf(m_p.accumulator, sum));
            }
            append(c.registers, before, bitsOf(m_p.accumulator));
            append(c.expected, after, bitsOf(m_p.accumulator));
        }
    }

    /// As of mma.sp, for the 16 rows of each warp.
    void spread(const std::vector<double>& stored, std::vector<double>& a,
                std::vector<std::uint32_t>& metadata) {
        const unsigned bits = bitsOf(m_p.typeA), chunk = bits == 32 ? 2 : 4;
        for (unsigned row = 0; row < 64; ++row) {
            for (unsigned n = 0; n < m_p.k / chunk; ++n) {
                static constexpr unsigned kPairs[] = {4, 8, 9, 12, 13, 14}, kHalves[] = {4, 14};
                const unsigned meta =
                    bits == 32 ? kHalves[m_elements.below(2)] : kPairs[m_elements.below(6)];
                const unsigned upper = row % 16 / 8;
                const unsigned thread = row / 16 * 32 + row % 8 * 4 +
                                        (bits == 8 ? upper + n / 8 * 2 : m_p.selector * 2 + n / 4);
                const unsigned shift = bits == 8 ? n % 8 * 4 : upper * 16 + n % 4 * 4;
                metadata[thread] = (metadata[thread] & ~(15u << shift)) | meta << shift;
                for (unsigned e = 0; e < chunk / 2; ++e) {
                    const unsigned index = e ? meta >> 2 : meta & 3;
                    a[row * m_p.k + n * chunk + (bits == 32 ? index / 2 : index)] =
                        stored[row * (m_p.k / 2) + n * (chunk / 2) + e];
                }
            }
        }
    }

    const Product m_p;
    Elements m_elements;
};

/// Matrices in the layouts that programs use: consecutive patterns, with or without gaps.
/// \param extent  of M or N
Layout drawLayout(Elements& random, unsigned mode, bool isAcross, unsigned extent) {
    Layout l;
    l.mode = mode;
    l.isAcross = isAcross;
    const unsigned width = l.pieces() * 16, pattern = 8 * width; // bytes
    l.start = random.below(4) * 1024 % (8 * 1024 / pattern * pattern);
    if (mode == 0)
        l.start += random.below(32) * 16;
    if (mode && random.below(4) == 0) { // the pattern begins elsewhere than its size says
        l.base = 1 + random.below(7);
        l.start += l.base * 128;
    }
    if (random.below(6) == 0) // nowhere in particular
        l.start += random.below(8) * 16;
    const unsigned room = extent > 128 ? 0 : random.below(3) * (random.below(2) ? pattern : 48);
    if (!isAcross) {
        l.stride = pattern + room;
        l.leading = mode ? 16 + random.below(64) * 16
                         : extent / 8 * (128 + room) % 4096 + random.below(4) * 16;
        if (mode) // a later part of K in the same pattern
            l.start += random.below(width / 32) * 32;
    } else if (mode) {
        l.stride = pattern + room;
        l.leading = 4 * l.stride;
    } else {
        l.stride = 128 + room;
        l.leading = (extent / 8 + 1) * l.stride % 8192;
    }
    return l;
}

struct Kind {
    std::string typeA, typeB, accumulator;
    unsigned k;
};

} // namespace

std::vector<TileCase> warpgroupCases() {
    static const Kind kKinds[] = {
        {"f16", "f16", "f32", 16},   {"f16", "f16", "f16", 16},   {"bf16", "bf16", "f32", 16},
        {"tf32", "tf32", "f32", 8},  {"e4m3", "e4m3", "f32", 32}, {"e4m3", "e5m2", "f32", 32},
        {"e4m3", "e4m3", "f16", 32}, {"e5m2", "e5m2", "f16", 32}, {"s8", "s8", "s32", 32},
        {"s8", "u8", "s32", 32},     {"u8", "s8", "s32", 32},     {"u8", "u8", "s32", 32},
        {"b1", "b1", "s32", 256},
    };
    static constexpr unsigned kColumns[] = {8, 16, 24, 32, 64, 96, 128, 256};
    std::vector<TileCase> cases;
    Elements random("warpgroups");
    for (const Kind& kind : kKinds) {
        const unsigned layouts = isHalf(kind.typeA) ? 4 : 1;
        for (unsigned variant = 0; variant < 2 * 2 * 4 * layouts; ++variant) {
            Product p;
            p.typeA = kind.typeA, p.typeB = kind.typeB, p.accumulator = kind.accumulator;
            p.isAInRegisters = variant % 2;
            p.isSparse = variant / 2 % 2;
            const unsigned mode = variant / 4 % 4;
            const bool acrossA = variant / 16 % 2, acrossB = variant / 32 % 2;
            if ((p.isAInRegisters && acrossA) || (p.isSparse && kind.typeA == "b1"))
                continue;
            p.k = p.isSparse ? 2 * kind.k : kind.k;
            p.n = kColumns[random.below(8)];
            p.selector = bitsOf(kind.typeA) >= 16 ? random.below(2) : 0;
            if (!isInteger(kind.typeA))
                p.negatesA = random.below(2), p.negatesB = random.below(2);
            p.keepsD = random.below(4) != 0;
            p.saturates = kind.typeA == "s8" && variant % 3 == 0;
            p.a = drawLayout(random, random.below(4), acrossA, 64);
            p.b = drawLayout(random, mode, acrossB, p.n);
            cases.push_back(
                ProductCase(p, kind.typeA + kind.typeB + kind.accumulator + std::to_string(variant))
                    .make());
        }
    }
    return cases;
}

} // namespace warpbench::test
