// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

#include <atomic>
#include <cstdint>

namespace warpbench::simgpu::driver {

/// Something of the program's that graphs keep alive: its destroy function is called once, on a
/// thread of the driver, when the last reference goes. Thread-safe.
class UserObject {
  public:
    UserObject(void* data, CUhostFn destroy, unsigned int references)
        : m_data(data)
        , m_destroy(destroy)
        , m_references(references) {}

    CUuserObject handle() const noexcept { return m_handle; }
    void setHandle(CUuserObject handle) noexcept { m_handle = handle; }

    void retain(unsigned int count) noexcept { m_references += count; }
    /// \throws CUDA_ERROR_INVALID_VALUE where there are fewer references than that
    void release(unsigned int count);

  private:
    void* const m_data;
    const CUhostFn m_destroy;
    CUuserObject m_handle = nullptr;
    std::atomic<std::int64_t> m_references;
};

} // namespace warpbench::simgpu::driver
