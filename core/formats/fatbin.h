// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Fat binaries: PTX and machine code for several architectures in one file, as `fatbinary` and
/// `nvcc -fatbin` make them. The layout is as published by projects that read it
/// (cuda-fatbin-decompression, ZLUDA), checked against what CUDA 13.0 writes.
namespace warpbench::compile {

struct FatbinEntry {
    bool ptx = false; ///< else machine code
    int arch = 0;     ///< 90 for compute_90 or sm_90
    /// Unpacked: the text without padding, or the cubin.
    std::string contents;
};

/// The entries in their order; others than PTX and machine code are left out. Empty where the bytes
/// are no fat binary, or damaged.
std::optional<std::vector<FatbinEntry>> readFatbin(std::span<const std::byte> bytes);

/// What a GPU of an architecture would be given, as the driver chooses: machine code of its own
/// major version and no newer minor one, and PTX of it or an older one, the newest of each.
struct FatbinChoice {
    const FatbinEntry* ptx = nullptr;
    const FatbinEntry* machineCode = nullptr;
};
/// \param arch  90 for compute capability 9.0
FatbinChoice chooseFrom(const std::vector<FatbinEntry>& entries, int arch);

} // namespace warpbench::compile
