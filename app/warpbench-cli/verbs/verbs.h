// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"
#include "core/session/session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The verbs of the command line, each with its options as listed in docs/command-line.md. Empty
/// texts are options that were not given. Each verb returns the exit code. Errors are thrown as
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
    bool allowOutside = false;
};
int compileFile(const CompileOptions& options, Console& console);

struct ExecOptions {
    std::string device;            ///< "sim:h200", "0"; empty: WARPBENCH_SIMGPU, else an H200
    std::string check;             ///< "faults", "off" or empty
    bool profile = false;          ///< print a table of the kernels at the end
    bool metrics = false;          ///< with counters
    bool estimate = false;         ///< with the time on the GPU
    bool listLaunches = false;     ///< print a table of the launches at the end
    std::string launchesFile;      ///< receives the same as JSON; empty: none
    std::string capture;           ///< KERNEL or KERNEL#N; empty: none
    std::string to;                ///< the folder for the captured launch's project
    int limit = 1024;              ///< MiB of memory that the captured launch may reach
    std::optional<double> timeout; ///< seconds
    std::vector<std::string>
        command; ///< sources and nvcc's options, --, arguments; or a program and its own
};
/// The exit code is the program's, or 4 if it ended with 0 and faults were found.
int execProgram(const ExecOptions& options, Console& console);

struct RunOptions {
    std::string project; ///< or a bare CUDA source
    std::vector<std::string> includeDirs;
    std::vector<std::string> defines;
    std::string device;
    std::vector<std::string> settings;
    std::vector<std::string> exports;
    std::optional<int> devices;
    bool noPeer = false;
    bool mpi = false;
    std::optional<int> repeats;
    bool graph = false;
    bool energy = false;
    bool profile = false;
    std::optional<double> timeout;
    std::string check;    ///< "faults", "guards", "off", or empty: not requested
    std::string failOn;   ///< "findings", or empty
    std::string against;  ///< the report of an earlier run; empty: none
    double tolerance = 5; ///< percent by which a launch may be slower than in the earlier run
    std::string checksFile;
    bool isolate = false;
    bool tasks = false;
    std::string junit;
    bool metrics = false;
    bool estimate = false; ///< the GPU's time, on a simulated device
    bool allowOutside = false;
    bool guess = false; ///< read a program's set-up from its source, without running it
    bool watch = false; ///< run again whenever a file of the project changes
};
int runProject(const RunOptions& options, Console& console);
/// Checks the tasks of the request's project. \param junitFile  empty: none
int runTasks(const session::RunRequest& base, const std::string& junitFile, bool isolate,
             Console& console);

struct GradeOptions {
    std::string project; ///< the teacher's
    std::string checksFile;
    std::vector<std::string> submissions; ///< sources, or folders with one
    int jobs = 1;
    std::string device;
    std::optional<double> timeout; ///< seconds on the device, for each run
    double compileTimeout = 60;    ///< seconds, for each compile
    std::string csv;
    std::string junit;
    bool allowOutside = false;
    bool unconfined = false; ///< compile even if nothing keeps the compiler from other files
};
int gradeSubmissions(const GradeOptions& options, Console& console);

struct SweepOptions {
    std::string project; ///< or a bare CUDA source
    std::vector<std::string> devices;
    std::vector<std::string> settings;
    std::vector<std::string> over; ///< NAME=VALUE,VALUE,…
    std::string objective;         ///< empty: the project's
    std::string strategy;
    std::string budget;
    std::string out;  ///< .json, .csv, .kt.json or .t4.json; empty: none
    std::string from; ///< a result file or a Kernel Tuner cache to begin with; empty: none
    std::uint64_t seed = 0;
    std::optional<int> repeats;
    std::optional<double> timeout;
    bool resume = false;
    bool mpi = false;
    bool allowOutside = false;
};
int sweepProject(const SweepOptions& options, Console& console);

struct WhichGpuOptions {
    std::string project; ///< or a bare CUDA source
    std::vector<std::string> settings;
    std::vector<std::string> defines;
    std::vector<std::string> includeDirs;
    bool allowOutside = false;
};
/// Estimates a project's time on each GPU that can be simulated.
int compareGpus(const WhichGpuOptions& options, Console& console);

struct CalibrateOptions {
    std::string device; ///< empty: the preferred one
    std::string to;     ///< the file to write; empty: the user's folder of models
};
/// Measures a real GPU's speeds and writes them for estimates.
int calibrateGpu(const CalibrateOptions& options, Console& console);

struct StepOptions {
    std::string project; ///< or a bare CUDA source
    std::string launch;  ///< an index or a kernel; empty: the first one
    std::vector<std::string> includeDirs;
    std::vector<std::string> defines;
    std::string device;
    std::vector<std::string> settings;
    bool allowOutside = false;
};
/// Steps through a launch by commands from standard input, with a record for each on standard
/// output.
int stepProject(const StepOptions& options, Console& console);

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
    std::string out;    ///< empty: `file` itself, or the project next to a source
    bool force = false; ///< replace an existing file
    bool guess = false; ///< read a program's set-up from its source, without running it
    bool run = false;   ///< run the program, without falling back to a guess
    std::string device; ///< where to run a program; empty: the default simulated one
    std::vector<std::string> defines;     ///< of a bare source
    std::vector<std::string> includeDirs; ///< likewise
};
int convert(const ConvertOptions& options, Console& console);

struct ExportOptions {
    std::string project;     ///< or a bare CUDA source
    std::string folder;      ///< receives the program
    std::string to = "cuda"; ///< or "cupy", "pycuda", "kernel-tuner"
    std::string launch;      ///< the one for Kernel Tuner to tune; empty: the only one
    std::vector<std::string> settings;
    bool force = false; ///< replace existing files
    bool allowOutside = false;
};
/// Exports a project as a program that does not need Warpbench.
int exportProgram(const ExportOptions& options, Console& console);

struct GenerateOptions {
    std::string project;
    std::string elementwise; ///< "z = a * x + y"; empty: `step`
    std::optional<int> step; ///< a launch of the project, from 0
    bool add = false;        ///< add it to the project's source and launches
    bool allowOutside = false;
};
/// Generates a kernel from a short text, and prints it or adds it to the project.
int generateKernel(const GenerateOptions& options, Console& console);

struct DoctorOptions {
    bool installCompiler = false;
    std::string from; ///< folder with the wheels; empty: download them
};
int runDoctor(const DoctorOptions& options, Console& console);

} // namespace warpbench::cli
