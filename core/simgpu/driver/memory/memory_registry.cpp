// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/memory/memory_registry.h"

#include "core/simgpu/driver/memory/address.h"
#include "core/simgpu/driver/memory/memory_pool.h"
#include "core/simgpu/driver/runtime.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>

namespace warpbench::simgpu::driver {

namespace {

constexpr std::size_t kHostAlignment = 4096;
constexpr std::uint64_t kPage = 65536; ///< of managed memory, as on GPUs

bool operator==(const CUmemLocation& one, const CUmemLocation& other) {
    return one.type == other.type && one.id == other.id;
}

bool operator==(const Advice& one, const Advice& other) {
    return one.readMostly == other.readMostly && one.preferred == other.preferred &&
           one.prefetched == other.prefetched && one.accessedBy == other.accessedBy;
}

/// Other devices reach managed and page-locked memory as they reach registered host memory.
void shareWithDevices(const Region& region) {
    for (const auto& device : Runtime::get().devices()) {
        if (region.onHost() || device.get() != region.device)
            device->memory()->registerHost(pointerAt(region.base), region.size);
    }
}

void unshareWithDevices(const Region& region) {
    for (const auto& device : Runtime::get().devices()) {
        if (region.onHost() || device.get() != region.device)
            device->memory()->unregisterHost(pointerAt(region.base));
    }
}

} // namespace

bool Region::managed() const noexcept {
    return kind == Kind::managed || (pool && pool->preferred());
}

void MemoryRegistry::add(Region region) {
    if (region.onHost() || region.managed())
        shareWithDevices(region);
    const std::unique_lock lock(m_mutex);
    region.id = m_nextId++;
    const std::uint64_t base = region.base;
    m_regions.insert_or_assign(base, std::move(region));
}

std::optional<Region> MemoryRegistry::find(std::uint64_t address, std::uint64_t size) const {
    const std::shared_lock lock(m_mutex);
    auto it = m_regions.upper_bound(address);
    if (it == m_regions.begin())
        return std::nullopt;
    --it;
    const Region& first = it->second;
    if (!first.holds(address, 1))
        return std::nullopt;
    std::uint64_t end = first.base + first.size;
    if (first.kind == Region::Kind::mapped) {
        for (++it; it != m_regions.end() && it->first == end && end - address < size &&
                   it->second.kind == Region::Kind::mapped && it->second.accessible;
             ++it)
            end += it->second.size;
    }
    return size <= end - address ? std::optional<Region>(first) : std::nullopt;
}

std::vector<Region> MemoryRegistry::all() const {
    const std::shared_lock lock(m_mutex);
    std::vector<Region> regions;
    for (const auto& [base, region] : m_regions)
        regions.push_back(region);
    return regions;
}

bool MemoryRegistry::overlaps(std::uint64_t address, std::uint64_t size) const {
    const std::shared_lock lock(m_mutex);
    const auto next = m_regions.lower_bound(address);
    if (next != m_regions.end() && next->first - address < size)
        return true;
    return next != m_regions.begin() && std::prev(next)->second.holds(address, 1);
}

bool MemoryRegistry::setSyncMemops(std::uint64_t address, bool on) {
    const std::unique_lock lock(m_mutex);
    auto it = m_regions.upper_bound(address);
    if (it == m_regions.begin() || !(--it)->second.holds(address, 1))
        return false;
    it->second.syncMemops = on;
    return true;
}

void MemoryRegistry::advise(std::uint64_t address, std::uint64_t size,
                            const std::function<void(Advice&)>& change) {
    const auto region = find(address, size);
    require(size > 0 && region && region->managed());
    const std::unique_lock lock(m_mutex);
    for (std::uint64_t page = address / kPage * kPage; page < address + size; page += kPage)
        change(m_advice[page]);
}

void MemoryRegistry::forgetAdvice(const Region& region) {
    const std::unique_lock lock(m_mutex);
    m_advice.erase(m_advice.lower_bound(region.base / kPage * kPage),
                   m_advice.lower_bound(region.base + region.size));
}

std::vector<Advice> MemoryRegistry::adviceOf(std::uint64_t address, std::uint64_t size) const {
    const auto region = find(address, size);
    require(size > 0 && region && region->managed());
    const std::shared_lock lock(m_mutex);
    std::vector<Advice> pages;
    for (std::uint64_t page = address / kPage * kPage; page < address + size; page += kPage) {
        const auto it = m_advice.find(page);
        Advice advice = it == m_advice.end() ? Advice() : it->second;
        if (pages.empty() || !(pages.back() == advice))
            pages.push_back(std::move(advice));
    }
    return pages;
}

void MemoryRegistry::setAccessible(std::uint64_t base, bool accessible) {
    const std::unique_lock lock(m_mutex);
    const auto it = m_regions.find(base);
    if (it != m_regions.end())
        it->second.accessible = accessible;
}

std::vector<Region> MemoryRegistry::removeOf(const Context& context) {
    std::vector<Region> removed;
    const std::unique_lock lock(m_mutex);
    for (auto it = m_regions.begin(); it != m_regions.end();) {
        // Arrays own and free their storage themselves.
        if (it->second.kind != Region::Kind::array && it->second.context.lock().get() == &context) {
            removed.push_back(std::move(it->second));
            it = m_regions.erase(it);
        } else {
            ++it;
        }
    }
    return removed;
}

Place placeOf(std::uint64_t address, std::uint64_t size) {
    Runtime& runtime = Runtime::get();
    if (const auto region = runtime.memory().find(address, size))
        return {region->device, region->onHost(), region->base, region->size};
    // The variables of modules are the engine's own allocations.
    for (const auto& device : runtime.devices()) {
        if (const auto found = device->memory()->find(address, size))
            return {device.get(), false, found->base, found->size};
    }
    return {};
}

void requireDeviceRange(std::uint64_t address, std::uint64_t size) {
    const std::uint64_t bytes = size == 0 ? 1 : size;
    require(placeOf(address, bytes).device != nullptr);
    const auto region = Runtime::get().memory().find(address, bytes);
    require(!region || region->accessible);
}

void markWritten(std::uint64_t address, std::uint64_t size) {
    const Place place = placeOf(address, size);
    if (place.device)
        place.device->memory()->markInitialized(address, size);
}

namespace {

/// Ends access to memory that is the host's own, or every device's. A kernel that has found it
/// keeps its address until it ends, also one that began after the caller looked for work.
void endSharing(const Region& region) {
    unshareWithDevices(region);
    Runtime::get().waitForAllWork();
}

} // namespace

void releaseRegion(const Region& region) {
    switch (region.kind) {
    case Region::Kind::managed:
        Runtime::get().memory().forgetAdvice(region);
        endSharing(region);
        region.device->memory()->free(region.base);
        return;
    case Region::Kind::host:
        endSharing(region);
        ::operator delete (pointerAt(region.base), std::align_val_t{kHostAlignment});
        return;
    case Region::Kind::registered:
        endSharing(region);
        return;
    case Region::Kind::pool:
        if (region.managed()) {
            Runtime::get().memory().forgetAdvice(region);
            unshareWithDevices(region);
        }
        region.pool->free(region.base);
        return;
    case Region::Kind::device:
    case Region::Kind::array:
        region.device->memory()->free(region.base);
        return;
    case Region::Kind::mapped:
    case Region::Kind::graph:
        return; // freed with the object that owns them
    }
}

std::uint64_t allocateDevice(const std::shared_ptr<Context>& context, std::uint64_t bytes,
                             Region::Kind kind, std::uint64_t alignment) {
    require(bytes > 0);
    Device& device = context->device();
    const std::uint64_t base = device.memory()->allocate(bytes, alignment);
    require(base != 0, CUDA_ERROR_OUT_OF_MEMORY);
    // The map of written bytes takes an eighth of the memory, so it is only made on request.
    if (device.observer().checks() & WBSIM_CHECK_UNINITIALIZED)
        device.memory()->markUninitialized(base, bytes);
    Region region;
    region.kind = kind;
    region.base = base;
    region.size = bytes;
    region.device = &device;
    region.context = context;
    Runtime::get().memory().add(std::move(region));
    return base;
}

void* allocateHost(const std::shared_ptr<Context>& context, std::uint64_t bytes,
                   unsigned int flags) {
    require(bytes > 0);
    // Rounding up to the alignment would make next to nothing of more.
    require(bytes <= static_cast<std::uint64_t>(PTRDIFF_MAX), CUDA_ERROR_OUT_OF_MEMORY);
    void* pointer = ::operator new (bytes, std::align_val_t{kHostAlignment});
    Region region;
    region.kind = Region::Kind::host;
    region.base = addressOf(pointer);
    region.size = bytes;
    region.device = &context->device();
    region.context = context;
    region.hostFlags = flags;
    Runtime::get().memory().add(std::move(region));
    return pointer;
}

} // namespace warpbench::simgpu::driver
