// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/c_value.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpbench::guess {

/// A kernel with a body. Its views into the files' text are only valid during the call.
struct KernelText {
    std::string_view name; ///< without namespaces
    Tokens parameters;     ///< without brackets
    Tokens body;           ///< including its braces
};

/// Calls `use` for each of them, in order. A macro is defined from its file on.
/// \param files  paths and texts
void forEachKernelText(const std::vector<std::pair<std::string, std::string>>& files,
                       const std::function<void(const KernelText&)>& use);

/// A kernel's name without namespaces and template arguments.
std::string plainName(const std::string& kernel);

} // namespace warpbench::guess
