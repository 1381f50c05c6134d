// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

#include <atomic>
#include <cstdint>

namespace warpbench::simgpu::driver {

/// A program's object that graphs keep alive. The driver calls its destroy function once, on one of
/// its own threads, when the last reference is released. Thread-safe.
class UserObject {
  public:
    UserObject(void* data, CUhostFn destroy, unsigned int references)
        : m_data(data)
        , m_destroy(destroy)
        , m_references(references) {}

    CUuserObject handle() const noexcept { return m_handle; }
    void setHandle(CUuserObject handle) noexcept { m_handle = handle; }

    void retain(unsigned int count) noexcept { m_references += count; }
    /// \throws CUDA_ERROR_INVALID_VALUE if there are fewer references
    void release(unsigned int count);

  private:
    void* const m_data;
    const CUhostFn m_destroy;
    CUuserObject m_handle = nullptr;
    std::atomic<std::int64_t> m_references;
};

} // namespace warpbench::simgpu::driver
