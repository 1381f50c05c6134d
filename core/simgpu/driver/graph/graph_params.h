// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/graph/graph_handles.h"

namespace warpbench::simgpu::driver {

// The API's graph node parameters and the operations they describe. Invalid parameters throw the
// errors documented for the entry points.

/// The given context, or the current one for null.
ContextPtr contextFor(CUcontext handle);

KernelLaunch launchOf(const CUDA_KERNEL_NODE_PARAMS& params);
CUDA_KERNEL_NODE_PARAMS paramsOf(GraphNode& node);
/// The older struct is a prefix of the newer one.
CUDA_KERNEL_NODE_PARAMS newer(const CUDA_KERNEL_NODE_PARAMS_v1& old);
Fill fillOf(const CUDA_MEMSET_NODE_PARAMS& params);
CUDA_MEMSET_NODE_PARAMS paramsOf(const Fill& fill);
HostCall callOf(const CUDA_HOST_NODE_PARAMS& params);
/// \throws CUDA_ERROR_NOT_SUPPORTED for graphs with memory nodes, which cannot be copied
ChildGraph childOf(CUgraph graph);
/// Validates the steps of cuStreamBatchMemOp.
MemoryOperations memoryOperationsOf(const CUstreamBatchMemOpParams* steps, unsigned int count,
                                    unsigned int flags);
MemoryAllocation allocationOf(CUDA_MEM_ALLOC_NODE_PARAMS& params, Graph& graph,
                              std::span<const GraphNodePtr> before);
/// Creates empty bodies and stores their graphs in `params`.
Conditional conditionalOf(const std::shared_ptr<Graph>& graph,
                          CUDA_CONDITIONAL_NODE_PARAMS& params);
/// The outermost graph that contains this one through conditional bodies, or the graph itself.
std::shared_ptr<Graph> outermost(const std::shared_ptr<Graph>& graph);
/// \throws CUDA_ERROR_INVALID_VALUE if no allocation node made it, or another node frees it
MemoryRelease releaseOf(const std::shared_ptr<Graph>& graph, CUdeviceptr address);

/// The operation of a node of any kind, from the parameter struct shared by all kinds.
/// \throws CUDA_ERROR_NOT_SUPPORTED for external semaphores
Operation operationFor(const std::shared_ptr<Graph>& graph, CUgraphNodeParams& params,
                       std::span<const GraphNodePtr> before = {});

/// Adds a node with the operation that `make` returns; this is the whole body of an entry point.
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

/// Changes the operation of a graph node; its kind cannot change.
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

/// Changes the operation in an executable graph; the original graph's node identifies it.
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
