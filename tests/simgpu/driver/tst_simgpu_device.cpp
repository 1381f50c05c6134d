// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver_library.h"
#include "tests/main.h"

#include <array>
#include <cstring>
#include <set>

namespace tst_simgpu_device {

/// Devices, their models and attributes. The environment chooses eleven of them, one unknown.
class TestDevice : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void version();
    void errors();
    void models_data();
    void models();
    void unknownModelIsLeftOut();
    void attributesOfTheH200();
    void identities();
    void peers();
    void invalidDevices();
};

void TestDevice::initTestCase() {
    int count = 0;
    CHECK_RESULT(DRV(cuDeviceGetCount)(&count), CUDA_ERROR_NOT_INITIALIZED);
    qputenv("WARPBENCH_SIMGPU", "h200,T4,v100,a100,nonsense,l4,rtx3060,RTX 4090,rtx5090,h100,b200");
    CHECK_RESULT(DRV(cuInit)(1), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuInit)(0));
    CHECK_OK(DRV(cuInit)(0));
}

void TestDevice::version() {
    int version = 0;
    CHECK_OK(DRV(cuDriverGetVersion)(&version));
    QCOMPARE(version, 13000);
    CHECK_RESULT(DRV(cuDriverGetVersion)(nullptr), CUDA_ERROR_INVALID_VALUE);
}

