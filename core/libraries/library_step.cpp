// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/library_step.h"

#include "core/base/error.h"
#include "core/cuda/device.h"
#include "core/cuda/driver.h"
#include "core/libraries/step_parts.h"

namespace warpbench::libraries {

void requireSuccess(const char* library, const char* function, int status) {
    if (status == 0)
        return;
    throw Error(ErrorKind::device,
                {"WB1555",
                 "{library} returned {status} from {function}",
                 "look up the code in its manual; a library that is newer than the driver does not "
                 "start, and its workspace may not fit into memory",
                 {{"library", library}, {"status", status}, {"function", function}}});
}

std::unique_ptr<LibraryStep> makeLibraryStep(const project::LibraryCall& call,
                                             const cuda::Stream& stream,
                                             std::span<const CUdeviceptr> pointers,
                                             const LibraryPlaces& places) {
    using Function = project::LibraryCall::Function;
    if (stream.context().device().simulated())
        return makeHostStep(call, stream, pointers);
    switch (call.function) {
    case Function::gemm:
        return makeBlasStep(call, stream, pointers, places.files);
    case Function::fft:
    case Function::rfft:
        return makeFourierStep(call, stream, pointers, places.files);
    case Function::uniform:
    case Function::normal:
        return makeRandomStep(call, stream, pointers, places.files);
    case Function::spmv:
        return makeSparseStep(call, stream, pointers, places.files);
    default:
        return makeCubStep(call, stream, pointers, places.build);
    }
}

} // namespace warpbench::libraries
