// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the CUDA runtime and what they return, a line each: "call -> error [values]". The same program
// runs over NVIDIA's runtime on a GPU, which made cudart_rows.golden, and over ours.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

/// Prints what a call returned and what the thread's last error is then, and clears it.
void row(const char* text, cudaError_t error) {
    const cudaError_t last = cudaGetLastError();
    std::printf("%s -> %s", text, cudaGetErrorName(error));
    if (last != error)
        std::printf(", last %s", cudaGetErrorName(last));
    std::printf("\n");
}

void value(const char* text, long long number) {
    std::printf("%s = %lld\n", text, number);
}

#define ROW(call) row(#call, call)
#define VALUE(expression) value(#expression, static_cast<long long>(expression))

__global__ void fill(int* p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = i;
}
__global__ void dynamic(int* p) {
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
    if (p)
        p[threadIdx.x] = s[threadIdx.x];
}
__global__ void __launch_bounds__(128) bounded(int* p) {
    if (p)
        *p = 1;
}
template <class T>
__global__ void generic(T* p, T value) {
    if (p)
        *p = value;
}
__device__ int variable = 7;
__device__ float table[16];
__constant__ double factor = 0.5;
__managed__ int shared_by_both = 3;
int hostVariable = 1;

void launches() {
    int* p = nullptr;
    ROW(cudaMalloc(&p, 4096 * sizeof(int)));
    int n = 4096;
    void* arguments[] = {&p, &n};
    ROW(cudaLaunchKernel((const void*)fill, dim3(16), dim3(256), arguments, 0, nullptr));
    ROW(cudaDeviceSynchronize());
    ROW(cudaLaunchKernel((const void*)fill, dim3(0), dim3(256), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1), dim3(0), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1, 0), dim3(1), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1), dim3(1, 1, 0), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1), dim3(1025), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1), dim3(2048), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1), dim3(32, 33), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1), dim3(1, 1, 65), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1, 65536), dim3(1), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1, 1, 65536), dim3(1), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(0x80000000u), dim3(1), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1), dim3(1), arguments, 48 * 1024, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1), dim3(1), arguments, 48 * 1024 + 1, nullptr));
    ROW(cudaLaunchKernel((const void*)fill, dim3(1), dim3(1), arguments, 1 << 30, nullptr));
    ROW(cudaLaunchKernel(nullptr, dim3(1), dim3(1), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)bounded, dim3(1), dim3(129), arguments, 0, nullptr));
    ROW(cudaLaunchKernel((const void*)bounded, dim3(1), dim3(128), arguments, 0, nullptr));
    ROW(cudaLaunchCooperativeKernel((const void*)fill, dim3(16), dim3(256), arguments, 0, nullptr));
    ROW(cudaLaunchCooperativeKernel((const void*)fill, dim3(1 << 20), dim3(256), arguments, 0, nullptr));
    ROW(cudaLaunchCooperativeKernel((const void*)fill, dim3(0), dim3(256), arguments, 0, nullptr));
    ROW(cudaDeviceSynchronize());
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(2);
    config.blockDim = dim3(64);
    ROW(cudaLaunchKernelExC(&config, (const void*)fill, arguments));
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = 2;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    config.attrs = &cluster;
    config.numAttrs = 1;
    ROW(cudaLaunchKernelExC(&config, (const void*)fill, arguments));
    cluster.val.clusterDim.x = 3;
    ROW(cudaLaunchKernelExC(&config, (const void*)fill, arguments));
    cluster.val.clusterDim.x = 16;
    config.gridDim = dim3(16);
    ROW(cudaLaunchKernelExC(&config, (const void*)fill, arguments));
    ROW(cudaDeviceSynchronize());
    ROW(cudaFuncSetAttribute((const void*)dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
    ROW(cudaFuncSetAttribute((const void*)dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 300000));
    ROW(cudaFuncSetAttribute((const void*)dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    ROW(cudaFuncSetAttribute((const void*)dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    ROW(cudaFuncSetAttribute((const void*)dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    ROW(cudaFuncSetAttribute((const void*)dynamic, cudaFuncAttributeMax, 1));
    ROW(cudaFuncSetAttribute(nullptr, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    void* none[] = {&p};
    ROW(cudaLaunchKernel((const void*)dynamic, dim3(1), dim3(32), none, 100000, nullptr));
    ROW(cudaDeviceSynchronize());
    ROW(cudaFuncSetCacheConfig((const void*)dynamic, cudaFuncCachePreferShared));
    ROW(cudaFuncSetCacheConfig(nullptr, cudaFuncCachePreferShared));
    cudaFuncAttributes attributes{};
    ROW(cudaFuncGetAttributes(&attributes, (const void*)bounded));
    VALUE(attributes.maxThreadsPerBlock);
    VALUE(attributes.sharedSizeBytes);
    VALUE(attributes.localSizeBytes);
    VALUE(attributes.maxDynamicSharedSizeBytes);
    ROW(cudaFuncGetAttributes(&attributes, (const void*)dynamic));
    VALUE(attributes.maxDynamicSharedSizeBytes);
    VALUE(attributes.preferredShmemCarveout);
    ROW(cudaFuncGetAttributes(&attributes, (const void*)generic<float>));
    ROW(cudaFuncGetAttributes(&attributes, nullptr));
    int blocks = 0;
    ROW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0));
    VALUE(blocks);
    ROW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 0, 0));
    ROW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 2048, 0));
    VALUE(blocks);
    ROW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 256, 0));
    VALUE(blocks);
    std::size_t available = 0;
    ROW(cudaOccupancyAvailableDynamicSMemPerBlock(&available, fill, 2, 256));
    VALUE(available);
    int least = 0, size = 0;
    ROW(cudaOccupancyMaxPotentialBlockSize(&least, &size, fill, 0, 0));
    VALUE(size);
    ROW(cudaFree(p));
}

void memory() {
    int* p = nullptr;
    char host[1024] = {};
    ROW(cudaMalloc(&p, 0));
    VALUE(p == nullptr);
    ROW(cudaMalloc((void**)nullptr, 4));
    ROW(cudaMalloc(&p, std::size_t(1) << 50));
    VALUE(p == nullptr);
    ROW(cudaMalloc(&p, 1024));
    ROW(cudaFree(nullptr));
    ROW(cudaFree(host));
    ROW(cudaFree((char*)p + 4));
    const cudaMemcpyKind kinds[] = {cudaMemcpyHostToHost, cudaMemcpyHostToDevice,
                                    cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
                                    cudaMemcpyDefault};
    char other[1024] = {};
    int* q = nullptr;
    ROW(cudaMalloc(&q, 1024));
    for (const cudaMemcpyKind kind : kinds) {
        std::printf("kind %d:\n", int(kind));
        ROW(cudaMemcpy(other, host, 16, kind));
        ROW(cudaMemcpy(p, host, 16, kind));
        ROW(cudaMemcpy(host, p, 16, kind));
        ROW(cudaMemcpy(q, p, 16, kind));
        ROW(cudaMemcpy(p, host, 0, kind));
        ROW(cudaMemcpy(nullptr, nullptr, 0, kind));
        ROW(cudaMemcpyAsync(p, host, 16, kind));
        ROW(cudaMemcpyAsync(host, p, 16, kind));
        ROW(cudaMemcpy2D(p, 64, host, 64, 32, 2, kind));
        ROW(cudaStreamSynchronize(nullptr));
    }
    ROW(cudaMemcpy(p, host, 16, cudaMemcpyKind(7)));
    ROW(cudaMemcpy(p, host, 16, cudaMemcpyKind(-1)));
    ROW(cudaMemcpy(nullptr, host, 16, cudaMemcpyHostToDevice));
    ROW(cudaMemcpy(p, nullptr, 16, cudaMemcpyHostToDevice));
    ROW(cudaMemcpy(p, host, 1025, cudaMemcpyHostToDevice));
    ROW(cudaMemcpy2D(p, 16, host, 64, 32, 2, cudaMemcpyHostToDevice));
    ROW(cudaMemcpy2D(p, 64, host, 16, 32, 2, cudaMemcpyHostToDevice));
    ROW(cudaMemcpy2D(p, 64, host, 64, 0, 2, cudaMemcpyHostToDevice));
    ROW(cudaMemcpy2D(p, 64, host, 64, 32, 0, cudaMemcpyHostToDevice));
    ROW(cudaMemset(p, 1, 1024));
    ROW(cudaMemset(p, 1, 1025));
    ROW(cudaMemset(nullptr, 1, 4));
    ROW(cudaMemset(nullptr, 1, 0));
    ROW(cudaMemset(host, 1, 4));
    ROW(cudaMemset2D(p, 64, 1, 32, 4));
    ROW(cudaMemset2D(p, 16, 1, 32, 4));
    ROW(cudaMemset2D(p, 64, 1, 0, 4));
    ROW(cudaMemset3D(make_cudaPitchedPtr(p, 64, 32, 4), 1, make_cudaExtent(32, 4, 2)));
    ROW(cudaDeviceSynchronize());
    std::size_t pitch = 0;
    void* pitched = nullptr;
    ROW(cudaMallocPitch(&pitched, &pitch, 100, 10));
    VALUE(pitch);
    ROW(cudaFree(pitched));
    ROW(cudaMallocPitch(&pitched, &pitch, 0, 10));
    VALUE(pitched == nullptr);
    ROW(cudaMallocPitch(nullptr, &pitch, 10, 10));
    ROW(cudaMallocPitch(&pitched, nullptr, 10, 10));
    cudaPitchedPtr volume{};
    ROW(cudaMalloc3D(&volume, make_cudaExtent(100, 5, 3)));
    VALUE(volume.pitch);
    VALUE(volume.xsize);
    VALUE(volume.ysize);
    ROW(cudaFree(volume.ptr));
    ROW(cudaMalloc3D(&volume, make_cudaExtent(0, 5, 3)));
    void* pinned = nullptr;
    ROW(cudaMallocHost(&pinned, 4096));
    ROW(cudaFreeHost(pinned));
    ROW(cudaFreeHost(pinned));
    ROW(cudaFreeHost(nullptr));
    ROW(cudaFreeHost(host));
    ROW(cudaHostAlloc(&pinned, 4096, cudaHostAllocMapped | cudaHostAllocPortable));
    unsigned flags = 0;
    ROW(cudaHostGetFlags(&flags, pinned));
    VALUE(flags);
    void* device = nullptr;
    ROW(cudaHostGetDevicePointer(&device, pinned, 0));
    ROW(cudaHostGetDevicePointer(&device, pinned, 1));
    ROW(cudaHostGetDevicePointer(&device, host, 0));
    ROW(cudaHostGetFlags(&flags, host));
    cudaPointerAttributes attributes{};
    ROW(cudaPointerGetAttributes(&attributes, pinned));
    VALUE(attributes.type);
    VALUE(attributes.device);
    ROW(cudaPointerGetAttributes(&attributes, p));
    VALUE(attributes.type);
    VALUE(attributes.hostPointer == nullptr);
    ROW(cudaPointerGetAttributes(&attributes, host));
    VALUE(attributes.type);
    VALUE(attributes.device);
    VALUE(attributes.devicePointer == nullptr);
    VALUE(attributes.hostPointer == host);
    ROW(cudaPointerGetAttributes(&attributes, nullptr));
    VALUE(attributes.type);
    ROW(cudaPointerGetAttributes(nullptr, p));
    ROW(cudaFreeHost(pinned));
    ROW(cudaHostAlloc(&pinned, 4096, 0xffff));
    ROW(cudaHostAlloc(nullptr, 4096, 0));
    ROW(cudaHostAlloc(&pinned, 0, 0));
    void* pages = std::aligned_alloc(4096, 8192);
    ROW(cudaHostRegister(pages, 8192, cudaHostRegisterDefault));
    ROW(cudaHostRegister(pages, 8192, cudaHostRegisterDefault));
    ROW(cudaHostUnregister(pages));
    ROW(cudaHostUnregister(pages));
    ROW(cudaHostRegister(nullptr, 8192, cudaHostRegisterDefault));
    ROW(cudaHostRegister(pages, 0, cudaHostRegisterDefault));
    std::free(pages);
    int* managed = nullptr;
    ROW(cudaMallocManaged(&managed, 4096));
    managed[0] = 5;
    ROW(cudaPointerGetAttributes(&attributes, managed));
    VALUE(attributes.type);
    ROW(cudaMemcpy(host, managed, 16, cudaMemcpyDeviceToHost));
    ROW(cudaMemcpy(host, managed, 16, cudaMemcpyHostToHost));
    ROW(cudaMemcpy(managed, host, 16, cudaMemcpyHostToDevice));
    cudaMemLocation place{};
    place.type = cudaMemLocationTypeDevice;
    place.id = 0;
    ROW(cudaMemPrefetchAsync(managed, 4096, place, 0));
    ROW(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, place));
    ROW(cudaMemAdvise(p, 1024, cudaMemAdviseSetReadMostly, place));
    int mostly = 0;
    ROW(cudaMemRangeGetAttribute(&mostly, sizeof mostly, cudaMemRangeAttributeReadMostly, managed, 4096));
    VALUE(mostly);
    ROW(cudaFree(managed));
    ROW(cudaMallocManaged(&managed, 0));
    ROW(cudaMallocManaged(&managed, 16, 9));
    ROW(cudaFree(p));
    ROW(cudaFree(p));
    ROW(cudaFree(q));
    std::size_t free = 0, total = 0;
    ROW(cudaMemGetInfo(&free, &total));
    ROW(cudaMemGetInfo(nullptr, &total));
    ROW(cudaMemGetInfo(nullptr, nullptr));
}

