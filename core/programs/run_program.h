// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/child_process.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::programs {

/// How a program is run on simulated GPUs.
struct ProgramRun {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::string model;                  ///< of the simulated GPU, "h200"
    bool checkFaults = false;           ///< look for races and uninitialised reads
    bool countEvents = false;           ///< count instructions, sectors and the like
    std::chrono::milliseconds limit{0}; ///< of the whole program; 0: none
    std::filesystem::path report;       ///< gets a line of JSON for each fault
    std::filesystem::path profile;      ///< gets a line of JSON for each kernel; empty: none
    std::filesystem::path launches;     ///< gets the list of launches; empty: none
    std::filesystem::path capture;      ///< a folder that gets captured launches; empty: none
    std::string captureKernel;          ///< NAME, NAME#N, or * for the first launch of each kernel
    std::uint64_t captureLimit = 0;     ///< bytes of memory that a captured launch may reach
    /// The file descriptor that the program writes to. Empty: what it writes is collected, and it
    /// has nothing to read.
    std::optional<int> standardOutput = 1;
    std::function<bool()> stopped; ///< asked while it runs; yes ends it; may be empty
};

/// Runs a program with this process's standard input and error, in this process's folder. While its
/// kernels take long, lines on standard error say which ones.
/// \throws Error (environment) where it cannot be started
platform::ProgramResult runProgram(const ProgramRun& run);

} // namespace warpbench::programs
