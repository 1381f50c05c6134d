// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/c_value.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpbench::guess {

/// A kernel that has a body. It all points into the files' text and is gone with the call.
struct KernelText {
    std::string_view name; ///< without namespaces
    Tokens parameters;     ///< without the brackets
    Tokens body;           ///< with its braces
};

/// Calls `use` for each of them, in their order. A macro is known from its file on.
/// \param files  path and text
void forEachKernelText(const std::vector<std::pair<std::string, std::string>>& files,
                       const std::function<void(const KernelText&)>& use);

/// A kernel's name without namespaces and template arguments.
std::string plainName(const std::string& kernel);

} // namespace warpbench::guess
