// SPDX-License-Identifier: GPL-3.0-or-later
// Where graphs have their memory, and how much of it, as on an H200 with driver 580.
#include "driver_kernels.h"
#include "graph_nodes.h"
#include "tests/main.h"

#include <QSemaphore>

#include <memory>
#include <utility>
#include <vector>

namespace tst_simgpu_graph_memory {

namespace {

constexpr cuuint64_t kPiece = 32u << 20; ///< in which graphs get memory

CUDA_MEM_ALLOC_NODE_PARAMS allocationOf(size_t bytes) {
    CUDA_MEM_ALLOC_NODE_PARAMS params{};
    params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, {0}};
    params.bytesize = bytes;
    return params;
}

cuuint64_t graphMemory(CUgraphMem_attribute attribute) {
    cuuint64_t value = ~0ull;
    DRV(cuDeviceGetGraphMemAttribute)(0, attribute, &value);
    return value;
}

CUgraph newGraph() {
    CUgraph graph = nullptr;
    return DRV(cuGraphCreate)(&graph, 0) == CUDA_SUCCESS ? graph : nullptr;
}

unsigned int wordAt(CUdeviceptr address) {
    unsigned int value = 0;
    return DRV(cuMemcpyDtoH)(&value, address, 4) == CUDA_SUCCESS ? value : ~0u;
}

} // namespace

class TestGraphMemory : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { CHECK_OK(DRV(cuInit)(0)); }
    void init() {
        m_context = std::make_unique<TestContext>();
        CHECK_OK(DRV(cuDeviceGraphMemTrim)(0));
        CHECK_OK(DRV(cuStreamCreate)(&m_stream, CU_STREAM_NON_BLOCKING));
    }
    void cleanup() { m_context.reset(); }
    void addressesAreUsedAgain();
    void graphsShareMemory();

  private:
    std::unique_ptr<TestContext> m_context;
    CUstream m_stream = nullptr;
};

/// A graph uses addresses again that a node before frees, first those freed first.
void TestGraphMemory::addressesAreUsedAgain() {
    constexpr size_t kMiB = 1u << 20;
    const CUgraph graph = newGraph();
    const auto allocate = [&](size_t bytes, std::vector<CUgraphNode> after = {}) {
        auto params = allocationOf(bytes);
        CUgraphNode node = nullptr;
        const CUresult result =
            DRV(cuGraphAddMemAllocNode)(&node, graph, after.data(), after.size(), &params);
        return std::pair(result == CUDA_SUCCESS ? node : nullptr, params.dptr);
    };
    const auto release = [&](CUgraphNode after, CUdeviceptr address) {
        CUgraphNode node = nullptr;
        const CUresult result = DRV(cuGraphAddMemFreeNode)(&node, graph, &after, 1, address);
        return result == CUDA_SUCCESS ? node : nullptr;
    };
    const auto [a, atA] = allocate(4 * kMiB);
    const CUgraphNode freeA = release(a, atA);
    const auto [apart, atApart] = allocate(4 * kMiB); // nothing says that it comes later
    QVERIFY(atApart != atA);
    const auto [b, atB] = allocate(2 * kMiB, {freeA});
    const auto [c, atC] = allocate(2 * kMiB, {freeA});
    QCOMPARE(atB, atA);
    QCOMPARE(atC, atA + 2 * kMiB);
    const CUgraphNode freeB = release(b, atB), freeC = release(c, atC);
    const auto [large, atLarge] = allocate(4 * kMiB, {freeB, freeC}); // parts are not joined
    QVERIFY(atLarge < atA || atLarge >= atA + 4 * kMiB);
    const auto [d, atD] = allocate(1000, {freeC});
    const auto [e, atE] = allocate(600, {freeB, freeC});
    const auto [f, atF] = allocate(2 * kMiB - 1024, {freeB, freeC});
    QCOMPARE(atD, atC);
    QCOMPARE(atE, atB);
    QCOMPARE(atF, atB + 1024);
    for (const auto& [node, address] : {std::pair(apart, atApart), std::pair(large, atLarge),
                                        std::pair(d, atD), std::pair(e, atE)})
        QVERIFY(release(node, address));
    // The last one outlives the launch and is written by it, at an address that two others had.
    CUgraphNode set = nullptr;
    const auto params = fill(atF, 7, 16);
    CHECK_OK(DRV(cuGraphAddMemsetNode)(&set, graph, &f, 1, &params, m_context->get()));
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    for (int round = 0; round < 2; ++round) {
        CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
        CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
        QCOMPARE(wordAt(atF + 60), 7u);
        CHECK_RESULT(DRV(cuMemFree)(atD), CUDA_ERROR_INVALID_VALUE); // the graph freed it
        CHECK_OK(DRV(cuMemFree)(atF));
    }
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    CHECK_OK(DRV(cuGraphDestroy)(graph));
}

