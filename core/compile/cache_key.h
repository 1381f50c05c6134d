// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/compile/dependencies.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace warpbench::compile {

/// 128 bits that stand for all that a compile depends on.
struct CacheKey {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    /// 32 hexadecimal digits, for a file's name.
    std::string hex() const;
    // NOLINTNEXTLINE(modernize-use-nullptr): the 0 meant stands in what the compiler writes
    auto operator<=>(const CacheKey&) const = default;
};

/// The compiler's own part in a key.
struct CompilerIdentity {
    std::string version; ///< of NVRTC: its file's name, size and time
    std::vector<std::filesystem::path> includeDirs;
    std::string headerVersion; ///< of the toolkit's headers, "13000"
};

/// XXH3-128 over request, compiler and the content of the included files. Every part goes in with
/// its length, so that parts cannot run into one another.
CacheKey cacheKey(const CompileRequest& request, const Dependencies& dependencies,
                  const CompilerIdentity& compiler);

/// XXH3-128 of bytes.
CacheKey hashBytes(std::span<const std::byte> bytes);

} // namespace warpbench::compile
