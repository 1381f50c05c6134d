// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpbench::compile {

/// Where a CUDA Toolkit, or the part of one that compiling needs, is looked for. A plain value, so
/// that tests can describe machines that are not this one.
struct ToolkitSearch {
    /// Value of an environment variable; empty where it is not set.
    std::function<std::string(const char*)> environment;
    bool windows = false;
    /// Folders that hold an installation each, or several by version ("/usr/local").
    std::vector<std::filesystem::path> installFolders;
    /// Warpbench's own, where `doctor --install-compiler` puts one; may be empty.
    std::filesystem::path dataFolder;
    bool askLoader = true; ///< whether the loader's own search path counts too

    /// This machine's. Where WARPBENCH_CUDA_HOME is set, that folder and nothing else.
    static ToolkitSearch ofThisMachine();
};

/// A folder in which a toolkit may lie, with the reason why it was looked at.
struct ToolkitRoot {
    std::filesystem::path folder;
    std::string reason; ///< "CUDA_HOME", "usual install folder", "Python wheel", …

    bool operator==(const ToolkitRoot&) const = default;
};

/// The folders to look at, the most wanted first (DESIGN §8): CUDA_HOME and CUDA_PATH, the usual
/// install folders (newest version first), NVIDIA's Python wheels in the user's site-packages,
/// Warpbench's own data folder. Only folders that exist.
std::vector<ToolkitRoot> toolkitRoots(const ToolkitSearch& search);

/// File names of the NVRTC library, newest first: libnvrtc.so.13, .12, .11.2, .11.1, .11.0;
/// nvrtc64_130_0.dll, nvrtc64_120_0.dll, nvrtc64_112_0.dll, … (measured, reference of NVRTC).
std::vector<std::string> nvrtcLibraryNames(bool windows);

/// The NVRTC libraries that are under the roots, the most wanted first.
std::vector<std::filesystem::path> nvrtcLibraries(const std::vector<ToolkitRoot>& roots,
                                                  bool windows);

/// What to try to load, in this order: libraries in the folders that CUDA_HOME names or an
/// installer made; bare names, which the loader looks for (if the search says so); libraries that
/// were fetched for the user (wheels, Warpbench's data folder).
std::vector<std::filesystem::path> nvrtcCandidates(const std::vector<ToolkitRoot>& roots,
                                                   const ToolkitSearch& search);

/// Where CUPTI, the library for a GPU's counters, is looked for, in the same order:
/// libcupti.so.13, .12; cupti64_2025.3.1.dll and the like. Not all of CUDA 12 has what we need of
/// it.
std::vector<std::filesystem::path> cuptiCandidates(const ToolkitSearch& search);

/// Where a library of the toolkit ("cublas", "cufft", "curand", "cusparse") is looked for, in the
/// same order. \param driver  the CUDA version of the driver, 13: a library of a newer one does not
/// start with it
std::vector<std::filesystem::path> libraryCandidates(const std::string& library, int driver,
                                                     const ToolkitSearch& search);

/// Where nvJitLink, the linker with link-time optimisation, is looked for, in the same order:
/// libnvJitLink.so.13, .12; nvJitLink_130_0.dll, nvJitLink_120_0.dll.
std::vector<std::filesystem::path> nvJitLinkCandidates(const ToolkitSearch& search);

/// The device's part of the runtime, which kernels that launch kernels are linked with:
/// libcudadevrt.a, cudadevrt.lib. Empty where there is none.
std::filesystem::path deviceRuntimeLibrary(const ToolkitSearch& search);

/// The folders with the toolkit's headers that belong to a library: `include` and, from CUDA 13
/// on, `include/cccl`. Looked for beside the library first, then under the roots. Empty where
/// none were found: kernels without #include still compile.
std::vector<std::filesystem::path> toolkitIncludeDirs(const std::filesystem::path& library,
                                                      const std::vector<ToolkitRoot>& roots);

/// A program of the toolkit ("nvdisasm", "cuobjdump"): under the roots, then on PATH. Empty where
/// there is none.
std::filesystem::path toolkitProgram(const std::string& name, const ToolkitSearch& search);

/// What a user can do where the compiler is missing.
extern const char* const kInstallRemedy;

} // namespace warpbench::compile
