// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/image/byte_view.h"

#include <string>
#include <vector>

namespace warpbench::simgpu::driver {

struct Model;

/// The PTX in the fat binaries of an object file that nvcc made for the host (64-bit ELF: what
/// `nvcc -c` and `-dc` write).
/// \throws ImageError CUDA_ERROR_NO_BINARY_FOR_GPU where there is none, CUDA_ERROR_INVALID_IMAGE
std::vector<std::string> ptxOfObject(const ByteView& image, const Model& model);

/// The same of an archive's objects (`ar`). Those with no code for GPUs are passed over.
std::vector<std::string> ptxOfArchive(const ByteView& image, const Model& model);

} // namespace warpbench::simgpu::driver
