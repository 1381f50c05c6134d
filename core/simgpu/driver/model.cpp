// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/model.h"

#include "core/simgpu/driver/api.h"
#include "core/simgpu/host/shared_pages.h"

#include <algorithm>
#include <cctype>

namespace warpbench::simgpu::driver {

namespace {

SmLimits smLimits(int ccMajor, int ccMinor) {
    const std::vector<int> small{0, 8, 16, 32, 64, 100};
    const std::vector<int> ampere{0, 8, 16, 32, 64, 100, 132, 164};
    const std::vector<int> hopper{0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
    switch (ccMajor * 10 + ccMinor) {
    case 70:
        return {7, 0, 2048, 32, 98304, 98304, 0, 256, {0, 8, 16, 32, 64, 96}, 0, 128};
    case 75:
        return {7, 5, 1024, 16, 65536, 65536, 0, 256, {32, 64}, 0, 96};
    case 80:
        return {8, 0, 2048, 32, 167936, 166912, 1024, 128, ampere, 0, 192};
    case 86:
        return {8, 6, 1536, 16, 102400, 101376, 1024, 128, small, 0, 128};
    case 89:
        return {8, 9, 1536, 24, 102400, 101376, 1024, 128, small, 0, 128};
    case 100:
        return {10, 0, 2048, 32, 233472, 232448, 1024, 128, hopper, 64, 256};
    case 120:
        return {12, 0, 1536, 24, 102400, 101376, 1024, 128, small, 24, 128};
    default:
        return {9, 0, 2048, 32, 233472, 232448, 1024, 128, hopper, 64, 256};
    }
}

/// Attributes that were added or changed with an architecture; all others are as on an H200.
void applyArchitecture(Model& model) {
    auto& a = model.attributes;
    const SmLimits& sm = model.sm;
    a[CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR] = sm.ccMajor;
    a[CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR] = sm.ccMinor;
    a[CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR] = sm.threadsPerSm;
    a[CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR] = sm.blocksPerSm;
    a[CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR] = sm.sharedPerSm;
    a[CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN] = sm.sharedPerBlockOptin;
    a[CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK] = sm.sharedReserved;
    const int since80 = sm.ccMajor >= 8;
    const int since90 = sm.ccMajor >= 9;
    a[CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH] = since90;
    a[CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED] = since90;
    a[CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT] = since90 ? 4 : 1;
    a[CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED] = since80;
    a[CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED] = since80;
    if (!since80) {
        a[CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE] = 0;
        a[CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE] = 0;
    }
}

/// Features that the simulator lacks are not reported, even if the real GPU has them.
void applySimulator(Model& model) {
    auto& a = model.attributes;
    a[CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES] = 0;
    a[CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED] = host::SharedPages::supported();
    a[CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED] = 0;
    a[CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED] = 0;
}

std::map<int, int> h200Attributes() {
    return {
#define WBSIM_ATTRIBUTE(number, value) {number, value},
#include "core/simgpu/models/h200_attributes.inc"
#undef WBSIM_ATTRIBUTE
    };
}

Model makeModel(const char* key, const char* part, int ccMajor, int ccMinor, int multiprocessors,
                std::uint64_t memory, int clock, int memoryClock, int bus, int l2, int fp64Ratio,
                const char* source) {
    Model model;
    model.key = key;
    model.name = std::string("Simulated ") + part + " (CPU)";
    model.ccMajor = ccMajor;
    model.ccMinor = ccMinor;
    model.memoryBytes = memory;
    model.source = source;
    model.sm = smLimits(ccMajor, ccMinor);
    model.attributes = h200Attributes();
    auto& a = model.attributes;
    a[CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT] = multiprocessors;
    a[CU_DEVICE_ATTRIBUTE_CLOCK_RATE] = clock;
    a[CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE] = memoryClock;
    a[CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH] = bus;
    a[CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE] = l2;
    a[CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO] = fp64Ratio;
    applyArchitecture(model);
    if (model.key != "h200") {
        a[CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID] = 0;
        a[CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID] = 0;
        if (ccMajor >= 8)
            a[CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE] = l2 / 8 * 5;
    }
    applySimulator(model);
    return model;
}

std::string lowered(std::string_view text) {
    std::string result;
    for (const char c : text) {
        // "RTX 4090" and "rtx-4090" mean rtx4090.
        if (c != ' ' && c != '-' && c != '_')
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return result;
}

} // namespace

const std::vector<Model>& models() {
    static const auto& all = *new std::vector<Model>{
#define WBSIM_PART(...) makeModel(__VA_ARGS__),
#include "core/simgpu/models/parts.inc"
#undef WBSIM_PART
    };
    return all;
}

const Model* findModel(std::string_view key) {
    const std::string wanted = lowered(key);
    const auto& all = models();
    const auto it =
        std::find_if(all.begin(), all.end(), [&](const Model& m) { return m.key == wanted; });
    return it == all.end() ? nullptr : &*it;
}

std::vector<const Model*> chosenModels(std::string_view list) {
    std::vector<const Model*> chosen;
    bool named = false;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        const std::string_view name = list.substr(0, comma);
        list.remove_prefix(std::min(comma + 1, list.size()));
        if (lowered(name).empty())
            continue;
        named = true;
        if (const Model* model = findModel(name)) {
            chosen.push_back(model);
        } else {
            log(("WARPBENCH_SIMGPU does not name a model: " + std::string(name)).c_str());
        }
    }
    if (!named)
        chosen.push_back(&models().front());
    return chosen;
}

engine::MachineModel machineOf(const Model& model) {
    engine::MachineModel machine;
    machine.ccMajor = model.ccMajor;
    machine.ccMinor = model.ccMinor;
    machine.multiprocessors = model.attributes.at(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    machine.maxThreadsPerSm = model.sm.threadsPerSm;
    machine.sharedPerBlockOptin = static_cast<std::uint64_t>(model.sm.sharedPerBlockOptin);
    machine.clockKHz =
        static_cast<std::uint64_t>(model.attributes.at(CU_DEVICE_ATTRIBUTE_CLOCK_RATE));
    return machine;
}

} // namespace warpbench::simgpu::driver
