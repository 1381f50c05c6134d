// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace warpbench::session {

/// The program `warpbench-worker`: the file that WARPBENCH_WORKER names, otherwise next to the
/// running program, or else in ../libexec/warpbench relative to it.
/// \throws Error (environment) if it is not found
std::filesystem::path workerProgram();

} // namespace warpbench::session
