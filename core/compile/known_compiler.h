// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_key.h"
#include "core/toolkit/toolkit.h"

#include <filesystem>
#include <optional>

namespace warpbench::compile {

/// The compiler that will be used, told by its files alone: loading NVRTC takes longer than serving
/// a result from the disk.
struct KnownCompiler {
    std::filesystem::path library;
    CompilerIdentity identity;
};

/// The compiler that the library and its headers are.
KnownCompiler describeCompiler(const std::filesystem::path& library,
                               const std::vector<std::filesystem::path>& includeDirs);

/// The first NVRTC that would be tried, where it is a file. Empty where only the loader knows where
/// it is.
std::optional<KnownCompiler> findCompilerFiles(const ToolkitSearch& search);

/// This process's. NVRTC is loaded only where its file cannot be determined otherwise.
/// \throws Error (environment) as Nvrtc::get() does
KnownCompiler knownCompiler();

/// The identity by contents in place of a file's time, which tells nothing on another machine: the
/// same where the same library and the same version's headers are under the same paths. The library
/// is told by its size and by samples from all of it, read the first time that it is asked for.
/// \throws Error (environment) where it cannot be read
CompilerIdentity identityByContents(const KnownCompiler& compiler);

/// Whether two paths lead to one existing file.
bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b);

} // namespace warpbench::compile
