// SPDX-License-Identifier: GPL-3.0-or-later
// The entry points that the simulator does not support; each logs that.
#include "core/simgpu/driver/api.h"

using warpbench::simgpu::driver::unsupported;

#include "core/simgpu/driver/tables/unsupported.inc"
