// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::compile {

/// The first compiler option that may name a file or a folder for reading or writing: options for
/// includes, timings, traces, precompiled headers or output, and every value that contains a path.
/// Unless an option is known to be harmless, only switches without a value are accepted. Options
/// combined in one string ("-Xptxas -o=x") are examined separately. Empty: none.
std::optional<std::size_t> firstFileOption(const std::vector<std::string>& options);

} // namespace warpbench::compile
