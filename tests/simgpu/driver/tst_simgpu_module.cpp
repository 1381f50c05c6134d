// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver_library.h"

#include <QTemporaryFile>

#include <unistd.h>

#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace {

// a[i] = b[i] + value, 32-bit integers; no bounds check of its own.
constexpr const char* kAdd = R"(.version 8.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 factor = 3;
.visible .entry add(.param .u64 out, .param .u64 in, .param .u32 value)
{
    .reg .b32 %r<8>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    ld.param.u32 %r1, [value];
    cvta.to.global.u64 %rd3, %rd1;
    cvta.to.global.u64 %rd4, %rd2;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    mul.wide.u32 %rd5, %r5, 4;
    add.s64 %rd6, %rd4, %rd5;
    ld.global.u32 %r6, [%rd6];
    add.s32 %r7, %r6, %r1;
    add.s64 %rd7, %rd3, %rd5;
    st.global.u32 [%rd7], %r7;
    ret;
}
.visible .entry scale(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    cvta.to.global.u64 %rd2, %rd1;
    ld.global.u32 %r1, [factor];
    ld.global.u32 %r2, [%rd2];
    mul.lo.s32 %r3, %r1, %r2;
    st.global.u32 [%rd2], %r3;
    ret;
}
.visible .entry bounded(.param .u64 out)
.maxntid 64, 1, 1
{
    ret;
}
.visible .entry shared_kib()
{
    .shared .align 4 .b8 buffer[1024];
    .reg .b32 %r<3>;
    mov.u32 %r1, buffer;
    mov.u32 %r2, 1;
    st.shared.u32 [%r1], %r2;
    ret;
}
.visible .entry forever()
{
$again:
    bra.uni $again;
}
.visible .entry fail()
{
    trap;
}
)";

constexpr const char* kPrint = R"(.version 8.0
.target sm_70
.address_size 64
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[7] = {104, 101, 108, 108, 111, 10, 0};
.visible .entry hello()
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<3>;
    mov.u64 %rd1, text;
    cvta.global.u64 %rd2, %rd1;
    {
    .param .b64 p0;
    st.param.b64 [p0], %rd2;
    .param .b64 p1;
    st.param.b64 [p1], 0;
    .param .b32 r;
    call.uni (r), vprintf, (p0, p1);
    ld.param.b32 %r1, [r];
    }
    ret;
}
)";

CUmodule load(const char* ptx) {
    CUmodule module = nullptr;
    DRV(cuModuleLoadData)(&module, ptx);
    return module;
}

CUfunction function(CUmodule module, const char* name) {
    CUfunction found = nullptr;
    DRV(cuModuleGetFunction)(&found, module, name);
    return found;
}

CUresult launch(CUfunction f, unsigned int grid, unsigned int block, void** params = nullptr,
                unsigned int shared = 0, CUstream stream = nullptr) {
    return DRV(cuLaunchKernel)(f, grid, 1, 1, block, 1, 1, shared, stream, params, nullptr);
}

} // namespace

class TestModules : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void init();
    void cleanup();
    void loadAndLaunch();
    void packedParameters();
    void launchesKeepOrder();
    void globals();
    void parametersAndNames();
    void attributes();
    void jitLogs();
    void images();
    void unloadedHandles();
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
    void printing();
    void libraries();
    void linking();

  private:
    std::unique_ptr<TestContext> m_context;
};

void TestModules::initTestCase() {
    qunsetenv("WARPBENCH_SIMGPU");
    CHECK_OK(DRV(cuInit)(0));
}

void TestModules::init() {
    m_context = std::make_unique<TestContext>();
}

void TestModules::cleanup() {
    simApi()->setTimeLimit(0, 0);
    simApi()->setMetrics(0, 0);
    simApi()->clearFaults(0);
    simApi()->clearMetrics(0);
    m_context.reset();
}

void TestModules::loadAndLaunch() {
    const CUmodule module = load(kAdd);
    QVERIFY(module);
    constexpr unsigned int count = 1024;
    std::vector<int> data(count), back(count);
    std::iota(data.begin(), data.end(), 5);
    CUdeviceptr in = 0, out = 0;
    CHECK_OK(DRV(cuMemAlloc)(&in, count * 4));
    CHECK_OK(DRV(cuMemAlloc)(&out, count * 4));
    CHECK_OK(DRV(cuMemcpyHtoD)(in, data.data(), count * 4));
    int value = 100;
    void* params[] = {&out, &in, &value};
    CHECK_OK(launch(function(module, "add"), 4, 256, params));
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), out, count * 4));
    for (unsigned int i = 0; i < count; ++i)
        QCOMPARE(back[i], data[i] + 100);
    CHECK_OK(DRV(cuModuleUnload)(module));
}

