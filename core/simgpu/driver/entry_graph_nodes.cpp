// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of graphs, by kind: adding them, reading and changing what they do, in a graph and in
// an instance of it.
#include "core/simgpu/driver/copy_plan.h"
#include "core/simgpu/driver/graph_handles.h"
#include "core/simgpu/driver/launch.h"
#include "core/simgpu/driver/module.h"

#include <cstring>

using namespace warpbench::simgpu::driver;

namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

/// The named context; the current one for null.
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

/// The older struct is the newer one's beginning.
CUDA_KERNEL_NODE_PARAMS newer(const CUDA_KERNEL_NODE_PARAMS_v1& old) {
    CUDA_KERNEL_NODE_PARAMS params{};
    std::memcpy(&params, &old, sizeof old);
    return params;
}

Fill fillOf(const CUDA_MEMSET_NODE_PARAMS& params) {
    require(params.elementSize == 1 || params.elementSize == 2 || params.elementSize == 4);
    require(params.width > 0 && params.height > 0 && params.dst % params.elementSize == 0);
    require(params.height == 1 || params.pitch >= params.width * params.elementSize);
    requireDeviceRange(params.dst,
                       (params.height - 1) * params.pitch + params.width * params.elementSize);
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

/// Adds a node whose operation `make` gives; the whole body of an entry point.
template <typename Make>
CUresult addNode(CUgraphNode* out, CUgraph hGraph, const CUgraphNode* dependencies,
                 size_t numDependencies, Make&& make, CUcontext ctx = nullptr) {
    return entry([&] {
        require(out != nullptr);
        const Lock lock(Graph::mutex());
        const auto graph = graphOf(hGraph);
        const auto before = nodesOf(dependencies, numDependencies);
        Operation operation = make();
        ContextPtr context;
        if (const auto* launch = std::get_if<KernelLaunch>(&operation))
            context = launch->function->context();
        else
            context = contextFor(ctx);
        *out = graph->add(std::move(operation), before, std::move(context))->handle;
    });
}

/// Changes the operation of a node of a graph; its kind stays.
template <typename Make>
CUresult setNode(CUgraphNode hNode, Make&& make) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        const auto node = nodeOf(hNode);
        Operation operation = make();
        require(operation.index() == node->operation.index());
        node->operation = std::move(operation);
    });
}

/// Changes the operation in an instance; the node is named by the graph it was made from.
template <typename Make>
CUresult setExecNode(CUgraphExec hGraphExec, CUgraphNode hNode, Make&& make) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        GraphNode& node = execOf(hGraphExec)->nodeFor(*nodeOf(hNode));
        Operation operation = make();
        require(operation.index() == node.operation.index());
        node.operation = std::move(operation);
    });
}

template <typename Wanted, typename Give>
CUresult readNode(CUgraphNode hNode, Give&& give) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        give(operationOf<Wanted>(*nodeOf(hNode)));
    });
}

} // namespace

CUresult CUDAAPI cuGraphAddKernelNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph,
                                         const CUgraphNode* dependencies, size_t numDependencies,
                                         const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
    return addNode(phGraphNode, hGraph, dependencies, numDependencies, [&]() -> Operation {
        require(nodeParams != nullptr);
        return launchOf(*nodeParams);
    });
}

CUresult CUDAAPI cuGraphAddKernelNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                      const CUgraphNode* dependencies, size_t numDependencies,
                                      const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
    if (!nodeParams)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_KERNEL_NODE_PARAMS params = newer(*nodeParams);
    return cuGraphAddKernelNode_v2(phGraphNode, hGraph, dependencies, numDependencies, &params);
}

CUresult CUDAAPI cuGraphKernelNodeGetParams_v2(CUgraphNode hNode,
                                               CUDA_KERNEL_NODE_PARAMS* nodeParams) {
    return entry([&] {
        require(nodeParams != nullptr);
        const Lock lock(Graph::mutex());
        *nodeParams = paramsOf(*nodeOf(hNode));
    });
}

CUresult CUDAAPI cuGraphKernelNodeGetParams(CUgraphNode hNode,
                                            CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
    CUDA_KERNEL_NODE_PARAMS params{};
    const CUresult result =
        nodeParams ? cuGraphKernelNodeGetParams_v2(hNode, &params) : CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        std::memcpy(nodeParams, &params, sizeof *nodeParams);
    return result;
}

