// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_key.h"
#include "core/toolkit/toolkit.h"

#include <filesystem>
#include <optional>

namespace warpbench::compile {

/// The compiler that will be used, identified only by its files: loading NVRTC takes longer than
/// serving a result from disk.
struct KnownCompiler {
    std::filesystem::path library;
    CompilerIdentity identity;
};

/// Identifies the compiler that consists of this library and its headers.
KnownCompiler describeCompiler(const std::filesystem::path& library,
                               const std::vector<std::filesystem::path>& includeDirs);

/// The first NVRTC that would be tried, if it is a file. Empty if only the loader can find
/// it.
std::optional<KnownCompiler> findCompilerFiles(const ToolkitSearch& search);

/// That of this process. NVRTC is only loaded if its file cannot be determined otherwise.
/// \throws Error (environment) like Nvrtc::get()
KnownCompiler knownCompiler();

/// The identity by contents instead of a file's time, which is meaningless on other machines: equal
/// if the same library and headers of the same version are at the same paths. The library is
/// identified by its size and by samples from the whole file, read on first use.
/// \throws Error (environment) if it cannot be read
CompilerIdentity identityByContents(const KnownCompiler& compiler);

/// Whether two paths lead to one existing file.
bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b);

} // namespace warpbench::compile
