// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

#include <cstddef>
#include <string>

namespace warpbench::simgpu::driver {

class JitOptions;

/// The PTX of an image as cuModuleLoadData gets it: a text that ends with a zero, or a fat binary
/// (with or without its wrapper) that carries PTX, compressed or not.
/// \param ccMajor  of the device: the newest PTX that it may run is chosen
/// \param size     bytes, where the caller knows them (files); 0: the image tells its own size
/// \throws CUDA_ERROR_NO_BINARY_FOR_GPU where there is machine code only, CUDA_ERROR_INVALID_IMAGE;
///         the reason is in the error log
std::string ptxOf(const void* image, std::size_t size, int ccMajor, int ccMinor,
                  JitOptions& options);

/// Whole contents of a file.
/// \throws CUDA_ERROR_FILE_NOT_FOUND
std::string readFile(const char* path);

} // namespace warpbench::simgpu::driver
