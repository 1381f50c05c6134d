// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// wmma in all shapes, types and layouts: a product of matrices in memory, so that the mapping of
/// fragments to registers does not matter.
namespace warpbench::test {

struct WmmaForm {
    std::string name; ///< of the multiplication
    int target = 75;
    unsigned m = 16, n = 16, k = 16;
    std::string type;        ///< of A's and B's elements
    std::string accumulator; ///< of C and D
    bool rowA = true, rowB = false, rowC = true;
    std::string bits; ///< "xor" or "and" for .b1
};

/// Matrices as stored in memory, one after the other, each aligned to 256 bytes.
struct WmmaInputs {
    std::vector<std::uint8_t> a, b, c;
    std::vector<std::uint8_t> expected; ///< D, from sums in double precision
};

std::vector<WmmaForm> wmmaForms();
/// PTX of a kernel "k" (.u64 d, .u64 a, .u64 b, .u64 c) for one warp.
std::string moduleFor(const WmmaForm& form);
/// Values whose sums are exact in any order; always the same.
WmmaInputs inputsOf(const WmmaForm& form);

} // namespace warpbench::test
