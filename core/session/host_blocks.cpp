// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/host_blocks.h"

#include "core/base/error.h"

#include <algorithm>
#include <vector>

namespace warpbench::session {

namespace {

/// Whole pages, and for larger blocks a size that the next run's block is likely to fit as well.
std::size_t capacityFor(std::size_t bytes) {
    constexpr std::size_t kPage = 4096;
    return (std::max<std::size_t>(bytes, 1) + kPage - 1) / kPage * kPage;
}

} // namespace

std::shared_ptr<HostBlockPool> HostBlockPool::create(std::size_t keepBytes) {
    return std::shared_ptr<HostBlockPool>(new HostBlockPool(keepBytes));
}

HostBlockPool::HostBlockPool(std::size_t keepBytes)
    : m_keepBytes(keepBytes) {}

std::shared_ptr<memory::HostBlock> HostBlockPool::allocate(std::size_t bytes) {
    const std::size_t capacity = capacityFor(bytes);
    {
        const std::lock_guard lock(m_mutex);
        // A block up to twice as large serves too; anything larger would be a waste.
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
    auto memory =
        std::make_shared<const platform::SharedMemory>(platform::SharedMemory::create(capacity));
    const std::lock_guard lock(m_mutex);
    const std::uint64_t id = m_nextId++;
    m_byAddress[memory->data()] = id;
    m_blocks[id] = std::move(memory);
    return lend(id, bytes);
}

/// The caller holds the mutex.
std::shared_ptr<memory::HostBlock> HostBlockPool::lend(std::uint64_t id, std::size_t bytes) {
    auto memory = m_blocks.at(id);
    auto pool = weak_from_this();
    return std::make_shared<memory::HostBlock>(memory->data(), bytes, [pool, memory, id] {
        if (const auto alive = pool.lock())
            alive->takeBack(id);
    });
}

void HostBlockPool::takeBack(std::uint64_t id) {
    std::vector<std::uint64_t> forgotten;
    std::function<void(std::uint64_t)> onForget;
    {
        const std::lock_guard lock(m_mutex);
        m_free.push_back(id);
        m_freeBytes += m_blocks.at(id)->size();
        while (m_freeBytes > m_keepBytes) {
            const std::uint64_t oldest = m_free.front();
            m_free.pop_front();
            m_freeBytes -= m_blocks.at(oldest)->size();
            m_byAddress.erase(m_blocks.at(oldest)->data());
            m_blocks.erase(oldest);
            forgotten.push_back(oldest);
        }
        onForget = m_onForget;
    }
    for (const std::uint64_t gone : forgotten) {
        if (onForget)
            onForget(gone);
    }
}

HostPlace HostBlockPool::placeOf(const memory::HostArray& array) const {
    if (!array.block())
        throw Error(ErrorKind::internal, "an array without memory was given to a device worker");
    const std::lock_guard lock(m_mutex);
    const auto found = m_byAddress.find(array.block()->data());
    if (found == m_byAddress.end())
        throw Error(ErrorKind::internal, "an array outside shared memory was given to a worker");
    return {found->second, std::uint64_t(array.bytes().data() - array.block()->data())};
}

std::shared_ptr<const platform::SharedMemory> HostBlockPool::memory(std::uint64_t id) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_blocks.find(id);
    return found == m_blocks.end() ? nullptr : found->second;
}

void HostBlockPool::setOnForget(std::function<void(std::uint64_t)> onForget) {
    const std::lock_guard lock(m_mutex);
    m_onForget = std::move(onForget);
}

} // namespace warpbench::session
