// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/graph/graph.h"
#include "core/simgpu/driver/runtime.h"

namespace warpbench::simgpu::driver {

// Shared by the graph entry points. An invalid graph handle is an invalid value, as the
// documentation of each of these functions says.

/// Requires plain edges. Other kinds express partial overlap of kernels, which needs programmatic
/// dependent launches.
/// \throws CUDA_ERROR_NOT_SUPPORTED for other edges
inline void requirePlainEdges(const CUgraphEdgeData* edges, std::size_t count) {
    for (std::size_t i = 0; edges && i < count; ++i)
        require(edges[i].from_port == 0 && edges[i].to_port == 0 && edges[i].type == 0,
                CUDA_ERROR_NOT_SUPPORTED);
}

inline std::shared_ptr<Graph> graphOf(CUgraph handle) {
    auto graph = Runtime::get().graphs.find(fromHandle(handle));
    require(graph != nullptr);
    return graph;
}

inline GraphNodePtr nodeOf(CUgraphNode handle) {
    auto node = Runtime::get().graphNodes.find(fromHandle(handle));
    require(node != nullptr);
    return node;
}

inline std::shared_ptr<GraphExec> execOf(CUgraphExec handle) {
    auto exec = Runtime::get().graphExecs.find(fromHandle(handle));
    require(exec != nullptr);
    return exec;
}

inline std::vector<GraphNodePtr> nodesOf(const CUgraphNode* handles, std::size_t count) {
    require(handles != nullptr || count == 0);
    std::vector<GraphNodePtr> nodes;
    for (std::size_t i = 0; i < count; ++i)
        nodes.push_back(nodeOf(handles[i]));
    return nodes;
}

/// The usual two-call pattern: without an array, returns the count; with one, fills in up to that
/// many handles and sets the rest to null.
inline void giveNodes(const std::vector<GraphNodePtr>& nodes, CUgraphNode* out,
                      std::size_t* count) {
    require(count != nullptr);
    if (out) {
        for (std::size_t i = 0; i < *count; ++i)
            out[i] = i < nodes.size() ? nodes[i]->handle : nullptr;
        *count = std::min(*count, nodes.size());
    } else {
        *count = nodes.size();
    }
}

/// A copy of a node's operation, which must be of the requested kind.
template <typename Wanted>
Wanted& operationOf(GraphNode& node) {
    auto* operation = std::get_if<Wanted>(&node.operation);
    require(operation != nullptr);
    return *operation;
}

} // namespace warpbench::simgpu::driver
