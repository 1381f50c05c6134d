// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/sweep/wmma_forms.h"

#include <bit>
#include <cstring>
#include <random>

namespace warpbench::test {

namespace {

unsigned bitsOf(const std::string& type) {
    return type == "b1"                      ? 1
           : type == "s4" || type == "u4"    ? 4
           : type == "s8" || type == "u8"    ? 8
           : type == "f16" || type == "bf16" ? 16
           : type == "f64"                   ? 64
                                             : 32;
}

bool isInteger(const std::string& type) {
    return type[0] == 's' || type[0] == 'u' || type == "b1";
}

/// A whole number's or half's pattern in a type.
std::uint64_t patternOf(const std::string& type, double value) {
    if (isInteger(type))
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) &
               (bitsOf(type) == 64 ? ~0ull : (1ull << bitsOf(type)) - 1);
    if (type == "f64")
        return std::bit_cast<std::uint64_t>(value);
    const std::uint32_t single = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (type == "bf16")
        return single >> 16;
    if (type != "f16")
        return single;
    if (value == 0)
        return 0;
    const std::uint32_t exponent = (single >> 23 & 255) - 127 + 15;
    return single >> 31 << 15 | exponent << 10 | (single & 0x7fffff) >> 13;
}

/// A matrix of a type in memory.
class Matrix {
  public:
    Matrix(unsigned rows, unsigned columns, std::string type, bool rowMajor)
        : m_rows(rows)
        , m_columns(columns)
        , m_type(std::move(type))
        , m_rowMajor(rowMajor)
        , m_values(std::size_t{rows} * columns) {}
    double& at(unsigned row, unsigned column) {
        return m_values[std::size_t{row} * m_columns + column];
    }
    void fill(std::mt19937& random) {
        const unsigned bits = bitsOf(m_type);
        for (double& value : m_values) {
            const auto number = static_cast<std::uint32_t>(random());
            if (!isInteger(m_type))
                value = (static_cast<int>(number % 9) - 4) / 2.0;
            else if (bits == 32)
                value = static_cast<int>(number % 20001) - 10000;
            else if (m_type[0] == 's')
                value = static_cast<int>(number % (1u << bits)) - (1 << (bits - 1));
            else
                value = number % (1u << bits);
        }
    }
    std::vector<std::uint8_t> bytes() const {
        const unsigned bits = bitsOf(m_type);
        std::vector<std::uint8_t> result(m_values.size() * bits / 8);
        for (unsigned r = 0; r < m_rows; ++r) {
            for (unsigned c = 0; c < m_columns; ++c) {
                const std::size_t place =
                    m_rowMajor ? std::size_t{r} * m_columns + c : std::size_t{c} * m_rows + r;
                const std::uint64_t pattern =
                    patternOf(m_type, m_values[std::size_t{r} * m_columns + c]);
                if (bits < 8)
                    result[place * bits / 8] = static_cast<std::uint8_t>(
                        result[place * bits / 8] | pattern << (place * bits % 8));
                else
                    std::memcpy(&result[place * bits / 8], &pattern, bits / 8);
            }
        }
        return result;
    }

  private:
    unsigned m_rows, m_columns;
    std::string m_type;
    bool m_rowMajor;
    std::vector<double> m_values; ///< row by row
};

void add(std::vector<WmmaForm>& forms, unsigned m, unsigned n, unsigned k, const char* type,
         const char* accumulator, int target, bool layouts, const char* bits = "") {
    for (const bool rowA : {true, false}) {
        for (const bool rowB : {true, false}) {
            if (!layouts && (!rowA || rowB)) // A by rows and B by columns alone
                continue;
            WmmaForm f;
            f.m = m, f.n = n, f.k = k, f.type = type, f.accumulator = accumulator;
            f.target = target, f.rowA = rowA, f.rowB = rowB, f.bits = bits;
            f.rowC = rowA == rowB || !layouts; // also each layout of C and D
            const std::string types =
                f.type == "f16" ? "." + f.accumulator + "." + f.accumulator
                                : "." + f.accumulator + "." + type + "." + type + "." + accumulator;
            f.name = "wmma.mma" + (f.bits.empty() ? "" : "." + f.bits + ".popc") +
                     ".sync.aligned." + (rowA ? "row" : "col") + "." + (rowB ? "row" : "col") +
                     ".m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k) +
                     types;
            forms.push_back(std::move(f));
        }
    }
}

/// Registers of a fragment: f16 A and B hold each element twice.
unsigned registersOf(const WmmaForm& f, unsigned elements, const std::string& type, bool factor) {
    const unsigned bits = bitsOf(type);
    if (factor && f.type == "f16")
        return 8;
    return std::max(1u, elements * bits / 32 / (bits == 64 ? 64 : 32));
}

} // namespace

