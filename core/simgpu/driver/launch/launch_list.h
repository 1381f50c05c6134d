// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::simgpu::driver {

struct KernelLaunch;

/// Lists the launches of a program that does not use wbsim.h, if the environment asks for it.
/// With WARPBENCH_SIMGPU_LAUNCHES=FILE, lines of JSON are appended to the file in launch order:
/// kernel, grid, block, cluster and dynamic shared memory. Consecutive equal launches share one
/// line with a count. After some hundred thousand lines, a last line says that the list is
/// truncated.
void listLaunch(const KernelLaunch& launch);

} // namespace warpbench::simgpu::driver
