// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace warpbench::simgpu::host {

/// Writes all of it to file descriptor 1, as a driver's printf does. A reader that has gone away is
/// no error: there is nobody to tell.
void writeOutput(std::string_view text);

} // namespace warpbench::simgpu::host
