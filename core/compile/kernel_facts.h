// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/compile/nvrtc.h"

#include <string>
#include <vector>

namespace warpbench::compile {

/// Combines the information about each kernel in source, name expressions, PTX, cubin and ptxas's
/// output. Kernels are in source order.
std::vector<KernelInfo> collectKernels(const CompileRequest& request, const NvrtcOutput& output);

/// "scale<float, 4>" for "_Z5scaleIfLi4EEvPT_"; an unmangled name is unchanged.
std::string demangledName(const std::string& lowered);
/// With the types of its parameters: "scaled(float)" for "_Z6scaledf".
std::string demangledSignature(const std::string& lowered);

/// The largest block that a kernel can be launched with, by __launch_bounds__ and the register
/// file: 64 K registers per multiprocessor (32 K for compute capability 5.3 and 6.2), allocated to
/// warps in units of 256, with warps in multiples of four (reference: occupancy rules).
int maxThreadsPerBlock(int registers, std::int64_t launchBound, int computeCapability);

} // namespace warpbench::compile