void TestDevice::errors() {
    const char* text = nullptr;
    CHECK_OK(DRV(cuGetErrorString)(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    QCOMPARE(text, "an illegal memory access was encountered");
    CHECK_OK(DRV(cuGetErrorName)(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    QCOMPARE(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
    CHECK_RESULT(DRV(cuGetErrorName)(static_cast<CUresult>(12345), &text),
                 CUDA_ERROR_INVALID_VALUE);
    QVERIFY(!text);
}

void TestDevice::models_data() {
    QTest::addColumn<int>("ordinal");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("major");
    QTest::addColumn<int>("minor");
    QTest::addColumn<int>("multiprocessors");
    QTest::newRow("h200") << 0 << "Simulated H200 (CPU)" << 9 << 0 << 132;
    QTest::newRow("t4") << 1 << "Simulated T4 (CPU)" << 7 << 5 << 40;
    QTest::newRow("v100") << 2 << "Simulated V100 (CPU)" << 7 << 0 << 80;
    QTest::newRow("a100") << 3 << "Simulated A100 (CPU)" << 8 << 0 << 108;
    QTest::newRow("l4") << 4 << "Simulated L4 (CPU)" << 8 << 9 << 58;
    QTest::newRow("rtx3060") << 5 << "Simulated RTX 3060 (CPU)" << 8 << 6 << 28;
    QTest::newRow("rtx4090") << 6 << "Simulated RTX 4090 (CPU)" << 8 << 9 << 128;
    QTest::newRow("rtx5090") << 7 << "Simulated RTX 5090 (CPU)" << 12 << 0 << 170;
    QTest::newRow("h100") << 8 << "Simulated H100 (CPU)" << 9 << 0 << 132;
    QTest::newRow("b200") << 9 << "Simulated B200 (CPU)" << 10 << 0 << 148;
}

void TestDevice::models() {
    QFETCH(int, ordinal);
    QFETCH(QString, name);
    QFETCH(int, major);
    QFETCH(int, minor);
    QFETCH(int, multiprocessors);
    CUdevice device = -1;
    CHECK_OK(DRV(cuDeviceGet)(&device, ordinal));
    char text[64];
    CHECK_OK(DRV(cuDeviceGetName)(text, sizeof text, device));
    QCOMPARE(QString(text), name);
    int value = 0;
    CHECK_OK(
        DRV(cuDeviceGetAttribute)(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    QCOMPARE(value, major);
    CHECK_OK(
        DRV(cuDeviceGetAttribute)(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    QCOMPARE(value, minor);
    CHECK_OK(DRV(cuDeviceGetAttribute)(&value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    QCOMPARE(value, multiprocessors);
    CHECK_OK(DRV(cuDeviceGetAttribute)(&value, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, device));
    QCOMPARE(value, major >= 9 ? 1 : 0);
    // The figures for the toolkit's occupancy calculation must be consistent.
    int perSm = 0, perBlock = 0, reserved = 0;
    CHECK_OK(DRV(cuDeviceGetAttribute)(
        &perSm, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, device));
    CHECK_OK(DRV(cuDeviceGetAttribute)(
        &perBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device));
    CHECK_OK(DRV(cuDeviceGetAttribute)(
        &reserved, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, device));
    QCOMPARE(perSm, perBlock + reserved);
    size_t bytes = 0;
    CHECK_OK(DRV(cuDeviceTotalMem)(&bytes, device));
    QVERIFY(bytes > 0);
}

void TestDevice::unknownModelIsLeftOut() {
    int count = 0;
    CHECK_OK(DRV(cuDeviceGetCount)(&count));
    QCOMPARE(count, 10);
}

void TestDevice::attributesOfTheH200() {
    const std::pair<CUdevice_attribute, int> known[] = {
        {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
        {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 2147483647},
        {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
        {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
        {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1980000},
        {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 62914560},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 233472},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32},
        {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1},
    };
    for (const auto& [attribute, expected] : known) {
        int value = -1;
        CHECK_OK(DRV(cuDeviceGetAttribute)(&value, attribute, 0));
        QCOMPARE(value, expected);
    }
    for (int number = 1; number < CU_DEVICE_ATTRIBUTE_MAX; ++number) {
        int value = 0;
        CHECK_OK(DRV(cuDeviceGetAttribute)(&value, static_cast<CUdevice_attribute>(number), 0));
    }
    int value = 0;
    CHECK_RESULT(DRV(cuDeviceGetAttribute)(&value, static_cast<CUdevice_attribute>(9999), 0),
                 CUDA_ERROR_INVALID_VALUE);
}

void TestDevice::identities() {
    int count = 0;
    CHECK_OK(DRV(cuDeviceGetCount)(&count));
    std::set<std::string> seen;
    for (int i = 0; i < count; ++i) {
        CUuuid uuid{};
        CHECK_OK(DRV(cuDeviceGetUuid)(&uuid, i));
        seen.insert(std::string(uuid.bytes, sizeof uuid.bytes));
        char text[32];
        CHECK_OK(DRV(cuDeviceGetPCIBusId)(text, sizeof text, i));
        CUdevice found = -1;
        CHECK_OK(DRV(cuDeviceGetByPCIBusId)(&found, text));
        QCOMPARE(found, i);
    }
    QCOMPARE(int(seen.size()), count);
    CUdevice found = -1;
    CHECK_RESULT(DRV(cuDeviceGetByPCIBusId)(&found, "0000:01:00.0"), CUDA_ERROR_INVALID_DEVICE);
    char shortName[5];
    CHECK_OK(DRV(cuDeviceGetName)(shortName, sizeof shortName, 0));
    QCOMPARE(shortName, "Simu");
}

void TestDevice::peers() {
    int can = -1;
    CHECK_OK(DRV(cuDeviceCanAccessPeer)(&can, 0, 1));
    QCOMPARE(can, 1);
    CHECK_OK(DRV(cuDeviceCanAccessPeer)(&can, 0, 0));
    QCOMPARE(can, 0);
}

void TestDevice::invalidDevices() {
    CUdevice device = 0;
    CHECK_RESULT(DRV(cuDeviceGet)(&device, 10), CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(DRV(cuDeviceGet)(&device, -1), CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(DRV(cuDeviceGet)(nullptr, 0), CUDA_ERROR_INVALID_VALUE);
    char name[8];
    CHECK_RESULT(DRV(cuDeviceGetName)(name, sizeof name, 77), CUDA_ERROR_INVALID_DEVICE);
    size_t bytes = 0;
    CHECK_RESULT(DRV(cuDeviceTotalMem)(&bytes, 77), CUDA_ERROR_INVALID_DEVICE);
}

WARPBENCH_TEST(TestDevice)
} // namespace tst_simgpu_device

#include "tst_simgpu_device.moc"
