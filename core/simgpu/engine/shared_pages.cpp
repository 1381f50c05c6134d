// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/shared_pages.h"

#include <new>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace warpbench::simgpu::engine {

#if defined(__linux__)

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

#else

bool SharedPages::supported() noexcept {
    return false;
}

SharedPages::SharedPages(std::uint64_t) {
    throw std::bad_alloc();
}

SharedPages::~SharedPages() = default;

#endif

} // namespace warpbench::simgpu::engine
