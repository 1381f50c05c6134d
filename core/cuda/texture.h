// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/memory.h"

#include <cuda.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>

namespace warpbench::cuda {

struct ArrayDescriptor {
    std::size_t width = 1;  ///< elements
    std::size_t height = 0; ///< rows; 0: one-dimensional
    std::size_t depth = 0;  ///< slices; 0: not three-dimensional
    CUarray_format format = CU_AD_FORMAT_FLOAT;
    unsigned channels = 1; ///< 1, 2 or 4
    bool surface = false;  ///< kernels can write it
    bool layered = false;  ///< `depth` counts layers

    std::size_t elementBytes() const; ///< of all channels. \throws Error (internal) if unknown
    std::size_t rowBytes() const { return width * elementBytes(); }
    std::size_t sizeBytes() const; ///< size of the host data, without padding
    bool operator==(const ArrayDescriptor&) const = default;
};

/// Device memory in the layout that textures and surfaces use. Copies share it.
class Array {
  public:
    /// \throws CudaError
    static Array create(const Context& context, const ArrayDescriptor& descriptor);

    /// Copies everything from or to C-ordered host memory of descriptor().sizeBytes() bytes.
    void upload(const void* source) const;
    void download(void* target) const;
    /// The same from and to device memory, in stream order.
    /// \param pitch  bytes between rows of the source; 0: contiguous
    void uploadFromDeviceAsync(const Stream& stream, CUdeviceptr source,
                               std::size_t pitch = 0) const;
    void downloadToDeviceAsync(const Stream& stream, CUdeviceptr target,
                               std::size_t pitch = 0) const;

    const ArrayDescriptor& descriptor() const noexcept { return m_descriptor; }
    CUarray handle() const noexcept;
    const ContextPtr& contextState() const noexcept;
    const std::shared_ptr<ObjectBox>& box() const noexcept { return m_box; }

  private:
    friend class MipmappedArray;
    Array(std::shared_ptr<ObjectBox> box, const ArrayDescriptor& descriptor) noexcept;

    std::shared_ptr<ObjectBox> m_box;
    ArrayDescriptor m_descriptor;
};

/// A chain of arrays, each half the size of the previous one. Copies share it.
class MipmappedArray {
  public:
    /// \param descriptor  of level 0 \param levels  including level 0 \throws CudaError
    static MipmappedArray create(const Context& context, const ArrayDescriptor& descriptor,
                                 unsigned levels);

    /// One level, which keeps the chain alive. \throws CudaError
    Array level(unsigned index) const;
    unsigned levels() const noexcept { return m_levels; }
    CUmipmappedArray handle() const noexcept;
    const ContextPtr& contextState() const noexcept;
    const std::shared_ptr<ObjectBox>& box() const noexcept { return m_box; }

  private:
    MipmappedArray(std::shared_ptr<ObjectBox> box, const ArrayDescriptor& descriptor,
                   unsigned levels) noexcept;

    std::shared_ptr<ObjectBox> m_box;
    ArrayDescriptor m_descriptor;
    unsigned m_levels;
};

/// Texels in linear device memory, which must outlive the texture.
struct TexelMemory {
    CUdeviceptr pointer = 0; ///< a multiple of CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT
    CUarray_format format = CU_AD_FORMAT_FLOAT;
    unsigned channels = 1;
    std::size_t width = 1;  ///< texels
    std::size_t height = 0; ///< rows; 0: one-dimensional, read by tex1Dfetch
    std::size_t pitch = 0;  ///< bytes, if there are rows: a multiple of …_TEXTURE_PITCH_ALIGNMENT
};

struct TextureDescriptor {
    std::array<CUaddress_mode, 3> address{CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP,
                                          CU_TR_ADDRESS_MODE_CLAMP};
    CUfilter_mode filter = CU_TR_FILTER_MODE_POINT;
    bool normalizedCoordinates = false;
    /// Integers are not converted; otherwise 8- and 16-bit ones become floats in [0, 1] or [-1,
    /// 1].
    bool readAsInteger = false;
    bool sRgb = false;
    std::array<float, 4> borderColor{};
    CUfilter_mode levelFilter = CU_TR_FILTER_MODE_POINT; ///< between mip levels
    unsigned levels = 1;
};

/// A texture object for an array, which it keeps alive, or for linear memory.
class TextureObject {
  public:
    static TextureObject create(const Array& array, const TextureDescriptor& descriptor = {});
    static TextureObject create(const MipmappedArray& array,
                                const TextureDescriptor& descriptor = {});
    /// For memory owned by the caller. \throws CudaError if its address or pitch is unsuitable
    static TextureObject create(const Context& context, const TexelMemory& memory,
                                const TextureDescriptor& descriptor = {});
    /// The value to pass to a kernel.
    CUtexObject value() const noexcept;

  private:
    explicit TextureObject(std::shared_ptr<ObjectBox> box) noexcept;

    std::shared_ptr<ObjectBox> m_box;
};

/// A surface object for an array created with `surface`, which it keeps alive.
class SurfaceObject {
  public:
    static SurfaceObject create(const Array& array);
    /// The value to pass to a kernel.
    CUsurfObject value() const noexcept;

  private:
    explicit SurfaceObject(std::shared_ptr<ObjectBox> box) noexcept;

    std::shared_ptr<ObjectBox> m_box;
};

} // namespace warpbench::cuda
