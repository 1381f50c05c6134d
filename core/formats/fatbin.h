// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Fat binaries: PTX and machine code for several architectures in one file, as written by
/// `fatbinary` and `nvcc -fatbin`. The layout is that published by projects that read it
/// (cuda-fatbin-decompression, ZLUDA), verified with CUDA 13.0.
namespace warpbench::compile {

struct FatbinEntry {
    bool ptx = false; ///< otherwise machine code
    int arch = 0;     ///< 90 for compute_90 or sm_90
    /// Decompressed: the text without padding, or the cubin.
    std::string contents;
};

/// The entries in order, except for kinds other than PTX and machine code. Empty if the bytes are
/// not a fat binary, or damaged.
std::optional<std::vector<FatbinEntry>> readFatbin(std::span<const std::byte> bytes);

/// What a GPU of an architecture would run, by the driver's rules: machine code of its major
/// version and no newer minor one, and PTX of its version or an older one; the newest of each.
struct FatbinChoice {
    const FatbinEntry* ptx = nullptr;
    const FatbinEntry* machineCode = nullptr;
};
/// \param arch  90 for compute capability 9.0
FatbinChoice chooseFrom(const std::vector<FatbinEntry>& entries, int arch);

} // namespace warpbench::compile
