// SPDX-License-Identifier: GPL-3.0-or-later
// Whole graphs: creating, traversing, instantiating, launching, updating.
#include "core/simgpu/driver/graph/graph_handles.h"

using namespace warpbench::simgpu::driver;

namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

CUresult instantiate(CUgraphExec* phGraphExec, CUgraph hGraph, unsigned long long flags) {
    return entry([&] {
        require(phGraphExec != nullptr);
        // Launching a graph from a kernel needs a device-side run time.
        require((flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) == 0, CUDA_ERROR_NOT_SUPPORTED);
        const Lock lock(Graph::mutex());
        auto exec = std::make_shared<GraphExec>(*graphOf(hGraph), flags);
        *phGraphExec = toHandle<CUgraphExec>(Runtime::get().graphExecs.add(std::move(exec)));
    });
}

void giveEdges(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* data,
               size_t* numEdges) {
    require(numEdges != nullptr && (from == nullptr) == (to == nullptr));
    std::size_t count = 0;
    for (const GraphNodePtr& node : graphOf(hGraph)->nodes()) {
        for (const GraphNodePtr& dependency : node->dependencies) {
            if (from && count < *numEdges) {
                from[count] = dependency->handle;
                to[count] = node->handle;
                if (data)
                    data[count] = {};
            }
            ++count;
        }
    }
    *numEdges = from ? std::min(*numEdges, count) : count;
}

CUresult changeEdges(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                     const CUgraphEdgeData* data, size_t numDependencies, bool add) {
    return entry([&] {
        requirePlainEdges(data, numDependencies);
        const Lock lock(Graph::mutex());
        const auto graph = graphOf(hGraph);
        const auto before = nodesOf(from, numDependencies);
        const auto after = nodesOf(to, numDependencies);
        for (std::size_t i = 0; i < numDependencies; ++i) {
            if (add)
                graph->addEdge(before[i], after[i]);
            else
                graph->removeEdge(before[i], after[i]);
        }
    });
}

} // namespace

CUresult CUDAAPI cuGraphCreate(CUgraph* phGraph, unsigned int flags) {
    return entry([&] {
        require(phGraph != nullptr && flags == 0);
        auto graph = std::make_shared<Graph>();
        *phGraph = toHandle<CUgraph>(Runtime::get().graphs.add(graph));
        graph->setHandle(*phGraph);
    });
}

CUresult CUDAAPI cuGraphDestroy(CUgraph hGraph) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        require(Runtime::get().graphs.remove(fromHandle(hGraph)) != nullptr);
    });
}

CUresult CUDAAPI cuGraphClone(CUgraph* phGraphClone, CUgraph originalGraph) {
    return entry([&] {
        require(phGraphClone != nullptr);
        const Lock lock(Graph::mutex());
        const auto original = graphOf(originalGraph);
        require(!original->hasMemoryNodes(), CUDA_ERROR_NOT_SUPPORTED);
        auto clone = original->clone();
        *phGraphClone = toHandle<CUgraph>(Runtime::get().graphs.add(clone));
        clone->setHandle(*phGraphClone);
    });
}

CUresult CUDAAPI cuGraphNodeFindInClone(CUgraphNode* phNode, CUgraphNode hOriginalNode,
                                        CUgraph hClonedGraph) {
    return entry([&] {
        require(phNode != nullptr);
        const Lock lock(Graph::mutex());
        const auto original = nodeOf(hOriginalNode);
        const auto clone = graphOf(hClonedGraph);
        for (const GraphNodePtr& node : clone->nodes()) {
            if (node->original == original.get()) {
                *phNode = node->handle;
                return;
            }
        }
        fail(CUDA_ERROR_INVALID_VALUE);
    });
}

CUresult CUDAAPI cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType* type) {
    return entry([&] {
        require(type != nullptr);
        const Lock lock(Graph::mutex());
        *type = typeOf(nodeOf(hNode)->operation);
    });
}

CUresult CUDAAPI cuGraphGetNodes(CUgraph hGraph, CUgraphNode* nodes, size_t* numNodes) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        giveNodes(graphOf(hGraph)->nodes(), nodes, numNodes);
    });
}

CUresult CUDAAPI cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode* rootNodes, size_t* numRootNodes) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        giveNodes(graphOf(hGraph)->roots(), rootNodes, numRootNodes);
    });
}

CUresult CUDAAPI cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to,
                                    CUgraphEdgeData* edgeData, size_t* numEdges) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        giveEdges(hGraph, from, to, edgeData, numEdges);
    });
}

CUresult CUDAAPI cuGraphGetEdges(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to,
                                 size_t* numEdges) {
    return cuGraphGetEdges_v2(hGraph, from, to, nullptr, numEdges);
}

CUresult CUDAAPI cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode* dependencies,
                                               CUgraphEdgeData* edgeData, size_t* numDependencies) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        giveNodes(nodeOf(hNode)->dependencies, dependencies, numDependencies);
        for (std::size_t i = 0; edgeData && i < *numDependencies; ++i)
            edgeData[i] = {};
    });
}

CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode* dependencies,
                                            size_t* numDependencies) {
    return cuGraphNodeGetDependencies_v2(hNode, dependencies, nullptr, numDependencies);
}

