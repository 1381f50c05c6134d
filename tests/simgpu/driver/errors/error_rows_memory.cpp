// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/driver/errors/error_rows.h"

#include <cstdint>
#include <vector>

namespace driver_errors {

namespace {

using E = Environment;

constexpr size_t kUnit = 2u << 20; ///< of virtual memory, on every GPU there is

/// Runs the call with its own memory, which is freed afterwards.
template <typename Call>
CUresult withMemory(const Driver& d, size_t bytes, Call&& call) {
    CUdeviceptr memory = 0;
    if (const CUresult result = D(cuMemAlloc)(&memory, bytes); result != CUDA_SUCCESS)
        return result;
    const CUresult result = call(memory);
    D(cuMemFree)(memory);
    return result;
}

/// With reserved addresses and memory of one unit that is not mapped.
template <typename Call>
CUresult withVirtual(const Driver& d, Call&& call) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUdeviceptr base = 0;
    CUmemGenericAllocationHandle memory = 0;
    if (const CUresult result = D(cuMemAddressReserve)(&base, 2 * kUnit, 0, 0, 0);
        result != CUDA_SUCCESS)
        return result;
    CUresult result = D(cuMemCreate)(&memory, kUnit, &properties, 0);
    if (result == CUDA_SUCCESS) {
        result = call(base, memory);
        D(cuMemUnmap)(base, kUnit);
        D(cuMemRelease)(memory);
    }
    D(cuMemAddressFree)(base, 2 * kUnit);
    return result;
}

CUresult copy2D(const Driver& d, const E& e, size_t width, size_t height, size_t pitch) {
    std::vector<char> host(8192);
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host.data();
    copy.srcPitch = pitch;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = e.memory;
    copy.dstPitch = pitch;
    copy.WidthInBytes = width;
    copy.Height = height;
    return D(cuMemcpy2D)(&copy);
}

CUresult createArray(const Driver& d, size_t width, unsigned channels, CUarray_format format) {
    CUDA_ARRAY_DESCRIPTOR descriptor{width, 4, format, channels};
    CUarray array = nullptr;
    const CUresult result = D(cuArrayCreate)(&array, &descriptor);
    if (result == CUDA_SUCCESS)
        D(cuArrayDestroy)(array);
    return result;
}

CUresult linearTexture(const Driver& d, CUdeviceptr memory, CUarray_format format,
                       CUfilter_mode filter) {
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear.devPtr = memory;
    resource.res.linear.format = format;
    resource.res.linear.numChannels = 1;
    resource.res.linear.sizeInBytes = 1024;
    CUDA_TEXTURE_DESC description{};
    description.filterMode = filter;
    CUtexObject texture = 0;
    const CUresult result = D(cuTexObjectCreate)(&texture, &resource, &description, nullptr);
    if (result == CUDA_SUCCESS)
        D(cuTexObjectDestroy)(texture);
    return result;
}

std::vector<Row> allocationRows() {
    return {
        {"cuMemAlloc of nothing", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUdeviceptr memory = 0;
             return D(cuMemAlloc)(&memory, 0);
         }},
        {"cuMemAlloc to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuMemAlloc)(nullptr, 16); }},
        {"cuMemAlloc of too much", CUDA_ERROR_OUT_OF_MEMORY,
         [](const Driver& d, const E&) {
             CUdeviceptr memory = 0;
             return D(cuMemAlloc)(&memory, size_t{1} << 46);
         }},
        {"cuMemFree of null", CUDA_SUCCESS,
         [](const Driver& d, const E&) { return D(cuMemFree)(0); }},
        {"cuMemFree of a place inside", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) { return D(cuMemFree)(e.memory + 256); }},
        {"cuMemFree twice", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUdeviceptr memory = 0;
             D(cuMemAlloc)(&memory, 16u << 20);
             D(cuMemFree)(memory);
             return D(cuMemFree)(memory);
         }},
        {"cuMemAllocPitch of elements of 3 bytes", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUdeviceptr memory = 0;
             size_t pitch = 0;
             return D(cuMemAllocPitch)(&memory, &pitch, 100, 10, 3);
         }},
        {"cuMemAllocPitch of no lines", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUdeviceptr memory = 0;
             size_t pitch = 0;
             return D(cuMemAllocPitch)(&memory, &pitch, 100, 0, 4);
         }},
        {"cuMemHostAlloc with unknown flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             void* memory = nullptr;
             return D(cuMemHostAlloc)(&memory, 16, 0x100);
         }},
        {"cuMemFreeHost of the stack", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             int local = 0;
             return D(cuMemFreeHost)(&local);
         }},
        {"cuMemHostRegister of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuMemHostRegister)(nullptr, 16, 0); }},
        {"cuMemHostRegister of what nobody has", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             // Behind no program's end and before its libraries.
             return D(cuMemHostRegister)(reinterpret_cast<void*>(std::uintptr_t{1} << 40), 4096, 0);
         }},
        {"cuMemHostRegister of more memory than there is", CUDA_ERROR_OUT_OF_MEMORY,
         [](const Driver& d, const E&) {
             std::vector<char> memory(1u << 16);
             return D(cuMemHostRegister)(memory.data(), std::size_t{1} << 45, 0);
         }},
        {"cuMemHostRegister twice", CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
         [](const Driver& d, const E&) {
             std::vector<char> memory(1u << 16);
             D(cuMemHostRegister)(memory.data(), memory.size(), 0);
             const CUresult result = D(cuMemHostRegister)(memory.data(), memory.size(), 0);
             D(cuMemHostUnregister)(memory.data());
             return result;
         }},
        {"cuMemHostUnregister of what is not", CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
         [](const Driver& d, const E&) {
             std::vector<char> memory(1u << 16);
             return D(cuMemHostUnregister)(memory.data());
         }},
        {"cuMemAllocManaged with unknown flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUdeviceptr memory = 0;
             return D(cuMemAllocManaged)(&memory, 16, 7);
         }},
        {"cuMemAllocManaged of nothing", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUdeviceptr memory = 0;
             return D(cuMemAllocManaged)(&memory, 0, CU_MEM_ATTACH_GLOBAL);
         }},
        {"cuMemAdvise of what is not managed", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuMemAdvise)(e.memory, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY,
                                   CUmemLocation{CU_MEM_LOCATION_TYPE_DEVICE, {0}});
         }},
        {"cuMemGetAddressRange of no memory", CUDA_ERROR_NOT_FOUND,
         [](const Driver& d, const E&) {
             CUdeviceptr base = 0;
             size_t size = 0;
             return D(cuMemGetAddressRange)(&base, &size, 0x1000);
         }},
        {"cuPointerGetAttribute of the stack", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             int local = 0;
             CUmemorytype type{};
             return D(cuPointerGetAttribute)(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                             reinterpret_cast<CUdeviceptr>(&local));
         }},
        {"cuPointerGetAttribute to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return D(cuPointerGetAttribute)(nullptr, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, e.memory);
         }},
    };
}

