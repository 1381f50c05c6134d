// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/dynamic_library.h"
#include "core/toolkit/toolkit.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpbench::compile {

struct JitLinkInput {
    enum class Kind { ltoIr, ptx };

    Kind kind = Kind::ltoIr;
    std::string name; ///< for messages
    std::span<const std::byte> data;
};

/// The result of a link, also if it failed.
struct JitLinkOutput {
    bool succeeded = false;
    std::string ptx;              ///< with -ptx
    std::vector<std::byte> cubin; ///< without -ptx
    std::string log;              ///< output of ptxas with -Xptxas=-v
    std::string problem;          ///< the error, in nvJitLink's words
};

/// nvJitLink, loaded at run time. Immutable once loaded; any thread may link.
class NvJitLink {
  public:
    /// The library of this process, loaded by the first call that finds it.
    /// \throws Error (environment) that says how to get it
    static std::shared_ptr<const NvJitLink> get();

    /// Searches for the library by the rules in toolkit.h. \throws Error (environment) like get()
    static std::shared_ptr<const NvJitLink> find(const ToolkitSearch& search);

    /// 1300 for 13.0; 0 if it does not report it.
    int version() const noexcept { return m_version; }
    const std::filesystem::path& library() const noexcept { return m_library.path(); }

    /// Links with exactly these options.
    JitLinkOutput link(const std::vector<std::string>& options,
                       const std::vector<JitLinkInput>& inputs) const;

  private:
    // Declared as in nvJitLink.h, which not every toolkit contains.
    using Handle = void*;
    using Result = int;

    explicit NvJitLink(platform::DynamicLibrary library);

    platform::DynamicLibrary m_library;
    int m_version = 0;
    Result (*m_create)(Handle*, std::uint32_t, const char**) = nullptr;
    Result (*m_destroy)(Handle*) = nullptr;
    Result (*m_addData)(Handle, int, const void*, std::size_t, const char*) = nullptr;
    Result (*m_complete)(Handle) = nullptr;
    Result (*m_cubinSize)(Handle, std::size_t*) = nullptr;
    Result (*m_cubin)(Handle, void*) = nullptr;
    Result (*m_ptxSize)(Handle, std::size_t*) = nullptr;
    Result (*m_ptx)(Handle, char*) = nullptr;
    Result (*m_errorLogSize)(Handle, std::size_t*) = nullptr;
    Result (*m_errorLog)(Handle, char*) = nullptr;
    Result (*m_infoLogSize)(Handle, std::size_t*) = nullptr;
    Result (*m_infoLog)(Handle, char*) = nullptr;
};

} // namespace warpbench::compile