std::vector<WmmaForm> wmmaForms() {
    std::vector<WmmaForm> forms;
    const unsigned shapes[][2] = {{16, 16}, {32, 8}, {8, 32}};
    for (const auto& [m, n] : shapes) {
        add(forms, m, n, 16, "f16", "f16", 75, true);
        add(forms, m, n, 16, "f16", "f32", 75, true);
        add(forms, m, n, 16, "s8", "s32", 75, true);
        add(forms, m, n, 16, "u8", "s32", 75, true);
        add(forms, m, n, 16, "bf16", "f32", 80, true);
    }
    add(forms, 16, 16, 8, "tf32", "f32", 80, true);
    add(forms, 8, 8, 4, "f64", "f64", 80, true);
    add(forms, 8, 8, 32, "s4", "s32", 75, false);
    add(forms, 8, 8, 32, "u4", "s32", 75, false);
    add(forms, 8, 8, 128, "b1", "s32", 75, false, "xor");
    add(forms, 8, 8, 128, "b1", "s32", 80, false, "and");
    return forms;
}

WmmaInputs inputsOf(const WmmaForm& f) {
    std::mt19937 random(20251122);
    Matrix a(f.m, f.k, f.type, f.rowA), b(f.k, f.n, f.type, f.rowB),
        c(f.m, f.n, f.accumulator, f.rowC), d(f.m, f.n, f.accumulator, f.rowC);
    a.fill(random);
    b.fill(random);
    c.fill(random);
    for (unsigned row = 0; row < f.m; ++row) {
        for (unsigned column = 0; column < f.n; ++column) {
            double sum = c.at(row, column);
            for (unsigned k = 0; k < f.k; ++k) {
                const double x = a.at(row, k), y = b.at(k, column);
                sum += f.bits == "xor" ? double(x != y) : x * y;
            }
            d.at(row, column) = sum;
        }
    }
    return {a.bytes(), b.bytes(), c.bytes(), d.bytes()};
}

std::string moduleFor(const WmmaForm& f) {
    const auto list = [](const std::string& kind, unsigned first, unsigned count) {
        std::string text;
        for (unsigned i = 0; i < count; ++i)
            text += (i ? ", %" : "%") + kind + std::to_string(first + i);
        return "{" + text + "}";
    };
    const std::string shape =
        ".m" + std::to_string(f.m) + "n" + std::to_string(f.n) + "k" + std::to_string(f.k);
    const std::string factor = f.type == "f64" ? "d" : "r";
    const std::string sum = f.accumulator == "f64" ? "d" : f.accumulator == "f32" ? "f" : "r";
    const std::string a = list(factor, 0, registersOf(f, f.m * f.k, f.type, true));
    const std::string b = list(factor, 10, registersOf(f, f.k * f.n, f.type, true));
    const std::string c = list(sum, 20, registersOf(f, f.m * f.n, f.accumulator, false));
    const auto layout = [](bool row) { return row ? std::string(".row") : std::string(".col"); };
    const auto stride = [](bool row, unsigned rows, unsigned columns) {
        return std::to_string(row ? columns : rows);
    };
    return ".version 8.0\n.target sm_" + std::to_string(f.target) +
           "\n.address_size 64\n.visible .entry k(.param .u64 d, .param .u64 a, .param .u64 b, "
           ".param .u64 c)\n{\n.reg .b32 %r<30>; .reg .f32 %f<30>; .reg .f64 %d<30>; .reg .b64 "
           "%p<4>;\nld.param.u64 %p0, [d]; ld.param.u64 %p1, [a];\nld.param.u64 %p2, [b]; "
           "ld.param.u64 %p3, [c];\nwmma.load.a.sync.aligned" +
           layout(f.rowA) + shape + ".global." + f.type + " " + a + ", [%p1], " +
           stride(f.rowA, f.m, f.k) + ";\nwmma.load.b.sync.aligned" + layout(f.rowB) + shape +
           ".global." + f.type + " " + b + ", [%p2], " + stride(f.rowB, f.k, f.n) +
           ";\nwmma.load.c.sync.aligned" + layout(f.rowC) + shape + ".global." + f.accumulator +
           " " + c + ", [%p3], " + stride(f.rowC, f.m, f.n) + ";\n" + f.name + " " + c + ", " + a +
           ", " + b + ", " + c + ";\nwmma.store.d.sync.aligned" + layout(f.rowC) + shape +
           ".global." + f.accumulator + " [%p0], " + c + ", " + stride(f.rowC, f.m, f.n) +
           ";\nret;\n}\n";
}

} // namespace warpbench::test
