// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/graph.h"

#include "core/cuda/context_state.h"

#include <algorithm>
#include <vector>

namespace warpbench::cuda {

/// A graph or an executable graph, and what its work needs, e.g. modules of kernels.
class GraphBox : public ObjectBox {
  public:
    using Needs = std::vector<std::shared_ptr<const void>>;

    GraphBox(ContextPtr context, std::uint64_t handle, Grave::Free free, const char* freeCall,
             std::shared_ptr<const Needs> needs) noexcept
        : ObjectBox(std::move(context), handle, free, freeCall, needs)
        , m_captured(std::move(needs)) {}

    const std::shared_ptr<const Needs>& captured() const noexcept { return m_captured; }

  private:
    std::shared_ptr<const Needs> m_captured;
};

/// The driver's executable graph, and its launches that may still be running.
struct LaunchedGraph {
    CUgraphExec handle = nullptr;
    std::vector<std::shared_ptr<StreamBox>> streams; ///< that it was launched on, each once
    std::shared_ptr<const GraphBox::Needs> needs;
};

namespace {

/// cuGraphExecDestroy does not wait for launches, and their resources are freed afterwards. Errors
/// of a stream are reported elsewhere.
CUresult endLaunched(const DriverApi& api, std::uint64_t handle) {
    const auto& graph = *pointerOf<const LaunchedGraph*>(handle);
    for (const auto& stream : graph.streams)
        api.streamSynchronize(stream->as<CUstream>());
    return api.graphExecDestroy(graph.handle);
}

/// While it lives, the stream records, and nothing of this thread's is freed.
class CaptureScope {
  public:
    CaptureScope(const Stream& stream, GraphBox::Needs& needs)
        : m_box(stream.box()) {
        // Relaxed: other calls of this thread stay allowed, an allocation for instance.
        m_box->context()->check(
            m_box->api().streamBeginCapture(stream.handle(), CU_STREAM_CAPTURE_MODE_RELAXED),
            "cuStreamBeginCapture");
        m_outer = m_box->context()->owner().beginCapture(needs);
    }
    ~CaptureScope() {
        CUgraph unfinished = nullptr;
        if (m_open && end(&unfinished) == CUDA_SUCCESS && unfinished)
            m_box->api().graphDestroy(unfinished);
    }
    CaptureScope(const CaptureScope&) = delete;
    CaptureScope& operator=(const CaptureScope&) = delete;

    CUresult end(CUgraph* graph) {
        m_open = false;
        m_box->context()->owner().endCapture(m_outer);
        return m_box->api().streamEndCapture(m_box->as<CUstream>(), graph);
    }

  private:
    std::shared_ptr<StreamBox> m_box;
    OwnerThread::Needs* m_outer = nullptr; ///< of a capture that this one is in
    bool m_open = true;
};

} // namespace

Graph::Graph(std::shared_ptr<GraphBox> box) noexcept
    : m_box(std::move(box)) {}

Graph Graph::capture(const Stream& stream, const std::function<void()>& work) {
    const ContextPtr& state = stream.contextState();
    const ContextScope scope(state);
    const auto needs = std::make_shared<GraphBox::Needs>();
    CaptureScope capture(stream, *needs);
    work();
    CUgraph graph = nullptr;
    state->check(capture.end(&graph), "cuStreamEndCapture");
    const Grave::Free free = [](const DriverApi& api, std::uint64_t handle) {
        return api.graphDestroy(pointerOf<CUgraph>(handle));
    };
    return Graph(std::make_shared<GraphBox>(state, handleOf(graph), free, "cuGraphDestroy", needs));
}

std::size_t Graph::nodeCount() const {
    const ContextScope scope(m_box->context());
    std::size_t count = 0;
    m_box->context()->check(m_box->api().graphGetNodes(handle(), nullptr, &count),
                            "cuGraphGetNodes");
    return count;
}

GraphExec Graph::instantiate() const {
    const ContextPtr& state = m_box->context();
    const ContextScope scope(state);
    CUgraphExec handleExec = nullptr;
    state->check(m_box->api().graphInstantiateWithFlags(&handleExec, handle(), 0),
                 "cuGraphInstantiateWithFlags");
    const auto launched = std::make_shared<LaunchedGraph>();
    launched->handle = handleExec;
    launched->needs = m_box->captured();
    return GraphExec(launched,
                     std::make_shared<ObjectBox>(state, handleOf(launched.get()), &endLaunched,
                                                 "cuGraphExecDestroy", launched));
}

CUgraph Graph::handle() const noexcept {
    return m_box->as<CUgraph>();
}

GraphExec::GraphExec(std::shared_ptr<LaunchedGraph> graph, std::shared_ptr<ObjectBox> box) noexcept
    : m_graph(std::move(graph))
    , m_box(std::move(box)) {}

CUgraphExec GraphExec::handle() const noexcept {
    return m_graph->handle;
}

void GraphExec::launch(const Stream& stream) const {
    const ContextScope scope(m_box->context());
    if (auto* needs = m_box->context()->owner().capturedNeeds())
        needs->push_back(m_box); // likely a part of another graph now
    auto& streams = m_graph->streams;
    if (std::none_of(streams.begin(), streams.end(), [&stream](const auto& known) {
            return known->handle() == stream.box()->handle();
        }))
        streams.push_back(stream.box());
    m_box->context()->check(m_box->api().graphLaunch(handle(), stream.handle()), "cuGraphLaunch");
}

void GraphExec::upload(const Stream& stream) const {
    const ContextScope scope(m_box->context());
    m_box->context()->check(m_box->api().graphUpload(handle(), stream.handle()), "cuGraphUpload");
}

} // namespace warpbench::cuda
