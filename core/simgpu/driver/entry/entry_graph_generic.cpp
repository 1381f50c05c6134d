// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of any kind through one struct, attributes of kernel nodes, events of event nodes, and
// drawing graphs.
#include "core/simgpu/driver/graph/graph_dot.h"
#include "core/simgpu/driver/graph/graph_params.h"
#include "core/simgpu/driver/launch/launch.h"

#include <fstream>

using namespace warpbench::simgpu::driver;

namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

/// Memory nodes and conditional nodes cannot be changed.
void requireSettable(const CUgraphNodeParams* params) {
    require(params != nullptr);
    require(params->type != CU_GRAPH_NODE_TYPE_MEM_ALLOC &&
                params->type != CU_GRAPH_NODE_TYPE_MEM_FREE &&
                params->type != CU_GRAPH_NODE_TYPE_CONDITIONAL,
            CUDA_ERROR_NOT_SUPPORTED);
}

} // namespace

CUresult CUDAAPI cuGraphAddNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph,
                                   const CUgraphNode* dependencies,
                                   const CUgraphEdgeData* dependencyData, size_t numDependencies,
                                   CUgraphNodeParams* nodeParams) {
    return addNode(
        phGraphNode, hGraph, dependencies, numDependencies, [&](const auto& graph) -> Operation {
            require(nodeParams != nullptr);
            requirePlainEdges(dependencyData, numDependencies);
            return operationFor(graph, *nodeParams, nodesOf(dependencies, numDependencies));
        });
}

CUresult CUDAAPI cuGraphAddNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                const CUgraphNode* dependencies, size_t numDependencies,
                                CUgraphNodeParams* nodeParams) {
    return cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, nullptr, numDependencies,
                             nodeParams);
}

CUresult CUDAAPI cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams* nodeParams) {
    return setNode(hNode, [&]() -> Operation {
        requireSettable(nodeParams);
        return operationFor(nodeOf(hNode)->graph.lock(), *nodeParams);
    });
}

CUresult CUDAAPI cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                          CUgraphNodeParams* nodeParams) {
    return setExecNode(hGraphExec, hNode, [&]() -> Operation {
        requireSettable(nodeParams);
        return operationFor(nodeOf(hNode)->graph.lock(), *nodeParams);
    });
}

CUresult CUDAAPI cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent* event_out) {
    return readNode<EventRecord>(hNode, [&](const EventRecord& record) {
        require(event_out != nullptr);
        *event_out = record.event->handle();
    });
}

CUresult CUDAAPI cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent* event_out) {
    return readNode<EventWait>(hNode, [&](const EventWait& wait) {
        require(event_out != nullptr);
        *event_out = wait.event->handle();
    });
}

CUresult CUDAAPI cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr,
                                               CUkernelNodeAttrValue* value_out) {
    return readNode<KernelLaunch>(hNode, [&](const KernelLaunch& launch) {
        require(value_out != nullptr);
        *value_out = attributeOf(launch, attr);
    });
}

CUresult CUDAAPI cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr,
                                               const CUkernelNodeAttrValue* value) {
    return entry([&] {
        require(value != nullptr);
        const Lock lock(Graph::mutex());
        CUlaunchAttribute attribute{};
        attribute.id = attr;
        attribute.value = *value;
        applyAttributes(operationOf<KernelLaunch>(*nodeOf(hNode)), &attribute, 1);
    });
}

CUresult CUDAAPI cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        const auto& from = operationOf<KernelLaunch>(*nodeOf(src));
        auto& to = operationOf<KernelLaunch>(*nodeOf(dst));
        to.cluster = from.cluster;
        to.cooperative = from.cooperative;
        to.hints = from.hints;
    });
}

CUresult CUDAAPI cuGraphDebugDotPrint(CUgraph hGraph, const char* path, unsigned int flags) {
    return entry([&] {
        require(path != nullptr);
        const Lock lock(Graph::mutex());
        const auto graph = graphOf(hGraph);
        std::ofstream file(path);
        file << dotOf(*graph, flags);
        file.close();
        require(!file.fail(), CUDA_ERROR_OPERATING_SYSTEM);
    });
}
