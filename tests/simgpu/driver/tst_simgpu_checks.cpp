// SPDX-License-Identifier: GPL-3.0-or-later
// The check for uninitialized reads with the driver's memory operations: which bytes they write.
// Each case has a twin that must be reported.
#include "driver_library.h"
#include "tests/main.h"

#include <functional>
#include <vector>

namespace tst_simgpu_checks {

namespace {

constexpr const char* kPtx = R"(
.version 8.0
.target sm_70
.address_size 64
.visible .entry touch(.param .u64 p, .param .u32 stores)
{
    .reg .pred %p;
    .reg .b64 %rd;
    .reg .b32 %r<2>;
    ld.param.u64 %rd, [p];
    ld.param.u32 %r0, [stores];
    setp.ne.u32 %p, %r0, 0;
    @%p st.global.u8 [%rd], %r0;
    @!%p ld.global.u8 %r1, [%rd];
    ret;
}
)";

constexpr size_t kPitch = 64, kBytes = 4 * kPitch;

void must(CUresult result) {
    if (result != CUDA_SUCCESS)
        qFatal("%s", errorName(result).c_str());
}

/// A device whose kernels read or write a byte.
struct Reader {
    int ordinal;
    TestContext context{ordinal};
    CUmodule module = nullptr;
    CUfunction touch = nullptr;
    explicit Reader(int device)
        : ordinal(device) {
        must(DRV(cuModuleLoadData)(&module, kPtx));
        must(DRV(cuModuleGetFunction)(&touch, module, "touch"));
    }
    void run(CUdeviceptr address, unsigned stores) {
        must(DRV(cuCtxPushCurrent)(context.get()));
        void* arguments[] = {&address, &stores};
        must(DRV(cuLaunchKernel)(touch, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
        must(DRV(cuCtxSynchronize)());
        must(DRV(cuCtxPopCurrent)(nullptr));
    }
    void write(CUdeviceptr address) { run(address, 1); }
    /// Whether a read of the byte is reported.
    bool reports(CUdeviceptr address) {
        simApi()->clearFaults(ordinal);
        run(address, 0);
        if (simApi()->faultCount(ordinal) == 0)
            return false;
        wbsimFault fault{};
        fault.structSize = sizeof fault;
        simApi()->getFault(ordinal, 0, &fault);
        return fault.kind == WBSIM_FAULT_UNINITIALIZED && fault.address == address;
    }
};

} // namespace

class TestChecks : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void writes_data();
    void writes();
    void managedMemory();
    void pooledMemory();
    void peersWrite();
    void whatIsNotFollowedIsTold();
};

void TestChecks::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,h200");
    qputenv("WARPBENCH_SIMGPU_CHECK_MEMORY", "1"); // too little for race histories
    CHECK_OK(DRV(cuInit)(0));
    for (const int device : {0, 1})
        QCOMPARE(simApi()->setChecks(device, WBSIM_CHECK_UNINITIALIZED), 0);
}

using Write = std::function<CUresult(CUdeviceptr)>;

void TestChecks::writes_data() {
    QTest::addColumn<Write>("write");
    QTest::addColumn<QVector<unsigned>>("written");
    QTest::addColumn<QVector<unsigned>>("notWritten");
    const auto row = [](const char* name, const Write& write, const QVector<unsigned>& written,
                        const QVector<unsigned>& notWritten) {
        QTest::newRow(name) << write << written << notWritten;
    };
    const QVector<unsigned> line{8, 15}, around{7, 16, kBytes - 1};
    row(
        "cuMemsetD8", [](CUdeviceptr p) { return DRV(cuMemsetD8)(p + 8, 1, 8); }, line, around);
    row(
        "cuMemsetD16", [](CUdeviceptr p) { return DRV(cuMemsetD16)(p + 8, 1, 4); }, line, around);
    row(
        "cuMemsetD32", [](CUdeviceptr p) { return DRV(cuMemsetD32)(p + 8, 1, 2); }, line, around);
    row(
        "cuMemsetD8Async", [](CUdeviceptr p) { return DRV(cuMemsetD8Async)(p + 8, 1, 8, nullptr); },
        line, around);
    row(
        "cuMemsetD16Async",
        [](CUdeviceptr p) { return DRV(cuMemsetD16Async)(p + 8, 1, 4, nullptr); }, line, around);
    row(
        "cuMemsetD32Async",
        [](CUdeviceptr p) { return DRV(cuMemsetD32Async)(p + 8, 1, 2, nullptr); }, line, around);
    // A rectangle consists of its lines, without the bytes in between.
    const QVector<unsigned> lines{8, 15, kPitch + 8, kPitch + 15};
    const QVector<unsigned> between{7, 16, kPitch + 7, kPitch + 16, 2 * kPitch + 8};
    row(
        "cuMemsetD2D8", [](CUdeviceptr p) { return DRV(cuMemsetD2D8)(p + 8, kPitch, 1, 8, 2); },
        lines, between);
    row(
        "cuMemsetD2D16", [](CUdeviceptr p) { return DRV(cuMemsetD2D16)(p + 8, kPitch, 1, 4, 2); },
        lines, between);
    row(
        "cuMemsetD2D32", [](CUdeviceptr p) { return DRV(cuMemsetD2D32)(p + 8, kPitch, 1, 2, 2); },
        lines, between);
    row(
        "cuMemcpyHtoD",
        [](CUdeviceptr p) {
            const char data[8] = {};
            return DRV(cuMemcpyHtoD)(p + 8, data, 8);
        },
        line, around);
    row(
        "cuMemcpy2D",
        [](CUdeviceptr p) {
            char data[16] = {};
            CUDA_MEMCPY2D copy{};
            copy.srcMemoryType = CU_MEMORYTYPE_HOST;
            copy.srcHost = data;
            copy.srcPitch = 8;
            copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
            copy.dstDevice = p + 8;
            copy.dstPitch = kPitch;
            copy.WidthInBytes = 8;
            copy.Height = 2;
            return DRV(cuMemcpy2D)(&copy);
        },
        lines, between);
    row("cuStreamWriteValue32",
        [](CUdeviceptr p) { return DRV(cuStreamWriteValue32)(nullptr, p + 8, 1, 0); }, {8, 11},
        {7, 12});
}