void TestModules::packedParameters() {
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

void TestModules::launchesKeepOrder() {
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

void TestModules::globals() {
    const CUmodule module = load(kAdd);
    CUdeviceptr address = 0;
    size_t bytes = 0;
    CHECK_OK(DRV(cuModuleGetGlobal)(&address, &bytes, module, "factor"));
    QCOMPARE(bytes, size_t(4));
    unsigned int value = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&value, address, 4));
    QCOMPARE(value, 3u);
    value = 7;
    CHECK_OK(DRV(cuMemcpyHtoD)(address, &value, 4));
    CUdeviceptr out = 0;
    CHECK_OK(DRV(cuMemAlloc)(&out, 4));
    CHECK_OK(DRV(cuMemsetD32)(out, 6, 1));
    void* params[] = {&out};
    CHECK_OK(launch(function(module, "scale"), 1, 1, params));
    CHECK_OK(DRV(cuMemcpyDtoH)(&value, out, 4));
    QCOMPARE(value, 42u);
    CHECK_RESULT(DRV(cuModuleGetGlobal)(&address, &bytes, module, "nothing"), CUDA_ERROR_NOT_FOUND);
}

void TestModules::parametersAndNames() {
    const CUmodule module = load(kAdd);
    const CUfunction add = function(module, "add");
    const size_t expected[][2] = {{0, 8}, {8, 8}, {16, 4}};
    for (size_t i = 0; i < 3; ++i) {
        size_t offset = 0, size = 0;
        CHECK_OK(DRV(cuFuncGetParamInfo)(add, i, &offset, &size));
        QCOMPARE(offset, expected[i][0]);
        QCOMPARE(size, expected[i][1]);
    }
    size_t offset = 0, size = 0;
    CHECK_RESULT(DRV(cuFuncGetParamInfo)(add, 3, &offset, &size), CUDA_ERROR_INVALID_VALUE);
    const char* name = nullptr;
    CHECK_OK(DRV(cuFuncGetName)(&name, add));
    QCOMPARE(name, "add");
    CUmodule owner = nullptr;
    CHECK_OK(DRV(cuFuncGetModule)(&owner, add));
    QCOMPARE(owner, module);
    unsigned int count = 0;
    CHECK_OK(DRV(cuModuleGetFunctionCount)(&count, module));
    QCOMPARE(count, 6u);
    CUfunction missing = nullptr;
    CHECK_RESULT(DRV(cuModuleGetFunction)(&missing, module, "missing"), CUDA_ERROR_NOT_FOUND);
}

