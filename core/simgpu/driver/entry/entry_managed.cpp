// SPDX-License-Identifier: GPL-3.0-or-later
// Managed memory: advice, prefetching, and attributes of a range.
#include "core/simgpu/driver/runtime.h"

#include <algorithm>
#include <functional>
#include <span>

using namespace warpbench::simgpu::driver;

namespace {

/// Places that may be named: a device, or the host.
void requireLocation(const CUmemLocation& location) {
    switch (location.type) {
    case CU_MEM_LOCATION_TYPE_DEVICE:
        if (location.id != CU_DEVICE_CPU)
            Runtime::get().device(location.id);
        return;
    case CU_MEM_LOCATION_TYPE_HOST:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
        return;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

/// CU_DEVICE_CPU is how the older forms name the host.
CUmemLocation locationOf(CUdevice device) {
    if (device == CU_DEVICE_CPU)
        return {.type = CU_MEM_LOCATION_TYPE_HOST, .id = 0};
    return {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device};
}

int ordinalOf(const CUmemLocation& location) {
    return location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id : CU_DEVICE_CPU;
}

std::function<void(Advice&)> changeFor(CUmem_advise advice, const CUmemLocation& location) {
    switch (advice) {
    case CU_MEM_ADVISE_SET_READ_MOSTLY:
        return [](Advice& a) { a.readMostly = true; };
    case CU_MEM_ADVISE_UNSET_READ_MOSTLY:
        return [](Advice& a) { a.readMostly = false; };
    case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
        return [](Advice& a) { a.preferred = {.type = CU_MEM_LOCATION_TYPE_INVALID, .id = 0}; };
    case CU_MEM_ADVISE_SET_PREFERRED_LOCATION:
        requireLocation(location);
        return [location](Advice& a) { a.preferred = location; };
    case CU_MEM_ADVISE_SET_ACCESSED_BY:
        requireLocation(location);
        return [location](Advice& a) { a.accessedBy.insert(ordinalOf(location)); };
    case CU_MEM_ADVISE_UNSET_ACCESSED_BY:
        requireLocation(location);
        return [location](Advice& a) { a.accessedBy.erase(ordinalOf(location)); };
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

/// The location common to all pages; invalid if they differ.
CUmemLocation common(const std::vector<Advice>& pages, CUmemLocation Advice::*member) {
    const CUmemLocation first = pages.front().*member;
    const bool same = std::all_of(pages.begin(), pages.end(), [&](const Advice& page) {
        return (page.*member).type == first.type && (page.*member).id == first.id;
    });
    return same ? first : CUmemLocation{.type = CU_MEM_LOCATION_TYPE_INVALID, .id = 0};
}

int deviceNumber(const CUmemLocation& location) {
    return location.type == CU_MEM_LOCATION_TYPE_INVALID ? CU_DEVICE_INVALID : ordinalOf(location);
}

void giveAccessedBy(const std::vector<Advice>& pages, int* data, std::size_t count) {
    std::vector<int> devices;
    for (const int ordinal : pages.front().accessedBy) {
        if (std::all_of(pages.begin(), pages.end(),
                        [&](const Advice& page) { return page.accessedBy.contains(ordinal); }))
            devices.push_back(ordinal);
    }
    for (std::size_t i = 0; i < count; ++i)
        data[i] = i < devices.size() ? devices[i] : CU_DEVICE_INVALID;
}

void rangeAttribute(void* data, std::size_t size, CUmem_range_attribute attribute,
                    const std::vector<Advice>& pages) {
    require(data != nullptr && size >= 4 && size % 4 == 0);
    require(size == 4 || attribute == CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY);
    auto* number = static_cast<int*>(data);
    const CUmemLocation preferred = common(pages, &Advice::preferred);
    const CUmemLocation prefetched = common(pages, &Advice::prefetched);
    switch (attribute) {
    case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
        *number = std::all_of(pages.begin(), pages.end(),
                              [](const Advice& page) { return page.readMostly; });
        return;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
        *number = deviceNumber(preferred);
        return;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
        *number = deviceNumber(prefetched);
        return;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
        *number = preferred.type;
        return;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID:
        *number = preferred.id;
        return;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
        *number = prefetched.type;
        return;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID:
        *number = prefetched.id;
        return;
    case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
        giveAccessedBy(pages, number, size / 4);
        return;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

/// The operands of the batched calls; each array has the length given in cuda.h.
struct Batch {
    std::span<const CUdeviceptr> addresses;
    std::span<const std::size_t> sizes;
    std::span<const CUmemLocation> places;
    std::span<const std::size_t> firsts; ///< of the ranges that go to each place
};

void requireRanges(const Batch& batch, CUstream hStream) {
    require(batch.addresses.data() && batch.sizes.data() && !batch.addresses.empty());
    require(hStream != nullptr && hStream != CU_STREAM_LEGACY);
    Runtime::get().stream(hStream);
    for (std::size_t i = 0; i < batch.addresses.size(); ++i) {
        const auto region = Runtime::get().memory().find(batch.addresses[i], batch.sizes[i]);
        require(batch.sizes[i] > 0 && region && region->managed());
    }
}

void requirePlaces(const Batch& batch) {
    require(batch.places.data() && batch.firsts.data() && !batch.places.empty() &&
            batch.places.size() <= batch.addresses.size() && batch.firsts[0] == 0);
    for (std::size_t k = 0; k < batch.places.size(); ++k) {
        // cuda.h wants each greater than the one before; driver 580 takes equal ones.
        require(k == 0 || batch.firsts[k] >= batch.firsts[k - 1]);
        require(batch.firsts[k] < batch.addresses.size());
        const CUmemLocation& place = batch.places[k];
        if (place.type == CU_MEM_LOCATION_TYPE_DEVICE)
            require(place.id >= 0 && std::size_t(place.id) < Runtime::get().devices().size());
        else
            requireLocation(place);
    }
}

void prefetch(const Batch& batch) {
    for (std::size_t i = 0, k = 0; i < batch.addresses.size(); ++i) {
        while (k + 1 < batch.firsts.size() && batch.firsts[k + 1] == i)
            ++k;
        Runtime::get().memory().advise(batch.addresses[i], batch.sizes[i],
                                       [&](Advice& page) { page.prefetched = batch.places[k]; });
    }
}

} // namespace

// Discarded contents may be read again as they were: any value will do.
CUresult CUDAAPI cuMemDiscardBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count,
                                        unsigned long long flags, CUstream hStream) {
    return entry([&] {
        require(flags == 0);
        requireRanges({{dptrs, count}, {sizes, count}, {}, {}}, hStream);
    });
}

CUresult CUDAAPI cuMemPrefetchBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count,
                                         CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs,
                                         size_t numPrefetchLocs, unsigned long long flags,
                                         CUstream hStream) {
    return entry([&] {
        require(flags == 0);
        const Batch batch{{dptrs, count},
                          {sizes, count},
                          {prefetchLocs, numPrefetchLocs},
                          {prefetchLocIdxs, numPrefetchLocs}};
        requireRanges(batch, hStream);
        requirePlaces(batch);
        prefetch(batch);
    });
}

CUresult CUDAAPI cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count,
                                                   CUmemLocation* prefetchLocs,
                                                   size_t* prefetchLocIdxs, size_t numPrefetchLocs,
                                                   unsigned long long flags, CUstream hStream) {
    return cuMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs,
                                   numPrefetchLocs, flags, hStream);
}

CUresult CUDAAPI cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice,
                                CUmemLocation location) {
    return entry(
        [&] { Runtime::get().memory().advise(devPtr, count, changeFor(advice, location)); });
}

CUresult CUDAAPI cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice,
                             CUdevice device) {
    return cuMemAdvise_v2(devPtr, count, advice, locationOf(device));
}

