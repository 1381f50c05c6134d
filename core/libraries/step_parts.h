// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/libraries/library_step.h"

/// The kinds of library steps, for library_step.cpp to choose from.
namespace warpbench::libraries {

/// Computed by the host, in double precision: for simulated GPUs.
std::unique_ptr<LibraryStep> makeHostStep(const project::LibraryCall& call,
                                          const cuda::Stream& stream,
                                          std::span<const CUdeviceptr> pointers);
std::unique_ptr<LibraryStep> makeBlasStep(const project::LibraryCall& call,
                                          const cuda::Stream& stream,
                                          std::span<const CUdeviceptr> pointers,
                                          const LibraryFiles& files);
std::unique_ptr<LibraryStep> makeFourierStep(const project::LibraryCall& call,
                                             const cuda::Stream& stream,
                                             std::span<const CUdeviceptr> pointers,
                                             const LibraryFiles& files);
std::unique_ptr<LibraryStep> makeRandomStep(const project::LibraryCall& call,
                                            const cuda::Stream& stream,
                                            std::span<const CUdeviceptr> pointers,
                                            const LibraryFiles& files);
std::unique_ptr<LibraryStep> makeSparseStep(const project::LibraryCall& call,
                                            const cuda::Stream& stream,
                                            std::span<const CUdeviceptr> pointers,
                                            const LibraryFiles& files);
std::unique_ptr<LibraryStep> makeCubStep(const project::LibraryCall& call,
                                         const cuda::Stream& stream,
                                         std::span<const CUdeviceptr> pointers,
                                         const LibraryBuild& build);

/// \throws Error (device) with the library's code if it is not 0; the library's manual explains
///         the codes
void requireSuccess(const char* library, const char* function, int status);

} // namespace warpbench::libraries
