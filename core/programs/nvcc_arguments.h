// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::programs {

/// nvcc's options without those that choose architectures or NVIDIA's runtime: these are ours to
/// choose.
std::vector<std::string> withoutArchitectures(const std::vector<std::string>& options);

/// Adds the options for PTX of a device, and for source lines unless the arguments ask for them.
void addCodeOptions(std::vector<std::string>& arguments, int computeCapability);

/// nvcc's arguments, changed so that what it builds runs on a simulated GPU: PTX in place of
/// machine code, our runtime in place of NVIDIA's, found where it is now. Calls that make no
/// program or object (PTX, a cubin, a preprocessed text, help) stay as they are. \param runtime the
/// folder with our runtime
std::vector<std::string> replacedNvccArguments(const std::vector<std::string>& arguments,
                                               const std::filesystem::path& runtime,
                                               int computeCapability);

} // namespace warpbench::programs
