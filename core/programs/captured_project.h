// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/programs/captured_launch.h"
#include "core/project/project.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::programs {

/// Where to search a captured launch for pointers.
enum class PointerSearch {
    byType,    ///< not in buffers of floats and the like
    everywhere ///< in all memory
};

/// The captured memory that a buffer was made from.
struct BufferOrigin {
    std::uint64_t base = 0, size = 0; ///< in the program, bytes
    std::filesystem::path before, after;
};

struct CapturedProject {
    project::Project project;          ///< without a source
    std::vector<BufferOrigin> origins; ///< of its buffers, in their order
    std::vector<std::string> notes;    ///< limits of the replay, one sentence each
};

/// Makes a project of a captured launch: arguments and buffers from the kernel's signature, the
/// memory contents before as first contents, and those after as the exact expected contents.
/// Buffers that pointers in memory point to keep their addresses. Data files go into the folder
/// "data" next to the project.
/// \param kernel  with its parameters, from the source or from PTX
/// \param source  the text that declares the variables; may be empty
/// \param folder  the project's; exists
/// \throws Error (usage) if the launch cannot be replayed: it uses textures, or was not written
CapturedProject makeCapturedProject(const CapturedLaunch& launch, const compile::KernelInfo& kernel,
                                    const std::string& source, PointerSearch search,
                                    const std::filesystem::path& folder);

} // namespace warpbench::programs
