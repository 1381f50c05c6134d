// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/image/module.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace warpbench::simgpu::driver {

class Library;

/// A kernel of a library: each context that uses it gets its own function.
struct Kernel {
    std::weak_ptr<Library> library;
    std::string name;
    CUkernel handle = nullptr;

    /// \throws CUDA_ERROR_INVALID_HANDLE if the library has been unloaded
    std::shared_ptr<Function> functionIn(const std::shared_ptr<Context>& context) const;
};

/// Code without a context: each context that uses it loads a module from it.
class Library : public std::enable_shared_from_this<Library> {
  public:
    /// Loads nothing yet: errors in the code show up on first use.
    explicit Library(ModuleCode code)
        : m_code(std::move(code)) {}
    /// Loads the code into `context`, at most once.
    /// \throws as Module::load
    void load(const std::shared_ptr<Context>& context, JitOptions& options);
    ~Library();

    CUlibrary handle() const noexcept { return m_handle; }
    void setHandle(CUlibrary handle) noexcept { m_handle = handle; }
    std::shared_ptr<Module> moduleIn(const std::shared_ptr<Context>& context);
    /// \param context  loads the code here if no context has loaded it yet
    const std::vector<std::shared_ptr<Kernel>>& kernels(const std::shared_ptr<Context>& context);
    /// \throws CUDA_ERROR_NOT_FOUND
    std::shared_ptr<Kernel> kernel(const std::shared_ptr<Context>& context, std::string_view name);
    void forget(const Context& context);

  private:
    ModuleCode m_code;
    CUlibrary m_handle = nullptr;
    bool m_kernelsAreKnown = false;
    std::vector<std::shared_ptr<Kernel>> m_kernels;
    std::mutex m_mutex;
    std::map<const Context*, std::shared_ptr<Module>> m_modules;
};

} // namespace warpbench::simgpu::driver
