// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of kernels: arguments, limits, faults, cancelling, counters, printing.
#include "driver_kernels.h"
#include "printed_text.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QFile>

#include <memory>
#include <thread>

namespace tst_simgpu_launch {

class TestLaunches : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        qunsetenv("WARPBENCH_SIMGPU");
        CHECK_OK(DRV(cuInit)(0));
    }
    void init() { m_context = std::make_unique<TestContext>(); }
    void cleanup() {
        simApi()->setTimeLimit(0, 0);
        simApi()->setMetrics(0, 0);
        simApi()->clearFaults(0);
        simApi()->clearMetrics(0);
        m_context.reset();
    }
    void packedParameters();
    void launchesKeepOrder();
    void launchValidation_data();
    void launchValidation();
    void sharedMemoryNeedsOptIn();
    void occupancy();
    void checksAreReportedOnly();
    void faults_data();
    void faults();
    void cancelEndsAKernel();
    void timeLimit();
    void metrics();
    void tracing();
    void printing();

  private:
    std::unique_ptr<TestContext> m_context;
};

void TestLaunches::packedParameters() {
    const CUfunction add = function(load(kAdd), "add");
    CUdeviceptr buffer = 0;
    CHECK_OK(DRV(cuMemAlloc)(&buffer, 32 * 4));
    CHECK_OK(DRV(cuMemsetD32)(buffer, 1, 32));
    struct {
        CUdeviceptr out, in;
        int value;
    } packed{buffer, buffer, 41};
    size_t size = 20;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    CHECK_OK(DRV(cuLaunchKernel)(add, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));
    unsigned int last = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&last, buffer + 31 * 4, 4));
    QCOMPARE(last, 42u);
    size = 12; // too short for the kernel
    CHECK_RESULT(DRV(cuLaunchKernel)(add, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(launch(add, 1, 32), CUDA_ERROR_INVALID_VALUE); // no parameters at all
}

void TestLaunches::launchesKeepOrder() {
    const CUfunction add = function(load(kAdd), "add");
    CUdeviceptr buffer = 0;
    CHECK_OK(DRV(cuMemAlloc)(&buffer, 4));
    CHECK_OK(DRV(cuMemsetD32)(buffer, 0, 1));
    int value = 1;
    void* params[] = {&buffer, &buffer, &value};
    for (int i = 0; i < 300; ++i)
        CHECK_OK(launch(add, 1, 1, params));
    int sum = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&sum, buffer, 4));
    QCOMPARE(sum, 300);
}

void TestLaunches::launchValidation_data() {
    QTest::addColumn<QByteArray>("kernel");
    QTest::addColumn<unsigned int>("grid");
    QTest::addColumn<unsigned int>("block");
    QTest::addColumn<unsigned int>("shared");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* name, const char* kernel, unsigned int grid, unsigned int block,
                        unsigned int shared, CUresult expected) {
        QTest::newRow(name) << QByteArray(kernel) << grid << block << shared << int(expected);
    };
    row("fits", "shared_kib", 2, 1024, 0, CUDA_SUCCESS);
    row("block of 2000", "shared_kib", 1, 2000, 0, CUDA_ERROR_INVALID_VALUE);
    row("empty block", "shared_kib", 1, 0, 0, CUDA_ERROR_INVALID_VALUE);
    row("empty grid", "shared_kib", 0, 32, 0, CUDA_ERROR_INVALID_VALUE);
    row("grid too large", "shared_kib", 0x80000000u, 32, 0, CUDA_ERROR_INVALID_VALUE);
    row("all shared memory", "shared_kib", 1, 32, 49152 - 1024, CUDA_SUCCESS);
    row("shared memory too large", "shared_kib", 1, 32, 49152 - 1023, CUDA_ERROR_INVALID_VALUE);
    row("past the launch bounds", "bounded", 1, 65, 0, CUDA_ERROR_INVALID_VALUE);
}

void TestLaunches::launchValidation() {
    QFETCH(QByteArray, kernel);
    QFETCH(unsigned int, grid);
    QFETCH(unsigned int, block);
    QFETCH(unsigned int, shared);
    QFETCH(int, expected);
    CUdeviceptr pointer = 0;
    void* params[] = {&pointer};
    const CUfunction f = function(load(kAdd), kernel.constData());
    CHECK_RESULT(launch(f, grid, block, params, shared), static_cast<CUresult>(expected));
    CHECK_OK(DRV(cuCtxSynchronize)()); // a refused launch breaks nothing
}

