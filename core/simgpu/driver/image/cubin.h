// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/image/byte_view.h"

#include <string>
#include <vector>

namespace warpbench::simgpu::driver {

struct Model;

/// The PTX that a cubin made with `-G` keeps for debuggers: one text, or several where nvlink or
/// nvJitLink made it of several. Comments and `.loc` lines are not in it.
/// \throws ImageError CUDA_ERROR_NO_BINARY_FOR_GPU where there is machine code only or it is for
///         another GPU, CUDA_ERROR_INVALID_IMAGE
std::vector<std::string> ptxOfCubin(const ByteView& image, const Model& model);

} // namespace warpbench::simgpu::driver