CUresult CUDAAPI cuGraphKernelNodeSetParams_v2(CUgraphNode hNode,
                                               const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
    return setNode(hNode, [&]() -> Operation {
        require(nodeParams != nullptr);
        return launchOf(*nodeParams);
    });
}

CUresult CUDAAPI cuGraphKernelNodeSetParams(CUgraphNode hNode,
                                            const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
    return setNode(hNode, [&]() -> Operation {
        require(nodeParams != nullptr);
        return launchOf(newer(*nodeParams));
    });
}

CUresult CUDAAPI cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                   const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
    return setExecNode(hGraphExec, hNode, [&]() -> Operation {
        require(nodeParams != nullptr);
        return launchOf(*nodeParams);
    });
}

CUresult CUDAAPI cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
    return setExecNode(hGraphExec, hNode, [&]() -> Operation {
        require(nodeParams != nullptr);
        return launchOf(newer(*nodeParams));
    });
}

CUresult CUDAAPI cuGraphAddMemcpyNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                      const CUgraphNode* dependencies, size_t numDependencies,
                                      const CUDA_MEMCPY3D* copyParams, CUcontext ctx) {
    return addNode(
        phGraphNode, hGraph, dependencies, numDependencies,
        [&]() -> Operation {
            require(copyParams != nullptr);
            return planCopy(*copyParams);
        },
        ctx);
}

CUresult CUDAAPI cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D* nodeParams) {
    return readNode<Copy>(hNode, [&](const Copy& copy) {
        require(nodeParams != nullptr);
        *nodeParams = copy.asked;
    });
}

CUresult CUDAAPI cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D* nodeParams) {
    return setNode(hNode, [&]() -> Operation {
        require(nodeParams != nullptr);
        return planCopy(*nodeParams);
    });
}

CUresult CUDAAPI cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                const CUDA_MEMCPY3D* copyParams, CUcontext) {
    return setExecNode(hGraphExec, hNode, [&]() -> Operation {
        require(copyParams != nullptr);
        return planCopy(*copyParams);
    });
}

CUresult CUDAAPI cuGraphAddMemsetNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                      const CUgraphNode* dependencies, size_t numDependencies,
                                      const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext ctx) {
    return addNode(
        phGraphNode, hGraph, dependencies, numDependencies,
        [&]() -> Operation {
            require(memsetParams != nullptr);
            return fillOf(*memsetParams);
        },
        ctx);
}

CUresult CUDAAPI cuGraphMemsetNodeGetParams(CUgraphNode hNode,
                                            CUDA_MEMSET_NODE_PARAMS* nodeParams) {
    return readNode<Fill>(hNode, [&](const Fill& fill) {
        require(nodeParams != nullptr);
        *nodeParams = paramsOf(fill);
    });
}

CUresult CUDAAPI cuGraphMemsetNodeSetParams(CUgraphNode hNode,
                                            const CUDA_MEMSET_NODE_PARAMS* nodeParams) {
    return setNode(hNode, [&]() -> Operation {
        require(nodeParams != nullptr);
        return fillOf(*nodeParams);
    });
}

CUresult CUDAAPI cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                const CUDA_MEMSET_NODE_PARAMS* memsetParams,
                                                CUcontext) {
    return setExecNode(hGraphExec, hNode, [&]() -> Operation {
        require(memsetParams != nullptr);
        return fillOf(*memsetParams);
    });
}

CUresult CUDAAPI cuGraphAddHostNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                    const CUgraphNode* dependencies, size_t numDependencies,
                                    const CUDA_HOST_NODE_PARAMS* nodeParams) {
    return addNode(phGraphNode, hGraph, dependencies, numDependencies, [&]() -> Operation {
        require(nodeParams != nullptr);
        return callOf(*nodeParams);
    });
}

CUresult CUDAAPI cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS* nodeParams) {
    return readNode<HostCall>(hNode, [&](const HostCall& call) {
        require(nodeParams != nullptr);
        *nodeParams = {};
        nodeParams->fn = call.function;
        nodeParams->userData = call.data;
    });
}

CUresult CUDAAPI cuGraphHostNodeSetParams(CUgraphNode hNode,
                                          const CUDA_HOST_NODE_PARAMS* nodeParams) {
    return setNode(hNode, [&]() -> Operation {
        require(nodeParams != nullptr);
        return callOf(*nodeParams);
    });
}

CUresult CUDAAPI cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                              const CUDA_HOST_NODE_PARAMS* nodeParams) {
    return setExecNode(hGraphExec, hNode, [&]() -> Operation {
        require(nodeParams != nullptr);
        return callOf(*nodeParams);
    });
}

