// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/occupancy/occupancy.h"
#include "driver_library.h"
#include "tests/main.h"

#include <QMap>
#include <QStringList>

#include <cmath>
#include <memory>

namespace tst_simgpu_models {

using warpbench::occupancy::DeviceLimits;
using warpbench::occupancy::KernelUsage;

namespace {

const QStringList kModels{"h200", "h100",    "a100",    "v100",    "t4",
                          "l4",   "rtx3060", "rtx4090", "rtx5090", "b200"};

/// A kernel with `live` values live at once, and a static shared array.
QByteArray kernel(int live, int sharedBytes) {
    QByteArray text = ".version 8.0\n.target sm_70\n.address_size 64\n"
                      ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<2>;\n.reg .b32 %r<" +
                      QByteArray::number(live + 1) + ">;\n";
    if (sharedBytes > 0)
        text += ".shared .align 4 .b8 s[" + QByteArray::number(sharedBytes) + "];\n";
    text += "ld.param.u64 %rd1, [p];\n";
    const auto reg = [](int i) { return "%r" + QByteArray::number(i); };
    for (int i = 1; i <= live; ++i)
        text += "ld.global.u32 " + reg(i) + ", [%rd1+" + QByteArray::number(4 * i) + "];\n";
    for (int i = 2; i <= live; ++i)
        text += "add.u32 %r1, %r1, " + reg(i) + ";\n";
    if (sharedBytes > 0)
        text += "st.shared.u32 [s], %r1;\nld.shared.u32 %r1, [s];\n";
    return text + "st.global.u32 [%rd1], %r1;\nret;\n}\n";
}

int attribute(CUdevice device, CUdevice_attribute which) {
    int value = -1;
    if (DRV(cuDeviceGetAttribute)(&value, which, device) != CUDA_SUCCESS)
        qFatal("no attribute %d", int(which));
    return value;
}

} // namespace

/// Every model against core's own tables of compute capabilities, which the simulator shares no
/// code with.
class TestModels : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void limits_data() { models(); }
    void limits();
    void catalogue_data() { models(); }
    void catalogue();
    void plausible_data() { models(); }
    void plausible();
    void occupancy_data() { models(); }
    void occupancy();
    void clusters_data() { models(); }
    void clusters();
    void theSameModelTwice();

  private:
    void models() {
        QTest::addColumn<int>("device");
        for (int i = 0; i < kModels.size(); ++i)
            QTest::newRow(qPrintable(kModels[i])) << i;
    }
    DeviceLimits limitsOf(int device) {
        return warpbench::occupancy::limitsFor(
            attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
            attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
    }
};

void TestModels::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", kModels.join(',').toUtf8() + ",rtx4090");
    qputenv("WARPBENCH_SIMGPU_MEMORY", "67108864"); // eleven devices, one host
    CHECK_OK(DRV(cuInit)(0));
}

void TestModels::limits() {
    QFETCH(int, device);
    const DeviceLimits known = limitsOf(device);
    QVERIFY(!known.estimated);
    const std::pair<CUdevice_attribute, std::int64_t> expected[] = {
        {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, known.maxThreadsPerBlock},
        {CU_DEVICE_ATTRIBUTE_WARP_SIZE, known.warpSize},
        {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, known.maxThreadsPerSm},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, known.maxBlocksPerSm},
        {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, known.registersPerSm},
        {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, known.registersPerBlock},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, known.sharedPerSm},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, known.sharedPerBlock},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, known.sharedPerBlockOptin},
        {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, known.sharedReservedPerBlock},
    };
    for (const auto& [which, value] : expected)
        QVERIFY2(attribute(device, which) == value,
                 qPrintable(QString("attribute %1: %2 instead of %3")
                                .arg(int(which))
                                .arg(attribute(device, which))
                                .arg(value)));
}

// GPUs that are also in core's catalogue.
void TestModels::catalogue() {
    QFETCH(int, device);
    char name[128] = {};
    CHECK_OK(DRV(cuDeviceGetName)(name, sizeof name, device));
    const QString part = QString(name).remove("Simulated ").remove(" (CPU)");
    for (const auto& entry : warpbench::occupancy::catalogue()) {
        if (QString::fromStdString(entry.name) != part)
            continue;
        QCOMPARE(attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                 entry.limits.ccMajor);
        QCOMPARE(attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
                 entry.limits.ccMinor);
        QCOMPARE(attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                 entry.limits.multiprocessors);
        return;
    }
    QSKIP(qPrintable("core's catalogue has no " + part));
}

