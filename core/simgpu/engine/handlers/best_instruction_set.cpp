// SPDX-License-Identifier: GPL-3.0-or-later
// Run by CMake if the build is only for this machine: prints the best set of its processor.
#include "core/simgpu/engine/handlers/instruction_set.h"

#include <cstdio>

int main() {
    using namespace warpbench::simgpu::engine;
    for (const std::string_view isa : kInstructionSets) {
        if (processorHas(isa)) {
            std::printf("%.*s", int(isa.size()), isa.data());
            return 0;
        }
    }
    return 1;
}
