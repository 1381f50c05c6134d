// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/kernel.h"

#include <cuda.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::cuda {

/// How the driver compiles PTX; ignored for a cubin.
struct JitOptions {
    std::optional<unsigned> maxRegisters;
    std::optional<unsigned> optimizationLevel; ///< 0 to 4
    bool lineInfo = true;
    bool debugInfo = false;
};

/// The location of a __device__, __constant__ or __managed__ variable.
struct GlobalSymbol {
    CUdeviceptr pointer = 0;
    std::size_t size = 0;                  ///< bytes
    std::shared_ptr<const void> keepAlive; ///< the module
};

/// An input for linking a module: PTX, or relocatable machine code if available.
struct LinkInput {
    std::string name; ///< for linker messages
    std::string ptx;
    std::span<const std::byte> cubin;
};

/// Loaded device code. Copies share it; it stays loaded as long as one of its kernels, symbols or
/// graphs exists.
class Module {
  public:
    /// From a cubin or a fatbin.
    /// \throws CudaError with the driver's log
    static Module fromImage(const Context& context, std::span<const std::byte> image);
    /// From PTX, compiled by the driver.
    /// \throws CudaError with the driver's log
    static Module fromPtx(const Context& context, std::string_view ptx,
                          const JitOptions& options = {});

    /// Links one or more parts with the driver's linker (cuLinkAddData).
    /// \param libraries  files that define missing symbols: libcudadevrt.a
    /// \throws CudaError with the linker's log
    static Module linked(const Context& context, std::span<const LinkInput> inputs,
                         std::span<const std::string> libraries = {});

    /// \param name  in the module: "_Z5scalePf"
    /// \throws CudaError that lists the existing kernels, if the driver can
    Kernel kernel(const std::string& name) const;
    /// \throws CudaError
    GlobalSymbol global(const std::string& name) const;
    /// Empty if the driver is older than 12.4.
    std::vector<std::string> kernelNames() const;
    /// The driver's messages from loading, e.g. warnings.
    const std::string& log() const noexcept { return m_log; }

    CUmodule handle() const noexcept;
    const ContextPtr& contextState() const noexcept;

  private:
    Module(std::shared_ptr<ObjectBox> box, std::string log) noexcept;

    /// The live kernels, by function.
    using Kernels = std::map<CUfunction, std::weak_ptr<KernelBox>>;

    std::shared_ptr<ObjectBox> m_box;
    std::shared_ptr<Kernels> m_kernels; ///< shared by copies; only for the context's own thread
    std::string m_log;
};

} // namespace warpbench::cuda
