// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/source_path.h"

#include <cstdlib>

std::string warpbench::test::sourcePath(std::string_view relative) {
    const char* folder = std::getenv("WARPBENCH_SOURCE_DIR");
    return std::string(folder ? folder : WARPBENCH_SOURCE_DIR) + '/' + std::string(relative);
}
