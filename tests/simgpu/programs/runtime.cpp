// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the CUDA runtime that these programs need, on top of the Driver API: NVIDIA's own
// library requires private tables of its driver. crt/host_runtime.h declares the functions called
// by nvcc's code. As in NVIDIA's runtime, errors are sticky until cudaGetLastError.
#include <cuda.h>
#include <cuda_runtime_api.h>

#include <map>
#include <string>
#include <vector>

namespace {

/// A fat binary of the program, loaded when its first kernel is needed.
struct Binary {
    const void* image = nullptr;
    CUlibrary library = nullptr;
};
struct Registered {
    Binary* binary = nullptr;
    std::string name;
    CUkernel kernel = nullptr;
};
struct Configuration {
    dim3 grid, block;
    std::size_t shared;
    void* stream;
};

/// By the address of the host stub. Filled before main, so it must be a function-local static.
std::map<const void*, Registered>& kernels() {
    static std::map<const void*, Registered> map;
    return map;
}

thread_local cudaError_t t_last = cudaSuccess;
thread_local std::vector<Configuration> t_configurations;

cudaError_t result(CUresult error) {
    if (error != CUDA_SUCCESS)
        t_last = static_cast<cudaError_t>(error); // the numbers are the same
    return static_cast<cudaError_t>(error);
}

/// The thread uses the first device's primary context, as with NVIDIA's runtime.
CUresult useDevice() {
    static const CUresult initialized = cuInit(0);
    if (initialized != CUDA_SUCCESS)
        return initialized;
    CUcontext context = nullptr;
    if (cuCtxGetCurrent(&context) == CUDA_SUCCESS && context)
        return CUDA_SUCCESS;
    const CUresult retained = cuDevicePrimaryCtxRetain(&context, 0);
    return retained == CUDA_SUCCESS ? cuCtxSetCurrent(context) : retained;
}

template <class... Parameters, class... Arguments>
cudaError_t call(CUresult (*function)(Parameters...), Arguments... arguments) {
    const CUresult ready = useDevice();
    return result(ready == CUDA_SUCCESS ? function(arguments...) : ready);
}

CUdeviceptr addressOf(const void* pointer) {
    return reinterpret_cast<CUdeviceptr>(pointer);
}

CUkernel kernelOf(const void* host) {
    const auto it = kernels().find(host);
    if (it == kernels().end())
        return nullptr;
    Registered& found = it->second;
    if (!found.binary->library)
        call(cuLibraryLoadData, &found.binary->library, found.binary->image, nullptr, nullptr, 0u,
             nullptr, nullptr, 0u);
    if (!found.kernel)
        call(cuLibraryGetKernel, &found.kernel, found.binary->library, found.name.c_str());
    return found.kernel;
}

int attributeOf(CUkernel kernel, CUfunction_attribute attribute) {
    int value = 0;
    call(cuKernelGetAttribute, &value, attribute, kernel, CUdevice{0});
    return value;
}

} // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* image) {
    return reinterpret_cast<void**>(new Binary{image}); // for as long as the program runs
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void**) {
    return 1;
}
void __cudaRegisterVar(void**, char*, char*, const char*, int, std::size_t, int, int) {}
void __cudaRegisterFunction(void** binary, const char* host, char*, const char* name, int, uint3*,
                            uint3*, dim3*, dim3*, int*) {
    kernels()[host] = {reinterpret_cast<Binary*>(binary), name};
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared, void* stream) {
    t_configurations.push_back({grid, block, shared, stream});
    return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
    const Configuration configuration = t_configurations.back();
    t_configurations.pop_back();
    *grid = configuration.grid;
    *block = configuration.block;
    *shared = configuration.shared;
    *static_cast<void**>(stream) = configuration.stream;
    return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host) {
    *kernel = reinterpret_cast<cudaKernel_t>(kernelOf(host));
    return *kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t shared, cudaStream_t stream) {
    return call(cuLaunchKernel, reinterpret_cast<CUfunction>(kernel), grid.x, grid.y, grid.z,
                block.x, block.y, block.z, static_cast<unsigned>(shared),
                static_cast<CUstream>(stream), arguments, static_cast<void**>(nullptr));
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* host,
                                void** arguments) {
    CUlaunchConfig launch{};
    launch.gridDimX = config->gridDim.x;
    launch.gridDimY = config->gridDim.y;
    launch.gridDimZ = config->gridDim.z;
    launch.blockDimX = config->blockDim.x;
    launch.blockDimY = config->blockDim.y;
    launch.blockDimZ = config->blockDim.z;
    launch.sharedMemBytes = static_cast<unsigned>(config->dynamicSmemBytes);
    launch.hStream = static_cast<CUstream>(config->stream);
    launch.attrs = reinterpret_cast<CUlaunchAttribute*>(config->attrs); // laid out alike
    launch.numAttrs = config->numAttrs;
    return call(cuLaunchKernelEx, &launch, reinterpret_cast<CUfunction>(kernelOf(host)), arguments,
                static_cast<void**>(nullptr));
}

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    *pointer = nullptr;
    return bytes ? call(cuMemAlloc, reinterpret_cast<CUdeviceptr*>(pointer), bytes) : cudaSuccess;
}
cudaError_t cudaFree(void* pointer) {
    return call(cuMemFree, addressOf(pointer));
}
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
    return bytes ? call(cuMemcpy, addressOf(to), addressOf(from), bytes) : cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
    return bytes ? call(cuMemcpyAsync, addressOf(to), addressOf(from), bytes,
                        static_cast<CUstream>(stream))
                 : cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
    return call(cuMemsetD8Async, addressOf(to), static_cast<unsigned char>(value), bytes,
                static_cast<CUstream>(stream));
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return call(cuStreamSynchronize, static_cast<CUstream>(stream));
}
cudaError_t cudaDeviceSynchronize() {
    return call(cuCtxSynchronize);
}

