// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/image/byte_view.h"

#include <string>
#include <vector>

namespace warpbench::simgpu::driver {

struct Model;

constexpr std::uint32_t kFatbinMagic = 0xba55ed50;

/// The PTX of a fat binary: the newest that the model may run, packed or not; where there is none,
/// what a cubin in it keeps for debuggers.
/// \throws ImageError CUDA_ERROR_NO_BINARY_FOR_GPU where there is machine code only,
///         CUDA_ERROR_INVALID_IMAGE
std::vector<std::string> ptxOfFatbin(const ByteView& image, const Model& model);

} // namespace warpbench::simgpu::driver
