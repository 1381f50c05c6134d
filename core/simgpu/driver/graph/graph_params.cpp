// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/graph/graph_params.h"

#include "core/simgpu/driver/checked.h"
#include "core/simgpu/driver/graph/conditional.h"
#include "core/simgpu/driver/graph/graph_memory.h"
#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/driver/memory/copy_plan.h"

#include <cstring>
#include <set>

namespace warpbench::simgpu::driver {

ContextPtr contextFor(CUcontext handle) {
    if (!handle)
        return currentContext();
    ContextPtr context = Runtime::get().context(handle);
    context->requireUsable();
    return context;
}

KernelLaunch launchOf(const CUDA_KERNEL_NODE_PARAMS& params) {
    KernelLaunch launch;
    launch.function =
        functionOf(params.func ? params.func : reinterpret_cast<CUfunction>(params.kern));
    launch.grid = {params.gridDimX, params.gridDimY, params.gridDimZ};
    launch.block = {params.blockDimX, params.blockDimY, params.blockDimZ};
    launch.dynamicShared = params.sharedMemBytes;
    launch.parameters = packParameters(*launch.function, params.kernelParams, params.extra);
    validate(launch);
    return launch;
}

CUDA_KERNEL_NODE_PARAMS paramsOf(GraphNode& node) {
    auto& launch = operationOf<KernelLaunch>(node);
    node.argumentPointers.clear();
    for (const std::uint32_t offset : launch.function->info().parameterOffsets)
        node.argumentPointers.push_back(launch.parameters.data() + offset);
    CUDA_KERNEL_NODE_PARAMS params{};
    params.func = launch.function->handle();
    params.gridDimX = launch.grid[0];
    params.gridDimY = launch.grid[1];
    params.gridDimZ = launch.grid[2];
    params.blockDimX = launch.block[0];
    params.blockDimY = launch.block[1];
    params.blockDimZ = launch.block[2];
    params.sharedMemBytes = static_cast<unsigned int>(launch.dynamicShared);
    params.kernelParams = node.argumentPointers.data();
    params.ctx = launch.function->context()->handle();
    return params;
}

CUDA_KERNEL_NODE_PARAMS newer(const CUDA_KERNEL_NODE_PARAMS_v1& old) {
    CUDA_KERNEL_NODE_PARAMS params{};
    std::memcpy(&params, &old, sizeof old);
    return params;
}

Fill fillOf(const CUDA_MEMSET_NODE_PARAMS& params) {
    require(params.elementSize == 1 || params.elementSize == 2 || params.elementSize == 4);
    require(params.width > 0 && params.height > 0 && params.dst % params.elementSize == 0);
    const std::uint64_t rowBytes = checkedProduct(params.width, params.elementSize);
    require(params.height == 1 || params.pitch >= rowBytes);
    requireDeviceRange(params.dst, checkedReach(params.height, params.pitch, rowBytes));
    return {params.dst,         params.pitch, params.value,
            params.elementSize, params.width, params.height};
}

CUDA_MEMSET_NODE_PARAMS paramsOf(const Fill& fill) {
    CUDA_MEMSET_NODE_PARAMS params{};
    params.dst = fill.address;
    params.pitch = fill.pitch;
    params.value = fill.value;
    params.elementSize = fill.elementSize;
    params.width = fill.width;
    params.height = fill.height;
    return params;
}

HostCall callOf(const CUDA_HOST_NODE_PARAMS& params) {
    require(params.fn != nullptr);
    return {params.fn, params.userData};
}

ChildGraph childOf(CUgraph handle) {
    const auto graph = graphOf(handle);
    require(!graph->hasMemoryNodes(), CUDA_ERROR_NOT_SUPPORTED);
    auto child = graph->clone();
    child->setHandle(toHandle<CUgraph>(Runtime::get().graphs.add(child)));
    return ChildGraph{std::move(child)};
}

MemoryOperations memoryOperationsOf(const CUstreamBatchMemOpParams* steps, unsigned int count,
                                    unsigned int flags) {
    require(steps != nullptr && count > 0 && count <= 256 && flags == 0);
    for (unsigned int i = 0; i < count; ++i) {
        const std::uint64_t address = steps[i].waitValue.address;
        std::uint64_t bytes = 0;
        switch (steps[i].operation) {
        case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        case CU_STREAM_MEM_OP_WRITE_VALUE_32:
            bytes = 4;
            break;
        case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        case CU_STREAM_MEM_OP_WRITE_VALUE_64:
            bytes = 8;
            break;
        case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
        case CU_STREAM_MEM_OP_BARRIER:
            continue;
        default:
            fail(CUDA_ERROR_INVALID_VALUE);
        }
        require(address % bytes == 0);
        requireDeviceRange(address, bytes);
    }
    return {{steps, steps + count}, flags};
}

MemoryAllocation allocationOf(CUDA_MEM_ALLOC_NODE_PARAMS& params, Graph& graph,
                              std::span<const GraphNodePtr> before) {
    require(params.bytesize > 0 && (params.accessDescs != nullptr || params.accessDescCount == 0));
    // Graph memory requested as managed is device memory nevertheless: this is what
    // cuPointerGetAttribute returns on an H200.
    require(params.poolProps.allocType == CU_MEM_ALLOCATION_TYPE_PINNED ||
            isManaged(params.poolProps.allocType));
    require(params.poolProps.handleTypes == CU_MEM_HANDLE_TYPE_NONE, CUDA_ERROR_NOT_SUPPORTED);
    require(params.poolProps.location.type == CU_MEM_LOCATION_TYPE_DEVICE,
            CUDA_ERROR_NOT_SUPPORTED);
    Device& device = Runtime::get().device(params.poolProps.location.id);
    std::vector<Device*> devices{&device};
    for (std::size_t i = 0; i < params.accessDescCount; ++i) {
        const CUmemAccessDesc& access = params.accessDescs[i];
        require(access.location.type == CU_MEM_LOCATION_TYPE_DEVICE);
        Device& other = Runtime::get().device(access.location.id);
        if (access.flags != CU_MEM_ACCESS_FLAGS_PROT_NONE && &other != &device)
            devices.push_back(&other);
    }
    MemoryAllocation allocation;
    allocation.memory =
        graph.freedAddresses().allocate(std::move(devices), params.bytesize, before);
    allocation.memory->allocatedIn = graph.weak_from_this();
    params.dptr = allocation.memory->address();
    allocation.asked = params;
    allocation.access = std::make_shared<const std::vector<CUmemAccessDesc>>(
        params.accessDescs, params.accessDescs + params.accessDescCount);
    allocation.asked.accessDescs = allocation.access->data();
    return allocation;
}

MemoryRelease releaseOf(const std::shared_ptr<Graph>& graph, CUdeviceptr address) {
    const auto memory = GraphMemory::at(address);
    require(memory != nullptr);
    const auto elsewhere = memory->freedIn.lock();
    require(elsewhere == nullptr); // once, and in one graph only
    memory->freedIn = graph;
    return MemoryRelease{address, memory};
}

std::shared_ptr<Graph> outermost(const std::shared_ptr<Graph>& graph) {
    const auto around = graph->around.lock();
    return around ? around : graph;
}

Conditional conditionalOf(const std::shared_ptr<Graph>& graph,
                          CUDA_CONDITIONAL_NODE_PARAMS& params) {
    Conditional node;
    node.condition = Runtime::get().conditions.find(params.handle);
    require(node.condition != nullptr);
    // In the graph that it was made for or a body in there, and in one node (driver 580).
    const auto whole = outermost(graph);
    require(node.condition->graph.lock() == whole);
    std::set<std::shared_ptr<Condition>> used;
    whole->collectConditions(used);
    require(!used.contains(node.condition));
    require(contextFor(params.ctx) == node.condition->context());
    node.type = params.type;
    switch (params.type) {
    case CU_GRAPH_COND_TYPE_IF:
        require(params.size == 1 || params.size == 2);
        break;
    case CU_GRAPH_COND_TYPE_WHILE:
        require(params.size == 1);
        break;
    case CU_GRAPH_COND_TYPE_SWITCH:
        require(params.size > 0);
        break;
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
    node.handles = std::make_shared<std::vector<CUgraph>>();
    for (unsigned int i = 0; i < params.size; ++i) {
        auto body = std::make_shared<Graph>();
        body->around = whole;
        body->setHandle(toHandle<CUgraph>(Runtime::get().graphs.add(body)));
        node.handles->push_back(body->handle());
        node.bodies.push_back(std::move(body));
    }
    params.phGraph_out = node.handles->data();
    return node;
}

Operation operationFor(const std::shared_ptr<Graph>& graph, CUgraphNodeParams& params,
                       std::span<const GraphNodePtr> before) {
    // The newer structs of this union start with the fields of the older ones.
    switch (params.type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: {
        CUDA_KERNEL_NODE_PARAMS kernel{};
        std::memcpy(&kernel, &params.kernel, sizeof kernel);
        return launchOf(kernel);
    }
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return planCopy(params.memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET: {
        CUDA_MEMSET_NODE_PARAMS fill{};
        std::memcpy(&fill, &params.memset, sizeof fill);
        return fillOf(fill);
    }
    case CU_GRAPH_NODE_TYPE_HOST:
        return callOf({params.host.fn, params.host.userData});
    case CU_GRAPH_NODE_TYPE_GRAPH:
        if (params.graph.ownership == CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE) {
            const auto child = graphOf(params.graph.graph);
            require(child != graph);
            return ChildGraph{child};
        }
        return childOf(params.graph.graph);
    case CU_GRAPH_NODE_TYPE_EMPTY:
        return Nothing{};
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return EventWait{Runtime::get().event(params.eventWait.event)};
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return EventRecord{Runtime::get().event(params.eventRecord.event)};
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC: {
        CUDA_MEM_ALLOC_NODE_PARAMS asked{};
        std::memcpy(&asked, &params.alloc, sizeof asked);
        MemoryAllocation allocation = allocationOf(asked, *graph, before);
        params.alloc.dptr = asked.dptr;
        return allocation;
    }
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return releaseOf(graph, params.free.dptr);
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
        return memoryOperationsOf(params.memOp.paramArray, params.memOp.count, params.memOp.flags);
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
        fail(CUDA_ERROR_NOT_SUPPORTED);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return conditionalOf(graph, params.conditional);
    default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
}

} // namespace warpbench::simgpu::driver
