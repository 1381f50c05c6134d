// SPDX-License-Identifier: GPL-3.0-or-later
// Behaviour that other projects' tests rely on, and that CUDA's documentation only mentions.
#include "driver_kernels.h"
#include "tests/main.h"

#include <QSemaphore>

#include <sys/wait.h>
#include <unistd.h>

#include <limits>
#include <memory>

namespace tst_simgpu_foreign {

namespace {

void CUDA_CB releaseSemaphore(void* semaphore) {
    static_cast<QSemaphore*>(semaphore)->release();
}

struct Gate {
    QSemaphore begun, opened;
};

void CUDA_CB passGate(void* data) {
    auto* gate = static_cast<Gate*>(data);
    gate->begun.release();
    gate->opened.acquire();
}

void CUDA_CB nothing(void*) {}

/// A kernel that ends when a word of mapped memory is not 0, and one that writes its block number.
constexpr const char* kWaiting = R"(
.version 8.0
.target sm_70
.address_size 64
.visible .entry wait(.param .u64 flag)
{
    .reg .pred %p1; .reg .b64 %rd1; .reg .b32 %r1;
    ld.param.u64 %rd1, [flag];
AGAIN:
    ld.volatile.global.u32 %r1, [%rd1];
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra AGAIN;
    ret;
}
.visible .entry number(.param .u64 out)
{
    .reg .b64 %rd<3>; .reg .b32 %r1;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r1;
    ret;
}
)";

} // namespace

class TestForeign : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void capturedEdges();
    void childrenOfChildren();
    void userObjectsDuringALaunch();
    void userObjectsOfAnUpdate();
    void memoryOfGraphsStaysUntilTrimmed();
    void zeroBytes();
    void sharedMemoryThatAFunctionMayHave();
    void namesOfNothing();
    void extentsThatWrapAround();
    void kernelsOfTwoStreams();
    void childProcess();

  private:
    std::unique_ptr<TestContext> m_context;
    CUgraph newGraph() {
        CUgraph graph = nullptr;
        DRV(cuGraphCreate)(&graph, 0);
        return graph;
    }
    CUgraphNode addHost(CUgraph graph, CUhostFn call, void* data) {
        const CUDA_HOST_NODE_PARAMS params{call, data};
        CUgraphNode node = nullptr;
        DRV(cuGraphAddHostNode)(&node, graph, nullptr, 0, &params);
        return node;
    }
    CUuserObject give(CUgraph graph, QSemaphore& destroyed) {
        CUuserObject object = nullptr;
        DRV(cuUserObjectCreate)
        (&object, &destroyed, releaseSemaphore, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
        DRV(cuGraphRetainUserObject)(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE);
        return object;
    }
};

void TestForeign::initTestCase() {
    CHECK_OK(DRV(cuInit)(0));
    m_context = std::make_unique<TestContext>();
}

