// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Matrix products with special mappings of elements to registers and bytes: sparse and scaled
/// ones, for quads and warpgroups. Sums are exact in any order.
namespace warpbench::test {

struct TileCase {
    std::string name;        ///< the instruction, and what distinguishes the case
    int target = 80;         ///< the first GPU that supports it, 90 for sm_90
    bool isSpecific = false; ///< only for this GPU: sm_90a
    unsigned threads = 32;
    std::string ptx;                      ///< of a kernel "k" (.u64 out, .u64 in, .u64 image)
    std::vector<std::uint32_t> registers; ///< by thread
    std::vector<std::uint32_t> image;     ///< initial contents of shared memory
    std::vector<std::uint32_t> expected;  ///< D's registers, by thread
};

std::vector<TileCase> quadCases();      ///< mma.m8n8k4 of halves
std::vector<TileCase> sparseCases();    ///< mma.sp
std::vector<TileCase> scaledCases();    ///< mma of elements of 8 bits and fewer, with scales
std::vector<TileCase> warpgroupCases(); ///< wgmma
std::vector<TileCase> byteCases();      ///< ldmatrix and stmatrix of bytes

/// A kernel in which each thread loads `words` registers %r0, %r1, …, executes `code` and stores
/// `results` registers starting at %r`first`.
/// \param imageBytes  size of `.shared image`, which is filled first; 0: none
std::string tileModule(const TileCase& c, unsigned words, const std::string& code, unsigned first,
                       unsigned results, unsigned imageBytes = 0);
/// "{%r4, %r5}"
std::string registerList(unsigned first, unsigned count);

} // namespace warpbench::test
