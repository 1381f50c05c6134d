// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_key.h"
#include "core/compiled/compile_result.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>

namespace warpbench::compile {

/// Successful compiles in a folder, one file each, named by key. Several processes can share a
/// folder: files are written next to it and renamed, and carry a checksum, so that torn or
/// damaged files are never used. When the total size exceeds the limit, the least recently
/// used files are removed. Never throws: a cache that cannot be read or written is just
/// slower.
class DiskCache {
  public:
    static constexpr std::uint64_t kDefaultLimitBytes = std::uint64_t{512} << 20;

    explicit DiskCache(std::filesystem::path folder, std::uint64_t limitBytes = kDefaultLimitBytes);

    std::optional<CompileResult> load(const CacheKey& key) const;
    void store(const CacheKey& key, const CompileResult& result);

    const std::filesystem::path& folder() const noexcept { return m_folder; }
    /// The file for a key, whether or not it exists.
    std::filesystem::path fileOf(const CacheKey& key) const;

  private:
    void evictIfNeeded(std::uint64_t added);
    std::uint64_t evict() const;

    std::filesystem::path m_folder;
    std::uint64_t m_limitBytes;
    std::mutex m_mutex;
    /// The folder's last measured size plus later additions; empty: not measured yet.
    std::optional<std::uint64_t> m_bytes;
};

} // namespace warpbench::compile
