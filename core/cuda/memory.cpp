// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/memory.h"

#include "core/base/bytes_text.h"
#include "core/cuda/context_state.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpbench::cuda {

namespace {

CUresult freeDevice(const DriverApi& api, std::uint64_t pointer) {
    return api.memFree(pointer);
}
CUresult freeHost(const DriverApi& api, std::uint64_t pointer) {
    return api.memFreeHost(pointerOf<void*>(pointer));
}
CUresult unregisterHost(const DriverApi& api, std::uint64_t pointer) {
    return api.memHostUnregister(pointerOf<void*>(pointer));
}

/// Reports a copy that failed: how much, from where to where.
void checkCopy(const ContextState& state, CUresult code, const char* call, std::size_t bytes,
               std::uint64_t target, std::uint64_t source) {
    if (code != CUDA_SUCCESS) [[unlikely]]
        state.raise(
            code, call,
            phrase("{size} from {source} to {target}", {{"size", saidByteCount(bytes)},
                                                        {"source", fmt::format("{:#x}", source)},
                                                        {"target", fmt::format("{:#x}", target)}}));
}

void checkFill(const ContextState& state, CUresult code, const char* call, std::uint64_t target,
               std::size_t count) {
    if (code != CUDA_SUCCESS) [[unlikely]]
        state.raise(code, call,
                    phrase("{count} values at {target}",
                           {{"count", count}, {"target", fmt::format("{:#x}", target)}}));
}

} // namespace

// DeviceMemory

DeviceMemory::DeviceMemory(std::shared_ptr<ObjectBox> box, std::size_t size,
                           std::size_t pitch) noexcept
    : m_box(std::move(box))
    , m_size(size)
    , m_pitch(pitch) {}

DeviceMemory DeviceMemory::allocate(const Context& context, std::size_t bytes) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    CUdeviceptr pointer = 0;
    const CUresult code = state->api().memAlloc(&pointer, std::max<std::size_t>(bytes, 1));
    if (code != CUDA_SUCCESS)
        state->raise(code, "cuMemAlloc", saidByteCount(bytes));
    return DeviceMemory(std::make_shared<ObjectBox>(state, pointer, &freeDevice, "cuMemFree"),
                        bytes, 0);
}

DeviceMemory DeviceMemory::allocatePitched(const Context& context, std::size_t rowBytes,
                                           std::size_t rows, unsigned elementBytes) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    CUdeviceptr pointer = 0;
    std::size_t pitch = 0;
    const CUresult code =
        state->api().memAllocPitch(&pointer, &pitch, rowBytes, rows, elementBytes);
    if (code != CUDA_SUCCESS)
        state->raise(
            code, "cuMemAllocPitch",
            phrase("{count} rows of {size}", {{"count", rows}, {"size", saidByteCount(rowBytes)}}));
    return DeviceMemory(std::make_shared<ObjectBox>(state, pointer, &freeDevice, "cuMemFree"),
                        pitch * rows, pitch);
}

CUdeviceptr DeviceMemory::pointer() const noexcept {
    return m_box->handle();
}

const ContextPtr& DeviceMemory::contextState() const noexcept {
    return m_box->context();
}

// HostMemory

HostMemory::HostMemory(std::shared_ptr<ObjectBox> box, std::size_t size) noexcept
    : m_box(std::move(box))
    , m_size(size) {}

HostMemory HostMemory::allocate(const Context& context, std::size_t bytes, unsigned flags) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    void* data = nullptr;
    const CUresult code = state->api().memHostAlloc(&data, std::max<std::size_t>(bytes, 1), flags);
    if (code != CUDA_SUCCESS)
        state->raise(code, "cuMemHostAlloc",
                     phrase("{size} of page-locked host memory", {{"size", saidByteCount(bytes)}}));
    return HostMemory(
        std::make_shared<ObjectBox>(state, handleOf(data), &freeHost, "cuMemFreeHost"), bytes);
}

std::byte* HostMemory::data() const noexcept {
    return m_box->as<std::byte*>();
}

