// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/texture.h"
#include "core/report/device_run.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace warpbench::session {

/// The location of a buffer.
struct ImageMemory {
    CUdeviceptr pointer = 0;
    std::size_t pitch = 0; ///< bytes between rows; 0: contiguous
};

/// A texture or surface for a CUDA array that copies a buffer; or a texture for the buffer itself
/// (for a copy in linear memory if the buffer's address or rows are unsuitable).
class DeviceImage {
  public:
    /// \throws Error (project) for a type or number of channels that textures do not support,
    /// CudaError
    /// \param memory  of its buffer, followed by the buffers of its other mip levels
    DeviceImage(const cuda::Context& context, const DeviceImageArgument& request,
                std::vector<ImageMemory> memory);

    /// The value to pass to the kernel.
    std::uint64_t handle() const;
    /// Updates the array from the buffer's current contents, in the order of the launch's stream: a
    /// named stream does not wait for the default one.
    void refresh(const cuda::Stream& stream) const;
    /// Copies what a kernel wrote through a surface back to the buffer, in the same order.
    void copyBack(const cuda::Stream& stream) const;

  private:
    void makeArrays(const cuda::Context& context, const DeviceImageArgument& request);
    void makePlain(const cuda::Context& context, const DeviceImageArgument& request);

    std::vector<ImageMemory> m_memory;
    std::vector<cuda::Array> m_arrays;        ///< one per level; empty: linear memory
    std::optional<cuda::DeviceMemory> m_copy; ///< of unsuitable linear memory
    std::size_t m_rowBytes = 0, m_rows = 1, m_copyPitch = 0;
    bool m_copyBack;
    std::optional<cuda::TextureObject> m_texture;
    std::optional<cuda::SurfaceObject> m_surface;
};

} // namespace warpbench::session
