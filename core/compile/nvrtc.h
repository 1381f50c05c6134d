// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/dynamic_library.h"
#include "core/toolkit/toolkit.h"

#include <nvrtc.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::compile {

/// The raw result of one NVRTC call.
struct NvrtcOutput {
    bool succeeded = false;
    std::string problem; ///< the name of NVRTC's error code, "NVRTC_ERROR_COMPILATION"
    std::string ptx;
    std::vector<std::byte> cubin; ///< with -dlto: the LTO-IR for nvJitLink
    std::string log;
    /// (name expression, lowered name) for those that NVRTC resolved.
    std::vector<std::pair<std::string, std::string>> loweredNames;
};

/// NVRTC, loaded at run time. Immutable once loaded; any thread may compile.
class Nvrtc {
  public:
    /// The library of this process, loaded by the rules in toolkit.h by the first call that finds
    /// it. A failed search is repeated on the next call, because the user may install it meanwhile.
    /// \throws Error (environment) with the searched places and the remedy
    static std::shared_ptr<const Nvrtc> get();

    /// Searches for the library by the rules in toolkit.h. \throws Error (environment) like get()
    static std::shared_ptr<const Nvrtc> find(const ToolkitSearch& search);

    /// Loads a given file or bare name. \throws Error (environment)
    static std::shared_ptr<const Nvrtc> open(const std::filesystem::path& library,
                                             std::vector<std::filesystem::path> includeDirs);

    int major() const noexcept { return m_major; }
    int minor() const noexcept { return m_minor; }
    std::string version() const; ///< "13.0"
    const std::filesystem::path& library() const noexcept { return m_library.path(); }
    /// The toolkit's header folders, `include` first; empty if not found.
    const std::vector<std::filesystem::path>& includeDirs() const noexcept { return m_includeDirs; }
    /// 75, 80, …; empty before NVRTC 11.2, which does not report them.
    std::vector<int> architectures() const;
    /// NVRTC 12.8 introduced precompiled headers.
    bool hasPrecompiledHeaders() const noexcept { return m_setPchHeapSize != nullptr; }
    /// NVRTC 12.9 introduced `--no-cache` (for its own cache, which uses the driver).
    bool hasOwnCache() const noexcept;

    /// Compiles once with exactly these options.
    /// \param headers  (name, text) of files that NVRTC takes from memory
    /// \throws Error (internal) if NVRTC cannot even create a program (out of memory)
    NvrtcOutput compile(const std::string& source, const std::string& fileName,
                        const std::vector<std::string>& options,
                        const std::vector<std::string>& nameExpressions,
                        const std::vector<std::pair<std::string, std::string>>& headers = {}) const;

  private:
    explicit Nvrtc(platform::DynamicLibrary library);
    static std::shared_ptr<Nvrtc> load(const std::filesystem::path& library);
    void enlargePchHeap() const;
    std::string resultName(nvrtcResult result) const;

    platform::DynamicLibrary m_library;
    std::vector<std::filesystem::path> m_includeDirs;
    int m_major = 0;
    int m_minor = 0;
    mutable std::once_flag m_pchHeap;

    decltype(&::nvrtcVersion) m_version = nullptr;
    decltype(&::nvrtcGetErrorString) m_errorString = nullptr;
    decltype(&::nvrtcGetNumSupportedArchs) m_supportedArchCount = nullptr;
    decltype(&::nvrtcGetSupportedArchs) m_supportedArchs = nullptr;
    decltype(&::nvrtcCreateProgram) m_createProgram = nullptr;
    decltype(&::nvrtcDestroyProgram) m_destroyProgram = nullptr;
    decltype(&::nvrtcCompileProgram) m_compileProgram = nullptr;
    decltype(&::nvrtcGetPTXSize) m_ptxSize = nullptr;
    decltype(&::nvrtcGetPTX) m_ptx = nullptr;
    decltype(&::nvrtcGetCUBINSize) m_cubinSize = nullptr;
    decltype(&::nvrtcGetCUBIN) m_cubin = nullptr;
    decltype(&::nvrtcGetCUBINSize) m_ltoSize = nullptr; ///< since NVRTC 12.0
    decltype(&::nvrtcGetCUBIN) m_lto = nullptr;
    decltype(&::nvrtcGetProgramLogSize) m_logSize = nullptr;
    decltype(&::nvrtcGetProgramLog) m_log = nullptr;
    decltype(&::nvrtcAddNameExpression) m_addNameExpression = nullptr;
    decltype(&::nvrtcGetLoweredName) m_loweredName = nullptr;
    decltype(&::nvrtcSetPCHHeapSize) m_setPchHeapSize = nullptr;
};

} // namespace warpbench::compile
