// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

#include <optional>
#include <string_view>

namespace warpbench::simgpu::engine {

/// Why a text of a link is not PTX by itself. Names that another text may define are not looked
/// for.
std::optional<LoadError> mistakeIn(std::string_view ptxText);

} // namespace warpbench::simgpu::engine
