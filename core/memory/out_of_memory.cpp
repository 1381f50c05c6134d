// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/out_of_memory.h"

#include "core/base/bytes_text.h"
#include "core/cuda/device.h"
#include "core/cuda/driver.h"

#include <fmt/format.h>

namespace warpbench::memory {

namespace {

std::string causeOf(const cuda::Device& device, bool hostMemory,
                    const OutOfMemory::Amounts& amounts) {
    std::string text =
        fmt::format("no room for {} of {} memory on {}", bytesText(amounts.wantedBytes),
                    hostMemory ? "page-locked host" : "device", device.name());
    if (!hostMemory)
        text += fmt::format(": {} of {} are free", bytesText(amounts.freeBytes),
                            bytesText(amounts.totalBytes));
    text += fmt::format("{}this program uses {}", hostMemory ? ": " : ", ",
                        bytesText(amounts.activeBytes));
    if (amounts.releasedBytes > 0)
        text += fmt::format(", and freeing {} of unused blocks was not enough",
                            bytesText(amounts.releasedBytes));
    return text;
}

std::string remedyOf(const cuda::Device& device, bool hostMemory,
                     const OutOfMemory::Amounts& amounts) {
    if (hostMemory)
        return "use smaller buffers, or raise the limit of locked memory (ulimit -l)";
    if (amounts.wantedBytes > amounts.totalBytes)
        return device.simulated() ? "use smaller buffers: a simulated device is limited to the "
                                    "memory that the host can spare"
                                  : "use smaller buffers, or a device with more memory";
    return "use smaller buffers, reset resident ones, or end other programs that use the device";
}

} // namespace

OutOfMemory::OutOfMemory(const cuda::Device& device, CUresult code, const char* call,
                         bool hostMemory, const Amounts& amounts)
    : CudaError(device.driver(), code, call, causeOf(device, hostMemory, amounts),
                remedyOf(device, hostMemory, amounts), fmt::format("{} bytes", amounts.wantedBytes),
                device.name())
    , m_amounts(amounts) {}

} // namespace warpbench::memory
