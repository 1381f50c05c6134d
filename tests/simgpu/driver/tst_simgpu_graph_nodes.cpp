// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver_kernels.h"
#include "graph_nodes.h"
#include "tests/main.h"

#include <QFile>
#include <QSemaphore>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <vector>

namespace tst_simgpu_graph_nodes {

namespace {

CUDA_MEM_ALLOC_NODE_PARAMS allocationOf(size_t bytes) {
    CUDA_MEM_ALLOC_NODE_PARAMS params{};
    params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, {0}};
    params.bytesize = bytes;
    return params;
}

constexpr cuuint64_t kPiece = 32u << 20; ///< of the memory of graphs

cuuint64_t graphMemory(CUgraphMem_attribute attribute) {
    cuuint64_t value = ~0ull;
    DRV(cuDeviceGetGraphMemAttribute)(0, attribute, &value);
    return value;
}

void CUDA_CB release(void* semaphore) {
    static_cast<QSemaphore*>(semaphore)->release();
}

} // namespace

/// Memory nodes, batches of memory operations, the generic struct, attributes, user objects.
class TestGraphNodes : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void init();
    void cleanup();
    void memoryInsideAGraph();
    void memoryIsGoneWithItsGraph();
    void memoryThatOutlivesALaunch();
    void autoFree();
    void memoryNodeErrors();
    void captureOfAllocations();
    void useAfterTheFreeFaults();
    void memoryOperations();
    void genericNodes();
    void refusedKinds();
    void eventNodes();
    void kernelAttributes();
    void userObjects();
    void captureOfALaunch();
    void updatedDependencies();
    void dot();

  private:
    unsigned int wordAt(CUdeviceptr address) {
        unsigned int value = 0;
        mustSucceed(DRV(cuMemcpyDtoH)(&value, address, 4));
        return value;
    }
    static void mustSucceed(CUresult result) {
        if (result != CUDA_SUCCESS)
            qFatal("%s", errorName(result).c_str());
    }
    CUgraph newGraph() {
        CUgraph graph = nullptr;
        mustSucceed(DRV(cuGraphCreate)(&graph, 0));
        return graph;
    }
    CUDA_KERNEL_NODE_PARAMS increment(CUdeviceptr* argument) {
        m_arguments[0] = argument;
        CUDA_KERNEL_NODE_PARAMS params{};
        params.func = m_increment;
        params.gridDimX = params.gridDimY = params.gridDimZ = 1;
        params.blockDimX = params.blockDimY = params.blockDimZ = 1;
        params.kernelParams = m_arguments;
        return params;
    }

    std::unique_ptr<TestContext> m_context;
    CUstream m_stream = nullptr;
    CUmodule m_module = nullptr;
    CUfunction m_increment = nullptr;
    CUdeviceptr m_word = 0;
    void* m_arguments[1] = {};
};

void TestGraphNodes::initTestCase() {
    CHECK_OK(DRV(cuInit)(0));
}

void TestGraphNodes::init() {
    m_context = std::make_unique<TestContext>();
    CHECK_OK(DRV(cuDeviceGraphMemTrim)(0));
    CHECK_OK(DRV(cuStreamCreate)(&m_stream, CU_STREAM_NON_BLOCKING));
    CHECK_OK(DRV(cuModuleLoadData)(&m_module, kWords));
    CHECK_OK(DRV(cuModuleGetFunction)(&m_increment, m_module, "increment"));
    CHECK_OK(DRV(cuMemAlloc)(&m_word, 64));
    CHECK_OK(DRV(cuMemsetD32)(m_word, 0, 16));
    CHECK_OK(DRV(cuCtxSynchronize)()); // m_stream does not wait for the null stream
}

void TestGraphNodes::cleanup() {
    m_context.reset();
}