CUdeviceptr HostMemory::devicePointer() const {
    const ContextScope scope(m_box->context());
    CUdeviceptr pointer = 0;
    m_box->context()->check(m_box->api().memHostGetDevicePointer(&pointer, m_box->as<void*>(), 0),
                            "cuMemHostGetDevicePointer");
    return pointer;
}

// RegisteredHostMemory

RegisteredHostMemory::RegisteredHostMemory(std::shared_ptr<ObjectBox> box,
                                           std::size_t size) noexcept
    : m_box(std::move(box))
    , m_size(size) {}

RegisteredHostMemory RegisteredHostMemory::lock(const Context& context, void* data,
                                                std::size_t bytes,
                                                std::shared_ptr<const void> owner, unsigned flags) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    const CUresult code = state->api().memHostRegister(data, bytes, flags);
    if (code != CUDA_SUCCESS)
        state->raise(code, "cuMemHostRegister", saidByteCount(bytes));
    return RegisteredHostMemory(std::make_shared<ObjectBox>(state, handleOf(data), &unregisterHost,
                                                            "cuMemHostUnregister",
                                                            std::move(owner)),
                                bytes);
}

std::byte* RegisteredHostMemory::data() const noexcept {
    return m_box->as<std::byte*>();
}

// ManagedMemory

ManagedMemory::ManagedMemory(std::shared_ptr<ObjectBox> box, std::size_t size) noexcept
    : m_box(std::move(box))
    , m_size(size) {}

ManagedMemory ManagedMemory::allocate(const Context& context, std::size_t bytes) {
    const ContextScope scope(context);
    const ContextPtr& state = context.state();
    CUdeviceptr pointer = 0;
    const CUresult code = state->api().memAllocManaged(&pointer, std::max<std::size_t>(bytes, 1),
                                                       CU_MEM_ATTACH_GLOBAL);
    if (code != CUDA_SUCCESS)
        state->raise(code, "cuMemAllocManaged", saidByteCount(bytes));
    return ManagedMemory(std::make_shared<ObjectBox>(state, pointer, &freeDevice, "cuMemFree"),
                         bytes);
}

CUdeviceptr ManagedMemory::pointer() const noexcept {
    return m_box->handle();
}

std::byte* ManagedMemory::data() const noexcept {
    return m_box->as<std::byte*>();
}

void ManagedMemory::prefetch(const Stream& stream, bool toHost) const {
    const ContextScope scope(m_box->context());
    const ContextState& state = *m_box->context();
    const CUdevice target = toHost ? CU_DEVICE_CPU : state.device().handle();
    state.check(state.api().memPrefetchAsync(pointer(), m_size, target, stream.handle()),
                "cuMemPrefetchAsync");
}

// Copies

void copyToDevice(const Context& context, CUdeviceptr target, const void* source,
                  std::size_t bytes) {
    if (bytes == 0)
        return;
    const ContextScope scope(context);
    const ContextState& state = *context.state();
    checkCopy(state, state.api().memcpyHtoD(target, source, bytes), "cuMemcpyHtoD", bytes, target,
              handleOf(source));
}

void copyToHost(const Context& context, void* target, CUdeviceptr source, std::size_t bytes) {
    if (bytes == 0)
        return;
    const ContextScope scope(context);
    const ContextState& state = *context.state();
    checkCopy(state, state.api().memcpyDtoH(target, source, bytes), "cuMemcpyDtoH", bytes,
              handleOf(target), source);
}

void copyToDeviceAsync(const Stream& stream, CUdeviceptr target, const void* source,
                       std::size_t bytes) {
    if (bytes == 0)
        return;
    const ContextScope scope(stream.contextState());
    const ContextState& state = *stream.contextState();
    checkCopy(state, state.api().memcpyHtoDAsync(target, source, bytes, stream.handle()),
              "cuMemcpyHtoDAsync", bytes, target, handleOf(source));
}

void copyToHostAsync(const Stream& stream, void* target, CUdeviceptr source, std::size_t bytes) {
    if (bytes == 0)
        return;
    const ContextScope scope(stream.contextState());
    const ContextState& state = *stream.contextState();
    checkCopy(state, state.api().memcpyDtoHAsync(target, source, bytes, stream.handle()),
              "cuMemcpyDtoHAsync", bytes, handleOf(target), source);
}

