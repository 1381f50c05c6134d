// SPDX-License-Identifier: GPL-3.0-or-later
// ldmatrix to bytes and stmatrix of bytes: PTX ISA 9.0, sections 9.7.14.5.15 and 9.7.14.5.16;
// CuTe's copy_traits_sm100.hpp describes the layouts in its figures.
#include "tests/simgpu/sweep/tile_cases.h"
#include "tests/simgpu/sweep/tile_elements.h"

namespace warpbench::test {

namespace {

constexpr unsigned kRowBytes = 16;
constexpr unsigned kImageBytes = 4096;

/// Each lane's row is somewhere in the image, aligned to 16 bytes and separate from others.
std::vector<unsigned> drawRows(Elements& random) {
    std::vector<unsigned> rows;
    for (unsigned lane = 0; lane < 32; ++lane)
        rows.push_back((lane * 7 % 32 * 8 + random.below(8)) * kRowBytes);
    return rows;
}

std::uint8_t byteOf(const TileCase& c, unsigned at) {
    return static_cast<std::uint8_t>(c.image[at / 4] >> at % 4 * 8);
}

TileCase begin(const std::string& name, Elements& random) {
    TileCase c;
    c.name = name;
    c.target = 120;
    c.isSpecific = true;
    for (unsigned i = 0; i < kImageBytes / 4; ++i)
        c.image.push_back(random.word());
    return c;
}

/// \param bits  of an element in memory
TileCase load(const std::string& name, unsigned rows, unsigned matrices, unsigned bits) {
    Elements random(name);
    TileCase c = begin(name, random);
    c.registers = drawRows(random);
    const unsigned perMatrix = rows / 8;
    const auto element = [&](unsigned row, unsigned n) {
        unsigned value = 0;
        for (unsigned bit = 0; bit < bits; ++bit)
            value |=
                (byteOf(c, c.registers[row] + (n * bits + bit) / 8) >> (n * bits + bit) % 8 & 1u)
                << bit;
        return value;
    };
    for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned matrix = 0; matrix < matrices; ++matrix) {
            for (unsigned part = 0; part < perMatrix; ++part) {
                std::uint32_t word = 0;
                for (unsigned e = 0; e < 4; ++e)
                    word |=
                        (rows == 8 ? element(matrix * 8 + lane / 4, lane % 4 * 4 + e)
                                   : element(matrix * 16 + lane % 4 * 4 + e, lane / 4 + part * 8))
                        << 8 * e;
                c.expected.push_back(word);
            }
        }
    }
    const unsigned results = matrices * perMatrix;
    c.ptx = tileModule(
        c, 1, "add.u32 %w6, %w1, %r0;\n" + name + " " + registerList(1, results) + ", [%w6];\n", 1,
        results, kImageBytes);
    return c;
}

/// Behind it each lane reads the 16 bytes that it gave the address of.
TileCase store(unsigned matrices) {
    const std::string name =
        "stmatrix.sync.aligned.m16n8.x" + std::to_string(matrices) + ".trans.shared.b8";
    Elements random(name);
    TileCase c = begin(name, random);
    const std::vector<unsigned> rows = drawRows(random);
    std::vector<std::uint8_t> bytes(32 * kRowBytes);
    for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned n = 0; n < kRowBytes; ++n)
            bytes[lane * kRowBytes + n] = byteOf(c, rows[lane] + n);
    }
    for (unsigned lane = 0; lane < 32; ++lane) {
        c.registers.push_back(rows[lane]);
        for (unsigned matrix = 0; matrix < matrices; ++matrix) {
            const std::uint32_t word = random.word();
            c.registers.push_back(word);
            // As of an accumulator: rows of it are columns in memory.
            for (unsigned e = 0; e < 4; ++e)
                bytes[(matrix * 8 + lane % 4 * 2 + e % 2) * kRowBytes + lane / 4 + e / 2 * 8] =
                    static_cast<std::uint8_t>(word >> 8 * e);
        }
    }
    for (unsigned at = 0; at < bytes.size(); at += 4)
        c.expected.push_back(bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 |
                             std::uint32_t{bytes[at + 3]} << 24);
    const unsigned words = 1 + matrices;
    std::string code = "add.u32 %w6, %w1, %r0;\n" + name + " [%w6], " + registerList(1, matrices) +
                       ";\nbar.warp.sync -1;\n";
    for (unsigned i = 0; i < 4; ++i)
        code += "ld.shared.b32 %r" + std::to_string(words + i) + ", [%w6+" + std::to_string(4 * i) +
                "];\n";
    c.ptx = tileModule(c, words, code, words, 4, kImageBytes);
    return c;
}

} // namespace

std::vector<TileCase> byteCases() {
    std::vector<TileCase> cases;
    const std::string head = "ldmatrix.sync.aligned.";
    for (const unsigned matrices : {1u, 2u}) {
        const std::string shape = head + "m16n16.x" + std::to_string(matrices) + ".trans.shared.";
        cases.push_back(load(shape + "b8", 16, matrices, 8));
        cases.push_back(load(shape + "b8x16.b6x16_p32", 16, matrices, 6));
        cases.push_back(load(shape + "b8x16.b4x16_p64", 16, matrices, 4));
    }
    for (const unsigned matrices : {1u, 2u, 4u}) {
        const std::string shape = head + "m8n16.x" + std::to_string(matrices) + ".shared.";
        cases.push_back(load(shape + "b8x16.b6x16_p32", 8, matrices, 6));
        cases.push_back(load(shape + "b8x16.b4x16_p64", 8, matrices, 4));
        cases.push_back(store(matrices));
    }
    return cases;
}

} // namespace warpbench::test