void TestChecks::writes() {
    QFETCH(Write, write);
    QFETCH(QVector<unsigned>, written);
    QFETCH(QVector<unsigned>, notWritten);
    Reader reader(0);
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuMemAlloc)(&memory, kBytes));
    CHECK_OK(write(memory));
    CHECK_OK(DRV(cuCtxSynchronize)());
    for (const unsigned offset : written)
        QVERIFY2(!reader.reports(memory + offset), qPrintable(QString::number(offset)));
    for (const unsigned offset : notWritten)
        QVERIFY2(reader.reports(memory + offset), qPrintable(QString::number(offset)));
}

// The host writes managed memory without any call that reports it.
void TestChecks::managedMemory() {
    Reader reader(0);
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuMemAllocManaged)(&memory, 64, CU_MEM_ATTACH_GLOBAL));
    *reinterpret_cast<char*>(memory) = 1;
    QVERIFY(!reader.reports(memory));
    QVERIFY(!reader.reports(memory + 63));
    CUdeviceptr device = 0;
    CHECK_OK(DRV(cuMemAlloc)(&device, 64));
    QVERIFY(reader.reports(device));
    CHECK_OK(DRV(cuMemcpyDtoD)(device, memory, 8));
    QVERIFY(!reader.reports(device));
    QVERIFY(reader.reports(device + 8));
}

void TestChecks::pooledMemory() {
    Reader reader(0);
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuMemAllocAsync)(&memory, 64, nullptr));
    QVERIFY(reader.reports(memory));
    CHECK_OK(DRV(cuMemsetD8Async)(memory, 1, 8, nullptr));
    QVERIFY(!reader.reports(memory));
    QVERIFY(reader.reports(memory + 8));
    CHECK_OK(DRV(cuMemFreeAsync)(memory, nullptr));
    CHECK_OK(DRV(cuStreamSynchronize)(nullptr));
}

// Device 1 writes memory on device 0, which is then read there.
void TestChecks::peersWrite() {
    Reader first(0), second(1);
    CHECK_OK(DRV(cuCtxEnablePeerAccess)(first.context.get(), 0));
    CHECK_OK(DRV(cuCtxPushCurrent)(first.context.get()));
    CUdeviceptr memory = 0, pooled = 0;
    CHECK_OK(DRV(cuMemAlloc)(&memory, 64));
    second.write(memory);
    QVERIFY(!first.reports(memory));
    QVERIFY(first.reports(memory + 1));

    // Through a pool that is shared, whatever is read counts as written.
    CUmemoryPool pool = nullptr;
    CHECK_OK(DRV(cuDeviceGetDefaultMemPool)(&pool, 0));
    CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, {1}}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CHECK_OK(DRV(cuMemPoolSetAccess)(pool, &access, 1));
    CHECK_OK(DRV(cuMemAllocAsync)(&pooled, 64, nullptr));
    second.write(pooled);
    QVERIFY(!first.reports(pooled));
    CHECK_OK(DRV(cuCtxPopCurrent)(nullptr));
}

void TestChecks::whatIsNotFollowedIsTold() {
    Reader reader(0);
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuMemAlloc)(&memory, 64));
    simApi()->clearFaults(0);
    reader.write(memory);
    QVERIFY(!simApi()->getNote(0, 0));
    QCOMPARE(simApi()->setChecks(0, WBSIM_CHECK_ALL), 0);
    CHECK_OK(DRV(cuMemsetD8)(memory, 0xab, 64)); // storing the present value races with nothing
    reader.write(memory);
    CHECK_OK(DRV(cuMemsetD8)(memory, 0xab, 64));
    reader.write(memory);
    const QString note = QString::fromUtf8(simApi()->getNote(0, 0));
    QVERIFY2(note.contains("of touch was not checked for races"), qPrintable(note));
    QVERIFY(!simApi()->getNote(0, 1)); // once per kernel
    simApi()->clearFaults(0);
    QVERIFY(!simApi()->getNote(0, 0));
    QCOMPARE(simApi()->setChecks(0, WBSIM_CHECK_UNINITIALIZED), 0);
}

WARPBENCH_TEST(TestChecks)
} // namespace tst_simgpu_checks

#include "tst_simgpu_checks.moc"
