// SPDX-License-Identifier: GPL-3.0-or-later
// A third-party program that uses warpbench::core: compiles a kernel and one generated from a line,
// launches both on the first device, real or simulated, and reads the results.
#include <warpbench/compile.h>
#include <warpbench/cuda.h>
#include <warpbench/launch.h>
#include <warpbench/occupancy.h>
#include <warpbench/session.h>
#include <warpbench/steps.h>
#include <warpbench/version.h>

#include <cstdio>
#include <cstring>
#include <vector>

using namespace warpbench;

int main(int argc, char** argv) try {
    const bool simulated = argc > 1 && std::strcmp(argv[1], "sim") == 0;
    const cuda::Driver& driver =
        simulated ? cuda::Driver::openSimulated() : cuda::Driver::openSystem();
    const cuda::Device device = driver.device(0);

    compile::CompileRequest request;
    request.fileName = "scale.cu";
    request.arch = "sm_90";
    request.source = "extern \"C\" __global__ void scale(float* x, float by) {\n"
                     "    x[blockIdx.x * blockDim.x + threadIdx.x] *= by;\n"
                     "}\n";
    project::Project line;
    line.buffers.emplace_back().name = "x";
    line.buffers[0].dtype = arrays::Scalar::float32;
    line.buffers[0].shape = {{"256", {}}};
    const project::GeneratedKernel minus = project::elementwiseKernel(line, {"x = x - 1", {}});
    request.source = project::withKernel(request.source, minus);
    const compile::CompileResult compiled = compile::compile(request);
    if (!compiled.succeeded)
        return std::fprintf(stderr, "%s\n", compiled.log.c_str()), 3;

    const auto context = cuda::Context::create(device);
    const auto stream = cuda::Stream::create(context);
    const auto module = cuda::Module::fromPtx(context, compiled.ptx);
    const auto kernel = module.kernel("scale");
    std::vector<float> x(256, 1.5f);
    const auto memory = cuda::DeviceMemory::allocate(context, x.size() * sizeof(float));
    cuda::copyToDevice(context, memory.pointer(), x.data(), memory.size());
    CUdeviceptr pointer = memory.pointer();
    float by = 2;
    void* arguments[] = {&pointer, &by};
    kernel.launch({.grid = {2, 1, 1}, .block = {128, 1, 1}}, stream, arguments);
    long long count = 256;
    void* ofLine[] = {&pointer, &count}; // as described by minus.launch.args
    module.kernel(minus.name).launch({.grid = {1, 1, 1}, .block = {256, 1, 1}}, stream, ofLine);
    stream.synchronize();
    cuda::copyToHost(context, x.data(), memory.pointer(), memory.size());
    for (const float value : x)
        if (value != 2)
            return std::puts("wrong"), 1;
    std::printf("%s: right, by %s\n", device.name().c_str(), kVersion);
} catch (const Error& error) {
    return std::fprintf(stderr, "%s\n", error.line().c_str()), exitCode(error.kind());
}
