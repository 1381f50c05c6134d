// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/image/byte_view.h"

#include <string>
#include <vector>

namespace warpbench::simgpu::driver {

struct Model;

constexpr std::uint32_t kFatbinMagic = 0xba55ed50;

/// The PTX of a fat binary: the newest that the model can run, compressed or not. Without any, the
/// PTX that a cubin inside contains for debuggers.
/// \throws ImageError CUDA_ERROR_NO_BINARY_FOR_GPU if it contains only machine code,
///         CUDA_ERROR_INVALID_IMAGE
std::vector<std::string> ptxOfFatbin(const ByteView& image, const Model& model);

} // namespace warpbench::simgpu::driver
