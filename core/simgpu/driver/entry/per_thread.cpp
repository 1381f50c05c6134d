// SPDX-License-Identifier: GPL-3.0-or-later
// The _ptds and _ptsz versions: the plain functions, with the null stream as the thread's own.
#include "core/simgpu/driver/api.h"

using warpbench::simgpu::driver::PerThreadDefaultStream;

#include "core/simgpu/driver/tables/per_thread.inc"
