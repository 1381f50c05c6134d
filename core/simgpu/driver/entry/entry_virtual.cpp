// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual memory management: reserving addresses, creating memory, mapping it.
#include "core/simgpu/driver/runtime.h"

using namespace warpbench::simgpu::driver;

namespace {

/// Memory of a device, in this process only: nothing is exported (see simulated-gpu.md).
Device& deviceOf(const CUmemAllocationProp* prop) {
    require(prop != nullptr && prop->type == CU_MEM_ALLOCATION_TYPE_PINNED);
    require(prop->requestedHandleTypes == CU_MEM_HANDLE_TYPE_NONE, CUDA_ERROR_NOT_SUPPORTED);
    require(prop->allocFlags.compressionType == CU_MEM_ALLOCATION_COMP_NONE ||
            prop->allocFlags.compressionType == CU_MEM_ALLOCATION_COMP_GENERIC);
    switch (prop->location.type) {
    case CU_MEM_LOCATION_TYPE_DEVICE:
        break;
    case CU_MEM_LOCATION_TYPE_HOST:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
        fail(CUDA_ERROR_NOT_SUPPORTED);
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
    Device& device = Runtime::get().device(prop->location.id);
    require(device.attribute(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) != 0,
            CUDA_ERROR_NOT_SUPPORTED);
    return device;
}

std::shared_ptr<PhysicalMemory> memoryOf(CUmemGenericAllocationHandle handle) {
    auto memory = Runtime::get().physicalMemory.find(handle);
    require(memory != nullptr);
    return memory;
}

/// A handle that was released comes back for memory that is still mapped: counting and naming are
/// one step.
std::mutex& handleMutex() {
    static auto& mutex = *new std::mutex;
    return mutex;
}

} // namespace

CUresult CUDAAPI cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* prop,
                                               CUmemAllocationGranularity_flags option) {
    return entry([&] {
        require(granularity != nullptr && (option == CU_MEM_ALLOC_GRANULARITY_MINIMUM ||
                                           option == CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
        deviceOf(prop);
        *granularity = kVirtualGranularity;
    });
}

// The address is only a hint, as documented: if it is occupied, another one is
// returned.
CUresult CUDAAPI cuMemAddressReserve(CUdeviceptr* ptr, size_t size, size_t alignment,
                                     CUdeviceptr addr, unsigned long long flags) {
    return entry([&] {
        require(ptr != nullptr && flags == 0);
        *ptr = Runtime::get().virtualMemory().reserve(size, alignment, addr);
    });
}

CUresult CUDAAPI cuMemAddressFree(CUdeviceptr ptr, size_t size) {
    return entry([&] { Runtime::get().virtualMemory().release(ptr, size); });
}

CUresult CUDAAPI cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size,
                             const CUmemAllocationProp* prop, unsigned long long flags) {
    return entry([&] {
        require(handle != nullptr && flags == 0);
        Device& device = deviceOf(prop);
        require(size > 0 && size % kVirtualGranularity == 0);
        auto memory = std::make_shared<PhysicalMemory>(device, *prop, size);
        *handle = Runtime::get().physicalMemory.add(memory);
        memory->setHandle(*handle);
    });
}

CUresult CUDAAPI cuMemRelease(CUmemGenericAllocationHandle handle) {
    return entry([&] {
        const std::lock_guard lock(handleMutex());
        if (--memoryOf(handle)->references == 0)
            Runtime::get().physicalMemory.remove(handle);
    });
}

CUresult CUDAAPI cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* addr) {
    return entry([&] {
        require(handle != nullptr);
        const auto memory = Runtime::get().virtualMemory().mappedAt(
            static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(addr)));
        require(memory != nullptr);
        // Mapped memory whose handle was released gets its handle back.
        const std::lock_guard lock(handleMutex());
        if (memory->references++ == 0)
            memory->setHandle(Runtime::get().physicalMemory.add(memory));
        *handle = memory->handle();
    });
}

CUresult CUDAAPI cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* prop,
                                                        CUmemGenericAllocationHandle handle) {
    return entry([&] {
        require(prop != nullptr);
        *prop = memoryOf(handle)->properties();
    });
}

CUresult CUDAAPI cuMemMap(CUdeviceptr ptr, size_t size, size_t offset,
                          CUmemGenericAllocationHandle handle, unsigned long long flags) {
    return entry([&] {
        require(flags == 0 && size > 0);
        const auto memory = memoryOf(handle);
        // Driver 580 maps the whole memory or nothing, and does not call the rest a wrong value.
        require(offset == 0 && size == memory->size(), CUDA_ERROR_NOT_SUPPORTED);
        Runtime::get().virtualMemory().map(ptr, memory);
    });
}

CUresult CUDAAPI cuMemUnmap(CUdeviceptr ptr, size_t size) {
    return entry([&] { Runtime::get().virtualMemory().unmap(ptr, size); });
}

CUresult CUDAAPI cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc* desc,
                                size_t count) {
    return entry([&] {
        require(desc != nullptr && count > 0);
        for (std::size_t i = 0; i < count; ++i) {
            require(desc[i].location.type != CU_MEM_LOCATION_TYPE_HOST, CUDA_ERROR_NOT_SUPPORTED);
            require(desc[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE);
            Device& device = Runtime::get().device(desc[i].location.id);
            Runtime::get().virtualMemory().setAccess(ptr, size, device, desc[i].flags);
        }
    });
}

CUresult CUDAAPI cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location,
                                CUdeviceptr ptr) {
    return entry([&] {
        require(flags != nullptr && location != nullptr &&
                location->type == CU_MEM_LOCATION_TYPE_DEVICE);
        const Device& device = Runtime::get().device(location->id);
        *flags = Runtime::get().virtualMemory().access(ptr, device);
    });
}
