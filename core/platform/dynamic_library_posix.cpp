// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/problems.h"

#include <dlfcn.h>
#include <link.h>

#include <utility>

namespace warpbench::platform {

namespace {

std::filesystem::path loadedPath(void* handle, const std::filesystem::path& fallback) {
    link_map* map = nullptr;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name && *map->l_name)
        return map->l_name;
    return fallback;
}

} // namespace

DynamicLibrary::DynamicLibrary(void* handle, std::filesystem::path path, Lifetime lifetime) noexcept
    : m_handle(handle)
    , m_path(std::move(path))
    , m_lifetime(lifetime) {}

DynamicLibrary::DynamicLibrary(DynamicLibrary&& other) noexcept
    : m_handle(std::exchange(other.m_handle, nullptr))
    , m_path(std::move(other.m_path))
    , m_lifetime(other.m_lifetime) {}

DynamicLibrary& DynamicLibrary::operator=(DynamicLibrary&& other) noexcept {
    std::swap(m_handle, other.m_handle);
    std::swap(m_path, other.m_path);
    std::swap(m_lifetime, other.m_lifetime);
    return *this;
}

DynamicLibrary::~DynamicLibrary() {
    if (m_handle && m_lifetime == Lifetime::scoped)
        dlclose(m_handle);
}

std::optional<DynamicLibrary> DynamicLibrary::tryOpen(const std::filesystem::path& nameOrPath,
                                                      std::string* problem, Lifetime lifetime) {
    const int flags = RTLD_NOW | RTLD_LOCAL | (lifetime == Lifetime::for_good ? RTLD_NODELETE : 0);
    void* handle = dlopen(nameOrPath.c_str(), flags);
    if (!handle) {
        const char* text = dlerror();
        if (problem)
            *problem = text ? text : "unknown loader error";
        return std::nullopt;
    }
    return DynamicLibrary(handle, loadedPath(handle, nameOrPath), lifetime);
}

DynamicLibrary DynamicLibrary::open(const std::filesystem::path& nameOrPath, Lifetime lifetime) {
    std::string problem;
    auto library = tryOpen(nameOrPath, &problem, lifetime);
    if (!library)
        throw Error(ErrorKind::environment, cannotLoad(utf8(nameOrPath) + ": " + problem));
    return std::move(*library);
}

void* DynamicLibrary::symbol(const char* name) const noexcept {
    return m_handle ? dlsym(m_handle, name) : nullptr;
}

} // namespace warpbench::platform
