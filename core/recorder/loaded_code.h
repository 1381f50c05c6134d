// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/image.h"

#include <cuda.h>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpbench::recorder {

/// A kernel of a module or of a library; one of the two is null.
struct KernelFacts {
    std::string name; ///< mangled; empty: the driver does not tell
    CUfunction function = nullptr;
    CUkernel kernel = nullptr; ///< of a library
    CUmodule module = nullptr;
    CUlibrary library = nullptr;
    std::shared_ptr<Image> image; ///< null: not known
};

/// The modules and libraries that a program has loaded, and the kernels that it has asked for. Any
/// thread may ask.
class LoadedCode {
  public:
    static LoadedCode& ofProcess();

    void addModule(CUmodule module, std::shared_ptr<Image> image);
    void dropModule(CUmodule module);
    void addLibrary(CUlibrary library, std::shared_ptr<Image> image);
    void dropLibrary(CUlibrary library);
    /// The module is a library's form for one context.
    void addModuleOf(CUmodule module, CUlibrary library);

    /// \param name  empty: asked for when it is needed
    void addFunction(CUfunction function, CUmodule module, std::string name);
    void addKernel(CUkernel kernel, CUlibrary library, std::string name);
    void addFunctionOf(CUfunction function, CUkernel kernel);

    /// Of what a program launches, a CUfunction or a CUkernel.
    KernelFacts factsOf(CUfunction launched);

    void addLinkInput(CUlinkState state, std::shared_ptr<Image> image);
    void finishLink(CUlinkState state, const void* result, std::size_t bytes);
    void dropLink(CUlinkState state);
    /// Of code that is about to be loaded: that of a link's result is known from its inputs.
    std::shared_ptr<Image> imageAt(const void* data);

  private:
    struct LinkResult {
        std::string bytes;
        std::shared_ptr<Image> image;
    };

    std::optional<KernelFacts> knownFacts(const void* launched);
    static KernelFacts askDriver(CUfunction launched);
    std::shared_ptr<Image> imageOf(const KernelFacts& facts) const;

    std::mutex m_mutex;
    std::map<CUmodule, std::shared_ptr<Image>> m_modules;
    std::map<CUlibrary, std::shared_ptr<Image>> m_libraries;
    std::map<const void*, KernelFacts> m_kernels; ///< by handle
    std::map<CUlinkState, std::vector<std::shared_ptr<Image>>> m_links;
    std::vector<LinkResult> m_linked;
};

} // namespace warpbench::recorder
