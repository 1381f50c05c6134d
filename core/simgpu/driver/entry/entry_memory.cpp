// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: device, page-locked, managed, registered; pointer attributes.
#include "core/simgpu/driver/graph/graph_memory.h"
#include "core/simgpu/driver/memory/address.h"
#include "core/simgpu/driver/memory/memory_pool.h"
#include "core/simgpu/driver/runtime.h"
#include "core/simgpu/host/mapped_memory.h"

#include <mutex>

using namespace warpbench::simgpu::driver;

namespace {

/// Waits for work that may use a region: that of all contexts, if every device can access it.
void waitForUsers(const Region& region, const ContextPtr& current) {
    if (region.onHost() || region.managed()) {
        Runtime::get().waitForAllWork();
        return;
    }
    const ContextPtr owner = region.context.lock();
    for (const TaskPtr& tail : (owner ? owner : current)->tails())
        tail->wait();
}

/// cuMemFree waits until the device has finished its work.
void freeDevice(CUdeviceptr dptr) {
    const ContextPtr current = currentContext();
    if (dptr == 0)
        return;
    const auto known = Runtime::get().memory().find(dptr);
    const auto memory = GraphMemory::at(dptr);
    require(known && (memory || known->base == dptr));
    waitForUsers(*known, current);
    if (memory) {
        require(memory->owed());
        memory->end();
        memory->setOwed(false);
        return;
    }
    const auto region = Runtime::get().memory().removeAt(dptr, [](const Region& r) {
        return r.kind == Region::Kind::device || r.kind == Region::Kind::managed ||
               r.kind == Region::Kind::pool;
    });
    require(region.has_value());
    releaseRegion(*region);
}

void freeHost(void* p, Region::Kind kind, CUresult error) {
    const ContextPtr current = currentContext();
    const auto region = Runtime::get().memory().removeAt(
        addressOf(p), [&](const Region& r) { return r.kind == kind; });
    require(region.has_value(), error);
    waitForUsers(*region, current);
    releaseRegion(*region);
}

/// \returns false if the attribute does not describe a range of memory
bool regionAttribute(void* data, CUpointer_attribute attribute, const Place& place,
                     const std::optional<Region>& region, CUdeviceptr ptr) {
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: {
        const ContextPtr owner = region ? region->context.lock() : nullptr;
        *static_cast<CUcontext*>(data) = owner ? owner->handle() : nullptr;
        return true;
    }
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *static_cast<CUmemorytype*>(data) =
            place.onHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        return true;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *static_cast<CUdeviceptr*>(data) = ptr;
        return true;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        require(place.onHost || (region && region->managed()));
        *static_cast<void**>(data) = pointerAt(ptr);
        return true;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        *static_cast<unsigned int*>(data) = region && region->syncMemops;
        return true;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        *static_cast<unsigned long long*>(data) = region ? region->id : 0;
        return true;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *static_cast<unsigned int*>(data) = region && region->managed();
        return true;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *static_cast<int*>(data) = place.device->ordinal();
        return true;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *static_cast<CUdeviceptr*>(data) = place.base;
        return true;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *static_cast<size_t*>(data) = place.size;
        return true;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        *static_cast<unsigned int*>(data) = 1;
        return true;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *static_cast<CUmemoryPool*>(data) =
            region && region->pool ? region->pool->handle() : nullptr;
        return true;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
        *static_cast<unsigned int*>(data) = 0;
        return true;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        *static_cast<unsigned long long*>(data) = 0;
        return true;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        *static_cast<unsigned int*>(data) = CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
        return true;
    default:
        return false;
    }
}

void pointerAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
    require(data != nullptr);
    const Place place = placeOf(ptr);
    require(place.device != nullptr);
    require(regionAttribute(data, attribute, place, Runtime::get().memory().find(ptr), ptr));
}

/// The answer of cuPointerGetAttributes for unknown memory, which is not an error.
void unknownAttribute(void* data, CUpointer_attribute attribute) {
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *static_cast<int*>(data) = -2; // CU_DEVICE_INVALID
        return;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_MAPPED:
        *static_cast<unsigned int*>(data) = 0;
        return;
    case CU_POINTER_ATTRIBUTE_CONTEXT:
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *static_cast<unsigned long long*>(data) = 0;
        return;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

} // namespace

CUresult CUDAAPI cuMemGetInfo_v2(size_t* free, size_t* total) {
    return entry([&] {
        const auto memory = currentContext()->device().memory();
        if (free)
            *free = memory->capacity() - memory->used();
        if (total)
            *total = memory->capacity();
    });
}

CUresult CUDAAPI cuMemAlloc_v2(CUdeviceptr* dptr, size_t bytesize) {
    return entry([&] {
        require(dptr != nullptr);
        *dptr = allocateDevice(currentContext(), bytesize);
    });
}

CUresult CUDAAPI cuMemAllocPitch_v2(CUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes,
                                    size_t Height, unsigned int ElementSizeBytes) {
    return entry([&] {
        require(dptr != nullptr && pPitch != nullptr && WidthInBytes > 0 && Height > 0);
        require(ElementSizeBytes == 4 || ElementSizeBytes == 8 || ElementSizeBytes == 16);
        const ContextPtr context = currentContext();
        // The pitch on an H200: rows are aligned for textures (attribute TEXTURE_ALIGNMENT).
        const std::size_t pitch = (WidthInBytes + 511) / 512 * 512;
        require(pitch >= WidthInBytes && Height <= SIZE_MAX / pitch);
        *dptr = allocateDevice(context, pitch * Height);
        *pPitch = pitch;
    });
}

