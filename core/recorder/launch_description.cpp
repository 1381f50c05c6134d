// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/launch_description.h"

#include "core/formats/ptx_entries.h"
#include "core/recorder/ptx_globals.h"
#include "core/recorder/real_driver.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace warpbench::recorder {

namespace {

using launch_files::LaunchDescription;
using Layout = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

std::uint64_t limitOf(CUlimit limit) {
    std::size_t value = 0;
    if (real().cuCtxGetLimit)
        real().cuCtxGetLimit(&value, limit);
    return value;
}

void describeDevice(LaunchDescription& description) {
    CUdevice device = 0;
    std::array<char, 256> name{};
    int major = 0, minor = 0;
    real().cuCtxGetDevice(&device);
    real().cuDeviceGetName(name.data(), static_cast<int>(name.size()), device);
    real().cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    real().cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    description.device = name.data();
    description.computeCapability = 10 * major + minor;
}

/// Of one parameter; false behind the last one.
bool parameterOf(const KernelFacts& kernel, std::size_t index, std::size_t& offset,
                 std::size_t& bytes) {
    if (kernel.kernel && real().cuKernelGetParamInfo)
        return real().cuKernelGetParamInfo(kernel.kernel, index, &offset, &bytes) == CUDA_SUCCESS;
    return kernel.function && real().cuFuncGetParamInfo &&
           real().cuFuncGetParamInfo(kernel.function, index, &offset, &bytes) == CUDA_SUCCESS;
}

/// Drivers before CUDA 12.4 tell nothing of parameters.
Layout layoutInPtx(const std::string& kernel, const std::vector<std::string>& texts) {
    Layout layout;
    for (const std::string& text : texts)
        for (const compile::PtxEntry& entry : compile::readPtxEntries(text))
            if (entry.name == kernel && layout.empty())
                for (const auto& parameter : entry.parameters)
                    layout.emplace_back(parameter.offset, parameter.size);
    return layout;
}

Layout layoutOf(const KernelFacts& kernel, const std::vector<std::string>& texts) {
    Layout layout;
    std::size_t offset = 0, bytes = 0;
    while (parameterOf(kernel, layout.size(), offset, bytes))
        layout.emplace_back(offset, bytes);
    return layout.empty() ? layoutInPtx(kernel.name, texts) : layout;
}

/// Those of a buffer that the program has packed itself.
std::span<const std::byte> packedParameters(void** extra) {
    const std::byte* buffer = nullptr;
    std::size_t bytes = 0;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = static_cast<const std::byte*>(extra[1]);
        else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
            bytes = *static_cast<const std::size_t*>(extra[1]);
        else
            return {}; // the driver will refuse it
    }
    return buffer ? std::span(buffer, bytes) : std::span<const std::byte>();
}

std::vector<std::byte> parametersOf(const LaunchCall& call, const Layout& layout) {
    std::vector<std::byte> block(layout.empty() ? 0 : layout.back().first + layout.back().second);
    if (call.parameters)
        for (std::size_t i = 0; i < layout.size(); ++i)
            std::memcpy(block.data() + layout[i].first, call.parameters[i], layout[i].second);
    else if (call.extra)
        std::ranges::copy(packedParameters(call.extra)
                              .first(std::min(packedParameters(call.extra).size(), block.size())),
                          block.begin());
    return block;
}

bool findVariable(const KernelFacts& kernel, const char* name, CUdeviceptr& base,
                  std::size_t& bytes) {
    if (kernel.library && real().cuLibraryGetGlobal &&
        real().cuLibraryGetGlobal(&base, &bytes, kernel.library, name) == CUDA_SUCCESS)
        return true;
    CUmodule module = kernel.module;
    if (!module && kernel.function && real().cuFuncGetModule)
        real().cuFuncGetModule(&module, kernel.function);
    return module && real().cuModuleGetGlobal_v2(&base, &bytes, module, name) == CUDA_SUCCESS;
}

/// The driver does not find texts for printf by name, and no program changes them.
std::vector<launch_files::ModuleVariable> variablesOf(const KernelFacts& kernel,
                                                      const std::vector<std::string>& texts) {
    std::vector<launch_files::ModuleVariable> variables;
    for (const std::string& text : texts)
        for (const PtxGlobal& global : ptxGlobals(text)) {
            CUdeviceptr base = 0;
            std::size_t bytes = 0;
            if (findVariable(kernel, global.name.c_str(), base, bytes) && base != 0 && bytes > 0)
                variables.push_back({global.name, base, bytes, global.isConstant});
        }
    return variables;
}

} // namespace

int attributeOf(const KernelFacts& kernel, CUfunction_attribute attribute) {
    int value = 0;
    if (kernel.function)
        real().cuFuncGetAttribute(&value, attribute, kernel.function);
    return value;
}

launch_files::ListedLaunch listedOf(const LaunchCall& call, const KernelFacts& kernel) {
    launch_files::ListedLaunch listed{kernel.name, call.grid,        call.block,
                                      {1, 1, 1},   call.sharedBytes, call.isCooperative};
    const int required = attributeOf(kernel, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH);
    if (required > 0)
        listed.cluster = {static_cast<std::uint32_t>(required),
                          static_cast<std::uint32_t>(
                              attributeOf(kernel, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT)),
                          static_cast<std::uint32_t>(
                              attributeOf(kernel, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH))};
    for (unsigned int i = 0; i < call.attributeCount; ++i) {
        const CUlaunchAttributeValue& value = call.attributes[i].value;
        if (call.attributes[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            listed.cluster = {value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
        else if (call.attributes[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
            listed.cooperative = value.cooperative != 0;
    }
    return listed;
}

LaunchDescription descriptionOf(const LaunchCall& call, const KernelFacts& kernel) {
    LaunchDescription description;
    description.launch = listedOf(call, kernel);
    describeDevice(description);
    description.maxDynamicShared = static_cast<std::uint64_t>(
        attributeOf(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
    description.staticShared =
        static_cast<std::uint64_t>(attributeOf(kernel, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
    description.stackBytes = limitOf(CU_LIMIT_STACK_SIZE);
    description.heapBytes = limitOf(CU_LIMIT_MALLOC_HEAP_SIZE);
    if (kernel.image)
        description.texts = kernel.image->texts(description.computeCapability);
    description.layout = layoutOf(kernel, description.texts);
    description.parameters = parametersOf(call, description.layout);
    description.variables = variablesOf(kernel, description.texts);
    return description;
}

} // namespace warpbench::recorder
