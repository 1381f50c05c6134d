// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor maps for bulk copies. The rules are those that cuda.h states for cuTensorMapEncodeTiled
// and cuTensorMapEncodeIm2col.
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
        require(swizzle <= CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B);
        fail(CUDA_ERROR_NOT_SUPPORTED);
    }
}

/// The common arguments of tiled and im2col maps.
struct TensorArguments {
    CUtensorMap* map;
    CUtensorMapDataType type;
    cuuint32_t rank;
    void* address;
    const cuuint64_t *sizes, *strides;
    const cuuint32_t* steps;
    CUtensorMapInterleave interleave;
    CUtensorMapSwizzle swizzle;
    CUtensorMapL2promotion promotion;
    CUtensorMapFloatOOBfill fill;
};

/// Interleaved layouts are checked, then refused: they are not executed.
void checkInterleave(const TensorArguments& a) {
    require(a.interleave <= CU_TENSOR_MAP_INTERLEAVE_32B);
    if (a.interleave == CU_TENSOR_MAP_INTERLEAVE_NONE)
        return;
    require(a.rank >= 3);
    if (a.interleave == CU_TENSOR_MAP_INTERLEAVE_32B) {
        require(reinterpret_cast<std::uintptr_t>(a.address) % 32 == 0);
        require(a.swizzle == CU_TENSOR_MAP_SWIZZLE_32B);
        for (std::size_t d = 0; d + 1 < a.rank; ++d)
            require(a.strides[d] % 32 == 0);
    }
    fail(CUDA_ERROR_NOT_SUPPORTED);
}

TensorMap commonPart(const TensorArguments& a) {
    // cuda.h wants 64 bytes of alignment, and an H200's driver takes any (580).
    require(a.map != nullptr);
    require(a.rank >= 1 && a.rank <= 5);
    const auto address = reinterpret_cast<std::uintptr_t>(a.address);
    require(address != 0 && address % 16 == 0);
    // An H200's driver requires strides even if the only dimension does not need any.
    require(a.sizes && a.strides && a.steps);
    require(a.promotion <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
    require(a.fill <= CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    TensorMap map;
    map.magic = TensorMap::kMagic;
    map.address = address;
    map.rank = static_cast<std::uint8_t>(a.rank);
    for (std::size_t d = 0; d < map.rank; ++d) {
        require(a.sizes[d] > 0 && a.sizes[d] <= kMostElements);
        require(a.steps[d] > 0 && a.steps[d] <= 8);
        map.lasts[d] = static_cast<std::uint32_t>(a.sizes[d] - 1);
        map.steps[d] = static_cast<std::uint8_t>(a.steps[d]);
    }
    for (std::size_t d = 0; d + 1 < map.rank; ++d) {
        require(a.strides[d] % 16 == 0 && a.strides[d] < kMostStride);
        map.strides[d] = a.strides[d];
    }
    checkInterleave(a);
    map.steps[0] = 1; // meaningless without interleaving
    map.swizzleBytes = swizzleBytes(a.swizzle);
    setElement(map, a.type);
    map.fillNan = a.fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    require(!map.fillNan || map.element >= TensorMap::Element::f16);
    return map;
}

/// The inner dimension of a copied box: elements of dimension 0.
void setInner(TensorMap& map, cuuint32_t elements) {
    require(elements > 0 && elements <= 256);
    map.box[0] = static_cast<std::uint16_t>(elements);
    const std::uint32_t bytes = elements * map.elementBytes();
    require(bytes % 16 == 0);
    require(map.swizzleBytes == 0 || bytes <= map.swizzleBytes);
}

/// The filter's places, from the outermost dimension (D, H, W) as the caller has them.
void setCorners(TensorMap& map, const int* lower, const int* upper) {
    require(lower && upper);
    const std::size_t count = map.rank - 2u;
    const int least = count == 1 ? -32768 : count == 2 ? -128 : -16;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t d = count - 1 - i; // W first
        require(lower[i] >= least && lower[i] <= -least - 1);
        require(upper[i] >= least && upper[i] <= -least - 1);
        require(lower[i] <= std::int64_t{map.lasts[d + 1]} + upper[i]); // some place
        map.lower[d] = static_cast<std::int16_t>(lower[i]);
        map.upper[d] = static_cast<std::int16_t>(upper[i]);
    }
}

/// \param to  of any alignment, so it is not a typed pointer
void write(void* to, const TensorMap& map) {
    std::memset(to, 0, sizeof(CUtensorMap));
    std::memcpy(to, &map, sizeof map);
}

} // namespace

CUresult CUDAAPI cuTensorMapEncodeTiled(
    CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
    void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
    const cuuint32_t* boxDim, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
    CUtensorMapFloatOOBfill oobFill) {
    return entry([&] {
        TensorMap map =
            commonPart({tensorMap, tensorDataType, tensorRank, globalAddress, globalDim,
                        globalStrides, elementStrides, interleave, swizzle, l2Promotion, oobFill});
        require(boxDim);
        for (std::size_t d = 1; d < map.rank; ++d) {
            require(boxDim[d] > 0 && boxDim[d] <= 256);
            map.box[d] = static_cast<std::uint16_t>(boxDim[d]);
        }
        setInner(map, boxDim[0]);
        write(tensorMap, map);
    });
}

CUresult CUDAAPI cuTensorMapEncodeIm2col(
    CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
    void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
    const int* pixelBoxLowerCorner, const int* pixelBoxUpperCorner, cuuint32_t channelsPerPixel,
    cuuint32_t pixelsPerColumn, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
    CUtensorMapFloatOOBfill oobFill) {
    return entry([&] {
        require(tensorRank >= 3);
        TensorMap map =
            commonPart({tensorMap, tensorDataType, tensorRank, globalAddress, globalDim,
                        globalStrides, elementStrides, interleave, swizzle, l2Promotion, oobFill});
        map.im2col = true;
        require(pixelsPerColumn > 0 && pixelsPerColumn <= 1024);
        map.pixels = static_cast<std::uint16_t>(pixelsPerColumn);
        setInner(map, channelsPerPixel);
        setCorners(map, pixelBoxLowerCorner, pixelBoxUpperCorner);
        write(tensorMap, map);
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