CUresult CUDAAPI cuMemFree_v2(CUdeviceptr dptr) {
    return entry([&] { freeDevice(dptr); });
}

CUresult CUDAAPI cuMemGetAddressRange_v2(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr) {
    return entry([&] {
        currentContext();
        const Place place = placeOf(dptr);
        require(place.device != nullptr, CUDA_ERROR_NOT_FOUND);
        if (pbase)
            *pbase = place.base;
        if (psize)
            *psize = place.size;
    });
}

CUresult CUDAAPI cuMemAllocHost_v2(void** pp, size_t bytesize) {
    return entry([&] {
        require(pp != nullptr);
        *pp = allocateHost(currentContext(), bytesize, 0);
    });
}

CUresult CUDAAPI cuMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags) {
    return entry([&] {
        constexpr unsigned int known =
            CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
        require(pp != nullptr && (Flags & ~known) == 0);
        *pp = allocateHost(currentContext(), bytesize, Flags);
    });
}

CUresult CUDAAPI cuMemFreeHost(void* p) {
    return entry([&] {
        if (p)
            freeHost(p, Region::Kind::host, CUDA_ERROR_INVALID_VALUE);
        else
            currentContext();
    });
}

CUresult CUDAAPI cuMemHostRegister_v2(void* p, size_t bytesize, unsigned int Flags) {
    return entry([&] {
        constexpr unsigned int known = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
                                       CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY;
        require(p != nullptr && bytesize > 0 && (Flags & ~known) == 0);
        require(bytesize <= UINT64_MAX - addressOf(p));
        const ContextPtr context = currentContext();
        MemoryRegistry& memory = Runtime::get().memory();
        // If two threads register the same memory at once, one of them gets an error.
        static std::mutex registering;
        const std::lock_guard lock(registering);
        // As driver 580.159 answers, wherever it begins. The memory of devices is not the
        // program's.
        require(bytesize <= warpbench::simgpu::host::physicalMemory(), CUDA_ERROR_OUT_OF_MEMORY);
        require(!memory.overlaps(addressOf(p), bytesize),
                CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
        const bool writes = (Flags & CU_MEMHOSTREGISTER_READ_ONLY) == 0;
        require((Flags & CU_MEMHOSTREGISTER_IOMEMORY) != 0 ||
                warpbench::simgpu::host::isAccessible(addressOf(p), bytesize, writes));
        Region region;
        region.kind = Region::Kind::registered;
        region.base = addressOf(p);
        region.size = bytesize;
        region.device = &context->device();
        region.context = context;
        region.hostFlags = Flags;
        memory.add(std::move(region));
    });
}

CUresult CUDAAPI cuMemHostRegister(void* p, size_t bytesize, unsigned int Flags) {
    return cuMemHostRegister_v2(p, bytesize, Flags);
}

CUresult CUDAAPI cuMemHostUnregister(void* p) {
    return entry([&] {
        require(p != nullptr);
        freeHost(p, Region::Kind::registered, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    });
}

CUresult CUDAAPI cuMemHostGetDevicePointer_v2(CUdeviceptr* pdptr, void* p, unsigned int Flags) {
    return entry([&] {
        require(pdptr != nullptr && Flags == 0);
        currentContext();
        const auto region = Runtime::get().memory().find(addressOf(p));
        require(region && region->onHost());
        *pdptr = addressOf(p);
    });
}

CUresult CUDAAPI cuMemHostGetFlags(unsigned int* pFlags, void* p) {
    return entry([&] {
        require(pFlags != nullptr);
        currentContext();
        const auto region = Runtime::get().memory().find(addressOf(p));
        require(region && region->kind == Region::Kind::host);
        // Unified addressing maps every page-locked allocation.
        *pFlags = region->hostFlags | CU_MEMHOSTALLOC_DEVICEMAP;
    });
}

CUresult CUDAAPI cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned int flags) {
    return entry([&] {
        require(dptr != nullptr);
        require(flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST);
        *dptr = allocateDevice(currentContext(), bytesize, Region::Kind::managed, 65536);
        // The host may write it without any call that would report it: it counts as written.
        markWritten(*dptr, bytesize);
    });
}

CUresult CUDAAPI cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
    return entry([&] { pointerAttribute(data, attribute, ptr); });
}

CUresult CUDAAPI cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute* attributes,
                                        void** data, CUdeviceptr ptr) {
    return entry([&] {
        require(numAttributes > 0 && attributes != nullptr && data != nullptr);
        const bool known = placeOf(ptr).device != nullptr;
        for (unsigned int i = 0; i < numAttributes; ++i) {
            require(data[i] != nullptr);
            if (known &&
                !(attributes[i] == CU_POINTER_ATTRIBUTE_HOST_POINTER && !placeOf(ptr).onHost))
                pointerAttribute(data[i], attributes[i], ptr);
            else
                unknownAttribute(data[i], attributes[i]);
        }
    });
}

CUresult CUDAAPI cuPointerSetAttribute(const void* value, CUpointer_attribute attribute,
                                       CUdeviceptr ptr) {
    return entry([&] {
        require(value != nullptr && attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS);
        const bool on = *static_cast<const unsigned int*>(value) != 0;
        require(Runtime::get().memory().setSyncMemops(ptr, on));
    });
}
