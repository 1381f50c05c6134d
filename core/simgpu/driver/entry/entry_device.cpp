// SPDX-License-Identifier: GPL-3.0-or-later
// Devices: count, names, attributes, and peer access between them.
#include "core/simgpu/driver/memory/memory_pool.h"
#include "core/simgpu/driver/runtime.h"

#include <cstdio>
#include <cstring>

using namespace warpbench::simgpu::driver;

CUresult CUDAAPI cuDeviceGet(CUdevice* device, int ordinal) {
    return entry([&] {
        require(device != nullptr);
        *device = Runtime::get().device(ordinal).ordinal();
    });
}

CUresult CUDAAPI cuDeviceGetCount(int* count) {
    return entry([&] {
        require(count != nullptr);
        *count = static_cast<int>(Runtime::get().devices().size());
    });
}

CUresult CUDAAPI cuDeviceGetName(char* name, int len, CUdevice dev) {
    return entry([&] {
        const Device& device = Runtime::get().device(dev);
        require(name != nullptr && len > 0);
        std::snprintf(name, static_cast<std::size_t>(len), "%s", device.model().name.c_str());
    });
}

CUresult CUDAAPI cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice dev) {
    return entry([&] {
        require(uuid != nullptr);
        *uuid = Runtime::get().device(dev).uuid();
    });
}

CUresult CUDAAPI cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) {
    return cuDeviceGetUuid_v2(uuid, dev);
}

CUresult CUDAAPI cuDeviceTotalMem_v2(size_t* bytes, CUdevice dev) {
    return entry([&] {
        require(bytes != nullptr);
        *bytes = Runtime::get().device(dev).memory()->capacity();
    });
}

CUresult CUDAAPI cuDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements,
                                                    CUarray_format format, unsigned numChannels,
                                                    CUdevice dev) {
    return entry([&] {
        require(maxWidthInElements != nullptr);
        Runtime::get().device(dev);
        (void)format;
        require(numChannels == 1 || numChannels == 2 || numChannels == 4);
        // As the attribute of the H200: elements, whatever their size.
        *maxWidthInElements = 268435456;
    });
}

CUresult CUDAAPI cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) {
    return entry([&] {
        require(pi != nullptr);
        *pi = Runtime::get().device(dev).attribute(attrib);
    });
}

CUresult CUDAAPI cuDeviceGetProperties(CUdevprop* prop, CUdevice dev) {
    return entry([&] {
        require(prop != nullptr);
        const Device& device = Runtime::get().device(dev);
        prop->maxThreadsPerBlock = device.attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
        for (int axis = 0; axis < 3; ++axis) {
            prop->maxThreadsDim[axis] =
                device.attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + axis);
            prop->maxGridSize[axis] = device.attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + axis);
        }
        prop->sharedMemPerBlock = device.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
        prop->totalConstantMemory = device.attribute(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
        prop->SIMDWidth = device.attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
        prop->memPitch = device.attribute(CU_DEVICE_ATTRIBUTE_MAX_PITCH);
        prop->regsPerBlock = device.attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
        prop->clockRate = device.attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
        prop->textureAlign = device.attribute(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
    });
}

CUresult CUDAAPI cuDeviceComputeCapability(int* major, int* minor, CUdevice dev) {
    return entry([&] {
        require(major != nullptr && minor != nullptr);
        const Model& model = Runtime::get().device(dev).model();
        *major = model.ccMajor;
        *minor = model.ccMinor;
    });
}

CUresult CUDAAPI cuDeviceGetExecAffinitySupport(int* pi, CUexecAffinityType type, CUdevice dev) {
    return entry([&] {
        require(pi != nullptr && type == CU_EXEC_AFFINITY_TYPE_SM_COUNT);
        Runtime::get().device(dev);
        *pi = 0;
    });
}

CUresult CUDAAPI cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev) {
    return entry([&] {
        const Device& device = Runtime::get().device(dev);
        require(pciBusId != nullptr && len > 0);
        std::snprintf(pciBusId, static_cast<std::size_t>(len), "%04X:%02X:00.0",
                      static_cast<unsigned>(device.pciDomain()),
                      static_cast<unsigned>(device.pciBus()));
    });
}

CUresult CUDAAPI cuDeviceGetByPCIBusId(CUdevice* dev, const char* pciBusId) {
    return entry([&] {
        require(dev != nullptr && pciBusId != nullptr);
        unsigned domain = 0, bus = 0, slot = 0;
        // [domain]:[bus]:[device].[function], [domain]:[bus]:[device] or [bus]:[device].[function].
        if (std::sscanf(pciBusId, "%x:%x:%x", &domain, &bus, &slot) != 3) {
            require(std::sscanf(pciBusId, "%x:%x", &bus, &slot) == 2);
            domain = 0;
        }
        for (const auto& device : Runtime::get().devices()) {
            if (static_cast<unsigned>(device->pciDomain()) == domain &&
                static_cast<unsigned>(device->pciBus()) == bus && slot == 0) {
                *dev = device->ordinal();
                return;
            }
        }
        fail(CUDA_ERROR_INVALID_DEVICE);
    });
}

CUresult CUDAAPI cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) {
    return entry([&] {
        require(canAccessPeer != nullptr);
        Runtime& runtime = Runtime::get();
        *canAccessPeer = runtime.device(dev).canReach(runtime.device(peerDev));
    });
}

CUresult CUDAAPI cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attrib,
                                         CUdevice srcDevice, CUdevice dstDevice) {
    return entry([&] {
        require(value != nullptr);
        Runtime& runtime = Runtime::get();
        require(runtime.device(srcDevice).canReach(runtime.device(dstDevice)),
                CUDA_ERROR_INVALID_DEVICE);
        switch (attrib) {
        case CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK:
            *value = 0;
            return;
        case CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED:
        case CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED:
        case CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED:
            *value = 1;
            return;
        default:
            fail(CUDA_ERROR_INVALID_VALUE);
        }
    });
}

CUresult CUDAAPI cuDeviceGetDefaultMemPool(CUmemoryPool* pool_out, CUdevice dev) {
    return entry([&] {
        require(pool_out != nullptr);
        *pool_out = Runtime::get().device(dev).defaultPool()->handle();
    });
}

CUresult CUDAAPI cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice dev) {
    return entry([&] {
        require(pool != nullptr);
        *pool = Runtime::get().device(dev).currentPool()->handle();
    });
}

CUresult CUDAAPI cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) {
    return entry([&] {
        Device& device = Runtime::get().device(dev);
        auto found = Runtime::get().pools.find(fromHandle(pool));
        require(found != nullptr && &found->device() == &device);
        device.setCurrentPool(std::move(found));
    });
}
