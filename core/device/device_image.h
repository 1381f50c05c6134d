// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/texture.h"
#include "core/report/device_run.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace warpbench::session {

/// Where a buffer lies.
struct ImageMemory {
    CUdeviceptr pointer = 0;
    std::size_t pitch = 0; ///< bytes from row to row; 0: they lie one after another
};

/// A texture or surface over a CUDA array that copies a buffer; or a texture over the buffer itself
/// (over a copy in plain memory where the buffer's address or rows will not do for one).
class DeviceImage {
  public:
    /// \throws Error (project) for a type or number of channels that textures cannot have,
    /// CudaError
    /// \param memory  of its buffer, then of the buffers of its further mip levels
    DeviceImage(const cuda::Context& context, const DeviceImageArgument& request,
                std::vector<ImageMemory> memory);

    /// The value to pass to the kernel.
    std::uint64_t handle() const;
    /// Brings the array to the buffer's present contents, in the order of the launch's stream: a
    /// named stream does not wait for the default one.
    void refresh(const cuda::Stream& stream) const;
    /// Brings what a kernel wrote through a surface back to the buffer, in the same order.
    void copyBack(const cuda::Stream& stream) const;

  private:
    void makeArrays(const cuda::Context& context, const DeviceImageArgument& request);
    void makePlain(const cuda::Context& context, const DeviceImageArgument& request);

    std::vector<ImageMemory> m_memory;
    std::vector<cuda::Array> m_arrays;        ///< of each level; empty: plain memory
    std::optional<cuda::DeviceMemory> m_copy; ///< of plain memory that will not do
    std::size_t m_rowBytes = 0, m_rows = 1, m_copyPitch = 0;
    bool m_copyBack;
    std::optional<cuda::TextureObject> m_texture;
    std::optional<cuda::SurfaceObject> m_surface;
};

} // namespace warpbench::session
