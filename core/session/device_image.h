// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/texture.h"
#include "core/session/device_run.h"

#include <optional>

namespace warpbench::session {

/// A texture or surface over a CUDA array that copies a buffer.
class DeviceImage {
  public:
    /// \throws Error (project) for a type or number of channels that textures cannot have,
    /// CudaError
    DeviceImage(const cuda::Context& context, const DeviceImageArgument& request,
                CUdeviceptr buffer);

    /// The value to pass to the kernel.
    std::uint64_t handle() const;
    /// Brings the array to the buffer's present contents, in the order of the launch's stream: a
    /// named stream does not wait for the default one.
    void refresh(const cuda::Stream& stream) const {
        m_array.uploadFromDeviceAsync(stream, m_buffer);
    }
    /// Brings what a kernel wrote through a surface back to the buffer, in the same order.
    void copyBack(const cuda::Stream& stream) const;

  private:
    cuda::Array m_array;
    CUdeviceptr m_buffer;
    bool m_copyBack;
    std::optional<cuda::TextureObject> m_texture;
    std::optional<cuda::SurfaceObject> m_surface;
};

} // namespace warpbench::session
