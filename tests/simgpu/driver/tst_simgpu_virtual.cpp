// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver_kernels.h"
#include "tests/main.h"

#include <functional>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

namespace tst_simgpu_virtual {

namespace {

constexpr size_t kUnit = 2u << 20; // the granularity that the models answer

CUmemAllocationProp propertiesOf(int device) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, {device}};
    return properties;
}

CUmemGenericAllocationHandle create(size_t bytes, int device = 0) {
    const CUmemAllocationProp properties = propertiesOf(device);
    CUmemGenericAllocationHandle handle = 0;
    if (DRV(cuMemCreate)(&handle, bytes, &properties, 0) != CUDA_SUCCESS)
        qFatal("cannot create memory");
    return handle;
}

CUdeviceptr reserve(size_t bytes) {
    CUdeviceptr address = 0;
    if (DRV(cuMemAddressReserve)(&address, bytes, 0, 0, 0) != CUDA_SUCCESS)
        qFatal("cannot reserve addresses");
    return address;
}

CUresult allow(CUdeviceptr address, size_t bytes, CUmemAccess_flags flags, int device = 0) {
    CUmemAccessDesc description{};
    description.location = {CU_MEM_LOCATION_TYPE_DEVICE, {device}};
    description.flags = flags;
    return DRV(cuMemSetAccess)(address, bytes, &description, 1);
}

} // namespace

class TestVirtual : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void init();
    void cleanup();
    void granularity();
    void growingArray();
    void addressesAreChosen();
    void aliases();
    void memoryCountsUntilTheLastUse();
    void handles();
    void errors_data();
    void errors();
    void freeOnlyWhatIsUnmapped();
    void unmapOnlyWholeMappings();
    void faultsAreNamed_data();
    void faultsAreNamed();
    void copiesNeedAccess();
    void accessOfAnotherDevice();
    void unmapWaitsForWork();
    void exportIsRefused();

  private:
    CUresult launch(const char* kernel, std::vector<CUdeviceptr> arguments);

    std::unique_ptr<TestContext> m_context;
    CUmodule m_module = nullptr;
};

