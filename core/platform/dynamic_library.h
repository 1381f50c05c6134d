// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warpbench::platform {

/// A shared library loaded at run time. Move-only.
///
/// Opened with RTLD_NOW | RTLD_LOCAL, so that a missing symbol shows at once and nothing of the
/// library leaks into the symbols that other libraries see.
class DynamicLibrary {
  public:
    enum class Lifetime {
        scoped,   ///< closed with this object
        for_good, ///< never unloaded (RTLD_NODELETE): a driver with its own threads
    };

    /// \param nameOrPath  a path, or a bare name for the loader's own search
    /// \throws Error (environment) with the loader's text
    static DynamicLibrary open(const std::filesystem::path& nameOrPath,
                               Lifetime lifetime = Lifetime::scoped);
    /// The same without an exception: empty on failure, the loader's text in `problem`.
    static std::optional<DynamicLibrary> tryOpen(const std::filesystem::path& nameOrPath,
                                                 std::string* problem = nullptr,
                                                 Lifetime lifetime = Lifetime::scoped);

    DynamicLibrary(DynamicLibrary&& other) noexcept;
    DynamicLibrary& operator=(DynamicLibrary&& other) noexcept;
    DynamicLibrary(const DynamicLibrary&) = delete;
    DynamicLibrary& operator=(const DynamicLibrary&) = delete;
    ~DynamicLibrary();

    /// Address of a symbol; null where the library has none of that name.
    void* symbol(const char* name) const noexcept;
    /// The same as a function pointer of type `Function*`.
    template <class Function>
    Function* function(const char* name) const noexcept {
        return reinterpret_cast<Function*>(symbol(name));
    }

    /// The file that was loaded, as the loader found it; the given name where it cannot tell.
    const std::filesystem::path& path() const noexcept { return m_path; }

  private:
    DynamicLibrary(void* handle, std::filesystem::path path, Lifetime lifetime) noexcept;

    void* m_handle = nullptr;
    std::filesystem::path m_path;
    Lifetime m_lifetime = Lifetime::scoped;
};

} // namespace warpbench::platform
