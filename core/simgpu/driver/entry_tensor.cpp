// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor maps for bulk copies. The rules are those that cuda.h states for cuTensorMapEncodeTiled.
#include "core/simgpu/driver/runtime.h"
#include "core/simgpu/engine/tensor_map.h"

#include <cstring>

using namespace warpbench::simgpu::driver;

namespace {

using warpbench::simgpu::engine::TensorMap;

constexpr std::uint64_t kMostElements = std::uint64_t{1} << 32;
constexpr std::uint64_t kMostStride = std::uint64_t{1} << 40;

void setElement(TensorMap& map, CUtensorMapDataType type) {
    using E = TensorMap::Element;
    map.flushSubnormals =
        type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ || type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
    map.roundToTf32 =
        type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 || type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
    switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT8:
        map.element = E::u8;
        return;
    case CU_TENSOR_MAP_DATA_TYPE_UINT16:
        map.element = E::u16;
        return;
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
        map.element = E::u32;
        return;
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
        map.element = E::s32;
        return;
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
        map.element = E::u64;
        return;
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
        map.element = E::s64;
        return;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
        map.element = E::f16;
        return;
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
        map.element = E::bf16;
        return;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
    case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
        map.element = E::f32;
        return;
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
        map.element = E::f64;
        return;
    case CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B: // packed kinds came with compute capability 10
    case CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B:
    case CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B:
        fail(CUDA_ERROR_NOT_SUPPORTED);
    }
    fail(CUDA_ERROR_INVALID_VALUE);
}

std::uint8_t swizzleBytes(CUtensorMapSwizzle swizzle) {
    switch (swizzle) {
    case CU_TENSOR_MAP_SWIZZLE_NONE:
        return 0;
    case CU_TENSOR_MAP_SWIZZLE_32B:
        return 32;
    case CU_TENSOR_MAP_SWIZZLE_64B:
        return 64;
    case CU_TENSOR_MAP_SWIZZLE_128B:
        return 128;
    default: // with larger atoms: from compute capability 10 on
        fail(CUDA_ERROR_NOT_SUPPORTED);
    }
}

void setShape(TensorMap& map, const cuuint64_t* sizes, const cuuint64_t* strides,
              const cuuint32_t* box, const cuuint32_t* steps) {
    require(sizes && box && steps && (strides || map.rank == 1));
    for (std::size_t d = 0; d < map.rank; ++d) {
        require(sizes[d] > 0 && sizes[d] <= kMostElements);
        require(box[d] > 0 && box[d] <= 256);
        require(steps[d] > 0 && steps[d] <= 8);
        map.lasts[d] = static_cast<std::uint32_t>(sizes[d] - 1);
        map.box[d] = static_cast<std::uint16_t>(box[d]);
        map.steps[d] = static_cast<std::uint8_t>(steps[d]);
    }
    for (std::size_t d = 0; d + 1 < map.rank; ++d) {
        require(strides[d] % 16 == 0 && strides[d] < kMostStride);
        map.strides[d] = strides[d];
    }
    const std::uint64_t inner = std::uint64_t{map.box[0]} * map.elementBytes();
    require(inner % 16 == 0);
    require(map.swizzleBytes == 0 || inner <= map.swizzleBytes);
}

} // namespace

CUresult CUDAAPI cuTensorMapEncodeTiled(
    CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
    void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
    const cuuint32_t* boxDim, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
    CUtensorMapFloatOOBfill oobFill) {
    return entry([&] {
        require(tensorMap && reinterpret_cast<std::uintptr_t>(tensorMap) % 64 == 0);
        require(tensorRank >= 1 && tensorRank <= 5);
        const auto address = reinterpret_cast<std::uintptr_t>(globalAddress);
        require(address != 0 && address % 16 == 0);
        require(l2Promotion <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
        require(interleave == CU_TENSOR_MAP_INTERLEAVE_NONE, CUDA_ERROR_NOT_SUPPORTED);
        TensorMap map;
        map.magic = TensorMap::kMagic;
        map.address = address;
        map.rank = static_cast<std::uint8_t>(tensorRank);
        map.swizzleBytes = swizzleBytes(swizzle);
        setElement(map, tensorDataType);
        map.fillNan = oobFill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
        require(!map.fillNan || map.element >= TensorMap::Element::f16);
        setShape(map, globalDim, globalStrides, boxDim, elementStrides);
        std::memset(tensorMap, 0, sizeof *tensorMap);
        std::memcpy(tensorMap, &map, sizeof map);
    });
}

CUresult CUDAAPI cuTensorMapReplaceAddress(CUtensorMap* tensorMap, void* globalAddress) {
    return entry([&] {
        const auto address = reinterpret_cast<std::uintptr_t>(globalAddress);
        require(tensorMap && address != 0 && address % 16 == 0);
        TensorMap map;
        std::memcpy(static_cast<void*>(&map), tensorMap, sizeof map);
        require(map.magic == TensorMap::kMagic);
        map.address = address;
        std::memcpy(tensorMap, &map, sizeof map);
    });
}
