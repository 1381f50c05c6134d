// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/platform/problems.h"
#include "core/platform/system.h"
#include "core/processes/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace warpbench::platform {

namespace {

[[noreturn]] void fail(std::size_t bytes, int error) {
    // A shortage of memory comes from the buffers' size; any other failure is the computer's.
    throw Error(error == ENOMEM || error == ENOSPC ? ErrorKind::device : ErrorKind::environment,
                noSharedMemory(bytes, std::strerror(error)));
}

} // namespace

SharedMemory::SharedMemory(std::byte* data, std::size_t size, std::intptr_t handle) noexcept
    : m_data(data)
    , m_size(size)
    , m_handle(handle) {}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : m_data(std::exchange(other.m_data, nullptr))
    , m_size(std::exchange(other.m_size, 0))
    , m_handle(std::exchange(other.m_handle, -1)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
    std::swap(m_data, other.m_data);
    std::swap(m_size, other.m_size);
    std::swap(m_handle, other.m_handle);
    return *this;
}

SharedMemory::~SharedMemory() {
    if (m_data)
        ::munmap(m_data, std::max<std::size_t>(m_size, 1));
    if (m_handle >= 0)
        ::close(int(m_handle));
}

SharedMemory SharedMemory::create(std::size_t bytes) {
    // The kernel does not limit unnamed memory: posix_fallocate of more than is available would
    // not fail but make the system end processes. So the limit is what is available.
    if (bytes > availableMemoryBytes())
        fail(bytes, ENOMEM);
    // memfd is outside /dev/shm, which is 64 MB in many containers; posix_fallocate allocates
    // the pages now (tmpfs supports it), so that a later write cannot end in SIGBUS.
    const int fd = ::memfd_create("warpbench", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        fail(bytes, errno);
    int error = 0;
    do {
        error = ::posix_fallocate(fd, 0, off_t(std::max<std::size_t>(bytes, 1)));
    } while (error == EINTR);
    if (error) {
        ::close(fd);
        fail(bytes, error);
    }
    // Prevents anybody who shares the block from shrinking it, which would cause SIGBUS elsewhere.
    if (::fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        error = errno;
        ::close(fd);
        fail(bytes, error);
    }
    return map(fd, bytes);
}

SharedMemory SharedMemory::map(std::intptr_t handle, std::size_t bytes) {
    void* data = ::mmap(nullptr, std::max<std::size_t>(bytes, 1), PROT_READ | PROT_WRITE,
                        MAP_SHARED, int(handle), 0);
    if (data == MAP_FAILED) {
        const int error = errno;
        ::close(int(handle));
        fail(bytes, error);
    }
    return SharedMemory(static_cast<std::byte*>(data), bytes, handle);
}

} // namespace warpbench::platform
