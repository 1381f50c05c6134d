// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpbench::platform {

/// A block of memory that can be shared with a child (ChildProcess::share). It has no name, so it
/// cannot outlive its users. It is reserved on creation, so a shortage is an error here and never
/// a bus error later. Move-only.
class SharedMemory {
  public:
    /// Zeroed. \throws Error (device) if there is not enough memory, (environment) if the system
    ///         refuses for another reason
    static SharedMemory create(std::size_t bytes);

    SharedMemory(SharedMemory&& other) noexcept;
    SharedMemory& operator=(SharedMemory&& other) noexcept;
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    ~SharedMemory();

    /// Page-aligned.
    std::byte* data() const noexcept { return m_data; }
    std::size_t size() const noexcept { return m_size; } ///< bytes
    /// The system's handle, for ChildProcess and ParentLink.
    std::intptr_t handle() const noexcept { return m_handle; }
    /// Maps a block by its handle and takes the handle over. \throws Error (device, environment)
    static SharedMemory map(std::intptr_t handle, std::size_t bytes);

  private:
    SharedMemory(std::byte* data, std::size_t size, std::intptr_t handle) noexcept;

    std::byte* m_data = nullptr;
    std::size_t m_size = 0;
    std::intptr_t m_handle = -1;
};

} // namespace warpbench::platform
