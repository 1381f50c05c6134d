// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/stream.h"
#include "core/libraries/library_file.h"
#include "core/project/library_call.h"

#include <cuda.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace warpbench::libraries {

/// Builds a shared library from a source (compile::sharedLibrary). \param arch  "sm_90"
/// \throws Error (environment) if that is not possible here
using LibraryBuild =
    std::function<std::filesystem::path(const std::string& source, const std::string& arch)>;

/// Where to find libraries.
struct LibraryPlaces {
    LibraryFiles files;
    LibraryBuild build; ///< for header-only libraries: CUB
};

/// A library call that is ready to be queued any number of times. Destroy it before its stream's
/// context.
class LibraryStep {
  public:
    virtual ~LibraryStep() = default;

    /// Queues it on a stream of its context. On a simulated GPU the host computes it immediately,
    /// after the stream's earlier work, so a graph cannot contain it.
    /// \throws CudaError; Error (device) with the library's error text
    virtual void queue(const cuda::Stream& stream) const = 0;
    /// Who computes it: "cuBLAS 13.0.2", "the host (Eigen)".
    virtual std::string computedBy() const = 0;
};

/// \param pointers  of the call's buffers, in the order of LibraryCall::Function
/// \throws Error (environment) if the library cannot be found, CudaError, Error (device)
std::unique_ptr<LibraryStep> makeLibraryStep(const project::LibraryCall& call,
                                             const cuda::Stream& stream,
                                             std::span<const CUdeviceptr> pointers,
                                             const LibraryPlaces& places);

} // namespace warpbench::libraries
