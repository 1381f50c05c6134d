// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/sweep/matrix_forms.h"

#include "tests/simgpu/sweep/tile_elements.h"

namespace warpbench::test {

namespace {

/// Registers of 32 bits that a lane holds of a fragment.
unsigned wordsOf(unsigned elements, const std::string& type) {
    return elements * bitsOf(type) / 32 / 32;
}

struct Place {
    unsigned row, column;
};
/// The lane's element i of A, B and C: each register holds neighbours of a row (of B: of a column).
Place placeA(const MatrixForm& f, unsigned lane, unsigned i, unsigned perRegister) {
    const unsigned reg = i / perRegister;
    const bool lower = f.m == 16 && reg % 2 == 1;
    const unsigned block = f.m == 16 ? reg / 2 : reg;
    return {lane / 4 + (lower ? 8 : 0),
            block * 4 * perRegister + lane % 4 * perRegister + i % perRegister};
}
Place placeB(unsigned lane, unsigned i, unsigned perRegister) {
    return {i / perRegister * 4 * perRegister + lane % 4 * perRegister + i % perRegister, lane / 4};
}
Place placeC(unsigned lane, unsigned i) {
    return {lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2};
}

void add(std::vector<MatrixForm>& forms, unsigned m, unsigned n, unsigned k,
         const std::string& type, const std::string& accumulator, int target,
         const std::string& suffix = {}, std::string typeB = {}) {
    MatrixForm f;
    f.m = m, f.n = n, f.k = k, f.type = type, f.accumulator = accumulator, f.target = target;
    f.typeB = typeB.empty() ? type : typeB;
    f.isXor = suffix == ".xor.popc";
    f.isAnd = suffix == ".and.popc";
    f.name = "mma.sync.aligned.m" + std::to_string(m) + "n" + std::to_string(n) + "k" +
             std::to_string(k) + ".row.col" + (type == "b1" ? "" : suffix) + "." + accumulator +
             "." + type + "." + f.typeB + "." + accumulator + (type == "b1" ? suffix : "");
    forms.push_back(f);
}

} // namespace

std::vector<MatrixForm> matrixForms() {
    std::vector<MatrixForm> forms;
    for (const char* accumulator : {"f16", "f32"}) {
        add(forms, 16, 8, 8, "f16", accumulator, 75);
        add(forms, 16, 8, 16, "f16", accumulator, 80);
    }
    add(forms, 16, 8, 8, "bf16", "f32", 80);
    add(forms, 16, 8, 16, "bf16", "f32", 80);
    add(forms, 16, 8, 4, "tf32", "f32", 80);
    add(forms, 16, 8, 8, "tf32", "f32", 80);
    add(forms, 8, 8, 4, "f64", "f64", 80);
    for (const unsigned k : {4, 8, 16})
        add(forms, 16, 8, k, "f64", "f64", 90);
    for (const char* a : {"s8", "u8"}) {
        for (const char* b : {"s8", "u8"}) {
            add(forms, 8, 8, 16, a, "s32", 75, {}, b);
            add(forms, 16, 8, 16, a, "s32", 80, {}, b);
            add(forms, 16, 8, 32, a, "s32", 80, {}, b);
        }
    }
    for (const char* a : {"s4", "u4"}) {
        for (const char* b : {"s4", "u4"}) {
            add(forms, 8, 8, 32, a, "s32", 75, {}, b);
            add(forms, 16, 8, 32, a, "s32", 80, {}, b);
            add(forms, 16, 8, 64, a, "s32", 80, {}, b);
        }
    }
    add(forms, 16, 8, 32, "s8", "s32", 80, ".satfinite");
    add(forms, 8, 8, 128, "b1", "s32", 75, ".xor.popc");
    for (const char* how : {".xor.popc", ".and.popc"}) {
        add(forms, 16, 8, 128, "b1", "s32", 80, how);
        add(forms, 16, 8, 256, "b1", "s32", 80, how);
    }
    for (const char* a : {"e4m3", "e5m2"}) {
        for (const char* b : {"e4m3", "e5m2"})
            add(forms, 16, 8, 32, a, "f32", 89, {}, b);
    }
    return forms;
}

MatrixInputs inputsOf(const MatrixForm& f) {
    Elements elements(f.name);
    MatrixInputs result;
    const unsigned countA = f.m * f.k / 32, countB = f.k * f.n / 32, countC = f.m * f.n / 32;
    const unsigned perA = std::max(32 / bitsOf(f.type), 1u),
                   perB = std::max(32 / bitsOf(f.typeB), 1u);
    std::vector<double> a(std::size_t{f.m} * f.k), b(std::size_t{f.k} * f.n),
        c(std::size_t{f.m} * f.n);
    for (unsigned lane = 0; lane < 32; ++lane) {
        std::vector<std::uint64_t> patterns[3];
        for (unsigned i = 0; i < countA; ++i) {
            const auto [pattern, value] = elements.next(f.type);
            const Place p = placeA(f, lane, i, perA);
            a[std::size_t{p.row} * f.k + p.column] = value;
            patterns[0].push_back(pattern);
        }
        for (unsigned i = 0; i < countB; ++i) {
            const auto [pattern, value] = elements.next(f.typeB);
            const Place p = placeB(lane, i, perB);
            b[std::size_t{p.row} * f.n + p.column] = value;
            patterns[1].push_back(pattern);
        }
        for (unsigned i = 0; i < countC; ++i) {
            const auto [pattern, value] = elements.next(f.accumulator);
            const Place p = placeC(lane, i);
            c[std::size_t{p.row} * f.n + p.column] = value;
            patterns[2].push_back(pattern);
        }
        append(result.registers, patterns[0], bitsOf(f.type));
        append(result.registers, patterns[1], bitsOf(f.typeB));
        append(result.registers, patterns[2], bitsOf(f.accumulator));
    }
    for (unsigned lane = 0; lane < 32; ++lane) {
        std::vector<std::uint64_t> patterns;
        for (unsigned i = 0; i < countC; ++i) {
            const Place p = placeC(lane, i);
            double sum = c[std::size_t{p.row} * f.n + p.column];
            for (unsigned k = 0; k < f.k; ++k) {
                const double x = a[std::size_t{p.row} * f.k + k];
                const double y = b[std::size_t{k} * f.n + p.column];
                sum += f.isXor ? double(x != y) : x * y;
            }
            patterns.push_back(isInteger(f.accumulator)
                                   ? static_cast<std::uint32_t>(static_cast<std::int64_t>(sum))
                                   : patternOf(f.accumulator, sum));
        }
        append(result.expected, patterns, bitsOf(f.accumulator));
    }
    return result;
}

std::string moduleFor(const MatrixForm& f) {
    const bool wide = f.type == "f64";
    const unsigned step = wide ? 8 : 4;
    const unsigned a = wordsOf(f.m * f.k, f.type), b = wordsOf(f.k * f.n, f.typeB),
                   c = wordsOf(f.m * f.n, f.accumulator);
    const unsigned words = a + b + c;
    const bool isFloat = f.accumulator == "f32";
    std::string text = ".version 8.6\n.target sm_" + std::to_string(f.target) +
                       "\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
                       ".reg .b32 %r<64>, %l;\n.reg .f32 %f<64>;\n.reg .f64 %d<64>;\n"
                       ".reg .b64 %o, %i;\nld.param.u64 %o, [out];\nld.param.u64 %i, [in];\n"
                       "mov.u32 %l, %tid.x;\nmad.wide.u32 %i, %l, " +
                       std::to_string(words * 4) + ", %i;\nmad.wide.u32 %o, %l, " +
                       std::to_string(c * 4) + ", %o;\n";
    const unsigned registers = wide ? words / 2 : words, first = wide ? (a + b) / 2 : a + b;
    const auto name = [&](unsigned i) {
        return std::string(wide ? "%d" : isFloat && i >= first ? "%f" : "%r") + std::to_string(i);
    };
    const auto list = [&](unsigned from, unsigned to) {
        std::string all;
        for (unsigned i = from; i < to; ++i)
            all += (i == from ? "" : ", ") + name(i);
        return "{" + all + "}";
    };
    for (unsigned i = 0; i < registers; ++i)
        text += std::string("ld.global.") + (wide ? "f64 " : "b32 ") + name(i) + ", [%i+" +
                std::to_string(i * step) + "];\n";
    const unsigned endA = wide ? a / 2 : a;
    text += f.name + " " + list(first, registers) + ", " + list(0, endA) + ", " +
            list(endA, first) + ", " + list(first, registers) + ";\n";
    for (unsigned i = first; i < registers; ++i)
        text += std::string("st.global.") + (wide ? "f64" : "b32") + " [%o+" +
                std::to_string((i - first) * step) + "], " + name(i) + ";\n";
    return text + "ret;\n}\n";
}

} // namespace warpbench::test
