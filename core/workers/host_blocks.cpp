// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workers/host_blocks.h"

#include "core/base/error.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace warpbench::session {

namespace {

/// Whole pages, and larger blocks in sizes that the next run's block will probably fit.
std::size_t capacityFor(std::size_t bytes) {
    constexpr std::size_t kPage = 4096;
    return (std::max<std::size_t>(bytes, 1) + kPage - 1) / kPage * kPage;
}

/// Buffers of a run with separate blocks: at most this many, and at least this large.
constexpr std::size_t kOwnBlocks = 16;
constexpr std::size_t kOwnBytes = std::size_t(1) << 20;
/// The alignment of buffers that share a block: a line of the GPU's copy engines and of any
/// vector type.
constexpr std::size_t kBlockAlignment = 256;
/// The maximum number of free blocks; each takes a descriptor.
constexpr std::size_t kKeepBlocks = 64;

std::size_t aligned(std::size_t bytes) {
    return (std::max<std::size_t>(bytes, 1) + kBlockAlignment - 1) / kBlockAlignment *
           kBlockAlignment;
}

} // namespace

std::shared_ptr<HostBlockPool> HostBlockPool::create(std::size_t keepBytes) {
    return std::shared_ptr<HostBlockPool>(new HostBlockPool(keepBytes));
}

HostBlockPool::HostBlockPool(std::size_t keepBytes)
    : m_keepBytes(keepBytes) {}

std::shared_ptr<arrays::HostBlock> HostBlockPool::allocate(std::size_t bytes) {
    const std::size_t capacity = capacityFor(bytes);
    {
        const std::lock_guard lock(m_mutex);
        // A block up to twice as large is suitable; anything larger would be a waste.
        const auto fits = std::find_if(m_free.begin(), m_free.end(), [&](std::uint64_t id) {
            const std::size_t size = m_blocks.at(id)->size();
            return size >= capacity && size <= 2 * capacity;
        });
        if (fits != m_free.end()) {
            const std::uint64_t id = *fits;
            m_free.erase(fits);
            m_freeBytes -= m_blocks.at(id)->size();
            return lend(id, bytes);
        }
    }
    return allocateNew(bytes);
}

std::shared_ptr<arrays::HostBlock> HostBlockPool::allocateNew(std::size_t bytes) {
    auto memory = std::make_shared<const platform::SharedMemory>(
        platform::SharedMemory::create(capacityFor(bytes)));
    const std::lock_guard lock(m_mutex);
    const std::uint64_t id = m_nextId++;
    m_byAddress[memory->data()] = id;
    m_blocks[id] = std::move(memory);
    return lend(id, bytes);
}

std::function<std::shared_ptr<arrays::HostBlock>(std::size_t)>
HostBlockPool::allocatorFor(std::vector<std::size_t> sizes) {
    struct Shares {
        std::size_t own = 0;       ///< remaining blocks for large buffers
        std::size_t ownBytes = 0;  ///< the minimum size of a large buffer
        std::size_t restBytes = 0; ///< total of all others
        std::shared_ptr<arrays::HostBlock> rest;
        std::size_t used = 0; ///< of `rest`
    };
    auto shares = std::make_shared<Shares>();
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    for (const std::size_t bytes : sizes) {
        if (shares->own < kOwnBlocks && bytes >= kOwnBytes) {
            ++shares->own;
            shares->ownBytes = bytes;
        } else {
            shares->restBytes += aligned(bytes);
        }
    }
    return [pool = shared_from_this(), shares](std::size_t bytes) {
        if (shares->own > 0 && bytes >= shares->ownBytes) {
            --shares->own;
            return pool->allocate(bytes);
        }
        const std::size_t start = shares->used;
        shares->used += aligned(bytes);
        if (shares->used > shares->restBytes)
            return pool->allocate(bytes); // not announced
        if (!shares->rest)
            shares->rest = pool->allocate(shares->restBytes);
        return std::make_shared<arrays::HostBlock>(shares->rest->data() + start, bytes,
                                                   [whole = shares->rest] {});
    };
}

/// The caller holds the mutex.
std::shared_ptr<arrays::HostBlock> HostBlockPool::lend(std::uint64_t id, std::size_t bytes) {
    auto memory = m_blocks.at(id);
    m_statistics.activeBytes += memory->size();
    m_statistics.peakBytes = std::max(m_statistics.peakBytes, m_statistics.activeBytes);
    auto pool = weak_from_this();
    auto block = std::make_shared<arrays::HostBlock>(memory->data(), bytes, [pool, memory, id] {
        if (const auto alive = pool.lock())
            alive->takeBack(id);
    });
    m_lent[id] = block;
    return block;
}

void HostBlockPool::takeBack(std::uint64_t id) {
    const std::lock_guard forgetting(m_forgetMutex);
    std::vector<std::uint64_t> forgotten;
    {
        const std::lock_guard lock(m_mutex);
        m_lent.erase(id);
        m_free.push_back(id);
        m_freeBytes += m_blocks.at(id)->size();
        m_statistics.activeBytes -= m_blocks.at(id)->size();
        while (m_freeBytes > m_keepBytes || m_free.size() > kKeepBlocks) {
            const std::uint64_t oldest = m_free.front();
            m_free.pop_front();
            m_freeBytes -= m_blocks.at(oldest)->size();
            m_byAddress.erase(m_blocks.at(oldest)->data());
            m_blocks.erase(oldest);
            forgotten.push_back(oldest);
        }
    }
    for (const std::uint64_t gone : forgotten) {
        if (m_onForget)
            m_onForget(gone);
    }
}

HostBlockPool::Statistics HostBlockPool::statistics() const {
    const std::lock_guard lock(m_mutex);
    return m_statistics;
}

HostPlace HostBlockPool::placeOf(const arrays::HostArray& array) const {
    if (!array.block())
        throw Error(ErrorKind::internal,
                    {"WB1856", "an array without memory was given to a device worker"});
    const std::byte* const at = array.bytes().data();
    const std::lock_guard lock(m_mutex);
    auto found = m_byAddress.upper_bound(at);
    if (found != m_byAddress.begin()) {
        --found;
        const auto offset = std::size_t(at - found->first);
        if (offset < m_blocks.at(found->second)->size())
            return {found->second, offset};
    }
    throw Error(ErrorKind::internal,
                {"WB1857", "an array outside shared memory was given to a worker"});
}

std::shared_ptr<const platform::SharedMemory> HostBlockPool::memory(std::uint64_t id) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_blocks.find(id);
    return found == m_blocks.end() ? nullptr : found->second;
}

BlockSource HostBlockPool::source() {
    return [pool = shared_from_this()](std::uint64_t id) { return pool->memory(id); };
}

std::shared_ptr<arrays::HostBlock> HostBlockPool::hold(std::uint64_t id) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_lent.find(id);
    return found == m_lent.end() ? nullptr : found->second.lock();
}

void HostBlockPool::setOnForget(std::function<void(std::uint64_t)> onForget) {
    const std::lock_guard forgetting(m_forgetMutex);
    m_onForget = std::move(onForget);
}

} // namespace warpbench::session
