// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/address_range.h"
#include "core/simgpu/host/shared_pages.h"

#include <windows.h>

#include <new>

namespace warpbench::simgpu::host {

namespace {

void* pointer(std::uint64_t address) {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
}

std::uint64_t wholePages(std::uint64_t bytes) {
    const std::uint64_t page = AddressRange::pageSize();
    return (bytes + page - 1) / page * page;
}

} // namespace

std::uint64_t AddressRange::pageSize() noexcept {
    SYSTEM_INFO info{};
    GetSystemInfo(&info);
    return info.dwPageSize;
}

AddressRange::AddressRange(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t place)
    : m_size(wholePages(bytes)) {
    void* base =
        place == 0 ? nullptr : VirtualAlloc(pointer(place), m_size, MEM_RESERVE, PAGE_NOACCESS);
    if (!base)
        base = VirtualAlloc(nullptr, m_size, MEM_RESERVE, PAGE_NOACCESS);
    // The system aligns to 64 KiB, which is sufficient for all uses on Windows (see SharedPages).
    if (!base || alignment > 65536)
        throw std::bad_alloc();
    m_base = reinterpret_cast<std::uintptr_t>(base);
}

AddressRange::~AddressRange() {
    VirtualFree(pointer(m_base), 0, MEM_RELEASE);
}

bool AddressRange::commit(std::uint64_t offset, std::uint64_t bytes) {
    return VirtualAlloc(pointer(m_base + offset), bytes, MEM_COMMIT, PAGE_READWRITE) != nullptr;
}

void AddressRange::discard(std::uint64_t offset, std::uint64_t bytes) {
    VirtualFree(pointer(m_base + offset), bytes, MEM_DECOMMIT);
    commit(offset, bytes);
}

bool AddressRange::map(std::uint64_t, const SharedPages&, std::uint64_t, std::uint64_t) {
    return false;
}

void AddressRange::unmap(std::uint64_t offset, std::uint64_t bytes) {
    VirtualFree(pointer(m_base + offset), bytes, MEM_DECOMMIT);
}

// It would take placeholder mappings (VirtualAlloc2), which come with Windows 10 1803.
bool SharedPages::supported() noexcept {
    return false;
}

SharedPages::SharedPages(std::uint64_t) {
    throw std::bad_alloc();
}

SharedPages::~SharedPages() = default;

} // namespace warpbench::simgpu::host
