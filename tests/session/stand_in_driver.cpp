// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/session/stand_in_driver.h"

#include <cuda.h>
#include <dlfcn.h>

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>

#define STAND_IN_API extern "C" __attribute__((visibility("default")))

namespace {

template <class Function>
Function* simulated(const char* name) {
    // Loaded at run time: symbols of a linked library would be found through this one.
    static void* const library = dlopen(WARPBENCH_TEST_SIMGPU, RTLD_NOW | RTLD_LOCAL);
    return library ? reinterpret_cast<Function*>(dlsym(library, name)) : nullptr;
}

std::mutex g_mutex;
std::condition_variable g_changed;
StandInFigures g_figures{};
std::map<unsigned long long, unsigned long long> g_device;
std::map<void*, unsigned long long> g_registered;
std::map<void*, unsigned long long> g_chunks;
bool g_refuseChunks = false;
bool g_ownChunksOnly = false;
unsigned long long g_limit = 0;
int g_copiesToFailure = 0;

bool copyFails() {
    const std::lock_guard lock(g_mutex);
    if (g_figures.chunksAtCopy == 0)
        g_figures.chunksAtCopy = g_figures.chunkBytes;
    return g_copiesToFailure > 0 && --g_copiesToFailure == 0;
}

template <class Key>
void add(std::map<Key, unsigned long long>& kept, unsigned long long& sum, Key key,
         unsigned long long bytes) {
    kept[key] = bytes;
    sum += bytes;
}

template <class Key>
void remove(std::map<Key, unsigned long long>& kept, unsigned long long& sum, Key key) {
    if (const auto found = kept.find(key); found != kept.end()) {
        sum -= found->second;
        kept.erase(found);
        if (g_figures.chunkBytes == 0)
            g_figures.chunksAtCopy = 0;
    }
    g_changed.notify_all();
}

CUresult CUDAAPI allocate(CUdeviceptr* pointer, std::size_t bytes) {
    {
        const std::lock_guard lock(g_mutex);
        if (g_limit > 0 && g_figures.deviceBytes + bytes > g_limit)
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    const CUresult result =
        simulated<CUresult(CUdeviceptr*, std::size_t)>("cuMemAlloc_v2")(pointer, bytes);
    const std::lock_guard lock(g_mutex);
    ++g_figures.allocations;
    if (result == CUDA_SUCCESS)
        add<unsigned long long>(g_device, g_figures.deviceBytes, *pointer, bytes);
    return result;
}

/// Mapped chunks: none if memory is short, and then pools use cuMemAlloc.
CUresult CUDAAPI createChunk(CUmemGenericAllocationHandle* handle, std::size_t bytes,
                             const CUmemAllocationProp* properties, unsigned long long flags) {
    {
        const std::lock_guard lock(g_mutex);
        if (g_limit > 0)
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    using Real = CUresult(CUmemGenericAllocationHandle*, std::size_t, const CUmemAllocationProp*,
                          unsigned long long);
    return simulated<Real>("cuMemCreate")(handle, bytes, properties, flags);
}

CUresult CUDAAPI release(CUdeviceptr pointer) {
    const CUresult result = simulated<CUresult(CUdeviceptr)>("cuMemFree_v2")(pointer);
    const std::lock_guard lock(g_mutex);
    if (result == CUDA_SUCCESS)
        remove<unsigned long long>(g_device, g_figures.deviceBytes, pointer);
    return result;
}

CUresult CUDAAPI hostRegister(void* data, std::size_t bytes, unsigned flags) {
    const bool chunk = bytes == kStandInChunkBytes;
    {
        const std::lock_guard lock(g_mutex);
        if (chunk && (g_refuseChunks || g_ownChunksOnly))
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    const CUresult result = simulated<CUresult(void*, std::size_t, unsigned)>(
        "cuMemHostRegister_v2")(data, bytes, flags);
    const std::lock_guard lock(g_mutex);
    if (result == CUDA_SUCCESS && chunk)
        add(g_chunks, g_figures.chunkBytes, data, bytes);
    else if (result == CUDA_SUCCESS)
        add(g_registered, g_figures.registeredBytes, data, bytes);
    return result;
}

CUresult CUDAAPI hostUnregister(void* data) {
    const CUresult result = simulated<CUresult(void*)>("cuMemHostUnregister")(data);
    const std::lock_guard lock(g_mutex);
    if (result == CUDA_SUCCESS) {
        remove(g_registered, g_figures.registeredBytes, data);
        remove(g_chunks, g_figures.chunkBytes, data);
    }
    return result;
}

CUresult CUDAAPI hostAllocate(void** data, std::size_t bytes, unsigned flags) {
    {
        const std::lock_guard lock(g_mutex);
        if (g_refuseChunks)
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    const CUresult result =
        simulated<CUresult(void**, std::size_t, unsigned)>("cuMemHostAlloc")(data, bytes, flags);
    const std::lock_guard lock(g_mutex);
    if (result == CUDA_SUCCESS)
        add(g_chunks, g_figures.chunkBytes, *data, bytes);
    return result;
}

CUresult CUDAAPI hostFree(void* data) {
    const CUresult result = simulated<CUresult(void*)>("cuMemFreeHost")(data);
    const std::lock_guard lock(g_mutex);
    if (result == CUDA_SUCCESS)
        remove(g_chunks, g_figures.chunkBytes, data);
    return result;
}

CUresult CUDAAPI copyUp(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) {
    using Real = CUresult(CUdeviceptr, const void*, std::size_t, CUstream);
    return copyFails() ? CUDA_ERROR_UNKNOWN
                       : simulated<Real>("cuMemcpyHtoDAsync_v2")(to, from, bytes, stream);
}

CUresult CUDAAPI copyDown(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
    using Real = CUresult(void*, CUdeviceptr, std::size_t, CUstream);
    return copyFails() ? CUDA_ERROR_UNKNOWN
                       : simulated<Real>("cuMemcpyDtoHAsync_v2")(to, from, bytes, stream);
}

CUresult CUDAAPI profilerStart() {
    const std::lock_guard lock(g_mutex);
    ++g_figures.profilerStarts;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI profilerStop() {
    const std::lock_guard lock(g_mutex);
    ++g_figures.profilerStops;
    return CUDA_SUCCESS;
}

struct Detour {
    const char* name;
    void* address;
};

void* detourOf(const char* name) {
    const Detour detours[] = {
        {"cuMemAlloc", reinterpret_cast<void*>(&allocate)},
        {"cuMemCreate", reinterpret_cast<void*>(&createChunk)},
        {"cuMemFree", reinterpret_cast<void*>(&release)},
        {"cuMemHostRegister", reinterpret_cast<void*>(&hostRegister)},
        {"cuMemHostUnregister", reinterpret_cast<void*>(&hostUnregister)},
        {"cuMemHostAlloc", reinterpret_cast<void*>(&hostAllocate)},
        {"cuMemFreeHost", reinterpret_cast<void*>(&hostFree)},
        {"cuMemcpyHtoDAsync", reinterpret_cast<void*>(&copyUp)},
        {"cuMemcpyDtoHAsync", reinterpret_cast<void*>(&copyDown)},
        {"cuProfilerStart", reinterpret_cast<void*>(&profilerStart)},
        {"cuProfilerStop", reinterpret_cast<void*>(&profilerStop)},
    };
    for (const Detour& detour : detours) {
        if (std::strcmp(detour.name, name) == 0)
            return detour.address;
    }
    return nullptr;
}

} // namespace

STAND_IN_API CUresult CUDAAPI cuGetProcAddress_v2(const char* name, void** address, int version,
                                                  cuuint64_t flags,
                                                  CUdriverProcAddressQueryResult* status) {
    using Real = CUresult(const char*, void**, int, cuuint64_t, CUdriverProcAddressQueryResult*);
    Real* const real = simulated<Real>("cuGetProcAddress_v2");
    if (!real)
        return CUDA_ERROR_NOT_FOUND;
    const CUresult result = real(name, address, version, flags, status);
    if (void* const detour = detourOf(name); detour && result == CUDA_SUCCESS)
        *address = detour;
    return result;
}

STAND_IN_API StandInFigures standInFigures() {
    const std::lock_guard lock(g_mutex);
    return g_figures;
}

STAND_IN_API bool standInWaitUntilFree(int seconds) {
    std::unique_lock lock(g_mutex);
    return g_changed.wait_for(lock, std::chrono::seconds(seconds), [] {
        return g_figures.deviceBytes == 0 && g_figures.chunkBytes == 0;
    });
}

STAND_IN_API void standInLimit(unsigned long long bytes) {
    const std::lock_guard lock(g_mutex);
    g_limit = bytes;
}

STAND_IN_API void standInFailCopy(int copy) {
    const std::lock_guard lock(g_mutex);
    g_copiesToFailure = copy;
}

STAND_IN_API void standInRefuseChunks(bool refuse) {
    const std::lock_guard lock(g_mutex);
    g_refuseChunks = refuse;
}

STAND_IN_API void standInOwnChunks(bool only) {
    const std::lock_guard lock(g_mutex);
    g_ownChunksOnly = only;
}