std::vector<Row> copyRows() {
    return {
        {"cuMemcpyHtoD past the end", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             // Large: GPUs see the end of small allocations only where their pages end.
             return withMemory(d, 32u << 20, [&](CUdeviceptr memory) {
                 std::vector<char> host(4096);
                 return D(cuMemcpyHtoD)(memory + (32u << 20) - 64, host.data(), host.size());
             });
         }},
        {"cuMemcpyHtoD of nothing", CUDA_SUCCESS,
         [](const Driver& d, const E& e) {
             char host = 0;
             return D(cuMemcpyHtoD)(e.memory, &host, 0);
         }},
        {"cuMemcpyDtoH of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             char host = 0;
             return D(cuMemcpyDtoH)(&host, 0, 1);
         }},
        {"cuMemcpyDtoD of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) { return D(cuMemcpyDtoD)(e.memory, 0, 16); }},
        {"cuMemsetD32 of a crooked address", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) { return D(cuMemsetD32)(e.memory + 1, 0, 1); }},
        {"cuMemsetD16 of a crooked address", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) { return D(cuMemsetD16)(e.memory + 1, 0, 1); }},
        {"cuMemsetD8 of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuMemsetD8)(0, 0, 1); }},
        {"cuMemsetD8 of nothing", CUDA_SUCCESS,
         [](const Driver& d, const E& e) { return D(cuMemsetD8)(e.memory, 0, 0); }},
        {"cuMemsetD2D8 with a pitch below the width", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) { return D(cuMemsetD2D8)(e.memory, 8, 0, 16, 4); }},
        {"cuMemcpy2D", CUDA_SUCCESS,
         [](const Driver& d, const E& e) { return copy2D(d, e, 16, 4, 64); }},
        {"cuMemcpy2D with a pitch below the width", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) { return copy2D(d, e, 100, 4, 64); }},
        {"cuMemcpy2D of nothing", CUDA_SUCCESS,
         [](const Driver& d, const E& e) { return copy2D(d, e, 0, 0, 64); }},
        {"cuMemcpy2D of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuMemcpy2D)(nullptr); }},
        {"cuMemcpy3D of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuMemcpy3D)(nullptr); }},
    };
}

