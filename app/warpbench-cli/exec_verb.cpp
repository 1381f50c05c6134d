// SPDX-License-Identifier: GPL-3.0-or-later
// exec: a whole CUDA program, host code and all, on a simulated GPU.
#include "app/warpbench-cli/verbs.h"
#include "core/base/path_text.h"
#include "core/compile/toolkit.h"
#include "core/occupancy/occupancy.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/platform/interrupt.h"
#include "core/programs/build_program.h"
#include "core/programs/inspect_program.h"
#include "core/programs/run_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>

namespace warpbench::cli {

namespace fs = std::filesystem;

namespace {

constexpr int kFaultCode = 4;

bool isSource(const std::string& argument) {
    constexpr std::array kEndings = {".cu", ".cpp", ".cc", ".cxx", ".c"};
    return std::any_of(kEndings.begin(), kEndings.end(),
                       [&](const char* ending) { return argument.ends_with(ending); });
}

/// "h200" of "sim:h200", "H200" or nothing.
std::string modelOf(const std::string& device) {
    if (device.empty() || device == "sim")
        return platform::environmentVariable("WARPBENCH_SIMGPU").value_or("h200");
    return device.starts_with("sim:") ? device.substr(4) : device;
}

/// Of the first of several models.
int computeCapabilityOf(const std::string& models) {
    const std::string model = models.substr(0, models.find(','));
    const occupancy::CatalogueEntry* gpu = occupancy::findGpu(model);
    if (!gpu)
        throw Error(ErrorKind::usage, fmt::format("exec knows no simulated GPU \"{}\"", model),
                    "see `warpbench-cli devices`");
    return gpu->limits.ccMajor * 10 + gpu->limits.ccMinor;
}

/// The command behind exec's own options: sources with nvcc's options, or a program with its
/// arguments.
struct Command {
    std::vector<fs::path> sources;
    std::vector<std::string> compilerOptions;
    fs::path program;
    std::vector<std::string> arguments;
};

Command commandOf(const std::vector<std::string>& words) {
    Command command;
    const auto separator = std::find(words.begin(), words.end(), "--");
    const bool hasSources = std::any_of(words.begin(), separator, isSource) &&
                            (isSource(words.front()) || words.front().starts_with('-'));
    if (!hasSources) {
        command.program = pathFromUtf8(words.front());
        command.arguments.assign(words.begin() + 1, words.end());
        return command;
    }
    for (auto word = words.begin(); word != separator; ++word) {
        if (*word == "-o" && word + 1 != separator)
            ++word; // the program goes into the cache
        else if (isSource(*word) && !word->starts_with('-'))
            command.sources.push_back(pathFromUtf8(*word));
        else
            command.compilerOptions.push_back(*word);
    }
    if (separator != words.end())
        command.arguments.assign(separator + 1, words.end());
    return command;
}

/// A bare name is looked for on PATH, as a shell does.
bool isOnPath(const fs::path& program) {
    return !program.has_parent_path();
}

/// The number of faults that the driver reported.
int faultsIn(const fs::path& report) {
    std::error_code missing;
    if (!fs::is_regular_file(report, missing))
        return 0;
    const std::string text = platform::readFile(report);
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

int execProgram(const ExecOptions& options, Console& console) {
    if (options.command.empty())
        throw Error(ErrorKind::usage, "exec needs a CUDA source or a program",
                    "see warpbench-cli exec --help");
    Command command = commandOf(options.command);
    const std::string model = modelOf(options.device);
    std::atomic<bool> interrupted = false;
    const platform::InterruptWatcher watcher([&] { interrupted = true; });
    const auto stopped = [&] { return interrupted.load(); };
    if (!command.sources.empty()) {
        for (const fs::path& source : command.sources)
            platform::readFile(source,
                               ErrorKind::usage); // a missing one is reported before nvcc starts
        const programs::ProgramRequest request{command.sources, command.compilerOptions,
                                               computeCapabilityOf(model)};
        command.program = programs::buildProgram(
            request, compile::ToolkitSearch::ofThisMachine(),
            [&](const std::string& name) { console.progress("Compiling " + name); }, stopped);
        console.endProgress();
    } else if (!isOnPath(command.program)) {
        programs::requireRunnable(command.program, programs::inspectProgram(command.program));
    }

    const platform::TemporaryFolder folder;
    programs::ProgramRun run;
    run.program = command.program;
    run.arguments = command.arguments;
    run.model = model;
    run.checkFaults = options.check == "faults";
    run.report = folder.path() / "faults";
    run.standardOutput = console.outputDescriptor();
    if (options.timeout)
        run.limit = std::chrono::milliseconds(static_cast<std::int64_t>(*options.timeout * 1000));
    run.stopped = stopped;
    const platform::ProgramResult result = programs::runProgram(run);
    const int faults = faultsIn(run.report);
    if (run.checkFaults)
        console.notice(faults == 0
                           ? "no faults were found"
                           : fmt::format("{} {}", faults, faults == 1 ? "fault" : "faults"));
    if (result.timedOut)
        throw Error(
            ErrorKind::timeout,
            fmt::format("the program did not end within its {:g} seconds", *options.timeout),
            "give it more time with --timeout, or smaller numbers");
    if (result.stopped || result.status.interrupted())
        return exitCode(ErrorKind::cancelled);
    if (result.status.signal != 0)
        throw Error(ErrorKind::device,
                    fmt::format("the program ended by {}", result.status.text()));
    return result.status.code == 0 && faults > 0 ? kFaultCode : result.status.code;
}

} // namespace warpbench::cli
