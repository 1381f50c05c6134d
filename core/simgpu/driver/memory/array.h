// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/engine/texture/format.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace warpbench::simgpu::driver {

class Context;

/// A CUDA array: rows of elements without padding, row after row and slice after slice. Layers and
/// cube faces are slices. It owns its storage in device memory.
class Array {
  public:
    /// \throws CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_NOT_SUPPORTED, CUDA_ERROR_OUT_OF_MEMORY
    Array(const std::shared_ptr<Context>& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor);
    ~Array();
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    const CUDA_ARRAY3D_DESCRIPTOR& descriptor() const noexcept { return m_descriptor; }
    const std::shared_ptr<Context>& context() const noexcept { return m_context; }
    std::uint64_t address() const noexcept { return m_address; }
    std::uint64_t bytes() const noexcept { return rowBytes() * rows() * slices(); }
    const engine::TexelFormat& format() const noexcept { return m_format; }
    std::size_t elementBytes() const noexcept { return m_format.bytes(); }
    std::size_t rowBytes() const noexcept { return m_descriptor.Width * elementBytes(); }
    std::size_t rows() const noexcept { return m_descriptor.Height ? m_descriptor.Height : 1; }
    std::size_t slices() const noexcept { return m_descriptor.Depth ? m_descriptor.Depth : 1; }

  private:
    const std::shared_ptr<Context> m_context;
    const CUDA_ARRAY3D_DESCRIPTOR m_descriptor;
    const engine::TexelFormat m_format;
    std::uint64_t m_address = 0;
};

/// The levels of a mipmap, each half the size of the previous one.
struct MipmappedArray {
    std::shared_ptr<Context> context;
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    std::vector<std::shared_ptr<Array>> levels;
    std::vector<CUarray> handles; ///< of the levels
};

} // namespace warpbench::simgpu::driver