void TestLaunches::sharedMemoryNeedsOptIn() {
    const CUfunction f = function(load(kAdd), "shared_kib");
    CHECK_RESULT(launch(f, 1, 32, nullptr, 100000), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuFuncSetAttribute)(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000));
    CHECK_OK(launch(f, 1, 32, nullptr, 100000));
    CHECK_RESULT(
        DRV(cuFuncSetAttribute)(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 232448),
        CUDA_ERROR_INVALID_VALUE); // too much with its own KiB
    CHECK_OK(DRV(cuCtxSynchronize)());
}

void TestLaunches::occupancy() {
    const CUfunction f = function(load(kAdd), "add");
    int blocks = 0;
    CHECK_OK(DRV(cuOccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, f, 256, 0));
    QCOMPARE(blocks, 8);
    int grid = 0, block = 0;
    CHECK_OK(DRV(cuOccupancyMaxPotentialBlockSize)(&grid, &block, f, nullptr, 0, 0));
    QCOMPARE(block, 1024);
    QCOMPARE(grid, 2 * 132);
    // The size that the driver reports must really fit, unlike a real driver's answer.
    CHECK_OK(DRV(cuFuncSetAttribute)(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 232448));
    for (int wanted = 1; wanted <= 8; ++wanted) {
        size_t shared = 0;
        CHECK_OK(DRV(cuOccupancyAvailableDynamicSMemPerBlock)(&shared, f, wanted, 256));
        CHECK_OK(DRV(cuOccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, f, 256, shared));
        QCOMPARE(blocks, wanted);
        CHECK_OK(DRV(cuOccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, f, 256, shared + 128));
        QCOMPARE(blocks, wanted - 1);
    }
}

void TestLaunches::checksAreReportedOnly() {
    QFile file(QString::fromStdString(
        warpbench::test::sourcePath("tests/simgpu/engine/data/checks.90.ptx")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    CUmodule module = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, file.readAll().constData()));
    CHECK_OK(static_cast<CUresult>(simApi()->setChecks(0, WBSIM_CHECK_ALL)));
    CUdeviceptr in = 0, out = 0; // allocated while the check is on: undefined until written
    const int n = 1024;
    CHECK_OK(DRV(cuMemAlloc)(&in, n * sizeof(int)));
    CHECK_OK(DRV(cuMemAlloc)(&out, n * sizeof(int)));
    const auto run = [&](const char* name) {
        simApi()->clearFaults(0);
        int count = n;
        void* parameters[] = {&in, &out, &count};
        CHECK_OK(DRV(cuLaunchKernel)(function(module, name), n / 128, 1, 1, 128, 1, 1, 0, nullptr,
                                     parameters, nullptr));
        CHECK_OK(DRV(cuCtxSynchronize)());
    };
    const auto firstFault = [&] {
        wbsimFault fault{};
        fault.structSize = sizeof fault;
        simApi()->getFault(0, 0, &fault);
        return fault;
    };
    run("smooth_to_other");
    QCOMPARE(simApi()->faultCount(0), 1u);
    QCOMPARE(int(firstFault().kind), int(WBSIM_FAULT_UNINITIALIZED));
    CHECK_OK(DRV(cuMemsetD32)(in, 3, n));
    CHECK_OK(DRV(cuMemsetD32)(out, 0, n));
    run("smooth_to_other");
    QCOMPARE(simApi()->faultCount(0), 0u);
    run("count_atomic");
    QCOMPARE(simApi()->faultCount(0), 0u);
    run("count_plain");
    QCOMPARE(int(firstFault().kind), int(WBSIM_FAULT_GLOBAL_RACE));
    QCOMPARE(firstFault().line, 38u);
    QCOMPARE(firstFault().allocation, std::uint64_t(out));
    CHECK_OK(static_cast<CUresult>(simApi()->setChecks(0, WBSIM_CHECK_BASIC)));
    run("count_plain");
    QCOMPARE(simApi()->faultCount(0), 0u);
    CHECK_OK(DRV(cuMemFree)(in));
    CHECK_OK(DRV(cuMemFree)(out));
    CHECK_OK(DRV(cuModuleUnload)(module));
}

void TestLaunches::faults_data() {
    QTest::addColumn<QByteArray>("kernel");
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("expected");
    QTest::addColumn<int>("kind");
    QTest::newRow("out of bounds") << QByteArray("add") << 128 << int(CUDA_ERROR_ILLEGAL_ADDRESS)
                                   << int(WBSIM_FAULT_OUT_OF_BOUNDS);
    QTest::newRow("misaligned") << QByteArray("add") << 2 << int(CUDA_ERROR_MISALIGNED_ADDRESS)
                                << int(WBSIM_FAULT_MISALIGNED);
    QTest::newRow("trap") << QByteArray("fail") << 0 << int(CUDA_ERROR_LAUNCH_FAILED)
                          << int(WBSIM_FAULT_TRAP);
}

