// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"

#include <array>
#include <cstdint>
#include <string>

namespace warpbench::project {

/// A call of one of NVIDIA's libraries, as numbers: what a step {"library": "c = gemm(a, b)"}
/// means. Its buffers are passed separately as arguments, in the order given by Function.
struct LibraryCall {
    enum class Function {
        gemm,    ///< cuBLAS; a, b, c
        fft,     ///< cuFFT, complex to complex; x, y
        rfft,    ///< cuFFT, real to complex; x, y
        uniform, ///< cuRAND, over (0, 1]; z
        normal,  ///< cuRAND; z
        spmv,    ///< cuSPARSE, CSR; offsets, columns, values, x, y
        // CUB, over all elements
        sum,           ///< x, total
        min,           ///< x, least
        max,           ///< x, most
        inclusive_sum, ///< x, y
        exclusive_sum, ///< x, y
        sort,          ///< keys, sorted keys
        sort_pairs,    ///< keys, values, sorted keys, values
    };
    Function function = Function::gemm;
    std::string name; ///< its name in the project: "ifft2"
    /// Type of the elements: of all matrices, a transform's input, the random numbers, the values.
    arrays::Scalar type = arrays::Scalar::float32;
    /// spmv: type of offsets and columns; sort_pairs: of the values.
    arrays::Scalar index = arrays::Scalar::int32;
    /// gemm: rows and columns of c, and the summed dimension; transforms: their number, and the
    /// lengths of each, outermost first (a 1D length comes last); random numbers, CUB: the count;
    /// spmv: rows, columns, non-zero values.
    std::array<std::int64_t, 3> sizes{1, 1, 1};
    int dimensions = 1; ///< of a transform
    bool inverse = false;
    bool transposeA = false, transposeB = false; ///< stored with rows and columns exchanged
    double mean = 0, stddev = 1;                 ///< normal
    std::uint64_t seed = 0;                      ///< uniform, normal
};

/// The library that provides it: "cuBLAS".
inline const char* libraryOf(LibraryCall::Function function) {
    switch (function) {
    case LibraryCall::Function::gemm:
        return "cuBLAS";
    case LibraryCall::Function::fft:
    case LibraryCall::Function::rfft:
        return "cuFFT";
    case LibraryCall::Function::uniform:
    case LibraryCall::Function::normal:
        return "cuRAND";
    case LibraryCall::Function::spmv:
        return "cuSPARSE";
    case LibraryCall::Function::sum:
    case LibraryCall::Function::min:
    case LibraryCall::Function::max:
    case LibraryCall::Function::inclusive_sum:
    case LibraryCall::Function::exclusive_sum:
    case LibraryCall::Function::sort:
    case LibraryCall::Function::sort_pairs:
        return "CUB";
    }
    return "";
}

} // namespace warpbench::project
