// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph_nodes.h"
#include "tests/main.h"
#include "ticket.h"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace tst_simgpu_graph {

class TestGraphs : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void init();
    void cleanup();
    void nodesRunInOrder();
    void dependenciesCanBeWalked();
    void cyclesAreRefused();
    void captureOfOneStream();
    void captureOverTwoStreams();
    void captureErrors();
    void spoiledCaptures();
    void legacyStreamDuringCapture();
    void childGraphs();
    void instanceParameters();
    void update();
    void disabledNodes();
    void cloneRemembersItsNodes();
    void invalidHandles();

  private:
    unsigned int valueAt(CUdeviceptr address) {
        unsigned int value = 0;
        DRV(cuMemcpyDtoH)(&value, address, 4);
        return value;
    }
    void launchAndWait(CUgraph graph) {
        CUgraphExec exec = nullptr;
        CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
        CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
        CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
        CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    }

    std::unique_ptr<TestContext> m_context;
    CUstream m_stream = nullptr;
    CUdeviceptr m_a = 0, m_b = 0;
};

void TestGraphs::initTestCase() {
    CHECK_OK(DRV(cuInit)(0));
}

void TestGraphs::init() {
    m_context = std::make_unique<TestContext>();
    CHECK_OK(DRV(cuStreamCreate)(&m_stream, CU_STREAM_NON_BLOCKING));
    CHECK_OK(DRV(cuMemAlloc)(&m_a, 64));
    CHECK_OK(DRV(cuMemAlloc)(&m_b, 64));
    CHECK_OK(DRV(cuMemsetD8)(m_a, 0, 64));
    CHECK_OK(DRV(cuMemsetD8)(m_b, 0, 64));
    CHECK_OK(DRV(cuCtxSynchronize)());
}

void TestGraphs::cleanup() {
    m_context.reset();
}

void TestGraphs::nodesRunInOrder() {
    CUgraph graph = nullptr;
    CHECK_OK(DRV(cuGraphCreate)(&graph, 0));
    CUgraphNode first = nullptr, second = nullptr, third = nullptr;
    const auto params = fill(m_a, 7, 16);
    const auto move = copy(m_b, m_a, 64);
    std::atomic<int> counter{0};
    Ticket ticket{&counter};
    const CUDA_HOST_NODE_PARAMS call{Ticket::run, &ticket};
    CHECK_OK(DRV(cuGraphAddMemsetNode)(&first, graph, nullptr, 0, &params, m_context->get()));
    CHECK_OK(DRV(cuGraphAddMemcpyNode)(&second, graph, &first, 1, &move, m_context->get()));
    CHECK_OK(DRV(cuGraphAddHostNode)(&third, graph, &second, 1, &call));
    launchAndWait(graph);
    QCOMPARE(valueAt(m_b + 60), 7u);
    QCOMPARE(ticket.number, 0);
    CHECK_OK(DRV(cuGraphDestroy)(graph));
}

void TestGraphs::dependenciesCanBeWalked() {
    CUgraph graph = nullptr;
    CHECK_OK(DRV(cuGraphCreate)(&graph, 0));
    CUgraphNode root = nullptr, left = nullptr, right = nullptr, last = nullptr;
    CHECK_OK(DRV(cuGraphAddEmptyNode)(&root, graph, nullptr, 0));
    CHECK_OK(DRV(cuGraphAddEmptyNode)(&left, graph, &root, 1));
    CHECK_OK(DRV(cuGraphAddEmptyNode)(&right, graph, &root, 1));
    const CUgraphNode both[] = {left, right};
    CHECK_OK(DRV(cuGraphAddEmptyNode)(&last, graph, both, 2));
    size_t count = 0;
    CHECK_OK(DRV(cuGraphGetNodes)(graph, nullptr, &count));
    QCOMPARE(count, size_t(4));
    CHECK_OK(DRV(cuGraphGetEdges)(graph, nullptr, nullptr, nullptr, &count));
    QCOMPARE(count, size_t(4));
    CUgraphNode nodes[4] = {};
    count = 4;
    CHECK_OK(DRV(cuGraphGetRootNodes)(graph, nodes, &count));
    QCOMPARE(count, size_t(1));
    QCOMPARE(nodes[0], root);
    count = 4;
    CHECK_OK(DRV(cuGraphNodeGetDependentNodes)(root, nodes, nullptr, &count));
    QCOMPARE(count, size_t(2));
    CHECK_OK(DRV(cuGraphDestroyNode)(left));
    count = 4;
    CHECK_OK(DRV(cuGraphNodeGetDependencies)(last, nodes, nullptr, &count));
    QCOMPARE(count, size_t(1));
    QCOMPARE(nodes[0], right);
    CUgraphNodeType type{};
    CHECK_RESULT(DRV(cuGraphNodeGetType)(left, &type), CUDA_ERROR_INVALID_VALUE);
}

