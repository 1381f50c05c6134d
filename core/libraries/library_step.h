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

/// Makes a shared library of a source (compile::sharedLibrary). \param arch  "sm_90"
/// \throws Error (environment) where that cannot be done here
using LibraryBuild =
    std::function<std::filesystem::path(const std::string& source, const std::string& arch)>;

/// Where libraries come from.
struct LibraryPlaces {
    LibraryFiles files;
    LibraryBuild build; ///< for what there is as headers alone: CUB
};

/// A call of a library with nothing left open, that may be queued again and again. It must go
/// before its stream's context.
class LibraryStep {
  public:
    virtual ~LibraryStep() = default;

    /// Queues it on a stream of its context. On a simulated GPU the host computes it now, after
    /// what the stream has to do, so that no graph can hold it.
    /// \throws CudaError; Error (device) with the library's own words
    virtual void queue(const cuda::Stream& stream) const = 0;
    /// Who computes it: "cuBLAS 13.0.2", "the host (Eigen)".
    virtual std::string computedBy() const = 0;
};

/// \param pointers  of the call's buffers, in the order of LibraryCall::Function
/// \throws Error (environment) where the library is not to be found, CudaError, Error (device)
std::unique_ptr<LibraryStep> makeLibraryStep(const project::LibraryCall& call,
                                             const cuda::Stream& stream,
                                             std::span<const CUdeviceptr> pointers,
                                             const LibraryPlaces& places);

} // namespace warpbench::libraries
