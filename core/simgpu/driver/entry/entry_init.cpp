// SPDX-License-Identifier: GPL-3.0-or-later
// Initialisation, versions, errors, and the addresses of entry points.
#include "core/simgpu/driver/entry/profiler.h"
#include "core/simgpu/driver/runtime.h"

#include <algorithm>
#include <string_view>
#include <vector>

using namespace warpbench::simgpu::driver;

namespace {

struct ErrorRow {
    CUresult code;
    const char* name;
    const char* text;
};

constexpr ErrorRow kErrors[] = {
#define WBSIM_ERROR(code, text) {code, #code, text},
#include "core/simgpu/driver/tables/errors.inc"
#undef WBSIM_ERROR
};

const ErrorRow* findError(CUresult code) {
    const auto* end = std::end(kErrors);
    const auto* it =
        std::find_if(std::begin(kErrors), end, [&](const ErrorRow& r) { return r.code == code; });
    return it == end ? nullptr : it;
}

struct ProcRow {
    std::string_view name;
    int version; ///< CUDA's, as 1000 × major + 10 × minor, that brought this form
    void* plain;
    void* perThread;
};

template <typename Function>
void* entryAddress(Function* function) {
    return reinterpret_cast<void*>(function);
}

/// Sorted by name, then version: the order in which the generator writes them.
const std::vector<ProcRow>& procRows() {
    static const auto& rows = *new std::vector<ProcRow>{
#define WBSIM_PROC(name, version, plain, perThread)                                                \
    {name, version, entryAddress(&::plain), entryAddress(&::perThread)},
#include "core/simgpu/include/proc_addresses.inc"
#undef WBSIM_PROC
    };
    return rows;
}

CUdriverProcAddressQueryResult findProc(std::string_view name, int version, bool perThread,
                                        void*& address) {
    const auto& rows = procRows();
    const auto [first, last] = std::equal_range(
        rows.begin(), rows.end(), ProcRow{name, 0, nullptr, nullptr},
        [](const ProcRow& one, const ProcRow& other) { return one.name < other.name; });
    if (first == last)
        return CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    const auto above =
        std::find_if(first, last, [&](const ProcRow& row) { return row.version > version; });
    if (above == first)
        return CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
    const ProcRow& row = *std::prev(above);
    address = perThread ? row.perThread : row.plain;
    return CU_GET_PROC_ADDRESS_SUCCESS;
}

} // namespace

CUresult CUDAAPI cuInit(unsigned int Flags) {
    return entryAnyTime([&] {
        require(Flags == 0);
        Runtime::get().initialize();
        require(!Runtime::get().devices().empty(), CUDA_ERROR_NO_DEVICE);
    });
}

CUresult CUDAAPI cuDriverGetVersion(int* driverVersion) {
    return entryAnyTime([&] {
        require(driverVersion != nullptr);
        *driverVersion = CUDA_VERSION;
    });
}

CUresult CUDAAPI cuGetErrorName(CUresult error, const char** pStr) {
    return entryAnyTime([&] {
        require(pStr != nullptr);
        const ErrorRow* row = findError(error);
        *pStr = row ? row->name : nullptr;
        require(row != nullptr);
    });
}

CUresult CUDAAPI cuGetErrorString(CUresult error, const char** pStr) {
    return entryAnyTime([&] {
        require(pStr != nullptr);
        const ErrorRow* row = findError(error);
        *pStr = row ? row->text : nullptr;
        require(row != nullptr);
    });
}

CUresult CUDAAPI cuGetProcAddress_v2(const char* symbol, void** pfn, int cudaVersion,
                                     cuuint64_t flags,
                                     CUdriverProcAddressQueryResult* symbolStatus) {
    return entryAnyTime([&] {
        constexpr cuuint64_t known =
            CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
        // The flags contradict each other; driver 580 accepts both and uses the thread's own
        // stream.
        require(symbol != nullptr && pfn != nullptr && (flags & ~known) == 0);
        *pfn = nullptr;
        require(cudaVersion <= CUDA_VERSION);
        const bool perThread = (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0;
        // An unknown name yields a null pointer and a status instead of an error.
        const auto status = findProc(symbol, cudaVersion, perThread, *pfn);
        if (symbolStatus)
            *symbolStatus = status;
    });
}

// The first version had no status parameter: it reported errors in its return value.
CUresult CUDAAPI cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion,
                                  cuuint64_t flags) {
    const CUresult result = cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, nullptr);
    return result == CUDA_SUCCESS && *pfn == nullptr ? CUDA_ERROR_NOT_FOUND : result;
}
