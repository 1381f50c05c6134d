// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/memory/device_memory.h"

#include "core/simgpu/host/address_range.h"
#include "core/simgpu/host/limits.h"
#include "core/simgpu/host/shared_mutex.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <shared_mutex>
#include <utility>

namespace warpbench::simgpu::engine {

struct MemoryBlock {
    Allocation allocation;
    std::uint64_t begin = 0;               ///< of the space taken, before alignment
    std::uint64_t end = 0;                 ///< with the red zone
    std::shared_ptr<WrittenBytes> written; ///< null: everything counts as initialised
};

using BlockMap = std::map<std::uint64_t, MemoryBlock>;

namespace {

/// Unused bytes after every allocation, so that a kernel that runs past its end does not reach a
/// neighbour.
constexpr std::uint64_t kRedZone = 512;
constexpr std::uint64_t kMinAlignment = 256;
/// From this size on, allocations are aligned to it. This is not documented, but GPU drivers give
/// large allocations their own pages, and programs rely on it: Taichi divides one into pages of 4
/// KiB and does not allow for a misaligned start.
constexpr std::uint64_t kLargePage = 2u << 20;
/// A GPU has its driver's memory, or a neighbour, before every allocation: on an H200 (driver 580),
/// a kernel reads at least so far before the first one, large or small.
constexpr std::uint64_t kMappedBefore = 32u << 20;
/// Memory is committed in steps of this size, so that many small allocations cost few system calls.
constexpr std::uint64_t kCommitStep = 2u << 20;
/// How many freed allocations are remembered to name a use after free.
constexpr std::size_t kRememberedFrees = 256;

/// Smaller allocations are granted without checking the host's free memory.
constexpr std::uint64_t kLookedAt = 64u << 20;

/// Whether the host can provide this much memory now. It overcommits and kills processes that use
/// more than it has, while a driver reports that memory is exhausted.
bool hostHas(std::uint64_t bytes) {
    if (bytes < kLookedAt)
        return true;
    const std::uint64_t available = host::availableMemory();
    return available == 0 || bytes <= available;
}

std::uint64_t roundUp(std::uint64_t value, std::uint64_t step) {
    return (value + step - 1) / step * step;
}

bool holds(const Allocation& allocation, std::uint64_t address, std::uint64_t size) {
    return address >= allocation.base && size <= allocation.size &&
           address - allocation.base <= allocation.size - size;
}

std::uint64_t distance(const Allocation& allocation, std::uint64_t address) {
    if (address < allocation.base)
        return allocation.base - address;
    const std::uint64_t end = allocation.base + allocation.size;
    return address < end ? 0 : address - end + 1;
}

Allocation allocationOf(const VirtualRanges::Range& range) {
    Allocation allocation;
    allocation.base = range.begin;
    allocation.size = range.end - range.begin;
    allocation.readOnly = range.access == VirtualAccess::read;
    if (range.access == VirtualAccess::unmapped)
        allocation.note = "reserved addresses where no memory is mapped";
    else if (range.access == VirtualAccess::none)
        allocation.note = "mapped memory that this device may not access";
    else if (range.access == VirtualAccess::read)
        allocation.note = "mapped memory that this device may only read";
    return allocation;
}

const MemoryBlock* blockHolding(const BlockMap& blocks, std::uint64_t address, std::uint64_t size) {
    auto it = blocks.upper_bound(address);
    if (it == blocks.begin())
        return nullptr;
    --it;
    return holds(it->second.allocation, address, size) ? &it->second : nullptr;
}

/// See DeviceMemory::trackedVersion.
std::atomic<std::uint64_t> layoutVersion{1};

} // namespace

struct DeviceMemory::Impl {
    Impl(std::uint64_t bytes, std::uint64_t place)
        : capacity(bytes)
        ,
        // Twice the capacity, so that red zones and fragmentation never reduce it.
        range(roundUp(bytes * 2 + (256u << 20), kCommitStep) + kMappedBefore + kCommitStep, 0,
              place) {
        firstStep = roundUp(range.base(), kCommitStep);
        committed.resize((range.base() + range.size() - firstStep) / kCommitStep);
        const std::uint64_t first = firstStep + kMappedBefore;
        holes[first] = firstStep + committed.size() * kCommitStep;
        rover = first;
    }

    std::uint64_t place(std::uint64_t size, std::uint64_t alignment, bool constant);
    std::uint64_t tryHole(std::map<std::uint64_t, std::uint64_t>::iterator hole, std::uint64_t size,
                          std::uint64_t alignment, bool constant);
    bool commitSteps(std::uint64_t begin, std::uint64_t end);
    bool hasMemoryAt(std::uint64_t page) const;
    void release(BlockMap::iterator it);

