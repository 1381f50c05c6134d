// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces nvcc in a Makefile: the result uses Warpbench's CUDA runtime and runs on a
// simulated GPU.
#include "core/platform/system.h"
#include "core/processes/child_process.h"
#include "core/programs/build_program.h"
#include "core/programs/nvcc_arguments.h"
#include "core/programs/simulated_model.h"
#include "core/toolkit/toolkit.h"

#include <cstdio>
#include <exception>

namespace {

int run(const std::vector<std::string>& arguments) {
    using namespace warpbench;
    platform::ProgramOptions options;
    options.arguments =
        programs::replacedNvccArguments(arguments, programs::runtimeFolder(),
                                        programs::computeCapabilityOf(programs::defaultModel()));
    options.attachedOutput = 1;
    const auto nvcc = programs::findNvcc(compile::ToolkitSearch::ofThisMachine());
    const platform::ExitStatus status = platform::runProgram(nvcc, options).status;
    return status.signal != 0 ? 128 + status.signal : status.code;
}

} // namespace

int main(int argc, char** argv) {
    try {
        std::vector<std::string> arguments = warpbench::platform::programArguments(argc, argv);
        arguments.erase(arguments.begin());
        return run(arguments);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "warpbench-nvcc: error: %s\n", error.what());
        return 1;
    }
}
