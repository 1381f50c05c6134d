// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

#include <optional>
#include <string_view>

namespace warpbench::simgpu::engine {

/// Why one text of a link is not valid PTX by itself. Undefined names are accepted, because another
/// text may define them.
std::optional<LoadError> mistakeIn(std::string_view ptxText);

} // namespace warpbench::simgpu::engine