void symbols() {
    int number = 0;
    float numbers[16] = {};
    double half = 0;
    ROW(cudaMemcpyFromSymbol(&number, variable, sizeof number));
    VALUE(number);
    number = 9;
    ROW(cudaMemcpyToSymbol(variable, &number, sizeof number));
    ROW(cudaMemcpyToSymbol(variable, &number, sizeof number, 4));
    ROW(cudaMemcpyToSymbol(variable, &number, 0));
    ROW(cudaMemcpyToSymbol(table, numbers, sizeof numbers));
    ROW(cudaMemcpyToSymbol(table, numbers, 4, 60));
    ROW(cudaMemcpyToSymbol(table, numbers, 4, 64));
    ROW(cudaMemcpyToSymbol(table, numbers, 65));
    ROW(cudaMemcpyToSymbol(table, numbers, 4, 0, cudaMemcpyDeviceToHost));
    ROW(cudaMemcpyFromSymbol(numbers, table, 4, 0, cudaMemcpyHostToDevice));
    ROW(cudaMemcpyFromSymbol(&half, factor, sizeof half));
    VALUE(half * 10);
    ROW(cudaMemcpyToSymbol(hostVariable, &number, 4));
    ROW(cudaMemcpyToSymbol((const void*)nullptr, &number, 4));
    void* address = nullptr;
    std::size_t size = 0;
    ROW(cudaGetSymbolAddress(&address, table));
    ROW(cudaGetSymbolSize(&size, table));
    VALUE(size);
    ROW(cudaGetSymbolSize(&size, factor));
    VALUE(size);
    ROW(cudaGetSymbolAddress(&address, hostVariable));
    ROW(cudaGetSymbolSize(&size, hostVariable));
    ROW(cudaGetSymbolAddress(&address, shared_by_both));
    VALUE(address == &shared_by_both);
    VALUE(shared_by_both);
}

