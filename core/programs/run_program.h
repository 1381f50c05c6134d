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

/// Options for running a program on simulated GPUs.
struct ProgramRun {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::string model;                  ///< of the simulated GPU, "h200"
    bool checkFaults = false;           ///< check for races and uninitialised reads
    bool countEvents = false;           ///< count instructions, sectors etc.
    std::chrono::milliseconds limit{0}; ///< of the whole program; 0: none
    std::filesystem::path report;       ///< receives a line of JSON for each fault
    std::filesystem::path profile;      ///< receives a line of JSON for each kernel; empty: none
    std::filesystem::path launches;     ///< receives the list of launches; empty: none
    std::filesystem::path capture;      ///< a folder that receives captured launches; empty: none
    std::string captureKernel;          ///< NAME, NAME#N, or * for the first launch of each kernel
    std::uint64_t captureLimit = 0;     ///< bytes of memory that a captured launch may reach
    /// The file descriptor that the program writes to. Empty: its output is collected, and its
    /// input is empty.
    std::optional<int> standardOutput = 1;
    std::function<bool()> stopped; ///< polled while it runs; true ends it; may be empty
};

/// Runs a program with this process's standard input and error, in the current folder. While
/// kernels take long, lines on standard error name them.
/// \throws Error (environment) if it cannot be started
platform::ProgramResult runProgram(const ProgramRun& run);

} // namespace warpbench::programs
