// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cudart/runtime.h"

namespace warpbench::cudart {

/// A runtime copy in the driver's terms. The runtime counts elements if an array takes part and
/// bytes otherwise; the driver always counts bytes. \returns cudaErrorInvalidValue or
/// cudaErrorInvalidMemcpyDirection for an invalid copy; these errors are not kept. A copy of zero
/// bytes gets width 0.
cudaError_t toDriver(const cudaMemcpy3DParms& copy, CUDA_MEMCPY3D& result);
/// The reverse. Sources and destinations that are not arrays come back as pitched pointers.
cudaError_t fromDriver(const CUDA_MEMCPY3D& copy, cudaMemcpy3DParms& result);

/// Bytes per element of an array; 0 if the handle is not an array.
std::size_t elementBytes(CUarray array);

inline CUarray driverArray(cudaArray_const_t array) {
    return reinterpret_cast<CUarray>(const_cast<cudaArray_t>(array));
}

/// Source or destination of a copy of rows.
struct Rows {
    CUmemorytype type;
    CUdeviceptr pointer = 0; ///< host or device address
    CUarray array = nullptr;
    std::size_t pitch = 0;    ///< bytes
    std::size_t x = 0, y = 0; ///< bytes, rows
};
/// The memory type of a copy's source, derived from the kind of the copy.
CUmemorytype sourceType(cudaMemcpyKind kind);
CUmemorytype destinationType(cudaMemcpyKind kind);
/// \param width  bytes
CUDA_MEMCPY2D rowsCopy(const Rows& from, const Rows& to, std::size_t width, std::size_t height);

inline bool isKind(cudaMemcpyKind kind) {
    return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault;
}

} // namespace warpbench::cudart
