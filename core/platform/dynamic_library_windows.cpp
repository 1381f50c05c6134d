// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/problems.h"
#include "core/platform/win32.h"

#include <utility>

namespace warpbench::platform {

namespace {

std::filesystem::path loadedPath(HMODULE module, const std::filesystem::path& fallback) {
    wchar_t name[32768];
    const DWORD length = GetModuleFileNameW(module, name, DWORD(std::size(name)));
    return length && length < std::size(name) ? std::filesystem::path(name) : fallback;
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
        FreeLibrary(static_cast<HMODULE>(m_handle));
}

std::optional<DynamicLibrary> DynamicLibrary::tryOpen(const std::filesystem::path& nameOrPath,
                                                      std::string* problem, Lifetime lifetime) {
    // Never from the current folder, where anybody may have put something. The dependencies of a
    // library loaded by path may be next to it.
    std::filesystem::path file = nameOrPath;
    DWORD flags = LOAD_LIBRARY_SEARCH_DEFAULT_DIRS;
    if (file.has_parent_path()) {
        std::error_code ignored;
        file = std::filesystem::absolute(file, ignored).make_preferred();
        flags |= LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR;
    }
    const HMODULE module = LoadLibraryExW(file.c_str(), nullptr, flags);
    if (!module) {
        if (problem)
            *problem = utf8(nameOrPath) + ": " + win32::message();
        return std::nullopt;
    }
    if (lifetime == Lifetime::for_good) {
        HMODULE pinned = nullptr;
        GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                           reinterpret_cast<const wchar_t*>(module), &pinned);
    }
    return DynamicLibrary(module, loadedPath(module, nameOrPath), lifetime);
}

DynamicLibrary DynamicLibrary::open(const std::filesystem::path& nameOrPath, Lifetime lifetime) {
    std::string problem;
    auto library = tryOpen(nameOrPath, &problem, lifetime);
    if (!library)
        throw Error(ErrorKind::environment, cannotLoad(problem));
    return std::move(*library);
}

void* DynamicLibrary::symbol(const char* name) const noexcept {
    return m_handle ? reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(m_handle), name))
                    : nullptr;
}

} // namespace warpbench::platform
