// SPDX-License-Identifier: GPL-3.0-or-later
// The variables of a run's code: __constant__ and __device__.
#include "core/cuda/memory.h"
#include "core/executor/run_memory.h"

namespace warpbench::session {

namespace {

/// Maximum size of a variable in a report.
constexpr std::uint64_t kMostVariableBytes = std::uint64_t(1) << 20;

cuda::GlobalSymbol symbolOf(const cuda::Module& code, const DeviceConstant& constant) {
    try {
        return code.global(constant.symbol);
    } catch (const cuda::CudaError& error) {
        if (error.result() != CUDA_ERROR_NOT_FOUND)
            throw;
        throw Error(ErrorKind::project,
                    {"WB1869",
                     "variable \"{variable}\" is not in the compiled source",
                     "declare it __constant__ or __device__ and use it in a kernel; outside "
                     "extern \"C\" a C++ name is needed",
                     {{"variable", constant.symbol}}},
                    constant.place);
    }
}

void checkReadable(const DeviceConstant& constant, std::size_t bytes) {
    if (bytes > kMostVariableBytes)
        throw Error(
            ErrorKind::project,
            {"WB1870",
             "variable \"{variable}\" has {size} bytes, but at most {limit} are read",
             "let a kernel copy the part that you need into a buffer",
             {{"variable", constant.symbol}, {"size", bytes}, {"limit", kMostVariableBytes}}},
            constant.place);
    if (bytes % constant.elementBytes != 0)
        throw Error(
            ErrorKind::project,
            {"WB1871",
             "variable \"{variable}\" has {size} bytes, which is not a multiple of the "
             "element size of {element}",
             "give the type that the source declares",
             {{"variable", constant.symbol}, {"size", bytes}, {"element", constant.elementBytes}}},
            constant.place);
}

} // namespace

void RunMemory::setVariables(const cuda::Module& code) {
    for (const DeviceConstant& constant : m_request.constants) {
        m_variables.push_back({&constant, symbolOf(code, constant)});
        const cuda::GlobalSymbol& symbol = m_variables.back().symbol;
        if (constant.read)
            checkReadable(constant, symbol.size);
        if (constant.bytes.empty())
            continue;
        if (constant.bytes.size() > symbol.size)
            throw Error(
                ErrorKind::project,
                {"WB1872",
                 "the values for \"{variable}\" have {size} bytes, but the variable has {limit}",
                 "give as many values of its type as the source declares",
                 {{"variable", constant.symbol},
                  {"size", constant.bytes.size()},
                  {"limit", symbol.size}}},
                constant.place);
        cuda::copyToDevice(m_device.context(), symbol.pointer, constant.bytes.data(),
                           constant.bytes.size());
    }
}

/// At the end of the check pass: before timing changes them.
std::vector<std::vector<std::uint8_t>> RunMemory::readVariables() const {
    std::vector<std::vector<std::uint8_t>> all;
    for (const auto& [request, symbol] : m_variables) {
        if (!request->read)
            continue;
        std::vector<std::uint8_t>& bytes = all.emplace_back(symbol.size);
        cuda::copyToHost(m_device.context(), bytes.data(), symbol.pointer, bytes.size());
    }
    return all;
}

} // namespace warpbench::session
