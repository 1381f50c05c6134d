// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::guess {

/// A variable of the device as the source declares it: one that a project's `constants` can set.
struct DeviceVariable {
    std::string name;
    std::string declared;               ///< its type as written, with what is in brackets
    std::optional<memory::DType> dtype; ///< of an element; empty: a struct or another name
    bool constant = false;              ///< `__constant__`
    bool initialised = false;           ///< the declaration says what it holds
};

/// The `__constant__`, `__device__` and `__managed__` variables of a source, in their order. Those
/// that are pointers and those of templates are left out. Never fails.
std::vector<DeviceVariable> deviceVariables(std::string_view source);

} // namespace warpbench::guess
