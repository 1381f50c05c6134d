// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <vector>

namespace warpbench::simgpu::engine {

/// By instruction: a load that is part of a copy, as far as can be seen: its value goes nowhere but
/// into other memory of the thread or a struct that is passed on; or anywhere into memory, where it
/// comes from a fixed place or is a single byte. A struct is copied like that, padding and members
/// that nobody has set included, which is nothing wrong.
std::vector<bool> findCopies(const ptx::Function& function);

} // namespace warpbench::simgpu::engine
