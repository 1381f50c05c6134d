// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpbench::compile {

/// Information about a kernel in a cubin's ELF notes (`.nv.info`); does not need a CUDA library.
/// The numbers of the attributes were found by experiment (NVIDIA does not document them).
struct CubinKernel {
    struct Parameter {
        int ordinal = 0;
        std::size_t offset = 0; ///< bytes from the start of the parameter block
        std::size_t size = 0;   ///< bytes

        bool operator==(const Parameter&) const = default;
    };

    std::string name;                          ///< lowered, as in the module
    std::optional<int> registers;              ///< per thread
    std::optional<std::int64_t> frameBytes;    ///< of the kernel's own frame
    std::optional<std::int64_t> minStackBytes; ///< including called functions
    std::optional<int> barriers;
    std::optional<int> registerCap;              ///< ptxas's limit: -maxrregcount, 255
    std::optional<std::int64_t> maxBlockThreads; ///< product of __launch_bounds__; empty: no limit
    std::int64_t sharedBytes = 0;                ///< static, without the system's reserved part
    std::optional<std::int64_t> constantBytes;   ///< bank 0: parameters and the system's part
    std::int64_t codeBytes = 0;                  ///< of machine code
    std::vector<Parameter> parameters;           ///< by ordinal
    std::vector<std::uint64_t> spillOffsets;     ///< code offsets of spill instructions

    bool operator==(const CubinKernel&) const = default;
};

struct CubinFacts {
    int computeCapability = 0; ///< 90 for sm_90
    std::vector<CubinKernel> kernels;
    std::int64_t globalBytes = 0;   ///< __device__ variables
    std::int64_t constantBytes = 0; ///< __constant__ variables (bank 3)

    const CubinKernel* kernel(const std::string& lowered) const;
    bool operator==(const CubinFacts&) const = default;
};

/// Reads a cubin. Empty if the bytes are not one; a damaged one yields partial results.
std::optional<CubinFacts> readCubin(std::span<const std::byte> cubin);

} // namespace warpbench::compile
