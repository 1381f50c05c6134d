// SPDX-License-Identifier: GPL-3.0-or-later
// Handles of conditional nodes. cuGraphAddNode creates the nodes
// themselves.
#include "core/simgpu/driver/graph/conditional.h"
#include "core/simgpu/driver/graph/graph_params.h"

using namespace warpbench::simgpu::driver;

CUresult CUDAAPI cuGraphConditionalHandleCreate(CUgraphConditionalHandle* pHandle_out,
                                                CUgraph hGraph, CUcontext ctx,
                                                unsigned int defaultLaunchValue,
                                                unsigned int flags) {
    return entry([&] {
        require(pHandle_out != nullptr && (flags & ~CU_GRAPH_COND_ASSIGN_DEFAULT) == 0u);
        const std::lock_guard lock(Graph::mutex());
        const auto graph = graphOf(hGraph);
        auto condition = std::make_shared<Condition>(contextFor(ctx), defaultLaunchValue,
                                                     (flags & CU_GRAPH_COND_ASSIGN_DEFAULT) != 0);
        condition->graph = outermost(graph);
        *pHandle_out = condition->address();
        Runtime::get().conditions.insert(condition->address(), condition);
        graph->keepCondition(std::move(condition));
    });
}
