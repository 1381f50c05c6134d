// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::programs {

/// How an executable file uses CUDA, found without running it.
struct ProgramFacts {
    bool isElf = false;             ///< otherwise a script, or not a program
    std::vector<std::string> needs; ///< shared libraries, "libcudart.so.13"
    bool hasStaticRuntime = false;  ///< NVIDIA's CUDA runtime is linked into it
};
/// \throws Error (usage) if the file cannot be read
ProgramFacts inspectProgram(const std::filesystem::path& program);

/// Checks that a program can run on a simulated GPU. \throws Error (environment) with the reason
/// and the remedy if it cannot
void requireRunnable(const std::filesystem::path& program, const ProgramFacts& facts);

} // namespace warpbench::programs
