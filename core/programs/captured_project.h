// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/programs/captured_launch.h"
#include "core/project/project.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::programs {

/// Where a captured launch is searched for pointers.
enum class PointerSearch {
    byType,    ///< not in buffers of floats and the like
    everywhere ///< in all memory
};

/// The memory that a buffer represents.
struct BufferOrigin {
    std::uint64_t base = 0, size = 0; ///< in the program, bytes
    std::filesystem::path before, after;
};

struct CapturedProject {
    project::Project project;          ///< without a source
    std::vector<BufferOrigin> origins; ///< of its buffers, in their order
    std::vector<std::string> notes;    ///< what the replay does not tell or do, a sentence each
};

/// Makes a project of a captured launch: arguments and buffers by the kernel's signature, what
/// memory held before as first contents and what it held after as what is expected, to the bit.
/// Buffers that pointers in memory lead to keep their addresses. Data files go into the folder
/// "data" beside the project.
/// \param kernel  with its parameters, from the source or from PTX
/// \param source  the text that declares the variables; may be empty
/// \param folder  the project's; exists
/// \throws Error (usage) where the launch cannot be replayed: it uses textures, or was not written
CapturedProject makeCapturedProject(const CapturedLaunch& launch, const compile::KernelInfo& kernel,
                                    const std::string& source, PointerSearch search,
                                    const std::filesystem::path& folder);

} // namespace warpbench::programs
