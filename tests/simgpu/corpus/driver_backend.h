// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/driver.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/platform/dynamic_library.h"
#include "core/processes/output_capture.h"
#include "tests/simgpu/corpus/corpus_run.h"

#include <map>

namespace warpbench::test {

/// A module loaded into a context of a driver: the simulated one or NVIDIA's.
class DriverBackend final : public CorpusBackend {
  public:
    DriverBackend(const cuda::Context& context, const std::string& ptx)
        : m_context(context)
        , m_stream(cuda::Stream::defaultOf(context))
        , m_module(cuda::Module::fromPtx(context, ptx)) {}

    std::uint64_t allocate(std::size_t bytes) override {
        cuda::DeviceMemory memory = cuda::DeviceMemory::allocate(m_context, bytes);
        const std::uint64_t address = memory.pointer();
        m_memory.emplace(address, std::move(memory));
        return address;
    }
    void free(std::uint64_t address) override { m_memory.erase(address); }
    void write(std::uint64_t address, const void* data, std::size_t bytes) override {
        cuda::copyToDevice(m_context, address, data, bytes);
    }
    void read(std::uint64_t address, void* data, std::size_t bytes) override {
        cuda::copyToHost(m_context, data, address, bytes);
    }
    void launch(const std::string& kernel, const cuda::LaunchConfig& config,
                const std::vector<KernelArgument>& arguments) override {
        std::vector<void*> pointers;
        for (const KernelArgument& argument : arguments)
            pointers.push_back(const_cast<void*>(argument.data));
        m_module.kernel(kernel).launch(config, m_stream, pointers.data());
        m_context.synchronize();
    }
    std::uint64_t symbol(const std::string& name) override { return m_module.global(name).pointer; }
    TensorMapBytes tensorMap(const TensorShape& shape) override {
        using Encode = decltype(&cuTensorMapEncodeTiled);
        const auto library = platform::DynamicLibrary::open(m_context.driver().library());
        const auto encode = reinterpret_cast<Encode>(library.symbol("cuTensorMapEncodeTiled"));
        auto steps = shape.steps;
        steps.resize(shape.sizes.size(), 1);
        auto strides = shape.strides;
        strides.resize(shape.sizes.size()); // a real driver rejects null for one dimension
        CUtensorMap map;
        const cuda::ContextScope scope(m_context);
        const CUresult result =
            encode(&map, static_cast<CUtensorMapDataType>(shape.type),
                   static_cast<cuuint32_t>(shape.sizes.size()),
                   reinterpret_cast<void*>(shape.address), shape.sizes.data(), strides.data(),
                   shape.box.data(), steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE,
                   static_cast<CUtensorMapSwizzle>(shape.swizzle), CU_TENSOR_MAP_L2_PROMOTION_NONE,
                   shape.fillNan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
                                 : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
        m_context.driver().check(result, "cuTensorMapEncodeTiled");
        TensorMapBytes bytes;
        std::memcpy(bytes.bytes, &map, sizeof bytes.bytes);
        return bytes;
    }
    std::string printedBy(const std::function<void()>& f) override {
        platform::OutputCapture capture(1 << 20);
        f();
        return capture.take();
    }

  private:
    cuda::Context m_context;
    cuda::Stream m_stream;
    cuda::Module m_module;
    std::map<std::uint64_t, cuda::DeviceMemory> m_memory;
};

} // namespace warpbench::test
