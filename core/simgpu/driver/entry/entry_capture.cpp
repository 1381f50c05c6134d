// SPDX-License-Identifier: GPL-3.0-or-later
// Capture of streams into graphs.
#include "core/simgpu/driver/graph/graph_handles.h"
#include "core/simgpu/host/per_thread.h"

#include <algorithm>

using namespace warpbench::simgpu::driver;
namespace host = warpbench::simgpu::host;

namespace {

thread_local CUstreamCaptureMode t_captureMode = CU_STREAM_CAPTURE_MODE_GLOBAL;

CUstreamCaptureStatus statusOf(const std::shared_ptr<Capture>& capture) {
    if (!capture)
        return CU_STREAM_CAPTURE_STATUS_NONE;
    return capture->invalidated ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

/// The last dependencies of a stream's next operation that this thread was given.
struct ToldTail {
    std::vector<CUgraphNode> nodes;
    std::vector<CUgraphEdgeData> plainEdges; ///< one for each node
};

CUgraph handleOf(const std::shared_ptr<Graph>& graph) {
    if (!graph->handle())
        graph->setHandle(toHandle<CUgraph>(Runtime::get().graphs.add(graph)));
    return graph->handle();
}

CUresult captureInfo(CUstream hStream, CUstreamCaptureStatus* status, cuuint64_t* id,
                     CUgraph* graph, const CUgraphNode** dependencies, size_t* count,
                     const CUgraphEdgeData** edges = nullptr) {
    return entry([&] {
        require(status != nullptr);
        const std::lock_guard lock(Graph::mutex());
        const auto stream = Runtime::get().stream(hStream);
        const auto capture = stream->capture();
        *status = statusOf(capture);
        if (!capture || capture->invalidated)
            return;
        if (id)
            *id = capture->id;
        if (graph)
            *graph = handleOf(capture->graph);
        // The array is the driver's; it is good until the stream's next call, as documented.
        auto& [nodes, plainEdges] = host::PerThread<ToldTail>::get();
        nodes.clear();
        for (const GraphNodePtr& node : Capture::tail(*stream))
            nodes.push_back(node->handle);
        plainEdges.assign(nodes.size(), {});
        if (edges)
            *edges = plainEdges.data();
        if (dependencies)
            *dependencies = nodes.data();
        if (count)
            *count = nodes.size();
    });
}

} // namespace

CUresult CUDAAPI cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode) {
    return entry([&] {
        require(mode >= CU_STREAM_CAPTURE_MODE_GLOBAL && mode <= CU_STREAM_CAPTURE_MODE_RELAXED);
        const auto stream = Runtime::get().stream(hStream);
        Capture::begin(*stream, std::make_shared<Graph>(), {}, mode);
    });
}

CUresult CUDAAPI cuStreamBeginCapture(CUstream hStream) {
    return cuStreamBeginCapture_v2(hStream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

CUresult CUDAAPI cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph,
                                             const CUgraphNode* dependencies,
                                             const CUgraphEdgeData* dependencyData,
                                             size_t numDependencies, CUstreamCaptureMode mode) {
    return entry([&] {
        requirePlainEdges(dependencyData, numDependencies);
        const auto stream = Runtime::get().stream(hStream);
        Capture::begin(*stream, graphOf(hGraph), nodesOf(dependencies, numDependencies), mode);
    });
}

CUresult CUDAAPI cuStreamEndCapture(CUstream hStream, CUgraph* phGraph) {
    return entry([&] {
        // Null: the capture was into a graph that the caller has.
        if (phGraph)
            *phGraph = nullptr;
        const auto stream = Runtime::get().stream(hStream);
        const auto graph = Capture::end(*stream);
        if (phGraph)
            *phGraph = handleOf(graph);
    });
}

CUresult CUDAAPI cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus* captureStatus) {
    return entry([&] {
        require(captureStatus != nullptr);
        *captureStatus = statusOf(Runtime::get().stream(hStream)->capture());
    });
}

CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus* captureStatus_out,
                                        cuuint64_t* id_out) {
    return captureInfo(hStream, captureStatus_out, id_out, nullptr, nullptr, nullptr);
}

CUresult CUDAAPI cuStreamGetCaptureInfo_v2(CUstream hStream,
                                           CUstreamCaptureStatus* captureStatus_out,
                                           cuuint64_t* id_out, CUgraph* graph_out,
                                           const CUgraphNode** dependencies_out,
                                           size_t* numDependencies_out) {
    return captureInfo(hStream, captureStatus_out, id_out, graph_out, dependencies_out,
                       numDependencies_out);
}

CUresult CUDAAPI cuStreamGetCaptureInfo_v3(CUstream hStream,
                                           CUstreamCaptureStatus* captureStatus_out,
                                           cuuint64_t* id_out, CUgraph* graph_out,
                                           const CUgraphNode** dependencies_out,
                                           const CUgraphEdgeData** edgeData_out,
                                           size_t* numDependencies_out) {
    return captureInfo(hStream, captureStatus_out, id_out, graph_out, dependencies_out,
                       numDependencies_out, edgeData_out);
}

CUresult CUDAAPI cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode* dependencies,
                                                      const CUgraphEdgeData* dependencyData,
                                                      size_t numDependencies, unsigned int flags) {
    return entry([&] {
        requirePlainEdges(dependencyData, numDependencies);
        require((flags & ~CU_STREAM_SET_CAPTURE_DEPENDENCIES) == 0); // adding is 0
        const std::lock_guard lock(Graph::mutex());
        const auto stream = Runtime::get().stream(hStream);
        const auto capture = stream->capture();
        require(capture != nullptr && !capture->invalidated, CUDA_ERROR_ILLEGAL_STATE);
        std::vector<GraphNodePtr> nodes;
        if (flags == CU_STREAM_ADD_CAPTURE_DEPENDENCIES)
            nodes = Capture::tail(*stream);
        for (GraphNodePtr& node : nodesOf(dependencies, numDependencies)) {
            require(node->graph.lock() == capture->graph);
            if (std::find(nodes.begin(), nodes.end(), node) == nodes.end())
                nodes.push_back(std::move(node));
        }
        Capture::setTail(*stream, std::move(nodes));
    });
}

CUresult CUDAAPI cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode* dependencies,
                                                   size_t numDependencies, unsigned int flags) {
    return cuStreamUpdateCaptureDependencies_v2(hStream, dependencies, nullptr, numDependencies,
                                                flags);
}

CUresult CUDAAPI cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
    return entry([&] {
        // Driver 580 also accepts invalid modes, and returns them.
        require(mode != nullptr);
        std::swap(*mode, t_captureMode);
    });
}
