// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/chunk_space.h"

#include "core/cuda/context_state.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpbench::memory {

namespace {

/// Mapping a chunk of 32 MiB with access takes an H200's driver 28 µs, unmapping another one first
/// 15 more (alias_chunks of bench_memory). Their ratio of two to three matters: with no difference,
/// or a larger one, a fifth to a third more chunks move (docs/decisions/device-pool.md).
constexpr unsigned kCostOfNewPlace = 2;
constexpr unsigned kCostOfFormerPlace = 3;

CUmemAllocationProp onDevice(int ordinal) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, {ordinal}};
    return properties;
}

CUmemAccessDesc accessFrom(int ordinal) {
    return {{CU_MEM_LOCATION_TYPE_DEVICE, {ordinal}}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
}

/// Calls with each run of neighbours, its first place and its length, until one call fails.
template <class Call>
CUresult forEachRun(const std::vector<CUdeviceptr>& places, std::size_t chunk, Call call) {
    CUresult code = CUDA_SUCCESS;
    for (std::size_t i = 0; i < places.size() && code == CUDA_SUCCESS;) {
        std::size_t count = 1;
        while (i + count < places.size() && places[i + count] == places[i] + count * chunk)
            ++count;
        code = call(places[i], count * chunk);
        i += count;
    }
    return code;
}

} // namespace

std::unique_ptr<ChunkSpace> ChunkSpace::make(const cuda::Context& context, std::size_t chunk,
                                             std::size_t bytes) {
    const cuda::DriverApi& api = context.driver().api();
    if (!api.memGranularity || !api.memAddressReserve || !api.memAddressFree || !api.memCreate ||
        !api.memRelease || !api.memMap || !api.memUnmap || !api.memSetAccess ||
        context.device().attributeOrZero(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) ==
            0)
        return nullptr;
    const CUmemAllocationProp properties = onDevice(context.device().ordinal());
    std::size_t granularity = 0;
    if (api.memGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM) !=
            CUDA_SUCCESS ||
        granularity == 0 || chunk % granularity != 0)
        return nullptr;
    CUdeviceptr at = 0;
    const std::size_t places = bytes / chunk;
    if (api.memAddressReserve(&at, places * chunk, 0, 0, 0) != CUDA_SUCCESS)
        return nullptr;
    return std::unique_ptr<ChunkSpace>(new ChunkSpace(context, chunk, at, places));
}

ChunkSpace::ChunkSpace(const cuda::Context& context, std::size_t chunk, CUdeviceptr at,
                       std::size_t places)
    : m_context(context)
    , m_api(context.driver().api())
    , m_chunk(chunk)
    , m_at(at)
    , m_places(places)
    , m_access{accessFrom(context.device().ordinal())} {}

void ChunkSpace::end() {
    std::vector<CUdeviceptr> all;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (m_places[i].use == Use::home)
            all.push_back(placeOf(i));
    }
    drop(all, {});
    m_api.memAddressFree(m_at, bytes());
}

bool ChunkSpace::isDone(const StreamUse& use) const noexcept {
    const CUresult code = use.done ? m_api.eventQuery(use.done->handle())
                                   : m_api.streamQuery(use.stream->as<CUstream>());
    return code == CUDA_SUCCESS;
}

void ChunkSpace::waitFor(const StreamUse& use) const noexcept {
    if (use.done)
        m_api.eventSynchronize(use.done->handle());
    else
        m_api.streamSynchronize(use.stream->as<CUstream>());
}

void ChunkSpace::lookAtPast() {
    while (!m_past.empty()) {
        const Past& past = m_past.front();
        if (!std::all_of(past.uses.begin(), past.uses.end(),
                         [this](const StreamUse& use) { return isDone(use); }))
            return;
        m_places[past.place].use = Use::former;
        m_past.pop_front();
    }
}

unsigned ChunkSpace::costOf(CUdeviceptr place) const noexcept {
    switch (m_places[indexOf(place)].use) {
    case Use::none:
        return kCostOfNewPlace;
    case Use::former:
        return kCostOfFormerPlace;
    default:
        return 0;
    }
}

CUresult ChunkSpace::create(CUmemGenericAllocationHandle& chunk) {
    const CUmemAllocationProp properties = onDevice(m_context.device().ordinal());
    return m_api.memCreate(&chunk, m_chunk, &properties, 0);
}

