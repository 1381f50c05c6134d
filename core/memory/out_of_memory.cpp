// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/out_of_memory.h"

#include "core/base/bytes_text.h"
#include "core/cuda/device.h"
#include "core/cuda/driver.h"

namespace warpbench::memory {

namespace {

ErrorText usedBy(const OutOfMemory::Amounts& amounts) {
    if (amounts.releasedBytes == 0)
        return phrase("this program uses {used}", {{"used", bytesText(amounts.activeBytes)}});
    return phrase(
        "this program uses {used}, and freeing {released} of unused blocks was not enough",
        {{"used", bytesText(amounts.activeBytes)}, {"released", bytesText(amounts.releasedBytes)}});
}

ErrorText onHost(const cuda::Device& device, const OutOfMemory::Amounts& amounts) {
    return {"WB1726",
            "no room for {size} of page-locked host memory on {device}: {use}",
            "use smaller buffers, or raise the limit of locked memory (ulimit -l)",
            {{"size", bytesText(amounts.wantedBytes)},
             {"device", device.name()},
             {"use", usedBy(amounts)}}};
}

ErrorText onDevice(const cuda::Device& device, const OutOfMemory::Amounts& amounts) {
    const ErrorText said{
        "WB1727",
        "no room for {size} of device memory on {device}: {free} of {total} are free, {use}",
        "use smaller buffers, reset resident ones, or end other programs that use the device",
        {{"size", bytesText(amounts.wantedBytes)},
         {"device", device.name()},
         {"free", bytesText(amounts.freeBytes)},
         {"total", bytesText(amounts.totalBytes)},
         {"use", usedBy(amounts)}}};
    if (amounts.wantedBytes <= amounts.totalBytes)
        return said;
    return said.advised(device.simulated()
                            ? phrase("use smaller buffers: a simulated device is limited to the "
                                     "memory that the host can spare")
                            : phrase("use smaller buffers, or a device with more memory"));
}

} // namespace

OutOfMemory::OutOfMemory(const cuda::Device& device, CUresult code, const char* call,
                         bool hostMemory, const Amounts& amounts)
    : CudaError(hostMemory ? onHost(device, amounts) : onDevice(device, amounts), device.driver(),
                code, call, saidByteCount(amounts.wantedBytes), device.name())
    , m_amounts(amounts) {}

} // namespace warpbench::memory
