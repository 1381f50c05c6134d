// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/source_dir.h"

#include <cstdlib>
#include <string>

namespace warpbench::test {

/// The path of a file in the source tree given by WARPBENCH_SOURCE_DIR in the environment (the
/// portable bundle contains one), otherwise in the tree that this test was built from.
/// \param relative  "tests/simgpu/…"
inline std::string sourcePath(const std::string& relative) {
    const char* folder = std::getenv("WARPBENCH_SOURCE_DIR");
    return std::string(folder ? folder : WARPBENCH_SOURCE_DIR) + "/" + relative;
}

} // namespace warpbench::test
