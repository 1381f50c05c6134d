// SPDX-License-Identifier: GPL-3.0-or-later
// Capture of a stream's work into a graph.
#include "core/simgpu/driver/graph/graph.h"
#include "core/simgpu/driver/runtime.h"

#include <algorithm>
#include <atomic>

namespace warpbench::simgpu::driver {

namespace {

void join(std::vector<GraphNodePtr>& nodes, const std::vector<GraphNodePtr>& more) {
    for (const GraphNodePtr& node : more) {
        if (std::find(nodes.begin(), nodes.end(), node) == nodes.end())
            nodes.push_back(node);
    }
}

} // namespace

std::vector<GraphNodePtr> Capture::tail(const Stream& stream) {
    const std::lock_guard lock(stream.m_captureMutex);
    return stream.m_captureTail;
}

void Capture::setTail(Stream& stream, std::vector<GraphNodePtr> nodes) {
    const std::lock_guard lock(stream.m_captureMutex);
    stream.m_captureTail = std::move(nodes);
}

void Capture::begin(Stream& stream, std::shared_ptr<Graph> graph, std::vector<GraphNodePtr> after,
                    CUstreamCaptureMode mode) {
    static std::atomic<std::uint64_t> nextId{1};
    const std::lock_guard graphLock(Graph::mutex());
    require(stream.kind() != Stream::Kind::legacy, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    require(!stream.capturing(), CUDA_ERROR_ILLEGAL_STATE);
    auto capture = std::make_shared<Capture>();
    capture->id = nextId.fetch_add(1);
    capture->graph = std::move(graph);
    capture->mode = mode;
    capture->origin = stream.weak_from_this();
    capture->thread = std::this_thread::get_id();
    capture->streams.push_back(stream.weak_from_this());
    stream.context()->beginCapture();
    const std::lock_guard lock(stream.m_captureMutex);
    stream.m_capture = std::move(capture);
    stream.m_captureTail = std::move(after);
}

std::shared_ptr<Graph> Capture::end(Stream& stream) {
    const std::lock_guard graphLock(Graph::mutex());
    const auto capture = stream.capture();
    require(capture != nullptr, CUDA_ERROR_ILLEGAL_STATE);
    require(capture->origin.lock().get() == &stream, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
    require(capture->mode == CU_STREAM_CAPTURE_MODE_RELAXED ||
                capture->thread == std::this_thread::get_id(),
            CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD);
    // Every stream that took part must have been joined to the first one again.
    std::vector<GraphNodePtr> joined = tail(stream);
    for (std::size_t i = 0; i < joined.size(); ++i) {
        const auto before = joined[i]->dependencies;
        join(joined, before);
    }
    bool unjoined = false;
    for (const auto& weak : capture->streams) {
        const auto member = weak.lock();
        if (!member)
            continue;
        for (const GraphNodePtr& node : tail(*member))
            unjoined |= std::find(joined.begin(), joined.end(), node) == joined.end();
        const std::lock_guard lock(member->m_captureMutex);
        member->m_capture.reset();
        member->m_captureTail.clear();
    }
    stream.context()->endCapture();
    require(!capture->invalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    require(!unjoined, CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
    return capture->graph;
}

void Capture::spoil(CUresult code) {
    const std::lock_guard graphLock(Graph::mutex());
    invalidated = true;
    fail(code);
}

void Capture::requireNone(const Stream& stream) {
    if (const auto capture = stream.capture())
        capture->spoil(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
}

void Capture::requireNone(const Event& event, CUresult code) {
    if (const auto capture = event.capture())
        capture->spoil(code);
}

void Capture::requireNone(const Context& context) {
    if (!context.anyCapture())
        return;
    const std::lock_guard graphLock(Graph::mutex());
    for (const auto& stream : context.streams()) {
        if (const auto capture = stream->capture())
            capture->invalidated = true;
    }
    fail(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
}

bool Capture::take(Stream& stream, Operation& operation) {
    const auto owner = stream.context();
    if (!owner->anyCapture()) {
        if (const auto* wait = std::get_if<EventWait>(&operation))
            require(wait->event->capture() == nullptr, CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
        return false;
    }
    const std::lock_guard graphLock(Graph::mutex());
    auto capture = stream.capture();
    if (const auto* wait = std::get_if<EventWait>(&operation)) {
        const auto theirs = wait->event->capture();
        if (!theirs) {
            if (capture)
                capture->spoil(CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
            return false;
        }
        require(!capture || capture == theirs, CUDA_ERROR_STREAM_CAPTURE_MERGE);
        if (!capture)
            theirs->streams.push_back(stream.weak_from_this());
        const std::lock_guard lock(stream.m_captureMutex);
        stream.m_capture = theirs;
        join(stream.m_captureTail, wait->event->capturedNodes());
        return true;
    }
    if (!capture) {
        // The legacy stream would wait for streams whose work is only being recorded.
        if (stream.kind() == Stream::Kind::legacy) {
            for (const auto& other : owner->blockingStreams()) {
                if (const auto active = other->capture())
                    active->spoil(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
            }
        }
        return false;
    }
    require(!capture->invalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    if (const auto* record = std::get_if<EventRecord>(&operation)) {
        record->event->setCaptured(capture, tail(stream));
        return true;
    }
    const auto node = capture->graph->add(std::move(operation), tail(stream), owner);
    setTail(stream, {node});
    return true;
}

} // namespace warpbench::simgpu::driver
