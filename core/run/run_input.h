// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/compile/compile.h"
#include "core/occupancy/occupancy.h"
#include "core/project/plan.h"
#include "core/project/project.h"
#include "core/report/device_run.h"
#include "core/workers/host_blocks.h"

#include <optional>
#include <string>
#include <vector>

/// Makes requests to the compiler and to devices from a project and its plan.
namespace warpbench::session {

/// A project's source with the kernels of its steps: after it, or before a foreign source.
/// \throws Error (project) if there are any and the source is already compiled
std::string wholeSource(const project::Project& project, std::string source,
                        const std::string& generated);

/// The source's name in messages.
std::string sourceFileName(const project::Project& project);

/// \param source  the text to compile
/// \param kernels names as in launches, with ${NAME} inserted
/// \param device  for arch "auto"; null: uses sm_90
compile::CompileRequest compileRequestFor(const project::Project& project,
                                          const project::CompileSettings& settings,
                                          std::string source,
                                          const std::vector<std::string>& kernels,
                                          const DeviceInfo* device);

/// The same for a plan and its device.
compile::CompileRequest compileRequestFor(const project::Project& project,
                                          const project::LaunchPlan& plan, std::string source,
                                          const DeviceInfo& device);

/// The arguments of a launch as the kernel reads them.
/// \throws Error (project) if number, size or kind of the arguments does not match the kernel
std::vector<DeviceArgument> layOutArguments(const project::LaunchPlan& plan,
                                            const project::PlannedLaunch& launch,
                                            const compile::KernelInfo& kernel);

/// The buffers of a library call.
std::vector<DeviceArgument> layOutBuffers(const project::LaunchPlan& plan,
                                          const project::PlannedLaunch& call);

/// \param initial  first contents of the buffers that are uploaded
/// \param results  destinations of downloaded buffers; empty arrays for the others
/// \param digests  of the first contents of buffers that stay on the device (fillBuffers)
/// \throws Error (project) if a kernel is not in the source or an argument does not match
DeviceRunRequest deviceRequestFor(const project::Project& project, const project::LaunchPlan& plan,
                                  const compile::CompileResult& compiled, const DeviceInfo& device,
                                  const HostBlockPool& pool,
                                  const std::vector<arrays::HostArray>& initial,
                                  const std::vector<arrays::HostArray>& results,
                                  const std::vector<std::string>& digests);

/// \throws Error (project) listing the existing kernels
const compile::KernelInfo& kernelOf(const compile::CompileResult& compiled,
                                    const project::PlannedLaunch& launch);

/// A launch's use of an SM, as far as the compiler knows it; the rest keeps the defaults of
/// KernelUsage.
occupancy::KernelUsage usageOf(const project::LaunchShape& launch,
                               const compile::KernelInfo& kernel);

} // namespace warpbench::session
