// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace warpbench::test {

/// The path of a file in the source tree given by WARPBENCH_SOURCE_DIR in the environment (the
/// portable bundle contains one), otherwise in the tree that this test was built from.
/// \param relative  "tests/simgpu/…"
std::string sourcePath(std::string_view relative);

} // namespace warpbench::test
