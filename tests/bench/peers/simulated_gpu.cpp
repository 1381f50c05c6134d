// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peers/simulated_gpu.h"

#include "core/compile/compile.h"
#include "core/cuda/device.h"
#include "core/cuda/driver.h"
#include "core/cuda/simulated_extras.h"
#include "tests/bench/peers/kernels.h"

#include <stdexcept>

namespace warpbench::bench {

namespace {

const cuda::SimulatedExtras& extras() {
    return *cuda::Driver::openSimulated().simulatedExtras();
}

} // namespace

std::string compiledKernels() {
    compile::CompileRequest request;
    request.source = std::string(kCudaSource) + std::string(kOwnSource);
    request.fileName = "peers.cu";
    request.arch = "compute_90";
    const compile::CompileResult result = compile::compile(request);
    if (!result.succeeded)
        throw std::runtime_error(result.log);
    return result.ptx;
}

SimulatedGpu::SimulatedGpu()
    : m_context(cuda::Context::create(cuda::Driver::openSimulated().device(0)))
    , m_module(cuda::Module::fromPtx(m_context, compiledKernels()))
    , m_stream(cuda::Stream::create(m_context)) {}

void SimulatedGpu::prepare(const Workload& workload) {
    const cuda::ContextScope scope(m_context);
    m_workload = workload;
    m_buffers.clear();
    m_kernel.emplace(m_module.kernel(workload.kernel));
    std::vector<float> values(workload.inputElements);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = inputElement(i);
    for (std::size_t i = 0; i < workload.inputs; ++i) {
        m_buffers.push_back(cuda::DeviceMemory::allocate(m_context, values.size() * 4));
        cuda::copyToDevice(m_context, m_buffers.back().pointer(), values.data(), values.size() * 4);
    }
    m_buffers.push_back(cuda::DeviceMemory::allocate(m_context, workload.outputElements * 4));
    m_pointers.clear();
    for (const cuda::DeviceMemory& buffer : m_buffers)
        m_pointers.push_back(buffer.pointer());
    m_arguments.clear();
    for (CUdeviceptr& pointer : m_pointers)
        m_arguments.push_back(&pointer);
    for (int& scalar : m_workload.scalars)
        m_arguments.push_back(&scalar);
}

void SimulatedGpu::run() {
    const cuda::ContextScope scope(m_context);
    cuda::LaunchConfig config;
    config.grid = {std::uint32_t(m_workload.global[0] / m_workload.local[0]),
                   std::uint32_t(m_workload.global[1] / m_workload.local[1]), 1};
    config.block = {std::uint32_t(m_workload.local[0]), std::uint32_t(m_workload.local[1]), 1};
    m_kernel->launch(config, m_stream, m_arguments.data());
    m_stream.synchronize();
}

std::vector<float> SimulatedGpu::output() {
    std::vector<float> values(m_workload.outputElements);
    cuda::copyToHost(m_context, values.data(), m_buffers.back().pointer(), values.size() * 4);
    return values;
}

void SimulatedGpu::setMetrics(bool on) {
    extras().setMetrics(0, on);
    extras().clearMetrics(0);
}

void SimulatedGpu::setProfiling(bool on) {
    cuda::SimulatedProfiling profiling;
    profiling.on = on;
    extras().setProfiling(0, profiling);
}

void SimulatedGpu::setChecks(std::uint32_t mask) {
    extras().setChecks(0, mask);
}

void SimulatedGpu::setOneThread(bool on) {
    extras().setDeterministic(0, on);
}

void SimulatedGpu::clearOutput() {
    const std::vector<float> zeros(m_workload.outputElements);
    cuda::copyToDevice(m_context, m_buffers.back().pointer(), zeros.data(), zeros.size() * 4);
}

void SimulatedGpu::load(const std::string& ptx) {
    const cuda::Module module = cuda::Module::fromPtx(m_context, ptx);
}

std::unique_ptr<SimulatedGpu> makeSimulatedGpu(std::string& problem) {
    try {
        return std::make_unique<SimulatedGpu>();
    } catch (const std::exception& error) {
        problem = std::string("simulated GPU: ") + error.what();
        return nullptr;
    }
}

} // namespace warpbench::bench
