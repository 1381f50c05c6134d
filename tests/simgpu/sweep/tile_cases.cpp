// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/sweep/tile_cases.h"

#include "tests/simgpu/sweep/tile_elements.h"

#include <algorithm>

namespace warpbench::test {

namespace {

struct Place {
    unsigned row, column;
};

unsigned wordsOf(unsigned elements, const std::string& type) {
    return elements * bitsOf(type) / 32 / 32;
}

/// Whole numbers, row by row.
struct Matrix {
    Matrix(unsigned height, unsigned width)
        : columns(width)
        , values(std::size_t{height} * width) {}
    double& operator[](Place p) { return values[std::size_t{p.row} * columns + p.column]; }
    unsigned columns;
    std::vector<double> values;
};

/// Draws a lane's fragment and records the positions of its elements.
template <class PlaceOf>
std::vector<std::uint64_t> draw(Elements& elements, const std::string& type, unsigned count,
                                Matrix& matrix, PlaceOf placeOf) {
    std::vector<std::uint64_t> patterns;
    for (unsigned i = 0; i < count; ++i) {
        const auto [pattern, value] = elements.next(type);
        matrix[placeOf(i)] = value;
        patterns.push_back(pattern);
    }
    return patterns;
}

double sumOf(Matrix& a, Matrix& b, Matrix& c, Place p) {
    double sum = c[p];
    for (unsigned k = 0; k < a.columns; ++k)
        sum += a[{p.row, k}] * b[{k, p.column}];
    return sum;
}

// Fragments of m16n8k…: PTX ISA 9.0, section 9.7.14.5.

Place placeA(unsigned lane, unsigned i, unsigned perWord) {
    const unsigned word = i / perWord;
    return {lane / 4 + word % 2 * 8, word / 2 * 4 * perWord + lane % 4 * perWord + i % perWord};
}
Place placeB(unsigned lane, unsigned i, unsigned perWord) {
    return {i / perWord * 4 * perWord + lane % 4 * perWord + i % perWord, lane / 4};
}
Place placeC(unsigned lane, unsigned i) {
    return {lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2};
}

/// A product of m16n8: dense or sparse, scaled or not.
struct Product {
    std::string head, tail; ///< text before and after the types
    unsigned k = 16;
    std::string typeA, typeB, accumulator;
    bool isSparse = false, isOrdered = false;
    unsigned selector = 0;
    unsigned scales = 0; ///< of a row of A
    std::string typeOfScale;
    unsigned byteA = 0, threadA = 0, byteB = 0, threadB = 0;
    bool hasIdsInRegisters = false;
    int target = 80;
    bool isSpecific = false;
};

std::string nameInPtx(const std::string& type) {
    return type == "e2m1p" ? "e2m1" : type;
}

class ProductCase {
  public:
    explicit ProductCase(const Product& p)
        : m_p(p)
        , m_elements(p.head + p.typeA + p.typeB + p.accumulator + std::to_string(p.selector))
        , m_a(16, p.k)
        , m_b(p.k, 8)
        , m_c(16, 8)
        , m_metadata(32)
        , m_scalesA(32)
        , m_scalesB(32) {}

    TileCase make() {
        TileCase c;
        c.name = m_p.head + nameInPtx(m_p.accumulator) + "." + nameInPtx(m_p.typeA) + "." +
                 nameInPtx(m_p.typeB) + "." + m_p.accumulator + m_p.tail;
        c.target = m_p.target;
        c.isSpecific = m_p.isSpecific;
        fill(c);
        const unsigned a = wordsOf(16 * storedK(), m_p.typeA), b = wordsOf(m_p.k * 8, m_p.typeB),
                       d = wordsOf(16 * 8, m_p.accumulator), words = a + b + d + 3;
        std::string code = c.name + " " + registerList(words, d) + ", " + registerList(0, a) +
                           ", " + registerList(a, b) + ", " + registerList(a + b, d);
        if (m_p.isSparse)
            code += ", %r" + std::to_string(a + b + d) + ", " + std::to_string(m_p.selector);
        if (m_p.scales)
            code += scaleOperands(a + b + d + 1);
        c.ptx = tileModule(c, words, idMoves() + code + ";\n", words, d);
        if (m_p.isSparse)
            c.name += " selector " + std::to_string(m_p.selector);
        if (m_p.scales)
            c.name += scaleOperands(0);
        return c;
    }

