// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/memory/array.h"

#include "core/simgpu/driver/memory/array_format.h"
#include "core/simgpu/driver/memory/array_limits.h"
#include "core/simgpu/driver/runtime.h"

namespace warpbench::simgpu::driver {

Array::Array(const std::shared_ptr<Context>& context, const CUDA_ARRAY3D_DESCRIPTOR& descriptor)
    : m_context(context)
    , m_descriptor(descriptor)
    , m_format(texelFormat(descriptor.Format, descriptor.NumChannels)) {
    constexpr unsigned int known = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST |
                                   CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_TEXTURE_GATHER |
                                   CUDA_ARRAY3D_COLOR_ATTACHMENT;
    require((descriptor.Flags & CUDA_ARRAY3D_SPARSE) == 0 &&
                (descriptor.Flags & CUDA_ARRAY3D_DEFERRED_MAPPING) == 0,
            CUDA_ERROR_NOT_SUPPORTED);
    require((descriptor.Flags & ~known) == 0);
    requireArrayExtents(context->device(), descriptor);
    m_address = allocateDevice(context, bytes(), Region::Kind::array);
}

Array::~Array() {
    const auto region =
        Runtime::get().memory().removeAt(m_address, [](const Region&) { return true; });
    if (region)
        releaseRegion(*region);
}

} // namespace warpbench::simgpu::driver
