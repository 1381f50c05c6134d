// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace warpbench::session {

/// The program `warpbench-worker`: the file that WARPBENCH_WORKER names, else beside the running
/// program, else in ../libexec/warpbench of it.
/// \throws Error (environment) where there is none
std::filesystem::path workerProgram();

} // namespace warpbench::session
