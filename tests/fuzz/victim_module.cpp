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

void setVariable(const char* name, const char* value) {
#ifdef _WIN32
    require(_putenv_s(name, value) == 0, name);
#else
    require(setenv(name, value, 1) == 0, name);
#endif
}

/// The simulated driver with a context and a buffer, for the life of the process.
class Gpu {
  public:
    Gpu() {
        // Small enough that a mutant cannot fill the host.
        setVariable("WARPBENCH_SIMGPU", "h200");
        setVariable("WARPBENCH_SIMGPU_MEMORY", "67108864");
        require(cuInit(0) == CUDA_SUCCESS, "cuInit");
        CUcontext context = nullptr;
        require(cuCtxCreate(&context, nullptr, 0, 0) == CUDA_SUCCESS, "cuCtxCreate");
        require(cuMemAlloc(&buffer, kBufferBytes) == CUDA_SUCCESS, "cuMemAlloc");
        sim = wbsimGetApi(WBSIM_API_VERSION);
        require(sim != nullptr, "wbsimGetApi");
        sim->setTimeLimit(0, kTimeLimit);
        // 32 × 32 floats, of which 8 × 8 are copied.
        const cuuint64_t sizes[] = {32, 32}, strides[] = {128};
        const cuuint32_t box[] = {8, 8}, steps[] = {1, 1};
        require(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2,
                                       reinterpret_cast<void*>(buffer), sizes, strides, box, steps,
                                       CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                       CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                       CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS,
                "cuTensorMapEncodeTiled");
    }
    CUdeviceptr buffer = 0;
    CUtensorMap map{};
    const wbsimApi* sim = nullptr;
};

Gpu& gpu() {
    static Gpu* const instance = new Gpu; // the driver's threads live until the process ends
    return *instance;
}

/// The driver gets a pointer without a size. Like NVIDIA's, it reads the size of a fat binary, an
/// ELF file or a linked image from the header, and follows the wrapper's pointer. With wrong values
/// there, it reads invalid memory, which no check can prevent.
bool tellsItsOwnSize(std::string_view input) {
    using namespace std::string_view_literals;
    return input.starts_with('\x7f') ||               // an ELF file, a linked image
           input.starts_with("\x50\xed\x55\xba"sv) || // a fat binary
           input.starts_with("\xb1\x43\x62\x46"sv);   // its wrapper
}

/// Eight bytes get the buffer's address, the second eight a condition where there is one, four a
/// small number, 128 a map of the buffer, everything else zeros.
struct Arguments {
    std::vector<std::vector<std::byte>> values;
    std::vector<void*> pointers;

    explicit Arguments(CUfunction kernel, CUgraphConditionalHandle condition = 0) {
        bool isFirst = true;
        std::size_t offset = 0, size = 0;
        for (std::size_t i = 0; cuFuncGetParamInfo(kernel, i, &offset, &size) == CUDA_SUCCESS;
             ++i) {
            std::vector<std::byte> value(size);
            const std::uint32_t count = kThreads;
            if (size == sizeof condition && condition != 0 && !isFirst)
                std::memcpy(value.data(), &condition, size);
            else if (size == sizeof gpu().buffer)
                std::memcpy(value.data(), &gpu().buffer, size), isFirst = false;
            else if (size == sizeof gpu().map)
                std::memcpy(value.data(), &gpu().map, size);
            else if (size == sizeof count)
                std::memcpy(value.data(), &count, size);
            values.push_back(std::move(value));
        }
        for (auto& value : values)
            pointers.push_back(value.data());
    }
};

CUresult launchAlone(CUfunction kernel) {
    Arguments arguments(kernel);
    return cuLaunchKernel(kernel, kBlocks, 1, 1, kThreads, 1, 1, kDynamicShared, nullptr,
                          arguments.pointers.data(), nullptr);
}

/// As the body of a conditional node, which runs once: what it says of the condition comes too
/// late.
CUresult launchInBody(CUfunction kernel) {
    CUgraph graph = nullptr;
    require(cuGraphCreate(&graph, 0) == CUDA_SUCCESS, "cuGraphCreate");
    CUgraphNodeParams node{};
    node.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    node.conditional.type = CU_GRAPH_COND_TYPE_IF;
    node.conditional.size = 1;
    require(cuGraphConditionalHandleCreate(&node.conditional.handle, graph, nullptr, 1,
                                           CU_GRAPH_COND_ASSIGN_DEFAULT) == CUDA_SUCCESS,
            "cuGraphConditionalHandleCreate");
    CUgraphNode added = nullptr;
    require(cuGraphAddNode(&added, graph, nullptr, nullptr, 0, &node) == CUDA_SUCCESS,
            "cuGraphAddNode");
    Arguments arguments(kernel, node.conditional.handle);
    CUDA_KERNEL_NODE_PARAMS launch{};
    launch.func = kernel;
    launch.gridDimX = kBlocks, launch.gridDimY = launch.gridDimZ = 1;
    launch.blockDimX = kThreads, launch.blockDimY = launch.blockDimZ = 1;
    launch.sharedMemBytes = kDynamicShared;
    launch.kernelParams = arguments.pointers.data();
    CUgraphExec exec = nullptr;
    CUresult result =
        cuGraphAddKernelNode(&added, node.conditional.phGraph_out[0], nullptr, 0, &launch);
    if (result == CUDA_SUCCESS)
        result = cuGraphInstantiate(&exec, graph, 0);
    if (result == CUDA_SUCCESS)
        result = cuGraphLaunch(exec, nullptr);
    if (exec)
        cuGraphExecDestroy(exec); // both fail once the kernel has broken the context
    cuGraphDestroy(graph);
    return result;
}

void launch(CUfunction kernel, bool checked, CUresult (*begin)(CUfunction)) {
    const wbsimApi& sim = *gpu().sim;
    sim.setChecks(0, checked ? WBSIM_CHECK_ALL : WBSIM_CHECK_BASIC);
    sim.setMetrics(0, checked);
    std::vector<unsigned char> zeros(kBufferBytes);
    require(cuMemcpyHtoD(gpu().buffer, zeros.data(), zeros.size()) == CUDA_SUCCESS,
            "a copy failed though the last error was reset");
    const CUresult launched = begin(kernel);
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
        launch(kernel, false, launchAlone);
        launch(kernel, true, launchAlone);
        if (text.find("cudaGraphSetConditional") != std::string::npos)
            launch(kernel, false, launchInBody);
    }
    require(cuModuleUnload(module) == CUDA_SUCCESS, "a module cannot be unloaded");
}

} // namespace warpbench::fuzz