    const std::uint64_t capacity;
    host::AddressRange range;
    std::uint64_t firstStep = 0;
    std::vector<bool> committed;
    mutable host::SharedMutex mutex;
    std::uint64_t usedBytes = 0;
    BlockMap blocks;
    std::map<std::uint64_t, std::uint64_t> holes; ///< begin → end of free address space
    std::uint64_t rover = 0; ///< start of the next search, so that addresses are not reused soon
    std::deque<Allocation> freed;
    BlockMap host;
    VirtualRanges virtualRanges;
    std::vector<std::shared_ptr<DeviceMemory>> peers;
};

bool DeviceMemory::Impl::commitSteps(std::uint64_t begin, std::uint64_t end) {
    std::uint64_t first = (begin - firstStep) / kCommitStep;
    const std::uint64_t last = (end - 1 - firstStep) / kCommitStep;
    while (first <= last) {
        if (committed[first]) {
            ++first;
            continue;
        }
        std::uint64_t next = first + 1;
        while (next <= last && !committed[next])
            ++next;
        const std::uint64_t offset = firstStep - range.base() + first * kCommitStep;
        if (!range.commit(offset, (next - first) * kCommitStep))
            return false;
        std::fill(committed.begin() + static_cast<std::ptrdiff_t>(first),
                  committed.begin() + static_cast<std::ptrdiff_t>(next), true);
        first = next;
    }
    return true;
}

std::uint64_t DeviceMemory::Impl::tryHole(std::map<std::uint64_t, std::uint64_t>::iterator hole,
                                          std::uint64_t size, std::uint64_t alignment,
                                          bool constant) {
    const auto [holeBegin, holeEnd] = *hole;
    const std::uint64_t from = std::max(holeBegin, rover < holeEnd ? rover : holeBegin);
    for (const std::uint64_t start : {from, holeBegin}) {
        // A red zone before the first allocation as well: an index of -1 must not be in bounds.
        const std::uint64_t base = roundUp(start + kRedZone, alignment);
        const std::uint64_t end = roundUp(base + size, kMinAlignment) + kRedZone;
        if (end > holeEnd || end < base || !commitSteps(base, end))
            continue;
        holes.erase(hole);
        if (start > holeBegin)
            holes[holeBegin] = start;
        if (end < holeEnd)
            holes[end] = holeEnd;
        rover = end;
        blocks[base] = MemoryBlock{{base, size, constant, false, false, {}, {}}, start, end, {}};
        std::erase_if(freed, [&](const Allocation& old) {
            return old.base < end && start < old.base + old.size;
        });
        usedBytes += size;
        return base;
    }
    return 0;
}

std::uint64_t DeviceMemory::Impl::place(std::uint64_t size, std::uint64_t alignment,
                                        bool constant) {
    auto start = holes.upper_bound(rover);
    if (start != holes.begin())
        --start;
    for (auto it = start; it != holes.end(); ++it) {
        if (const std::uint64_t base = tryHole(it, size, alignment, constant))
            return base;
    }
    for (auto it = holes.begin(); it != start; ++it) {
        if (const std::uint64_t base = tryHole(it, size, alignment, constant))
            return base;
    }
    return 0;
}

void DeviceMemory::Impl::release(BlockMap::iterator it) {
    ++layoutVersion;
    MemoryBlock& block = it->second;
    const std::uint64_t page = host::AddressRange::pageSize();
    const std::uint64_t firstPage = roundUp(block.allocation.base, page);
    const std::uint64_t lastPage = (block.allocation.base + block.allocation.size) / page * page;
    if (lastPage > firstPage)
        range.discard(firstPage - range.base(), lastPage - firstPage);
    usedBytes -= block.allocation.size;
    block.allocation.freed = true;
    freed.push_back(std::move(block.allocation));
    if (freed.size() > kRememberedFrees)
        freed.pop_front();

    std::uint64_t begin = block.begin;
    std::uint64_t end = block.end;
    auto next = holes.lower_bound(begin);
    if (next != holes.end() && next->first == end) {
        end = next->second;
        next = holes.erase(next);
    }
    if (next != holes.begin() && std::prev(next)->second == begin) {
        begin = std::prev(next)->first;
        holes.erase(std::prev(next));
    }
    holes[begin] = end;
    blocks.erase(it);
}

DeviceMemory::DeviceMemory(std::uint64_t capacity, std::uint64_t place)
    : m_impl(std::make_unique<Impl>(capacity, place)) {}
DeviceMemory::~DeviceMemory() = default;

std::uint64_t DeviceMemory::capacity() const noexcept {
    return m_impl->capacity;
}

std::uint64_t DeviceMemory::used() const {
    const std::shared_lock lock(m_impl->mutex);
    return m_impl->usedBytes;
}

std::uint64_t DeviceMemory::allocate(std::uint64_t size, std::uint64_t alignment, bool constant) {
    const std::unique_lock lock(m_impl->mutex);
    if (size == 0 || size > m_impl->capacity - m_impl->usedBytes || !hostHas(size))
        return 0;
    alignment = std::max(alignment, kMinAlignment);
    const std::uint64_t base =
        size < kLargePage ? 0 : m_impl->place(size, std::max(alignment, kLargePage), constant);
    return base ? base : m_impl->place(size, alignment, constant);
}

std::uint64_t DeviceMemory::exchangeRover(std::uint64_t place) {
    const std::unique_lock lock(m_impl->mutex);
    return std::exchange(m_impl->rover, place);
}

bool DeviceMemory::free(std::uint64_t base) {
    const std::unique_lock lock(m_impl->mutex);
    const auto it = m_impl->blocks.find(base);
    if (it == m_impl->blocks.end())
        return false;
    m_impl->release(it);
    return true;
}

bool DeviceMemory::charge(std::uint64_t bytes) {
    const std::unique_lock lock(m_impl->mutex);
    if (bytes > m_impl->capacity - m_impl->usedBytes || !hostHas(bytes))
        return false;
    m_impl->usedBytes += bytes;
    return true;
}

void DeviceMemory::refund(std::uint64_t bytes) {
    const std::unique_lock lock(m_impl->mutex);
    m_impl->usedBytes -= bytes;
}

void DeviceMemory::setVirtual(std::uint64_t begin, std::uint64_t size, VirtualAccess access) {
    const std::unique_lock lock(m_impl->mutex);
    ++layoutVersion;
    m_impl->virtualRanges.set(begin, size, access);
}

void DeviceMemory::eraseVirtual(std::uint64_t begin, std::uint64_t size) {
    const std::unique_lock lock(m_impl->mutex);
    ++layoutVersion;
    m_impl->virtualRanges.erase(begin, size);
}

std::optional<VirtualAccess> DeviceMemory::virtualAccess(std::uint64_t address) const {
    const std::shared_lock lock(m_impl->mutex);
    const auto range = m_impl->virtualRanges.find(address);
    return range ? std::optional(range->access) : std::nullopt;
}

bool DeviceMemory::registerHost(void* base, std::uint64_t size) {
    const std::unique_lock lock(m_impl->mutex);
    const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(base));
    if (address == 0 || size == 0)
        return false;
    const auto next = m_impl->host.lower_bound(address);
    if (next != m_impl->host.end() && next->first < address + size)
        return false;
    if (blockHolding(m_impl->host, address, 1))
        return false;
    m_impl->host[address] =
        MemoryBlock{{address, size, false, false, false, {}, {}}, address, address + size, {}};
    return true;
}

