// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sensors/cupti.h"

#include "core/base/path_text.h"

#include <optional>
#include <utility>

namespace warpbench::cuda {

namespace {

/// The remedy for a code; empty if there is no general advice.
ErrorText cuptiRemedy(CUptiResult code) {
    switch (code) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
        return phrase(
            "an administrator can let everybody count: on Linux with the option "
            "NVreg_RestrictProfilingToAdminUsers=0 of the module nvidia (or give this program "
            "CAP_SYS_ADMIN), on Windows in the NVIDIA Control Panel under Developer, Manage GPU "
            "Performance Counters");
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
        return phrase("the administrator of this virtual GPU has to turn profiling on for it");
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
    case CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_NOT_SUPPORTED:
        return phrase("count on another device, or on a simulated one");
    case CUPTI_ERROR_HARDWARE_BUSY:
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
        return phrase("another profiler has the counters: end it, or DCGM's profiling with \"dcgmi "
                      "profpause\"");
    default:
        return {};
    }
}

} // namespace

Cupti::Cupti(platform::DynamicLibrary library)
    : m_library(std::move(library)) {}

std::shared_ptr<const Cupti> Cupti::open(const std::vector<std::filesystem::path>& candidates) {
    ErrorText problem = phrase("it was not found");
    for (const std::filesystem::path& file : candidates) {
        // It has its own threads and calls back into the driver.
        std::string reason;
        std::optional<platform::DynamicLibrary> library = platform::DynamicLibrary::tryOpen(
            file, &reason, platform::DynamicLibrary::Lifetime::for_good);
        if (!library) {
            problem = reason;
            continue;
        }
        std::shared_ptr<const Cupti> cupti(new Cupti(std::move(*library)));
        if (cupti->cuptiRangeProfilerEnable && cupti->cuptiProfilerHostInitialize)
            return cupti;
        problem = phrase("{library} is older than CUDA 12.6", {{"library", utf8(cupti->path())}});
    }
    throw Error(ErrorKind::environment,
                {"WB1802",
                 "counting on a real GPU needs CUPTI, NVIDIA's library for its counters: {problem}",
                 "run \"warpbench-cli doctor --install-compiler\", which brings it, or install the "
                 "CUDA Toolkit",
                 {{"problem", problem}}});
}

void Cupti::check(CUptiResult result, const char* call) const {
    if (result == CUPTI_SUCCESS)
        return;
    const char* text = nullptr;
    if (cuptiGetErrorMessage && cuptiGetErrorMessage(result, &text) != CUPTI_SUCCESS)
        text = nullptr;
    const ErrorText said{"WB1803",
                         "the GPU's counters cannot be read: {call} says {problem} ({number})",
                         {},
                         {{"call", call},
                          {"problem", text ? ErrorText(text) : phrase("an unknown error")},
                          {"number", int(result)}}};
    throw Error(ErrorKind::environment, said.advised(cuptiRemedy(result)));
}

} // namespace warpbench::cuda
