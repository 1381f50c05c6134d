// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/library_step.h"

#include "core/cuda/device.h"
#include "core/cuda/driver.h"
#include "core/libraries/step_parts.h"

namespace warpbench::libraries {

std::unique_ptr<LibraryStep> makeLibraryStep(const project::LibraryCall& call,
                                             const cuda::Stream& stream,
                                             std::span<const CUdeviceptr> pointers,
                                             const LibraryFiles& files) {
    using Function = project::LibraryCall::Function;
    if (stream.context().device().simulated())
        return makeHostStep(call, stream, pointers);
    switch (call.function) {
    case Function::gemm:
        return makeBlasStep(call, stream, pointers, files);
    case Function::fft:
    case Function::rfft:
        return makeFourierStep(call, stream, pointers, files);
    case Function::uniform:
    case Function::normal:
        return makeRandomStep(call, stream, pointers, files);
    case Function::spmv:
        break;
    }
    return makeSparseStep(call, stream, pointers, files);
}

} // namespace warpbench::libraries
