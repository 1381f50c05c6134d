// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"
#include "core/toolkit/toolkit.h"

#include <filesystem>
#include <functional>
#include <string>

namespace warpbench::compile {

/// Builds a shared host library with kernels, using nvcc and its host compiler, for NVIDIA's
/// header-only libraries that need both, such as CUB's device-wide algorithms. The files are
/// cached per user by source, architecture and nvcc; if the cache is turned off or not
/// writable, they are deleted when this process ends. Blocks while nvcc runs (some seconds).
/// Thread-safe.
/// \param source  CUDA C++; exported functions are marked WARPBENCH_EXPORT
/// \param arch    "sm_90"
/// \throws Error (environment) without nvcc, or with its error output
/// \throws Error (cancelled) if it was stopped
std::filesystem::path sharedLibrary(
    const std::string& source, const std::string& arch,
    const ToolkitSearch& search = ToolkitSearch::ofThisMachine(),
    const std::filesystem::path& folder = {},   ///< for the files; empty: the user's cache
    const std::function<void()>& nvccRuns = {}, ///< called on a cache miss, before it runs
    const std::function<bool()>& stopped = {}); ///< polled while it runs; true ends it

/// For a cancelled run of nvcc.
ErrorText nvccWasStopped();

/// Number of cached files; the least recently used ones are removed.
inline constexpr std::size_t kMostSharedLibraries = 32;

} // namespace warpbench::compile
