// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/command_line.h"
#include "app/warpbench-cli/console.h"
#include "core/base/error.h"
#include "core/platform/system.h"

#include <exception>

int main(int argc, char** argv) {
    using namespace warpbench;
    cli::Console console;
    try {
        return cli::parseCommandLine(platform::programArguments(argc, argv), console)();
    } catch (const Error& error) {
        console.error(error);
        return exitCode(error.kind());
    } catch (const std::exception& problem) {
        console.error(
            Error(ErrorKind::internal, {"WB3041",
                                        "{problem}",
                                        "this is a bug in warpbench-cli: please report it",
                                        {{"problem", problem.what()}}}));
        return exitCode(ErrorKind::internal);
    }
}
