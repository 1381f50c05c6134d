// SPDX-License-Identifier: GPL-3.0-or-later
// Copies and fills, in all their forms.
#include "core/simgpu/driver/checked.h"
#include "core/simgpu/driver/memory/address.h"
#include "core/simgpu/driver/memory/copy_plan.h"
#include "core/simgpu/driver/runtime.h"

#include <limits>

using namespace warpbench::simgpu::driver;

namespace {

std::shared_ptr<Stream> nullStream() {
    return Runtime::get().stream(nullptr);
}

/// A run of bytes of a one-dimensional array.
CUDA_MEMCPY3D arrayRun(std::size_t bytes) {
    CUDA_MEMCPY3D asked{};
    asked.WidthInBytes = bytes;
    asked.Height = 1;
    asked.Depth = 1;
    return asked;
}

void setArray(CUDA_MEMCPY3D& asked, bool source, CUarray array, std::size_t offset) {
    (source ? asked.srcMemoryType : asked.dstMemoryType) = CU_MEMORYTYPE_ARRAY;
    (source ? asked.srcArray : asked.dstArray) = array;
    (source ? asked.srcXInBytes : asked.dstXInBytes) = offset;
}

CUDA_MEMCPY3D hostToArray(CUarray array, std::size_t offset, const void* host, std::size_t bytes) {
    CUDA_MEMCPY3D asked = arrayRun(bytes);
    asked.srcMemoryType = CU_MEMORYTYPE_HOST;
    asked.srcHost = host;
    setArray(asked, false, array, offset);
    return asked;
}

CUDA_MEMCPY3D arrayToHost(void* host, CUarray array, std::size_t offset, std::size_t bytes) {
    CUDA_MEMCPY3D asked = arrayRun(bytes);
    asked.dstMemoryType = CU_MEMORYTYPE_HOST;
    asked.dstHost = host;
    setArray(asked, true, array, offset);
    return asked;
}

CUDA_MEMCPY3D withoutContexts(const CUDA_MEMCPY3D_PEER& peer) {
    CUDA_MEMCPY3D asked{};
    asked.srcXInBytes = peer.srcXInBytes;
    asked.srcY = peer.srcY;
    asked.srcZ = peer.srcZ;
    asked.srcMemoryType = peer.srcMemoryType;
    asked.srcHost = peer.srcHost;
    asked.srcDevice = peer.srcDevice;
    asked.srcArray = peer.srcArray;
    asked.srcPitch = peer.srcPitch;
    asked.srcHeight = peer.srcHeight;
    asked.dstXInBytes = peer.dstXInBytes;
    asked.dstY = peer.dstY;
    asked.dstZ = peer.dstZ;
    asked.dstMemoryType = peer.dstMemoryType;
    asked.dstHost = peer.dstHost;
    asked.dstDevice = peer.dstDevice;
    asked.dstArray = peer.dstArray;
    asked.dstPitch = peer.dstPitch;
    asked.dstHeight = peer.dstHeight;
    asked.WidthInBytes = peer.WidthInBytes;
    asked.Height = peer.Height;
    asked.Depth = peer.Depth;
    return asked;
}

/// Between devices as between buffers of one: the contexts must exist, the addresses say the rest.
Copy planPeer(CUdeviceptr to, CUcontext toContext, CUdeviceptr from, CUcontext fromContext,
              std::size_t bytes) {
    Runtime::get().context(toContext)->requireUsable();
    Runtime::get().context(fromContext)->requireUsable();
    return planLinear(to, Side::device, from, Side::device, bytes);
}

void fill(CUstream stream, CUdeviceptr to, std::size_t pitch, std::uint32_t value,
          std::uint32_t elementSize, std::size_t width, std::size_t height) {
    const auto queue = Runtime::get().stream(stream);
    if (width == 0 || height == 0)
        return;
    require(to % elementSize == 0 &&
            width <= std::numeric_limits<std::size_t>::max() / elementSize);
    if (height > 1)
        require(pitch >= width * elementSize && pitch % elementSize == 0);
    requireDeviceRange(to, checkedReach(height, pitch, width * elementSize));
    queue->submit(Fill{to, pitch, value, elementSize, width, height});
}

/// In the null stream. Memory that the host can look at is filled when the call returns (CUDA
/// Driver API, "API synchronization behavior").
void fillNow(CUdeviceptr to, std::size_t pitch, std::uint32_t value, std::uint32_t elementSize,
             std::size_t width, std::size_t height) {
    fill(nullptr, to, pitch, value, elementSize, width, height);
    const auto region = Runtime::get().memory().find(to);
    if (region && (region->onHost() || region->managed()))
        nullStream()->synchronize();
}

} // namespace

CUresult CUDAAPI cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
    return entry([&] {
        const auto stream = nullStream();
        copyNow(*stream, planLinear(dst, Side::either, src, Side::either, ByteCount));
    });
}

CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount,
                               CUstream hStream) {
    return entry([&] {
        const auto stream = Runtime::get().stream(hStream);
        copyLater(*stream, planLinear(dst, Side::either, src, Side::either, ByteCount));
    });
}

CUresult CUDAAPI cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) {
    return entry([&] {
        const auto stream = nullStream();
        copyNow(*stream,
                planLinear(dstDevice, Side::device, addressOf(srcHost), Side::host, ByteCount));
    });
}

CUresult CUDAAPI cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount,
                                      CUstream hStream) {
    return entry([&] {
        const auto stream = Runtime::get().stream(hStream);
        copyLater(*stream,
                  planLinear(dstDevice, Side::device, addressOf(srcHost), Side::host, ByteCount));
    });
}

CUresult CUDAAPI cuMemcpyDtoH_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
    return entry([&] {
        const auto stream = nullStream();
        copyNow(*stream,
                planLinear(addressOf(dstHost), Side::host, srcDevice, Side::device, ByteCount));
    });
}

CUresult CUDAAPI cuMemcpyDtoHAsync_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount,
                                      CUstream hStream) {
    return entry([&] {
        const auto stream = Runtime::get().stream(hStream);
        copyLater(*stream,
                  planLinear(addressOf(dstHost), Side::host, srcDevice, Side::device, ByteCount));
    });
}

// Between device buffers the host is not made to wait, not even without Async in the name.
CUresult CUDAAPI cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
    return cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, nullptr);
}

CUresult CUDAAPI cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice,
                                      size_t ByteCount, CUstream hStream) {
    return entry([&] {
        const auto stream = Runtime::get().stream(hStream);
        copyLater(*stream, planLinear(dstDevice, Side::device, srcDevice, Side::device, ByteCount));
    });
}

CUresult CUDAAPI cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                              CUcontext srcContext, size_t ByteCount) {
    return entry([&] {
        const auto stream = nullStream();
        copyNow(*stream, planPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount));
    });
}

CUresult CUDAAPI cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext,
                                   CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount,
                                   CUstream hStream) {
    return entry([&] {
        const auto stream = Runtime::get().stream(hStream);
        copyLater(*stream, planPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount));
    });
}

CUresult CUDAAPI cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice,
                                 size_t ByteCount) {
    return entry([&] {
        CUDA_MEMCPY3D asked = arrayRun(ByteCount);
        asked.srcMemoryType = CU_MEMORYTYPE_DEVICE;
        asked.srcDevice = srcDevice;
        setArray(asked, false, dstArray, dstOffset);
        const auto stream = nullStream();
        copyNow(*stream, planCopy(asked));
    });
}

CUresult CUDAAPI cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset,
                                 size_t ByteCount) {
    return entry([&] {
        CUDA_MEMCPY3D asked = arrayRun(ByteCount);
        asked.dstMemoryType = CU_MEMORYTYPE_DEVICE;
        asked.dstDevice = dstDevice;
        setArray(asked, true, srcArray, srcOffset);
        const auto stream = nullStream();
        copyNow(*stream, planCopy(asked));
    });
}

CUresult CUDAAPI cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void* srcHost,
                                 size_t ByteCount) {
    return entry([&] {
        const auto stream = nullStream();
        copyNow(*stream, planCopy(hostToArray(dstArray, dstOffset, srcHost, ByteCount)));
    });
}

CUresult CUDAAPI cuMemcpyHtoAAsync_v2(CUarray dstArray, size_t dstOffset, const void* srcHost,
                                      size_t ByteCount, CUstream hStream) {
    return entry([&] {
        const auto stream = Runtime::get().stream(hStream);
        copyLater(*stream, planCopy(hostToArray(dstArray, dstOffset, srcHost, ByteCount)));
    });
}

CUresult CUDAAPI cuMemcpyAtoH_v2(void* dstHost, CUarray srcArray, size_t srcOffset,
                                 size_t ByteCount) {
    return entry([&] {
        const auto stream = nullStream();
        copyNow(*stream, planCopy(arrayToHost(dstHost, srcArray, srcOffset, ByteCount)));
    });
}

CUresult CUDAAPI cuMemcpyAtoHAsync_v2(void* dstHost, CUarray srcArray, size_t srcOffset,
                                      size_t ByteCount, CUstream hStream) {
    return entry([&] {
        const auto stream = Runtime::get().stream(hStream);
        copyLater(*stream, planCopy(arrayToHost(dstHost, srcArray, srcOffset, ByteCount)));
    });
}

CUresult CUDAAPI cuMemcpyAtoA_v2(CUarray dstArray, size_t dstOffset, CUarray srcArray,
                                 size_t srcOffset, size_t ByteCount) {
    return entry([&] {
        CUDA_MEMCPY3D asked = arrayRun(ByteCount);
        setArray(asked, true, srcArray, srcOffset);
        setArray(asked, false, dstArray, dstOffset);
        const auto stream = nullStream();
        copyNow(*stream, planCopy(asked));
    });
}