/// Graphs that do not run at the same time share memory.
void TestGraphMemory::graphsShareMemory() {
    const auto reserved = [] { return graphMemory(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT); };
    CUstream other = nullptr;
    CHECK_OK(DRV(cuStreamCreate)(&other, CU_STREAM_NON_BLOCKING));
    QSemaphore mayGo;
    const auto wait = [](void* semaphore) { static_cast<QSemaphore*>(semaphore)->acquire(); };
    CUgraph graphs[3]{};
    CUgraphExec execs[3]{};
    CUdeviceptr kept = 0;
    for (int i = 0; i < 3; ++i) {
        graphs[i] = newGraph();
        auto params = allocationOf(i == 0 ? kPiece + 1 : kPiece);
        CUgraphNode allocate = nullptr, free = nullptr;
        CHECK_OK(DRV(cuGraphAddMemAllocNode)(&allocate, graphs[i], nullptr, 0, &params));
        if (i < 2)
            CHECK_OK(DRV(cuGraphAddMemFreeNode)(&free, graphs[i], &allocate, 1, params.dptr));
        else
            kept = params.dptr;
        CHECK_OK(DRV(cuGraphInstantiate)(&execs[i], graphs[i], 0));
    }
    QCOMPARE(reserved(), 0ull);
    CHECK_OK(DRV(cuGraphUpload)(execs[0], m_stream));
    QCOMPARE(reserved(), 2 * kPiece);
    CHECK_OK(DRV(cuLaunchHostFunc)(m_stream, wait, &mayGo));
    CHECK_OK(DRV(cuGraphLaunch)(execs[0], m_stream));
    CHECK_OK(DRV(cuGraphLaunch)(execs[1], m_stream));
    QCOMPARE(reserved(), 2 * kPiece);
    CHECK_OK(DRV(cuGraphLaunch)(execs[2], other)); // perhaps at the same time
    QCOMPARE(reserved(), 3 * kPiece);
    CHECK_OK(DRV(cuStreamSynchronize)(other));
    CHECK_OK(DRV(cuDeviceGraphMemTrim)(0));
    QCOMPARE(reserved(), 3 * kPiece); // two wait, and one has left memory
    mayGo.release();
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    CHECK_OK(DRV(cuDeviceGraphMemTrim)(0));
    QCOMPARE(reserved(), kPiece);
    CHECK_OK(DRV(cuMemFree)(kept));
    QCOMPARE(reserved(), kPiece);
    CHECK_OK(DRV(cuDeviceGraphMemTrim)(0));
    QCOMPARE(reserved(), 0ull);
    QCOMPARE(graphMemory(CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH), 3 * kPiece);
    for (int i = 0; i < 3; ++i) {
        CHECK_OK(DRV(cuGraphExecDestroy)(execs[i]));
        CHECK_OK(DRV(cuGraphDestroy)(graphs[i]));
    }
}

WARPBENCH_TEST(TestGraphMemory)
} // namespace tst_simgpu_graph_memory

#include "tst_simgpu_graph_memory.moc"
