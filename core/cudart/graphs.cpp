// SPDX-License-Identifier: GPL-3.0-or-later
// Whole graphs: node order, clones, instantiation.
#include "core/cudart/runtime.h"

using namespace warpbench::cudart;

namespace {

/// The runtime's edges are the driver's.
const CUgraphEdgeData* driverEdges(const cudaGraphEdgeData* edges) {
    static_assert(sizeof(cudaGraphEdgeData) == sizeof(CUgraphEdgeData));
    return reinterpret_cast<const CUgraphEdgeData*>(edges);
}
CUgraphEdgeData* driverEdges(cudaGraphEdgeData* edges) {
    return reinterpret_cast<CUgraphEdgeData*>(edges);
}

} // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
    return call(cuGraphCreate, graph, flags);
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return call(cuGraphDestroy, graph);
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
    return call(cuGraphClone, clone, graph);
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
    return call(cuGraphNodeFindInClone, node, original, clone);
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return call(cuGraphGetNodes, graph, nodes, count);
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return call(cuGraphGetRootNodes, graph, nodes, count);
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, std::size_t* count) {
    return call(cuGraphGetEdges, graph, from, to, driverEdges(edges), count);
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* edges, std::size_t* count) {
    return call(cuGraphNodeGetDependencies, node, nodes, driverEdges(edges), count);
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* edges, std::size_t* count) {
    return call(cuGraphNodeGetDependentNodes, node, nodes, driverEdges(edges), count);
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                     std::size_t count) {
    return call(cuGraphAddDependencies, graph, from, to, driverEdges(edges), count);
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                        std::size_t count) {
    return call(cuGraphRemoveDependencies, graph, from, to, driverEdges(edges), count);
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    return call(cuGraphDestroyNode, node);
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    return call(cuGraphNodeGetType, node, reinterpret_cast<CUgraphNodeType*>(type));
}
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int flags) {
    return call(cuGraphDebugDotPrint, graph, path, flags);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* result, cudaGraph_t graph,
                                 unsigned long long flags) {
    return call(cuGraphInstantiateWithFlags, result, graph, flags);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* result, cudaGraph_t graph,
                                          unsigned long long flags) {
    return call(cuGraphInstantiateWithFlags, result, graph, flags);
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graph, unsigned long long* flags) {
    return call(cuGraphExecGetFlags, graph, reinterpret_cast<cuuint64_t*>(flags));
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
    static_assert(sizeof(cudaGraphExecUpdateResultInfo) == sizeof(CUgraphExecUpdateResultInfo));
    return call(cuGraphExecUpdate, exec, graph,
                reinterpret_cast<CUgraphExecUpdateResultInfo*>(info));
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return call(cuGraphExecDestroy, exec);
}
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int isEnabled) {
    return call(cuGraphNodeSetEnabled, exec, node, isEnabled);
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int* isEnabled) {
    return call(cuGraphNodeGetEnabled, exec, node, isEnabled);
}
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags) {
    return call(cuGraphRetainUserObject, graph, object, count, flags);
}
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count) {
    return call(cuGraphReleaseUserObject, graph, object, count);
}
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned int value, unsigned int flags) {
    const CUresult ready = useContext();
    CUcontext context = nullptr;
    if (ready == CUDA_SUCCESS)
        cuCtxGetCurrent(&context);
    return keep(ready == CUDA_SUCCESS ? cuGraphConditionalHandleCreate(
                                            reinterpret_cast<CUgraphConditionalHandle*>(handle),
                                            graph, context, value, flags)
                                      : ready);
}

} // extern "C"
