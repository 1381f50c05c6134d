// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace warpbench::launch_files {

/// A text as JSON has it, in its quotes.
std::string jsonText(std::string_view text);

} // namespace warpbench::launch_files
