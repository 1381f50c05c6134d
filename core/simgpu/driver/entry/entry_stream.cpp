// SPDX-License-Identifier: GPL-3.0-or-later
// Streams and events, host functions, and stream memory operations.
#include "core/simgpu/driver/graph/graph_params.h"
#include "core/simgpu/driver/memory/memory_pool.h"

#include <algorithm>

using namespace warpbench::simgpu::driver;

namespace {

CUresult createStream(CUstream* phStream, unsigned int flags, int priority) {
    return entry([&] {
        require(phStream != nullptr &&
                (flags == CU_STREAM_DEFAULT || flags == CU_STREAM_NON_BLOCKING));
        const ContextPtr context = currentContext();
        // Numbers outside the range mean its ends.
        auto stream = context->createStream(flags, std::clamp(priority, kGreatestPriority, 0));
        *phStream = toHandle<CUstream>(Runtime::get().streams.add(std::move(stream)));
    });
}

double millisecondsBetween(const Event& start, const Event& end) {
    require(start.timed() && end.timed(), CUDA_ERROR_INVALID_HANDLE);
    require(start.context()->handle() == end.context()->handle(), CUDA_ERROR_INVALID_HANDLE);
    const TaskPtr from = start.task();
    const TaskPtr to = end.task();
    require(from && to, CUDA_ERROR_INVALID_HANDLE);
    require(from->done() && to->done(), CUDA_ERROR_NOT_READY);
    return std::chrono::duration<double, std::milli>(to->finished() - from->finished()).count();
}

void waitOrWrite(CUstream stream, CUstreamBatchMemOpParams step, std::uint64_t bytes) {
    const auto queue = Runtime::get().stream(stream);
    require(step.waitValue.address % bytes == 0);
    requireDeviceRange(step.waitValue.address, bytes);
    queue->submit(MemoryOperations{{step}, 0});
}

CUstreamBatchMemOpParams waitStep(CUstreamBatchMemOpType type, CUdeviceptr address,
                                  std::uint64_t value, unsigned int flags) {
    require((flags & ~(3u | CU_STREAM_WAIT_VALUE_FLUSH)) == 0);
    CUstreamBatchMemOpParams step{};
    step.waitValue.operation = type;
    step.waitValue.address = address;
    step.waitValue.value64 = value;
    step.waitValue.flags = flags;
    return step;
}

CUstreamBatchMemOpParams writeStep(CUstreamBatchMemOpType type, CUdeviceptr address,
                                   std::uint64_t value, unsigned int flags) {
    require((flags & ~CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER) == 0);
    CUstreamBatchMemOpParams step{};
    step.writeValue.operation = type;
    step.writeValue.address = address;
    step.writeValue.value64 = value;
    step.writeValue.flags = flags;
    return step;
}

} // namespace

CUresult CUDAAPI cuStreamCreate(CUstream* phStream, unsigned int Flags) {
    return createStream(phStream, Flags, 0);
}

CUresult CUDAAPI cuStreamCreateWithPriority(CUstream* phStream, unsigned int flags, int priority) {
    return createStream(phStream, flags, priority);
}

CUresult CUDAAPI cuStreamDestroy_v2(CUstream hStream) {
    return entry([&] {
        require(hStream != nullptr && hStream != CU_STREAM_LEGACY &&
                    hStream != CU_STREAM_PER_THREAD,
                CUDA_ERROR_INVALID_HANDLE);
        const auto stream = Runtime::get().streams.remove(fromHandle(hStream));
        require(stream != nullptr, CUDA_ERROR_INVALID_HANDLE);
        stream->context()->dropStream(*stream);
    });
}

CUresult CUDAAPI cuStreamDestroy(CUstream hStream) {
    return cuStreamDestroy_v2(hStream);
}

CUresult CUDAAPI cuStreamGetPriority(CUstream hStream, int* priority) {
    return entry([&] {
        require(priority != nullptr);
        *priority = Runtime::get().stream(hStream)->priority();
    });
}

CUresult CUDAAPI cuStreamGetFlags(CUstream hStream, unsigned int* flags) {
    return entry([&] {
        require(flags != nullptr);
        *flags = Runtime::get().stream(hStream)->flags();
    });
}

CUresult CUDAAPI cuStreamGetId(CUstream hStream, unsigned long long* streamId) {
    return entry([&] {
        require(streamId != nullptr);
        *streamId = Runtime::get().stream(hStream)->id();
    });
}

CUresult CUDAAPI cuStreamGetDevice(CUstream hStream, CUdevice* device) {
    return entry([&] {
        require(device != nullptr);
        *device = Runtime::get().stream(hStream)->context()->device().ordinal();
    });
}

CUresult CUDAAPI cuStreamGetCtx(CUstream hStream, CUcontext* pctx) {
    return entry([&] {
        require(pctx != nullptr);
        *pctx = Runtime::get().stream(hStream)->context()->handle();
    });
}

CUresult CUDAAPI cuStreamGetCtx_v2(CUstream hStream, CUcontext* pCtx, CUgreenCtx* pGreenCtx) {
    if (pGreenCtx)
        *pGreenCtx = nullptr;
    return cuStreamGetCtx(hStream, pCtx);
}

CUresult CUDAAPI cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
    return entry([&] {
        require((Flags & ~CU_EVENT_WAIT_EXTERNAL) == 0);
        const auto stream = Runtime::get().stream(hStream);
        stream->submit(EventWait{Runtime::get().event(hEvent)});
    });
}

CUresult CUDAAPI cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void* userData,
                                     unsigned int flags) {
    return entry([&] {
        require(callback != nullptr && flags == 0);
        const auto stream = Runtime::get().stream(hStream);
        Capture::requireNone(*stream);
        stream->submit(StreamCallback{callback, hStream, userData});
    });
}

