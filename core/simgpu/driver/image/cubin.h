// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/image/byte_view.h"

#include <string>
#include <vector>

namespace warpbench::simgpu::driver {

struct Model;

/// The PTX that a cubin built with `-G` contains for debuggers: one text, or several if nvlink or
/// nvJitLink linked several. It has no comments and no `.loc` lines.
/// \throws ImageError CUDA_ERROR_NO_BINARY_FOR_GPU if it contains only machine code or is for
///         another GPU, CUDA_ERROR_INVALID_IMAGE
std::vector<std::string> ptxOfCubin(const ByteView& image, const Model& model);

} // namespace warpbench::simgpu::driver
