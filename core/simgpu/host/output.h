// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace warpbench::simgpu::host {

/// Writes the text to standard output as NVIDIA's driver does: through stdio, so it follows the
/// program's earlier output, and flushed. A closed pipe is not an error.
void writeOutput(std::string_view text);
/// The same to standard error.
void writeError(std::string_view text);

} // namespace warpbench::simgpu::host
