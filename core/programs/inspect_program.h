// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::programs {

/// What an executable file tells of how it uses CUDA, without running it.
struct ProgramFacts {
    bool isElf = false;             ///< else a script, or no program
    std::vector<std::string> needs; ///< shared libraries, "libcudart.so.13"
    bool hasDeviceCode = false;     ///< a section with fat binaries
};
/// \throws Error (usage) where the file cannot be read
ProgramFacts inspectProgram(const std::filesystem::path& program);

/// Why a program cannot run on a simulated GPU, with the remedy. \throws Error (environment);
/// returns where nothing speaks against it
void requireRunnable(const std::filesystem::path& program, const ProgramFacts& facts);

} // namespace warpbench::programs