  private:
    unsigned storedK() const { return m_p.isSparse ? m_p.k / 2 : m_p.k; }

    std::string idMoves() const {
        if (!m_p.hasIdsInRegisters)
            return {};
        return "mov.u16 %h0, " + std::to_string(m_p.byteA) + ";\nmov.u16 %h1, " +
               std::to_string(m_p.threadA) + ";\n";
    }
    std::string scaleOperands(unsigned reg) const {
        const auto ids = [](unsigned byte, unsigned thread) {
            return "{" + std::to_string(byte) + ", " + std::to_string(thread) + "}";
        };
        return ", %r" + std::to_string(reg) + ", " +
               (m_p.hasIdsInRegisters ? "{%h0, %h1}" : ids(m_p.byteA, m_p.threadA)) + ", %r" +
               std::to_string(reg + 1) + ", " + ids(m_p.byteB, m_p.threadB);
    }

    void fill(TileCase& c) {
        std::vector<std::vector<std::uint64_t>> a, b, d;
        Matrix stored(16, storedK());
        const unsigned perA = 32 / bitsOf(m_p.typeA), perB = 32 / bitsOf(m_p.typeB);
        for (unsigned lane = 0; lane < 32; ++lane) {
            a.push_back(draw(m_elements, m_p.typeA, storedK() / 2, stored,
                             [&](unsigned i) { return placeA(lane, i, perA); }));
            b.push_back(draw(m_elements, m_p.typeB, m_p.k / 4, m_b,
                             [&](unsigned i) { return placeB(lane, i, perB); }));
            d.push_back(draw(m_elements, m_p.accumulator, 4, m_c,
                             [&](unsigned i) { return placeC(lane, i); }));
            m_metadata[lane] = m_elements.word();
            m_scalesA[lane] = m_elements.word();
            m_scalesB[lane] = m_elements.word();
        }
        if (m_p.isSparse)
            spread(stored);
        else
            m_a = stored;
        if (m_p.scales)
            scale();
        for (unsigned lane = 0; lane < 32; ++lane) {
            append(c.registers, a[lane], bitsOf(m_p.typeA));
            append(c.registers, b[lane], bitsOf(m_p.typeB));
            append(c.registers, d[lane], bitsOf(m_p.accumulator));
            c.registers.push_back(m_metadata[lane]);
            c.registers.push_back(m_scalesA[lane]);
            c.registers.push_back(m_scalesB[lane]);
            std::vector<std::uint64_t> results;
            for (unsigned i = 0; i < 4; ++i)
                results.push_back(
                    patternOf(m_p.accumulator, sumOf(m_a, m_b, m_c, placeC(lane, i))));
            append(c.expected, results, bitsOf(m_p.accumulator));
        }
    }