void TestVirtual::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,rtx4090");
    CHECK_OK(DRV(cuInit)(0));
    int supported = 0;
    CHECK_OK(DRV(cuDeviceGetAttribute)(&supported,
                                       CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
    if (!supported)
        QSKIP("virtual memory management needs Linux");
}

void TestVirtual::init() {
    m_context = std::make_unique<TestContext>();
    CHECK_OK(DRV(cuModuleLoadData)(&m_module, kWords));
}

void TestVirtual::cleanup() {
    m_context.reset();
}

CUresult TestVirtual::launch(const char* kernel, std::vector<CUdeviceptr> arguments) {
    CUfunction function = nullptr;
    if (const CUresult result = DRV(cuModuleGetFunction)(&function, m_module, kernel))
        return result;
    std::vector<void*> pointers;
    for (CUdeviceptr& argument : arguments)
        pointers.push_back(&argument);
    if (const CUresult result =
            DRV(cuLaunchKernel)(function, 1, 1, 1, 1, 1, 1, 0, nullptr, pointers.data(), nullptr))
        return result;
    return DRV(cuStreamSynchronize)(nullptr);
}

void TestVirtual::granularity() {
    CUmemAllocationProp properties = propertiesOf(0);
    size_t minimum = 0, recommended = 0;
    CHECK_OK(DRV(cuMemGetAllocationGranularity)(&minimum, &properties,
                                                CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CHECK_OK(DRV(cuMemGetAllocationGranularity)(&recommended, &properties,
                                                CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
    QCOMPARE(minimum, kUnit);
    QCOMPARE(recommended, kUnit);
    properties.location.id = 7;
    CHECK_RESULT(
        DRV(cuMemGetAllocationGranularity)(&minimum, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
        CUDA_ERROR_INVALID_DEVICE);
    properties = {};
    CHECK_RESULT(
        DRV(cuMemGetAllocationGranularity)(&minimum, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
        CUDA_ERROR_INVALID_VALUE);
}

// The main use of these functions: an array that grows without moving.
void TestVirtual::growingArray() {
    const CUdeviceptr base = reserve(3 * kUnit);
    QVERIFY(base % kUnit == 0);
    std::vector<CUmemGenericAllocationHandle> parts;
    std::vector<unsigned int> data(3 * kUnit / 4);
    std::iota(data.begin(), data.end(), 1u);
    for (size_t part = 0; part < 3; ++part) {
        parts.push_back(create(kUnit));
        CHECK_OK(DRV(cuMemMap)(base + part * kUnit, kUnit, 0, parts.back(), 0));
        CHECK_OK(allow(base + part * kUnit, kUnit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
        if (part == 0)
            CHECK_OK(DRV(cuMemcpyHtoD)(base, data.data(), kUnit));
    }
    // One copy over all mappings; earlier contents are preserved.
    std::vector<unsigned int> back(data.size());
    CHECK_OK(DRV(cuMemcpyHtoD)(base + kUnit, data.data() + kUnit / 4, 2 * kUnit));
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), base, 3 * kUnit));
    QVERIFY(back == data);
    CHECK_OK(launch("increment", {base + 2 * kUnit}));
    unsigned int word = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&word, base + 2 * kUnit, 4));
    QCOMPARE(word, data[2 * kUnit / 4] + 1);

    CUdeviceptr found = 0;
    size_t size = 0;
    CHECK_OK(DRV(cuMemGetAddressRange)(&found, &size, base + kUnit + 8));
    QCOMPARE(found, base + kUnit);
    QCOMPARE(size, kUnit);
    CUmemorytype type{};
    CHECK_OK(DRV(cuPointerGetAttribute)(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, base));
    QCOMPARE(int(type), int(CU_MEMORYTYPE_DEVICE));
    CHECK_RESULT(DRV(cuMemFree)(base), CUDA_ERROR_INVALID_VALUE);

    CHECK_OK(DRV(cuMemUnmap)(base, 3 * kUnit));
    for (const auto part : parts)
        CHECK_OK(DRV(cuMemRelease)(part));
    CHECK_OK(DRV(cuMemAddressFree)(base, 3 * kUnit));
}

/// The requested place is used if it is free; a place that is requested twice or violates the
/// alignment leads to another one.
void TestVirtual::addressesAreChosen() {
    const CUdeviceptr wanted = reserve(4 * kUnit);
    CHECK_OK(DRV(cuMemAddressFree)(wanted, 4 * kUnit));
    CUdeviceptr first = 0, second = 0, odd = 0;
    CHECK_OK(DRV(cuMemAddressReserve)(&first, 2 * kUnit, 0, wanted, 0));
    QCOMPARE(first, wanted);
    CHECK_OK(DRV(cuMemAddressReserve)(&second, 2 * kUnit, 0, wanted, 0));
    QVERIFY(second != wanted);
    QCOMPARE(second % kUnit, size_t(0));
    CHECK_OK(DRV(cuMemAddressReserve)(&odd, kUnit, 0, wanted + 2 * kUnit + 4096, 0));
    QCOMPARE(odd % kUnit, size_t(0));
    CHECK_OK(DRV(cuMemAddressFree)(first, 2 * kUnit));
    CHECK_OK(DRV(cuMemAddressFree)(second, 2 * kUnit));
    CHECK_OK(DRV(cuMemAddressFree)(odd, kUnit));
}

void TestVirtual::aliases() {
    const CUdeviceptr base = reserve(2 * kUnit);
    const auto memory = create(kUnit);
    CHECK_OK(DRV(cuMemMap)(base, kUnit, 0, memory, 0));
    CHECK_OK(DRV(cuMemMap)(base + kUnit, kUnit, 0, memory, 0));
    CHECK_OK(allow(base, 2 * kUnit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    CHECK_OK(DRV(cuMemsetD32)(base + 64, 41, 1));
    CHECK_OK(launch("increment", {base + kUnit + 64}));
    unsigned int word = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&word, base + 64, 4));
    QCOMPARE(word, 42u);
    CHECK_OK(DRV(cuMemUnmap)(base, 2 * kUnit));
    CHECK_OK(DRV(cuMemRelease)(memory));
    CHECK_OK(DRV(cuMemAddressFree)(base, 2 * kUnit));
}

void TestVirtual::memoryCountsUntilTheLastUse() {
    size_t before = 0, now = 0, total = 0;
    CHECK_OK(DRV(cuMemGetInfo)(&before, &total));
    const CUdeviceptr base = reserve(kUnit);
    CHECK_OK(DRV(cuMemGetInfo)(&now, &total));
    QCOMPARE(now, before); // addresses cost nothing
    const auto memory = create(kUnit);
    CHECK_OK(DRV(cuMemGetInfo)(&now, &total));
    QCOMPARE(before - now, kUnit);
    CHECK_OK(DRV(cuMemMap)(base, kUnit, 0, memory, 0));
    CHECK_OK(DRV(cuMemRelease)(memory));
    CHECK_OK(DRV(cuMemGetInfo)(&now, &total));
    QCOMPARE(before - now, kUnit); // still mapped
    CHECK_OK(DRV(cuMemUnmap)(base, kUnit));
    CHECK_OK(DRV(cuMemGetInfo)(&now, &total));
    QCOMPARE(now, before);
    CHECK_OK(DRV(cuMemAddressFree)(base, kUnit));

    const CUmemAllocationProp properties = propertiesOf(0);
    CUmemGenericAllocationHandle handle = 0;
    CHECK_RESULT(DRV(cuMemCreate)(&handle, (total / kUnit + 1) * kUnit, &properties, 0),
                 CUDA_ERROR_OUT_OF_MEMORY);
}

void TestVirtual::handles() {
    const CUdeviceptr base = reserve(kUnit);
    const auto memory = create(kUnit);
    CHECK_OK(DRV(cuMemMap)(base, kUnit, 0, memory, 0));
    CUmemGenericAllocationHandle again = 0;
    CHECK_OK(DRV(cuMemRetainAllocationHandle)(&again, reinterpret_cast<void*>(base + 100)));
    QCOMPARE(again, memory);
    CUmemAllocationProp properties{};
    CHECK_OK(DRV(cuMemGetAllocationPropertiesFromHandle)(&properties, memory));
    QCOMPARE(int(properties.type), int(CU_MEM_ALLOCATION_TYPE_PINNED));
    QCOMPARE(properties.location.id, 0);
    CHECK_OK(DRV(cuMemRelease)(memory));
    CHECK_OK(DRV(cuMemRelease)(memory)); // once per retain
    CHECK_RESULT(DRV(cuMemRelease)(memory), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemGetAllocationPropertiesFromHandle)(&properties, memory),
                 CUDA_ERROR_INVALID_VALUE);
    // The mapping still knows the memory, under a handle that is good again.
    CHECK_OK(DRV(cuMemRetainAllocationHandle)(&again, reinterpret_cast<void*>(base)));
    CHECK_OK(DRV(cuMemGetAllocationPropertiesFromHandle)(&properties, again));
    CHECK_OK(DRV(cuMemRelease)(again));
    CHECK_RESULT(DRV(cuMemRetainAllocationHandle)(&again, reinterpret_cast<void*>(base + kUnit)),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemUnmap)(base, kUnit));
    CHECK_OK(DRV(cuMemAddressFree)(base, kUnit));
}

void TestVirtual::errors_data() {
    QTest::addColumn<std::function<CUresult(CUdeviceptr, CUmemGenericAllocationHandle)>>("call");
    QTest::addColumn<int>("expected");
    using Handle = CUmemGenericAllocationHandle;
    using Call = std::function<CUresult(CUdeviceptr, Handle)>;
    const auto row = [](const char* name, Call call, CUresult expected = CUDA_ERROR_INVALID_VALUE) {
        QTest::newRow(name) << call << int(expected);
    };
    row("reserve no bytes", [](CUdeviceptr, Handle) {
        CUdeviceptr p = 0;
        return DRV(cuMemAddressReserve)(&p, 0, 0, 0, 0);
    });
    row("reserve an odd size", [](CUdeviceptr, Handle) {
        CUdeviceptr p = 0;
        return DRV(cuMemAddressReserve)(&p, 4097, 0, 0, 0);
    });
    row("reserve with an odd alignment", [](CUdeviceptr, Handle) {
        CUdeviceptr p = 0;
        return DRV(cuMemAddressReserve)(&p, kUnit, 3, 0, 0);
    });
    row(
        "reserve too much",
        [](CUdeviceptr, Handle) {
            CUdeviceptr p = 0;
            return DRV(cuMemAddressReserve)(&p, size_t(1) << 60, 0, 0, 0);
        },
        CUDA_ERROR_OUT_OF_MEMORY);
    row("create an odd size", [](CUdeviceptr, Handle) {
        const auto properties = propertiesOf(0);
        Handle h = 0;
        return DRV(cuMemCreate)(&h, 4096, &properties, 0);
    });
    row(
        "create on no device",
        [](CUdeviceptr, Handle) {
            const auto properties = propertiesOf(9);
            Handle h = 0;
            return DRV(cuMemCreate)(&h, kUnit, &properties, 0);
        },
        CUDA_ERROR_INVALID_DEVICE);
    row(
        "create on the host",
        [](CUdeviceptr, Handle) {
            auto properties = propertiesOf(0);
            properties.location.type = CU_MEM_LOCATION_TYPE_HOST;
            Handle h = 0;
            return DRV(cuMemCreate)(&h, kUnit, &properties, 0);
        },
        CUDA_ERROR_NOT_SUPPORTED);
    row(
        "map an offset",
        [](CUdeviceptr base, Handle memory) {
            return DRV(cuMemMap)(base, kUnit, kUnit, memory, 0);
        },
        CUDA_ERROR_NOT_SUPPORTED);
    row(
        "map half of it",
        [](CUdeviceptr base, Handle memory) {
            return DRV(cuMemMap)(base, kUnit / 2, 0, memory, 0);
        },
        CUDA_ERROR_NOT_SUPPORTED);
    row(
        "map more than there is",
        [](CUdeviceptr base, Handle memory) {
            return DRV(cuMemMap)(base, 2 * kUnit, 0, memory, 0);
        },
        CUDA_ERROR_NOT_SUPPORTED);
    row("map nothing",
        [](CUdeviceptr base, Handle memory) { return DRV(cuMemMap)(base, 0, 0, memory, 0); });
    row("map with flags",
        [](CUdeviceptr base, Handle memory) { return DRV(cuMemMap)(base, kUnit, 0, memory, 1); });
    row("map where nothing is reserved", [](CUdeviceptr base, Handle memory) {
        return DRV(cuMemMap)(base + 2 * kUnit, kUnit, 0, memory, 0);
    });
    row("map a wrong handle",
        [](CUdeviceptr base, Handle) { return DRV(cuMemMap)(base, kUnit, 0, 12345, 0); });
    row("map twice", [](CUdeviceptr base, Handle memory) {
        DRV(cuMemMap)(base, kUnit, 0, memory, 0);
        const CUresult result = DRV(cuMemMap)(base, kUnit, 0, memory, 0);
        DRV(cuMemUnmap)(base, kUnit);
        return result;
    });
    row(
        "unmap what is not mapped",
        [](CUdeviceptr base, Handle) { return DRV(cuMemUnmap)(base, kUnit); }, CUDA_SUCCESS);
    row("unmap where nothing is reserved",
        [](CUdeviceptr base, Handle) { return DRV(cuMemUnmap)(base + 2 * kUnit, kUnit); });
    row("access to what is not mapped", [](CUdeviceptr base, Handle) {
        return allow(base, kUnit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    });
    row("access of a strange kind", [](CUdeviceptr base, Handle memory) {
        DRV(cuMemMap)(base, kUnit, 0, memory, 0);
        const CUresult result = allow(base, kUnit, static_cast<CUmemAccess_flags>(2));
        DRV(cuMemUnmap)(base, kUnit);
        return result;
    });
    row(
        "access for no device",
        [](CUdeviceptr base, Handle) {
            return allow(base, kUnit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE, 9);
        },
        CUDA_ERROR_INVALID_DEVICE);
    row("free another size",
        [](CUdeviceptr base, Handle) { return DRV(cuMemAddressFree)(base, kUnit); });
    row("free an inner address",
        [](CUdeviceptr base, Handle) { return DRV(cuMemAddressFree)(base + kUnit, kUnit); });
}

void TestVirtual::errors() {
    using Call = std::function<CUresult(CUdeviceptr, CUmemGenericAllocationHandle)>;
    QFETCH(Call, call);
    QFETCH(int, expected);
    const CUdeviceptr base = reserve(2 * kUnit);
    const auto memory = create(kUnit);
    CHECK_RESULT(call(base, memory), static_cast<CUresult>(expected));
    CHECK_OK(DRV(cuMemRelease)(memory));
    CHECK_OK(DRV(cuMemAddressFree)(base, 2 * kUnit));
}

void TestVirtual::freeOnlyWhatIsUnmapped() {
    const CUdeviceptr base = reserve(2 * kUnit);
    const auto memory = create(kUnit);
    CHECK_OK(DRV(cuMemMap)(base + kUnit, kUnit, 0, memory, 0));
    CHECK_RESULT(DRV(cuMemAddressFree)(base, 2 * kUnit), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemUnmap)(base + kUnit, kUnit));
    CHECK_OK(DRV(cuMemAddressFree)(base, 2 * kUnit));
    CHECK_OK(DRV(cuMemRelease)(memory));
}

void TestVirtual::unmapOnlyWholeMappings() {
    const CUdeviceptr base = reserve(4 * kUnit);
    const auto memory = create(2 * kUnit);
    CHECK_OK(DRV(cuMemMap)(base, 2 * kUnit, 0, memory, 0));
    CHECK_RESULT(DRV(cuMemUnmap)(base, kUnit), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemUnmap)(base + kUnit, kUnit), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemUnmap)(base, 3 * kUnit), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemUnmap)(base, 2 * kUnit));
    CHECK_OK(DRV(cuMemRelease)(memory));
    CHECK_OK(DRV(cuMemAddressFree)(base, 4 * kUnit));
}

