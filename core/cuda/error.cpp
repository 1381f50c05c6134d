// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/error.h"

#include "core/cuda/driver.h"

#include <fmt/format.h>

namespace warpbench::cuda {

namespace {

std::string symbolOf(const Driver& driver, CUresult code) {
    const char* name = nullptr;
    if (driver.api().getErrorName(code, &name) == CUDA_SUCCESS && name)
        return name;
    return fmt::format("CUresult {}", int(code));
}

ErrorText driverText(const Driver& driver, CUresult code) {
    const char* text = nullptr;
    if (driver.api().getErrorString(code, &text) == CUDA_SUCCESS && text)
        return text;
    return phrase("an error that this driver does not describe");
}

/// A log of several lines as one: errors are printed one per line.
std::string oneLine(const std::string& log) {
    std::string text;
    for (const char c : log)
        text += c == '\n' ? std::string("; ") : std::string(1, c);
    return text;
}

/// "cuMemAlloc failed for 4096 bytes on NVIDIA H200"
ErrorText failure(const std::string& call, const ErrorText& object, const ErrorText& device) {
    if (object.empty() && device.empty())
        return phrase("{call} failed", {{"call", call}});
    if (device.empty())
        return phrase("{call} failed for {object}", {{"call", call}, {"object", object}});
    if (object.empty())
        return phrase("{call} failed on {device}", {{"call", call}, {"device", device}});
    return phrase("{call} failed for {object} on {device}",
                  {{"call", call}, {"object", object}, {"device", device}});
}

/// "cuMemAlloc failed for 4096 bytes on NVIDIA H200: CUDA_ERROR_OUT_OF_MEMORY (2), out of memory"
ErrorText message(const Driver& driver, CUresult code, const std::string& call,
                  const ErrorText& object, const ErrorText& device, const std::string& detail) {
    ErrorText problem = driverText(driver, code);
    if (!detail.empty())
        problem = phrase("{problem}: {log}", {{"problem", problem}, {"log", oneLine(detail)}});
    const ErrorText said{"WB1800",
                         "{failure}: {symbol} ({number}), {problem}",
                         {},
                         {{"failure", failure(call, object, device)},
                          {"symbol", symbolOf(driver, code)},
                          {"number", int(code)},
                          {"problem", problem}}};
    return said.advised(remedyFor(code, driver.simulated()));
}

ErrorKind kindFor(CUresult code) {
    switch (code) {
    case CUDA_ERROR_LAUNCH_TIMEOUT:
        return ErrorKind::timeout;
    case CUDA_ERROR_NO_DEVICE:
    case CUDA_ERROR_STUB_LIBRARY:
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
    case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
    case CUDA_ERROR_SYSTEM_NOT_READY:
        return ErrorKind::environment;
    default:
        return ErrorKind::device;
    }
}

} // namespace

ErrorText remedyFor(CUresult code, bool simulated) {
    switch (code) {
    case CUDA_ERROR_OUT_OF_MEMORY:
        return phrase(
            "use smaller buffers, free memory that other programs hold on the device, or choose "
            "a device with more memory");
    case CUDA_ERROR_NO_DEVICE:
        return phrase(
            "check with nvidia-smi that a GPU is there and visible (CUDA_VISIBLE_DEVICES), or "
            "use the simulated device");
    case CUDA_ERROR_STUB_LIBRARY:
        return phrase(
            "this is the toolkit's stub for linking; install NVIDIA's driver, or take the "
            "stubs folder out of the library path");
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        return phrase(
            "kernel module and driver library are of different versions; restart the computer "
            "after a driver update");
    case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
        return phrase("take CUDA's compat folder out of the library path, or update the driver");
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
        return phrase(
            "another program uses the device exclusively, or the device is being reset; end "
            "that program or choose another device");
    case CUDA_ERROR_UNKNOWN:
        if (simulated)
            return {};
        return phrase(
            "the device may be lost: check nvidia-smi and the system log for NVRM messages, or "
            "choose another device");
    case CUDA_ERROR_INVALID_PTX:
        return phrase(
            "look at the PTX where the message points; compile for this device's architecture");
    case CUDA_ERROR_INVALID_SOURCE:
        return phrase(
            "an input of the link is neither PTX nor machine code, or uses a symbol that no "
            "input defines, as the message says; add the source that defines it to the "
            "project's link list, under the same name: extern \"C\" in both or in neither");
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
        return phrase(
            "the PTX was made by a newer compiler than this driver knows; update the driver, "
            "or compile for the device itself (sm_XX, not compute_XX) or with an older NVRTC");
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
        return phrase("compile for this device's architecture: set compile.arch to auto");
    case CUDA_ERROR_NOT_FOUND:
        return phrase("check the name; kernels without extern \"C\" have C++ names");
    case CUDA_ERROR_INVALID_VALUE:
        return phrase("check the arguments against the limits of the device");
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
        return phrase(
            "the block needs more registers or shared memory than an SM has; use a smaller "
            "block, or limit registers with __launch_bounds__");
    case CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE:
        return phrase(
            "all blocks of a cooperative launch must fit on the device at once; use a smaller "
            "grid");
    case CUDA_ERROR_LAUNCH_TIMEOUT:
        if (simulated)
            return phrase("the kernel ran past its time limit; look for an endless loop or raise "
                          "timing.timeout_s");
        return phrase(
            "the kernel ran too long for a device that also drives a display; shorten it or "
            "use another device");
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_LAUNCH_FAILED:
        if (simulated)
            return phrase("see the fault report for kernel, line, block and thread");
        return phrase(
            "run the project on the simulated device with --check faults to see kernel, line "
            "and thread; CUDA cannot be used again in this process");
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_NVLINK_UNCORRECTABLE:
        return phrase("the device has a hardware fault; see nvidia-smi -q");
    case CUDA_ERROR_NOT_SUPPORTED:
        if (simulated)
            return phrase("the simulated device does not offer this; use a real one");
        return phrase("this device or driver does not offer it");
    default:
        return {};
    }
}

bool CudaError::mayBeOfAGoneDevice(CUresult code) noexcept {
    return code == CUDA_ERROR_UNKNOWN || code == CUDA_ERROR_NO_DEVICE ||
           code == CUDA_ERROR_DEVICE_UNAVAILABLE;
}

bool CudaError::isSticky(CUresult code) noexcept {
    switch (code) {
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_NVLINK_UNCORRECTABLE:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
    case CUDA_ERROR_EXTERNAL_DEVICE:
        return true;
    default:
        break;
    }
    // By number, because older headers do not define them. For each of these, cuda.h of CUDA 13
    // says that the process must be terminated and relaunched.
    constexpr int kContained = 226;           // CUDA_ERROR_CONTAINED
    constexpr int kTensorMemoryLeak = 721;    // CUDA_ERROR_TENSOR_MEMORY_LEAK
    constexpr int kMpsClientTerminated = 810; // CUDA_ERROR_MPS_CLIENT_TERMINATED
    return int(code) == kContained || int(code) == kTensorMemoryLeak ||
           int(code) == kMpsClientTerminated;
}

CudaError::CudaError(const Driver& driver, CUresult code, std::string call, const ErrorText& object,
                     const ErrorText& device, std::string detail)
    : CudaError(message(driver, code, call, object, device, detail), driver, code, call, object,
                device) {
    m_detail = std::move(detail);
}

CudaError::CudaError(ErrorText said, const Driver& driver, CUresult code, std::string call,
                     const ErrorText& object, const ErrorText& device)
    : Error(kindFor(code), std::move(said))
    , m_code(code)
    , m_symbol(symbolOf(driver, code))
    , m_call(std::move(call))
    , m_object(object.text())
    , m_device(device.text()) {}

} // namespace warpbench::cuda