CUresult CUDAAPI cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location,
                                       unsigned int flags, CUstream hStream) {
    return entry([&] {
        require(flags == 0);
        requireLocation(location);
        Runtime::get().stream(hStream);
        Runtime::get().memory().advise(devPtr, count,
                                       [&](Advice& page) { page.prefetched = location; });
    });
}

CUresult CUDAAPI cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice,
                                    CUstream hStream) {
    return cuMemPrefetchAsync_v2(devPtr, count, locationOf(dstDevice), 0, hStream);
}

CUresult CUDAAPI cuMemRangeGetAttribute(void* data, size_t dataSize,
                                        CUmem_range_attribute attribute, CUdeviceptr devPtr,
                                        size_t count) {
    return entry([&] {
        rangeAttribute(data, dataSize, attribute, Runtime::get().memory().adviceOf(devPtr, count));
    });
}

CUresult CUDAAPI cuMemRangeGetAttributes(void** data, size_t* dataSizes,
                                         CUmem_range_attribute* attributes, size_t numAttributes,
                                         CUdeviceptr devPtr, size_t count) {
    return entry([&] {
        require(data != nullptr && dataSizes != nullptr && attributes != nullptr &&
                numAttributes > 0);
        const auto pages = Runtime::get().memory().adviceOf(devPtr, count);
        for (std::size_t i = 0; i < numAttributes; ++i)
            rangeAttribute(data[i], dataSizes[i], attributes[i], pages);
    });
}

CUresult CUDAAPI cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length,
                                        unsigned int flags) {
    return entry([&] {
        require(flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST ||
                flags == CU_MEM_ATTACH_SINGLE);
        const auto region = Runtime::get().memory().find(dptr);
        require(region && region->managed());
        require(length == 0 || (region->base == dptr && region->size == length)); // all of it
        Runtime::get().stream(hStream);
    });
}