void TestVirtual::faultsAreNamed_data() {
    QTest::addColumn<bool>("mapped");
    QTest::addColumn<int>("access");
    QTest::addColumn<bool>("write");
    QTest::addColumn<QString>("text"); // empty: no fault
    QTest::newRow("nothing mapped")
        << false << 0 << false << "reserved addresses where no memory is mapped";
    QTest::newRow("no access") << true << int(CU_MEM_ACCESS_FLAGS_PROT_NONE) << false
                               << "mapped memory that this device may not access";
    QTest::newRow("read of read-only") << true << int(CU_MEM_ACCESS_FLAGS_PROT_READ) << false << "";
    QTest::newRow("write to read-only") << true << int(CU_MEM_ACCESS_FLAGS_PROT_READ) << true
                                        << "mapped memory that this device may only read";
    QTest::newRow("write") << true << int(CU_MEM_ACCESS_FLAGS_PROT_READWRITE) << true << "";
}

void TestVirtual::faultsAreNamed() {
    QFETCH(bool, mapped);
    QFETCH(int, access);
    QFETCH(bool, write);
    QFETCH(QString, text);
    CUdeviceptr other = 0;
    CHECK_OK(DRV(cuMemAlloc)(&other, 4));
    const CUdeviceptr base = reserve(kUnit);
    const auto memory = create(kUnit);
    if (mapped) {
        CHECK_OK(DRV(cuMemMap)(base, kUnit, 0, memory, 0));
        CHECK_OK(allow(base, kUnit, static_cast<CUmemAccess_flags>(access)));
    }
    const wbsimApi* api = simApi();
    api->clearFaults(0);
    const CUresult result =
        write ? launch("copy", {other, base + 16}) : launch("copy", {base + 16, other});
    CHECK_RESULT(result, text.isEmpty() ? CUDA_SUCCESS : CUDA_ERROR_ILLEGAL_ADDRESS);
    if (!text.isEmpty()) {
        wbsimFault fault{};
        fault.structSize = sizeof fault;
        QCOMPARE(api->getFault(0, 0, &fault), 0);
        QVERIFY2(QString(fault.text).contains(text), fault.text);
        QVERIFY2(QString(fault.text).contains("at offset 16"), fault.text);
        api->clearFaults(0);
        api->resetError(0);
    }
    if (mapped)
        CHECK_OK(DRV(cuMemUnmap)(base, kUnit));
    CHECK_OK(DRV(cuMemRelease)(memory));
    CHECK_OK(DRV(cuMemAddressFree)(base, kUnit));
}

