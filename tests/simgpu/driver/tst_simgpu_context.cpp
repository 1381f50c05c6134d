// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver_library.h"
#include "tests/main.h"

#include <thread>

namespace tst_simgpu_context {

class TestContexts : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void cleanup();
    void noneCurrentAtFirst();
    void createMakesCurrent();
    void stackOfAThread();
    void eachThreadHasItsOwnStack();
    void destroyTakesItsObjects();
    void destroyedWhileCurrentElsewhere();
    void invalidHandles();
    void limits();
    void limitsAreBroughtIntoReach_data();
    void limitsAreBroughtIntoReach();
    void aHeapIsNotLargerThanTheMemory();
    void limitsHoldForLoadedModules();
    void flagsAndVersions();
    void primary();
    void primaryReset();
    void peerAccess();
};

void TestContexts::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,rtx4090");
    CHECK_OK(DRV(cuInit)(0));
}

/// Leaves no context current for the next test.
void TestContexts::cleanup() {
    CUcontext context = nullptr;
    while (DRV(cuCtxPopCurrent)(&context) == CUDA_SUCCESS) {
    }
}

void TestContexts::noneCurrentAtFirst() {
    CUcontext context = reinterpret_cast<CUcontext>(1);
    CHECK_OK(DRV(cuCtxGetCurrent)(&context));
    QVERIFY(!context);
    CUdeviceptr address = 0;
    CHECK_RESULT(DRV(cuMemAlloc)(&address, 16), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_RESULT(DRV(cuCtxPopCurrent)(&context), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_RESULT(DRV(cuCtxSynchronize)(), CUDA_ERROR_INVALID_CONTEXT);
}

void TestContexts::createMakesCurrent() {
    CUcontext made = nullptr, current = nullptr;
    CHECK_OK(DRV(cuCtxCreate)(&made, nullptr, 0, 1));
    CHECK_OK(DRV(cuCtxGetCurrent)(&current));
    QCOMPARE(current, made);
    CUdevice device = -1;
    CHECK_OK(DRV(cuCtxGetDevice)(&device));
    QCOMPARE(device, 1);
    CHECK_OK(DRV(cuCtxDestroy)(made));
    CHECK_OK(DRV(cuCtxGetCurrent)(&current));
    QVERIFY(!current);
    CHECK_RESULT(DRV(cuCtxDestroy)(made), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_RESULT(DRV(cuCtxSetCurrent)(made), CUDA_ERROR_INVALID_CONTEXT);
}

void TestContexts::stackOfAThread() {
    TestContext one, two;
    CUcontext current = nullptr;
    CHECK_OK(DRV(cuCtxPushCurrent)(one.get()));
    CHECK_OK(DRV(cuCtxGetCurrent)(&current));
    QCOMPARE(current, one.get());
    CHECK_OK(DRV(cuCtxPopCurrent)(&current));
    QCOMPARE(current, one.get());
    CHECK_OK(DRV(cuCtxGetCurrent)(&current));
    QCOMPARE(current, two.get());
    // Setting replaces the top; null removes it.
    CHECK_OK(DRV(cuCtxSetCurrent)(one.get()));
    CHECK_OK(DRV(cuCtxSetCurrent)(nullptr));
    CHECK_OK(DRV(cuCtxGetCurrent)(&current));
    QCOMPARE(current, one.get());
}

void TestContexts::eachThreadHasItsOwnStack() {
    TestContext context;
    CUcontext seen = context.get();
    CUresult result = CUDA_SUCCESS;
    std::thread([&] {
        DRV(cuCtxGetCurrent)(&seen);
        DRV(cuCtxSetCurrent)(context.get());
        CUdeviceptr address = 0;
        result = DRV(cuMemAlloc)(&address, 64);
    }).join();
    QVERIFY(!seen);
    CHECK_OK(result);
}

void TestContexts::destroyTakesItsObjects() {
    CUstream stream = nullptr;
    CUevent event = nullptr;
    CUdeviceptr address = 0;
    void* host = nullptr;
    size_t before = 0, after = 0, total = 0;
    {
        TestContext keep;
        CHECK_OK(DRV(cuMemGetInfo)(&before, &total));
        {
            TestContext context;
            CHECK_OK(DRV(cuStreamCreate)(&stream, 0));
            CHECK_OK(DRV(cuEventCreate)(&event, 0));
            CHECK_OK(DRV(cuMemAlloc)(&address, 1 << 20));
            CHECK_OK(DRV(cuMemHostAlloc)(&host, 4096, 0));
            CHECK_OK(DRV(cuMemsetD8Async)(address, 1, 1 << 20, stream));
        }
        CHECK_OK(DRV(cuMemGetInfo)(&after, &total));
        QCOMPARE(after, before);
        CHECK_RESULT(DRV(cuStreamSynchronize)(stream), CUDA_ERROR_INVALID_HANDLE);
        CHECK_RESULT(DRV(cuEventQuery)(event), CUDA_ERROR_INVALID_HANDLE);
        CHECK_RESULT(DRV(cuMemFree)(address), CUDA_ERROR_INVALID_VALUE);
        CHECK_RESULT(DRV(cuMemFreeHost)(host), CUDA_ERROR_INVALID_VALUE);
    }
}

void TestContexts::destroyedWhileCurrentElsewhere() {
    CUcontext context = nullptr;
    CHECK_OK(DRV(cuCtxCreate)(&context, nullptr, 0, 0));
    CHECK_OK(DRV(cuCtxPushCurrent)(context));
    CHECK_OK(DRV(cuCtxDestroy)(context)); // takes the top of the stack only
    CUdeviceptr address = 0;
    CHECK_RESULT(DRV(cuMemAlloc)(&address, 16), CUDA_ERROR_CONTEXT_IS_DESTROYED);
}

void TestContexts::invalidHandles() {
    const auto garbage = reinterpret_cast<CUcontext>(0x1234);
    CHECK_RESULT(DRV(cuCtxDestroy)(nullptr), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuCtxDestroy)(garbage), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_RESULT(DRV(cuCtxPushCurrent)(garbage), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_RESULT(DRV(cuCtxSetCurrent)(garbage), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_RESULT(DRV(cuCtxCreate)(nullptr, nullptr, 0, 0), CUDA_ERROR_INVALID_VALUE);
    CUcontext context = nullptr;
    CHECK_RESULT(DRV(cuCtxCreate)(&context, nullptr, 0, 99), CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(DRV(cuCtxCreate)(&context, nullptr, 0x10000, 0), CUDA_ERROR_INVALID_VALUE);
}

void TestContexts::limits() {
    TestContext context;
    size_t value = 0;
    CHECK_OK(DRV(cuCtxGetLimit)(&value, CU_LIMIT_STACK_SIZE));
    QCOMPARE(value, size_t(1024));
    CHECK_OK(DRV(cuCtxSetLimit)(CU_LIMIT_STACK_SIZE, 4096));
    CHECK_OK(DRV(cuCtxGetLimit)(&value, CU_LIMIT_STACK_SIZE));
    QCOMPARE(value, size_t(4096));
    CHECK_RESULT(DRV(cuCtxSetLimit)(CU_LIMIT_STACK_SIZE, SIZE_MAX), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuCtxGetLimit)(&value, CU_LIMIT_PRINTF_FIFO_SIZE));
    QCOMPARE(value, size_t(8650752));
    CHECK_OK(DRV(cuCtxGetLimit)(&value, CU_LIMIT_PERSISTING_L2_CACHE_SIZE));
    QCOMPARE(value, size_t(11796480));
    CHECK_OK(DRV(cuCtxGetLimit)(&value, CU_LIMIT_MALLOC_HEAP_SIZE));
    QCOMPARE(value, size_t(8) << 20);
    // An H200 does not have this limit any more.
    CHECK_RESULT(DRV(cuCtxGetLimit)(&value, CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH),
                 CUDA_ERROR_UNSUPPORTED_LIMIT);
    CHECK_OK(DRV(cuCtxGetLimit)(&value, CU_LIMIT_SHMEM_SIZE));
    QCOMPARE(value, size_t(232448));
    CHECK_OK(DRV(cuCtxGetLimit)(&value, CU_LIMIT_CIG_ENABLED));
    QCOMPARE(value, size_t(0));
}

/// Requested limits are clamped to the possible range: driver 580.159 on an H100.
void TestContexts::limitsAreBroughtIntoReach_data() {
    QTest::addColumn<int>("limit");
    QTest::addColumn<quint64>("asked");
    QTest::addColumn<quint64>("taken"); // 0: refused
    const auto row = [](const char* name, CUlimit limit, quint64 asked, quint64 taken) {
        QTest::newRow(name) << int(limit) << asked << taken;
    };
    row("stack, whole units", CU_LIMIT_STACK_SIZE, 1000, 1008);
    row("stack, too much", CU_LIMIT_STACK_SIZE, (512u << 10) + 1, 0);
    row("printf, too little", CU_LIMIT_PRINTF_FIFO_SIZE, 1, 524288);
    row("printf, whole units", CU_LIMIT_PRINTF_FIFO_SIZE, 524289, 524544);
    row("printf, too much", CU_LIMIT_PRINTF_FIFO_SIZE, quint64(1) << 62, quint64(2) << 30);
    row("heap, too little", CU_LIMIT_MALLOC_HEAP_SIZE, 1, 4u << 20);
    row("launches, too few", CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, 1, 32);
    row("launches, too many", CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, SIZE_MAX, 599186);
    row("fetches, too large", CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 1000, 0);
    row("cache, more than there is", CU_LIMIT_PERSISTING_L2_CACHE_SIZE, quint64(1) << 30, 0);
}
void TestContexts::limitsAreBroughtIntoReach() {
    QFETCH(int, limit);
    QFETCH(quint64, asked);
    QFETCH(quint64, taken);
    TestContext context;
    size_t before = 0, value = 0;
    CHECK_OK(DRV(cuCtxGetLimit)(&before, CUlimit(limit)));
    CHECK_RESULT(DRV(cuCtxSetLimit)(CUlimit(limit), asked),
                 taken ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuCtxGetLimit)(&value, CUlimit(limit)));
    QCOMPARE(quint64(value), taken ? taken : quint64(before));
}

/// The largest number is not a heap that a device can have.
void TestContexts::aHeapIsNotLargerThanTheMemory() {
    TestContext context;
    CHECK_OK(DRV(cuCtxSetLimit)(CU_LIMIT_MALLOC_HEAP_SIZE, SIZE_MAX));
    size_t heap = 0, free = 0, total = 0;
    CHECK_OK(DRV(cuCtxGetLimit)(&heap, CU_LIMIT_MALLOC_HEAP_SIZE));
    CHECK_OK(DRV(cuMemGetInfo)(&free, &total));
    QVERIFY2(heap <= total, qPrintable(QString::number(heap)));
}

// A program may ask for more stack when it has loaded its modules already.
void TestContexts::limitsHoldForLoadedModules() {
    constexpr const char* kRecursion = R"(
.version 8.0
.target sm_70
.address_size 64
.func deeper(.param .u32 depth)
{
    .local .b8 frame[256];
    .reg .pred %p;
    .reg .b32 %r<2>;
    ld.param.u32 %r0, [depth];
    st.local.u32 [frame], %r0;
    setp.eq.u32 %p, %r0, 0;
    @%p ret;
    sub.u32 %r1, %r0, 1;
    {
        .param .b32 argument;
        st.param.b32 [argument], %r1;
        call.uni deeper, (argument);
    }
    ret;
}
.visible .entry dive()
{
    .param .b32 argument;
    .reg .b32 %r;
    mov.u32 %r, 16;
    st.param.b32 [argument], %r;
    call.uni deeper, (argument);
    ret;
}
)";
    TestContext context;
    CUmodule module = nullptr;
    CUfunction dive = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, kRecursion));
    CHECK_OK(DRV(cuModuleGetFunction)(&dive, module, "dive"));
    const auto run = [&] {
        DRV(cuLaunchKernel)(dive, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr);
        return DRV(cuCtxSynchronize)();
    };
    QVERIFY(run() != CUDA_SUCCESS);
    simApi()->resetError(0);
    simApi()->clearFaults(0);
    CHECK_OK(DRV(cuCtxSetLimit)(CU_LIMIT_STACK_SIZE, 16384));
    CHECK_OK(run());
}

void TestContexts::flagsAndVersions() {
    CUcontext context = nullptr;
    CHECK_OK(DRV(cuCtxCreate)(&context, nullptr, CU_CTX_SCHED_BLOCKING_SYNC, 0));
    unsigned int value = 0;
    CHECK_OK(DRV(cuCtxGetFlags)(&value));
    QCOMPARE(value, unsigned(CU_CTX_SCHED_BLOCKING_SYNC));
    CHECK_OK(DRV(cuCtxGetApiVersion)(context, &value));
    QVERIFY(value >= 3020);
    int least = 1, greatest = 1;
    CHECK_OK(DRV(cuCtxGetStreamPriorityRange)(&least, &greatest));
    QCOMPARE(least, 0);
    QCOMPARE(greatest, -5);
    CHECK_OK(DRV(cuCtxDestroy)(context));
}

void TestContexts::primary() {
    unsigned int flags = 99;
    int active = 1;
    CHECK_OK(DRV(cuDevicePrimaryCtxGetState)(0, &flags, &active));
    QCOMPARE(active, 0);
    CUcontext one = nullptr, two = nullptr;
    CHECK_OK(DRV(cuDevicePrimaryCtxRetain)(&one, 0));
    CHECK_OK(DRV(cuDevicePrimaryCtxRetain)(&two, 0));
    QCOMPARE(one, two);
    CUcontext current = nullptr;
    CHECK_OK(DRV(cuCtxGetCurrent)(&current));
    QVERIFY(!current); // retaining does not make it current
    CHECK_RESULT(DRV(cuCtxDestroy)(one), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_OK(DRV(cuCtxPushCurrent)(one));
    CUdeviceptr address = 0;
    CHECK_OK(DRV(cuMemAlloc)(&address, 256));
    CHECK_OK(DRV(cuDevicePrimaryCtxRelease)(0));
    CHECK_OK(DRV(cuMemsetD8)(address, 0, 256));
    CHECK_OK(DRV(cuDevicePrimaryCtxRelease)(0));
    CHECK_RESULT(DRV(cuMemAlloc)(&address, 256), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    CHECK_RESULT(DRV(cuDevicePrimaryCtxRelease)(0), CUDA_ERROR_INVALID_CONTEXT);
    // It comes back with nothing in it.
    CHECK_OK(DRV(cuDevicePrimaryCtxRetain)(&two, 0));
    CHECK_OK(DRV(cuCtxSetCurrent)(two));
    CHECK_RESULT(DRV(cuMemFree)(address), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuDevicePrimaryCtxRelease)(0));
}

void TestContexts::primaryReset() {
    CUcontext context = nullptr;
    CHECK_OK(DRV(cuDevicePrimaryCtxSetFlags)(0, CU_CTX_SCHED_SPIN));
    CHECK_OK(DRV(cuDevicePrimaryCtxRetain)(&context, 0));
    CHECK_OK(DRV(cuCtxPushCurrent)(context));
    unsigned int flags = 0;
    int active = 0;
    CHECK_OK(DRV(cuDevicePrimaryCtxGetState)(0, &flags, &active));
    QCOMPARE(active, 1);
    QCOMPARE(flags, unsigned(CU_CTX_SCHED_SPIN));
    CUdeviceptr address = 0;
    CHECK_OK(DRV(cuMemAlloc)(&address, 256));
    CHECK_OK(DRV(cuDevicePrimaryCtxReset)(0));
    CHECK_RESULT(DRV(cuMemFree)(address), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuDevicePrimaryCtxRelease)(0));
}

void TestContexts::peerAccess() {
    TestContext one(0), two(1);
    CHECK_OK(DRV(cuCtxEnablePeerAccess)(one.get(), 0));
    CHECK_RESULT(DRV(cuCtxEnablePeerAccess)(one.get(), 0), CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    CHECK_OK(DRV(cuCtxDisablePeerAccess)(one.get()));
    CHECK_RESULT(DRV(cuCtxDisablePeerAccess)(one.get()), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    CHECK_RESULT(DRV(cuCtxEnablePeerAccess)(two.get(), 0), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
}

WARPBENCH_TEST(TestContexts)
} // namespace tst_simgpu_context

#include "tst_simgpu_context.moc"
