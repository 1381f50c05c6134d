// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::programs {

/// nvcc's options without those for architectures and NVIDIA's runtime, which Warpbench
/// chooses.
std::vector<std::string> withoutArchitectures(const std::vector<std::string>& options);

/// Adds the options for PTX of a device, and for source lines unless they are already requested.
void addCodeOptions(std::vector<std::string>& arguments, int computeCapability);

/// Changes nvcc's arguments so that the result runs on a simulated GPU: PTX in place of machine
/// code, and our runtime in place of NVIDIA's, at its current location. Leaves calls alone that
/// build no program or object (PTX, a cubin, preprocessed text, help). \param runtime the folder
/// with our runtime
std::vector<std::string> replacedNvccArguments(const std::vector<std::string>& arguments,
                                               const std::filesystem::path& runtime,
                                               int computeCapability);

} // namespace warpbench::programs
