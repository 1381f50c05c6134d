// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::guess {

/// A device variable declared in the source: one that a project's `constants` can set.
struct DeviceVariable {
    std::string name;
    std::string declared;               ///< its type as written, including brackets
    std::optional<arrays::DType> dtype; ///< of an element; empty: a struct or an unknown name
    bool constant = false;              ///< `__constant__`
    bool initialised = false;           ///< the declaration has an initializer
};

/// The `__constant__`, `__device__` and `__managed__` variables of a source, in order, except for
/// pointers and templates. Never fails.
std::vector<DeviceVariable> deviceVariables(std::string_view source);

} // namespace warpbench::guess
