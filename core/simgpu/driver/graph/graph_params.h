// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/graph/graph_handles.h"

namespace warpbench::simgpu::driver {

// The parameters of graph nodes, as the API has them, and the operations that they ask for. What is
// wrong in them is thrown as the entry points document it.

/// The named context; the current one for null.
ContextPtr contextFor(CUcontext handle);

KernelLaunch launchOf(const CUDA_KERNEL_NODE_PARAMS& params);
CUDA_KERNEL_NODE_PARAMS paramsOf(GraphNode& node);
/// The older struct is the newer one's beginning.
CUDA_KERNEL_NODE_PARAMS newer(const CUDA_KERNEL_NODE_PARAMS_v1& old);
Fill fillOf(const CUDA_MEMSET_NODE_PARAMS& params);
CUDA_MEMSET_NODE_PARAMS paramsOf(const Fill& fill);
HostCall callOf(const CUDA_HOST_NODE_PARAMS& params);
/// \throws CUDA_ERROR_NOT_SUPPORTED for graphs with memory nodes, which cannot be copied
ChildGraph childOf(CUgraph graph);
/// Steps of cuStreamBatchMemOp, checked.
MemoryOperations memoryOperationsOf(const CUstreamBatchMemOpParams* steps, unsigned int count,
                                    unsigned int flags);
MemoryAllocation allocationOf(CUDA_MEM_ALLOC_NODE_PARAMS& params);
/// With new, empty bodies, which `params` names afterwards.
Conditional conditionalOf(const std::shared_ptr<Graph>& graph,
                          CUDA_CONDITIONAL_NODE_PARAMS& params);
/// The graph around all bodies that this one is in, or itself.
std::shared_ptr<Graph> outermost(const std::shared_ptr<Graph>& graph);
/// \throws CUDA_ERROR_INVALID_VALUE for what no allocation node made, or what is freed elsewhere
MemoryRelease releaseOf(const std::shared_ptr<Graph>& graph, CUdeviceptr address);

/// What a node of any kind does, from the parameters that all kinds share.
/// \throws CUDA_ERROR_NOT_SUPPORTED for external semaphores
Operation operationFor(const std::shared_ptr<Graph>& graph, CUgraphNodeParams& params);

/// Adds a node whose operation `make` gives; the whole body of an entry point.
template <typename Make>
CUresult addNode(CUgraphNode* out, CUgraph hGraph, const CUgraphNode* dependencies,
                 size_t numDependencies, Make&& make, CUcontext ctx = nullptr) {
    return entry([&] {
        require(out != nullptr);
        const std::lock_guard lock(Graph::mutex());
        const auto graph = graphOf(hGraph);
        const auto before = nodesOf(dependencies, numDependencies);
        Operation operation = make(graph);
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
        const std::lock_guard lock(Graph::mutex());
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
        const std::lock_guard lock(Graph::mutex());
        GraphNode& node = execOf(hGraphExec)->nodeFor(*nodeOf(hNode));
        Operation operation = make();
        require(operation.index() == node.operation.index());
        node.operation = std::move(operation);
    });
}

template <typename Wanted, typename Give>
CUresult readNode(CUgraphNode hNode, Give&& give) {
    return entry([&] {
        const std::lock_guard lock(Graph::mutex());
        give(operationOf<Wanted>(*nodeOf(hNode)));
    });
}

} // namespace warpbench::simgpu::driver
