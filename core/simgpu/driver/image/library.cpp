// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/library.h"

#include "core/simgpu/driver/image/jit_options.h"
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

void Library::load(const std::shared_ptr<Context>& context, JitOptions& options) {
    const std::lock_guard lock(m_mutex);
    auto found = m_modules.find(context.get());
    if (found == m_modules.end())
        found = m_modules.emplace(context.get(), loadModule(context, m_code, options)).first;
    if (m_kernelsAreKnown)
        return;
    for (const auto& function : found->second->functions()) {
        auto kernel =
            std::make_shared<Kernel>(Kernel{weak_from_this(), function->info().name, nullptr});
        kernel->handle = toHandle<CUkernel>(Runtime::get().kernels.add(kernel));
        m_kernels.push_back(std::move(kernel));
    }
    m_kernelsAreKnown = true;
}

Library::~Library() {
    for (const auto& kernel : m_kernels)
        Runtime::get().kernels.remove(fromHandle(kernel->handle));
    for (const auto& [context, module] : m_modules)
        Runtime::get().modules.remove(fromHandle(module->handle()));
}

std::shared_ptr<Module> Library::moduleIn(const std::shared_ptr<Context>& context) {
    JitOptions none(0, nullptr, nullptr);
    load(context, none);
    const std::lock_guard lock(m_mutex);
    return m_modules[context.get()];
}

const std::vector<std::shared_ptr<Kernel>>&
Library::kernels(const std::shared_ptr<Context>& context) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_kernelsAreKnown)
            return m_kernels;
    }
    moduleIn(context);
    return m_kernels;
}

std::shared_ptr<Kernel> Library::kernel(const std::shared_ptr<Context>& context,
                                        std::string_view name) {
    const auto& all = kernels(context);
    const auto it =
        std::find_if(all.begin(), all.end(), [&](const auto& k) { return k->name == name; });
    require(it != all.end(), CUDA_ERROR_NOT_FOUND);
    return *it;
}

void Library::forget(const Context& context) {
    const std::lock_guard lock(m_mutex);
    m_modules.erase(&context);
}

} // namespace warpbench::simgpu::driver
