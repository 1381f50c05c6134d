// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/programs/captured_launch.h"
#include "core/project/project.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::programs {

/// "scale" for "ns::scale<float>".
std::string plainNameOf(const std::string& kernel);

/// A demangled kernel name as written in C++, which cannot name an unnamed namespace. Empty for an
/// instance that no source can name, such as one of a lambda.
std::string nameInSource(const std::string& kernel);

/// The source file of a kernel, with the files that it includes.
struct KernelSource {
    std::filesystem::path file;
    std::vector<std::filesystem::path> headers; ///< the user's own
    std::vector<std::filesystem::path> includeDirs;
    std::string text;              ///< of the file
    compile::KernelInfo signature; ///< as written in the source
};

/// Looks for a captured kernel in a program's sources, then in the files named by the line
/// information of its PTX. Empty if none of them can be read or defines it.
/// \param options  nvcc's options for the program
std::optional<KernelSource> findKernelSource(const CapturedLaunch& launch,
                                             const std::vector<std::filesystem::path>& sources,
                                             const std::vector<std::string>& options);

/// The project settings that correspond to these nvcc options, as far as a project supports
/// them, without include folders.
project::CompileSettings settingsFrom(const std::vector<std::string>& options);

/// The files of a captured launch's code in a project's folder.
struct CopiedCode {
    project::Source source;
    std::vector<project::SourceFile> link;
    project::CompileSettings compile;
    std::vector<std::filesystem::path> files; ///< all written files
};

/// Copies a source with its headers, which keep their places relative to each other.
CopiedCode copySource(const KernelSource& source, const std::vector<std::string>& options,
                      const std::filesystem::path& folder);

/// Writes a launch's PTX, starting with the text that contains the kernel.
CopiedCode copyPtx(const CapturedLaunch& launch, const std::filesystem::path& folder);

} // namespace warpbench::programs