void TestForeign::capturedEdges() {
    CUstream stream = nullptr;
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuStreamCreate)(&stream, 0));
    CHECK_OK(DRV(cuMemAlloc)(&memory, 64));
    CHECK_OK(DRV(cuStreamBeginCapture)(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    CHECK_OK(DRV(cuMemsetD8Async)(memory, 0, 64, stream));
    CUstreamCaptureStatus status{};
    const CUgraphNode* nodes = nullptr;
    const CUgraphEdgeData* edges = nullptr;
    size_t count = 0;
    CHECK_OK(
        DRV(cuStreamGetCaptureInfo_v3)(stream, &status, nullptr, nullptr, &nodes, &edges, &count));
    QCOMPARE(count, size_t{1});
    QVERIFY(nodes && edges);
    QCOMPARE(int(edges[0].type), int(CU_GRAPH_DEPENDENCY_TYPE_DEFAULT));
    CUgraph graph = nullptr;
    CHECK_OK(DRV(cuStreamEndCapture)(stream, &graph));
    CHECK_OK(DRV(cuGraphDestroy)(graph));
    CHECK_OK(DRV(cuStreamDestroy)(stream));
    CHECK_OK(DRV(cuMemFree)(memory));
}

void TestForeign::childrenOfChildren() {
    CUgraph inner = newGraph(), middle = newGraph(), outer = newGraph();
    CUgraphNode node = nullptr;
    QSemaphore calls;
    addHost(inner, releaseSemaphore, &calls);
    CHECK_OK(DRV(cuGraphAddChildGraphNode)(&node, middle, nullptr, 0, inner));
    CHECK_OK(DRV(cuGraphAddChildGraphNode)(&node, outer, nullptr, 0, middle));
    CUgraph copyOfMiddle = nullptr, copyOfInner = nullptr, again = nullptr;
    CHECK_OK(DRV(cuGraphChildGraphNodeGetGraph)(node, &copyOfMiddle));
    CUgraphNode inside = nullptr;
    size_t count = 1;
    CHECK_OK(DRV(cuGraphGetNodes)(copyOfMiddle, &inside, &count));
    CHECK_OK(DRV(cuGraphChildGraphNodeGetGraph)(inside, &copyOfInner));
    QVERIFY(copyOfInner != nullptr);
    CHECK_OK(DRV(cuGraphChildGraphNodeGetGraph)(inside, &again));
    QCOMPARE(again, copyOfInner);
    // It is the graph itself: nodes added to it run.
    addHost(copyOfInner, releaseSemaphore, &calls);
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, outer, 0));
    CHECK_OK(DRV(cuGraphLaunch)(exec, nullptr));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(calls.available(), 2);
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    // With the node the handles of all that is in it end.
    CHECK_OK(DRV(cuGraphDestroyNode)(node));
    CHECK_RESULT(DRV(cuGraphGetNodes)(copyOfMiddle, nullptr, &count), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuGraphGetNodes)(copyOfInner, nullptr, &count), CUDA_ERROR_INVALID_VALUE);
    for (CUgraph graph : {inner, middle, outer})
        CHECK_OK(DRV(cuGraphDestroy)(graph));
}

void TestForeign::userObjectsDuringALaunch() {
    CUstream stream = nullptr;
    CHECK_OK(DRV(cuStreamCreate)(&stream, CU_STREAM_NON_BLOCKING));
    QSemaphore destroyed;
    Gate gate;
    CUgraph graph = newGraph();
    give(graph, destroyed);
    addHost(graph, passGate, &gate);
    CUgraphExec exec = nullptr;
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
    CHECK_OK(DRV(cuGraphDestroy)(graph));
    CHECK_OK(DRV(cuGraphLaunch)(exec, stream));
    gate.begun.acquire();
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    QCOMPARE(destroyed.available(), 0);
    gate.opened.release();
    QVERIFY(destroyed.tryAcquire(1, 30000));
    CHECK_OK(DRV(cuStreamDestroy)(stream));
}

void TestForeign::userObjectsOfAnUpdate() {
    QSemaphore oneDestroyed, otherDestroyed;
    CUgraph one = newGraph(), other = newGraph();
    give(one, oneDestroyed);
    give(other, otherDestroyed);
    addHost(one, nothing, nullptr);
    addHost(other, nothing, nullptr);
    CUgraphExec exec = nullptr;
    CUgraphExecUpdateResultInfo info{};
    CHECK_OK(DRV(cuGraphInstantiate)(&exec, one, 0));
    CHECK_OK(DRV(cuGraphExecUpdate)(exec, other, &info));
    CHECK_OK(DRV(cuGraphDestroy)(one));
    CHECK_OK(DRV(cuGraphDestroy)(other));
    QVERIFY(oneDestroyed.tryAcquire(1, 30000)); // it is no longer needed
    QCOMPARE(otherDestroyed.available(), 0);
    CHECK_OK(DRV(cuGraphExecDestroy)(exec));
    QVERIFY(otherDestroyed.tryAcquire(1, 30000));
}