void TestLaunches::faults() {
    QFETCH(QByteArray, kernel);
    QFETCH(int, offset);
    QFETCH(int, expected);
    QFETCH(int, kind);
    CUdeviceptr buffer = 0;
    CHECK_OK(DRV(cuMemAlloc)(&buffer, 128));
    CHECK_OK(static_cast<CUresult>(simApi()->nameAllocation(0, buffer, "victim")));
    CUdeviceptr wrong = buffer + static_cast<CUdeviceptr>(offset);
    int value = 0;
    void* params[] = {&wrong, &buffer, &value};
    CHECK_OK(launch(function(load(kAdd), kernel.constData()), 1, 32, params));
    const auto error = static_cast<CUresult>(expected);
    CHECK_RESULT(DRV(cuCtxSynchronize)(), error);
    // Sticky: later calls return it as well.
    CUdeviceptr more = 0;
    CHECK_RESULT(DRV(cuMemAlloc)(&more, 4), error);
    CHECK_RESULT(DRV(cuStreamSynchronize)(nullptr), error);
    QVERIFY(simApi()->faultCount(0) >= 1);
    wbsimFault fault{};
    fault.structSize = sizeof fault;
    CHECK_OK(static_cast<CUresult>(simApi()->getFault(0, 0, &fault)));
    QCOMPARE(int(fault.kind), kind);
    QCOMPARE(QByteArray(fault.kernel), kernel);
    if (kernel == "add")
        QCOMPARE(fault.allocation, std::uint64_t(buffer));
    // Another context of the device is not touched.
    {
        TestContext other;
        CHECK_OK(DRV(cuMemAlloc)(&more, 4));
    }
    CHECK_OK(static_cast<CUresult>(simApi()->resetError(0)));
    CHECK_OK(DRV(cuMemAlloc)(&more, 4));
}

void TestLaunches::cancelEndsAKernel() {
    CHECK_OK(launch(function(load(kAdd), "forever"), 2, 64));
    std::thread stopper([] {
        while (simApi()->faultCount(0) == 0)
            simApi()->cancel(0);
    });
    const CUresult result = DRV(cuCtxSynchronize)();
    stopper.join();
    CHECK_RESULT(result, CUDA_ERROR_LAUNCH_FAILED);
    wbsimFault fault{};
    fault.structSize = sizeof fault;
    CHECK_OK(static_cast<CUresult>(simApi()->getFault(0, 0, &fault)));
    QCOMPARE(int(fault.kind), int(WBSIM_FAULT_CANCELLED));
}

void TestLaunches::timeLimit() {
    CHECK_OK(static_cast<CUresult>(simApi()->setTimeLimit(0, 0.02)));
    CHECK_OK(launch(function(load(kAdd), "forever"), 1, 32));
    CHECK_RESULT(DRV(cuCtxSynchronize)(), CUDA_ERROR_LAUNCH_TIMEOUT);
}