// Peak bandwidth of the memory in GB/s, from the data sheets.
void TestModels::plausible() {
    QFETCH(int, device);
    static const QMap<QString, int> bandwidth{
        {"h200", 4800}, {"h100", 3350},   {"a100", 1555},    {"v100", 900},     {"t4", 320},
        {"l4", 300},    {"rtx3060", 360}, {"rtx4090", 1008}, {"rtx5090", 1792}, {"b200", 8000}};
    const double bytesPerSecond = 2.0e3 * attribute(device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) *
                                  attribute(device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) /
                                  8;
    const double expected = 1.0e9 * bandwidth.value(kModels[device]);
    QVERIFY2(std::abs(bytesPerSecond / expected - 1) < 0.03,
             qPrintable(QString::number(bytesPerSecond / 1e9)));
    for (int number = 1; number < CU_DEVICE_ATTRIBUTE_MAX; ++number)
        attribute(device, static_cast<CUdevice_attribute>(number));
    // The power of two of single to double speed that the compute capability has.
    const int ratio = attribute(device, CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO);
    const int minor = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    const int major = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    const bool dataCentre = (minor == 0 && major < 12);
    QVERIFY2(dataCentre ? ratio == 2 : ratio >= 32, qPrintable(QString::number(ratio)));
}

void TestModels::occupancy() {
    QFETCH(int, device);
    const DeviceLimits known = limitsOf(device);
    const TestContext context(device);
    for (const int live : {4, 40, 100, 200}) {
        for (const int shared : {0, 1000, 12288, 40000}) {
            CUmodule module = nullptr;
            CUfunction function = nullptr;
            CHECK_OK(DRV(cuModuleLoadData)(&module, kernel(live, shared).constData()));
            CHECK_OK(DRV(cuModuleGetFunction)(&function, module, "k"));
            int registers = 0, maxThreads = 0;
            CHECK_OK(DRV(cuFuncGetAttribute)(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
            CHECK_OK(DRV(cuFuncGetAttribute)(&maxThreads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                             function));
            QVERIFY(registers >= live && registers <= 255);
            for (const int threads : {1, 32, 100, 192, 256, 512, 1000, 1024}) {
                for (const int dynamic : {0, 500, 8192}) {
                    KernelUsage usage;
                    usage.threads = threads;
                    usage.registers = registers;
                    usage.staticShared = shared;
                    usage.dynamicShared = dynamic;
                    usage.maxThreads = maxThreads;
                    int blocks = -1;
                    CHECK_OK(DRV(cuOccupancyMaxActiveBlocksPerMultiprocessor)(
                        &blocks, function, threads, static_cast<size_t>(dynamic)));
                    const int expected = warpbench::occupancy::compute(known, usage).activeBlocks;
                    QVERIFY2(blocks == expected,
                             qPrintable(QString("%1 registers, %2 + %3 bytes, %4 threads: %5 "
                                                "blocks instead of %6")
                                            .arg(registers)
                                            .arg(shared)
                                            .arg(dynamic)
                                            .arg(threads)
                                            .arg(blocks)
                                            .arg(expected)));
                }
            }
            CHECK_OK(DRV(cuModuleUnload)(module));
        }
    }
}

void TestModels::clusters() {
    QFETCH(int, device);
    const TestContext context(device);
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, kernel(4, 0).constData()));
    CHECK_OK(DRV(cuModuleGetFunction)(&function, module, "k"));
    CUlaunchConfig config{};
    config.gridDimX = 64;
    config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = 1024;
    config.blockDimY = config.blockDimZ = 1;
    int clusterSize = 0;
    const CUresult result =
        DRV(cuOccupancyMaxPotentialClusterSize)(&clusterSize, function, &config);
    if (attribute(device, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) == 0) {
        CHECK_RESULT(result, CUDA_ERROR_NOT_SUPPORTED);
        return;
    }
    CHECK_OK(result);
    QCOMPARE(clusterSize, 8);
    CUlaunchAttribute attributes[1] = {};
    attributes[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attributes[0].value.clusterDim.x = 4;
    attributes[0].value.clusterDim.y = attributes[0].value.clusterDim.z = 1;
    config.attrs = attributes;
    config.numAttrs = 1;
    int clusters = 0, blocks = 0;
    CHECK_OK(DRV(cuOccupancyMaxActiveClusters)(&clusters, function, &config));
    CHECK_OK(DRV(cuOccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, function, 1024, 0));
    QCOMPARE(clusters, blocks * attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) / 4);
    // Core's figure is this one, whatever limits the blocks.
    DeviceLimits known = limitsOf(device);
    known.multiprocessors = attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    for (const int live : {4, 100}) {
        for (const int shared : {0, 40000}) {
            CUmodule other = nullptr;
            CUfunction k = nullptr;
            CHECK_OK(DRV(cuModuleLoadData)(&other, kernel(live, shared).constData()));
            CHECK_OK(DRV(cuModuleGetFunction)(&k, other, "k"));
            KernelUsage usage;
            usage.staticShared = shared;
            CHECK_OK(DRV(cuFuncGetAttribute)(&usage.registers, CU_FUNC_ATTRIBUTE_NUM_REGS, k));
            CHECK_OK(DRV(cuFuncGetAttribute)(&usage.maxThreads,
                                             CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, k));
            for (const int threads : {32, 96, 256, 512}) {
                for (const unsigned size : {2u, 4u, 8u}) {
                    config.blockDimX = unsigned(threads);
                    attributes[0].value.clusterDim.x = size;
                    usage.threads = threads;
                    usage.clusterBlocks = int(size);
                    CHECK_OK(DRV(cuOccupancyMaxActiveClusters)(&clusters, k, &config));
                    const auto waves = warpbench::occupancy::wavesOf(known, usage, 64);
                    QVERIFY2(clusters == waves.clusters && clusters > 0,
                             qPrintable(QString("%1 threads, clusters of %2: %3 and %4")
                                            .arg(threads)
                                            .arg(size)
                                            .arg(clusters)
                                            .arg(waves.clusters)));
                }
            }
            CHECK_OK(DRV(cuModuleUnload)(other));
        }
    }
    config.blockDimX = 1024;
    attributes[0].value.clusterDim.x = 16; // not portable
    CHECK_RESULT(DRV(cuOccupancyMaxActiveClusters)(&clusters, function, &config),
                 CUDA_ERROR_INVALID_CLUSTER_SIZE);
    CHECK_OK(
        DRV(cuFuncSetAttribute)(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
    CHECK_OK(DRV(cuOccupancyMaxActiveClusters)(&clusters, function, &config));
}

void TestModels::theSameModelTwice() {
    int count = 0;
    CHECK_OK(DRV(cuDeviceGetCount)(&count));
    QCOMPARE(count, int(kModels.size()) + 1);
    const int first = int(kModels.indexOf("rtx4090")), second = count - 1;
    char one[64] = {}, two[64] = {}, busOne[32] = {}, busTwo[32] = {};
    CHECK_OK(DRV(cuDeviceGetName)(one, sizeof one, first));
    CHECK_OK(DRV(cuDeviceGetName)(two, sizeof two, second));
    QCOMPARE(QString(one), QString(two));
    CHECK_OK(DRV(cuDeviceGetPCIBusId)(busOne, sizeof busOne, first));
    CHECK_OK(DRV(cuDeviceGetPCIBusId)(busTwo, sizeof busTwo, second));
    QVERIFY(QString(busOne) != QString(busTwo));
    CUuuid idOne{}, idTwo{};
    CHECK_OK(DRV(cuDeviceGetUuid)(&idOne, first));
    CHECK_OK(DRV(cuDeviceGetUuid)(&idTwo, second));
    QVERIFY(std::memcmp(&idOne, &idTwo, sizeof idOne) != 0);
    // Two devices with separate memories; a kernel accesses the other's once that is enabled.
    const TestContext other(second);
    CUdeviceptr memory = 0;
    CHECK_OK(DRV(cuMemAlloc)(&memory, 4096));
    CHECK_OK(DRV(cuMemsetD32)(memory, 1, 1024));
    CHECK_OK(DRV(cuCtxSynchronize)()); // the other device's streams do not wait for this one's
    const TestContext context(first);
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, kernel(4, 0).constData()));
    CHECK_OK(DRV(cuModuleGetFunction)(&function, module, "k"));
    void* arguments[] = {&memory};
    CHECK_OK(DRV(cuLaunchKernel)(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK_RESULT(DRV(cuCtxSynchronize)(), CUDA_ERROR_ILLEGAL_ADDRESS);
    simApi()->resetError(first);
    simApi()->clearFaults(first);
    CHECK_OK(DRV(cuCtxEnablePeerAccess)(other.get(), 0));
    CHECK_RESULT(DRV(cuCtxEnablePeerAccess)(other.get(), 0),
                 CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    CHECK_OK(DRV(cuLaunchKernel)(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK_OK(DRV(cuCtxSynchronize)());
    unsigned int word = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&word, memory, 4));
    QCOMPARE(word, 4u);
    CHECK_OK(DRV(cuCtxDisablePeerAccess)(other.get()));
    CHECK_RESULT(DRV(cuCtxDisablePeerAccess)(other.get()), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    CHECK_OK(DRV(cuLaunchKernel)(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK_RESULT(DRV(cuCtxSynchronize)(), CUDA_ERROR_ILLEGAL_ADDRESS);
    simApi()->resetError(first);
}

WARPBENCH_TEST(TestModels)
} // namespace tst_simgpu_models

#include "tst_simgpu_models.moc"