void TestForeign::memoryOfGraphsStaysUntilTrimmed() {
    const auto attribute = [](CUgraphMem_attribute which) {
        cuuint64_t value = 0;
        DRV(cuDeviceGetGraphMemAttribute)(0, which, &value);
        return value;
    };
    CHECK_OK(DRV(cuDeviceGraphMemTrim)(0));
    QCOMPARE(attribute(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT), cuuint64_t{0});
    for (int round = 0; round < 2; ++round) {
        CUDA_MEM_ALLOC_NODE_PARAMS params{};
        params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
        params.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, {0}};
        params.bytesize = 1 << 20;
        CUgraph graph = newGraph();
        CUgraphNode allocation = nullptr, release = nullptr;
        CHECK_OK(DRV(cuGraphAddMemAllocNode)(&allocation, graph, nullptr, 0, &params));
        CHECK_OK(DRV(cuGraphAddMemFreeNode)(&release, graph, &allocation, 1, params.dptr));
        CUgraphExec exec = nullptr;
        CHECK_OK(DRV(cuGraphInstantiate)(&exec, graph, 0));
        CHECK_OK(DRV(cuGraphLaunch)(exec, nullptr));
        CHECK_OK(DRV(cuCtxSynchronize)());
        CHECK_OK(DRV(cuGraphExecDestroy)(exec));
        CHECK_OK(DRV(cuGraphDestroy)(graph));
        QCOMPARE(attribute(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT), cuuint64_t{32u << 20});
        QCOMPARE(attribute(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), cuuint64_t{32u << 20});
    }
    CHECK_OK(DRV(cuDeviceGraphMemTrim)(0));
    QCOMPARE(attribute(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT), cuuint64_t{0});
}

void TestForeign::zeroBytes() {
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuMemAllocAsync)(&memory, 0, nullptr));
    QVERIFY(memory != 0);
    CHECK_OK(DRV(cuMemFreeAsync)(memory, nullptr));
    CHECK_OK(DRV(cuCtxSynchronize)());
    CHECK_RESULT(DRV(cuMemAlloc)(&memory, 0), CUDA_ERROR_INVALID_VALUE);
}

void TestForeign::sharedMemoryThatAFunctionMayHave() {
    CUmodule module = load(kAdd);
    CUfunction f = function(module, "add");
    size_t bytes = 0;
    CHECK_OK(DRV(cuOccupancyAvailableDynamicSMemPerBlock)(&bytes, f, 1, 256));
    QCOMPARE(bytes, size_t{48} << 10); // the limit of a launch until it requests more
    CHECK_OK(DRV(cuFuncSetAttribute)(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000));
    CHECK_OK(DRV(cuOccupancyAvailableDynamicSMemPerBlock)(&bytes, f, 1, 256));
    QCOMPARE(bytes, size_t{100000});
    CHECK_OK(DRV(cuModuleUnload)(module));
}

void TestForeign::namesOfNothing() {
    const char* name = nullptr;
    CHECK_RESULT(DRV(cuFuncGetName)(&name, nullptr), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuKernelGetName)(&name, nullptr), CUDA_ERROR_INVALID_VALUE);
}

void TestForeign::extentsThatWrapAround() {
    constexpr size_t kMost = std::numeric_limits<size_t>::max();
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuMemAlloc)(&memory, 4096));
    std::vector<unsigned char> host(4096);
    CUDA_MEMCPY3D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host.data();
    copy.srcPitch = 16;
    copy.srcHeight = 16;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = memory;
    copy.dstPitch = 16;
    copy.dstHeight = 16;
    copy.WidthInBytes = 8;
    copy.Height = 2;
    copy.Depth = 2;
    CHECK_OK(DRV(cuMemcpy3D)(&copy));
    CUDA_MEMCPY3D wrong = copy;
    wrong.dstXInBytes = kMost - 3; // "-4"
    CHECK_RESULT(DRV(cuMemcpy3D)(&wrong), CUDA_ERROR_INVALID_VALUE);
    wrong = copy;
    wrong.dstY = kMost / 16 + 1;
    CHECK_RESULT(DRV(cuMemcpy3D)(&wrong), CUDA_ERROR_INVALID_VALUE);
    wrong = copy;
    wrong.dstZ = kMost - 1;
    CHECK_RESULT(DRV(cuMemcpy3D)(&wrong), CUDA_ERROR_INVALID_VALUE);
    wrong = copy;
    wrong.Depth = kMost / 128;
    CHECK_RESULT(DRV(cuMemcpy3D)(&wrong), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemsetD2D8)(memory, kMost / 2, 0, 16, 3), CUDA_ERROR_INVALID_VALUE);
    CUDA_ARRAY_DESCRIPTOR shape{};
    shape.Width = 8;
    shape.Height = 8;
    shape.Format = CU_AD_FORMAT_UNSIGNED_INT8;
    shape.NumChannels = 1;
    CUarray array = nullptr;
    CHECK_OK(DRV(cuArrayCreate)(&array, &shape));
    CUDA_MEMCPY2D into{};
    into.srcMemoryType = CU_MEMORYTYPE_HOST;
    into.srcHost = host.data();
    into.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    into.dstArray = array;
    into.dstXInBytes = kMost - 3;
    into.WidthInBytes = 8;
    into.Height = 1;
    CHECK_RESULT(DRV(cuMemcpy2D)(&into), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuArrayDestroy)(array));
    CHECK_OK(DRV(cuMemFree)(memory));
}

