// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cudart/runtime.h"

namespace warpbench::cudart {

/// A runtime's copy as the driver's: the runtime counts elements where an array takes part and
/// bytes elsewhere, the driver always bytes. \returns cudaErrorInvalidValue or
/// cudaErrorInvalidMemcpyDirection where the copy is none; they are not
///          kept. A copy of nothing has no width.
cudaError_t toDriver(const cudaMemcpy3DParms& copy, CUDA_MEMCPY3D& result);
/// The reverse of it. Sources and destinations that are not arrays come back as pitched pointers.
cudaError_t fromDriver(const CUDA_MEMCPY3D& copy, cudaMemcpy3DParms& result);

/// Bytes of an array's element; 0 where it is no array.
std::size_t elementBytes(CUarray array);

inline CUarray driverArray(cudaArray_const_t array) {
    return reinterpret_cast<CUarray>(const_cast<cudaArray_t>(array));
}

/// Source or destination of a copy of rows.
struct Rows {
    CUmemorytype type;
    CUdeviceptr pointer = 0; ///< of a host or a device
    CUarray array = nullptr;
    std::size_t pitch = 0;    ///< bytes
    std::size_t x = 0, y = 0; ///< bytes, rows
};
/// Where a pointer of a copy points to, by the copy's kind.
CUmemorytype sourceType(cudaMemcpyKind kind);
CUmemorytype destinationType(cudaMemcpyKind kind);
/// \param width  bytes
CUDA_MEMCPY2D rowsCopy(const Rows& from, const Rows& to, std::size_t width, std::size_t height);

inline bool isKind(cudaMemcpyKind kind) {
    return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault;
}

} // namespace warpbench::cudart
