// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/launch.h"

#include "core/simgpu/driver/findings/debugger.h"
#include "core/simgpu/driver/findings/profile_files.h"
#include "core/simgpu/driver/findings/program_faults.h"
#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/launch/child_work.h"
#include "core/simgpu/driver/launch/launch_capture.h"
#include "core/simgpu/driver/launch/launch_list.h"
#include "core/simgpu/driver/launch/launch_watch.h"
#include "core/simgpu/driver/launch/occupancy.h"
#include "core/simgpu/driver/runtime.h"
#include "core/simgpu/host/limits.h"
#include "core/simgpu/host/output.h"

#include <algorithm>
#include <cstring>

namespace warpbench::simgpu::driver {

namespace {

/// The error that a real GPU's driver reports for a fault; success if a real GPU ignores it.
CUresult codeOf(engine::FaultKind kind) {
    switch (kind) {
    case engine::FaultKind::none:
    case engine::FaultKind::uninitialized:
    case engine::FaultKind::sharedRace:
    case engine::FaultKind::globalRace:
    case engine::FaultKind::divergentBarrier:
    case engine::FaultKind::divergentMask:
    case engine::FaultKind::absentLane:
        return CUDA_SUCCESS;
    case engine::FaultKind::outOfBounds:
    case engine::FaultKind::nullPointer:
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    case engine::FaultKind::misaligned:
        return CUDA_ERROR_MISALIGNED_ADDRESS;
    case engine::FaultKind::assertion:
        return CUDA_ERROR_ASSERT;
    case engine::FaultKind::stackOverflow:
        return CUDA_ERROR_HARDWARE_STACK_ERROR;
    case engine::FaultKind::invalidPc:
        return CUDA_ERROR_INVALID_PC;
    case engine::FaultKind::illegalInstruction:
        return CUDA_ERROR_ILLEGAL_INSTRUCTION;
    case engine::FaultKind::timeout:
        return CUDA_ERROR_LAUNCH_TIMEOUT;
    case engine::FaultKind::barrierDivergence:
    case engine::FaultKind::trap:
    case engine::FaultKind::invalidSyncMask:
    case engine::FaultKind::cancelled:
        return CUDA_ERROR_LAUNCH_FAILED;
    }
    return CUDA_ERROR_LAUNCH_FAILED;
}

void validateBlock(const KernelLaunch& launch, const Device& device) {
    const engine::KernelInfo& kernel = launch.function->info();
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        const auto blockMax = static_cast<std::uint32_t>(
            device.attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + axis));
        const auto gridMax =
            static_cast<std::uint32_t>(device.attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + axis));
        require(launch.block[i] > 0 && launch.block[i] <= blockMax);
        require(launch.grid[i] > 0 && launch.grid[i] <= gridMax);
    }
    const std::uint64_t threads = volume(launch.block);
    require(threads <= static_cast<std::uint64_t>(
                           device.attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)));
    if (volume(kernel.maxThreads) > 0)
        require(threads <= volume(kernel.maxThreads));
    if (volume(kernel.requiredThreads) > 0)
        require(launch.block == kernel.requiredThreads);
    require(threads <= static_cast<std::uint64_t>(launch.function->maxThreads()),
            CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
}

void validateShared(const KernelLaunch& launch, const Device& device) {
    require(launch.dynamicShared <= launch.function->maxDynamicShared());
    require(launch.dynamicShared + launch.function->info().staticShared <=
            static_cast<std::uint64_t>(device.model().sm.sharedPerBlockOptin));
}

/// A GPU rejects the launch if the local memory of its threads does not fit. Here only that of the
/// blocks that run at once must fit: at least a cluster's.
void validateLocal(const KernelLaunch& launch) {
    constexpr std::uint64_t kAlwaysFits = 64u << 20;
    const std::uint64_t bytes = launch.function->info().localBytes * volume(launch.block) *
                                std::max<std::uint64_t>(volume(launch.cluster), 1);
    const std::uint64_t available = bytes > kAlwaysFits ? host::availableMemory() : 0;
    require(available == 0 || bytes <= available / 4 * 3, CUDA_ERROR_OUT_OF_MEMORY);
}

