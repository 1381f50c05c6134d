// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/image/register_limits.h"

#include <string_view>

namespace warpbench::simgpu::driver {

/// The log buffers and limits among the options of a module load or a link. Other options that
/// control ptxas are accepted and ignored.
class JitOptions {
  public:
    /// \throws CUDA_ERROR_INVALID_VALUE if options or values are missing or unknown, or if the
    ///         options allow no registers
    JitOptions(unsigned int count, const CUjit_option* options, void** values);

    const RegisterLimits& limits() const noexcept { return m_limits; }
    /// Adds a line; text that does not fit is cut off.
    void info(std::string_view line);
    void error(std::string_view line);
    /// Writes the used log sizes and the elapsed time into the caller's options.
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