CUresult CUDAAPI cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void* userData) {
    return entry([&] {
        require(fn != nullptr);
        Runtime::get().stream(hStream)->submit(HostCall{fn, userData});
    });
}

CUresult CUDAAPI cuStreamQuery(CUstream hStream) {
    return entry([&] { require(Runtime::get().stream(hStream)->query(), CUDA_ERROR_NOT_READY); });
}

CUresult CUDAAPI cuStreamSynchronize(CUstream hStream) {
    return entry([&] { Runtime::get().stream(hStream)->synchronize(); });
}

CUresult CUDAAPI cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                        unsigned int flags) {
    return entry([&] {
        waitOrWrite(stream, waitStep(CU_STREAM_MEM_OP_WAIT_VALUE_32, addr, value, flags), 4);
    });
}

CUresult CUDAAPI cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                        unsigned int flags) {
    return entry([&] {
        waitOrWrite(stream, waitStep(CU_STREAM_MEM_OP_WAIT_VALUE_64, addr, value, flags), 8);
    });
}

CUresult CUDAAPI cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                         unsigned int flags) {
    return entry([&] {
        waitOrWrite(stream, writeStep(CU_STREAM_MEM_OP_WRITE_VALUE_32, addr, value, flags), 4);
    });
}

CUresult CUDAAPI cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                         unsigned int flags) {
    return entry([&] {
        waitOrWrite(stream, writeStep(CU_STREAM_MEM_OP_WRITE_VALUE_64, addr, value, flags), 8);
    });
}

CUresult CUDAAPI cuStreamBatchMemOp_v2(CUstream stream, unsigned int count,
                                       CUstreamBatchMemOpParams* paramArray, unsigned int flags) {
    return entry([&] {
        const auto queue = Runtime::get().stream(stream);
        queue->submit(memoryOperationsOf(paramArray, count, flags));
    });
}

CUresult CUDAAPI cuEventCreate(CUevent* phEvent, unsigned int Flags) {
    return entry([&] {
        constexpr unsigned int known =
            CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
        require(phEvent != nullptr && (Flags & ~known) == 0);
        require((Flags & CU_EVENT_INTERPROCESS) == 0, CUDA_ERROR_NOT_SUPPORTED);
        auto event = std::make_shared<Event>(currentContext(), Flags);
        *phEvent = toHandle<CUevent>(Runtime::get().events.add(event));
        event->setHandle(*phEvent);
    });
}

CUresult CUDAAPI cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) {
    return entry([&] {
        require((flags & ~CU_EVENT_RECORD_EXTERNAL) == 0);
        const auto event = Runtime::get().event(hEvent);
        const auto stream = Runtime::get().stream(hStream);
        require(stream->belongsTo(*event->context()), CUDA_ERROR_INVALID_HANDLE);
        stream->submit(EventRecord{event});
    });
}

CUresult CUDAAPI cuEventRecord(CUevent hEvent, CUstream hStream) {
    return cuEventRecordWithFlags(hEvent, hStream, 0);
}

CUresult CUDAAPI cuEventQuery(CUevent hEvent) {
    return entry([&] {
        const auto event = Runtime::get().event(hEvent);
        event->context()->requireUsable();
        Capture::requireNone(*event, CUDA_ERROR_CAPTURED_EVENT);
        const TaskPtr task = event->task();
        require(!task || task->done(), CUDA_ERROR_NOT_READY);
    });
}

CUresult CUDAAPI cuEventSynchronize(CUevent hEvent) {
    return entry([&] {
        const auto event = Runtime::get().event(hEvent);
        Capture::requireNone(*event, CUDA_ERROR_CAPTURED_EVENT);
        if (const TaskPtr task = event->task())
            task->wait();
        event->context()->flushPrint();
        event->context()->requireUsable();
        trimPools(event->context()->device());
    });
}

CUresult CUDAAPI cuEventDestroy_v2(CUevent hEvent) {
    return entry([&] {
        require(Runtime::get().events.remove(fromHandle(hEvent)) != nullptr,
                CUDA_ERROR_INVALID_HANDLE);
    });
}

CUresult CUDAAPI cuEventDestroy(CUevent hEvent) {
    return cuEventDestroy_v2(hEvent);
}

CUresult CUDAAPI cuEventElapsedTime_v2(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
    return entry([&] {
        // Documented is CUDA_ERROR_INVALID_VALUE; driver 580 says this.
        require(pMilliseconds != nullptr, CUDA_ERROR_INVALID_HANDLE);
        const auto start = Runtime::get().event(hStart);
        const auto end = Runtime::get().event(hEnd);
        start->context()->requireUsable();
        require(!start->capture() && !end->capture(), CUDA_ERROR_CAPTURED_EVENT);
        *pMilliseconds = static_cast<float>(millisecondsBetween(*start, *end));
    });
}

CUresult CUDAAPI cuEventElapsedTime(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
    return cuEventElapsedTime_v2(pMilliseconds, hStart, hEnd);
}

CUresult CUDAAPI cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent) {
    return entry([&] {
        const ContextPtr context = Runtime::get().context(hCtx);
        context->requireUsable();
        const auto event = Runtime::get().event(hEvent);
        require(event->context() == context, CUDA_ERROR_INVALID_HANDLE);
        Capture::requireNone(*context);
        const auto tails = context->tails();
        event->setTask(Runtime::get().scheduler().submit({}, tails));
    });
}

CUresult CUDAAPI cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent) {
    return entry([&] {
        const ContextPtr context = Runtime::get().context(hCtx);
        context->requireUsable();
        const auto event = Runtime::get().event(hEvent);
        Capture::requireNone(*context);
        Capture::requireNone(*event, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
        context->addBarrier(event->task());
    });
}
