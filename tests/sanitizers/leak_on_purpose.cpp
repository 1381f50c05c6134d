// SPDX-License-Identifier: GPL-3.0-or-later
// Leaks 1234 bytes at the end of a process with threads of the simulated driver. The test passes if
// the leak sanitizer reports them, and fails if it is off or its tracer dies.
#include <cuda.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstring>

namespace {

template <typename Function>
Function* symbol(void* library, const char* name) {
    return reinterpret_cast<Function*>(dlsym(library, name));
}

bool useDriver(void* library) {
    CUcontext context = nullptr;
    CUstream streams[4] = {};
    if (symbol<decltype(cuInit)>(library, "cuInit")(0) != CUDA_SUCCESS ||
        symbol<decltype(cuDevicePrimaryCtxRetain)>(library, "cuDevicePrimaryCtxRetain")(
            &context, 0) != CUDA_SUCCESS ||
        symbol<decltype(cuCtxSetCurrent)>(library, "cuCtxSetCurrent")(context) != CUDA_SUCCESS)
        return false;
    const auto create = symbol<decltype(cuStreamCreate)>(library, "cuStreamCreate");
    const auto launch = symbol<decltype(cuLaunchHostFunc)>(library, "cuLaunchHostFunc");
    for (CUstream& stream : streams) {
        if (create(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS ||
            launch(
                stream, [](void*) {}, nullptr) != CUDA_SUCCESS)
            return false;
    }
    return symbol<CUresult()>(library, "cuCtxSynchronize")() == CUDA_SUCCESS;
}

[[gnu::noinline]] void leak() {
    auto* volatile lost = new char[1234];
    std::memset(lost, 1, 1234);
    lost = nullptr;
}

} // namespace

int main(int argc, char** argv) {
    void* library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!library || !useDriver(library)) {
        std::fputs("the simulated driver could not be used\n", stderr);
        return 2;
    }
    leak();
    return 0;
}