void TestModules::attributes() {
    const CUmodule module = load(kAdd);
    const auto get = [](CUfunction f, CUfunction_attribute attribute) {
        int value = -99;
        DRV(cuFuncGetAttribute)(&value, attribute, f);
        return value;
    };
    const CUfunction add = function(module, "add");
    const int registers = get(add, CU_FUNC_ATTRIBUTE_NUM_REGS);
    QVERIFY(registers > 0 && registers <= 255);
    wbsimKernelInfo info{};
    info.structSize = sizeof info;
    CHECK_OK(static_cast<CUresult>(simApi()->getKernelInfo(add, &info)));
    QCOMPARE(int(info.registers), registers);
    QCOMPARE(info.registersEstimated, 1u);
    QCOMPARE(get(add, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 1024);
    QCOMPARE(get(function(module, "bounded"), CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 64);
    QCOMPARE(get(function(module, "shared_kib"), CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES), 1024);
    QCOMPARE(get(add, CU_FUNC_ATTRIBUTE_PTX_VERSION), 70);
    QCOMPARE(get(add, CU_FUNC_ATTRIBUTE_BINARY_VERSION), 90);
    int value = 0;
    CHECK_RESULT(DRV(cuFuncGetAttribute)(&value, static_cast<CUfunction_attribute>(99), add),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuFuncGetAttribute)(&value, CU_FUNC_ATTRIBUTE_NUM_REGS,
                                         reinterpret_cast<CUfunction>(0x77)),
                 CUDA_ERROR_INVALID_HANDLE);
}

void TestModules::jitLogs() {
    char errors[512] = "untouched", info[64] = "untouched";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                              CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {errors, reinterpret_cast<void*>(sizeof errors), info,
                      reinterpret_cast<void*>(sizeof info)};
    CUmodule module = nullptr;
    CHECK_RESULT(DRV(cuModuleLoadDataEx)(&module,
                                         ".version 8.0\n.target sm_70\n.address_size 64\n"
                                         ".visible .entry broken()\n{\n  garbage here\n}\n",
                                         4, options, values),
                 CUDA_ERROR_INVALID_PTX);
    QVERIFY2(std::strstr(errors, "line 7"), errors);
    QCOMPARE(reinterpret_cast<size_t>(values[1]), std::strlen(errors));
    QCOMPARE(info, "");
    // For a later chip.
    values[1] = reinterpret_cast<void*>(sizeof errors);
    CHECK_RESULT(
        DRV(cuModuleLoadDataEx)(&module, ".version 9.0\n.target sm_120\n", 2, options, values),
        CUDA_ERROR_INVALID_PTX);
    QVERIFY2(std::strstr(errors, "sm_120"), errors);
    // A buffer that is too small is filled and closed.
    char tiny[8];
    void* small[] = {tiny, reinterpret_cast<void*>(sizeof tiny)};
    CHECK_RESULT(DRV(cuModuleLoadDataEx)(&module, "nonsense", 2, options, small),
                 CUDA_ERROR_INVALID_PTX);
    QCOMPARE(std::strlen(tiny), size_t(7));
}

void TestModules::images() {
    CUmodule module = nullptr;
    char errors[512] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {errors, reinterpret_cast<void*>(sizeof errors)};
    const std::string cubin = std::string("\x7f"
                                          "ELF") +
                              std::string(60, '\0');
    CHECK_RESULT(DRV(cuModuleLoadDataEx)(&module, cubin.data(), 2, options, values),
                 CUDA_ERROR_NO_BINARY_FOR_GPU);
    QVERIFY2(std::strstr(errors, "PTX"), errors);
    CHECK_RESULT(DRV(cuModuleLoadData)(&module, nullptr), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuModuleLoad)(&module, "/nonexistent.ptx"), CUDA_ERROR_FILE_NOT_FOUND);
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write(kAdd);
    file.flush();
    CHECK_OK(DRV(cuModuleLoad)(&module, file.fileName().toLocal8Bit().constData()));
    QVERIFY(function(module, "add"));
}