void TestGraphs::cyclesAreRefused() {
    CUgraph graph = nullptr;
    CHECK_OK(DRV(cuGraphCreate)(&graph, 0));
    CUgraphNode one = nullptr, two = nullptr;
    CHECK_OK(DRV(cuGraphAddEmptyNode)(&one, graph, nullptr, 0));
    CHECK_OK(DRV(cuGraphAddEmptyNode)(&two, graph, &one, 1));
    CHECK_RESULT(DRV(cuGraphAddDependencies)(graph, &two, &one, nullptr, 1),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuGraphAddDependencies)(graph, &one, &two, nullptr, 1),
                 CUDA_ERROR_INVALID_VALUE); // it is there already
    CHECK_OK(DRV(cuGraphRemoveDependencies)(graph, &one, &two, nullptr, 1));
    CHECK_OK(DRV(cuGraphAddDependencies)(graph, &two, &one, nullptr, 1));
}

void TestGraphs::captureOfOneStream() {
    CUgraph graph = nullptr;
    CHECK_OK(DRV(cuStreamBeginCapture)(m_stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CUstreamCaptureStatus status{};
    CHECK_OK(DRV(cuStreamIsCapturing)(m_stream, &status));
    QCOMPARE(int(status), int(CU_STREAM_CAPTURE_STATUS_ACTIVE));
    CHECK_OK(DRV(cuMemsetD32Async)(m_a, 5, 16, m_stream));
    CHECK_OK(DRV(cuMemcpyDtoDAsync)(m_b, m_a, 64, m_stream));
    CHECK_OK(DRV(cuStreamEndCapture)(m_stream, &graph));
    size_t count = 0;
    CHECK_OK(DRV(cuGraphGetNodes)(graph, nullptr, &count));
    QCOMPARE(count, size_t(2));
    QCOMPARE(valueAt(m_b), 0u); // written down, not done
    launchAndWait(graph);
    QCOMPARE(valueAt(m_b), 5u);
}

void TestGraphs::captureOverTwoStreams() {
    CUstream other = nullptr;
    CUevent fork = nullptr, back = nullptr;
    CHECK_OK(DRV(cuStreamCreate)(&other, CU_STREAM_NON_BLOCKING));
    CHECK_OK(DRV(cuEventCreate)(&fork, 0));
    CHECK_OK(DRV(cuEventCreate)(&back, 0));
    CHECK_OK(DRV(cuStreamBeginCapture)(m_stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CHECK_OK(DRV(cuMemsetD32Async)(m_a, 9, 16, m_stream));
    CHECK_OK(DRV(cuEventRecord)(fork, m_stream));
    CHECK_OK(DRV(cuStreamWaitEvent)(other, fork, 0));
    CHECK_OK(DRV(cuMemcpyDtoDAsync)(m_b, m_a, 64, other));
    CHECK_OK(DRV(cuEventRecord)(back, other));
    CHECK_OK(DRV(cuStreamWaitEvent)(m_stream, back, 0));
    CHECK_OK(DRV(cuMemsetD32Async)(m_a, 1, 16, m_stream));
    CUgraph graph = nullptr;
    CHECK_OK(DRV(cuStreamEndCapture)(m_stream, &graph));
    CUstreamCaptureStatus status{};
    CHECK_OK(DRV(cuStreamIsCapturing)(other, &status));
    QCOMPARE(int(status), int(CU_STREAM_CAPTURE_STATUS_NONE));
    launchAndWait(graph);
    QCOMPARE(valueAt(m_a), 1u);
    QCOMPARE(valueAt(m_b), 9u);
}

void TestGraphs::captureErrors() {
    CUgraph graph = nullptr;
    CHECK_RESULT(DRV(cuStreamEndCapture)(m_stream, &graph), CUDA_ERROR_ILLEGAL_STATE);
    CHECK_RESULT(DRV(cuStreamBeginCapture)(nullptr, CU_STREAM_CAPTURE_MODE_GLOBAL),
                 CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    CHECK_OK(DRV(cuStreamBeginCapture)(m_stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CHECK_RESULT(DRV(cuStreamBeginCapture)(m_stream, CU_STREAM_CAPTURE_MODE_GLOBAL),
                 CUDA_ERROR_ILLEGAL_STATE);
    // A stream that forked off and never came back.
    CUstream other = nullptr;
    CUevent fork = nullptr;
    CHECK_OK(DRV(cuStreamCreate)(&other, CU_STREAM_NON_BLOCKING));
    CHECK_OK(DRV(cuEventCreate)(&fork, 0));
    CHECK_OK(DRV(cuEventRecord)(fork, m_stream));
    CHECK_OK(DRV(cuStreamWaitEvent)(other, fork, 0));
    CHECK_OK(DRV(cuMemsetD32Async)(m_a, 1, 1, other));
    CHECK_RESULT(DRV(cuStreamEndCapture)(other, &graph), CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
    CHECK_RESULT(DRV(cuStreamEndCapture)(m_stream, &graph), CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
    QVERIFY(!graph);
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(other));
}

/// Calls that need results of work that is only being recorded fail, and invalidate the capture.
void TestGraphs::spoiledCaptures() {
    CUevent event = nullptr, outside = nullptr;
    CHECK_OK(DRV(cuEventCreate)(&event, 0));
    CHECK_OK(DRV(cuEventCreate)(&outside, 0));
    const struct {
        std::function<CUresult()> call;
        CUresult refused;
    } rows[] = {
        {[&] { return DRV(cuStreamSynchronize)(m_stream); }, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED},
        {[&] { return DRV(cuStreamQuery)(m_stream); }, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED},
        {[&] { return DRV(cuCtxSynchronize)(); }, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED},
        {[&] { return DRV(cuCtxRecordEvent)(m_context->get(), outside); },
         CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED},
        {[&] { return DRV(cuEventQuery)(event); }, CUDA_ERROR_CAPTURED_EVENT},
        {[&] { return DRV(cuEventSynchronize)(event); }, CUDA_ERROR_CAPTURED_EVENT},
        {[&] { return DRV(cuStreamWaitEvent)(m_stream, outside, 0); },
         CUDA_ERROR_STREAM_CAPTURE_ISOLATION},
    };
    for (const auto& row : rows) {
        CHECK_OK(DRV(cuStreamBeginCapture)(m_stream, CU_STREAM_CAPTURE_MODE_RELAXED));
        CHECK_OK(DRV(cuEventRecord)(event, m_stream));
        CHECK_RESULT(row.call(), row.refused);
        CUstreamCaptureStatus status{};
        CHECK_OK(DRV(cuStreamIsCapturing)(m_stream, &status));
        QCOMPARE(int(status), int(CU_STREAM_CAPTURE_STATUS_INVALIDATED));
        CHECK_RESULT(DRV(cuMemsetD32Async)(m_a, 1, 1, m_stream),
                     CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
        CUgraph graph = nullptr;
        CHECK_RESULT(DRV(cuStreamEndCapture)(m_stream, &graph),
                     CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
        QVERIFY(!graph);
        CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    }
}

void TestGraphs::legacyStreamDuringCapture() {
    CUstream blocking = nullptr;
    CHECK_OK(DRV(cuStreamCreate)(&blocking, 0));
    CHECK_OK(DRV(cuStreamBeginCapture)(blocking, CU_STREAM_CAPTURE_MODE_RELAXED));
    CHECK_RESULT(DRV(cuMemsetD32)(m_a, 1, 1), CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
    CUgraph graph = nullptr;
    CHECK_RESULT(DRV(cuStreamEndCapture)(blocking, &graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    CHECK_OK(DRV(cuMemsetD32)(m_a, 1, 1));
}

void TestGraphs::childGraphs() {
    CUgraph child = nullptr, graph = nullptr;
    CHECK_OK(DRV(cuGraphCreate)(&child, 0));
    CHECK_OK(DRV(cuGraphCreate)(&graph, 0));
    CUgraphNode inner = nullptr, node = nullptr, after = nullptr;
    const auto params = fill(m_a, 3, 16);
    const auto move = copy(m_b, m_a, 64);
    CHECK_OK(DRV(cuGraphAddMemsetNode)(&inner, child, nullptr, 0, &params, m_context->get()));
    CHECK_OK(DRV(cuGraphAddChildGraphNode)(&node, graph, nullptr, 0, child));
    CHECK_OK(DRV(cuGraphDestroy)(child)); // the node has its own copy
    CHECK_OK(DRV(cuGraphAddMemcpyNode)(&after, graph, &node, 1, &move, m_context->get()));
    launchAndWait(graph);
    QCOMPARE(valueAt(m_b), 3u);
}

void TestGraphs::instanceParameters() {
    CUgraph graph = nullptr;
    CHECK_OK(DRV(cuGraphCreate)(&graph, 0));
    CUgraphNode node = nullptr;
    auto params = fill(m_a, 3, 16);
    CHECK_OK(DRV(cuGraphAddMemsetNode)(&node, graph, nullptr, 0, &params, m_context->get()));
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    params.value = 8;
    CHECK_OK(DRV(cuGraphExecMemsetNodeSetParams)(exec, node, &params, m_context->get()));
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    QCOMPARE(valueAt(m_a), 8u);
    // The graph itself has not changed.
    CUDA_MEMSET_NODE_PARAMS back{};
    CHECK_OK(DRV(cuGraphMemsetNodeGetParams)(node, &back));
    QCOMPARE(back.value, 3u);
    const CUDA_HOST_NODE_PARAMS call{Ticket::run, nullptr};
    CHECK_RESULT(DRV(cuGraphExecHostNodeSetParams)(exec, node, &call), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    CHECK_RESULT(DRV(cuGraphLaunch)(exec, m_stream), CUDA_ERROR_INVALID_VALUE);
}

void TestGraphs::update() {
    CUgraph graphs[3] = {};
    for (unsigned int i = 0; i < 3; ++i) {
        CHECK_OK(DRV(cuGraphCreate)(&graphs[i], 0));
        CUgraphNode node = nullptr;
        const auto params = fill(m_a, 10 + i, 16);
        CHECK_OK(
            DRV(cuGraphAddMemsetNode)(&node, graphs[i], nullptr, 0, &params, m_context->get()));
    }
    CUgraphNode more = nullptr;
    CHECK_OK(DRV(cuGraphAddEmptyNode)(&more, graphs[2], nullptr, 0));
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graphs[0], 0));
    CUgraphExecUpdateResultInfo info{};
    CHECK_OK(DRV(cuGraphExecUpdate)(exec, graphs[1], &info));
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    QCOMPARE(valueAt(m_a), 11u);
    CHECK_RESULT(DRV(cuGraphExecUpdate)(exec, graphs[2], &info),
                 CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    QCOMPARE(int(info.result), int(CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED));
}

void TestGraphs::disabledNodes() {
    CUgraph graph = nullptr;
    CHECK_OK(DRV(cuGraphCreate)(&graph, 0));
    CUgraphNode node = nullptr;
    const auto params = fill(m_a, 3, 16);
    CHECK_OK(DRV(cuGraphAddMemsetNode)(&node, graph, nullptr, 0, &params, m_context->get()));
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    CHECK_OK(DRV(cuGraphNodeSetEnabled)(exec, node, 0));
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    QCOMPARE(valueAt(m_a), 0u);
    unsigned int enabled = 1;
    CHECK_OK(DRV(cuGraphNodeGetEnabled)(exec, node, &enabled));
    QCOMPARE(enabled, 0u);
}

void TestGraphs::cloneRemembersItsNodes() {
    CUgraph graph = nullptr, clone = nullptr;
    CHECK_OK(DRV(cuGraphCreate)(&graph, 0));
    CUgraphNode node = nullptr, twin = nullptr;
    const auto params = fill(m_a, 3, 16);
    CHECK_OK(DRV(cuGraphAddMemsetNode)(&node, graph, nullptr, 0, &params, m_context->get()));
    CHECK_OK(DRV(cuGraphClone)(&clone, graph));
    CHECK_OK(DRV(cuGraphNodeFindInClone)(&twin, node, clone));
    QVERIFY(twin != node);
    CHECK_RESULT(DRV(cuGraphNodeFindInClone)(&twin, node, graph), CUDA_ERROR_INVALID_VALUE);
}

void TestGraphs::invalidHandles() {
    CUgraphExec exec = nullptr;
    CHECK_RESULT(DRV(cuGraphInstantiate)(&exec, nullptr, 0), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuGraphLaunch)(reinterpret_cast<CUgraphExec>(0x99), m_stream),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuGraphDestroy)(nullptr), CUDA_ERROR_INVALID_VALUE);
    CUgraph one = nullptr, two = nullptr;
    CHECK_OK(DRV(cuGraphCreate)(&one, 0));
    CHECK_OK(DRV(cuGraphCreate)(&two, 0));
    CUgraphNode node = nullptr, other = nullptr;
    CHECK_OK(DRV(cuGraphAddEmptyNode)(&node, one, nullptr, 0));
    // A dependency must be of the same graph.
    CHECK_RESULT(DRV(cuGraphAddEmptyNode)(&other, two, &node, 1), CUDA_ERROR_INVALID_VALUE);
}

WARPBENCH_TEST(TestGraphs)
} // namespace tst_simgpu_graph

#include "tst_simgpu_graph.moc"