CUresult CUDAAPI cuMemcpy2D_v2(const CUDA_MEMCPY2D* pCopy) {
    return entry([&] {
        require(pCopy != nullptr);
        const auto stream = nullStream();
        copyNow(*stream, planCopy(to3D(*pCopy)));
    });
}

CUresult CUDAAPI cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* pCopy) {
    return cuMemcpy2D_v2(pCopy);
}

CUresult CUDAAPI cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* pCopy, CUstream hStream) {
    return entry([&] {
        require(pCopy != nullptr);
        const auto stream = Runtime::get().stream(hStream);
        copyLater(*stream, planCopy(to3D(*pCopy)));
    });
}

CUresult CUDAAPI cuMemcpy3D_v2(const CUDA_MEMCPY3D* pCopy) {
    return entry([&] {
        require(pCopy != nullptr);
        const auto stream = nullStream();
        copyNow(*stream, planCopy(*pCopy));
    });
}

CUresult CUDAAPI cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* pCopy, CUstream hStream) {
    return entry([&] {
        require(pCopy != nullptr);
        const auto stream = Runtime::get().stream(hStream);
        copyLater(*stream, planCopy(*pCopy));
    });
}

CUresult CUDAAPI cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* pCopy) {
    return entry([&] {
        require(pCopy != nullptr);
        const auto stream = nullStream();
        copyNow(*stream, planCopy(withoutContexts(*pCopy)));
    });
}

CUresult CUDAAPI cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* pCopy, CUstream hStream) {
    return entry([&] {
        require(pCopy != nullptr);
        const auto stream = Runtime::get().stream(hStream);
        copyLater(*stream, planCopy(withoutContexts(*pCopy)));
    });
}

CUresult CUDAAPI cuMemcpyBatchAsync_v2(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes,
                                       size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs,
                                       size_t numAttrs, CUstream hStream) {
    return entry([&] {
        require(dsts && srcs && sizes && count > 0 && attrs && attrsIdxs && numAttrs > 0);
        require(hStream != nullptr && hStream != CU_STREAM_LEGACY);
        const auto stream = Runtime::get().stream(hStream);
        std::vector<Copy> copies;
        for (std::size_t i = 0; i < count; ++i) {
            require(sizes[i] > 0);
            copies.push_back(planLinear(dsts[i], Side::either, srcs[i], Side::either, sizes[i]));
        }
        for (Copy& copy : copies)
            copyLater(*stream, std::move(copy));
    });
}

CUresult CUDAAPI cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes,
                                    size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs,
                                    size_t numAttrs, size_t* failIdx, CUstream hStream) {
    const CUresult result =
        cuMemcpyBatchAsync_v2(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream);
    if (result != CUDA_SUCCESS && failIdx)
        *failIdx = SIZE_MAX; // not one copy's fault
    return result;
}

CUresult CUDAAPI cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, size_t N) {
    return entry([&] { fillNow(dstDevice, 0, uc, 1, N, 1); });
}

CUresult CUDAAPI cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, size_t N) {
    return entry([&] { fillNow(dstDevice, 0, us, 2, N, 1); });
}

CUresult CUDAAPI cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, size_t N) {
    return entry([&] { fillNow(dstDevice, 0, ui, 4, N, 1); });
}

CUresult CUDAAPI cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc,
                                 size_t Width, size_t Height) {
    return entry([&] { fillNow(dstDevice, dstPitch, uc, 1, Width, Height); });
}

CUresult CUDAAPI cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us,
                                  size_t Width, size_t Height) {
    return entry([&] { fillNow(dstDevice, dstPitch, us, 2, Width, Height); });
}

CUresult CUDAAPI cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui,
                                  size_t Width, size_t Height) {
    return entry([&] { fillNow(dstDevice, dstPitch, ui, 4, Width, Height); });
}

CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N,
                                 CUstream hStream) {
    return entry([&] { fill(hStream, dstDevice, 0, uc, 1, N, 1); });
}

CUresult CUDAAPI cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N,
                                  CUstream hStream) {
    return entry([&] { fill(hStream, dstDevice, 0, us, 2, N, 1); });
}

CUresult CUDAAPI cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N,
                                  CUstream hStream) {
    return entry([&] { fill(hStream, dstDevice, 0, ui, 4, N, 1); });
}

CUresult CUDAAPI cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc,
                                   size_t Width, size_t Height, CUstream hStream) {
    return entry([&] { fill(hStream, dstDevice, dstPitch, uc, 1, Width, Height); });
}

CUresult CUDAAPI cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us,
                                    size_t Width, size_t Height, CUstream hStream) {
    return entry([&] { fill(hStream, dstDevice, dstPitch, us, 2, Width, Height); });
}

CUresult CUDAAPI cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui,
                                    size_t Width, size_t Height, CUstream hStream) {
    return entry([&] { fill(hStream, dstDevice, dstPitch, ui, 4, Width, Height); });
}
