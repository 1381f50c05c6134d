// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::engine {

/// Whether an allocation that begins there is of malloc in kernels and was not freed yet: a kernel,
/// on whichever thread, may free it at any time. Of any device: addresses are the process's.
bool isKernelHeapBlock(std::uint64_t base);

} // namespace warpbench::simgpu::engine
