// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/address_range.h"
#include "core/simgpu/host/shared_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
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
    static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return size;
}

constexpr int kReserved = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

namespace {

/// Reserves addresses at a place; false where something is there already. A kernel before 4.17
/// takes the place for a hint and may reserve elsewhere.
bool reserveAt(std::uint64_t place, std::uint64_t bytes) {
    void* base = mmap(pointer(place), bytes, PROT_NONE, kReserved | MAP_FIXED_NOREPLACE, -1, 0);
    if (base == MAP_FAILED)
        return false;
    if (base == pointer(place))
        return true;
    munmap(base, bytes);
    return false;
}

} // namespace

AddressRange::AddressRange(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t place)
    : m_size(wholePages(bytes)) {
    if (place != 0 && m_size >= bytes && reserveAt(place, m_size)) {
        m_base = place;
        return;
    }
    const std::uint64_t step = std::max(alignment, pageSize());
    const std::uint64_t slack = step - pageSize();
    if (m_size < bytes || m_size + slack < m_size)
        throw std::bad_alloc();
    void* base = mmap(nullptr, m_size + slack, PROT_NONE, kReserved, -1, 0);
    if (base == MAP_FAILED)
        throw std::bad_alloc();
    const std::uint64_t first = reinterpret_cast<std::uintptr_t>(base);
    m_base = (first + step - 1) / step * step;
    if (m_base > first)
        munmap(base, m_base - first);
    if (first + slack > m_base)
        munmap(pointer(m_base + m_size), first + slack - m_base);
}

AddressRange::~AddressRange() {
    munmap(pointer(m_base), m_size);
}

bool AddressRange::commit(std::uint64_t offset, std::uint64_t bytes) {
    if (mprotect(pointer(m_base + offset), bytes, PROT_READ | PROT_WRITE) != 0)
        return false;
#if defined(MADV_HUGEPAGE)
    // Large buffers are streamed through: huge pages spare most page faults and TLB misses. Only
    // advice, and only for huge pages that are used whole.
    constexpr std::uint64_t kHugePage = 2u << 20;
    const std::uint64_t first = (m_base + offset + kHugePage - 1) / kHugePage * kHugePage;
    const std::uint64_t end = (m_base + offset + bytes) / kHugePage * kHugePage;
    if (first < end)
        madvise(pointer(first), end - first, MADV_HUGEPAGE);
#endif
    return true;
}

void AddressRange::discard(std::uint64_t offset, std::uint64_t bytes) {
    madvise(pointer(m_base + offset), bytes, MADV_DONTNEED);
}

bool AddressRange::map(std::uint64_t offset, const SharedPages& pages, std::uint64_t from,
                       std::uint64_t bytes) {
    return mmap(pointer(m_base + offset), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                pages.descriptor(), static_cast<off_t>(from)) != MAP_FAILED;
}

void AddressRange::unmap(std::uint64_t offset, std::uint64_t bytes) {
    // One call releases the pages and keeps the addresses. If the host refuses, the pages stay
    // until the range is destroyed: a caller could not do more.
    static_cast<void>(
        mmap(pointer(m_base + offset), bytes, PROT_NONE, kReserved | MAP_FIXED, -1, 0));
}

bool SharedPages::supported() noexcept {
    return true;
}

SharedPages::SharedPages(std::uint64_t bytes)
    : m_size(bytes)
    , m_descriptor(memfd_create("warpbench-simgpu", MFD_CLOEXEC)) {
    if (m_descriptor < 0)
        throw std::bad_alloc();
    const auto length = static_cast<off_t>(bytes);
    if (ftruncate(m_descriptor, length) != 0 || posix_fallocate(m_descriptor, 0, length) != 0) {
        close(m_descriptor);
        throw std::bad_alloc();
    }
}

SharedPages::~SharedPages() {
    close(m_descriptor);
}

} // namespace warpbench::simgpu::host