void TestVirtual::copiesNeedAccess() {
    const CUdeviceptr base = reserve(2 * kUnit);
    const auto memory = create(kUnit);
    unsigned int word = 5;
    CHECK_RESULT(DRV(cuMemcpyHtoD)(base, &word, 4), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemMap)(base, kUnit, 0, memory, 0));
    CHECK_RESULT(DRV(cuMemcpyHtoD)(base, &word, 4), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(allow(base, kUnit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    CHECK_OK(DRV(cuMemcpyHtoD)(base, &word, 4));
    std::vector<unsigned char> data(8);
    CHECK_RESULT(DRV(cuMemcpyDtoH)(data.data(), base + kUnit - 4, 8), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemUnmap)(base, kUnit));
    CHECK_RESULT(DRV(cuMemcpyDtoH)(&word, base, 4), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemRelease)(memory));
    CHECK_OK(DRV(cuMemAddressFree)(base, 2 * kUnit));
}

void TestVirtual::accessOfAnotherDevice() {
    const CUdeviceptr base = reserve(kUnit);
    const auto memory = create(kUnit, 1);
    CHECK_OK(DRV(cuMemMap)(base, kUnit, 0, memory, 0));
    CHECK_OK(allow(base, kUnit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE, 1));
    unsigned long long flags = 0;
    const CUmemLocation first{CU_MEM_LOCATION_TYPE_DEVICE, {0}};
    const CUmemLocation second{CU_MEM_LOCATION_TYPE_DEVICE, {1}};
    CHECK_OK(DRV(cuMemGetAccess)(&flags, &first, base));
    QCOMPARE(flags, 0ull);
    CHECK_OK(DRV(cuMemGetAccess)(&flags, &second, base + 5));
    QCOMPARE(flags, 3ull);
    CHECK_OK(DRV(cuMemsetD32)(base, 9, 1));
    CHECK_RESULT(launch("increment", {base}), CUDA_ERROR_ILLEGAL_ADDRESS);
    simApi()->resetError(0);
    simApi()->clearFaults(0);
    // Peer access through mapping, without cuCtxEnablePeerAccess.
    CHECK_OK(allow(base, kUnit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE, 0));
    CHECK_OK(launch("increment", {base}));
    unsigned int word = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&word, base, 4));
    QCOMPARE(word, 10u);
    int ordinal = -1;
    CHECK_OK(DRV(cuPointerGetAttribute)(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, base));
    QCOMPARE(ordinal, 1);
    CHECK_OK(DRV(cuMemUnmap)(base, kUnit));
    CHECK_RESULT(DRV(cuMemGetAccess)(&flags, &first, base), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemRelease)(memory));
    CHECK_OK(DRV(cuMemAddressFree)(base, kUnit));
}