CUresult CUDAAPI cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode* dependentNodes,
                                                 CUgraphEdgeData* edgeData,
                                                 size_t* numDependentNodes) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        const auto node = nodeOf(hNode);
        const auto graph = node->graph.lock();
        require(graph != nullptr);
        giveNodes(graph->dependentsOf(*node), dependentNodes, numDependentNodes);
        for (std::size_t i = 0; edgeData && i < *numDependentNodes; ++i)
            edgeData[i] = {};
    });
}

CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode* dependentNodes,
                                              size_t* numDependentNodes) {
    return cuGraphNodeGetDependentNodes_v2(hNode, dependentNodes, nullptr, numDependentNodes);
}

CUresult CUDAAPI cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode* from,
                                           const CUgraphNode* to, const CUgraphEdgeData* edgeData,
                                           size_t numDependencies) {
    return changeEdges(hGraph, from, to, edgeData, numDependencies, true);
}

CUresult CUDAAPI cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode* from,
                                        const CUgraphNode* to, size_t numDependencies) {
    return changeEdges(hGraph, from, to, nullptr, numDependencies, true);
}

CUresult CUDAAPI cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode* from,
                                              const CUgraphNode* to,
                                              const CUgraphEdgeData* edgeData,
                                              size_t numDependencies) {
    return changeEdges(hGraph, from, to, edgeData, numDependencies, false);
}

CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode* from,
                                           const CUgraphNode* to, size_t numDependencies) {
    return changeEdges(hGraph, from, to, nullptr, numDependencies, false);
}

CUresult CUDAAPI cuGraphDestroyNode(CUgraphNode hNode) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        const auto node = nodeOf(hNode);
        const auto graph = node->graph.lock();
        require(graph != nullptr);
        graph->remove(*node);
    });
}

CUresult CUDAAPI cuGraphInstantiateWithFlags(CUgraphExec* phGraphExec, CUgraph hGraph,
                                             unsigned long long flags) {
    return instantiate(phGraphExec, hGraph, flags);
}

CUresult CUDAAPI cuGraphInstantiateWithParams(CUgraphExec* phGraphExec, CUgraph hGraph,
                                              CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams) {
    if (!instantiateParams)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = instantiate(phGraphExec, hGraph, instantiateParams->flags);
    instantiateParams->hErrNode_out = nullptr;
    instantiateParams->result_out =
        result == CUDA_SUCCESS ? CUDA_GRAPH_INSTANTIATE_SUCCESS : CUDA_GRAPH_INSTANTIATE_ERROR;
    return result;
}

CUresult CUDAAPI cuGraphInstantiate_v2(CUgraphExec* phGraphExec, CUgraph hGraph,
                                       CUgraphNode* phErrorNode, char* logBuffer,
                                       size_t bufferSize) {
    if (phErrorNode)
        *phErrorNode = nullptr;
    if (logBuffer && bufferSize > 0)
        logBuffer[0] = '\0';
    return instantiate(phGraphExec, hGraph, 0);
}

CUresult CUDAAPI cuGraphInstantiate(CUgraphExec* phGraphExec, CUgraph hGraph,
                                    CUgraphNode* phErrorNode, char* logBuffer, size_t bufferSize) {
    return cuGraphInstantiate_v2(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize);
}

CUresult CUDAAPI cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t* flags) {
    return entry([&] {
        require(flags != nullptr);
        *flags = execOf(hGraphExec)->flags();
    });
}

CUresult CUDAAPI cuGraphUpload(CUgraphExec hGraph, CUstream hStream) {
    return entry([&] {
        const auto exec = execOf(hGraph);
        exec->upload(*Runtime::get().stream(hStream));
    });
}

CUresult CUDAAPI cuGraphLaunch(CUgraphExec hGraph, CUstream hStream) {
    return entry([&] {
        const auto exec = execOf(hGraph);
        exec->launch(*Runtime::get().stream(hStream));
    });
}

CUresult CUDAAPI cuGraphExecDestroy(CUgraphExec hGraphExec) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        require(Runtime::get().graphExecs.remove(fromHandle(hGraphExec)) != nullptr);
    });
}

CUresult CUDAAPI cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph,
                                      CUgraphExecUpdateResultInfo* resultInfo) {
    return entry([&] {
        require(resultInfo != nullptr);
        const Lock lock(Graph::mutex());
        GraphNodePtr node;
        *resultInfo = {};
        resultInfo->result = execOf(hGraphExec)->update(*graphOf(hGraph), node);
        resultInfo->errorNode = node ? node->handle : nullptr;
        require(resultInfo->result == CU_GRAPH_EXEC_UPDATE_SUCCESS,
                CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    });
}

CUresult CUDAAPI cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph,
                                   CUgraphNode* hErrorNode_out,
                                   CUgraphExecUpdateResult* updateResult_out) {
    CUgraphExecUpdateResultInfo info{};
    const CUresult result = cuGraphExecUpdate_v2(hGraphExec, hGraph, &info);
    if (hErrorNode_out)
        *hErrorNode_out = info.errorNode;
    if (updateResult_out)
        *updateResult_out = info.result;
    return result;
}

CUresult CUDAAPI cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode,
                                       unsigned int isEnabled) {
    return entry([&] {
        const Lock lock(Graph::mutex());
        execOf(hGraphExec)->setEnabled(*nodeOf(hNode), isEnabled != 0);
    });
}

CUresult CUDAAPI cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode,
                                       unsigned int* isEnabled) {
    return entry([&] {
        require(isEnabled != nullptr);
        const Lock lock(Graph::mutex());
        *isEnabled = execOf(hGraphExec)->enabled(*nodeOf(hNode));
    });
}
