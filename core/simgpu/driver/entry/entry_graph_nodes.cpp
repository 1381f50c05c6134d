// SPDX-License-Identifier: GPL-3.0-or-later
// Graph nodes by kind: adding them, and reading and changing their parameters, in a graph and in an
// executable graph.
#include "core/simgpu/driver/graph/graph_params.h"
#include "core/simgpu/driver/memory/copy_plan.h"

#include <cstring>

using namespace warpbench::simgpu::driver;

using Lock = std::lock_guard<std::recursive_mutex>;

CUresult CUDAAPI cuGraphAddKernelNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph,
                                         const CUgraphNode* dependencies, size_t numDependencies,
                                         const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
    return addNode(phGraphNode, hGraph, dependencies, numDependencies,
                   [&](const auto&) -> Operation {
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
        [&](const auto&) -> Operation {
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
        [&](const auto&) -> Operation {
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
    return addNode(phGraphNode, hGraph, dependencies, numDependencies,
                   [&](const auto&) -> Operation {
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
    return addNode(phGraphNode, hGraph, dependencies, numDependencies,
                   [&](const auto&) -> Operation { return childOf(childGraph); });
}

CUresult CUDAAPI cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph* phGraph) {
    return readNode<ChildGraph>(hNode, [&](const ChildGraph& child) {
        require(phGraph != nullptr);
        // The children of a copy get their handles on demand.
        if (child.graph->handle() == nullptr)
            child.graph->setHandle(toHandle<CUgraph>(Runtime::get().graphs.add(child.graph)));
        *phGraph = child.graph->handle();
    });
}

CUresult CUDAAPI cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                    CUgraph childGraph) {
    return setExecNode(hGraphExec, hNode, [&]() -> Operation { return childOf(childGraph); });
}

CUresult CUDAAPI cuGraphAddEmptyNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                     const CUgraphNode* dependencies, size_t numDependencies) {
    return addNode(phGraphNode, hGraph, dependencies, numDependencies,
                   [](const auto&) -> Operation { return Nothing{}; });
}

CUresult CUDAAPI cuGraphAddEventRecordNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                           const CUgraphNode* dependencies, size_t numDependencies,
                                           CUevent event) {
    return addNode(
        phGraphNode, hGraph, dependencies, numDependencies,
        [&](const auto&) -> Operation { return EventRecord{Runtime::get().event(event)}; });
}

CUresult CUDAAPI cuGraphAddEventWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                         const CUgraphNode* dependencies, size_t numDependencies,
                                         CUevent event) {
    return addNode(
        phGraphNode, hGraph, dependencies, numDependencies,
        [&](const auto&) -> Operation { return EventWait{Runtime::get().event(event)}; });
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
