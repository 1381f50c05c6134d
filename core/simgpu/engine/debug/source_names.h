// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch_files/source_names.h"

#include <string>

namespace warpbench::simgpu::engine {

using launch_files::functionName;
using launch_files::variableName;

/// Whether a file belongs to NVIDIA's toolkit rather than to the user: in a folder "include" of a
/// toolkit, wherever it is installed, or the header built into NVRTC.
bool isToolkitFile(const std::string& path);

} // namespace warpbench::simgpu::engine
