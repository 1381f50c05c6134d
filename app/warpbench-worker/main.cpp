// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/version.h"
#include "core/platform/system.h"
#include "core/workers/worker_server.h"

#include <cstdio>
#include <string_view>

/// The child process of DESIGN "Workers": runs kernels, with --compile compiles them, and with
/// --host-work fills and checks buffers, for the program that started it. Not useful on its own.
int main(int argc, char** argv) {
    const std::string_view option = argc > 1 ? argv[1] : "";
    if (option == "--version") {
        std::printf("warpbench-worker %s\n", warpbench::kVersion);
        return 0;
    }
    const auto link = warpbench::platform::ParentLink::adopt();
    if (!link) {
        std::fprintf(stderr, "warpbench-worker: error: this program is started by warpbench and "
                             "warpbench-cli; start one of them\n");
        return 2;
    }
    // If memory runs out, the program that started this one should survive.
    warpbench::platform::offerToOutOfMemoryKiller();
    if (option == "--compile")
        warpbench::session::serveCompiles(*link);
    if (option == "--host-work")
        warpbench::session::serveHostWork(*link);
    warpbench::session::serveDevices(*link);
}
