// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/include/wbsim.h"
#include "tests/fuzz/victims.h"

#include <cuda.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpbench::fuzz {

namespace {

/// Seconds of one launch: enough for any seed, little enough for a mutant that loops for ever.
constexpr double kTimeLimit = 0.05;
constexpr std::size_t kBufferBytes = 4096;
constexpr unsigned kBlocks = 2, kThreads = 40; ///< a whole warp and a part of one
constexpr unsigned kDynamicShared = 256;       ///< bytes

void require(bool good, const char* what) {
    if (!good)
        throw std::logic_error(what);
}

/// The simulated driver with a context and a buffer, for the life of the process.
class Gpu {
  public:
    Gpu() {
        // Small enough that a mutant cannot fill the host.
        setenv("WARPBENCH_SIMGPU", "h200", 1);
        setenv("WARPBENCH_SIMGPU_MEMORY", "67108864", 1);
        require(cuInit(0) == CUDA_SUCCESS, "cuInit");
        CUcontext context = nullptr;
        require(cuCtxCreate(&context, nullptr, 0, 0) == CUDA_SUCCESS, "cuCtxCreate");
        require(cuMemAlloc(&buffer, kBufferBytes) == CUDA_SUCCESS, "cuMemAlloc");
        sim = wbsimGetApi(WBSIM_API_VERSION);
        require(sim != nullptr, "wbsimGetApi");
        sim->setTimeLimit(0, kTimeLimit);
    }
    CUdeviceptr buffer = 0;
    const wbsimApi* sim = nullptr;
};

Gpu& gpu() {
    static Gpu* const instance = new Gpu; // the driver's threads live until the process ends
    return *instance;
}

/// The driver is given a pointer and no size. It takes the size of a fat binary, an ELF file or a
/// linked image from its header, and follows the wrapper's pointer, as NVIDIA's does: a caller who
/// lies there asks for a read of memory that is not there, and no check can help.
bool tellsItsOwnSize(std::string_view input) {
    using namespace std::string_view_literals;
    return input.starts_with('\x7f') ||               // an ELF file, a linked image
           input.starts_with("\x50\xed\x55\xba"sv) || // a fat binary
           input.starts_with("\xb1\x43\x62\x46"sv);   // its wrapper
}

/// Eight bytes get the buffer's address, four a small number, everything else zeros.
struct Arguments {
    std::vector<std::vector<std::byte>> values;
    std::vector<void*> pointers;

    explicit Arguments(CUfunction kernel) {
        std::size_t offset = 0, size = 0;
        for (std::size_t i = 0; cuFuncGetParamInfo(kernel, i, &offset, &size) == CUDA_SUCCESS;
             ++i) {
            std::vector<std::byte> value(size);
            const std::uint32_t count = kThreads;
            if (size == sizeof gpu().buffer)
                std::memcpy(value.data(), &gpu().buffer, size);
            else if (size == sizeof count)
                std::memcpy(value.data(), &count, size);
            values.push_back(std::move(value));
        }
        for (auto& value : values)
            pointers.push_back(value.data());
    }
};

void launch(CUfunction kernel, bool checked) {
    const wbsimApi& sim = *gpu().sim;
    sim.setChecks(0, checked ? WBSIM_CHECK_ALL : WBSIM_CHECK_BASIC);
    sim.setMetrics(0, checked);
    std::vector<unsigned char> zeros(kBufferBytes);
    require(cuMemcpyHtoD(gpu().buffer, zeros.data(), zeros.size()) == CUDA_SUCCESS,
            "a copy failed though the last error was reset");
    Arguments arguments(kernel);
    const CUresult launched = cuLaunchKernel(kernel, kBlocks, 1, 1, kThreads, 1, 1, kDynamicShared,
                                             nullptr, arguments.pointers.data(), nullptr);
    const CUresult ended = cuCtxSynchronize();
    if (launched == CUDA_SUCCESS && ended != CUDA_SUCCESS && ended != CUDA_ERROR_OUT_OF_MEMORY)
        require(sim.faultCount(0) > 0, "a launch failed, and no fault says why");
    for (std::uint32_t i = 0; i < sim.faultCount(0); ++i) {
        wbsimFault fault{};
        fault.structSize = sizeof fault;
        require(sim.getFault(0, i, &fault) == CUDA_SUCCESS && *fault.text, "a fault with no text");
    }
    sim.clearFaults(0);
    sim.clearMetrics(0);
    sim.resetError(0);
}

} // namespace

void tryModule(std::string_view input) {
    if (tellsItsOwnSize(input))
        return;
    gpu();
    const std::string text(input); // the driver reads up to a zero byte
    std::array<char, 4096> log{};
    std::array<CUjit_option, 2> options{CU_JIT_ERROR_LOG_BUFFER,
                                        CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(log.size())};
    CUmodule module = nullptr;
    const CUresult loaded =
        cuModuleLoadDataEx(&module, text.c_str(), options.size(), options.data(), values.data());
    if (loaded != CUDA_SUCCESS) {
        require(loaded == CUDA_ERROR_INVALID_PTX || loaded == CUDA_ERROR_UNSUPPORTED_PTX_VERSION ||
                    loaded == CUDA_ERROR_INVALID_IMAGE || loaded == CUDA_ERROR_OUT_OF_MEMORY ||
                    loaded == CUDA_ERROR_NO_BINARY_FOR_GPU || loaded == CUDA_ERROR_NOT_SUPPORTED ||
                    loaded == CUDA_ERROR_INVALID_SOURCE,
                "a module was refused with a code that means something else");
        if (loaded == CUDA_ERROR_INVALID_PTX)
            require(log[0] != '\0', "a module was refused, and the log does not say why");
        return;
    }
    unsigned count = 0;
    cuModuleGetFunctionCount(&count, module);
    std::vector<CUfunction> kernels(count);
    if (count)
        cuModuleEnumerateFunctions(kernels.data(), count, module);
    for (const CUfunction kernel : kernels) {
        launch(kernel, false);
        launch(kernel, true);
    }
    require(cuModuleUnload(module) == CUDA_SUCCESS, "a module cannot be unloaded");
}

} // namespace warpbench::fuzz
