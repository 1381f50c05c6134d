// SPDX-License-Identifier: GPL-3.0-or-later
// CUB's device-wide algorithms. They are templates in headers that nvcc compiles for host and
// device together, so each call is compiled into a small library, once (docs/decisions/
// libraries-at-run-time.md). The names are from cub/device/*.cuh of CCCL 3.0 (CUDA 13.0).
#include "core/base/error.h"
#include "core/cuda/context.h"
#include "core/cuda/device.h"
#include "core/cuda/memory.h"
#include "core/libraries/library_file.h"
#include "core/libraries/step_parts.h"
#include "core/steps/kernel_words.h"

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <system_error>
#include <vector>

namespace warpbench::libraries {

namespace {

using project::LibraryCall;
using Function = LibraryCall::Function;

/// Values that are only moved need just their size, as the type that a caller of CUB would use.
const char* carriedType(arrays::Scalar scalar) {
    switch (arrays::sizeOf(scalar)) {
    case 1:
        return "unsigned char";
    case 2:
        return "unsigned short";
    case 4:
        return "unsigned int";
    case 8:
        return "unsigned long long";
    default:
        return "ulonglong2";
    }
}

struct CubFunction {
    const char* header;
    const char* call; ///< after workspace and its size; a to d are the buffers
};

CubFunction cubFunction(Function function) {
    switch (function) {
    case Function::sum:
        return {"device_reduce", "DeviceReduce::Sum(workspace, *bytes, a, b, count, stream)"};
    case Function::min:
        return {"device_reduce", "DeviceReduce::Min(workspace, *bytes, a, b, count, stream)"};
    case Function::max:
        return {"device_reduce", "DeviceReduce::Max(workspace, *bytes, a, b, count, stream)"};
    case Function::inclusive_sum:
        return {"device_scan", "DeviceScan::InclusiveSum(workspace, *bytes, a, b, count, stream)"};
    case Function::exclusive_sum:
        return {"device_scan", "DeviceScan::ExclusiveSum(workspace, *bytes, a, b, count, stream)"};
    case Function::sort:
        return {"device_radix_sort", "DeviceRadixSort::SortKeys(workspace, *bytes, a, b, count, "
                                     "0, int(sizeof(Value)) * 8, stream)"};
    default:
        return {"device_radix_sort", "DeviceRadixSort::SortPairs(workspace, *bytes, a, c, b, d, "
                                     "count, 0, int(sizeof(Value)) * 8, stream)"};
    }
}

std::string cubSource(const LibraryCall& call) {
    const CubFunction function = cubFunction(call.function);
    const bool pairs = call.function == Function::sort_pairs;
    // CUB counts with the number of bits of the argument.
    const bool few = call.sizes[0] <= std::numeric_limits<int>::max();
    return fmt::format(R"(#include <cub/device/{}.cuh>
#include <cub/version.cuh>
using Value = {};
using Carried = {};
using Count = {};
WARPBENCH_EXPORT int warpbench_cub(void* workspace, size_t* bytes, void* const* buffers,
                                   long long elements, void* on) {{
    const auto* a = static_cast<const Value*>(buffers[0]);
    auto* {} = static_cast<Value*>(buffers[{}]);
{}    const auto count = Count(elements);
    const auto stream = static_cast<cudaStream_t>(on);
    return cub::{};
}}
WARPBENCH_EXPORT int warpbench_cub_version() {{ return CUB_VERSION; }}
)",
                       function.header, project::typeName(call.type), carriedType(call.index),
                       few ? "int" : "long long", pairs ? "c" : "b", pairs ? 2 : 1,
                       pairs ? "    const auto* b = static_cast<const Carried*>(buffers[1]);\n"
                               "    auto* d = static_cast<Carried*>(buffers[3]);\n"
                             : "",
                       function.call);
}

/// \throws Error (environment); a file that cannot be loaded is built again next time
platform::DynamicLibrary opened(const std::filesystem::path& file) {
    std::string problem;
    // The CUDA runtime in it keeps driver state, and the driver notifies it on shutdown.
    std::optional<platform::DynamicLibrary> library = platform::DynamicLibrary::tryOpen(
        file, &problem, platform::DynamicLibrary::Lifetime::for_good);
    if (library)
        return std::move(*library);
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    throw Error(ErrorKind::environment,
                {"WB1550",
                 "the library that nvcc built from CUB cannot be loaded: {problem}",
                 "run again to rebuild it; if that does not help, the cache folder may be on a "
                 "file system mounted noexec: choose another one with XDG_CACHE_HOME",
                 {{"problem", problem}}});
}

class CubStep : public LibraryStep {
  public:
    CubStep(const LibraryCall& call, const cuda::Stream& stream,
            std::span<const CUdeviceptr> pointers, const LibraryBuild& build)
        : m_call(call)
        , m_library(opened(build(cubSource(call), architecture(stream))))
        , m_function(need<CubCall>(m_library, "warpbench_cub")) {
        for (const CUdeviceptr pointer : pointers)
            m_buffers.push_back(reinterpret_cast<void*>(pointer));
        const int number = need<int()>(m_library, "warpbench_cub_version")();
        m_version = fmt::format("{}.{}.{}", number / 100000, number / 100 % 1000, number % 100);
        const cuda::ContextScope scope(stream.context());
        require(m_function(nullptr, &m_workspaceBytes, m_buffers.data(), m_call.sizes[0],
                           stream.handle()));
        m_workspace = cuda::DeviceMemory::allocate(stream.context(), m_workspaceBytes);
    }

    void queue(const cuda::Stream& stream) const override {
        const cuda::ContextScope scope(stream.context());
        std::size_t bytes = m_workspaceBytes;
        require(m_function(reinterpret_cast<void*>(m_workspace->pointer()), &bytes,
                           m_buffers.data(), m_call.sizes[0], stream.handle()));
    }

    std::string computedBy() const override { return "CUB " + m_version; }

  private:
    using CubCall = int(void* workspace, std::size_t* bytes, void* const* buffers,
                        long long elements, void* stream);

    static std::string architecture(const cuda::Stream& stream) {
        const cuda::Device& device = stream.context().device();
        return fmt::format("sm_{}{}", device.ccMajor(), device.ccMinor());
    }
    void require(int status) const { requireSuccess("CUB", m_call.name.c_str(), status); }

    LibraryCall m_call;
    platform::DynamicLibrary m_library;
    CubCall* m_function;
    std::vector<void*> m_buffers;
    std::string m_version;
    std::size_t m_workspaceBytes = 0;
    std::optional<cuda::DeviceMemory> m_workspace;
};

} // namespace

std::unique_ptr<LibraryStep> makeCubStep(const LibraryCall& call, const cuda::Stream& stream,
                                         std::span<const CUdeviceptr> pointers,
                                         const LibraryBuild& build) {
    return std::make_unique<CubStep>(call, stream, pointers, build);
}

} // namespace warpbench::libraries
