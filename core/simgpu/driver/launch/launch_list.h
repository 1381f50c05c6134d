// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::simgpu::driver {

struct KernelLaunch;

/// Lists the launches of a program that does not know wbsim.h, if the environment asks for it. With
/// WARPBENCH_SIMGPU_LAUNCHES=FILE, lines of JSON are appended to the file in the order in which the
/// launches begin: kernel, grid, block, cluster and dynamic shared memory. Equal launches in a row
/// are one line with their number. After some hundred thousand lines, one line says that the list
/// is cut short.
void listLaunch(const KernelLaunch& launch);

} // namespace warpbench::simgpu::driver
