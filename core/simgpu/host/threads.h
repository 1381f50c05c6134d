// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::simgpu::host {

/// For simulating threads: simulations must not slow down the user interface. Failure is
/// ignored.
void lowerPriority() noexcept;

/// Call once; from then on, detects whether this process is a fork of the caller, in which its
/// other threads do not exist. Never the case on Windows.
void watchForks() noexcept;
bool isFork() noexcept;

} // namespace warpbench::simgpu::host
