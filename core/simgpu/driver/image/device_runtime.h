// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace warpbench::simgpu::driver {

/// Whether a library for a link is NVIDIA's libcudadevrt.a, the functions that kernels call for
/// grid-wide barriers and launches.
bool isDeviceRuntime(std::string_view library) noexcept;

/// What represents it here, as PTX: cudaCGGetIntrinsicHandle and cudaCGSynchronize of a grid, which
/// numba calls for grid.sync(). Kernels that NVRTC compiles have the barrier in them.
extern const char* const kDeviceRuntime;

} // namespace warpbench::simgpu::driver
