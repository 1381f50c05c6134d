// SPDX-License-Identifier: GPL-3.0-or-later
// Launches as in CUDA 3: block, arguments and grid are set by separate calls.
#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/driver/runtime.h"

#include <cstring>

using namespace warpbench::simgpu::driver;

namespace {

CUresult setParameter(CUfunction hfunc, int offset, const void* data, std::size_t bytes) {
    return entry([&] {
        require(offset >= 0 && (data != nullptr || bytes == 0));
        const auto function = functionOf(hfunc);
        auto& parameters = function->oldLaunch().parameters;
        const auto at = static_cast<std::size_t>(offset);
        require(at + bytes <= function->info().parameterBytes);
        parameters.resize(std::max(parameters.size(), at + bytes));
        if (bytes > 0)
            std::memcpy(parameters.data() + at, data, bytes);
    });
}

void launchOld(CUfunction hfunc, int width, int height, CUstream hStream) {
    require(width > 0 && height > 0);
    const auto function = functionOf(hfunc);
    const Function::OldLaunch& old = function->oldLaunch();
    KernelLaunch launch;
    launch.function = function;
    launch.grid = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 1};
    launch.block = old.block;
    launch.dynamicShared = old.dynamicShared;
    launch.parameters = old.parameters;
    launch.parameters.resize(function->info().parameterBytes);
    validate(launch);
    Runtime::get().stream(hStream)->submit(std::move(launch));
}

} // namespace

CUresult CUDAAPI cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z) {
    return entry([&] {
        require(x > 0 && y > 0 && z > 0);
        functionOf(hfunc)->oldLaunch().block = {static_cast<std::uint32_t>(x),
                                                static_cast<std::uint32_t>(y),
                                                static_cast<std::uint32_t>(z)};
    });
}

CUresult CUDAAPI cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes) {
    return entry([&] { functionOf(hfunc)->oldLaunch().dynamicShared = bytes; });
}

CUresult CUDAAPI cuParamSetSize(CUfunction hfunc, unsigned int numbytes) {
    return entry([&] {
        const auto function = functionOf(hfunc);
        require(numbytes <= function->info().parameterBytes);
        function->oldLaunch().parameters.resize(numbytes);
    });
}

CUresult CUDAAPI cuParamSeti(CUfunction hfunc, int offset, unsigned int value) {
    return setParameter(hfunc, offset, &value, sizeof value);
}

CUresult CUDAAPI cuParamSetf(CUfunction hfunc, int offset, float value) {
    return setParameter(hfunc, offset, &value, sizeof value);
}

CUresult CUDAAPI cuParamSetv(CUfunction hfunc, int offset, void* ptr, unsigned int numbytes) {
    return setParameter(hfunc, offset, ptr, numbytes);
}

CUresult CUDAAPI cuLaunch(CUfunction f) {
    return entry([&] { launchOld(f, 1, 1, nullptr); });
}

CUresult CUDAAPI cuLaunchGrid(CUfunction f, int grid_width, int grid_height) {
    return entry([&] { launchOld(f, grid_width, grid_height, nullptr); });
}

CUresult CUDAAPI cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height,
                                   CUstream hStream) {
    return entry([&] { launchOld(f, grid_width, grid_height, hStream); });
}
