// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/image/register_limits.h"
#include "core/simgpu/engine/engine.h"

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::simgpu::driver {

class Context;
class JitOptions;
class Module;

/// The source of a module.
struct ModuleCode {
    std::vector<std::string> texts; ///< PTX; several texts are linked
    RegisterLimits limits;
    std::vector<std::string> names = {}; ///< of the first texts, for link errors
};

/// A kernel of a loaded module, with the settings that cuFuncSetAttribute changes.
class Function {
  public:
    Function(std::weak_ptr<Module> module, std::weak_ptr<Context> context,
             std::shared_ptr<const engine::Program> program, std::uint32_t index,
             const RegisterLimits& limits);

    std::shared_ptr<Context> context() const;
    std::shared_ptr<Module> module() const { return m_module.lock(); }
    const std::shared_ptr<const engine::Program>& program() const noexcept { return m_program; }
    std::uint32_t index() const noexcept { return m_index; }
    const engine::KernelInfo& info() const noexcept;
    CUfunction handle() const noexcept { return m_handle; }
    void setHandle(CUfunction handle) noexcept { m_handle = handle; }

    /// Registers per thread: an estimate from the registers that are live at once, capped by
    /// options and directives. ptxas does not run, so spills are unknown.
    int registers() const;
    /// The largest block that the kernel can be launched with, in threads.
    int maxThreads() const;
    /// The largest dynamic shared memory of a launch, in bytes.
    std::uint64_t maxDynamicShared() const;
    int attribute(CUfunction_attribute attribute) const;
    void setAttribute(CUfunction_attribute attribute, int value);
    engine::Dim3 requiredCluster() const;
    bool nonPortableClusters() const noexcept { return m_nonPortableCluster != 0; }
    int carveOutPercent() const noexcept { return m_carveOut; }
    void setCacheConfig(CUfunc_cache config) noexcept { m_cacheConfig = config; }
    CUfunc_cache cacheConfig() const noexcept { return m_cacheConfig; }

    /// Set by CUDA 3's cuFuncSetBlockShape, cuParamSet… before cuLaunch; not thread-safe.
    struct OldLaunch {
        engine::Dim3 block{1, 1, 1};
        std::uint64_t dynamicShared = 0; ///< bytes
        std::vector<std::byte> parameters;
    };
    OldLaunch& oldLaunch() noexcept { return m_oldLaunch; }

  private:
    const std::weak_ptr<Module> m_module;
    const std::weak_ptr<Context> m_context;
    const std::shared_ptr<const engine::Program> m_program;
    const std::uint32_t m_index;
    const RegisterLimits m_limits;
    CUfunction m_handle = nullptr;
    std::atomic<std::int64_t> m_maxDynamicShared{-1}; ///< -1: not set
    std::atomic<int> m_carveOut{-1};
    std::atomic<int> m_nonPortableCluster{0};
    std::atomic<int> m_schedulingPolicy{0};
    std::array<std::atomic<int>, 3> m_cluster{};
    OldLaunch m_oldLaunch;
    std::atomic<CUfunc_cache> m_cacheConfig{CU_FUNC_CACHE_PREFER_NONE};
};

/// Writes the error to the log of code that cannot be loaded, and throws its code.
[[noreturn]] void refuse(const engine::LoadError& error, JitOptions& options);

/// A module in a context: its program, its kernels, its variables.
class Module : public std::enable_shared_from_this<Module> {
  public:
    /// \throws CUDA_ERROR_INVALID_PTX etc.; the reason is in the error log of the options
    static std::shared_ptr<Module> load(const std::shared_ptr<Context>& context,
                                        const ModuleCode& code, JitOptions& options);
    ~Module();

    /// Invalidates the handles of its functions; queued launches still run.
    void dropHandles();

    bool belongsTo(const Context& context) const noexcept {
        return m_context.lock().get() == &context;
    }
    CUmodule handle() const noexcept { return m_handle; }
    void setHandle(CUmodule handle) noexcept { m_handle = handle; }

    const std::vector<std::shared_ptr<Function>>& functions() const noexcept { return m_functions; }
    /// \throws CUDA_ERROR_NOT_FOUND
    std::shared_ptr<Function> function(std::string_view name) const;
    /// \throws CUDA_ERROR_NOT_FOUND
    const engine::VariableInfo& variable(std::string_view name) const;
    /// Null if there are not so many variables in global memory.
    const engine::VariableInfo* globalAt(std::size_t index) const;
    int ptxVersion() const noexcept { return m_target; }
    /// The PTX it was loaded from; kept only if a launch is to be captured.
    const std::vector<std::string>& texts() const noexcept { return m_texts; }
    const engine::Program& program() const noexcept { return *m_program; }

  private:
    Module() = default;

    std::weak_ptr<Context> m_context;
    std::shared_ptr<engine::Program> m_program;
    std::vector<std::shared_ptr<Function>> m_functions;
    CUmodule m_handle = nullptr;
    int m_target = 0; ///< e.g. 90 for sm_90
    std::vector<std::string> m_texts;
};

/// The function behind a handle; a CUkernel represents its function in the current context.
/// \throws CUDA_ERROR_INVALID_HANDLE
std::shared_ptr<Function> functionOf(CUfunction handle);

} // namespace warpbench::simgpu::driver
