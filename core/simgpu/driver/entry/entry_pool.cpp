// SPDX-License-Identifier: GPL-3.0-or-later
// Stream-ordered memory and its pools.
#include "core/simgpu/driver/graph/graph_memory.h"
#include "core/simgpu/driver/graph/graph_params.h"
#include "core/simgpu/driver/memory/memory_pool.h"
#include "core/simgpu/driver/runtime.h"

#include <algorithm>

using namespace warpbench::simgpu::driver;

namespace {

std::shared_ptr<MemoryPool> poolOf(CUmemoryPool handle) {
    auto pool = Runtime::get().pools.find(fromHandle(handle));
    require(pool != nullptr);
    return pool;
}

/// Under capture the allocation becomes a node, and its memory the graph's.
CUdeviceptr captureAllocation(const MemoryPool& pool, std::size_t bytes, Stream& stream) {
    CUDA_MEM_ALLOC_NODE_PARAMS params{};
    params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params.poolProps.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE,
                                 .id = pool.device().ordinal()};
    params.bytesize = bytes;
    const std::lock_guard lock(Graph::mutex());
    const auto capture = stream.capture();
    require(capture != nullptr, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    stream.submit(allocationOf(params, *capture->graph, Capture::tail(stream)));
    return params.dptr;
}

/// \returns false if the address is not memory of a graph
bool freeGraphMemory(CUdeviceptr address, Stream& stream) {
    const auto memory = GraphMemory::at(address);
    if (!memory)
        return false;
    if (const auto capture = stream.capture()) {
        const std::lock_guard lock(Graph::mutex());
        stream.submit(releaseOf(capture->graph, address));
        return true;
    }
    require(memory->owed());
    stream.submit(MemoryRelease{address, memory});
    memory->setOwed(false);
    return true;
}

/// The address is valid at once; only the free is really stream-ordered.
CUdeviceptr allocateFrom(const std::shared_ptr<MemoryPool>& pool, std::size_t bytes,
                         CUstream hStream) {
    const auto stream = Runtime::get().stream(hStream);
    bytes = std::max<std::size_t>(bytes, 1); // zero bytes also get an address
    if (stream->capturing())
        return captureAllocation(*pool, bytes, *stream);
    const std::uint64_t base = pool->allocate(bytes);
    require(base != 0, CUDA_ERROR_OUT_OF_MEMORY);
    Region region;
    region.kind = Region::Kind::pool;
    region.base = base;
    region.size = bytes;
    region.device = &pool->device();
    region.pool = pool;
    Runtime::get().memory().add(std::move(region));
    if (const auto& preferred = pool->preferred()) {
        Runtime::get().memory().advise(base, bytes,
                                       [&](Advice& advice) { advice.preferred = *preferred; });
        markWritten(base, bytes); // the host may write it without any call that reports it
    }
    return base;
}

/// A pool's own device always has full access. The error codes are those of driver 580.
void requireOwnAccess(CUmemAccess_flags flags) {
    require(flags != CU_MEM_ACCESS_FLAGS_PROT_NONE, CUDA_ERROR_INVALID_DEVICE);
    require(flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE, CUDA_ERROR_NOT_SUPPORTED);
}

/// The preferred location of a pool's memory. The meaning of each type was tested with driver 580
/// on an H200. It also has pools of page-locked host memory, which are not simulated.
void requirePlace(const CUmemLocation& place, CUmemAllocationType type) {
    require(type == CU_MEM_ALLOCATION_TYPE_PINNED || isManaged(type));
    if (place.type == CU_MEM_LOCATION_TYPE_DEVICE)
        Runtime::get().device(place.id);
    else if (isManaged(type))
        require(place.type == CU_MEM_LOCATION_TYPE_INVALID ||
                    place.type == CU_MEM_LOCATION_TYPE_HOST ||
                    place.type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
                    place.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT,
                CUDA_ERROR_NOT_SUPPORTED);
    else
        fail(place.type == CU_MEM_LOCATION_TYPE_INVALID ? CUDA_ERROR_INVALID_VALUE
                                                        : CUDA_ERROR_NOT_SUPPORTED);
}

Device& deviceAt(const CUmemLocation* location) {
    require(location != nullptr && location->type == CU_MEM_LOCATION_TYPE_DEVICE);
    return Runtime::get().device(location->id);
}

} // namespace

CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) {
    return entry([&] {
        require(dptr != nullptr);
        Device& device = Runtime::get().stream(hStream)->context()->device();
        *dptr = allocateFrom(device.currentPool(), bytesize, hStream);
    });
}

CUresult CUDAAPI cuMemAllocFromPoolAsync(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool,
                                         CUstream hStream) {
    return entry([&] {
        require(dptr != nullptr);
        *dptr = allocateFrom(poolOf(pool), bytesize, hStream);
    });
}

CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
    return entry([&] {
        const auto stream = Runtime::get().stream(hStream);
        if (dptr == 0) // freeing nothing is not an error (tested with driver 580)
            return;
        if (freeGraphMemory(dptr, *stream))
            return;
        // A graph may be launched twice; memory from outside can be freed once.
        require(!stream->capturing(), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
        const auto region = Runtime::get().memory().find(dptr);
        require(region && region->base == dptr);
        // Other device memory may also be freed in stream order; this waits for it.
        if (region->kind != Region::Kind::pool) {
            stream->synchronize();
            const CUresult result = cuMemFree_v2(dptr);
            require(result == CUDA_SUCCESS, result);
            return;
        }
        stream->submit(MemoryRelease{dptr, nullptr});
    });
}

CUresult CUDAAPI cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* poolProps) {
    return entry([&] {
        require(pool != nullptr && poolProps != nullptr);
        const CUmemLocation place = poolProps->location;
        const bool managed = isManaged(poolProps->allocType);
        requirePlace(place, poolProps->allocType);
        require(poolProps->handleTypes == CU_MEM_HANDLE_TYPE_NONE, CUDA_ERROR_NOT_SUPPORTED);
        require(!managed || poolProps->maxSize == 0);
        const int device = place.type == CU_MEM_LOCATION_TYPE_DEVICE ? place.id : 0;
        auto made = std::make_shared<MemoryPool>(Runtime::get().device(device), poolProps->maxSize,
                                                 managed ? std::optional(place) : std::nullopt);
        const CUmemoryPool handle = toHandle<CUmemoryPool>(Runtime::get().pools.add(made));
        made->setHandle(handle);
        *pool = handle;
    });
}

CUresult CUDAAPI cuMemPoolDestroy(CUmemoryPool pool) {
    return entry([&] {
        const auto known = poolOf(pool);
        Device& device = known->device();
        // A default pool stays.
        require(known != device.defaultPool() && !Runtime::get().managedPools.isDefault(*known));
        Runtime::get().pools.remove(fromHandle(pool));
        known->close();
        if (device.currentPool() == known)
            device.setCurrentPool(nullptr);
        Runtime::get().managedPools.drop(*known);
    });
}

CUresult CUDAAPI cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) {
    return entry([&] { poolOf(pool)->trimTo(minBytesToKeep); });
}

CUresult CUDAAPI cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
    return entry([&] {
        require(value != nullptr);
        poolOf(pool)->setAttribute(attr, value);
    });
}

CUresult CUDAAPI cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
    return entry([&] {
        require(value != nullptr);
        poolOf(pool)->getAttribute(attr, value);
    });
}

CUresult CUDAAPI cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* map, size_t count) {
    return entry([&] {
        require(map != nullptr && count > 0);
        const auto known = poolOf(pool);
        if (known->preferred())
            return; // everybody uses managed memory, whatever is set
        for (std::size_t i = 0; i < count; ++i) {
            Device& device = deviceAt(&map[i].location);
            require(map[i].flags == CU_MEM_ACCESS_FLAGS_PROT_NONE ||
                    map[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READ ||
                    map[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
            if (&device == &known->device())
                requireOwnAccess(map[i].flags);
            else
                known->setAccess(device, map[i].flags);
        }
    });
}

CUresult CUDAAPI cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool memPool,
                                    CUmemLocation* location) {
    return entry([&] {
        require(flags != nullptr);
        const auto pool = poolOf(memPool);
        *flags = pool->preferred() ? CU_MEM_ACCESS_FLAGS_PROT_NONE // as an H200's driver says
                                   : pool->access(deviceAt(location).ordinal());
    });
}

CUresult CUDAAPI cuMemGetDefaultMemPool(CUmemoryPool* pool_out, CUmemLocation* location,
                                        CUmemAllocationType type) {
    return entry([&] {
        require(pool_out != nullptr);
        require(location != nullptr);
        requirePlace(*location, type);
        *pool_out = (isManaged(type) ? Runtime::get().managedPools.defaultAt(*location)
                                     : deviceAt(location).defaultPool())
                        ->handle();
    });
}

CUresult CUDAAPI cuMemGetMemPool(CUmemoryPool* pool, CUmemLocation* location,
                                 CUmemAllocationType type) {
    return entry([&] {
        require(pool != nullptr);
        require(location != nullptr);
        requirePlace(*location, type);
        *pool = (isManaged(type) ? Runtime::get().managedPools.currentAt(*location)
                                 : deviceAt(location).currentPool())
                    ->handle();
    });
}

CUresult CUDAAPI cuMemSetMemPool(CUmemLocation* location, CUmemAllocationType type,
                                 CUmemoryPool pool) {
    return entry([&] {
        require(location != nullptr);
        requirePlace(*location, type);
        auto known = poolOf(pool);
        require(known->preferred().has_value() == isManaged(type));
        if (isManaged(type)) {
            require(location->type != CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT,
                    CUDA_ERROR_NOT_SUPPORTED);
            Runtime::get().managedPools.setCurrent(*location, std::move(known));
            return;
        }
        Device& device = deviceAt(location);
        require(&known->device() == &device);
        device.setCurrentPool(std::move(known));
    });
}
