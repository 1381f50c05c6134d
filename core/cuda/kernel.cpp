// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/kernel.h"

#include "core/cuda/kernel_box.h"

#include <fmt/format.h>

#include <array>

namespace warpbench::cuda {

namespace {

ErrorText describe(const KernelBox& box) {
    return phrase("kernel \"{kernel}\"", {{"kernel", box.name}});
}

std::string sizes(const Dim3& dim) {
    return fmt::format("{} × {} × {}", dim.x, dim.y, dim.z);
}

ErrorText describe(const KernelBox& box, const LaunchConfig& config) {
    return phrase(
        "{kernel} with grid {grid}, block {block}, {count} bytes of dynamic shared memory",
        {{"kernel", describe(box)},
         {"grid", sizes(config.grid)},
         {"block", sizes(config.block)},
         {"count", config.sharedBytes}});
}

/// Launches that need attributes: cooperative and programmatic ones, and clusters.
/// \param call  set to the driver's function that was called
CUresult launchWithAttributes(const KernelBox& box, const LaunchConfig& config, CUstream stream,
                              void** arguments, const char*& call) {
    const DriverApi& api = box.module->api();
    call = "cuLaunchKernelEx";
    if (!config.cluster && !config.programmatic && !api.launchKernelEx) {
        call = "cuLaunchCooperativeKernel";
        return api.launchCooperativeKernel(box.function, config.grid.x, config.grid.y,
                                           config.grid.z, config.block.x, config.block.y,
                                           config.block.z, config.sharedBytes, stream, arguments);
    }
    std::array<CUlaunchAttribute, 3> attributes{};
    unsigned count = 0;
    if (config.cooperative) {
        attributes[count].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attributes[count++].value.cooperative = 1;
    }
    if (config.programmatic) {
        attributes[count].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
        attributes[count++].value.programmaticStreamSerializationAllowed = 1;
    }
    if (config.cluster) {
        attributes[count].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        attributes[count++].value.clusterDim = {config.cluster->x, config.cluster->y,
                                                config.cluster->z};
    }
    CUlaunchConfig launch{};
    launch.gridDimX = config.grid.x;
    launch.gridDimY = config.grid.y;
    launch.gridDimZ = config.grid.z;
    launch.blockDimX = config.block.x;
    launch.blockDimY = config.block.y;
    launch.blockDimZ = config.block.z;
    launch.sharedMemBytes = config.sharedBytes;
    launch.hStream = stream;
    launch.attrs = attributes.data();
    launch.numAttrs = count;
    return api.launchKernelEx(&launch, box.function, arguments, nullptr);
}

} // namespace

Kernel::Kernel(std::shared_ptr<KernelBox> box) noexcept
    : m_box(std::move(box)) {}

const std::string& Kernel::name() const noexcept {
    return m_box->name;
}

CUfunction Kernel::handle() const noexcept {
    return m_box->function;
}

const ContextPtr& Kernel::contextState() const noexcept {
    return m_box->module->context();
}

int Kernel::attribute(CUfunction_attribute attribute) const {
    const ContextScope scope(contextState());
    int value = 0;
    const CUresult code =
        m_box->module->api().functionGetAttribute(&value, attribute, m_box->function);
    if (code != CUDA_SUCCESS)
        contextState()->raise(code, "cuFuncGetAttribute",
                              phrase("attribute {number} of {kernel}",
                                     {{"number", int(attribute)}, {"kernel", describe(*m_box)}}));
    return value;
}

void Kernel::setAttribute(CUfunction_attribute attribute, int value) const {
    const ContextScope scope(contextState());
    const CUresult code =
        m_box->module->api().functionSetAttribute(m_box->function, attribute, value);
    if (code != CUDA_SUCCESS)
        contextState()->raise(
            code, "cuFuncSetAttribute",
            phrase("attribute {number} = {value} of {kernel}",
                   {{"number", int(attribute)}, {"value", value}, {"kernel", describe(*m_box)}}));
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
        m_box->maxDynamicShared = std::uint32_t(value);
}

KernelAttributes Kernel::attributes() const {
    const ContextScope scope(contextState());
    // Newer attributes are unknown to older drivers.
    const auto orZero = [&](CUfunction_attribute which) {
        int value = 0;
        const DriverApi& api = m_box->module->api();
        return api.functionGetAttribute(&value, which, m_box->function) == CUDA_SUCCESS ? value : 0;
    };
    KernelAttributes all;
    all.maxThreadsPerBlock = attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    all.registers = attribute(CU_FUNC_ATTRIBUTE_NUM_REGS);
    all.staticShared = attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    all.constant = attribute(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
    all.local = attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    all.ptxVersion = attribute(CU_FUNC_ATTRIBUTE_PTX_VERSION);
    all.binaryVersion = attribute(CU_FUNC_ATTRIBUTE_BINARY_VERSION);
    all.maxDynamicShared = orZero(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    all.preferredCarveOut = orZero(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
    all.clusterSizeMustBeSet = orZero(CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET) != 0;
    all.requiredClusterWidth = orZero(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH);
    all.requiredClusterHeight = orZero(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT);
    all.requiredClusterDepth = orZero(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH);
    all.nonPortableClusterAllowed =
        orZero(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) != 0;
    return all;
}

std::vector<ParameterSlot> Kernel::parameters() const {
    const ContextScope scope(contextState());
    const DriverApi& api = m_box->module->api();
    std::vector<ParameterSlot> slots;
    for (;;) {
        ParameterSlot slot;
        const CUresult code =
            api.functionGetParamInfo(m_box->function, slots.size(), &slot.offset, &slot.size);
        // The documented end of the list.
        if (code == CUDA_ERROR_INVALID_VALUE)
            return slots;
        if (code != CUDA_SUCCESS)
            contextState()->raise(code, "cuFuncGetParamInfo", describe(*m_box));
        slots.push_back(slot);
    }
}

int Kernel::driverActiveBlocksPerSm(int threadsPerBlock, std::size_t dynamicSharedBytes) const {
    const ContextScope scope(contextState());
    int blocks = 0;
    const CUresult code = m_box->module->api().occupancyMaxActiveBlocks(
        &blocks, m_box->function, threadsPerBlock, dynamicSharedBytes);
    if (code != CUDA_SUCCESS)
        contextState()->raise(code, "cuOccupancyMaxActiveBlocksPerMultiprocessor",
                              describe(*m_box));
    return blocks;
}

void Kernel::launch(const LaunchConfig& config, const Stream& stream,
                    void* const* arguments) const {
    const KernelBox& box = *m_box;
    const ContextScope scope(box.module->context());
    if (config.maxDynamicShared && config.maxDynamicShared != box.maxDynamicShared) [[unlikely]]
        setAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                     int(*config.maxDynamicShared));
    if (auto* needs = box.module->context()->owner().capturedNeeds()) [[unlikely]]
        needs->push_back(box.module);

    auto** const values = const_cast<void**>(arguments); // the driver only reads
    CUresult code;
    const char* call = "cuLaunchKernel";
    if (!config.cooperative && !config.programmatic && !config.cluster) [[likely]]
        code = box.module->api().launchKernel(
            box.function, config.grid.x, config.grid.y, config.grid.z, config.block.x,
            config.block.y, config.block.z, config.sharedBytes, stream.handle(), values, nullptr);
    else
        code = launchWithAttributes(box, config, stream.handle(), values, call);
    if (code != CUDA_SUCCESS) [[unlikely]]
        contextState()->raise(code, call, describe(box, config));
}

} // namespace warpbench::cuda
