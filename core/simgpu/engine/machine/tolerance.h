// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::simgpu::engine {

struct Warp;

/// Whether the launch lets pass what hardware lets pass (LaunchRequest::tolerant).
bool isTolerant(const Warp& w);

} // namespace warpbench::simgpu::engine
