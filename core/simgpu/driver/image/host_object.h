// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/image/byte_view.h"

#include <string>
#include <vector>

namespace warpbench::simgpu::driver {

struct Model;

/// The PTX in the fat binaries of a host object file made by nvcc (64-bit ELF, as written by `nvcc
/// -c` and `-dc`).
/// \throws ImageError CUDA_ERROR_NO_BINARY_FOR_GPU if there is none, CUDA_ERROR_INVALID_IMAGE
std::vector<std::string> ptxOfObject(const ByteView& image, const Model& model);

/// The same for all objects of an archive (`ar`). Objects without GPU code are skipped.
std::vector<std::string> ptxOfArchive(const ByteView& image, const Model& model);

} // namespace warpbench::simgpu::driver
