// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warpbench::platform {

/// A shared library loaded at run time. Move-only.
///
/// Opened with RTLD_NOW | RTLD_LOCAL, so that a missing symbol is reported at once and the
/// library's symbols stay invisible to other libraries.
class DynamicLibrary {
  public:
    enum class Lifetime {
        scoped,   ///< closed with this object
        for_good, ///< never unloaded (RTLD_NODELETE): a driver with its own threads
    };

    /// \param nameOrPath  a path, or a bare name for the loader's own search
    /// \throws Error (environment) with the loader's message
    static DynamicLibrary open(const std::filesystem::path& nameOrPath,
                               Lifetime lifetime = Lifetime::scoped);
    /// The same without an exception: on failure empty, with the loader's message in `problem`.
    static std::optional<DynamicLibrary> tryOpen(const std::filesystem::path& nameOrPath,
                                                 std::string* problem = nullptr,
                                                 Lifetime lifetime = Lifetime::scoped);

    DynamicLibrary(DynamicLibrary&& other) noexcept;
    DynamicLibrary& operator=(DynamicLibrary&& other) noexcept;
    DynamicLibrary(const DynamicLibrary&) = delete;
    DynamicLibrary& operator=(const DynamicLibrary&) = delete;
    ~DynamicLibrary();

    /// Address of a symbol; null if the library does not have it.
    void* symbol(const char* name) const noexcept;
    /// The same as a function pointer of type `Function*`.
    template <class Function>
    Function* function(const char* name) const noexcept {
        return reinterpret_cast<Function*>(symbol(name));
    }

    /// The loaded file as the loader found it, or the given name if unknown.
    const std::filesystem::path& path() const noexcept { return m_path; }

  private:
    DynamicLibrary(void* handle, std::filesystem::path path, Lifetime lifetime) noexcept;

    void* m_handle = nullptr;
    std::filesystem::path m_path;
    Lifetime m_lifetime = Lifetime::scoped;
};

} // namespace warpbench::platform
