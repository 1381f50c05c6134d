// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/image/jit_options.h"
#include "core/simgpu/driver/image/module.h"

#include <memory>
#include <string>

namespace warpbench::simgpu::driver {

class Context;

/// Collects PTX texts for a link. What it makes is an image of its own kind: the texts, one after
/// the other, and the options' limits, behind a mark that the module loader knows; there is no
/// machine code to make.
class Linker {
  public:
    Linker(std::shared_ptr<Context> context, unsigned int count, CUjit_option* options,
           void** values);

    /// Takes PTX, fat binaries and cubins that carry PTX, what another link made, and
    /// libcudadevrt.a. \throws CUDA_ERROR_NO_BINARY_FOR_GPU for machine code,
    /// CUDA_ERROR_INVALID_VALUE
    void add(CUjitInputType type, const void* data, std::size_t size, const std::string& name);
    /// Checks that the texts fit together.
    /// \returns the image; it lives as long as the linker
    const std::string& complete();

    /// The code of such an image; no texts where it is none.
    /// \param size  bytes that there are; 0: unknown, the image's own word is taken for it
    /// \throws CUDA_ERROR_INVALID_IMAGE where it is damaged
    static ModuleCode codeOf(const void* image, std::size_t size);

  private:
    void take(std::string text, const std::string& name);

    std::shared_ptr<Context> m_context;
    JitOptions m_options;
    ModuleCode m_code;
    std::string m_image;
};

} // namespace warpbench::simgpu::driver
