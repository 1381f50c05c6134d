// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::simgpu::host {

/// For a thread that simulates: simulations shall not slow what the user looks at. Failing is no
/// error.
void lowerPriority() noexcept;

/// From now on, whether this process is a fork of the one that called: then none of its other
/// threads exist here. Never so on Windows.
void watchForks() noexcept;
bool isFork() noexcept;

} // namespace warpbench::simgpu::host