std::vector<Row> poolRows() {
    const auto defaultPool = [](const Driver& d) {
        CUmemoryPool pool = nullptr;
        D(cuDeviceGetDefaultMemPool)(&pool, 0);
        return pool;
    };
    return {
        // Unlike with cuMemAlloc; the returned address can be freed.
        {"cuMemAllocAsync of nothing", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             CUdeviceptr memory = 0;
             const CUresult result = D(cuMemAllocAsync)(&memory, 0, nullptr);
             if (result != CUDA_SUCCESS)
                 return result;
             return memory ? D(cuMemFreeAsync)(memory, nullptr) : CUDA_SUCCESS;
         }},
        {"cuMemAllocFromPoolAsync of nothing", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             CUmemoryPool pool = nullptr;
             CUdeviceptr memory = 0;
             D(cuDeviceGetDefaultMemPool)(&pool, 0);
             const CUresult result = D(cuMemAllocFromPoolAsync)(&memory, 0, pool, nullptr);
             if (result != CUDA_SUCCESS)
                 return result;
             return memory ? D(cuMemFreeAsync)(memory, nullptr) : CUDA_SUCCESS;
         }},
        {"cuMemFreeAsync of null", CUDA_SUCCESS,
         [](const Driver& d, const E&) { return D(cuMemFreeAsync)(0, nullptr); }},
        {"cuMemAllocAsync to nowhere", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return D(cuMemAllocAsync)(nullptr, 16, nullptr); }},
        {"cuMemFreeAsync of a place inside", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) { return D(cuMemFreeAsync)(e.memory + 256, nullptr); }},
        {"cuMemPoolCreate of nothing", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUmemoryPool pool = nullptr;
             return D(cuMemPoolCreate)(&pool, nullptr);
         }},
        {"cuMemPoolDestroy of the default", CUDA_ERROR_INVALID_VALUE,
         [=](const Driver& d, const E&) { return D(cuMemPoolDestroy)(defaultPool(d)); }},
        {"cuMemPoolSetAttribute of a high mark to 1", CUDA_ERROR_INVALID_VALUE,
         [=](const Driver& d, const E&) {
             cuuint64_t one = 1;
             return D(cuMemPoolSetAttribute)(defaultPool(d), CU_MEMPOOL_ATTR_USED_MEM_HIGH, &one);
         }},
        {"cuMemPoolSetAttribute of what is in use", CUDA_ERROR_INVALID_VALUE,
         [=](const Driver& d, const E&) {
             cuuint64_t zero = 0;
             return D(cuMemPoolSetAttribute)(defaultPool(d), CU_MEMPOOL_ATTR_USED_MEM_CURRENT,
                                             &zero);
         }},
        // cuda.h names CUDA_ERROR_INVALID_VALUE alone; the codes are driver 580.159's.
        {"cuMemPoolSetAccess taking it from its device", CUDA_ERROR_INVALID_DEVICE,
         [=](const Driver& d, const E&) {
             CUmemAccessDesc access{};
             access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
             return D(cuMemPoolSetAccess)(defaultPool(d), &access, 1);
         }},
        {"cuMemPoolSetAccess to its device, to read", CUDA_ERROR_NOT_SUPPORTED,
         [=](const Driver& d, const E&) {
             CUmemAccessDesc access{};
             access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
             access.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
             return D(cuMemPoolSetAccess)(defaultPool(d), &access, 1);
         }},
        {"cuMemPoolTrimTo", CUDA_SUCCESS,
         [=](const Driver& d, const E&) { return D(cuMemPoolTrimTo)(defaultPool(d), 0); }},
    };
}

