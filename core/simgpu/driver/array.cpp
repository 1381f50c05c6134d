// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/array.h"

#include "core/simgpu/driver/runtime.h"

namespace warpbench::simgpu::driver {

unsigned int channelBytes(CUarray_format format) noexcept {
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
        return 1;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
        return 2;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
        return 4;
    default:
        return 0;
    }
}

Array::Array(const std::shared_ptr<Context>& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor)
    : m_context(context)
    , m_descriptor(descriptor) {
    const unsigned int channels = descriptor.NumChannels;
    require(channelBytes(descriptor.Format) != 0 &&
            (channels == 1 || channels == 2 || channels == 4) && descriptor.Width > 0);
    constexpr unsigned int known = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST |
                                   CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_TEXTURE_GATHER |
                                   CUDA_ARRAY3D_COLOR_ATTACHMENT;
    require((descriptor.Flags & CUDA_ARRAY3D_SPARSE) == 0 &&
                (descriptor.Flags & CUDA_ARRAY3D_DEFERRED_MAPPING) == 0,
            CUDA_ERROR_NOT_SUPPORTED);
    require((descriptor.Flags & ~known) == 0);
    if (descriptor.Flags & CUDA_ARRAY3D_CUBEMAP)
        require(descriptor.Width == descriptor.Height && descriptor.Depth % 6 == 0);
    m_elementBytes = static_cast<std::size_t>(channelBytes(descriptor.Format)) * channels;
    m_address = allocateDevice(context, bytes(), Region::Kind::array);
}

Array::~Array() {
    const auto region =
        Runtime::get().memory().removeAt(m_address, [](const Region&) { return true; });
    if (region)
        releaseRegion(*region);
}

} // namespace warpbench::simgpu::driver
