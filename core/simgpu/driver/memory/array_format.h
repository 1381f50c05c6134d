// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/engine/texture/format.h"

namespace warpbench::simgpu::driver {

/// The memory layout of an array's elements. Integers, normalized integers, half and float with 1,
/// 2 or 4 channels are supported; block-compressed, planar and packed formats are not.
/// \throws CUDA_ERROR_INVALID_VALUE for an unknown format or number of channels;
///         CUDA_ERROR_NOT_SUPPORTED
engine::TexelFormat texelFormat(CUarray_format format, unsigned int channels);

/// The same for a resource view.
/// \throws as texelFormat
engine::TexelFormat viewFormat(CUresourceViewFormat format);

} // namespace warpbench::simgpu::driver
