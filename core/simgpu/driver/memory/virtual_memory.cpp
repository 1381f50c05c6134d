// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/memory/virtual_memory.h"

#include "core/simgpu/driver/runtime.h"

#include <algorithm>
#include <iterator>

namespace warpbench::simgpu::driver {

namespace {

using engine::VirtualAccess;

bool aligned(std::uint64_t value) {
    return value % kVirtualGranularity == 0;
}

VirtualAccess accessOf(CUmemAccess_flags flags) {
    switch (flags) {
    case CU_MEM_ACCESS_FLAGS_PROT_NONE:
        return VirtualAccess::none;
    case CU_MEM_ACCESS_FLAGS_PROT_READ:
        return VirtualAccess::read;
    case CU_MEM_ACCESS_FLAGS_PROT_READWRITE:
        return VirtualAccess::readWrite;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

void setEverywhere(std::uint64_t base, std::uint64_t bytes, VirtualAccess access) {
    for (const auto& device : Runtime::get().devices())
        device->memory()->setVirtual(base, bytes, access);
}

} // namespace

PhysicalMemory::PhysicalMemory(Device& device, const CUmemAllocationProp& properties,
                               std::uint64_t bytes)
    : m_device(device)
    , m_properties(properties) {
    require(device.memory()->charge(bytes), CUDA_ERROR_OUT_OF_MEMORY);
    try {
        m_pages = std::make_unique<host::SharedPages>(bytes);
    } catch (const std::bad_alloc&) {
        device.memory()->refund(bytes);
        throw;
    }
}

PhysicalMemory::~PhysicalMemory() {
    m_device.memory()->refund(size());
}

std::uint64_t VirtualMemory::reserve(std::uint64_t bytes, std::uint64_t alignment,
                                     std::uint64_t place) {
    require(bytes > 0 && aligned(bytes) && (alignment & (alignment - 1)) == 0);
    const std::uint64_t step = std::max(alignment, kVirtualGranularity);
    auto range = std::make_unique<host::AddressRange>(bytes, step, place % step == 0 ? place : 0);
    const std::uint64_t base = range->base();
    const std::lock_guard lock(m_mutex);
    m_reservations[base] = {std::move(range), bytes};
    setEverywhere(base, bytes, VirtualAccess::unmapped);
    return base;
}

void VirtualMemory::release(std::uint64_t base, std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    const auto it = m_reservations.find(base);
    require(it != m_reservations.end() && it->second.size == bytes);
    const auto mapped = m_mappings.lower_bound(base);
    require(mapped == m_mappings.end() || mapped->first >= base + bytes);
    for (const auto& device : Runtime::get().devices())
        device->memory()->eraseVirtual(base, bytes);
    m_reservations.erase(it);
}

VirtualMemory::Reservation& VirtualMemory::reservationOf(std::uint64_t base, std::uint64_t bytes) {
    require(bytes > 0 && aligned(base) && aligned(bytes));
    auto it = m_reservations.upper_bound(base);
    require(it != m_reservations.begin());
    --it;
    const std::uint64_t offset = base - it->first;
    require(offset < it->second.size && bytes <= it->second.size - offset);
    return it->second;
}

void VirtualMemory::map(std::uint64_t base, std::shared_ptr<PhysicalMemory> memory) {
    const std::uint64_t bytes = memory->size();
    const std::lock_guard lock(m_mutex);
    Reservation& reservation = reservationOf(base, bytes);
    const auto next = m_mappings.lower_bound(base);
    require(next == m_mappings.end() || next->first >= base + bytes);
    require(next == m_mappings.begin() ||
            std::prev(next)->first + std::prev(next)->second.size <= base);
    require(reservation.range->map(base - reservation.range->base(), memory->pages(), 0, bytes),
            CUDA_ERROR_OUT_OF_MEMORY);
    setEverywhere(base, bytes, VirtualAccess::none);
    Region region;
    region.kind = Region::Kind::mapped;
    region.base = base;
    region.size = bytes;
    region.device = &memory->device();
    region.accessible = false;
    m_mappings[base] = {bytes, std::move(memory)};
    Runtime::get().memory().add(std::move(region));
}

std::pair<VirtualMemory::Mappings::iterator, VirtualMemory::Mappings::iterator>
VirtualMemory::mappingsOf(std::uint64_t base, std::uint64_t bytes, bool whole) {
    auto first = m_mappings.upper_bound(base);
    require(first != m_mappings.begin());
    --first;
    require(whole ? first->first == base : first->first + first->second.size > base);
    auto last = first;
    std::uint64_t end = first->first;
    for (; last != m_mappings.end() && last->first == end && end < base + bytes; ++last)
        end += last->second.size;
    require(whole ? end == base + bytes : end >= base + bytes);
    return {first, last};
}

bool VirtualMemory::isAnyMapped(std::uint64_t base, std::uint64_t bytes) const {
    const auto behind = m_mappings.lower_bound(base + bytes);
    if (behind == m_mappings.begin())
        return false;
    const auto last = std::prev(behind);
    return last->first + last->second.size > base;
}

void VirtualMemory::unmap(std::uint64_t base, std::uint64_t bytes) {
    Runtime::get().waitForAllWork();
    // The memory itself may end here, outside the lock.
    std::vector<std::shared_ptr<PhysicalMemory>> ended;
    const std::lock_guard lock(m_mutex);
    Reservation& reservation = reservationOf(base, bytes);
    if (!isAnyMapped(base, bytes))
        return; // driver 580 does not mind
    const auto [first, last] = mappingsOf(base, bytes, true);
    for (auto it = first; it != last; ++it) {
        Runtime::get().memory().removeAt(
            it->first, [](const Region& r) { return r.kind == Region::Kind::mapped; });
        ended.push_back(std::move(it->second.memory));
    }
    m_mappings.erase(first, last);
    setEverywhere(base, bytes, VirtualAccess::unmapped);
    reservation.range->unmap(base - reservation.range->base(), bytes);
}

void VirtualMemory::setAccess(std::uint64_t base, std::uint64_t bytes, Device& device,
                              CUmemAccess_flags access) {
    const VirtualAccess wanted = accessOf(access);
    const std::lock_guard lock(m_mutex);
    reservationOf(base, bytes);
    const auto [first, last] = mappingsOf(base, bytes, false);
    device.memory()->setVirtual(base, bytes, wanted);
    for (auto it = first; it != last; ++it) {
        bool usable = false;
        for (const auto& other : Runtime::get().devices())
            usable |= other->memory()->virtualAccess(it->first) >= VirtualAccess::read;
        Runtime::get().memory().setAccessible(it->first, usable);
    }
}

CUmemAccess_flags VirtualMemory::access(std::uint64_t address, const Device& device) const {
    require(mappedAt(address) != nullptr);
    switch (device.memory()->virtualAccess(address).value_or(VirtualAccess::none)) {
    case VirtualAccess::read:
        return CU_MEM_ACCESS_FLAGS_PROT_READ;
    case VirtualAccess::readWrite:
        return CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    default:
        return CU_MEM_ACCESS_FLAGS_PROT_NONE;
    }
}

std::shared_ptr<PhysicalMemory> VirtualMemory::mappedAt(std::uint64_t address) const {
    const std::lock_guard lock(m_mutex);
    auto it = m_mappings.upper_bound(address);
    if (it == m_mappings.begin())
        return nullptr;
    --it;
    return address - it->first < it->second.size ? it->second.memory : nullptr;
}

} // namespace warpbench::simgpu::driver
