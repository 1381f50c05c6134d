// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::compile {

/// The first of a compiler's options that may name a file or a folder, to read or to write: those
/// of includes, timings, traces, precompiled headers, of output, and every value with a path in it.
/// Of options that are not known to be harmless, only switches without a value are taken as such.
/// Several in one string ("-Xptxas -o=x") count one by one. Empty: there is none.
std::optional<std::size_t> firstFileOption(const std::vector<std::string>& options);

} // namespace warpbench::compile
