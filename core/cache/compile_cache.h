// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_key.h"
#include "core/cache/disk_cache.h"
#include "core/compiled/compile_result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>

namespace warpbench::compile {

/// Compile results in memory, backed by the disk. Thread-safe; threads that request the same key at
/// once share one compile.
class CompileCache {
  public:
    static constexpr std::uint64_t kDefaultMemoryBytes = std::uint64_t{128} << 20;

    struct Limits {
        std::uint64_t memoryBytes = kDefaultMemoryBytes;
        std::uint64_t diskBytes = DiskCache::kDefaultLimitBytes;
    };

    /// The result of a compile, and whether it may be stored on disk.
    struct Built {
        CompileResult result;
        bool storable = true;
    };

    /// \param folder  for the files; created on demand
    explicit CompileCache(std::filesystem::path folder, Limits limits);
    explicit CompileCache(std::filesystem::path folder)
        : CompileCache(std::move(folder), Limits()) {}

    /// The cache of this user: $XDG_CACHE_HOME/warpbench/compile.
    static CompileCache& ofThisUser();

    /// The result for a key: from memory, from disk, or from `build`. `cached` is set for the first
    /// two, and for a thread that waited for another's compile. A failed compile is only kept in
    /// memory; one that is not storable is not kept. An exception from `build` is rethrown in all
    /// waiting threads, and not kept.
    CompileResult get(const CacheKey& key, const std::function<Built()>& build);

    /// Clears the memory, so that the disk is read again.
    void clearMemory();
    DiskCache& disk() noexcept { return m_disk; }

  private:
    using Shared = std::shared_ptr<const CompileResult>;
    struct Entry {
        CacheKey key;
        Shared result;
        std::uint64_t bytes = 0;
    };

    Shared find(const CacheKey& key);
    void keep(const CacheKey& key, const Shared& result);
    Shared loadOrBuild(const CacheKey& key, const std::function<Built()>& build, bool& cached);

    std::mutex m_mutex;
    std::list<Entry> m_recent; ///< most recently used first
    std::map<CacheKey, std::list<Entry>::iterator> m_byKey;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_limitBytes;
    std::map<CacheKey, std::shared_future<Shared>> m_underWay;
    DiskCache m_disk;
};

/// Whether WARPBENCH_NO_CACHE turns the cache off: it is set to anything except "0".
bool cacheSwitchedOff();

} // namespace warpbench::compile
