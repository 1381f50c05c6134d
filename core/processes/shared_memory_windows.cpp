// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/platform/problems.h"
#include "core/platform/system.h"
#include "core/platform/win32.h"
#include "core/processes/shared_memory.h"

#include <algorithm>
#include <utility>

namespace warpbench::platform {

namespace {

[[noreturn]] void fail(std::size_t bytes, DWORD error) {
    // A shortage of memory comes from the buffers' size; any other failure is the computer's.
    const bool shortage = error == ERROR_NOT_ENOUGH_MEMORY || error == ERROR_OUTOFMEMORY ||
                          error == ERROR_COMMITMENT_LIMIT || error == ERROR_NO_SYSTEM_RESOURCES;
    throw Error(shortage ? ErrorKind::device : ErrorKind::environment,
                noSharedMemory(bytes, win32::message(error)));
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
        UnmapViewOfFile(m_data);
    if (m_handle != -1)
        CloseHandle(reinterpret_cast<HANDLE>(m_handle));
}

SharedMemory SharedMemory::create(std::size_t bytes) {
    // A mapping of the page file commits its whole size now. But a size that does not fit in
    // memory would make the system do nothing but page.
    if (bytes > availableMemoryBytes())
        fail(bytes, ERROR_NOT_ENOUGH_MEMORY);
    const auto size = static_cast<std::uint64_t>(std::max<std::size_t>(bytes, 1));
    const HANDLE handle =
        CreateFileMappingW(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE | SEC_COMMIT,
                           static_cast<DWORD>(size >> 32), static_cast<DWORD>(size), nullptr);
    if (!handle)
        fail(bytes, GetLastError());
    return map(reinterpret_cast<std::intptr_t>(handle), bytes);
}

SharedMemory SharedMemory::map(std::intptr_t handle, std::size_t bytes) {
    void* data = MapViewOfFile(reinterpret_cast<HANDLE>(handle), FILE_MAP_READ | FILE_MAP_WRITE, 0,
                               0, std::max<std::size_t>(bytes, 1));
    if (!data) {
        const DWORD error = GetLastError();
        CloseHandle(reinterpret_cast<HANDLE>(handle));
        fail(bytes, error);
    }
    return SharedMemory(static_cast<std::byte*>(data), bytes, handle);
}

} // namespace warpbench::platform