void copyOnDeviceAsync(const Stream& stream, CUdeviceptr target, CUdeviceptr source,
                       std::size_t bytes) {
    if (bytes == 0)
        return;
    const ContextScope scope(stream.contextState());
    const ContextState& state = *stream.contextState();
    checkCopy(state, state.api().memcpyDtoDAsync(target, source, bytes, stream.handle()),
              "cuMemcpyDtoDAsync", bytes, target, source);
}

namespace {

CUDA_MEMCPY3D rowsCopy(std::size_t targetPitch, std::size_t sourcePitch, std::size_t rowBytes,
                       std::size_t rows) {
    CUDA_MEMCPY3D copy{};
    copy.srcPitch = sourcePitch;
    copy.dstPitch = targetPitch;
    copy.srcHeight = copy.dstHeight = copy.Height = rows;
    copy.WidthInBytes = rowBytes;
    copy.Depth = 1;
    return copy;
}

void queueRows(const Stream& stream, const CUDA_MEMCPY3D& copy) {
    if (copy.WidthInBytes == 0 || copy.Height == 0)
        return;
    const ContextScope scope(stream.contextState());
    const ContextState& state = *stream.contextState();
    state.check(state.api().memcpy3DAsync(&copy, stream.handle()), "cuMemcpy3DAsync");
}

} // namespace

void copyRowsToDeviceAsync(const Stream& stream, CUdeviceptr target, std::size_t targetPitch,
                           const void* source, std::size_t sourcePitch, std::size_t rowBytes,
                           std::size_t rows) {
    CUDA_MEMCPY3D copy = rowsCopy(targetPitch, sourcePitch, rowBytes, rows);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = source;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = target;
    queueRows(stream, copy);
}

void copyRowsToHostAsync(const Stream& stream, void* target, std::size_t targetPitch,
                         CUdeviceptr source, std::size_t sourcePitch, std::size_t rowBytes,
                         std::size_t rows) {
    CUDA_MEMCPY3D copy = rowsCopy(targetPitch, sourcePitch, rowBytes, rows);
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = source;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = target;
    queueRows(stream, copy);
}

void copyRowsOnDeviceAsync(const Stream& stream, CUdeviceptr target, std::size_t targetPitch,
                           CUdeviceptr source, std::size_t sourcePitch, std::size_t rowBytes,
                           std::size_t rows) {
    CUDA_MEMCPY3D copy = rowsCopy(targetPitch, sourcePitch, rowBytes, rows);
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = source;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = target;
    queueRows(stream, copy);
}

void copyPeerAsync(const Stream& stream, const Context& targetContext, CUdeviceptr target,
                   const Context& sourceContext, CUdeviceptr source, std::size_t bytes) {
    if (bytes == 0)
        return;
    const ContextScope scope(stream.contextState());
    const ContextState& state = *stream.contextState();
    checkCopy(state,
              state.api().memcpyPeerAsync(target, targetContext.handle(), source,
                                          sourceContext.handle(), bytes, stream.handle()),
              "cuMemcpyPeerAsync", bytes, target, source);
}

void fill8Async(const Stream& stream, CUdeviceptr target, unsigned char value, std::size_t count) {
    if (count == 0)
        return;
    const ContextScope scope(stream.contextState());
    const ContextState& state = *stream.contextState();
    checkFill(state, state.api().memsetD8(target, value, count, stream.handle()), "cuMemsetD8Async",
              target, count);
}

void fill16Async(const Stream& stream, CUdeviceptr target, unsigned short value,
                 std::size_t count) {
    if (count == 0)
        return;
    const ContextScope scope(stream.contextState());
    const ContextState& state = *stream.contextState();
    checkFill(state, state.api().memsetD16(target, value, count, stream.handle()),
              "cuMemsetD16Async", target, count);
}

void fill32Async(const Stream& stream, CUdeviceptr target, unsigned value, std::size_t count) {
    if (count == 0)
        return;
    const ContextScope scope(stream.contextState());
    const ContextState& state = *stream.contextState();
    checkFill(state, state.api().memsetD32(target, value, count, stream.handle()),
              "cuMemsetD32Async", target, count);
}

} // namespace warpbench::cuda
