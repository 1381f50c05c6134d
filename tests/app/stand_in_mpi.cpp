// SPDX-License-Identifier: GPL-3.0-or-later
// An unusable libwarpbench-mpi.so: of another build, or with an MPI that does not start.
#include "core/ranks/mpi_plugin.h"

#include <cstdio>
#include <cstdlib>

extern "C" __attribute__((visibility("default"))) const WarpbenchMpi*
warpbenchMpiStart(char* problem, std::size_t problemBytes) {
    static WarpbenchMpi table{};
    if (std::getenv("WARPBENCH_TEST_NO_MPI")) {
        std::snprintf(problem, problemBytes, "%s", "no daemon answers");
        return nullptr;
    }
    table.version = kWarpbenchMpiVersion + 1;
    return &table;
}
