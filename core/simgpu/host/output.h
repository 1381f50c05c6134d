// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace warpbench::simgpu::host {

/// Writes all of it to standard output, behind what the program has printed so far, as NVIDIA's
/// driver does: through stdio, and at once. A reader that has gone away is not an error: there is
/// nobody to tell.
void writeOutput(std::string_view text);
/// The same to standard error.
void writeError(std::string_view text);

} // namespace warpbench::simgpu::host