void streamsAndEvents() {
    cudaStream_t stream = nullptr, other = nullptr;
    cudaEvent_t event = nullptr, quick = nullptr;
    unsigned flags = 0;
    int priority = 0, least = 0, greatest = 0;
    ROW(cudaStreamCreate(nullptr));
    ROW(cudaStreamCreate(&stream));
    ROW(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    ROW(cudaStreamGetFlags(other, &flags));
    VALUE(flags);
    ROW(cudaStreamCreateWithFlags(&other, 0x80));
    ROW(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    VALUE(least);
    VALUE(greatest);
    ROW(cudaStreamCreateWithPriority(&other, cudaStreamDefault, greatest));
    ROW(cudaStreamGetPriority(other, &priority));
    VALUE(priority);
    ROW(cudaStreamCreateWithPriority(&other, cudaStreamDefault, -100));
    ROW(cudaStreamGetPriority(other, &priority));
    VALUE(priority);
    ROW(cudaStreamQuery(stream));
    ROW(cudaStreamQuery(nullptr));
    ROW(cudaStreamQuery(cudaStreamPerThread));
    ROW(cudaStreamSynchronize(stream));
    ROW(cudaStreamDestroy(nullptr));
    ROW(cudaEventCreate(nullptr));
    ROW(cudaEventCreate(&event));
    ROW(cudaEventCreateWithFlags(&quick, cudaEventDisableTiming));
    ROW(cudaEventCreateWithFlags(&quick, 0x100));
    float ms = -1;
    ROW(cudaEventElapsedTime(&ms, event, event));
    ROW(cudaEventQuery(event));
    ROW(cudaEventSynchronize(event));
    ROW(cudaEventRecord(event, stream));
    ROW(cudaEventSynchronize(event));
    ROW(cudaEventQuery(event));
    ROW(cudaEventElapsedTime(&ms, event, event));
    VALUE(ms);
    ROW(cudaEventCreateWithFlags(&quick, cudaEventDisableTiming));
    ROW(cudaEventRecord(quick, stream));
    ROW(cudaEventSynchronize(quick));
    ROW(cudaEventElapsedTime(&ms, event, quick));
    ROW(cudaEventElapsedTime(nullptr, event, event));
    ROW(cudaStreamWaitEvent(stream, event, 0));
    ROW(cudaStreamWaitEvent(stream, event, 5));
    ROW(cudaEventRecord(nullptr, stream));
    ROW(cudaEventDestroy(nullptr));
    ROW(cudaEventDestroy(event));
    ROW(cudaStreamAddCallback(stream, nullptr, nullptr, 0));
    ROW(cudaLaunchHostFunc(stream, nullptr, nullptr));
    cudaStreamCaptureStatus status{};
    ROW(cudaStreamIsCapturing(stream, &status));
    VALUE(status);
    cudaGraph_t graph = nullptr;
    ROW(cudaStreamEndCapture(stream, &graph));
    ROW(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
    ROW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    ROW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    ROW(cudaStreamIsCapturing(stream, &status));
    VALUE(status);
    ROW(cudaStreamQuery(stream));
    ROW(cudaStreamEndCapture(stream, &graph));
    ROW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    ROW(cudaStreamEndCapture(stream, &graph));
    std::size_t nodes = 9;
    ROW(cudaGraphGetNodes(graph, nullptr, &nodes));
    VALUE(nodes);
    cudaGraphExec_t exec = nullptr;
    ROW(cudaGraphInstantiate(&exec, graph, 0));
    ROW(cudaGraphLaunch(exec, stream));
    ROW(cudaGraphLaunch(nullptr, stream));
    ROW(cudaStreamSynchronize(stream));
    ROW(cudaGraphExecDestroy(exec));
    ROW(cudaGraphDestroy(graph));
    ROW(cudaGraphDestroy(nullptr));
    ROW(cudaStreamDestroy(stream));
    void* p = nullptr;
    ROW(cudaMallocAsync(&p, 1024, nullptr));
    ROW(cudaFreeAsync(p, nullptr));
    ROW(cudaMallocAsync(&p, 0, nullptr));
    ROW(cudaFreeAsync(nullptr, nullptr));
    cudaMemPool_t pool = nullptr;
    ROW(cudaDeviceGetDefaultMemPool(&pool, 0));
    std::uint64_t threshold = 1;
    ROW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    VALUE(threshold);
    ROW(cudaMemPoolTrimTo(pool, 0));
    ROW(cudaMemPoolDestroy(pool));
    ROW(cudaDeviceSynchronize());
}

void arraysAndTextures() {
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    const cudaChannelFormatDesc b = cudaCreateChannelDesc<uchar4>();
    cudaChannelFormatDesc bad = f;
    bad.x = 24;
    ROW(cudaMallocArray(&array, &bad, 16, 16));
    bad = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
    ROW(cudaMallocArray(&array, &bad, 16, 16));
    bad = cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned);
    ROW(cudaMallocArray(&array, &bad, 16, 16));
    bad = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindFloat);
    ROW(cudaMallocArray(&array, &bad, 16, 16));
    ROW(cudaMallocArray(&array, nullptr, 16, 16));
    ROW(cudaMallocArray(nullptr, &f, 16, 16));
    ROW(cudaMallocArray(&array, &f, 0, 0));
    ROW(cudaMallocArray(&array, &f, 1 << 20, 1 << 20));
    ROW(cudaMallocArray(&array, &f, 16, 16));
    cudaChannelFormatDesc got{};
    cudaExtent extent{};
    unsigned flags = 9;
    ROW(cudaArrayGetInfo(&got, &extent, &flags, array));
    VALUE(got.x);
    VALUE(got.f);
    VALUE(extent.width);
    VALUE(extent.height);
    VALUE(extent.depth);
    VALUE(flags);
    ROW(cudaGetChannelDesc(&got, array));
    std::vector<float> host(16 * 16, 1.0f);
    ROW(cudaMemcpy2DToArray(array, 0, 0, host.data(), 64, 64, 16, cudaMemcpyHostToDevice));
    ROW(cudaMemcpy2DToArray(array, 0, 0, host.data(), 64, 65, 16, cudaMemcpyHostToDevice));
    ROW(cudaMemcpy2DToArray(array, 0, 0, host.data(), 64, 64, 17, cudaMemcpyHostToDevice));
    ROW(cudaMemcpy2DToArray(array, 4, 0, host.data(), 64, 64, 16, cudaMemcpyHostToDevice));
    ROW(cudaMemcpy2DToArray(array, 0, 0, host.data(), 64, 64, 16, cudaMemcpyDeviceToHost));
    ROW(cudaMemcpy2DFromArray(host.data(), 64, array, 0, 0, 64, 16, cudaMemcpyDeviceToHost));
    ROW(cudaMemcpy2DFromArray(host.data(), 32, array, 0, 0, 64, 16, cudaMemcpyDeviceToHost));
    ROW(cudaMemcpy2DFromArray(host.data(), 64, array, 0, 0, 64, 16, cudaMemcpyHostToDevice));
    cudaMemcpy3DParms copy{};
    ROW(cudaMemcpy3D(&copy));
    copy.srcPtr = make_cudaPitchedPtr(host.data(), 64, 16, 16);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(16, 16, 1);
    copy.kind = cudaMemcpyHostToDevice;
    ROW(cudaMemcpy3D(&copy));
    copy.extent.width = 17;
    ROW(cudaMemcpy3D(&copy));
    copy.extent = make_cudaExtent(16, 16, 0);
    ROW(cudaMemcpy3D(&copy));
    ROW(cudaMemcpy3D(nullptr));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description{};
    cudaTextureObject_t texture = 0;
    ROW(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    ROW(cudaGetTextureObjectTextureDesc(&description, texture));
    VALUE(description.readMode);
    VALUE(description.maxAnisotropy);
    ROW(cudaDestroyTextureObject(texture));
    ROW(cudaDestroyTextureObject(0));
    description = {};
    description.readMode = cudaReadModeNormalizedFloat;
    ROW(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    ROW(cudaCreateTextureObject(nullptr, &resource, &description, nullptr));
    ROW(cudaCreateTextureObject(&texture, nullptr, &description, nullptr));
    ROW(cudaCreateTextureObject(&texture, &resource, nullptr, nullptr));
    cudaArray_t bytes = nullptr;
    ROW(cudaMallocArray(&bytes, &b, 8, 8, cudaArraySurfaceLoadStore));
    resource.res.array.array = bytes;
    description = {};
    description.filterMode = cudaFilterModeLinear;
    ROW(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    description.readMode = cudaReadModeNormalizedFloat;
    ROW(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    cudaSurfaceObject_t surface = 0;
    ROW(cudaCreateSurfaceObject(&surface, &resource));
    ROW(cudaDestroySurfaceObject(surface));
    resource.res.array.array = array;
    ROW(cudaCreateSurfaceObject(&surface, &resource));
    ROW(cudaFreeArray(array));
    ROW(cudaFreeArray(nullptr));
    ROW(cudaFreeArray(bytes));
}

void devices() {
    int count = 0, device = -1, number = 0;
    ROW(cudaGetDeviceCount(&count));
    ROW(cudaGetDeviceCount(nullptr));
    ROW(cudaGetDevice(&device));
    VALUE(device);
    ROW(cudaGetDevice(nullptr));
    ROW(cudaSetDevice(0));
    ROW(cudaSetDevice(-1));
    ROW(cudaSetDevice(1000));
    ROW(cudaGetDevice(&device));
    VALUE(device);
    cudaDeviceProp properties{};
    ROW(cudaGetDeviceProperties(&properties, 0));
    ROW(cudaGetDeviceProperties(&properties, 1000));
    ROW(cudaGetDeviceProperties(nullptr, 0));
    VALUE(properties.warpSize);
    VALUE(properties.major);
    VALUE(properties.minor);
    VALUE(properties.multiProcessorCount);
    VALUE(properties.maxThreadsPerBlock);
    VALUE(properties.maxThreadsPerMultiProcessor);
    VALUE(properties.maxBlocksPerMultiProcessor);
    VALUE(properties.sharedMemPerBlock);
    VALUE(properties.sharedMemPerBlockOptin);
    VALUE(properties.sharedMemPerMultiprocessor);
    VALUE(properties.reservedSharedMemPerBlock);
    VALUE(properties.regsPerBlock);
    VALUE(properties.regsPerMultiprocessor);
    VALUE(properties.totalConstMem);
    VALUE(properties.l2CacheSize);
    VALUE(properties.memoryBusWidth);
    VALUE(properties.maxGridSize[0]);
    VALUE(properties.maxGridSize[1]);
    VALUE(properties.maxThreadsDim[2]);
    VALUE(properties.textureAlignment);
    VALUE(properties.texturePitchAlignment);
    VALUE(properties.maxTexture2D[0]);
    VALUE(properties.maxTexture3D[2]);
    VALUE(properties.maxSurface2D[1]);
    VALUE(properties.unifiedAddressing);
    VALUE(properties.managedMemory);
    VALUE(properties.concurrentManagedAccess);
    VALUE(properties.cooperativeLaunch);
    VALUE(properties.clusterLaunch);
    VALUE(properties.memoryPoolsSupported);
    VALUE(properties.streamPrioritiesSupported);
    VALUE(properties.concurrentKernels);
    VALUE(properties.canMapHostMemory);
    ROW(cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
    ROW(cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 1000));
    ROW(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
    ROW(cudaDeviceGetAttribute(&number, cudaDeviceAttr(100000), 0));
    ROW(cudaDeviceCanAccessPeer(&number, 0, 0));
    VALUE(number);
    ROW(cudaDeviceCanAccessPeer(&number, 0, 1000));
    ROW(cudaDeviceEnablePeerAccess(0, 0));
    ROW(cudaDeviceEnablePeerAccess(1000, 0));
    ROW(cudaDeviceDisablePeerAccess(0));
    std::size_t limit = 0;
    ROW(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
    ROW(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    ROW(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
    VALUE(limit);
    ROW(cudaDeviceGetLimit(&limit, cudaLimit(99)));
    ROW(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    VALUE(limit);
    ROW(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    unsigned flags = 0;
    ROW(cudaGetDeviceFlags(&flags));
    VALUE(flags);
    ROW(cudaSetDeviceFlags(cudaDeviceScheduleYield));
    ROW(cudaGetDeviceFlags(&flags));
    VALUE(flags);
    ROW(cudaSetDeviceFlags(0x4000));
    ROW(cudaRuntimeGetVersion(&number));
    VALUE(number / 1000);
    ROW(cudaRuntimeGetVersion(nullptr));
    ROW(cudaDriverGetVersion(nullptr));
    ROW(cudaProfilerStart());
    ROW(cudaProfilerStop());
}

/// A failed launch's error is the thread's last one until it is asked for.
void lastErrors() {
    fill<<<0, 1>>>(nullptr, 0);
    std::printf("peek %s\n", cudaGetErrorName(cudaPeekAtLastError()));
    std::printf("peek %s\n", cudaGetErrorName(cudaPeekAtLastError()));
    int count = 0;
    std::printf("another call %s\n", cudaGetErrorName(cudaGetDeviceCount(&count)));
    std::printf("peek %s\n", cudaGetErrorName(cudaPeekAtLastError()));
    std::printf("get %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("get %s\n", cudaGetErrorName(cudaGetLastError()));
    fill<<<1, 2000>>>(nullptr, 0);
    std::printf("too many threads %s\n", cudaGetErrorName(cudaGetLastError()));
    dynamic<<<1, 1, 1 << 20>>>(nullptr);
    std::printf("too much shared memory %s\n", cudaGetErrorName(cudaGetLastError()));
}

void names() {
    for (int code = 0; code <= 1000; ++code) {
        const cudaError_t error = static_cast<cudaError_t>(code);
        const char* name = cudaGetErrorName(error);
        if (std::strcmp(name, "unrecognized error code") != 0)
            std::printf("%d %s: %s\n", code, name, cudaGetErrorString(error));
    }
    std::printf("%s: %s\n", cudaGetErrorName(static_cast<cudaError_t>(12345)),
                cudaGetErrorString(static_cast<cudaError_t>(12345)));
}

/// Errors that no call clears. Each needs a process of its own.
void sticky(const std::string& which) {
    int* p = nullptr;
    cudaMalloc(&p, 4);
    if (which == "address")
        generic<int><<<1, 1>>>(reinterpret_cast<int*>(16), 1);
    if (which == "misaligned")
        generic<int><<<1, 1>>>(reinterpret_cast<int*>(reinterpret_cast<char*>(p) + 1), 1);
    ROW(cudaDeviceSynchronize());
    ROW(cudaGetLastError());
    ROW(cudaMalloc(&p, 4));
    ROW(cudaFree(nullptr));
    ROW(cudaDeviceReset());
    ROW(cudaMalloc(&p, 4));
    ROW(cudaFree(p));
}

} // namespace

int main(int argc, char** argv) {
    const std::string part = argc > 1 ? argv[1] : "";
    std::setvbuf(stdout, nullptr, _IOLBF, 4096);
    if (part == "launches")
        launches();
    else if (part == "memory")
        memory();
    else if (part == "symbols")
        symbols();
    else if (part == "streams")
        streamsAndEvents();
    else if (part == "arrays")
        arraysAndTextures();
    else if (part == "devices")
        devices();
    else if (part == "last")
        lastErrors();
    else if (part == "names")
        names();
    else
        sticky(part);
    return 0;
}
