// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The verbs of the command line, each with its options as docs/command-line.md has them; empty
/// texts are options that were not given. They give the exit code. Errors are thrown as
/// warpbench::Error.
namespace warpbench::cli {

int listDevices(Console& console);

struct CompileOptions {
    std::string file;
    std::string arch;
    std::string device;
    std::vector<std::string> defines;
    std::vector<std::string> includeDirs;
    std::string ptx;
    std::string cubin;
    std::string sass;
};
int compileFile(const CompileOptions& options, Console& console);

struct RunOptions {
    std::string project; ///< or a bare CUDA source
    std::vector<std::string> includeDirs;
    std::vector<std::string> defines;
    std::string device;
    std::vector<std::string> settings;
    std::vector<std::string> exports;
    std::optional<int> repeats;
    std::optional<double> timeout;
    std::string check = "off";
    std::string checksFile;
    bool isolate = false;
    bool metrics = false;
};
int runProject(const RunOptions& options, Console& console);

struct SweepOptions {
    std::string project;
    std::vector<std::string> devices;
    std::vector<std::string> settings;
    std::string strategy;
    std::string budget;
    std::string out;
    std::uint64_t seed = 0;
    std::optional<int> repeats;
    std::optional<double> timeout;
    bool resume = false;
};
int sweepProject(const SweepOptions& options, Console& console);

struct OccupancyOptions {
    std::string project;
    std::optional<int> threads;
    int registers = 32;
    std::int64_t shared = 0;
    std::string cc;
    std::string gpu;
    std::string curve;
    std::vector<std::string> settings;
};
int showOccupancy(const OccupancyOptions& options, Console& console);

struct NewOptions {
    std::string folder;
    std::string pattern = "vector_multiply"; ///< the lesson to start from
};
int newProject(const NewOptions& options, Console& console);

struct ExamplesOptions {
    std::string name; ///< to copy; empty: list them
    std::string folder;
};
int showExamples(const ExamplesOptions& options, Console& console);

struct ConvertOptions {
    std::string file;
    std::string out; ///< empty: `file` itself, or the project beside a source
};
int convert(const ConvertOptions& options, Console& console);

struct DoctorOptions {
    bool installCompiler = false;
    std::string from; ///< folder with the wheels; empty: over the network
};
int runDoctor(const DoctorOptions& options, Console& console);

} // namespace warpbench::cli
