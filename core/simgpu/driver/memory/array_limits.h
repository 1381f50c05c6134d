// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

namespace warpbench::simgpu::driver {

class Device;

/// Checks an array's kind and extents against the device's limits (cuda.h, cuArray3DCreate and
/// cuMipmappedArrayCreate).
/// \throws CUDA_ERROR_INVALID_VALUE
void requireArrayExtents(const Device& device, const CUDA_ARRAY3D_DESCRIPTOR& descriptor);

} // namespace warpbench::simgpu::driver
