// SPDX-License-Identifier: GPL-3.0-or-later
// The last error of each thread, and the names and texts of errors.
#include "core/cudart/runtime.h"

namespace warpbench::cudart {

namespace {

thread_local cudaError_t t_last = cudaSuccess;

struct Description {
    cudaError_t error;
    const char* name;
    const char* text;
};
constexpr Description kDescriptions[] = {
#define ERROR(error, text) {error, #error, text},
#include "core/cudart/errors.inc"
#undef ERROR
};
constexpr const char* kUnknown = "unrecognized error code";

} // namespace

cudaError_t keep(cudaError_t error) {
    if (error != cudaSuccess && error != cudaErrorNotReady)
        t_last = error;
    return error;
}

cudaError_t keep(CUresult error) {
    return keep(static_cast<cudaError_t>(error));
}

} // namespace warpbench::cudart

using namespace warpbench::cudart;

extern "C" {

cudaError_t cudaGetLastError() {
    const cudaError_t last = t_last;
    t_last = cudaSuccess;
    return last;
}

cudaError_t cudaPeekAtLastError() {
    return t_last;
}

const char* cudaGetErrorName(cudaError_t error) {
    for (const Description& known : kDescriptions) {
        if (known.error == error)
            return known.name;
    }
    return kUnknown;
}

const char* cudaGetErrorString(cudaError_t error) {
    for (const Description& known : kDescriptions) {
        if (known.error == error)
            return known.text;
    }
    return kUnknown;
}

} // extern "C"
