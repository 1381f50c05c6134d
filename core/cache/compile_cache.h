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

/// Compile results in memory, over those on the disk. Any thread; threads that ask for the same
/// key at once share one compile.
class CompileCache {
  public:
    static constexpr std::uint64_t kDefaultMemoryBytes = std::uint64_t{128} << 20;

    struct Limits {
        std::uint64_t memoryBytes = kDefaultMemoryBytes;
        std::uint64_t diskBytes = DiskCache::kDefaultLimitBytes;
    };

    /// What a compile gave, and whether it may go to the disk.
    struct Built {
        CompileResult result;
        bool storable = true;
    };

    /// \param folder  for the files; made when first needed
    explicit CompileCache(std::filesystem::path folder, Limits limits);
    explicit CompileCache(std::filesystem::path folder)
        : CompileCache(std::move(folder), Limits()) {}

    /// The cache of this user: $XDG_CACHE_HOME/warpbench/compile.
    static CompileCache& ofThisUser();

    /// The result for a key: from memory, from the disk, or by `build`. `cached` is set for the
    /// first two, and for a thread that waited for another's compile. A failed compile is kept in
    /// memory only; one that is not storable is not kept. What `build` throws is passed on to all
    /// who wait for it, and not kept.
    CompileResult get(const CacheKey& key, const std::function<Built()>& build);

    /// Forgets what is in memory, so that the disk is asked again.
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
    std::list<Entry> m_recent; ///< the most recently used first
    std::map<CacheKey, std::list<Entry>::iterator> m_byKey;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_limitBytes;
    std::map<CacheKey, std::shared_future<Shared>> m_underWay;
    DiskCache m_disk;
};

/// Whether WARPBENCH_NO_CACHE asks for no cache: set to anything but "0".
bool cacheSwitchedOff();

} // namespace warpbench::compile