    /// Metadata: four bits for each chunk of a row (PTX ISA 9.0, section 9.7.14.6.1), in the lanes
    /// used by an H200.
    void spread(Matrix& stored) {
        const unsigned bits = bitsOf(m_p.typeA);
        const unsigned chunk = bits == 4 ? 8 : bits == 32 ? 2 : 4, kept = chunk / 2;
        for (unsigned row = 0; row < 16; ++row) {
            for (unsigned n = 0; n < m_p.k / chunk; ++n) {
                static constexpr unsigned kOrdered[] = {4, 8, 9, 12, 13, 14};
                static constexpr unsigned kAny[] = {1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14};
                static constexpr unsigned kHalves[] = {4, 14};
                const unsigned meta = bits == 32      ? kHalves[m_elements.below(2)]
                                      : m_p.isOrdered ? kOrdered[m_elements.below(6)]
                                                      : kAny[m_elements.below(12)];
                setMetadata(row, n, m_p.k / chunk, meta);
                for (unsigned e = 0; e < kept; ++e) {
                    const unsigned index = (kept == 4 ? e / 2 : e) ? meta >> 2 : meta & 3;
                    const unsigned at = bits == 32  ? index / 2
                                        : bits == 4 ? index * 2 + e % 2
                                                    : index;
                    m_a[{row, n * chunk + at}] = stored[{row, n * kept + e}];
                }
            }
        }
    }
    void setMetadata(unsigned row, unsigned n, unsigned chunks, unsigned meta) {
        const unsigned first = row % 8 * 4, upper = row / 8;
        unsigned lane = first, shift = 0;
        if (chunks == 4) { // one lane of four: 16 bits for each of its two rows
            lane += m_p.selector;
            shift = upper * 16 + n * 4;
        } else if (chunks == 8 && bitsOf(m_p.typeA) >= 16) { // two: half of both rows
            lane += m_p.selector * 2 + n / 4;
            shift = upper * 16 + n % 4 * 4;
        } else { // two, a row each; or four, half a row each
            lane += m_p.selector * 2 + upper + n / 8 * 2;
            shift = n % 8 * 4;
        }
        m_metadata[lane] = (m_metadata[lane] & ~(15u << shift)) | meta << shift;
    }

    /// PTX ISA 9.0, section 9.7.14.3.
    void scale() {
        for (unsigned n = 0; n < m_p.scales; ++n) {
            const unsigned width = m_p.k / m_p.scales;
            const auto scaleIn = [&](std::uint32_t& word, unsigned byte) {
                const auto [pattern, value] = m_elements.next(m_p.typeOfScale);
                word = (word & ~(255u << byte * 8)) | static_cast<std::uint32_t>(pattern)
                                                          << byte * 8;
                return value;
            };
            for (unsigned row = 0; row < 16; ++row) {
                const double factor =
                    scaleIn(m_scalesA[row % 8 * 4 + m_p.threadA * 2 + row / 8], m_p.byteA + n);
                for (unsigned k = n * width; k < (n + 1) * width; ++k)
                    m_a[{row, k}] *= factor;
            }
            for (unsigned column = 0; column < 8; ++column) {
                const double factor = scaleIn(m_scalesB[column * 4 + m_p.threadB], m_p.byteB + n);
                for (unsigned k = n * width; k < (n + 1) * width; ++k)
                    m_b[{k, column}] *= factor;
            }
        }
    }

