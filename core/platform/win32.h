// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <windows.h>

#include <string>
#include <string_view>
#include <utility>

namespace warpbench::platform::win32 {

/// A system handle that is closed with this object. Move-only.
class Handle {
  public:
    Handle() = default;
    explicit Handle(HANDLE handle) noexcept
        : m_handle(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
    Handle(Handle&& other) noexcept
        : m_handle(std::exchange(other.m_handle, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { close(); }

    HANDLE get() const noexcept { return m_handle; }
    explicit operator bool() const noexcept { return m_handle != nullptr; }
    void close() noexcept {
        if (m_handle)
            CloseHandle(std::exchange(m_handle, nullptr));
    }

  private:
    HANDLE m_handle = nullptr;
};

std::wstring wide(std::string_view utf8);
std::string narrow(std::wstring_view text); ///< as UTF-8
/// The system's message for an error, without the full stop: "Access is denied".
std::string message(DWORD error = GetLastError());

/// The two ends of a pipe. \throws Error (environment)
struct Pipe {
    Handle read;
    Handle write;
};
Pipe makePipe();

/// Writes everything. False if the other end is gone.
bool writeAll(HANDLE file, std::string_view bytes) noexcept;
/// Reads the available bytes, at least one and at most `room`; 0 at the end.
std::size_t readSome(HANDLE file, char* to, std::size_t room) noexcept;

} // namespace warpbench::platform::win32
