// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace warpbench::launch_files {

/// A text as a JSON string, with quotes.
std::string jsonText(std::string_view text);

} // namespace warpbench::launch_files
