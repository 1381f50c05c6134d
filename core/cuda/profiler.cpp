// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/profiler.h"

#include "core/base/path_text.h"
#include "core/cuda/context_state.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/folders.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace warpbench::cuda {

namespace {

// How a profiler and a program find each other, according to NVTX 3's nvtxDetail/nvtxTypes.h
// (Apache-2.0 with LLVM exception; nothing is copied): the profiler's library writes its functions
// to tables of pointers to pointers, by fixed numbers. Its header is missing in the toolkit wheels
// that we build with, and has 3000 lines.
using Slot = void (*)();
using ExportTable = const void* (*)(std::uint32_t table);
using Initialise = int (*)(ExportTable tables);

constexpr std::uint32_t kCallbacks = 1;   // NVTX_ETID_CALLBACKS
constexpr std::uint32_t kVersionInfo = 3; // NVTX_ETID_VERSIONINFO
constexpr std::uint32_t kNvtxVersion = 3;
/// NVTX_CB_MODULE_…: all modules of NVTX 3, because Nsight Compute uses none if one of them is
/// missing.
enum Module { kCore = 1, kCuda, kOpenCl, kCudaRuntime, kDomains, kSynchronisation };
constexpr std::size_t kRangePush = 9; // NVTX_CBID_CORE_RangePushA
constexpr std::size_t kRangePop = 11;
constexpr std::size_t kNameStream = 5; // NVTX_CBID_CUDA_NameCuStreamA

/// The functions of a module: those that the profiler implements, and where it stores them.
template <std::size_t Functions>
struct FunctionTable {
    std::array<Slot, Functions> functions{};
    std::array<Slot*, Functions + 1> table{}; ///< ends with a null

    FunctionTable() {
        for (std::size_t i = 1; i < Functions; ++i) // function 0 does not exist
            table[i] = &functions[i];
    }
};

struct CallbacksTable {
    std::size_t structSize;
    int (*getModule)(int module, Slot*** table, unsigned* functions);
};
struct VersionTable {
    std::size_t structSize;
    std::uint32_t version;
    std::uint32_t reserved;
    void (*setInjectionVersion)(std::uint32_t version);
};

// As many functions as NVTX 3 counts, with the one that is not there.
FunctionTable<16> g_core; // NVTX_CBID_CORE_SIZE
FunctionTable<9> g_cuda;  // NVTX_CBID_CUDA_SIZE
FunctionTable<15> g_openCl;
FunctionTable<7> g_cudaRuntime;
FunctionTable<16> g_domains;
FunctionTable<7> g_synchronisation;

template <std::size_t Functions>
int give(FunctionTable<Functions>& module, Slot*** table, unsigned* functions) {
    if (table)
        *table = module.table.data();
    if (functions)
        *functions = unsigned(Functions);
    return 1;
}

int getModule(int module, Slot*** table, unsigned* functions) {
    switch (module) {
    case kCore:
        return give(g_core, table, functions);
    case kCuda:
        return give(g_cuda, table, functions);
    case kOpenCl:
        return give(g_openCl, table, functions);
    case kCudaRuntime:
        return give(g_cudaRuntime, table, functions);
    case kDomains:
        return give(g_domains, table, functions);
    case kSynchronisation:
        return give(g_synchronisation, table, functions);
    default:
        return 0;
    }
}

const void* exportTable(std::uint32_t table) {
    static const CallbacksTable callbacks{sizeof(CallbacksTable), &getModule};
    static const VersionTable version{sizeof(VersionTable), kNvtxVersion, 0, [](std::uint32_t) {}};
    return table == kCallbacks     ? static_cast<const void*>(&callbacks)
           : table == kVersionInfo ? static_cast<const void*>(&version)
                                   : nullptr;
}

/// Loads the profiler's library, which stays: it has its own threads.
bool findProfiler() {
    const auto path = platform::environmentVariable("NVTX_INJECTION64_PATH");
    if (!path || path->empty())
        return false;
    const auto library = platform::DynamicLibrary::tryOpen(
        pathFromUtf8(*path), nullptr, platform::DynamicLibrary::Lifetime::for_good);
    const auto initialise =
        library ? library->function<int(ExportTable)>("InitializeInjectionNvtx2") : nullptr;
    return initialise && initialise(&exportTable) != 0;
}

bool watched() {
    static const bool found = findProfiler();
    return found;
}

template <class Function, std::size_t Functions>
Function* functionOf(const FunctionTable<Functions>& module, std::size_t number) {
    return reinterpret_cast<Function*>(module.functions[number]);
}

} // namespace

ProfilerRange::ProfilerRange(std::string_view what, std::string_view of) {
    if (!watched()) [[likely]]
        return;
    auto* push = functionOf<int(const char*)>(g_core, kRangePush);
    if (!push)
        return;
    std::string text(what);
    if (!of.empty())
        text.append(" ").append(of);
    push(text.c_str());
    m_open = true;
}

ProfilerRange::~ProfilerRange() {
    if (!m_open) [[likely]]
        return;
    if (auto* pop = functionOf<int()>(g_core, kRangePop))
        pop();
}

void nameForProfiler(const Stream& stream, std::string_view name) {
    auto* call = watched() ? functionOf<void(CUstream, const char*)>(g_cuda, kNameStream) : nullptr;
    if (call)
        call(stream.handle(), std::string(name).c_str());
}

ProfiledSection::ProfiledSection(const Context& context)
    : m_context(context) {
    const ContextScope scope(context);
    context.state()->check(context.state()->api().profilerStart(), "cuProfilerStart");
}

ProfiledSection::~ProfiledSection() {
    try {
        const ContextScope scope(m_context);
        m_context.state()->api().profilerStop();
    } catch (const Error&) {
        // Without an explicit end, a profiler uses the program's end.
    }
}

} // namespace warpbench::cuda
