// SPDX-License-Identifier: GPL-3.0-or-later
// Memory nodes of graphs, batches of memory operations as nodes, and the device memory used by
// graphs.
#include "core/simgpu/driver/graph/graph_memory.h"
#include "core/simgpu/driver/graph/graph_params.h"

using namespace warpbench::simgpu::driver;

CUresult CUDAAPI cuGraphAddMemAllocNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                        const CUgraphNode* dependencies, size_t numDependencies,
                                        CUDA_MEM_ALLOC_NODE_PARAMS* nodeParams) {
    return addNode(
        phGraphNode, hGraph, dependencies, numDependencies, [&](const auto& graph) -> Operation {
            require(nodeParams != nullptr);
            return allocationOf(*nodeParams, *graph, nodesOf(dependencies, numDependencies));
        });
}

CUresult CUDAAPI cuGraphMemAllocNodeGetParams(CUgraphNode hNode,
                                              CUDA_MEM_ALLOC_NODE_PARAMS* params_out) {
    return readNode<MemoryAllocation>(hNode, [&](const MemoryAllocation& allocation) {
        require(params_out != nullptr);
        *params_out = allocation.asked;
    });
}

CUresult CUDAAPI cuGraphAddMemFreeNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                       const CUgraphNode* dependencies, size_t numDependencies,
                                       CUdeviceptr dptr) {
    return addNode(phGraphNode, hGraph, dependencies, numDependencies,
                   [&](const auto& graph) -> Operation { return releaseOf(graph, dptr); });
}

CUresult CUDAAPI cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr* dptr_out) {
    return readNode<MemoryRelease>(hNode, [&](const MemoryRelease& release) {
        require(dptr_out != nullptr);
        *dptr_out = release.address;
    });
}

CUresult CUDAAPI cuGraphAddBatchMemOpNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                          const CUgraphNode* dependencies, size_t numDependencies,
                                          const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) {
    return addNode(
        phGraphNode, hGraph, dependencies, numDependencies,
        [&](const auto&) -> Operation {
            require(nodeParams != nullptr);
            return memoryOperationsOf(nodeParams->paramArray, nodeParams->count, nodeParams->flags);
        },
        nodeParams ? nodeParams->ctx : nullptr);
}

CUresult CUDAAPI cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode,
                                                CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams_out) {
    return entry([&] {
        require(nodeParams_out != nullptr);
        const std::lock_guard lock(Graph::mutex());
        const auto node = nodeOf(hNode);
        auto& operations = operationOf<MemoryOperations>(*node);
        *nodeParams_out = {};
        nodeParams_out->ctx = node->context->handle();
        nodeParams_out->count = static_cast<unsigned int>(operations.list.size());
        nodeParams_out->paramArray = operations.list.data(); // the node's, as documented
        nodeParams_out->flags = operations.flags;
    });
}

CUresult CUDAAPI cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode,
                                                const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) {
    return setNode(hNode, [&]() -> Operation {
        require(nodeParams != nullptr);
        return memoryOperationsOf(nodeParams->paramArray, nodeParams->count, nodeParams->flags);
    });
}

CUresult CUDAAPI cuGraphExecBatchMemOpNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) {
    return setExecNode(hGraphExec, hNode, [&]() -> Operation {
        require(nodeParams != nullptr);
        return memoryOperationsOf(nodeParams->paramArray, nodeParams->count, nodeParams->flags);
    });
}

CUresult CUDAAPI cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr,
                                              void* value) {
    return entry([&] {
        require(value != nullptr);
        *static_cast<cuuint64_t*>(value) =
            Runtime::get().device(device).graphMemory().attribute(attr);
    });
}

CUresult CUDAAPI cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr,
                                              void* value) {
    return entry([&] {
        // High-water marks only, and only to zero.
        require(value != nullptr && *static_cast<const cuuint64_t*>(value) == 0);
        Runtime::get().device(device).graphMemory().resetHigh(attr);
    });
}

CUresult CUDAAPI cuDeviceGraphMemTrim(CUdevice device) {
    return entry([&] {
        Device& known = Runtime::get().device(device);
        known.graphMemory().trim(known);
    });
}
