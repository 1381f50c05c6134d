// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/operation.h"

namespace warpbench::simgpu::driver {

class Context;

/// Executes a kernel with the device's settings, and keeps what it printed, measured and did wrong.
/// \throws DriverError with the error of its fault
void performLaunch(const KernelLaunch& launch, Context& context);

} // namespace warpbench::simgpu::driver