void TestLaunches::metrics() {
    CHECK_OK(static_cast<CUresult>(simApi()->setMetrics(0, 1)));
    CUdeviceptr buffer = 0;
    CHECK_OK(DRV(cuMemAlloc)(&buffer, 4 * 64));
    CHECK_OK(DRV(cuMemsetD32)(buffer, 0, 64));
    int value = 1;
    void* params[] = {&buffer, &buffer, &value};
    const CUfunction add = function(load(kAdd), "add");
    CHECK_OK(launch(add, 1, 64, params));
    CHECK_OK(launch(add, 1, 64, params));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(simApi()->metricsCount(0), 1u);
    wbsimMetrics metrics{};
    metrics.structSize = sizeof metrics;
    CHECK_OK(static_cast<CUresult>(simApi()->getMetrics(0, 0, &metrics)));
    QCOMPARE(metrics.kernel, "add");
    QCOMPARE(metrics.launches, std::uint64_t(2));
    QCOMPARE(metrics.counters.threadInstructions, metrics.counters.warpInstructions * 32);
    QCOMPARE(metrics.counters.globalSectors,
             std::uint64_t(2 * 2 * 2 * 4)); // launches, warps, ld + st
    QCOMPARE(metrics.counters.bytesLoaded, std::uint64_t(2 * 64 * 4));
    QCOMPARE(metrics.counters.bytesStored, std::uint64_t(2 * 64 * 4));
    QCOMPARE(metrics.activeLanes[32], metrics.counters.warpInstructions);
    std::uint64_t mix = 0;
    for (const std::uint64_t count : metrics.mix)
        mix += count;
    QCOMPARE(mix, metrics.counters.warpInstructions);
    std::uint64_t ofLines = 0;
    for (std::uint32_t i = 0; i < metrics.ptxLineCount; ++i) {
        QCOMPARE(metrics.ptxLines[i].structSize, std::uint32_t(sizeof(wbsimPtxLineMetrics)));
        QVERIFY(i == 0 || metrics.ptxLines[i - 1].line < metrics.ptxLines[i].line);
        ofLines += metrics.ptxLines[i].warpInstructions;
    }
    QCOMPARE(ofLines, metrics.counters.warpInstructions);
    QCOMPARE(metrics.lines[0].structSize, std::uint32_t(sizeof(wbsimLineMetrics)));
    // A caller whose struct ends at an earlier row of the table gets only that part.
    wbsimMetrics old{};
    old.structSize = offsetof(wbsimMetrics, counters.threadInstructions);
    CHECK_OK(static_cast<CUresult>(simApi()->getMetrics(0, 0, &old)));
    QCOMPARE(old.counters.warpInstructions, metrics.counters.warpInstructions);
    QCOMPARE(old.counters.threadInstructions, std::uint64_t(0));
}

void TestLaunches::tracing() {
    const wbsimTracing on = {sizeof on, 3, 4, 1000};
    CHECK_OK(static_cast<CUresult>(simApi()->setTracing(0, &on)));
    CUdeviceptr buffer = 0;
    CHECK_OK(DRV(cuMemAlloc)(&buffer, 4 * 320));
    CHECK_OK(DRV(cuMemsetD32)(buffer, 0, 320));
    int value = 1;
    void* params[] = {&buffer, &buffer, &value};
    const CUfunction add = function(load(kAdd), "add");
    CHECK_OK(launch(add, 5, 40, params));
    CHECK_OK(DRV(cuCtxSynchronize)());
    // A load and a store by two warps of blocks 0, 2 and 4.
    QCOMPARE(simApi()->accessCount(0), 12u);
    wbsimAccess access{};
    access.structSize = sizeof access;
    CHECK_OK(static_cast<CUresult>(simApi()->getAccess(0, 0, &access)));
    QCOMPARE(int(access.space), int(WBSIM_SPACE_GLOBAL));
    QCOMPARE(access.load, 1u);
    QCOMPARE(access.store, 0u);
    QCOMPARE(access.bytes, 4u);
    QCOMPARE(access.mask, 0xffffffffu);
    QCOMPARE(access.executions, std::uint64_t(1));
    QCOMPARE(access.addresses[31] - access.addresses[0], std::uint64_t(31 * 4));
    CHECK_OK(static_cast<CUresult>(simApi()->getAccess(0, 5, &access)));
    QCOMPARE(access.block, std::uint64_t(4));
    QCOMPARE(access.warp, 1u);
    QCOMPARE(access.mask, 0xffu);
    QCOMPARE(access.addresses[8], std::uint64_t(0));
    CHECK_OK(static_cast<CUresult>(simApi()->getAccess(0, 6, &access)));
    QCOMPARE(access.store, 1u);
    CHECK_RESULT(static_cast<CUresult>(simApi()->getAccess(0, 12, &access)),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(static_cast<CUresult>(simApi()->clearMetrics(0)));
    QCOMPARE(simApi()->accessCount(0), 0u);
    const wbsimTracing off = {sizeof off, 0, 0, 0};
    CHECK_OK(static_cast<CUresult>(simApi()->setTracing(0, &off)));
    CHECK_OK(launch(add, 1, 32, params));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(simApi()->accessCount(0), 0u);
}

void TestLaunches::printing() {
    const CUfunction hello = function(load(kPrint), "hello");
    CUresult launched{}, finished{};
    const QByteArray text = printedText([&] {
        launched = launch(hello, 1, 2);
        finished = DRV(cuCtxSynchronize)();
    });
    CHECK_OK(launched);
    CHECK_OK(finished);
    QCOMPARE(text, QByteArray("hello\nhello\n"));
}

WARPBENCH_TEST(TestLaunches)
} // namespace tst_simgpu_launch

#include "tst_simgpu_launch.moc"