CUresult CUDAAPI cuGraphAddChildGraphNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                          const CUgraphNode* dependencies, size_t numDependencies,
                                          CUgraph childGraph) {
    return addNode(phGraphNode, hGraph, dependencies, numDependencies, [&]() -> Operation {
        auto child = graphOf(childGraph)->clone();
        child->setHandle(toHandle<CUgraph>(Runtime::get().graphs.add(child)));
        return ChildGraph{std::move(child)};
    });
}

CUresult CUDAAPI cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph* phGraph) {
    return readNode<ChildGraph>(hNode, [&](const ChildGraph& child) {
        require(phGraph != nullptr);
        *phGraph = child.graph->handle();
    });
}

CUresult CUDAAPI cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                    CUgraph childGraph) {
    return setExecNode(hGraphExec, hNode,
                       [&]() -> Operation { return ChildGraph{graphOf(childGraph)->clone()}; });
}

CUresult CUDAAPI cuGraphAddEmptyNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                     const CUgraphNode* dependencies, size_t numDependencies) {
    return addNode(phGraphNode, hGraph, dependencies, numDependencies,
                   []() -> Operation { return Nothing{}; });
}

CUresult CUDAAPI cuGraphAddEventRecordNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                           const CUgraphNode* dependencies, size_t numDependencies,
                                           CUevent event) {
    return addNode(phGraphNode, hGraph, dependencies, numDependencies,
                   [&]() -> Operation { return EventRecord{Runtime::get().event(event)}; });
}

CUresult CUDAAPI cuGraphAddEventWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                         const CUgraphNode* dependencies, size_t numDependencies,
                                         CUevent event) {
    return addNode(phGraphNode, hGraph, dependencies, numDependencies,
                   [&]() -> Operation { return EventWait{Runtime::get().event(event)}; });
}

CUresult CUDAAPI cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event) {
    return setNode(hNode, [&]() -> Operation { return EventRecord{Runtime::get().event(event)}; });
}

CUresult CUDAAPI cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event) {
    return setNode(hNode, [&]() -> Operation { return EventWait{Runtime::get().event(event)}; });
}

CUresult CUDAAPI cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                    CUevent event) {
    return setExecNode(hGraphExec, hNode,
                       [&]() -> Operation { return EventRecord{Runtime::get().event(event)}; });
}

CUresult CUDAAPI cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                  CUevent event) {
    return setExecNode(hGraphExec, hNode,
                       [&]() -> Operation { return EventWait{Runtime::get().event(event)}; });
}

CUresult CUDAAPI cuGraphAddNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph,
                                   const CUgraphNode* dependencies, const CUgraphEdgeData*,
                                   size_t numDependencies, CUgraphNodeParams* nodeParams) {
    return addNode(phGraphNode, hGraph, dependencies, numDependencies, [&]() -> Operation {
        require(nodeParams != nullptr);
        switch (nodeParams->type) {
        case CU_GRAPH_NODE_TYPE_KERNEL: {
            CUDA_KERNEL_NODE_PARAMS params{};
            std::memcpy(&params, &nodeParams->kernel, sizeof params);
            return launchOf(params);
        }
        case CU_GRAPH_NODE_TYPE_MEMCPY:
            return planCopy(nodeParams->memcpy.copyParams);
        case CU_GRAPH_NODE_TYPE_MEMSET: {
            CUDA_MEMSET_NODE_PARAMS params{};
            std::memcpy(&params, &nodeParams->memset, sizeof params);
            return fillOf(params);
        }
        case CU_GRAPH_NODE_TYPE_HOST:
            require(nodeParams->host.fn != nullptr);
            return HostCall{nodeParams->host.fn, nodeParams->host.userData};
        case CU_GRAPH_NODE_TYPE_GRAPH:
            return ChildGraph{graphOf(nodeParams->graph.graph)->clone()};
        case CU_GRAPH_NODE_TYPE_EMPTY:
            return Nothing{};
        case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
            return EventWait{Runtime::get().event(nodeParams->eventWait.event)};
        case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
            return EventRecord{Runtime::get().event(nodeParams->eventRecord.event)};
        default:
            fail(CUDA_ERROR_NOT_SUPPORTED);
        }
    });
}

CUresult CUDAAPI cuGraphAddNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                const CUgraphNode* dependencies, size_t numDependencies,
                                CUgraphNodeParams* nodeParams) {
    return cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, nullptr, numDependencies,
                             nodeParams);
}
