// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/hooks.h"
#include "core/recorder/memory_map.h"

#include <cstdint>

namespace warpbench::recorder {

namespace {

std::uint64_t addressOf(CUdeviceptr address) {
    return address;
}

std::uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

void noteMemory(std::uint64_t base, std::uint64_t bytes, const char* kind) {
    MemoryMap::ofProcess().add({base, bytes, kind});
}

struct DeviceMade {
    template <class... Rest>
    void operator()(const CUdeviceptr* pointer, std::size_t bytes, Rest...) const {
        noteMemory(*pointer, bytes, "device");
    }
};
struct PitchedMade {
    void operator()(const CUdeviceptr* pointer, const std::size_t* pitch, std::size_t,
                    std::size_t rows, unsigned int) const {
        noteMemory(*pointer, *pitch * rows, "device");
    }
};
struct ManagedMade {
    void operator()(const CUdeviceptr* pointer, std::size_t bytes, unsigned int) const {
        noteMemory(*pointer, bytes, "managed");
    }
};
struct HostMade {
    template <class... Rest>
    void operator()(void* const* pointer, std::size_t bytes, Rest...) const {
        noteMemory(addressOf(*pointer), bytes, "host");
    }
};
struct HostRegistered {
    void operator()(const void* pointer, std::size_t bytes, unsigned int) const {
        noteMemory(addressOf(pointer), bytes, "host");
    }
};
struct Mapped {
    template <class... Rest>
    void operator()(CUdeviceptr pointer, std::size_t bytes, Rest...) const {
        noteMemory(pointer, bytes, "device");
    }
};

/// Memory is forgotten before it is freed: another thread may get its address at once.
template <auto Function, class Signature>
struct Freed;
template <auto Function, class Pointer, class... Rest>
struct Freed<Function, CUresult (*)(Pointer, Rest...)> {
    static CUresult call(Pointer pointer, Rest... rest) {
        const auto part = MemoryMap::ofProcess().take(addressOf(pointer));
        const CUresult result = (real().*Function)(pointer, rest...);
        if (result != CUDA_SUCCESS && part)
            MemoryMap::ofProcess().add(*part);
        return result;
    }
};

CUresult unmap(CUdeviceptr pointer, std::size_t bytes) {
    const auto parts = MemoryMap::ofProcess().takeAll(pointer, bytes);
    const CUresult result = real().cuMemUnmap(pointer, bytes);
    if (result != CUDA_SUCCESS)
        for (const auto& part : parts)
            MemoryMap::ofProcess().add(part);
    return result;
}

} // namespace

std::vector<Hook> memoryHooks() {
#define RECORDER_FREED(name) hookFor(#name, &Freed<&RealDriver::name, decltype(&::name)>::call)
    return {
        RECORDER_NOTED(cuMemAlloc_v2, DeviceMade),
        RECORDER_NOTED(cuMemAllocAsync, DeviceMade),
        RECORDER_NOTED(cuMemAllocAsync_ptsz, DeviceMade),
        RECORDER_NOTED(cuMemAllocFromPoolAsync, DeviceMade),
        RECORDER_NOTED(cuMemAllocFromPoolAsync_ptsz, DeviceMade),
        RECORDER_NOTED(cuMemAllocPitch_v2, PitchedMade),
        RECORDER_NOTED(cuMemAllocManaged, ManagedMade),
        RECORDER_NOTED(cuMemAllocHost_v2, HostMade),
        RECORDER_NOTED(cuMemHostAlloc, HostMade),
        RECORDER_NOTED(cuMemHostRegister, HostRegistered),
        RECORDER_NOTED(cuMemHostRegister_v2, HostRegistered),
        RECORDER_NOTED(cuMemMap, Mapped),
        RECORDER_FREED(cuMemFree_v2),
        RECORDER_FREED(cuMemFreeAsync),
        RECORDER_FREED(cuMemFreeAsync_ptsz),
        RECORDER_FREED(cuMemFreeHost),
        RECORDER_FREED(cuMemHostUnregister),
        hookFor("cuMemUnmap", &unmap),
    };
#undef RECORDER_FREED
}

} // namespace warpbench::recorder
