// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/run_program.h"

#include "core/base/path_text.h"
#include "core/platform/folders.h"
#include "core/programs/build_program.h"

namespace warpbench::programs {

namespace {

/// The time after which people begin to wonder.
constexpr const char* kSlowSeconds = "5";

} // namespace

platform::ProgramResult runProgram(const ProgramRun& run) {
    platform::ProgramOptions options;
    options.arguments = run.arguments;
    options.attachedOutput = run.standardOutput; // empty: collected
    options.limit = run.limit;
    options.stopped = run.stopped;
    std::string libraries = utf8(runtimeFolder());
    if (const auto path = platform::environmentVariable("LD_LIBRARY_PATH"))
        libraries += ":" + *path;
    options.environment["LD_LIBRARY_PATH"] = libraries;
    options.environment["WARPBENCH_SIMGPU"] = run.model;
    if (run.checkFaults) {
        options.environment["WARPBENCH_SIMGPU_CHECK"] = "faults";
        options.environment["WARPBENCH_SIMGPU_REPORT"] = utf8(run.report);
    }
    if (!run.profile.empty())
        options.environment["WARPBENCH_SIMGPU_PROFILE"] = utf8(run.profile);
    if (!run.launches.empty())
        options.environment["WARPBENCH_SIMGPU_LAUNCHES"] = utf8(run.launches);
    if (!run.capture.empty()) {
        options.environment["WARPBENCH_SIMGPU_CAPTURE"] = utf8(run.capture);
        options.environment["WARPBENCH_SIMGPU_CAPTURE_KERNEL"] = run.captureKernel;
        options.environment["WARPBENCH_SIMGPU_CAPTURE_LIMIT"] = std::to_string(run.captureLimit);
    }
    if (run.countEvents)
        options.environment["WARPBENCH_SIMGPU_METRICS"] = "1";
    if (!platform::environmentVariable("WARPBENCH_SIMGPU_SLOW"))
        options.environment["WARPBENCH_SIMGPU_SLOW"] = kSlowSeconds;
    return platform::runProgram(run.program, options);
}

} // namespace warpbench::programs