CUresult ChunkSpace::setAccess(const std::vector<CUdeviceptr>& places) const {
    return forEachRun(places, m_chunk, [this](CUdeviceptr at, std::size_t bytes) {
        return m_api.memSetAccess(at, bytes, m_access.data(), m_access.size());
    });
}

/// Unmaps places, a whole run of them per call: "the entire contiguous address range that was
/// mapped to" (cuMemUnmap) may be several mappings.
void ChunkSpace::forget(const std::vector<CUdeviceptr>& places) {
    forEachRun(places, m_chunk, [this](CUdeviceptr at, std::size_t bytes) {
        m_api.memUnmap(at, bytes);
        return CUDA_SUCCESS;
    });
    for (const CUdeviceptr place : places)
        m_places[indexOf(place)] = {};
}

CUresult ChunkSpace::mapAll(const std::vector<CUdeviceptr>& to,
                            const std::vector<CUmemGenericAllocationHandle>& chunks) {
    std::vector<CUdeviceptr> former;
    std::copy_if(to.begin(), to.end(), std::back_inserter(former),
                 [this](CUdeviceptr place) { return m_places[indexOf(place)].use == Use::former; });
    forget(former);
    CUresult code = CUDA_SUCCESS;
    std::vector<CUdeviceptr> mapped;
    for (std::size_t i = 0; i < to.size() && code == CUDA_SUCCESS; ++i) {
        code = m_api.memMap(to[i], m_chunk, 0, chunks[i], 0);
        if (code == CUDA_SUCCESS)
            mapped.push_back(to[i]);
    }
    if (code == CUDA_SUCCESS)
        code = setAccess(to);
    if (code != CUDA_SUCCESS)
        forget(mapped);
    return code;
}

CUresult ChunkSpace::put(const std::vector<CUdeviceptr>& to, const std::vector<Source>& from) {
    std::vector<CUmemGenericAllocationHandle> chunks;
    CUresult code = CUDA_SUCCESS;
    for (std::size_t i = 0; i < from.size() && code == CUDA_SUCCESS; ++i) {
        CUmemGenericAllocationHandle chunk = 0;
        if (from[i].place != 0)
            chunk = m_places[indexOf(from[i].place)].chunk;
        else
            code = create(chunk);
        if (code == CUDA_SUCCESS)
            chunks.push_back(chunk);
    }
    if (code == CUDA_SUCCESS)
        code = mapAll(to, chunks);
    if (code != CUDA_SUCCESS) {
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            if (from[i].place == 0)
                m_api.memRelease(chunks[i]);
        }
        return code;
    }
    for (std::size_t i = 0; i < to.size(); ++i) {
        m_places[indexOf(to[i])] = {chunks[i], Use::home};
        if (from[i].place == 0)
            continue;
        m_places[indexOf(from[i].place)].use = Use::busy;
        m_past.push_back({indexOf(from[i].place), from[i].uses});
    }
    return CUDA_SUCCESS;
}

/// The former places of chunks that have moved; nothing uses these any more.
void ChunkSpace::forgetFormer() {
    std::vector<CUdeviceptr> former;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (m_places[i].use == Use::former)
            former.push_back(placeOf(i));
    }
    forget(former);
}

void ChunkSpace::drop(const std::vector<CUdeviceptr>& places, std::vector<StreamUse> uses) {
    for (const StreamUse& use : uses)
        waitFor(use);
    for (const Past& past : m_past) {
        for (const StreamUse& use : past.uses)
            waitFor(use);
        m_places[past.place].use = Use::former;
    }
    m_past.clear();
    // A chunk is free when it is mapped nowhere and its handle is released.
    forgetFormer();
    std::vector<CUmemGenericAllocationHandle> chunks;
    for (const CUdeviceptr place : places)
        chunks.push_back(m_places[indexOf(place)].chunk);
    forget(places);
    for (const CUmemGenericAllocationHandle chunk : chunks)
        m_api.memRelease(chunk);
}

CUresult ChunkSpace::allow(int peer) {
    const auto same = [peer](const CUmemAccessDesc& access) { return access.location.id == peer; };
    if (std::any_of(m_access.begin(), m_access.end(), same))
        return CUDA_SUCCESS;
    m_access.push_back(accessFrom(peer));
    std::vector<CUdeviceptr> homes;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (m_places[i].use == Use::home)
            homes.push_back(placeOf(i));
    }
    const CUresult code = setAccess(homes);
    if (code != CUDA_SUCCESS)
        m_access.pop_back();
    return code;
}

} // namespace warpbench::memory
