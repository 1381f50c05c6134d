// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/loaded_code.h"

#include "core/recorder/real_driver.h"

#include <algorithm>

namespace warpbench::recorder {

namespace {

/// How many results of links are remembered. Programs load them soon after.
constexpr std::size_t kMostLinks = 64;

/// Reads no further than to the first byte that differs: memory of that size may not be there.
bool beginsWith(const void* data, const std::string& bytes) {
    const auto* const from = static_cast<const char*>(data);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (from[i] != bytes[i])
            return false;
    return !bytes.empty();
}

std::string nameOf(const KernelFacts& facts) {
    const char* name = nullptr;
    if (facts.kernel && real().cuKernelGetName)
        real().cuKernelGetName(&name, facts.kernel);
    else if (facts.function && real().cuFuncGetName)
        real().cuFuncGetName(&name, facts.function);
    return name ? name : "";
}

} // namespace

LoadedCode& LoadedCode::ofProcess() {
    static auto* const code = new LoadedCode; // programs unload from static destructors too
    return *code;
}

void LoadedCode::addModule(CUmodule module, std::shared_ptr<Image> image) {
    const std::lock_guard lock(m_mutex);
    m_modules[module] = std::move(image);
}

void LoadedCode::dropModule(CUmodule module) {
    const std::lock_guard lock(m_mutex);
    m_modules.erase(module);
    std::erase_if(m_kernels, [&](const auto& entry) { return entry.second.module == module; });
}

void LoadedCode::addLibrary(CUlibrary library, std::shared_ptr<Image> image) {
    const std::lock_guard lock(m_mutex);
    m_libraries[library] = std::move(image);
}

void LoadedCode::dropLibrary(CUlibrary library) {
    const std::lock_guard lock(m_mutex);
    m_libraries.erase(library);
    std::erase_if(m_kernels, [&](const auto& entry) { return entry.second.library == library; });
}

void LoadedCode::addModuleOf(CUmodule module, CUlibrary library) {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_libraries.find(library); found != m_libraries.end())
        m_modules[module] = found->second;
}

void LoadedCode::addFunction(CUfunction function, CUmodule module, std::string name) {
    const std::lock_guard lock(m_mutex);
    m_kernels[function] = {std::move(name), function, nullptr, module, nullptr, nullptr};
}

void LoadedCode::addKernel(CUkernel kernel, CUlibrary library, std::string name) {
    const std::lock_guard lock(m_mutex);
    m_kernels[kernel] = {std::move(name), nullptr, kernel, nullptr, library, nullptr};
}

void LoadedCode::addFunctionOf(CUfunction function, CUkernel kernel) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_kernels.find(kernel);
    if (found == m_kernels.end() || static_cast<const void*>(function) == kernel)
        return;
    KernelFacts facts = found->second;
    facts.function = function;
    m_kernels[function] = std::move(facts);
}

std::shared_ptr<Image> LoadedCode::imageOf(const KernelFacts& facts) const {
    if (const auto module = m_modules.find(facts.module); module != m_modules.end())
        return module->second;
    const auto library = m_libraries.find(facts.library);
    return library == m_libraries.end() ? nullptr : library->second;
}

std::optional<KernelFacts> LoadedCode::knownFacts(const void* launched) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_kernels.find(launched);
    if (found == m_kernels.end())
        return std::nullopt;
    if (found->second.name.empty())
        found->second.name = nameOf(found->second);
    KernelFacts facts = found->second;
    facts.image = imageOf(facts);
    return facts;
}

/// Of a function that came by a way that is not watched.
KernelFacts LoadedCode::askDriver(CUfunction launched) {
    KernelFacts facts;
    facts.function = launched;
    if (real().cuFuncGetModule)
        real().cuFuncGetModule(&facts.module, launched);
    facts.name = nameOf(facts);
    return facts;
}

KernelFacts LoadedCode::factsOf(CUfunction launched) {
    if (auto known = knownFacts(launched)) {
        if (!known->function && real().cuKernelGetFunction)
            real().cuKernelGetFunction(&known->function, known->kernel);
        return *known;
    }
    KernelFacts facts = askDriver(launched);
    const std::lock_guard lock(m_mutex);
    m_kernels[launched] = facts;
    facts.image = imageOf(facts);
    return facts;
}

void LoadedCode::addLinkInput(CUlinkState state, std::shared_ptr<Image> image) {
    const std::lock_guard lock(m_mutex);
    m_links[state].push_back(std::move(image));
}

void LoadedCode::finishLink(CUlinkState state, const void* result, std::size_t bytes) {
    const std::lock_guard lock(m_mutex);
    if (m_linked.size() >= kMostLinks)
        m_linked.erase(m_linked.begin());
    m_linked.push_back(
        {std::string(static_cast<const char*>(result), bytes), Image::linkedOf(m_links[state])});
}

void LoadedCode::dropLink(CUlinkState state) {
    const std::lock_guard lock(m_mutex);
    m_links.erase(state);
}

std::shared_ptr<Image> LoadedCode::imageAt(const void* data) {
    if (!data)
        return Image::inMemory(nullptr);
    {
        const std::lock_guard lock(m_mutex);
        for (const LinkResult& linked : m_linked)
            if (beginsWith(data, linked.bytes))
                return linked.image;
    }
    return Image::inMemory(data);
}

} // namespace warpbench::recorder
