// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/image/register_limits.h"

#include <string_view>

namespace warpbench::simgpu::driver {

/// The log buffers and limits among the options of a module load or a link. Other options that
/// steer ptxas are accepted and have nothing to steer.
class JitOptions {
  public:
    /// \throws CUDA_ERROR_INVALID_VALUE where options or values are missing or unknown, or no
    /// register
    ///         is allowed
    JitOptions(unsigned int count, const CUjit_option* options, void** values);

    const RegisterLimits& limits() const noexcept { return m_limits; }
    /// Adds a line; what does not fit is cut off.
    void info(std::string_view line);
    void error(std::string_view line);
    /// Tells the caller, through the options, how much was written and how long it took.
    void finish(double wallMilliseconds);

  private:
    struct Buffer {
        char* text = nullptr;
        std::size_t capacity = 0;
        std::size_t used = 0;
        void add(std::string_view line);
    };

    unsigned int m_count;
    const CUjit_option* m_options;
    void** m_values;
    RegisterLimits m_limits;
    Buffer m_info;
    Buffer m_error;
};

} // namespace warpbench::simgpu::driver
