// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA arrays and mipmapped arrays.
#include "core/simgpu/driver/runtime.h"

#include <algorithm>
#include <bit>

using namespace warpbench::simgpu::driver;

namespace {

constexpr std::size_t kArrayAlignment = 512; ///< bytes

std::shared_ptr<Array> arrayOf(CUarray handle) {
    auto array = Runtime::get().arrays.find(fromHandle(handle));
    require(array != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return array;
}

std::shared_ptr<MipmappedArray> mipmapOf(CUmipmappedArray handle) {
    auto array = Runtime::get().mipmappedArrays.find(fromHandle(handle));
    require(array != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return array;
}

CUDA_ARRAY3D_DESCRIPTOR in3D(const CUDA_ARRAY_DESCRIPTOR& flat) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor{};
    descriptor.Width = flat.Width;
    descriptor.Height = flat.Height;
    descriptor.Format = flat.Format;
    descriptor.NumChannels = flat.NumChannels;
    return descriptor;
}

CUarray createArray(const CUDA_ARRAY3D_DESCRIPTOR& descriptor) {
    auto array = std::make_shared<Array>(currentContext(), descriptor);
    return toHandle<CUarray>(Runtime::get().arrays.add(std::move(array)));
}

/// Depth counts layers or faces.
constexpr unsigned int kSliced = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP;

/// Layers and cube faces are the same on every level; other extents halve.
CUDA_ARRAY3D_DESCRIPTOR levelOf(CUDA_ARRAY3D_DESCRIPTOR whole, unsigned int level) {
    const auto half = [&](std::size_t size) {
        return size == 0 ? 0 : std::max<std::size_t>(size >> level, 1);
    };
    whole.Width = half(whole.Width);
    whole.Height = half(whole.Height);
    if ((whole.Flags & kSliced) == 0)
        whole.Depth = half(whole.Depth);
    return whole;
}

} // namespace

CUresult CUDAAPI cuArrayCreate_v2(CUarray* pHandle, const CUDA_ARRAY_DESCRIPTOR* pAllocateArray) {
    return entry([&] {
        require(pHandle != nullptr && pAllocateArray != nullptr);
        *pHandle = createArray(in3D(*pAllocateArray));
    });
}

CUresult CUDAAPI cuArray3DCreate_v2(CUarray* pHandle,
                                    const CUDA_ARRAY3D_DESCRIPTOR* pAllocateArray) {
    return entry([&] {
        require(pHandle != nullptr && pAllocateArray != nullptr);
        *pHandle = createArray(*pAllocateArray);
    });
}

CUresult CUDAAPI cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR* pArrayDescriptor, CUarray hArray) {
    return entry([&] {
        require(pArrayDescriptor != nullptr);
        const auto array = arrayOf(hArray);
        const auto& descriptor = array->descriptor();
        pArrayDescriptor->Width = descriptor.Width;
        pArrayDescriptor->Height = descriptor.Height;
        pArrayDescriptor->Format = descriptor.Format;
        pArrayDescriptor->NumChannels = descriptor.NumChannels;
    });
}

CUresult CUDAAPI cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR* pArrayDescriptor,
                                           CUarray hArray) {
    return entry([&] {
        require(pArrayDescriptor != nullptr);
        *pArrayDescriptor = arrayOf(hArray)->descriptor();
    });
}

CUresult CUDAAPI cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* memoryRequirements,
                                              CUarray array, CUdevice device) {
    return entry([&] {
        require(memoryRequirements != nullptr);
        Runtime::get().device(device);
        *memoryRequirements = {};
        memoryRequirements->size = arrayOf(array)->bytes();
        memoryRequirements->alignment = kArrayAlignment;
    });
}

CUresult CUDAAPI cuArrayDestroy(CUarray hArray) {
    return entry([&] {
        const auto array = arrayOf(hArray);
        for (const TaskPtr& tail : array->context()->tails())
            tail->wait();
        require(Runtime::get().arrays.remove(fromHandle(hArray)) != nullptr,
                CUDA_ERROR_INVALID_HANDLE);
    });
}

CUresult CUDAAPI cuMipmappedArrayCreate(CUmipmappedArray* pHandle,
                                        const CUDA_ARRAY3D_DESCRIPTOR* pMipmappedArrayDesc,
                                        unsigned int numMipmapLevels) {
    return entry([&] {
        require(pHandle != nullptr && pMipmappedArrayDesc != nullptr && numMipmapLevels > 0);
        const ContextPtr context = currentContext();
        const bool slices = (pMipmappedArrayDesc->Flags & kSliced) == 0;
        const std::size_t largest =
            std::max({pMipmappedArrayDesc->Width, pMipmappedArrayDesc->Height,
                      slices ? pMipmappedArrayDesc->Depth : 0});
        const unsigned int most = std::max(static_cast<unsigned int>(std::bit_width(largest)), 1u);
        auto mipmap = std::make_shared<MipmappedArray>();
        mipmap->context = context;
        mipmap->descriptor = *pMipmappedArrayDesc;
        for (unsigned int level = 0; level < std::min(numMipmapLevels, most); ++level) {
            mipmap->levels.push_back(
                std::make_shared<Array>(context, levelOf(*pMipmappedArrayDesc, level)));
        }
        for (const auto& level : mipmap->levels) // once there is room for all
            mipmap->handles.push_back(toHandle<CUarray>(Runtime::get().arrays.add(level)));
        *pHandle =
            toHandle<CUmipmappedArray>(Runtime::get().mipmappedArrays.add(std::move(mipmap)));
    });
}

CUresult CUDAAPI cuMipmappedArrayGetLevel(CUarray* pLevelArray, CUmipmappedArray hMipmappedArray,
                                          unsigned int level) {
    return entry([&] {
        require(pLevelArray != nullptr);
        const auto mipmap = mipmapOf(hMipmappedArray);
        require(level < mipmap->handles.size());
        *pLevelArray = mipmap->handles[level];
    });
}

CUresult CUDAAPI cuMipmappedArrayGetMemoryRequirements(
    CUDA_ARRAY_MEMORY_REQUIREMENTS* memoryRequirements, CUmipmappedArray mipmap, CUdevice device) {
    return entry([&] {
        require(memoryRequirements != nullptr);
        Runtime::get().device(device);
        *memoryRequirements = {};
        for (const auto& level : mipmapOf(mipmap)->levels)
            memoryRequirements->size += level->bytes();
        memoryRequirements->alignment = kArrayAlignment;
    });
}

CUresult CUDAAPI cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray) {
    return entry([&] {
        const auto mipmap = mipmapOf(hMipmappedArray);
        for (const TaskPtr& tail : mipmap->context->tails())
            tail->wait();
        require(Runtime::get().mipmappedArrays.remove(fromHandle(hMipmappedArray)) != nullptr,
                CUDA_ERROR_INVALID_HANDLE);
        for (const CUarray level : mipmap->handles)
            Runtime::get().arrays.remove(fromHandle(level));
    });
}
