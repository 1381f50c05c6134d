// SPDX-License-Identifier: GPL-3.0-or-later
// The _ptds and _ptsz forms: the plain ones, with the null stream meaning the thread's own.
#include "core/simgpu/driver/api.h"

using warpbench::simgpu::driver::PerThreadDefaultStream;

#include "core/simgpu/driver/tables/per_thread.inc"
