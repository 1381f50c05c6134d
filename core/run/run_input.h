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

/// Makes requests to the compiler and to devices of a project and its plan.
namespace warpbench::session {

/// A project's source with the kernels of its steps: behind it, of a stranger's source before it.
/// \throws Error (project) where there are any and the source is compiled already
std::string wholeSource(const project::Project& project, std::string source,
                        const std::string& generated);

/// The source's name in messages.
std::string sourceFileName(const project::Project& project);

/// \param source  the text to compile
/// \param kernels names as launches give them, ${NAME} inserted
/// \param device  for arch "auto"; null: sm_90 is taken
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
/// \throws Error (project) where number, size or kind of the arguments does not fit the kernel
std::vector<DeviceArgument> layOutArguments(const project::LaunchPlan& plan,
                                            const project::PlannedLaunch& launch,
                                            const compile::KernelInfo& kernel);

/// The buffers of a library's call.
std::vector<DeviceArgument> layOutBuffers(const project::LaunchPlan& plan,
                                          const project::PlannedLaunch& call);

/// \param initial  first contents of the buffers that are uploaded
/// \param results  where downloaded buffers go; empty arrays for those that are not downloaded
/// \param digests  of the first contents of buffers that stay on the device (fillBuffers)
/// \throws Error (project) where a kernel is not in the source or an argument does not fit
DeviceRunRequest deviceRequestFor(const project::Project& project, const project::LaunchPlan& plan,
                                  const compile::CompileResult& compiled, const DeviceInfo& device,
                                  const HostBlockPool& pool,
                                  const std::vector<memory::HostArray>& initial,
                                  const std::vector<memory::HostArray>& results,
                                  const std::vector<std::string>& digests);

/// \throws Error (project) naming the kernels that there are
const compile::KernelInfo& kernelOf(const compile::CompileResult& compiled,
                                    const project::PlannedLaunch& launch);

/// What a launch takes of an SM, as far as the compiler knows: what it does not is as in
/// KernelUsage.
occupancy::KernelUsage usageOf(const project::LaunchShape& launch,
                               const compile::KernelInfo& kernel);

} // namespace warpbench::session
