// SPDX-License-Identifier: GPL-3.0-or-later
// Stream operations other than launches and copies. Compiled twice, like launches.cpp.
#include "core/cudart/runtime.h"

#include <memory>

namespace {

using namespace warpbench::cudart;

/// A callback of the runtime's type, called with the stream's error.
struct Callback {
    cudaStreamCallback_t function;
    void* data;
};

void CUDA_CB callBack(CUstream stream, CUresult status, void* data) {
    const std::unique_ptr<Callback> callback(static_cast<Callback*>(data));
    callback->function(stream, as<cudaError_t>(status), callback->data);
}

} // namespace

extern "C" {

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return call(cuStreamGetPriority, stream, priority);
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
    return call(cuStreamGetFlags, stream, flags);
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    return call(cuStreamGetId, stream, id);
}
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    return call(cuStreamGetDevice, stream, device);
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    return call(cuStreamCopyAttributes, to, from);
}
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
    static_assert(sizeof(cudaStreamAttrValue) == sizeof(CUstreamAttrValue));
    return call(cuStreamGetAttribute, stream, as<CUstreamAttrID>(attribute),
                reinterpret_cast<CUstreamAttrValue*>(value));
}
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
    return call(cuStreamSetAttribute, stream, as<CUstreamAttrID>(attribute),
                reinterpret_cast<const CUstreamAttrValue*>(value));
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    return call(cuStreamWaitEvent, stream, event, flags);
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data,
                                  unsigned int flags) {
    if (!function || flags != 0)
        return keep(cudaErrorInvalidValue);
    auto callback = std::make_unique<Callback>(Callback{function, data});
    const cudaError_t error =
        call(cuStreamAddCallback, stream, &callBack, static_cast<void*>(callback.get()), flags);
    if (error == cudaSuccess)
        static_cast<void>(callback.release()); // the stream owns it until it is called
    return error;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return call(cuStreamSynchronize, stream);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return call(cuStreamQuery, stream);
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes,
                                     unsigned int flags) {
    return call(cuStreamAttachMemAsync, stream, address(pointer), bytes, flags);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    return call(cuStreamBeginCapture, stream, as<CUstreamCaptureMode>(mode));
}
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* after,
                                          const cudaGraphEdgeData* edges, std::size_t count,
                                          cudaStreamCaptureMode mode) {
    static_assert(sizeof(cudaGraphEdgeData) == sizeof(CUgraphEdgeData));
    return call(cuStreamBeginCaptureToGraph, stream, graph, after,
                reinterpret_cast<const CUgraphEdgeData*>(edges), count,
                as<CUstreamCaptureMode>(mode));
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    return call(cuStreamEndCapture, stream, graph);
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return call(cuStreamIsCapturing, stream, reinterpret_cast<CUstreamCaptureStatus*>(status));
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** after, const cudaGraphEdgeData** edges,
                                     std::size_t* count) {
    return call(cuStreamGetCaptureInfo, stream, reinterpret_cast<CUstreamCaptureStatus*>(status),
                reinterpret_cast<cuuint64_t*>(id), graph, after,
                reinterpret_cast<const CUgraphEdgeData**>(edges), count);
}
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* after,
                                                const cudaGraphEdgeData* edges, std::size_t count,
                                                unsigned int flags) {
    return call(cuStreamUpdateCaptureDependencies, stream, after,
                reinterpret_cast<const CUgraphEdgeData*>(edges), count, flags);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return call(cuEventRecord, event, stream);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    return call(cuEventRecordWithFlags, event, stream, flags);
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    return call(cuMemAllocAsync, reinterpret_cast<CUdeviceptr*>(pointer), bytes, stream);
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    return call(cuMemAllocFromPoolAsync, reinterpret_cast<CUdeviceptr*>(pointer), bytes, pool,
                stream);
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    return call(cuMemFreeAsync, address(pointer), stream);
}
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation place,
                                 unsigned int flags, cudaStream_t stream) {
    return call(cuMemPrefetchAsync, address(pointer), bytes, location(place), flags, stream);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
    return call(cuGraphLaunch, graph, stream);
}
cudaError_t cudaGraphUpload(cudaGraphExec_t graph, cudaStream_t stream) {
    return call(cuGraphUpload, graph, stream);
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* result, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
    static_assert(sizeof(cudaGraphInstantiateParams) == sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS));
    return call(cuGraphInstantiateWithParams, result, graph,
                reinterpret_cast<CUDA_GRAPH_INSTANTIATE_PARAMS*>(parameters));
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function,
                                             unsigned int version, unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* status) {
    const CUresult ready = useContext();
    if (ready != CUDA_SUCCESS)
        return keep(ready);
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
    if (flags == cudaEnableDefault)
        flags = cudaEnablePerThreadDefaultStream;
#endif
    CUdriverProcAddressQueryResult answer{};
    const CUresult result =
        cuGetProcAddress(name, function, static_cast<int>(version), flags, &answer);
    if (status)
        *status = static_cast<cudaDriverEntryPointQueryResult>(answer);
    return keep(result);
}
cudaError_t cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* status) {
    return cudaGetDriverEntryPointByVersion(name, function, CUDA_VERSION, flags, status);
}

} // extern "C"