void TestGraphNodes::memoryInsideAGraph() {
    const CUgraph graph = newGraph();
    auto params = allocationOf(4096);
    CUgraphNode allocate = nullptr, set = nullptr, kernel = nullptr, read = nullptr, free = nullptr;
    CHECK_OK(DRV(cuGraphAddMemAllocNode)(&allocate, graph, nullptr, 0, &params));
    QVERIFY(params.dptr != 0);
    const auto fillParams = fill(params.dptr, 41, 8);
    CHECK_OK(DRV(cuGraphAddMemsetNode)(&set, graph, &allocate, 1, &fillParams, m_context->get()));
    CUdeviceptr argument = params.dptr;
    const auto kernelParams = increment(&argument);
    CHECK_OK(DRV(cuGraphAddKernelNode)(&kernel, graph, &set, 1, &kernelParams));
    const auto copyParams = copy(m_word, params.dptr, 4);
    CHECK_OK(DRV(cuGraphAddMemcpyNode)(&read, graph, &kernel, 1, &copyParams, m_context->get()));
    CHECK_OK(DRV(cuGraphAddMemFreeNode)(&free, graph, &read, 1, params.dptr));
    CUgraphNodeType type{};
    CHECK_OK(DRV(cuGraphNodeGetType)(allocate, &type));
    QCOMPARE(int(type), int(CU_GRAPH_NODE_TYPE_MEM_ALLOC));
    CUDA_MEM_ALLOC_NODE_PARAMS back{};
    CHECK_OK(DRV(cuGraphMemAllocNodeGetParams)(allocate, &back));
    QCOMPARE(back.dptr, params.dptr);
    QCOMPARE(back.bytesize, size_t(4096));
    CUdeviceptr freed = 0;
    CHECK_OK(DRV(cuGraphMemFreeNodeGetParams)(free, &freed));
    QCOMPARE(freed, params.dptr);

    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    for (int round = 0; round < 3; ++round) {
        CHECK_OK(DRV(cuMemsetD32Async)(m_word, 0, 1, m_stream));
        CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
        CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
        QCOMPARE(wordAt(m_word), 42u);
        // Freed in the graph, but reported as used until trimmed, in pieces: as on an H200.
        QCOMPARE(graphMemory(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), kPiece);
    }
    QCOMPARE(graphMemory(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH), kPiece);
    QCOMPARE(graphMemory(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT), kPiece);
    cuuint64_t zero = 0, one = 1;
    CHECK_OK(DRV(cuDeviceGraphMemTrim)(0));
    QCOMPARE(graphMemory(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), 0ull);
    CHECK_OK(DRV(cuDeviceSetGraphMemAttribute)(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &zero));
    QCOMPARE(graphMemory(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH), 0ull);
    CHECK_RESULT(DRV(cuDeviceSetGraphMemAttribute)(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &one),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    CHECK_OK(DRV(cuGraphDestroy)(graph));
    CHECK_OK(DRV(cuDeviceGraphMemTrim)(0)); // until then it stays for the next graphs
    QCOMPARE(graphMemory(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT), 0ull);
}

// A launch keeps the graph's memory while it runs, and no longer: after waiting for it, the memory
// is freed with the graph. Many rounds, because a late release only happens occasionally.
void TestGraphNodes::memoryIsGoneWithItsGraph() {
    for (int round = 0; round < 300; ++round) {
        const CUgraph graph = newGraph();
        auto params = allocationOf(4096);
        CUgraphNode allocate = nullptr, free = nullptr;
        CHECK_OK(DRV(cuGraphAddMemAllocNode)(&allocate, graph, nullptr, 0, &params));
        CHECK_OK(DRV(cuGraphAddMemFreeNode)(&free, graph, &allocate, 1, params.dptr));
        CUgraphExec exec = nullptr;
        CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
        CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
        CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
        CHECK_OK(DRV(cuGraphExecDestroy)(exec));
        CHECK_OK(DRV(cuGraphDestroy)(graph));
        CHECK_OK(DRV(cuDeviceGraphMemTrim)(0)); // until then it stays for the next graphs
        QCOMPARE(graphMemory(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT), 0ull);
    }
}

void TestGraphNodes::memoryThatOutlivesALaunch() {
    const CUgraph graph = newGraph();
    auto params = allocationOf(64);
    CUgraphNode allocate = nullptr, set = nullptr;
    CHECK_OK(DRV(cuGraphAddMemAllocNode)(&allocate, graph, nullptr, 0, &params));
    const auto fillParams = fill(params.dptr, 7, 16);
    CHECK_OK(DRV(cuGraphAddMemsetNode)(&set, graph, &allocate, 1, &fillParams, m_context->get()));
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    // Not allocated yet.
    CHECK_RESULT(DRV(cuMemFreeAsync)(params.dptr, m_stream), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    QCOMPARE(wordAt(params.dptr + 60), 7u);
    CHECK_RESULT(DRV(cuGraphLaunch)(exec, m_stream), CUDA_ERROR_INVALID_VALUE); // not freed
    CHECK_OK(DRV(cuMemFreeAsync)(params.dptr, m_stream));
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_OK(DRV(cuMemFree)(params.dptr));
    CHECK_RESULT(DRV(cuMemFree)(params.dptr), CUDA_ERROR_INVALID_VALUE);
    // It outlives even its graph.
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    CHECK_OK(DRV(cuGraphDestroy)(graph));
    QCOMPARE(wordAt(params.dptr), 7u);
    CHECK_OK(DRV(cuMemFree)(params.dptr));
    CHECK_OK(DRV(cuDeviceGraphMemTrim)(0)); // until then it stays for the next graphs
    QCOMPARE(graphMemory(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT), 0ull);
}

void TestGraphNodes::autoFree() {
    const CUgraph graph = newGraph();
    auto params = allocationOf(64);
    CUgraphNode allocate = nullptr;
    CHECK_OK(DRV(cuGraphAddMemAllocNode)(&allocate, graph, nullptr, 0, &params));
    CUgraphExec exec = nullptr;
    CHECK_OK(
        DRV(cuGraphInstantiate)(&exec, graph, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
    for (int round = 0; round < 3; ++round)
        CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    QCOMPARE(graphMemory(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), kPiece);
    CHECK_OK(DRV(cuMemFree)(params.dptr));
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    CHECK_OK(DRV(cuGraphDestroy)(graph));
}

void TestGraphNodes::memoryNodeErrors() {
    const CUgraph graph = newGraph(), other = newGraph();
    auto params = allocationOf(0);
    CUgraphNode node = nullptr, free = nullptr;
    CHECK_RESULT(DRV(cuGraphAddMemAllocNode)(&node, graph, nullptr, 0, &params),
                 CUDA_ERROR_INVALID_VALUE);
    params = allocationOf(64);
    params.poolProps.location.id = 5;
    CHECK_RESULT(DRV(cuGraphAddMemAllocNode)(&node, graph, nullptr, 0, &params),
                 CUDA_ERROR_INVALID_DEVICE);
    params = allocationOf(64);
    params.poolProps.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    CHECK_RESULT(DRV(cuGraphAddMemAllocNode)(&node, graph, nullptr, 0, &params),
                 CUDA_ERROR_NOT_SUPPORTED);
    params = allocationOf(size_t(1) << 50);
    CHECK_RESULT(DRV(cuGraphAddMemAllocNode)(&node, graph, nullptr, 0, &params),
                 CUDA_ERROR_OUT_OF_MEMORY);
    params = allocationOf(64);
    CHECK_OK(DRV(cuGraphAddMemAllocNode)(&node, graph, nullptr, 0, &params));
    CHECK_RESULT(DRV(cuGraphAddMemFreeNode)(&free, graph, &node, 1, m_word),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuGraphAddMemFreeNode)(&free, graph, &node, 1, params.dptr));
    CHECK_RESULT(DRV(cuGraphAddMemFreeNode)(&free, graph, &node, 1, params.dptr),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuGraphAddMemFreeNode)(&free, other, nullptr, 0, params.dptr),
                 CUDA_ERROR_INVALID_VALUE);
    // Operations that are not allowed on a graph with memory nodes.
    CUgraph clone = nullptr;
    CHECK_RESULT(DRV(cuGraphClone)(&clone, graph), CUDA_ERROR_NOT_SUPPORTED);
    CHECK_RESULT(DRV(cuGraphDestroyNode)(node), CUDA_ERROR_NOT_SUPPORTED);
    CHECK_RESULT(DRV(cuGraphRemoveDependencies)(graph, &node, &free, nullptr, 1),
                 CUDA_ERROR_NOT_SUPPORTED);
    CUgraphNode child = nullptr;
    CHECK_RESULT(DRV(cuGraphAddChildGraphNode)(&child, other, nullptr, 0, graph),
                 CUDA_ERROR_NOT_SUPPORTED);
    CUgraphExec one = nullptr, two = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&one, graph, 0));
    CHECK_RESULT(DRV(cuGraphInstantiate)(&two, graph, 0), CUDA_ERROR_NOT_SUPPORTED);
    CHECK_OK(DRV(cuGraphExecDestroy)(one));
    CHECK_OK(DRV(cuGraphInstantiate)(&two, graph, 0));
    CUgraphNodeParams generic{};
    generic.type = CU_GRAPH_NODE_TYPE_MEM_FREE;
    CHECK_RESULT(DRV(cuGraphNodeSetParams)(free, &generic), CUDA_ERROR_NOT_SUPPORTED);
    CHECK_OK(DRV(cuGraphExecDestroy)(two));
    CHECK_OK(DRV(cuGraphDestroy)(graph));
    CHECK_OK(DRV(cuGraphDestroy)(other));
}

