// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace warpbench::simgpu::driver {

/// Whether a library passed to a link is NVIDIA's libcudadevrt.a, which kernels call for grid-wide
/// barriers and launches.
bool isDeviceRuntime(std::string_view library) noexcept;

/// Its replacement here, as PTX: cudaCGGetIntrinsicHandle and cudaCGSynchronize for a grid, which
/// numba calls for grid.sync(). NVRTC compiles the barrier into the kernel instead.
extern const char* const kDeviceRuntime;

} // namespace warpbench::simgpu::driver
