// SPDX-License-Identifier: GPL-3.0-or-later
// Stream and event objects; their operations are in streams.cpp.
#include "core/cudart/runtime.h"

#include <cudaProfiler.h>

using namespace warpbench::cudart;

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
    return call(cuStreamCreate, stream, flags);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
    return call(cuStreamCreateWithPriority, stream, flags, priority);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return stream ? call(cuStreamDestroy, stream) : keep(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return call(cuThreadExchangeStreamCaptureMode, reinterpret_cast<CUstreamCaptureMode*>(mode));
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
    return call(cuEventCreate, event, flags);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return call(cuEventDestroy, event);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    return call(cuEventQuery, event);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return call(cuEventSynchronize, event);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    return milliseconds ? call(cuEventElapsedTime, milliseconds, from, to)
                        : keep(cudaErrorInvalidValue);
}

cudaError_t cudaProfilerStart() {
    return call(cuProfilerStart);
}
cudaError_t cudaProfilerStop() {
    return call(cuProfilerStop);
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* data, cudaHostFn_t destroy,
                                 unsigned int references, unsigned int flags) {
    return call(cuUserObjectCreate, object, data, destroy, references, flags);
}
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
    return call(cuUserObjectRetain, object, count);
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
    return call(cuUserObjectRelease, object, count);
}

} // extern "C"
