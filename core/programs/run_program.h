// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/processes/child_process.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::programs {

/// A real GPU that a program is run on.
struct RealGpu {
    std::filesystem::path driver; ///< NVIDIA's libcuda.so.1, whole path; empty: a simulated GPU
    std::string name;             ///< "NVIDIA H200"
    int ordinal = 0;              ///< among `count` GPUs; the program finds it as its first one
    int count = 1;
};

/// How a program is run, on simulated GPUs or a real one.
struct ProgramRun {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::string model;                  ///< of the simulated GPU, "h200"
    RealGpu gpu;                        ///< in place of the simulated one, if it has a driver
    bool hasOurRuntime = false;         ///< buildProgram() has linked it with our CUDA runtime
    bool checkFaults = false;           ///< look for races and uninitialised reads (simulated)
    bool countEvents = false;           ///< count instructions and the like (simulated)
    std::chrono::milliseconds limit{0}; ///< of the whole program; 0: none
    std::filesystem::path report;       ///< gets a line of JSON for each fault
    std::filesystem::path profile;      ///< gets a line for each kernel (simulated); empty: none
    std::filesystem::path estimate;     ///< a folder for profiles (simulated); empty: none
    std::filesystem::path launches;     ///< gets the list of launches; empty: none
    std::filesystem::path capture;      ///< a folder that gets captured launches; empty: none
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
