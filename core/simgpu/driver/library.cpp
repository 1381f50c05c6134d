// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/library.h"

#include "core/simgpu/driver/jit_options.h"
#include "core/simgpu/driver/runtime.h"

#include <algorithm>

namespace warpbench::simgpu::driver {

namespace {

std::shared_ptr<Module> loadModule(const std::shared_ptr<Context>& context, const ModuleCode& code,
                                   JitOptions& options) {
    auto module = Module::load(context, code, options);
    module->setHandle(toHandle<CUmodule>(Runtime::get().modules.add(module)));
    return module;
}

} // namespace

std::shared_ptr<Function> Kernel::functionIn(const std::shared_ptr<Context>& context) const {
    const auto owner = library.lock();
    require(owner != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return owner->moduleIn(context)->function(name);
}

std::shared_ptr<Library> Library::load(const std::shared_ptr<Context>& context, ModuleCode code,
                                       JitOptions& options) {
    auto library = std::make_shared<Library>();
    library->m_code = std::move(code);
    auto module = loadModule(context, library->m_code, options);
    for (const auto& function : module->functions()) {
        auto kernel = std::make_shared<Kernel>(Kernel{library, function->info().name, nullptr});
        kernel->handle = toHandle<CUkernel>(Runtime::get().kernels.add(kernel));
        library->m_kernels.push_back(std::move(kernel));
    }
    library->m_modules[context.get()] = std::move(module);
    return library;
}

Library::~Library() {
    for (const auto& kernel : m_kernels)
        Runtime::get().kernels.remove(fromHandle(kernel->handle));
    for (const auto& [context, module] : m_modules)
        Runtime::get().modules.remove(fromHandle(module->handle()));
}

std::shared_ptr<Module> Library::moduleIn(const std::shared_ptr<Context>& context) {
    const std::lock_guard lock(m_mutex);
    auto& module = m_modules[context.get()];
    if (!module) {
        JitOptions none(0, nullptr, nullptr);
        module = loadModule(context, m_code, none);
    }
    return module;
}

std::shared_ptr<Kernel> Library::kernel(std::string_view name) const {
    const auto it = std::find_if(m_kernels.begin(), m_kernels.end(),
                                 [&](const auto& k) { return k->name == name; });
    require(it != m_kernels.end(), CUDA_ERROR_NOT_FOUND);
    return *it;
}

void Library::forget(const Context& context) {
    const std::lock_guard lock(m_mutex);
    m_modules.erase(&context);
}

} // namespace warpbench::simgpu::driver
