// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/run_program.h"

#include "core/base/path_text.h"
#include "core/platform/folders.h"
#include "core/programs/build_program.h"

namespace warpbench::programs {

platform::ProgramResult runProgram(const ProgramRun& run) {
    platform::ProgramOptions options;
    options.arguments = run.arguments;
    options.attachedOutput = run.standardOutput;
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
    return platform::runProgram(run.program, options);
}

} // namespace warpbench::programs
