// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/address_range.h"

#include <new>

#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace warpbench::simgpu::engine {

namespace {

void* pointer(std::uint64_t address) {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
}

std::uint64_t wholePages(std::uint64_t bytes) {
    const std::uint64_t page = AddressRange::pageSize();
    return (bytes + page - 1) / page * page;
}

} // namespace

#if defined(_WIN32)

std::uint64_t AddressRange::pageSize() noexcept {
    SYSTEM_INFO info{};
    GetSystemInfo(&info);
    return info.dwPageSize;
}

AddressRange::AddressRange(std::uint64_t bytes)
    : m_size(wholePages(bytes)) {
    void* base = VirtualAlloc(nullptr, m_size, MEM_RESERVE, PAGE_NOACCESS);
    if (!base)
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

#else

std::uint64_t AddressRange::pageSize() noexcept {
    static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return size;
}

AddressRange::AddressRange(std::uint64_t bytes)
    : m_size(wholePages(bytes)) {
    void* base =
        mmap(nullptr, m_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        throw std::bad_alloc();
    m_base = reinterpret_cast<std::uintptr_t>(base);
}

AddressRange::~AddressRange() {
    munmap(pointer(m_base), m_size);
}

bool AddressRange::commit(std::uint64_t offset, std::uint64_t bytes) {
    return mprotect(pointer(m_base + offset), bytes, PROT_READ | PROT_WRITE) == 0;
}

void AddressRange::discard(std::uint64_t offset, std::uint64_t bytes) {
    madvise(pointer(m_base + offset), bytes, MADV_DONTNEED);
}

#endif

} // namespace warpbench::simgpu::engine
