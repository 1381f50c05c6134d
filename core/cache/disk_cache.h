// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_key.h"
#include "core/compiled/compile_result.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>

namespace warpbench::compile {

/// Successful compiles in a folder, a file each, named after their key. Several processes may use
/// one folder at a time: a file appears whole (written beside, then renamed) and carries a
/// checksum, so that a torn or damaged one is never served. When the files grow past the limit,
/// those unused for the longest time go. Nothing here throws: a cache that cannot be read or
/// written is only slower.
class DiskCache {
  public:
    static constexpr std::uint64_t kDefaultLimitBytes = std::uint64_t{512} << 20;

    explicit DiskCache(std::filesystem::path folder, std::uint64_t limitBytes = kDefaultLimitBytes);

    std::optional<CompileResult> load(const CacheKey& key) const;
    void store(const CacheKey& key, const CompileResult& result);

    const std::filesystem::path& folder() const noexcept { return m_folder; }
    /// The file for a key, whether it exists or not.
    std::filesystem::path fileOf(const CacheKey& key) const;

  private:
    void evictIfNeeded(std::uint64_t added);
    std::uint64_t evict() const;

    std::filesystem::path m_folder;
    std::uint64_t m_limitBytes;
    std::mutex m_mutex;
    /// What the folder held when last counted, and what was added since; empty: not counted yet.
    std::optional<std::uint64_t> m_bytes;
};

} // namespace warpbench::compile