std::vector<Row> virtualRows() {
    return {
        {"cuMemAddressReserve of 1000 bytes", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUdeviceptr base = 0;
             return D(cuMemAddressReserve)(&base, 1000, 0, 0, 0);
         }},
        {"cuMemCreate of 1000 bytes", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUmemAllocationProp properties{};
             properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
             properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
             CUmemGenericAllocationHandle memory = 0;
             return D(cuMemCreate)(&memory, 1000, &properties, 0);
         }},
        // cuda.h: "offset ... must be zero", with CUDA_ERROR_INVALID_VALUE for wrong arguments;
        // this is driver 580.159's.
        {"cuMemMap with an offset", CUDA_ERROR_NOT_SUPPORTED,
         [](const Driver& d, const E&) {
             return withVirtual(d, [&](CUdeviceptr base, CUmemGenericAllocationHandle memory) {
                 return D(cuMemMap)(base, kUnit, kUnit, memory, 0);
             });
         }},
        {"cuMemMap of a half", CUDA_ERROR_NOT_SUPPORTED,
         [](const Driver& d, const E&) {
             return withVirtual(d, [&](CUdeviceptr base, CUmemGenericAllocationHandle memory) {
                 return D(cuMemMap)(base, kUnit / 2, 0, memory, 0);
             });
         }},
        {"cuMemMap with flags", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withVirtual(d, [&](CUdeviceptr base, CUmemGenericAllocationHandle memory) {
                 return D(cuMemMap)(base, kUnit, 0, memory, 1);
             });
         }},
        {"cuMemMap twice", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withVirtual(d, [&](CUdeviceptr base, CUmemGenericAllocationHandle memory) {
                 D(cuMemMap)(base, kUnit, 0, memory, 0);
                 return D(cuMemMap)(base, kUnit, 0, memory, 0);
             });
         }},
        {"cuMemcpyHtoD to reserved addresses", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withVirtual(d, [&](CUdeviceptr base, CUmemGenericAllocationHandle) {
                 const int word = 1;
                 return D(cuMemcpyHtoD)(base, &word, sizeof word);
             });
         }},
        {"cuMemcpyHtoD to mapped memory without access", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withVirtual(d, [&](CUdeviceptr base, CUmemGenericAllocationHandle memory) {
                 D(cuMemMap)(base, kUnit, 0, memory, 0);
                 const int word = 1;
                 return D(cuMemcpyHtoD)(base, &word, sizeof word);
             });
         }},
        {"cuMemUnmap of a part", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withVirtual(d, [&](CUdeviceptr base, CUmemGenericAllocationHandle memory) {
                 D(cuMemMap)(base, kUnit, 0, memory, 0);
                 return D(cuMemUnmap)(base, kUnit / 2);
             });
         }},
        {"cuMemUnmap of what is not mapped", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             return withVirtual(d, [&](CUdeviceptr base, CUmemGenericAllocationHandle) {
                 return D(cuMemUnmap)(base, kUnit);
             });
         }},
        {"cuMemSetAccess of what is not mapped", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return withVirtual(d, [&](CUdeviceptr base, CUmemGenericAllocationHandle) {
                 CUmemAccessDesc access{};
                 access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
                 access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
                 return D(cuMemSetAccess)(base, kUnit, &access, 1);
             });
         }},
        {"cuMemRetainAllocationHandle of other memory", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             CUmemGenericAllocationHandle handle = 0;
             return D(cuMemRetainAllocationHandle)(&handle, reinterpret_cast<void*>(e.memory));
         }},
    };
}

