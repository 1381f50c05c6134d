// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/peak_kernels.h"

#include "core/launch/device_peaks.h"

#include <fmt/format.h>

namespace warpbench::session {

std::optional<DeviceCodePart> compiledPeakKernels(Compiler& compiler, const DeviceInfo& device,
                                                  const std::stop_token& stop, std::string& why) {
    compile::CompileRequest request;
    request.source = launch::peakKernelsSource();
    request.fileName = "device_peaks.cu";
    request.arch = fmt::format("sm_{}{}", device.ccMajor, device.ccMinor);
    request.lineInfo = false;
    const auto explain = [&](const std::string& problem) {
        why = fmt::format("the device's peaks were not measured: {}", problem);
    };
    try {
        const compile::CompileResult compiled = compiler.compile(request, stop);
        if (!compiled.succeeded) {
            explain(compiled.log);
            return std::nullopt;
        }
        DeviceCodePart part{request.fileName, compiled.ptx, {}};
        if (compiled.cubin) {
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(compiled.cubin->data());
            part.cubin.assign(bytes, bytes + compiled.cubin->size());
        }
        return part;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::cancelled)
            throw;
        explain(error.what());
        return std::nullopt;
    }
}

} // namespace warpbench::session
