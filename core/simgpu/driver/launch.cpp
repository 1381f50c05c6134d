// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch.h"
namespace warpbench::simgpu::driver {
void performLaunch(const KernelLaunch&, Context&) {}
} // namespace warpbench::simgpu::driver