// One that waits for the host keeps all threads busy; another stream's kernel must still run.
void TestForeign::kernelsOfTwoStreams() {
    CUmodule module = load(kWaiting);
    CUstream one = nullptr, other = nullptr;
    CHECK_OK(DRV(cuStreamCreate)(&one, CU_STREAM_NON_BLOCKING));
    CHECK_OK(DRV(cuStreamCreate)(&other, CU_STREAM_NON_BLOCKING));
    void* word = nullptr;
    CHECK_OK(DRV(cuMemHostAlloc)(&word, 4, CU_MEMHOSTALLOC_DEVICEMAP));
    *static_cast<volatile unsigned*>(word) = 0;
    CUdeviceptr flag = 0, out = 0;
    CHECK_OK(DRV(cuMemHostGetDevicePointer)(&flag, word, 0));
    CHECK_OK(DRV(cuMemAlloc)(&out, 64 * 4));
    void* waits[] = {&flag};
    void* numbers[] = {&out};
    CHECK_OK(launch(function(module, "wait"), 512, 32, waits, 0, one));
    CHECK_OK(launch(function(module, "number"), 64, 1, numbers, 0, other));
    CHECK_OK(DRV(cuStreamSynchronize)(other));
    unsigned last = 0;
    CHECK_OK(DRV(cuMemcpyDtoHAsync)(&last, out + 63 * 4, 4, other));
    CHECK_OK(DRV(cuStreamSynchronize)(other));
    QCOMPARE(last, 63u);
    CHECK_RESULT(DRV(cuStreamQuery)(one), CUDA_ERROR_NOT_READY);
    *static_cast<volatile unsigned*>(word) = 1;
    CHECK_OK(DRV(cuStreamSynchronize)(one));
    CHECK_OK(DRV(cuStreamDestroy)(one));
    CHECK_OK(DRV(cuStreamDestroy)(other));
    CHECK_OK(DRV(cuMemFree)(out));
    CHECK_OK(DRV(cuMemFreeHost)(word));
    CHECK_OK(DRV(cuModuleUnload)(module));
}

// The threads of the driver do not come along: a real one says that it is not initialised.
void TestForeign::childProcess() {
    CHECK_OK(DRV(cuCtxSynchronize)());
    const pid_t child = fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        int count = 0;
        CUdeviceptr memory = 0;
        const bool refused = DRV(cuInit)(0) == CUDA_ERROR_NOT_INITIALIZED &&
                             DRV(cuDeviceGetCount)(&count) == CUDA_ERROR_NOT_INITIALIZED &&
                             DRV(cuMemAlloc)(&memory, 64) == CUDA_ERROR_NOT_INITIALIZED &&
                             DRV(cuCtxSynchronize)() == CUDA_ERROR_NOT_INITIALIZED;
        _exit(refused ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
    CHECK_OK(DRV(cuCtxSynchronize)());
}

WARPBENCH_TEST(TestForeign)
} // namespace tst_simgpu_foreign

#include "tst_simgpu_foreign.moc"
