// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Products of matrices that differ in what belongs to which register and byte: sparse and scaled
/// ones, of quads and of warpgroups. Sums are exact in any order.
namespace warpbench::test {

struct TileCase {
    std::string name;        ///< the instruction, and what else tells it from others
    int target = 80;         ///< the first GPU that has it, 90 for sm_90
    bool isSpecific = false; ///< for this GPU alone: sm_90a
    unsigned threads = 32;
    std::string ptx;                      ///< of a kernel "k" (.u64 out, .u64 in, .u64 image)
    std::vector<std::uint32_t> registers; ///< by thread
    std::vector<std::uint32_t> image;     ///< what shared memory begins with
    std::vector<std::uint32_t> expected;  ///< D's registers, by thread
};

std::vector<TileCase> quadCases();      ///< mma.m8n8k4 of halves
std::vector<TileCase> sparseCases();    ///< mma.sp
std::vector<TileCase> scaledCases();    ///< mma of elements of 8 bits and fewer, with scales
std::vector<TileCase> warpgroupCases(); ///< wgmma
std::vector<TileCase> byteCases();      ///< ldmatrix and stmatrix of bytes

/// A kernel in which each thread loads `words` registers %r0, %r1, …, executes `code` and stores
/// `results` registers from %r`first` on.
/// \param imageBytes  of `.shared image`, which is filled before; 0: there is none
std::string tileModule(const TileCase& c, unsigned words, const std::string& code, unsigned first,
                       unsigned results, unsigned imageBytes = 0);
/// "{%r4, %r5}"
std::string registerList(unsigned first, unsigned count);

} // namespace warpbench::test
