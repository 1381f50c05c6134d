// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/hooks.h"
#include "core/recorder/launch_recorder.h"

namespace warpbench::recorder {

namespace {

template <auto Function, bool IsPerThread>
CUresult launchKernel(CUfunction function, unsigned int gridX, unsigned int gridY,
                      unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                      unsigned int blockZ, unsigned int sharedBytes, CUstream stream,
                      void** parameters, void** extra) {
    LaunchCall call;
    call.function = function;
    call.grid = {gridX, gridY, gridZ};
    call.block = {blockX, blockY, blockZ};
    call.sharedBytes = sharedBytes;
    call.stream = stream;
    call.parameters = parameters;
    call.extra = extra;
    return recordLaunch(call, IsPerThread, [&] {
        return (real().*Function)(function, gridX, gridY, gridZ, blockX, blockY, blockZ,
                                  sharedBytes, stream, parameters, extra);
    });
}

template <auto Function, bool IsPerThread>
CUresult launchCooperative(CUfunction function, unsigned int gridX, unsigned int gridY,
                           unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                           unsigned int blockZ, unsigned int sharedBytes, CUstream stream,
                           void** parameters) {
    LaunchCall call;
    call.function = function;
    call.grid = {gridX, gridY, gridZ};
    call.block = {blockX, blockY, blockZ};
    call.sharedBytes = sharedBytes;
    call.stream = stream;
    call.isCooperative = true;
    call.parameters = parameters;
    return recordLaunch(call, IsPerThread, [&] {
        return (real().*Function)(function, gridX, gridY, gridZ, blockX, blockY, blockZ,
                                  sharedBytes, stream, parameters);
    });
}

template <auto Function, bool IsPerThread>
CUresult launchEx(const CUlaunchConfig* config, CUfunction function, void** parameters,
                  void** extra) {
    const auto launch = [&] { return (real().*Function)(config, function, parameters, extra); };
    if (!config)
        return launch();
    LaunchCall call;
    call.function = function;
    call.grid = {config->gridDimX, config->gridDimY, config->gridDimZ};
    call.block = {config->blockDimX, config->blockDimY, config->blockDimZ};
    call.sharedBytes = config->sharedMemBytes;
    call.stream = config->hStream;
    call.attributes = config->attrs;
    call.attributeCount = config->attrs ? config->numAttrs : 0;
    call.parameters = parameters;
    call.extra = extra;
    return recordLaunch(call, IsPerThread, launch);
}

} // namespace

std::vector<Hook> launchHooks() {
    using Real = RealDriver;
    return {
        hookFor("cuLaunchKernel", &launchKernel<&Real::cuLaunchKernel, false>),
        hookFor("cuLaunchKernel_ptsz", &launchKernel<&Real::cuLaunchKernel_ptsz, true>),
        hookFor("cuLaunchKernelEx", &launchEx<&Real::cuLaunchKernelEx, false>),
        hookFor("cuLaunchKernelEx_ptsz", &launchEx<&Real::cuLaunchKernelEx_ptsz, true>),
        hookFor("cuLaunchCooperativeKernel",
                &launchCooperative<&Real::cuLaunchCooperativeKernel, false>),
        hookFor("cuLaunchCooperativeKernel_ptsz",
                &launchCooperative<&Real::cuLaunchCooperativeKernel_ptsz, true>),
    };
}

} // namespace warpbench::recorder
