// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// mma.sync in all shapes and types, with values whose sums are exact in any order.
namespace warpbench::test {

struct MatrixForm {
    std::string name; ///< the instruction
    int target = 80;
    unsigned m = 16, n = 8, k = 16;
    std::string type;        ///< of A's elements
    std::string typeB;       ///< of B's
    std::string accumulator; ///< of C and D: s32, f16, f32, f64
    bool isXor = false, isAnd = false;
};

/// The lanes' inputs: 32-bit registers by lane (two each for f64), A, then B, then C.
struct MatrixInputs {
    std::vector<std::uint32_t> registers;
    std::vector<std::uint32_t> expected; ///< D's, by the fragments of PTX ISA 9.0, section 9.7.14.5
};

std::vector<MatrixForm> matrixForms();
/// PTX of a kernel "k" (.u64 out, .u64 in) for one warp.
std::string moduleFor(const MatrixForm& form);
MatrixInputs inputsOf(const MatrixForm& form);

} // namespace warpbench::test