void TestGraphNodes::captureOfAllocations() {
    CHECK_OK(DRV(cuStreamBeginCapture)(m_stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuMemAllocAsync)(&memory, 256, m_stream));
    CHECK_OK(DRV(cuMemsetD32Async)(memory, 5, 64, m_stream));
    CHECK_OK(DRV(cuMemcpyDtoDAsync)(m_word, memory, 4, m_stream));
    CHECK_OK(DRV(cuMemFreeAsync)(memory, m_stream));
    // Other memory cannot be freed by a graph, which may run twice.
    CHECK_RESULT(DRV(cuMemFreeAsync)(m_word, m_stream), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    CUgraph graph = nullptr;
    CHECK_OK(DRV(cuStreamEndCapture)(m_stream, &graph));
    size_t nodes = 0;
    CHECK_OK(DRV(cuGraphGetNodes)(graph, nullptr, &nodes));
    QCOMPARE(nodes, size_t(4));
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    // Destroyed while it runs: its memory stays until it has ended.
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    CHECK_OK(DRV(cuGraphDestroy)(graph));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    QCOMPARE(wordAt(m_word), 5u);
}

void TestGraphNodes::useAfterTheFreeFaults() {
    const CUgraph graph = newGraph();
    auto params = allocationOf(64);
    CUgraphNode allocate = nullptr, free = nullptr, kernel = nullptr;
    CHECK_OK(DRV(cuGraphAddMemAllocNode)(&allocate, graph, nullptr, 0, &params));
    CHECK_OK(DRV(cuGraphAddMemFreeNode)(&free, graph, &allocate, 1, params.dptr));
    CUdeviceptr argument = params.dptr;
    const auto kernelParams = increment(&argument);
    CHECK_OK(DRV(cuGraphAddKernelNode)(&kernel, graph, &free, 1, &kernelParams));
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_RESULT(DRV(cuStreamSynchronize)(m_stream), CUDA_ERROR_ILLEGAL_ADDRESS);
    wbsimFault fault{};
    fault.structSize = sizeof fault;
    QCOMPARE(simApi()->getFault(0, 0, &fault), 0);
    QVERIFY2(QString(fault.text).contains("where no memory is mapped"), fault.text);
    simApi()->clearFaults(0);
    simApi()->resetError(0);
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    CHECK_OK(DRV(cuGraphDestroy)(graph));
}

void TestGraphNodes::memoryOperations() {
    CUstreamBatchMemOpParams steps[2] = {};
    steps[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    steps[0].writeValue.address = m_word;
    steps[0].writeValue.value = 11;
    steps[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
    steps[1].waitValue.address = m_word;
    steps[1].waitValue.value = 11;
    steps[1].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
    CUDA_BATCH_MEM_OP_NODE_PARAMS params{m_context->get(), 2, steps, 0};
    const CUgraph graph = newGraph();
    CUgraphNode node = nullptr;
    CHECK_OK(DRV(cuGraphAddBatchMemOpNode)(&node, graph, nullptr, 0, &params));
    CUDA_BATCH_MEM_OP_NODE_PARAMS back{};
    CHECK_OK(DRV(cuGraphBatchMemOpNodeGetParams)(node, &back));
    QCOMPARE(back.count, 2u);
    QCOMPARE(back.paramArray[1].waitValue.value, 11u);
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    QCOMPARE(wordAt(m_word), 11u);
    params.count = 1;
    steps[0].writeValue.value = 12;
    CHECK_OK(DRV(cuGraphExecBatchMemOpNodeSetParams)(exec, node, &params));
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    QCOMPARE(wordAt(m_word), 12u);
    params.count = 0;
    CHECK_RESULT(DRV(cuGraphBatchMemOpNodeSetParams)(node, &params), CUDA_ERROR_INVALID_VALUE);
    params.count = 1;
    steps[0].writeValue.address = m_word + 2; // not aligned
    CHECK_RESULT(DRV(cuGraphBatchMemOpNodeSetParams)(node, &params), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
}

void TestGraphNodes::genericNodes() {
    const CUgraph graph = newGraph();
    CUgraphNodeParams params{};
    params.type = CU_GRAPH_NODE_TYPE_MEMSET;
    params.memset.dst = m_word;
    params.memset.elementSize = 4;
    params.memset.value = 20;
    params.memset.width = 1;
    params.memset.height = 1;
    CUgraphNode set = nullptr, kernel = nullptr;
    CHECK_OK(DRV(cuGraphAddNode)(&set, graph, nullptr, nullptr, 0, &params));
    CUdeviceptr argument = m_word;
    const auto kernelParams = increment(&argument);
    CUgraphNodeParams launch{};
    launch.type = CU_GRAPH_NODE_TYPE_KERNEL;
    std::memcpy(&launch.kernel, &kernelParams, sizeof kernelParams);
    CHECK_OK(DRV(cuGraphAddNode)(&kernel, graph, &set, nullptr, 1, &launch));
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    params.memset.value = 30;
    CHECK_OK(DRV(cuGraphExecNodeSetParams)(exec, set, &params));
    CHECK_OK(DRV(cuGraphLaunch)(exec, m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    QCOMPARE(wordAt(m_word), 31u);
    // The graph's own node does not change until it is updated.
    CUDA_MEMSET_NODE_PARAMS back{};
    CHECK_OK(DRV(cuGraphMemsetNodeGetParams)(set, &back));
    QCOMPARE(back.value, 20u);
    CHECK_OK(DRV(cuGraphNodeSetParams)(set, &params));
    CHECK_OK(DRV(cuGraphMemsetNodeGetParams)(set, &back));
    QCOMPARE(back.value, 30u);
    CHECK_RESULT(DRV(cuGraphNodeSetParams)(kernel, &params), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
}

void TestGraphNodes::refusedKinds() {
    const CUgraph graph = newGraph();
    CUgraphNode node = nullptr;
    CUgraphNodeParams params{};
    params.type = CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT;
    CHECK_RESULT(DRV(cuGraphAddNode)(&node, graph, nullptr, nullptr, 0, &params),
                 CUDA_ERROR_NOT_SUPPORTED);
    params.type = static_cast<CUgraphNodeType>(99);
    CHECK_RESULT(DRV(cuGraphAddNode)(&node, graph, nullptr, nullptr, 0, &params),
                 CUDA_ERROR_INVALID_VALUE);
    CUgraphExec exec = nullptr;
    CHECK_RESULT(DRV(cuGraphInstantiate)(&exec, graph, CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH),
                 CUDA_ERROR_NOT_SUPPORTED);
}

void TestGraphNodes::eventNodes() {
    CUevent one = nullptr, two = nullptr, found = nullptr;
    CHECK_OK(DRV(cuEventCreate)(&one, 0));
    CHECK_OK(DRV(cuEventCreate)(&two, 0));
    const CUgraph graph = newGraph();
    CUgraphNode record = nullptr, wait = nullptr;
    CHECK_OK(DRV(cuGraphAddEventRecordNode)(&record, graph, nullptr, 0, one));
    CHECK_OK(DRV(cuGraphAddEventWaitNode)(&wait, graph, &record, 1, two));
    CHECK_OK(DRV(cuGraphEventRecordNodeGetEvent)(record, &found));
    QCOMPARE(found, one);
    CHECK_OK(DRV(cuGraphEventWaitNodeGetEvent)(wait, &found));
    QCOMPARE(found, two);
    CHECK_RESULT(DRV(cuGraphEventWaitNodeGetEvent)(record, &found), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuGraphEventRecordNodeSetEvent)(record, two));
    CHECK_OK(DRV(cuGraphEventRecordNodeGetEvent)(record, &found));
    QCOMPARE(found, two);
}

void TestGraphNodes::kernelAttributes() {
    const CUgraph graph = newGraph();
    CUdeviceptr argument = m_word;
    const auto params = increment(&argument);
    CUgraphNode one = nullptr, two = nullptr;
    CHECK_OK(DRV(cuGraphAddKernelNode)(&one, graph, nullptr, 0, &params));
    CHECK_OK(DRV(cuGraphAddKernelNode)(&two, graph, &one, 1, &params));
    CUkernelNodeAttrValue value{}, back{};
    value.priority = -2;
    CHECK_OK(DRV(cuGraphKernelNodeSetAttribute)(one, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
    CHECK_OK(DRV(cuGraphKernelNodeGetAttribute)(one, CU_LAUNCH_ATTRIBUTE_PRIORITY, &back));
    QCOMPARE(back.priority, -2);
    CHECK_OK(DRV(cuGraphKernelNodeGetAttribute)(two, CU_LAUNCH_ATTRIBUTE_PRIORITY, &back));
    QCOMPARE(back.priority, 0);
    value = {};
    value.cooperative = 1;
    CHECK_OK(DRV(cuGraphKernelNodeSetAttribute)(one, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    CHECK_OK(DRV(cuGraphKernelNodeCopyAttributes)(two, one));
    CHECK_OK(DRV(cuGraphKernelNodeGetAttribute)(two, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &back));
    QCOMPARE(back.cooperative, 1);
    CHECK_OK(DRV(cuGraphKernelNodeGetAttribute)(two, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &back));
    QCOMPARE(back.clusterDim.x, 1u);
    CHECK_RESULT(
        DRV(cuGraphKernelNodeGetAttribute)(two, static_cast<CUlaunchAttributeID>(999), &back),
        CUDA_ERROR_INVALID_VALUE);
}

void TestGraphNodes::userObjects() {
    QSemaphore destroyed;
    CUuserObject object = nullptr;
    CHECK_RESULT(DRV(cuUserObjectCreate)(&object, &destroyed, release, 1, 0),
                 CUDA_ERROR_INVALID_VALUE); // the flag is required
    CHECK_RESULT(
        DRV(cuUserObjectCreate)(&object, &destroyed, release, 0, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC),
        CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuUserObjectCreate)(&object, &destroyed, release, 1,
                                     CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    const CUgraph graph = newGraph();
    CHECK_OK(DRV(cuGraphRetainUserObject)(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
    CHECK_RESULT(DRV(cuGraphReleaseUserObject)(graph, object, 2), CUDA_ERROR_INVALID_VALUE);
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    CHECK_OK(DRV(cuGraphDestroy)(graph));
    QCOMPARE(destroyed.available(), 0); // the instance holds its own reference
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    QVERIFY(destroyed.tryAcquire(1, 10000));
    CHECK_RESULT(DRV(cuUserObjectRelease)(object, 1), CUDA_ERROR_INVALID_VALUE);

    CHECK_OK(DRV(cuUserObjectCreate)(&object, &destroyed, release, 2,
                                     CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    CHECK_OK(DRV(cuUserObjectRetain)(object, 1));
    CHECK_RESULT(DRV(cuUserObjectRelease)(object, 4), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuUserObjectRelease)(object, 3));
    QVERIFY(destroyed.tryAcquire(1, 10000));
}

void TestGraphNodes::captureOfALaunch() {
    const CUgraph graph = newGraph();
    CUdeviceptr argument = m_word;
    const auto params = increment(&argument);
    CUgraphNode one = nullptr, two = nullptr;
    CHECK_OK(DRV(cuGraphAddKernelNode)(&one, graph, nullptr, 0, &params));
    CHECK_OK(DRV(cuGraphAddKernelNode)(&two, graph, &one, 1, &params));
    CUgraphExec inner = nullptr, outer = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&inner, graph, 0));
    CHECK_OK(DRV(cuGraphNodeSetEnabled)(inner, two, 0));
    CHECK_OK(DRV(cuStreamBeginCapture)(m_stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    CHECK_OK(DRV(cuGraphLaunch)(inner, m_stream));
    CHECK_OK(DRV(cuGraphLaunch)(inner, m_stream));
    CUgraph captured = nullptr;
    CHECK_OK(DRV(cuStreamEndCapture)(m_stream, &captured));
    QCOMPARE(wordAt(m_word), 0u);
    CHECK_OK(DRV(cuGraphInstantiate)(&outer, captured, 0));
    CHECK_OK(DRV(cuGraphLaunch)(outer, m_stream));
    CHECK_OK(DRV(cuStreamSynchronize)(m_stream));
    QCOMPARE(wordAt(m_word), 2u); // each launch had one node enabled
}

void TestGraphNodes::updatedDependencies() {
    CUgraphNode node = nullptr;
    CHECK_RESULT(DRV(cuStreamUpdateCaptureDependencies)(m_stream, nullptr, nullptr, 0, 0),
                 CUDA_ERROR_ILLEGAL_STATE);
    CHECK_OK(DRV(cuStreamBeginCapture)(m_stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    CHECK_OK(DRV(cuMemsetD32Async)(m_word, 3, 1, m_stream));
    CUstreamCaptureStatus status{};
    CUgraph graph = nullptr;
    const CUgraphNode* tail = nullptr;
    size_t count = 0;
    CHECK_OK(
        DRV(cuStreamGetCaptureInfo)(m_stream, &status, nullptr, &graph, &tail, nullptr, &count));
    QCOMPARE(count, size_t(1));
    const CUgraphNode first = tail[0];
    CHECK_OK(DRV(cuGraphAddEmptyNode)(&node, graph, &first, 1));
    CHECK_OK(DRV(cuStreamUpdateCaptureDependencies)(m_stream, &node, nullptr, 1,
                                                    CU_STREAM_SET_CAPTURE_DEPENDENCIES));
    CHECK_OK(DRV(cuMemsetD32Async)(m_word + 4, 3, 1, m_stream));
    CHECK_OK(
        DRV(cuStreamGetCaptureInfo)(m_stream, &status, nullptr, nullptr, &tail, nullptr, &count));
    CUgraphNode before = nullptr;
    size_t one = 1;
    CHECK_OK(DRV(cuGraphNodeGetDependencies)(tail[0], &before, nullptr, &one));
    QCOMPARE(before, node);
    CUgraph ended = nullptr;
    CHECK_OK(DRV(cuStreamEndCapture)(m_stream, &ended));
}

void TestGraphNodes::dot() {
    const CUgraph graph = newGraph(), child = newGraph();
    CUdeviceptr argument = m_word;
    const auto params = increment(&argument);
    CUgraphNode one = nullptr, two = nullptr, inner = nullptr;
    CHECK_OK(DRV(cuGraphAddKernelNode)(&one, graph, nullptr, 0, &params));
    CHECK_OK(DRV(cuGraphAddEmptyNode)(&inner, child, nullptr, 0));
    CHECK_OK(DRV(cuGraphAddChildGraphNode)(&two, graph, &one, 1, child));
    const QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.filePath("graph.dot"));
    CHECK_OK(DRV(cuGraphDebugDotPrint)(graph, path.constData(), CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE));
    QFile file(folder.filePath("graph.dot"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.contains("increment") && text.contains("grid 1 x 1 x 1"), text);
    QVERIFY2(text.contains("\"node_0\" -> \"node_1\"") && text.contains("cluster_node_1"), text);
    CHECK_RESULT(DRV(cuGraphDebugDotPrint)(graph, "/nonexistent/graph.dot", 0),
                 CUDA_ERROR_OPERATING_SYSTEM);
}

WARPBENCH_TEST(TestGraphNodes)
} // namespace tst_simgpu_graph_nodes

#include "tst_simgpu_graph_nodes.moc"