bool DeviceMemory::unregisterHost(void* base) {
    const std::unique_lock lock(m_impl->mutex);
    ++layoutVersion;
    const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(base));
    return m_impl->host.erase(address) != 0;
}

void DeviceMemory::addPeer(std::shared_ptr<DeviceMemory> peer) {
    const std::unique_lock lock(m_impl->mutex);
    m_impl->peers.push_back(std::move(peer));
}

void DeviceMemory::removePeer(const DeviceMemory* peer) {
    const std::unique_lock lock(m_impl->mutex);
    ++layoutVersion;
    std::erase_if(m_impl->peers, [&](const auto& known) { return known.get() == peer; });
}

/// Calls `give` with the allocation that find() looks for, under the lock that protects it.
template <class Result, class Give>
std::optional<Result> DeviceMemory::lookUp(std::uint64_t address, std::uint64_t size,
                                           Give&& give) const {
    std::vector<std::shared_ptr<DeviceMemory>> peers;
    {
        const std::shared_lock lock(m_impl->mutex);
        if (const MemoryBlock* block = blockHolding(m_impl->blocks, address, size))
            return give(block->allocation);
        if (const MemoryBlock* block = blockHolding(m_impl->host, address, size))
            return give(block->allocation);
        if (const auto range = m_impl->virtualRanges.find(address)) {
            const bool usable = range->access >= VirtualAccess::read;
            return usable && size <= range->end - address
                       ? std::optional<Result>(give(allocationOf(*range)))
                       : std::nullopt;
        }
        peers = m_impl->peers;
    }
    // Only a peer's own memory, never its peers', and with our lock released: two devices may
    // access each other at the same time.
    for (const auto& peer : peers) {
        const std::shared_lock lock(peer->m_impl->mutex);
        if (const MemoryBlock* block = blockHolding(peer->m_impl->blocks, address, size))
            return give(block->allocation);
    }
    return std::nullopt;
}

std::optional<Allocation> DeviceMemory::find(std::uint64_t address, std::uint64_t size) const {
    return lookUp<Allocation>(address, size, [](const Allocation& found) { return found; });
}

