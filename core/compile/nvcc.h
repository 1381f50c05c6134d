// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolkit/toolkit.h"

#include <filesystem>
#include <functional>
#include <string>

namespace warpbench::compile {

/// A shared library for the host with kernels in it, made by nvcc and the host's own compiler: for
/// what NVIDIA gives as headers alone that need both, as CUB's device-wide algorithms. The files
/// are kept in the user's cache by source, architecture and nvcc; with the cache switched off, or
/// where it cannot be written, they go when this process ends. Blocks for as long as nvcc takes
/// (some seconds); any thread.
/// \param source  CUDA C++; what the library exports is marked WARPBENCH_EXPORT
/// \param arch    "sm_90"
/// \throws Error (environment) without nvcc, or with what it has to say
/// \throws Error (cancelled) where it was stopped
std::filesystem::path sharedLibrary(
    const std::string& source, const std::string& arch,
    const ToolkitSearch& search = ToolkitSearch::ofThisMachine(),
    const std::filesystem::path& folder = {},   ///< to keep the files in; empty: the user's cache
    const std::function<void()>& nvccRuns = {}, ///< told before it does: there is none to be had
    const std::function<bool()>& stopped = {}); ///< asked while it runs; yes ends it

/// Files that are kept; those unused for the longest time go.
inline constexpr std::size_t kMostSharedLibraries = 32;

} // namespace warpbench::compile
