// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch_files/source_names.h"

#include <string>

namespace warpbench::simgpu::engine {

using launch_files::functionName;
using launch_files::variableName;

/// Whether a file belongs to NVIDIA's toolkit rather than to the user: a folder "include" of a
/// toolkit's folder, wherever that is installed, or the header that NVRTC has built in.
bool isToolkitFile(const std::string& path);

} // namespace warpbench::simgpu::engine
