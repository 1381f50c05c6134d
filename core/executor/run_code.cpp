// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/executor/run_code.h"

#include "core/cuda/error.h"

#include <algorithm>
#include <span>
#include <vector>

namespace warpbench::session {

namespace {

cuda::Module loaded(const cuda::Context& context, const std::string& ptx,
                    const std::vector<std::uint8_t>& cubin) {
    return cubin.empty() ? cuda::Module::fromPtx(context, ptx)
                         : cuda::Module::fromImage(context, std::as_bytes(std::span(cubin)));
}

/// The parts of one module, by the driver's linker. Machine code only where all parts have some,
/// so that all of it is for one device.
cuda::Module linkedParts(const cuda::Context& context, const DeviceRunRequest& request) {
    std::vector<DeviceCodePart> all{
        {request.codeFile.empty() ? "the source" : request.codeFile, request.ptx, request.cubin}};
    all.insert(all.end(), request.parts.begin(), request.parts.end());
    const bool machineCode = std::all_of(
        all.begin(), all.end(), [](const DeviceCodePart& part) { return !part.cubin.empty(); });
    std::vector<cuda::LinkInput> inputs;
    inputs.reserve(all.size());
    for (const DeviceCodePart& part : all)
        inputs.push_back(
            {part.fileName, part.ptx,
             machineCode ? std::as_bytes(std::span(part.cubin)) : std::span<const std::byte>()});
    return cuda::Module::linked(context, inputs, request.libraries);
}

/// The driver's advice is for code compiled here; for a given file, other advice is needed.
void explainGivenCode(const std::string& file, const cuda::CudaError& error) {
    if (file.empty() || error.sticky())
        return;
    ErrorText remedy;
    if (error.result() == CUDA_ERROR_NO_BINARY_FOR_GPU)
        remedy = phrase(
            "the file holds only machine code that this device cannot run; give PTX instead, "
            "made with `nvcc -ptx`");
    else if (error.result() == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
        remedy = phrase(
            "the PTX was made by a newer compiler than this driver knows; update the driver, "
            "or make the PTX with an older compiler");
    else if (error.result() == CUDA_ERROR_INVALID_PTX || error.result() == CUDA_ERROR_INVALID_IMAGE)
        remedy = phrase("look at the file where the message points");
    if (!remedy.empty())
        throw Error(ErrorKind::device,
                    phrase("{file}: {problem}", {{"file", file}, {"problem", error.said()}})
                        .advised(remedy));
}

} // namespace

cuda::Module loadCode(const cuda::Context& context, const DeviceRunRequest& request) {
    try {
        return request.parts.empty() && request.libraries.empty()
                   ? loaded(context, request.ptx, request.cubin)
                   : linkedParts(context, request);
    } catch (const cuda::CudaError& error) {
        explainGivenCode(request.codeFile, error);
        throw;
    }
}

cuda::Module loadPart(const cuda::Context& context, const DeviceCodePart& code) {
    return loaded(context, code.ptx, code.cubin);
}

} // namespace warpbench::session
