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

std::string driverText(const Driver& driver, CUresult code) {
    const char* text = nullptr;
    if (driver.api().getErrorString(code, &text) == CUDA_SUCCESS && text)
        return text;
    return "an error that this driver does not describe";
}

/// A log of several lines as one: errors are printed one per line.
std::string oneLine(const std::string& log) {
    std::string text;
    for (const char c : log)
        text += c == '\n' ? std::string("; ") : std::string(1, c);
    return text;
}

/// "cuMemAlloc failed for 4096 bytes on NVIDIA H200: CUDA_ERROR_OUT_OF_MEMORY (2), out of memory"
std::string message(const Driver& driver, CUresult code, const std::string& call,
                    const std::string& object, const std::string& device,
                    const std::string& detail) {
    std::string text = call + " failed";
    if (!object.empty())
        text += " for " + object;
    if (!device.empty())
        text += " on " + device;
    text +=
        fmt::format(": {} ({}), {}", symbolOf(driver, code), int(code), driverText(driver, code));
    if (!detail.empty())
        text += ": " + oneLine(detail);
    return text;
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

const char* const kReproduce =
    "run the project on the simulated device with --check faults to see kernel, line and thread";
const char* const kNewProcess = "CUDA cannot be used again in this process";

} // namespace

std::string remedyFor(CUresult code, bool simulated) {
    switch (code) {
    case CUDA_ERROR_OUT_OF_MEMORY:
        return "use smaller buffers, free memory that other programs hold on the device, or choose "
               "a device with more memory";
    case CUDA_ERROR_NO_DEVICE:
        return "check with nvidia-smi that a GPU is there and visible (CUDA_VISIBLE_DEVICES), or "
               "use the simulated device";
    case CUDA_ERROR_STUB_LIBRARY:
        return "this is the toolkit's stub for linking; install NVIDIA's driver, or take the "
               "stubs folder out of the library path";
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        return "kernel module and driver library are of different versions; restart the computer "
               "after a driver update";
    case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
        return "take CUDA's compat folder out of the library path, or update the driver";
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
        return "another program uses the device exclusively, or the device is being reset; end "
               "that program or choose another device";
    case CUDA_ERROR_UNKNOWN:
        return simulated ? std::string()
                         : "the device may be lost: check nvidia-smi and the system log for NVRM "
                           "messages, or choose another device";
    case CUDA_ERROR_INVALID_PTX:
        return "look at the PTX where the message points; compile for this device's architecture";
    case CUDA_ERROR_INVALID_SOURCE:
        return "an input of the link is neither PTX nor machine code, or uses a symbol that no "
               "input defines, as the message says; add the source that defines it to the "
               "project's link list, under the same name: extern \"C\" in both or in neither";
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
        return "the PTX was made by a newer compiler than this driver knows; update the driver, "
               "or compile for the device itself (sm_XX, not compute_XX) or with an older NVRTC";
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
        return "compile for this device's architecture: set compile.arch to auto";
    case CUDA_ERROR_NOT_FOUND:
        return "check the name; kernels without extern \"C\" have C++ names";
    case CUDA_ERROR_INVALID_VALUE:
        return "check the arguments against the limits of the device";
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
        return "the block needs more registers or shared memory than an SM has; use a smaller "
               "block, or limit registers with __launch_bounds__";
    case CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE:
        return "all blocks of a cooperative launch must fit on the device at once; use a smaller "
               "grid";
    case CUDA_ERROR_LAUNCH_TIMEOUT:
        return simulated ? "the kernel ran past its time limit; look for an endless loop or raise "
                           "timing.timeout_s"
                         : "the kernel ran too long for a device that also drives a display; "
                           "shorten it or use another device";
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_LAUNCH_FAILED:
        if (simulated)
            return "see the fault report for kernel, line, block and thread";
        return std::string(kReproduce) + "; " + kNewProcess;
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_NVLINK_UNCORRECTABLE:
        return "the device has a hardware fault; see nvidia-smi -q";
    case CUDA_ERROR_NOT_SUPPORTED:
        return simulated ? "the simulated device does not offer this; use a real one"
                         : "this device or driver does not offer it";
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

CudaError::CudaError(const Driver& driver, CUresult code, std::string call, std::string object,
                     std::string device, std::string detail)
    : Error(kindFor(code), message(driver, code, call, object, device, detail),
            remedyFor(code, driver.simulated()))
    , m_code(code)
    , m_symbol(symbolOf(driver, code))
    , m_call(std::move(call))
    , m_object(std::move(object))
    , m_device(std::move(device))
    , m_detail(std::move(detail)) {}

CudaError::CudaError(const Driver& driver, CUresult code, std::string call, std::string text,
                     std::string remedy, std::string object, std::string device)
    : Error(kindFor(code), std::move(text), std::move(remedy))
    , m_code(code)
    , m_symbol(symbolOf(driver, code))
    , m_call(std::move(call))
    , m_object(std::move(object))
    , m_device(std::move(device)) {}

} // namespace warpbench::cuda
