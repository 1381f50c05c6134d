// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workers/device_list.h"

#include "core/cuda/device.h"
#include "core/cuda/driver.h"
#include "core/platform/folders.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace warpbench::session {

namespace {

/// The tables' granularities with the device's own sizes.
occupancy::DeviceLimits limitsOf(const cuda::Device& device) {
    occupancy::DeviceLimits limits = occupancy::limitsFor(device.ccMajor(), device.ccMinor());
    const auto take = [&](auto& target, CUdevice_attribute attribute) {
        if (const int value = device.attributeOrZero(attribute); value > 0)
            target = value;
    };
    take(limits.maxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    take(limits.warpSize, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    take(limits.maxThreadsPerSm, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    take(limits.maxBlocksPerSm, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    take(limits.registersPerSm, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    take(limits.registersPerBlock, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
    take(limits.sharedPerSm, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    take(limits.sharedPerBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    take(limits.sharedPerBlockOptin, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    take(limits.multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    return limits;
}

/// "sim:rtx4090" for "Simulated RTX 4090 (CPU)".
std::string simulatedSelector(std::string name) {
    const std::string prefix = "Simulated ";
    if (name.starts_with(prefix))
        name = name.substr(prefix.size());
    name = name.substr(0, name.find(" ("));
    std::string selector = "sim:";
    for (const char c : name) {
        if (c != ' ')
            selector += char(std::tolower(static_cast<unsigned char>(c)));
    }
    return selector;
}

DeviceInfo describe(const cuda::Device& device) {
    DeviceInfo info;
    info.simulated = device.simulated();
    info.ordinal = device.ordinal();
    info.driver = device.driver().description();
    info.name = "GPU " + std::to_string(device.ordinal());
    try {
        info.name = device.name();
        info.ccMajor = device.ccMajor();
        info.ccMinor = device.ccMinor();
        info.memoryBytes = device.totalMemoryBytes();
        info.selector = info.simulated ? simulatedSelector(info.name) : device.pciBusId();
        info.limits = limitsOf(device);
        if (device.attributeOrZero(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE) == CU_COMPUTEMODE_PROHIBITED)
            info.problem = "its compute mode forbids contexts; an administrator can allow them "
                           "with nvidia-smi -c DEFAULT";
    } catch (const Error& error) {
        info.problem = error.what();
    }
    return info;
}

void appendDevices(std::vector<DeviceInfo>& list, const cuda::Driver& driver) {
    for (const cuda::Device& device : driver.devices())
        list.push_back(describe(device));
}

DeviceInfo unusableDriver(const std::string& problem) {
    DeviceInfo info;
    info.name = "NVIDIA driver";
    info.selector = "nvidia-driver";
    info.ordinal = -1;
    info.problem = problem;
    return info;
}

void appendReal(std::vector<DeviceInfo>& list) {
    try {
        appendDevices(list, cuda::Driver::openSystem());
    } catch (const cuda::CudaError& error) {
        // A driver without a GPU is normal on a machine that once had one.
        if (error.result() != CUDA_ERROR_NO_DEVICE)
            list.push_back(unusableDriver(error.what()));
    } catch (const cuda::NoDriver&) {
        // Hence no device. `doctor` lists the places that were searched.
    } catch (const Error& error) {
        // Too old, or not NVIDIA's driver.
        list.push_back(unusableDriver(error.what()));
    }
}

void appendSimulated(std::vector<DeviceInfo>& list) {
    try {
        appendDevices(list, cuda::Driver::openSimulated());
        if (!platform::environmentVariable("WARPBENCH_SIMGPU").value_or("").empty())
            return; // list all of them
        std::set<std::string> models;
        for (DeviceInfo& device : list)
            device.spare = device.simulated && !models.insert(device.selector).second;
    } catch (const Error& error) {
        DeviceInfo info = unusableDriver(error.what());
        info.name = "Simulated GPU";
        info.selector = "sim";
        info.simulated = true;
        list.push_back(std::move(info));
    }
}

} // namespace

std::vector<DeviceInfo> listDevicesOfThisProcess(bool withReal) {
    std::vector<DeviceInfo> list;
    if (withReal)
        appendReal(list);
    appendSimulated(list);
    for (std::size_t i = 0; i < list.size(); ++i)
        list[i].index = int(i);
    return list;
}

} // namespace warpbench::session
