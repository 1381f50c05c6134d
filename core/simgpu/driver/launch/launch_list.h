// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch_files/launch_list.h"

namespace warpbench::simgpu::driver {

struct KernelLaunch;

launch_files::ListedLaunch listedOf(const KernelLaunch& launch);

/// Lists the launches of a program that does not know wbsim.h, if WARPBENCH_SIMGPU_LAUNCHES names a
/// file (core/launch_files/launch_list.h).
void listLaunch(const KernelLaunch& launch);

} // namespace warpbench::simgpu::driver
