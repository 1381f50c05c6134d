// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/compile_cache.h"

#include "core/platform/folders.h"

namespace warpbench::compile {

namespace {

/// Approximate memory use of a result.
std::uint64_t bytesOf(const CompileResult& result) {
    constexpr std::uint64_t kOverhead = 4096; // lists of kernels and diagnostics
    const auto sizeOf = [](const auto& code) {
        return code.ptx.size() + (code.cubin ? code.cubin->size() : 0);
    };
    std::uint64_t bytes = kOverhead + result.log.size() + sizeOf(result);
    for (const CodePart& part : result.parts)
        bytes += part.fileName.size() + sizeOf(part);
    return bytes;
}

} // namespace

CompileCache::CompileCache(std::filesystem::path folder, Limits limits)
    : m_limitBytes(limits.memoryBytes)
    , m_disk(std::move(folder), limits.diskBytes) {}

CompileCache& CompileCache::ofThisUser() {
    static CompileCache cache(platform::cacheFolder() / "compile");
    return cache;
}

CompileResult CompileCache::get(const CacheKey& key, const std::function<Built()>& build) {
    std::promise<Shared> promise;
    std::shared_future<Shared> underWay;
    {
        const std::lock_guard lock(m_mutex);
        if (const Shared known = find(key)) {
            CompileResult result = *known;
            result.cached = true;
            return result;
        }
        if (const auto other = m_underWay.find(key); other != m_underWay.end())
            underWay = other->second;
        else
            m_underWay.emplace(key, promise.get_future().share());
    }
    if (underWay.valid()) {
        CompileResult result = *underWay.get();
        result.cached = true;
        return result;
    }
    bool cached = false;
    Shared made;
    try {
        made = loadOrBuild(key, build, cached);
    } catch (...) {
        promise.set_exception(std::current_exception());
        const std::lock_guard lock(m_mutex);
        m_underWay.erase(key);
        throw;
    }
    promise.set_value(made);
    {
        const std::lock_guard lock(m_mutex);
        m_underWay.erase(key);
    }
    CompileResult result = *made;
    result.cached = cached;
    return result;
}

CompileCache::Shared CompileCache::loadOrBuild(const CacheKey& key,
                                               const std::function<Built()>& build, bool& cached) {
    if (std::optional<CompileResult> stored = m_disk.load(key)) {
        cached = true;
        Shared result = std::make_shared<const CompileResult>(std::move(*stored));
        keep(key, result);
        return result;
    }
    Built built = build();
    const bool storable = built.storable;
    Shared result = std::make_shared<const CompileResult>(std::move(built.result));
    if (storable) {
        keep(key, result);
        if (result->succeeded)
            m_disk.store(key, *result);
    }
    return result;
}

/// With the mutex held.
CompileCache::Shared CompileCache::find(const CacheKey& key) {
    const auto found = m_byKey.find(key);
    if (found == m_byKey.end())
        return nullptr;
    m_recent.splice(m_recent.begin(), m_recent, found->second);
    return found->second->result;
}

void CompileCache::keep(const CacheKey& key, const Shared& result) {
    const std::lock_guard lock(m_mutex);
    const std::uint64_t bytes = bytesOf(*result);
    if (m_byKey.contains(key) || bytes > m_limitBytes)
        return;
    m_recent.push_front({key, result, bytes});
    m_byKey[key] = m_recent.begin();
    m_bytes += bytes;
    while (m_bytes > m_limitBytes) {
        m_bytes -= m_recent.back().bytes;
        m_byKey.erase(m_recent.back().key);
        m_recent.pop_back();
    }
}

void CompileCache::clearMemory() {
    const std::lock_guard lock(m_mutex);
    m_recent.clear();
    m_byKey.clear();
    m_bytes = 0;
}

bool cacheSwitchedOff() {
    const std::optional<std::string> value = platform::environmentVariable("WARPBENCH_NO_CACHE");
    return value && *value != "0";
}

} // namespace warpbench::compile
