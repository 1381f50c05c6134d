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

/// Where a __device__, __constant__ or __managed__ variable lies.
struct GlobalSymbol {
    CUdeviceptr pointer = 0;
    std::size_t size = 0;                  ///< bytes
    std::shared_ptr<const void> keepAlive; ///< the module
};

/// What is linked into a module: PTX, or relocatable machine code where there is some.
struct LinkInput {
    std::string name; ///< for the linker's messages
    std::string ptx;
    std::span<const std::byte> cubin;
};

/// Device code that was loaded. Copies share it; it stays loaded while a kernel, a symbol or a
/// graph of it is alive.
class Module {
  public:
    /// From a cubin or a fatbin.
    /// \throws CudaError with the driver's log
    static Module fromImage(const Context& context, std::span<const std::byte> image);
    /// From PTX, compiled by the driver.
    /// \throws CudaError with the driver's log
    static Module fromPtx(const Context& context, std::string_view ptx,
                          const JitOptions& options = {});

    /// From one part or several, by the driver's linker (cuLinkAddData).
    /// \param libraries  files that it takes what is missing from: libcudadevrt.a
    /// \throws CudaError with the linker's log
    static Module linked(const Context& context, std::span<const LinkInput> inputs,
                         std::span<const std::string> libraries = {});

    /// \param name  as the module has it: "_Z5scalePf"
    /// \throws CudaError naming the kernels that there are, where the driver can tell
    Kernel kernel(const std::string& name) const;
    /// \throws CudaError
    GlobalSymbol global(const std::string& name) const;
    /// Empty where the driver is older than 12.4.
    std::vector<std::string> kernelNames() const;
    /// What the driver said while loading, warnings for instance.
    const std::string& log() const noexcept { return m_log; }

    CUmodule handle() const noexcept;
    const ContextPtr& contextState() const noexcept;

  private:
    Module(std::shared_ptr<ObjectBox> box, std::string log) noexcept;

    /// The kernels that are alive, by function.
    using Kernels = std::map<CUfunction, std::weak_ptr<KernelBox>>;

    std::shared_ptr<ObjectBox> m_box;
    std::shared_ptr<Kernels> m_kernels; ///< copies share it; the context's own thread only
    std::string m_log;
};

} // namespace warpbench::cuda
