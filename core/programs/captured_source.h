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

/// "scale" of "ns::scale<float>".
std::string plainNameOf(const std::string& kernel);

/// A kernel's name for people as C++ has it, which has none for an unnamed namespace. Empty for an
/// instance that no source can name: of a lambda.
std::string nameInSource(const std::string& kernel);

/// The file of a program that a kernel is compiled from, with the files that it includes.
struct KernelSource {
    std::filesystem::path file;
    std::vector<std::filesystem::path> headers; ///< the user's own
    std::vector<std::filesystem::path> includeDirs;
    std::string text;              ///< of the file
    compile::KernelInfo signature; ///< as written there
};

/// Looks for a captured kernel among a program's sources, then among the files that the line
/// information of its PTX names. Empty where none of them can be read, or defines it.
/// \param options  nvcc's, with which the program was built
std::optional<KernelSource> findKernelSource(const CapturedLaunch& launch,
                                             const std::vector<std::filesystem::path>& sources,
                                             const std::vector<std::string>& options);

/// The settings of a project that compile like nvcc with these options, as far as a project has
/// them. Folders with headers are left out.
project::CompileSettings settingsFrom(const std::vector<std::string>& options);

/// The files of a captured launch's code in a project's folder.
struct CopiedCode {
    project::Source source;
    std::vector<project::SourceFile> link;
    project::CompileSettings compile;
    std::vector<std::filesystem::path> files; ///< all that was written
};

/// Copies a source with its headers, which keep their places relative to each other.
CopiedCode copySource(const KernelSource& source, const std::vector<std::string>& options,
                      const std::filesystem::path& folder);

/// Writes a launch's PTX, the text with the kernel first.
CopiedCode copyPtx(const CapturedLaunch& launch, const std::filesystem::path& folder);

} // namespace warpbench::programs