void TestModules::unloadedHandles() {
    const CUmodule module = load(kAdd);
    const CUfunction bounded = function(module, "bounded");
    CHECK_OK(DRV(cuModuleUnload)(module));
    CHECK_RESULT(DRV(cuModuleUnload)(module), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(launch(bounded, 1, 1), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(launch(nullptr, 1, 1), CUDA_ERROR_INVALID_HANDLE);
}

void TestModules::launchValidation_data() {
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

void TestModules::launchValidation() {
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

void TestModules::sharedMemoryNeedsOptIn() {
    const CUfunction f = function(load(kAdd), "shared_kib");
    CHECK_RESULT(launch(f, 1, 32, nullptr, 100000), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuFuncSetAttribute)(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000));
    CHECK_OK(launch(f, 1, 32, nullptr, 100000));
    CHECK_RESULT(
        DRV(cuFuncSetAttribute)(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 232448),
        CUDA_ERROR_INVALID_VALUE); // with its own KiB it is too much
    CHECK_OK(DRV(cuCtxSynchronize)());
}

void TestModules::occupancy() {
    const CUfunction f = function(load(kAdd), "add");
    int blocks = 0;
    CHECK_OK(DRV(cuOccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, f, 256, 0));
    QCOMPARE(blocks, 8);
    int grid = 0, block = 0;
    CHECK_OK(DRV(cuOccupancyMaxPotentialBlockSize)(&grid, &block, f, nullptr, 0, 0));
    QCOMPARE(block, 1024);
    QCOMPARE(grid, 2 * 132);
    // What the driver says is available must really fit: a real driver's answer does not.
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

void TestModules::checksAreReportedOnly() {
    QFile file(WARPBENCH_SOURCE_DIR "/tests/simgpu/engine/data/checks.90.ptx");
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

void TestModules::faults_data() {
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

void TestModules::faults() {
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
    // Sticky: whatever comes next says so too.
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

void TestModules::cancelEndsAKernel() {
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

void TestModules::timeLimit() {
    CHECK_OK(static_cast<CUresult>(simApi()->setTimeLimit(0, 0.02)));
    CHECK_OK(launch(function(load(kAdd), "forever"), 1, 32));
    CHECK_RESULT(DRV(cuCtxSynchronize)(), CUDA_ERROR_LAUNCH_TIMEOUT);
}

void TestModules::metrics() {
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
    QCOMPARE(metrics.threadInstructions, metrics.warpInstructions * 32);
    QCOMPARE(metrics.globalSectors, std::uint64_t(2 * 2 * 2 * 4)); // launches, warps, ld + st
    QCOMPARE(metrics.bytesLoaded, std::uint64_t(2 * 64 * 4));
    QCOMPARE(metrics.bytesStored, std::uint64_t(2 * 64 * 4));
    QCOMPARE(metrics.activeLanes[32], metrics.warpInstructions);
    std::uint64_t mix = 0;
    for (const std::uint64_t count : metrics.mix)
        mix += count;
    QCOMPARE(mix, metrics.warpInstructions);
    QCOMPARE(metrics.lines[0].structSize, std::uint32_t(sizeof(wbsimLineMetrics)));
    // A caller of the first version, whose struct ended with the lines, gets no more than that.
    wbsimMetrics old{};
    old.structSize = offsetof(wbsimMetrics, branches);
    CHECK_OK(static_cast<CUresult>(simApi()->getMetrics(0, 0, &old)));
    QCOMPARE(old.warpInstructions, metrics.warpInstructions);
    QCOMPARE(old.activeLanes[32], std::uint64_t(0));
}

void TestModules::printing() {
    int pipes[2];
    QVERIFY(pipe(pipes) == 0);
    const int saved = dup(1);
    const CUfunction hello = function(load(kPrint), "hello");
    dup2(pipes[1], 1);
    const CUresult launched = launch(hello, 1, 2);
    const CUresult finished = DRV(cuCtxSynchronize)();
    dup2(saved, 1);
    ::close(saved);
    ::close(pipes[1]);
    CHECK_OK(launched);
    CHECK_OK(finished);
    char text[64] = "";
    QVERIFY(read(pipes[0], text, sizeof text - 1) >= 0);
    ::close(pipes[0]);
    QCOMPARE(text, "hello\nhello\n");
}

void TestModules::libraries() {
    CUlibrary library = nullptr;
    CHECK_OK(DRV(cuLibraryLoadData)(&library, kAdd, nullptr, nullptr, 0, nullptr, nullptr, 0));
    CUkernel kernel = nullptr;
    CHECK_OK(DRV(cuLibraryGetKernel)(&kernel, library, "scale"));
    const char* name = nullptr;
    CHECK_OK(DRV(cuKernelGetName)(&name, kernel));
    QCOMPARE(name, "scale");
    CUdeviceptr out = 0;
    CHECK_OK(DRV(cuMemAlloc)(&out, 4));
    CHECK_OK(DRV(cuMemsetD32)(out, 5, 1));
    void* params[] = {&out};
    // A kernel may be launched as it is, or through its function.
    CHECK_OK(launch(reinterpret_cast<CUfunction>(kernel), 1, 1, params));
    CUfunction f = nullptr;
    CHECK_OK(DRV(cuKernelGetFunction)(&f, kernel));
    CHECK_OK(launch(f, 1, 1, params));
    unsigned int value = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&value, out, 4));
    QCOMPARE(value, 45u);
    CHECK_OK(DRV(cuLibraryUnload)(library));
    CHECK_RESULT(DRV(cuKernelGetName)(&name, kernel), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(DRV(cuLibraryUnload)(library), CUDA_ERROR_INVALID_HANDLE);
}

void TestModules::linking() {
    CUlinkState link = nullptr;
    char errors[512] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {errors, reinterpret_cast<void*>(sizeof errors)};
    CHECK_OK(DRV(cuLinkCreate)(2, options, values, &link));
    CHECK_OK(DRV(cuLinkAddData)(link, CU_JIT_INPUT_PTX, const_cast<char*>(kAdd),
                                std::strlen(kAdd) + 1, "add.ptx", 0, nullptr, nullptr));
    CHECK_OK(DRV(cuLinkAddData)(link, CU_JIT_INPUT_PTX, const_cast<char*>(kPrint),
                                std::strlen(kPrint) + 1, "print.ptx", 0, nullptr, nullptr));
    void* image = nullptr;
    size_t size = 0;
    const CUresult linked = DRV(cuLinkComplete)(link, &image, &size);
    QVERIFY2(linked == CUDA_SUCCESS, errors);
    QVERIFY(size > 0);
    CUmodule module = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, image));
    CHECK_OK(DRV(cuLinkDestroy)(link));
    QVERIFY(function(module, "add"));
    QVERIFY(function(module, "hello"));
    CHECK_RESULT(DRV(cuLinkDestroy)(link), CUDA_ERROR_INVALID_HANDLE);
}

QTEST_GUILESS_MAIN(TestModules)
#include "tst_simgpu_module.moc"