// A kernel may use memory that another thread unmaps; it is only unmapped afterwards.
void TestVirtual::unmapWaitsForWork() {
    const CUdeviceptr base = reserve(kUnit);
    const auto memory = create(kUnit);
    CHECK_OK(DRV(cuMemMap)(base, kUnit, 0, memory, 0));
    CHECK_OK(allow(base, kUnit, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    CUdeviceptr flag = 0;
    CHECK_OK(DRV(cuMemAlloc)(&flag, 4));
    CHECK_OK(DRV(cuMemsetD32)(flag, 0, 1));
    CHECK_OK(DRV(cuCtxSynchronize)()); // the streams below do not wait for the null stream
    CUstream worker = nullptr, opener = nullptr;
    CHECK_OK(DRV(cuStreamCreate)(&worker, CU_STREAM_NON_BLOCKING));
    CHECK_OK(DRV(cuStreamCreate)(&opener, CU_STREAM_NON_BLOCKING));
    CHECK_OK(DRV(cuStreamWaitValue32)(worker, flag, 1, CU_STREAM_WAIT_VALUE_EQ));
    CHECK_OK(DRV(cuMemsetD32Async)(base, 1, kUnit / 4, worker));
    std::thread unmapper([&] { CHECK_OK(DRV(cuMemUnmap)(base, kUnit)); });
    CHECK_OK(DRV(cuStreamWriteValue32)(opener, flag, 1, CU_STREAM_WRITE_VALUE_DEFAULT));
    unmapper.join();
    CHECK_OK(DRV(cuStreamSynchronize)(worker));
    CHECK_OK(DRV(cuMemRelease)(memory));
    CHECK_OK(DRV(cuMemAddressFree)(base, kUnit));
}

void TestVirtual::exportIsRefused() {
    const auto memory = create(kUnit);
    int descriptor = -1;
    CHECK_RESULT(DRV(cuMemExportToShareableHandle)(&descriptor, memory,
                                                   CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
                 CUDA_ERROR_NOT_SUPPORTED);
    CHECK_OK(DRV(cuMemRelease)(memory));
    int supported = -1;
    CHECK_OK(DRV(cuDeviceGetAttribute)(
        &supported, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 0));
    QCOMPARE(supported, 0);
    CUmemAllocationProp properties = propertiesOf(0);
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    CUmemGenericAllocationHandle handle = 0;
    CHECK_RESULT(DRV(cuMemCreate)(&handle, kUnit, &properties, 0), CUDA_ERROR_NOT_SUPPORTED);
}

WARPBENCH_TEST(TestVirtual)
} // namespace tst_simgpu_virtual

#include "tst_simgpu_virtual.moc"