cudaError_t cudaGetDevice(int* device) {
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
    return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}
cudaError_t cudaGetDeviceCount(int* count) {
    return call(cuDeviceGetCount, count);
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return call(cuDeviceGetAttribute, value, static_cast<CUdevice_attribute>(attribute), device);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* host) {
    const CUkernel kernel = kernelOf(host);
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    *attributes = {};
    attributes->binaryVersion = attributeOf(kernel, CU_FUNC_ATTRIBUTE_BINARY_VERSION);
    attributes->ptxVersion = attributeOf(kernel, CU_FUNC_ATTRIBUTE_PTX_VERSION);
    attributes->maxThreadsPerBlock = attributeOf(kernel, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    attributes->numRegs = attributeOf(kernel, CU_FUNC_ATTRIBUTE_NUM_REGS);
    attributes->sharedSizeBytes =
        static_cast<std::size_t>(attributeOf(kernel, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
    return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void* host, cudaFuncAttribute attribute, int value) {
    return call(cuKernelSetAttribute, static_cast<CUfunction_attribute>(attribute), value,
                kernelOf(host), CUdevice{0});
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* host,
                                                                   int blockSize,
                                                                   std::size_t shared,
                                                                   unsigned flags) {
    CUfunction function = nullptr;
    const cudaError_t found = call(cuKernelGetFunction, &function, kernelOf(host));
    return found == cudaSuccess ? call(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, blocks,
                                       function, blockSize, shared, flags)
                                : found;
}

cudaError_t cudaGetLastError() {
    const cudaError_t last = t_last;
    t_last = cudaSuccess;
    return last;
}
cudaError_t cudaPeekAtLastError() {
    return t_last;
}
const char* cudaGetErrorName(cudaError_t error) {
    const char* name = nullptr;
    cuGetErrorName(static_cast<CUresult>(error), &name);
    return name;
}
const char* cudaGetErrorString(cudaError_t error) {
    const char* text = nullptr;
    cuGetErrorString(static_cast<CUresult>(error), &text);
    return text;
}

} // extern "C"