std::vector<Row> arrayRows() {
    return {
        {"cuArrayCreate of no width", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return createArray(d, 0, 1, CU_AD_FORMAT_FLOAT); }},
        {"cuArrayCreate of 3 channels", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return createArray(d, 16, 3, CU_AD_FORMAT_FLOAT); }},
        {"cuArrayCreate of no format", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             return createArray(d, 16, 1, static_cast<CUarray_format>(0x7f));
         }},
        {"cuArrayCreate of too great a width", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) { return createArray(d, 1u << 24, 1, CU_AD_FORMAT_FLOAT); }},
        {"cuArrayCreate of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUarray array = nullptr;
             return D(cuArrayCreate)(&array, nullptr);
         }},
        {"cuMipmappedArrayGetLevel past the last", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUDA_ARRAY3D_DESCRIPTOR descriptor{16, 16, 0, CU_AD_FORMAT_FLOAT, 1, 0};
             CUmipmappedArray mipmap = nullptr;
             if (const CUresult result = D(cuMipmappedArrayCreate)(&mipmap, &descriptor, 2);
                 result != CUDA_SUCCESS)
                 return result;
             CUarray level = nullptr;
             const CUresult result = D(cuMipmappedArrayGetLevel)(&level, mipmap, 9);
             D(cuMipmappedArrayDestroy)(mipmap);
             return result;
         }},
        {"cuTexObjectCreate of null", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E&) {
             CUtexObject texture = 0;
             return D(cuTexObjectCreate)(&texture, nullptr, nullptr, nullptr);
         }},
        {"cuTexObjectCreate of linear memory", CUDA_SUCCESS,
         [](const Driver& d, const E& e) {
             return linearTexture(d, e.memory, CU_AD_FORMAT_FLOAT, CU_TR_FILTER_MODE_POINT);
         }},
        {"cuTexObjectCreate at a crooked address", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             return linearTexture(d, e.memory + 4, CU_AD_FORMAT_FLOAT, CU_TR_FILTER_MODE_POINT);
         }},
        // cuda.h: arrays need CUDA_ARRAY3D_SURFACE_LDST for it. Driver 580.159 does not look.
        {"cuSurfObjectCreate on an array without the flag", CUDA_SUCCESS,
         [](const Driver& d, const E&) {
             CUDA_ARRAY_DESCRIPTOR descriptor{16, 16, CU_AD_FORMAT_FLOAT, 1};
             CUarray array = nullptr;
             if (const CUresult result = D(cuArrayCreate)(&array, &descriptor);
                 result != CUDA_SUCCESS)
                 return result;
             CUDA_RESOURCE_DESC resource{};
             resource.resType = CU_RESOURCE_TYPE_ARRAY;
             resource.res.array.hArray = array;
             CUsurfObject surface = 0;
             const CUresult result = D(cuSurfObjectCreate)(&surface, &resource);
             if (result == CUDA_SUCCESS)
                 D(cuSurfObjectDestroy)(surface);
             D(cuArrayDestroy)(array);
             return result;
         }},
        {"cuSurfObjectCreate of linear memory", CUDA_ERROR_INVALID_VALUE,
         [](const Driver& d, const E& e) {
             CUDA_RESOURCE_DESC resource{};
             resource.resType = CU_RESOURCE_TYPE_LINEAR;
             resource.res.linear.devPtr = e.memory;
             resource.res.linear.format = CU_AD_FORMAT_FLOAT;
             resource.res.linear.numChannels = 1;
             resource.res.linear.sizeInBytes = 1024;
             CUsurfObject surface = 0;
             return D(cuSurfObjectCreate)(&surface, &resource);
         }},
    };
}

} // namespace

std::vector<Row> memoryRows() {
    std::vector<Row> all;
    for (const auto& part : {allocationRows(), copyRows(), poolRows(), virtualRows(), arrayRows()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace driver_errors
