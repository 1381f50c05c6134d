// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/image/jit_options.h"
#include "core/simgpu/driver/image/module.h"

#include <memory>
#include <string>

namespace warpbench::simgpu::driver {

class Context;

/// Collects PTX texts for a link. The result is an image in a private format: a mark that the
/// module loader recognizes, the options' limits, and the concatenated texts. No machine code is
/// generated.
class Linker {
  public:
    Linker(std::shared_ptr<Context> context, unsigned int count, CUjit_option* options,
           void** values);

    /// Accepts PTX, fat binaries and cubins that carry PTX, results of other links, and
    /// libcudadevrt.a. \throws CUDA_ERROR_NO_BINARY_FOR_GPU for machine code,
    /// CUDA_ERROR_INVALID_VALUE
    void add(CUjitInputType type, const void* data, std::size_t size, const std::string& name);
    /// Checks that the texts link together.
    /// \returns the image, which lives as long as the linker
    const std::string& complete();

    /// The code in such an image; no texts if it is a different kind of image.
    /// \param size  available bytes; 0: unknown, the size in the image's header is trusted
    /// \throws CUDA_ERROR_INVALID_IMAGE if it is damaged
    static ModuleCode codeOf(const void* image, std::size_t size);

  private:
    void take(std::string text, const std::string& name);

    std::shared_ptr<Context> m_context;
    JitOptions m_options;
    ModuleCode m_code;
    std::string m_image;
};

} // namespace warpbench::simgpu::driver
