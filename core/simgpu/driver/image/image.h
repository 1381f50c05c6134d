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

/// Code as passed to the module loader, libraries and links.
struct Image {
    const void* data = nullptr;
    std::size_t size = 0;       ///< bytes; 0: unknown, taken from the image's header
    std::string_view name = {}; ///< prefix of messages in the error log; may be empty
    /// The file type that a link declares for its input.
    enum class Kind : std::uint8_t { any, object, archive } kind = Kind::any;
};

/// The PTX of an image: a zero-terminated text, a fat binary (or in memory its wrapper), or a
/// cubin that carries PTX. Several texts if a cubin was linked from several.
/// \param model  of the device: selects the newest PTX that it can run
/// \throws CUDA_ERROR_NO_BINARY_FOR_GPU if there is only machine code, CUDA_ERROR_INVALID_IMAGE;
///         the reason is in the error log
std::vector<std::string> ptxOf(const Image& image, const Model& model, JitOptions& options);

/// The whole contents of a file.
/// \throws CUDA_ERROR_FILE_NOT_FOUND
std::string readFile(const char* path);

} // namespace warpbench::simgpu::driver