std::optional<DeviceMemory::Range> DeviceMemory::rangeAt(std::uint64_t address,
                                                         std::uint64_t size) const {
    return lookUp<Range>(address, size, [](const Allocation& found) {
        return Range{found.base, found.size, found.constant, found.readOnly};
    });
}

/// Whether a GPU has memory at a page of 2 MiB: part of an allocation, or what is before one.
bool DeviceMemory::Impl::hasMemoryAt(std::uint64_t page) const {
    const auto next = blocks.lower_bound(page + kLargePage);
    if (next != blocks.begin()) {
        const Allocation& last = std::prev(next)->second.allocation;
        if (last.base + last.size > page)
            return true;
    }
    if (next == blocks.end() || next->first - page > kMappedBefore)
        return false;
    return std::none_of(freed.begin(), freed.end(), [page](const Allocation& gone) {
        return page < gone.base + gone.size && gone.base < page + kLargePage;
    });
}

bool DeviceMemory::isMapped(std::uint64_t address, std::uint64_t size) const {
    const std::unique_lock lock(m_impl->mutex);
    const std::uint64_t begin = m_impl->firstStep;
    const std::uint64_t end = begin + m_impl->committed.size() * kCommitStep;
    if (address < begin || address >= end || size > end - address)
        return false;
    for (std::uint64_t page = address / kLargePage * kLargePage; page < address + size;
         page += kLargePage)
        if (!m_impl->hasMemoryAt(page))
            return false;
    return m_impl->commitSteps(address, address + size);
}

std::optional<Allocation> DeviceMemory::nearest(std::uint64_t address) const {
    const std::shared_lock lock(m_impl->mutex);
    if (const auto range = m_impl->virtualRanges.find(address))
        return allocationOf(*range);
    const Allocation* best = nullptr;
    const auto consider = [&](const Allocation& candidate) {
        if (!best || distance(candidate, address) < distance(*best, address))
            best = &candidate;
    };
    for (const BlockMap* map : {&m_impl->blocks, &m_impl->host}) {
        const auto next = map->upper_bound(address);
        if (next != map->end())
            consider(next->second.allocation);
        if (next != map->begin())
            consider(std::prev(next)->second.allocation);
    }
    // A freed allocation only counts if the address is inside it: otherwise the kernel probably
    // missed a live neighbour.
    for (auto it = m_impl->freed.rbegin(); it != m_impl->freed.rend(); ++it) {
        if (distance(*it, address) == 0)
            return *it;
    }
    return best ? std::optional<Allocation>(*best) : std::nullopt;
}

void DeviceMemory::setName(std::uint64_t base, const std::string& name) {
    const std::unique_lock lock(m_impl->mutex);
    for (BlockMap* map : {&m_impl->blocks, &m_impl->host}) {
        if (const auto it = map->find(base); it != map->end())
            it->second.allocation.name = name;
    }
}

void DeviceMemory::markUninitialized(std::uint64_t address, std::uint64_t size) {
    const std::unique_lock lock(m_impl->mutex);
    auto* block = const_cast<MemoryBlock*>(blockHolding(m_impl->blocks, address, size));
    if (!block)
        return;
    if (!block->written) {
        block->written = std::make_shared<WrittenBytes>(block->allocation.size, true);
        ++layoutVersion;
    }
    block->written->mark(address - block->allocation.base, size, false);
}

void DeviceMemory::markInitialized(std::uint64_t address, std::uint64_t size) {
    const Tracked tracked = trackedAt(address, size);
    if (tracked.written)
        tracked.written->mark(address - tracked.base, size);
}

bool DeviceMemory::isInitialized(std::uint64_t address, std::uint64_t size) const {
    const Tracked tracked = trackedAt(address, size);
    return !tracked.written || tracked.isPeers ||
           tracked.written->isAll(address - tracked.base, size);
}

DeviceMemory::Tracked DeviceMemory::trackedAt(std::uint64_t address, std::uint64_t size) const {
    const auto tracked = [](const MemoryBlock& block, bool isPeers) {
        return Tracked{block.allocation.base, block.allocation.size, block.written, isPeers};
    };
    std::vector<std::shared_ptr<DeviceMemory>> peers;
    {
        const std::shared_lock lock(m_impl->mutex);
        if (const MemoryBlock* block = blockHolding(m_impl->blocks, address, size))
            return tracked(*block, false);
        peers = m_impl->peers;
    }
    // As in find: with our lock released.
    for (const auto& peer : peers) {
        const std::shared_lock lock(peer->m_impl->mutex);
        if (const MemoryBlock* block = blockHolding(peer->m_impl->blocks, address, size))
            return tracked(*block, true);
    }
    return {};
}

std::uint64_t DeviceMemory::trackedVersion() noexcept {
    return layoutVersion.load(std::memory_order_relaxed);
}

} // namespace warpbench::simgpu::engine
