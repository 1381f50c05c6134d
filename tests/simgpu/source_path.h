// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/source_dir.h"

#include <cstdlib>
#include <string>

namespace warpbench::test {

/// Where a file of the source tree is: in the tree that the environment's WARPBENCH_SOURCE_DIR
/// names (the portable bundle brings one along), else in the one that this test was built from.
/// \param relative  "tests/simgpu/…"
inline std::string sourcePath(const std::string& relative) {
    const char* folder = std::getenv("WARPBENCH_SOURCE_DIR");
    return std::string(folder ? folder : WARPBENCH_SOURCE_DIR) + "/" + relative;
}

} // namespace warpbench::test
