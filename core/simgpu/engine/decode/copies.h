// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <vector>

namespace warpbench::simgpu::engine {

/// By instruction: a load that only copies, as far as can be seen. Its value goes only into other
/// memory of the thread or a struct that is passed on; or anywhere into memory if it comes from a
/// fixed place or is a single byte. Copying a struct this way includes padding and uninitialized
/// members, which is not an error.
std::vector<bool> findCopies(const ptx::Function& function);

} // namespace warpbench::simgpu::engine