    const Product m_p;
    Elements m_elements;
    Matrix m_a, m_b, m_c;
    std::vector<std::uint32_t> m_metadata, m_scalesA, m_scalesB; ///< by lane
};

std::string shape(unsigned k) {
    return "m16n8k" + std::to_string(k);
}

void addSparse(std::vector<TileCase>& cases, unsigned k, const std::string& a, const std::string& b,
               const std::string& accumulator, unsigned selectors, int target = 80) {
    for (const bool isOrdered : {false, true}) {
        for (unsigned selector = 0; selector < selectors; ++selector) {
            Product p;
            p.head = std::string("mma.sp") + (isOrdered ? "::ordered_metadata" : "") +
                     ".sync.aligned." + shape(k) + ".row.col.";
            p.k = k, p.typeA = a, p.typeB = b, p.accumulator = accumulator;
            p.isSparse = true, p.isOrdered = isOrdered, p.selector = selector, p.target = target;
            cases.push_back(ProductCase(p).make());
        }
    }
}

/// Dense and sparse.
void addScaled(std::vector<TileCase>& cases, const Product& p, const std::string& kind) {
    for (const bool isSparse : {false, true}) {
        Product made = p;
        made.k = isSparse ? 2 * p.k : p.k;
        made.isSparse = made.isOrdered = isSparse;
        made.head = std::string("mma") + (isSparse ? ".sp::ordered_metadata" : "") +
                    ".sync.aligned." + shape(made.k) + ".row.col." + kind + ".";
        made.target = 120;
        made.isSpecific = true;
        cases.push_back(ProductCase(made).make());
    }
}

} // namespace

std::string registerList(unsigned first, unsigned count) {
    std::string all;
    for (unsigned i = first; i < first + count; ++i)
        all += (i == first ? "%r" : ", %r") + std::to_string(i);
    return "{" + all + "}";
}

std::string tileModule(const TileCase& c, unsigned words, const std::string& code, unsigned first,
                       unsigned results, unsigned imageBytes) {
    std::string text = ".version 8.7\n.target sm_" + std::to_string(c.target) +
                       (c.isSpecific ? "a" : "") +
                       "\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in, "
                       ".param .u64 from)\n{\n.reg .pred %p<4>;\n.reg .b16 %h<4>;\n"
                       ".reg .b32 %r<320>, %w<8>;\n.reg .b64 %o, %i, %x<8>;\n"
                       "ld.param.u64 %o, [out];\nld.param.u64 %i, [in];\nmov.u32 %w0, %tid.x;\n";
    const std::string bytes = std::to_string(imageBytes);
    if (imageBytes)
        text += ".shared .align 1024 .b8 image[" + bytes +
                "];\nld.param.u64 %x0, [from];\nmov.u32 %w1, image;\nshl.b32 %w2, %w0, 2;\n"
                "L:\ncvt.u64.u32 %x1, %w2;\nadd.u64 %x1, %x1, %x0;\nld.global.b32 %w3, [%x1];\n"
                "add.u32 %w4, %w1, %w2;\nst.shared.b32 [%w4], %w3;\nadd.u32 %w2, %w2, " +
                std::to_string(c.threads * 4) + ";\nsetp.lt.u32 %p0, %w2, " + bytes +
                ";\n@%p0 bra L;\nfence.proxy.async;\nbar.sync 0;\n";
    text += "mad.wide.u32 %i, %w0, " + std::to_string(words * 4) + ", %i;\nmad.wide.u32 %o, %w0, " +
            std::to_string(results * 4) + ", %o;\n";
    for (unsigned i = 0; i < words; ++i)
        text += "ld.global.b32 %r" + std::to_string(i) + ", [%i+" + std::to_string(i * 4) + "];\n";
    text += code;
    for (unsigned i = 0; i < results; ++i)
        text += "st.global.b32 [%o+" + std::to_string(i * 4) + "], %r" + std::to_string(first + i) +
                ";\n";
    return text + "ret;\n}\n";
}

/// Lanes 4q … 4q + 3 and 16 more, l from 0 to 7, make the q-th product: PTX ISA 9.0, section
/// 9.7.14.5.1.
std::vector<TileCase> quadCases() {
    std::vector<TileCase> cases;
    for (const bool rowA : {false, true}) {
        for (const bool rowB : {false, true}) {
            for (const std::string types : {"f16 f16", "f32 f16", "f32 f32"}) {
                const std::string typeD = types.substr(0, 3), typeC = types.substr(4);
                TileCase c;
                c.name = std::string("mma.sync.aligned.m8n8k4.") + (rowA ? "row." : "col.") +
                         (rowB ? "row." : "col.") + typeD + ".f16.f16." + typeC;
                c.target = 70;
                Elements elements(c.name);
                std::vector<Matrix> a(4, {8, 4}), b(4, {4, 8}), sums(4, {8, 8});
                const auto placeC = [](const std::string& type, unsigned l, unsigned i) {
                    return type == "f16" ? Place{l, i}
                                         : Place{l % 2 + (i & 2) + (l & 4), (i & 5) + (l & 2)};
                };
                for (unsigned lane = 0; lane < 32; ++lane) {
                    const unsigned q = lane % 16 / 4, l = lane % 4 + lane / 16 * 4;
                    append(c.registers,
                           draw(elements, "f16", 4, a[q],
                                [&](unsigned i) {
                                    return rowA ? Place{l, i} : Place{i + (l & 4), l % 4};
                                }),
                           16);
                    append(c.registers,
                           draw(elements, "f16", 4, b[q],
                                [&](unsigned i) {
                                    return rowB ? Place{l % 4, i + (l & 4)} : Place{i, l};
                                }),
                           16);
                    append(c.registers,
                           draw(elements, typeC, 8, sums[q],
                                [&](unsigned i) { return placeC(typeC, l, i); }),
                           bitsOf(typeC));
                }
                for (unsigned lane = 0; lane < 32; ++lane) {
                    const unsigned q = lane % 16 / 4, l = lane % 4 + lane / 16 * 4;
                    std::vector<std::uint64_t> results;
                    for (unsigned i = 0; i < 8; ++i)
                        results.push_back(
                            patternOf(typeD, sumOf(a[q], b[q], sums[q], placeC(typeD, l, i))));
                    append(c.expected, results, bitsOf(typeD));
                }
                const unsigned words = typeC == "f16" ? 8 : 12, results = typeD == "f16" ? 4 : 8;
                c.ptx = tileModule(c, words,
                                   c.name + " " + registerList(words, results) + ", " +
                                       registerList(0, 2) + ", " + registerList(2, 2) + ", " +
                                       registerList(4, words - 4) + ";\n",
                                   words, results);
                cases.push_back(std::move(c));
            }
        }
    }
    return cases;
}

std::vector<TileCase> sparseCases() {
    std::vector<TileCase> cases;
    for (const char* accumulator : {"f16", "f32"}) {
        addSparse(cases, 16, "f16", "f16", accumulator, 4);
        addSparse(cases, 32, "f16", "f16", accumulator, 2);
    }
    addSparse(cases, 16, "bf16", "bf16", "f32", 4);
    addSparse(cases, 32, "bf16", "bf16", "f32", 2);
    addSparse(cases, 8, "tf32", "tf32", "f32", 4);
    addSparse(cases, 16, "tf32", "tf32", "f32", 2);
    addSparse(cases, 32, "s8", "u8", "s32", 2);
    addSparse(cases, 64, "u8", "s8", "s32", 1);
    addSparse(cases, 64, "s4", "u4", "s32", 2);
    addSparse(cases, 128, "u4", "s4", "s32", 1);
    for (const char* a : {"e4m3", "e5m2"}) {
        for (const char* b : {"e4m3", "e5m2"})
            addSparse(cases, 64, a, b, "f32", 1, 89);
    }
    return cases;
}

std::vector<TileCase> scaledCases() {
    std::vector<TileCase> cases;
    Product p;
    p.k = 32;
    unsigned n = 0;
    for (const char* a : {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1p"}) {
        for (const char* b : {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1p"}) {
            Product plain = p;
            plain.typeA = a, plain.typeB = b;
            plain.accumulator = n % 3 ? "f32" : "f16";
            addScaled(cases, plain, "kind::f8f6f4");
            plain.accumulator = "f32";
            plain.scales = 1, plain.typeOfScale = "ue8m0", plain.tail = ".ue8m0";
            plain.byteA = n % 4, plain.threadA = n % 2, plain.byteB = n / 2 % 4;
            plain.threadB = n / 3 % 4;
            plain.hasIdsInRegisters = n++ % 2 == 0;
            addScaled(cases, plain,
                      std::string("kind::mxf8f6f4.block_scale") + (n % 2 ? "" : ".scale_vec::1X"));
        }
    }
    p.k = 64;
    p.typeA = p.typeB = "e2m1";
    p.accumulator = "f32";
    for (unsigned thread = 0; thread < 4; ++thread) {
        p.scales = 2, p.typeOfScale = "ue8m0", p.tail = ".ue8m0";
        p.byteA = thread % 2 * 2, p.threadA = thread / 2, p.byteB = thread / 2 * 2;
        p.threadB = thread;
        addScaled(cases, p, "kind::mxf4.block_scale");
        addScaled(cases, p, "kind::mxf4nvf4.block_scale.scale_vec::2X");
        p.byteA = p.byteB = 0;
        p.scales = 4, p.typeOfScale = "ue4m3", p.tail = ".ue4m3";
        addScaled(cases, p, "kind::mxf4nvf4.block_scale.scale_vec::4X");
    }
    return cases;
}

} // namespace warpbench::test
