// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpbench::compile {

/// Where to look for a CUDA Toolkit, or the part of one that compiling needs. A plain value, so
/// that tests can describe other machines.
struct ToolkitSearch {
    /// Value of an environment variable; empty if not set.
    std::function<std::string(const char*)> environment;
    bool windows = false;
    /// Folders that contain an installation each, or several by version ("/usr/local").
    std::vector<std::filesystem::path> installFolders;
    /// Warpbench's data folder, where `doctor --install-compiler` puts one; may be empty.
    std::filesystem::path dataFolder;
    bool askLoader = true; ///< whether to use the loader's own search path

    /// This machine's. If WARPBENCH_CUDA_HOME is set, only that folder.
    static ToolkitSearch ofThisMachine();
};

/// A folder that may contain a toolkit, with the reason for looking there.
struct ToolkitRoot {
    std::filesystem::path folder;
    std::string reason; ///< "CUDA_HOME", "usual install folder", "Python wheel", …

    bool operator==(const ToolkitRoot&) const = default;
};

/// The folders to search, in order of preference (DESIGN §8): CUDA_HOME and CUDA_PATH, the usual
/// install folders (newest version first), NVIDIA's Python wheels in the user's site-packages,
/// Warpbench's own data folder. Only folders that exist.
std::vector<ToolkitRoot> toolkitRoots(const ToolkitSearch& search);

/// File names of the NVRTC library, newest first: libnvrtc.so.13, .12, .11.2, .11.1, .11.0;
/// nvrtc64_130_0.dll, nvrtc64_120_0.dll, nvrtc64_112_0.dll, … (measured, reference of NVRTC).
std::vector<std::string> nvrtcLibraryNames(bool windows);

/// The NVRTC libraries under the roots, in order of preference.
std::vector<std::filesystem::path> nvrtcLibraries(const std::vector<ToolkitRoot>& roots,
                                                  bool windows);

/// Candidates to load, in this order: libraries in the folders that CUDA_HOME names or an
/// installer made; bare names, which the loader looks for (if the search says so); libraries that
/// were fetched for the user (wheels, Warpbench's data folder).
std::vector<std::filesystem::path> nvrtcCandidates(const std::vector<ToolkitRoot>& roots,
                                                   const ToolkitSearch& search);

/// Candidates for CUPTI, the library for a GPU's counters, in the same order:
/// libcupti.so.13, .12; cupti64_2025.3.1.dll etc. Some versions of CUDA 12 lack features that we
/// need.
std::vector<std::filesystem::path> cuptiCandidates(const ToolkitSearch& search);

/// Candidates for a library of the toolkit ("cublas", "cufft", "curand", "cusparse"), in the
/// same order. \param driver  the CUDA version of the driver, 13: a library of a newer version
/// does not start with it
std::vector<std::filesystem::path> libraryCandidates(const std::string& library, int driver,
                                                     const ToolkitSearch& search);

/// Candidates for nvJitLink, the linker with link-time optimisation, in the same order:
/// libnvJitLink.so.13, .12; nvJitLink_130_0.dll, nvJitLink_120_0.dll.
std::vector<std::filesystem::path> nvJitLinkCandidates(const ToolkitSearch& search);

/// The device part of the runtime, to link with kernels that launch kernels:
/// libcudadevrt.a, cudadevrt.lib. Empty if not found.
std::filesystem::path deviceRuntimeLibrary(const ToolkitSearch& search);

/// The folders with the toolkit's headers that belong to a library: `include` and, from CUDA 13
/// on, `include/cccl`. Searches next to the library first, then under the roots. Empty if
/// none were found: kernels without #include still compile.
std::vector<std::filesystem::path> toolkitIncludeDirs(const std::filesystem::path& library,
                                                      const std::vector<ToolkitRoot>& roots);

/// A program of the toolkit ("nvdisasm", "cuobjdump"): under the roots, then on PATH. Empty if
/// not found.
std::filesystem::path toolkitProgram(const std::string& name, const ToolkitSearch& search);

/// What users can do if the compiler is missing.
ErrorText installRemedy();

} // namespace warpbench::compile