void validateCluster(const KernelLaunch& launch, const Device& device) {
    const std::uint64_t size = volume(launch.cluster);
    if (size == 1)
        return;
    require(device.attribute(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0, CUDA_ERROR_NOT_SUPPORTED);
    const std::uint64_t most = launch.function->nonPortableClusters() ? 16 : 8;
    require(size > 0 && size <= most, CUDA_ERROR_INVALID_CLUSTER_SIZE);
    for (std::size_t i = 0; i < 3; ++i)
        require(launch.grid[i] % launch.cluster[i] == 0, CUDA_ERROR_INVALID_CLUSTER_SIZE);
}

void validateCooperative(const KernelLaunch& launch, const Device& device) {
    if (!launch.cooperative)
        return;
    const int perSm = activeBlocks(
        device.model().sm,
        needsOf(*launch.function, static_cast<int>(volume(launch.block)), launch.dynamicShared));
    const auto resident =
        static_cast<std::uint64_t>(perSm) *
        static_cast<std::uint64_t>(device.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
    require(volume(launch.grid) <= resident, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
}

} // namespace

std::uint64_t volume(const engine::Dim3& size) {
    return static_cast<std::uint64_t>(size[0]) * size[1] * size[2];
}

BlockNeeds needsOf(const Function& function, int threads, std::uint64_t dynamicShared) {
    const engine::KernelInfo& kernel = function.info();
    BlockNeeds needs;
    needs.threads = threads;
    needs.registers = function.registers();
    needs.staticShared = kernel.staticShared;
    needs.dynamicShared = dynamicShared;
    needs.maxDynamicShared = function.maxDynamicShared();
    needs.barriers = static_cast<int>(kernel.barriers);
    needs.carveOutPercent = function.carveOutPercent();
    return needs;
}

void validate(const KernelLaunch& launch) {
    const auto context = launch.function->context();
    const Device& device = context->device();
    validateBlock(launch, device);
    validateShared(launch, device);
    validateLocal(launch);
    validateCluster(launch, device);
    validateCooperative(launch, device);
}

std::vector<std::byte> packParameters(const Function& function, void** kernelParams, void** extra) {
    const engine::KernelInfo& kernel = function.info();
    require(!(kernelParams && extra));
    std::vector<std::byte> block(kernel.parameterBytes);
    if (extra) {
        const void* buffer = nullptr;
        std::size_t bytes = 0;
        for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
            if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
                buffer = extra[1];
            else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
                bytes = *static_cast<const std::size_t*>(extra[1]);
            else
                fail(CUDA_ERROR_INVALID_VALUE);
        }
        require(bytes >= block.size() && (buffer || bytes == 0));
        if (!block.empty())
            std::memcpy(block.data(), buffer, block.size());
        return block;
    }
    require(kernelParams || kernel.parameterSizes.empty());
    for (std::size_t i = 0; i < kernel.parameterSizes.size(); ++i) {
        require(kernelParams[i] != nullptr);
        std::memcpy(block.data() + kernel.parameterOffsets[i], kernelParams[i],
                    kernel.parameterSizes[i]);
    }
    return block;
}

void applyAttributes(KernelLaunch& launch, const CUlaunchAttribute* attributes,
                     unsigned int count) {
    require(count == 0 || attributes);
    for (unsigned int i = 0; i < count; ++i) {
        const CUlaunchAttributeValue& value = attributes[i].value;
        switch (attributes[i].id) {
        case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION: {
            const engine::Dim3 asked{value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
            const engine::Dim3 required = launch.function->requiredCluster();
            require(volume(asked) > 0, CUDA_ERROR_INVALID_CLUSTER_SIZE);
            require(volume(required) == 0 || required == asked, CUDA_ERROR_INVALID_CLUSTER_SIZE);
            launch.cluster = asked;
            break;
        }
        case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
            launch.cooperative = value.cooperative != 0;
            break;
        case CU_LAUNCH_ATTRIBUTE_IGNORE:
            break;
        case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
        case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
        case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION:
        case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION: // may, not must, overlap
        case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
        case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
        case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
            std::erase_if(launch.hints,
                          [&](const auto& hint) { return hint.id == attributes[i].id; });
            launch.hints.push_back(attributes[i]);
            break;
        default:
            fail(CUDA_ERROR_NOT_SUPPORTED);
        }
    }
}

CUlaunchAttributeValue attributeOf(const KernelLaunch& launch, CUlaunchAttributeID id) {
    CUlaunchAttributeValue value{};
    switch (id) {
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        value.clusterDim.x = launch.cluster[0];
        value.clusterDim.y = launch.cluster[1];
        value.clusterDim.z = launch.cluster[2];
        return value;
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        value.cooperative = launch.cooperative;
        return value;
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION:
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        break;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
    for (const CUlaunchAttribute& hint : launch.hints) {
        if (hint.id == id)
            return hint.value;
    }
    return value;
}

namespace {

/// What all grids of a launch have in common: its own, and those that its kernels launch.
struct GridSetting {
    Context& context;
    const std::atomic<bool>* cancelled;
    const ModuleServices& services;
};

/// \param control    steps through it; null: it runs freely
/// \param profiles   records the profile of the grid; null: none
/// \returns what its kernels want to be done next
std::vector<engine::ChildWork> runGrid(const KernelLaunch& launch, const GridSetting& setting,
                                       engine::DebugControl* control, const Profiles* profiles) {
    Context& context = setting.context;
    Observer& observer = context.device().observer();
    LaunchWatch watch(launch);
    engine::LaunchRequest request;
    request.blocksBegun = watch.blocksBegun();
    request.program = launch.function->program();
    request.kernel = launch.function->index();
    request.grid = launch.grid;
    request.block = launch.block;
    request.cluster = launch.cluster;
    request.dynamicShared = launch.dynamicShared;
    request.parameters = launch.parameters;
    request.cooperative = launch.cooperative;
    // The context's limits of now, not of when the module was loaded.
    request.stackBytesPerThread = context.limit(CU_LIMIT_STACK_SIZE);
    request.heapBytes = context.limit(CU_LIMIT_MALLOC_HEAP_SIZE);
    request.heap = context.kernelHeap();
    request.textures = context.device().textures().snapshot();
    request.cancel = setting.cancelled;
    request.services = &setting.services;
    observer.applyTo(request);
    request.control = control;
    if (profiles)
        profiles->applyTo(request, launch, context.device());
    request.print = [&](std::string_view text) {
        context.print(text);
        if (request.control) // visible at once when stepping, as the launch may never end
            context.flushPrint();
    };
    request.tolerant = behavesAsHardware();
    if (request.tolerant)
        request.printError = [](std::string_view text) { host::writeError(text); };
    engine::LaunchOutcome outcome = engine::execute(request);
    observer.addOutcome(launch.function->info().name, outcome);
    watch.setMetrics(outcome.metrics);
    if (ProfileFiles* files = ProfileFiles::ofProcess(); files && outcome.profile)
        files->add(launch.function->module(), *outcome.profile);
    if (outcome.strayed)
        sayStray(launch.function->info().name);
    for (const engine::Fault& fault : outcome.faults) {
        const CUresult code = codeOf(fault.kind);
        if (code == CUDA_SUCCESS)
            continue;
        // An assertion has said so itself.
        if (request.tolerant && fault.kind != engine::FaultKind::assertion &&
            fault.kind != engine::FaultKind::cancelled)
            sayEnd(launch.function->info().name, code);
        fail(code);
    }
    return std::move(outcome.children);
}

} // namespace

void performLaunch(const KernelLaunch& launch, Context& context) {
    Observer& observer = context.device().observer();
    const Observer::CancelFlag cancelled = observer.beginRun();
    const struct EndOfRun {
        Observer& observer;
        const Observer::CancelFlag& flag;
        ~EndOfRun() { observer.endRun(flag); }
    } endOfRun{observer, cancelled};
    listLaunch(launch);
    LaunchCapture capture(launch, context);
    const ModuleServices services(launch.function->module(), context);
    const GridSetting setting{context, cancelled.get(), services};
    std::vector<engine::ChildWork> children;
    {
        const DebuggerTurn turn(observer.debugger());
        children = runGrid(launch, setting, turn.control(),
                           turn.control() ? nullptr : &observer.profiles());
    }
    performChildren(std::move(children), services, context, [&](const KernelLaunch& child) {
        return runGrid(child, setting, nullptr, nullptr);
    });
    capture.succeed();
}

} // namespace warpbench::simgpu::driver
