// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/output.h"

#include <cstdio>
#include <cstdlib>

namespace warpbench::simgpu::host {

namespace {

void write(std::FILE* stream, std::string_view text) {
    if (text.empty())
        return;
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
}

/// Runs before main, so before the program prints. Lines then reach a pipe one by one.
[[gnu::constructor]] void printLineByLine() {
    if (std::getenv("WARPBENCH_SIMGPU_LINES"))
        std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
}

} // namespace

void writeOutput(std::string_view text) {
    write(stdout, text);
}

void writeError(std::string_view text) {
    write(stderr, text);
}

} // namespace warpbench::simgpu::host
