// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/driver/errors/error_rows.h"

namespace driver_errors {

namespace {

constexpr const char* kPtx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 counter;
.visible .entry k(.param .u64 p, .param .u32 a, .param .u32 b)
{
    ret;
}
)";

bool prepare(Environment& e) {
    const Driver& d = e.d;
    return D(cuInit)(0) == CUDA_SUCCESS &&
           D(cuCtxCreate)(&e.context, nullptr, 0, 0) == CUDA_SUCCESS &&
           D(cuModuleLoadData)(&e.module, kPtx) == CUDA_SUCCESS &&
           D(cuModuleGetFunction)(&e.kernel, e.module, "k") == CUDA_SUCCESS &&
           D(cuMemAlloc)(&e.memory, 4096) == CUDA_SUCCESS;
}

} // namespace

std::vector<Row> allRows() {
    std::vector<Row> all;
    for (const auto& part : {basicRows(), codeRows(), memoryRows(), workRows()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

void ask(const Driver& driver, std::size_t first, const std::function<void(CUresult)>& answer) {
    Environment environment{driver};
    if (prepare(environment)) {
        const std::vector<Row> rows = allRows();
        for (std::size_t i = first; i < rows.size(); ++i)
            answer(rows[i].call(driver, environment));
    }
    const Driver& d = driver;
    if (environment.context)
        D(cuCtxDestroy)(environment.context);
}

std::vector<CUresult> resultsOf(const Driver& driver) {
    std::vector<CUresult> results;
    ask(driver, 0, [&](CUresult result) { results.push_back(result); });
    return results;
}

std::string nameOf(const Driver& driver, CUresult result) {
    const Driver& d = driver;
    const char* name = nullptr;
    D(cuGetErrorName)(result, &name);
    return name ? name : std::to_string(static_cast<int>(result));
}

} // namespace driver_errors
