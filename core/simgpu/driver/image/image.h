// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::simgpu::driver {

class JitOptions;
struct Model;

/// Code as the module loader, libraries and links get it.
struct Image {
    const void* data = nullptr;
    std::size_t size = 0;       ///< bytes; 0: unknown, the image tells its own size
    std::string_view name = {}; ///< is before what is written to the error log; may be empty
    /// Of which files a link is told what they are.
    enum class Kind : std::uint8_t { any, object, archive } kind = Kind::any;
};

/// The PTX of an image: a text that ends with a zero; a fat binary (in memory also its wrapper) or
/// a cubin that carries PTX. Several texts where a cubin was linked from several. \param model  of
/// the device: the newest PTX that it may run is chosen \throws CUDA_ERROR_NO_BINARY_FOR_GPU where
/// there is machine code only, CUDA_ERROR_INVALID_IMAGE;
///         the reason is in the error log
std::vector<std::string> ptxOf(const Image& image, const Model& model, JitOptions& options);

/// Whole contents of a file.
/// \throws CUDA_ERROR_FILE_NOT_FOUND
std::string readFile(const char* path);

} // namespace warpbench::simgpu::driver
