// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver_library.h"
#include "tests/main.h"

#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

namespace tst_simgpu_memory {

class TestMemory : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void init() { m_context = std::make_unique<TestContext>(); }
    void cleanup() { m_context.reset(); }
    void allocateAndFree();
    void allocationErrors();
    void addressRange();
    void roundTrip();
    void copiesCheckTheirRange();
    void fills_data();
    void fills();
    void fills2D();
    void copies2D();
    void copies3D();
    void pitchedAllocation();
    void pageLockedMemory();
    void registeredMemory();
    void hostMemoryOutlivesKernelsOfOtherContexts_data();
    void hostMemoryOutlivesKernelsOfOtherContexts();
    void managedMemory();
    void managedAdvice();
    void managedBatches();
    void unifiedCopy();
    void peerCopies();
    void pointerAttributes();
    void arrays();
    void sizesThatWrapAround();
    void mipmapsWithoutRoom();
    void hostMemoryIsFilledAtOnce_data();
    void hostMemoryIsFilledAtOnce();
    void pools();

  private:
    std::unique_ptr<TestContext> m_context;
};

namespace {

CUdeviceptr allocate(size_t bytes) {
    CUdeviceptr address = 0;
    DRV(cuMemAlloc)(&address, bytes);
    return address;
}

std::vector<unsigned char> counting(size_t bytes) {
    std::vector<unsigned char> data(bytes);
    std::iota(data.begin(), data.end(), static_cast<unsigned char>(1));
    return data;
}

} // namespace

void TestMemory::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,rtx4090");
    CHECK_OK(DRV(cuInit)(0));
}

void TestMemory::allocateAndFree() {
    size_t before = 0, during = 0, after = 0, total = 0;
    CHECK_OK(DRV(cuMemGetInfo)(&before, &total));
    size_t device = 0;
    CHECK_OK(DRV(cuDeviceTotalMem)(&device, 0));
    QCOMPARE(total, device);
    CUdeviceptr address = 0;
    CHECK_OK(DRV(cuMemAlloc)(&address, 1 << 20));
    QVERIFY(address != 0 && address % 256 == 0);
    CHECK_OK(DRV(cuMemGetInfo)(&during, &total));
    QVERIFY(before - during >= 1 << 20);
    CHECK_OK(DRV(cuMemFree)(address));
    CHECK_OK(DRV(cuMemGetInfo)(&after, &total));
    QCOMPARE(after, before);
}

void TestMemory::allocationErrors() {
    CUdeviceptr address = 0;
    CHECK_RESULT(DRV(cuMemAlloc)(&address, 0), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemAlloc)(nullptr, 16), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemAlloc)(&address, size_t(1) << 50), CUDA_ERROR_OUT_OF_MEMORY);
    CHECK_OK(DRV(cuMemFree)(0));
    CHECK_RESULT(DRV(cuMemFree)(0x1234), CUDA_ERROR_INVALID_VALUE);
    address = allocate(1024);
    CHECK_RESULT(DRV(cuMemFree)(address + 16), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemFree)(address));
    CHECK_RESULT(DRV(cuMemFree)(address), CUDA_ERROR_INVALID_VALUE);
}

void TestMemory::addressRange() {
    const CUdeviceptr address = allocate(1000);
    CUdeviceptr base = 0;
    size_t size = 0;
    CHECK_OK(DRV(cuMemGetAddressRange)(&base, &size, address + 999));
    QCOMPARE(base, address);
    QCOMPARE(size, size_t(1000));
    CHECK_RESULT(DRV(cuMemGetAddressRange)(&base, &size, address + 1000), CUDA_ERROR_NOT_FOUND);
    CHECK_OK(DRV(cuMemFree)(address));
}

void TestMemory::roundTrip() {
    const auto data = counting(100000);
    const CUdeviceptr one = allocate(data.size()), two = allocate(data.size());
    CHECK_OK(DRV(cuMemcpyHtoD)(one, data.data(), data.size()));
    CHECK_OK(DRV(cuMemcpyDtoD)(two, one, data.size()));
    std::vector<unsigned char> back(data.size());
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), two, back.size()));
    QCOMPARE(back, data);
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), two + 10, 5));
    QCOMPARE(back[0], data[10]);
}

void TestMemory::copiesCheckTheirRange() {
    std::vector<unsigned char> host(64);
    const CUdeviceptr address = allocate(32);
    CHECK_RESULT(DRV(cuMemcpyHtoD)(address, host.data(), 64), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemcpyDtoH)(host.data(), address + 1, 32), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemcpyHtoD)(0, host.data(), 1), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemcpyHtoD)(address, nullptr, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemsetD8)(address, 0, 33), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemsetD32)(address + 1, 0, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemcpyHtoD)(address, host.data(), 0));
    // None of this breaks the context.
    CHECK_OK(DRV(cuCtxSynchronize)());
}

void TestMemory::fills_data() {
    QTest::addColumn<int>("bytes");
    QTest::newRow("8 bits") << 1;
    QTest::newRow("16 bits") << 2;
    QTest::newRow("32 bits") << 4;
}

void TestMemory::fills() {
    QFETCH(int, bytes);
    constexpr size_t count = 1000;
    const CUdeviceptr address = allocate(count * 4 + 4);
    CHECK_OK(DRV(cuMemsetD8)(address, 0xee, count * 4 + 4));
    const unsigned int value = 0x12345678;
    if (bytes == 1)
        CHECK_OK(DRV(cuMemsetD8)(address, static_cast<unsigned char>(value), count));
    else if (bytes == 2)
        CHECK_OK(DRV(cuMemsetD16)(address, static_cast<unsigned short>(value), count));
    else
        CHECK_OK(DRV(cuMemsetD32)(address, value, count));
    std::vector<unsigned char> back(count * 4 + 4);
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), address, back.size()));
    const size_t filled = count * static_cast<size_t>(bytes);
    for (size_t i = 0; i < back.size(); ++i) {
        const unsigned int shift = 8 * (i % static_cast<size_t>(bytes));
        QCOMPARE(unsigned(back[i]), i < filled ? (value >> shift & 0xff) : 0xeeu);
    }
}

void TestMemory::fills2D() {
    const CUdeviceptr address = allocate(64 * 4);
    CHECK_OK(DRV(cuMemsetD8)(address, 0, 64 * 4));
    CHECK_OK(DRV(cuMemsetD2D16)(address + 2, 64, 0xabcd, 3, 4));
    std::vector<unsigned char> back(64 * 4);
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), address, back.size()));
    for (size_t i = 0; i < back.size(); ++i) {
        const size_t column = i % 64;
        const bool inside = column >= 2 && column < 8;
        QCOMPARE(unsigned(back[i]), inside ? (column % 2 ? 0xabu : 0xcdu) : 0u);
    }
    CHECK_RESULT(DRV(cuMemsetD2D8)(address, 3, 0, 4, 2), CUDA_ERROR_INVALID_VALUE);
}

void TestMemory::copies2D() {
    const auto data = counting(16 * 8);
    const CUdeviceptr address = allocate(32 * 8);
    CHECK_OK(DRV(cuMemsetD8)(address, 0, 32 * 8));
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = data.data();
    copy.srcPitch = 16;
    copy.srcXInBytes = 4;
    copy.srcY = 2;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = address;
    copy.dstPitch = 32;
    copy.dstXInBytes = 20;
    copy.dstY = 1;
    copy.WidthInBytes = 10;
    copy.Height = 5;
    CHECK_OK(DRV(cuMemcpy2D)(&copy));
    std::vector<unsigned char> back(32 * 8);
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), address, back.size()));
    for (size_t y = 0; y < 8; ++y) {
        for (size_t x = 0; x < 32; ++x) {
            const bool inside = y >= 1 && y < 6 && x >= 20 && x < 30;
            const unsigned expected = inside ? data[(y - 1 + 2) * 16 + (x - 20 + 4)] : 0;
            QCOMPARE(unsigned(back[y * 32 + x]), expected);
        }
    }
    copy.Height = 8; // past the end of the device's memory
    CHECK_RESULT(DRV(cuMemcpy2D)(&copy), CUDA_ERROR_INVALID_VALUE);
    copy.Height = 5;
    copy.dstXInBytes = 30; // wider than a row
    CHECK_RESULT(DRV(cuMemcpy2D)(&copy), CUDA_ERROR_INVALID_VALUE);
}

void TestMemory::copies3D() {
    constexpr size_t w = 5, h = 4, d = 3;
    const auto data = counting(w * h * d);
    const CUdeviceptr address = allocate(8 * 6 * d);
    CUDA_MEMCPY3D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = data.data();
    copy.srcPitch = w;
    copy.srcHeight = h;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = address;
    copy.dstPitch = 8;
    copy.dstHeight = 6;
    copy.WidthInBytes = w;
    copy.Height = h;
    copy.Depth = d;
    CHECK_OK(DRV(cuMemcpy3D)(&copy));
    std::vector<unsigned char> back(8 * 6 * d);
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), address, back.size()));
    for (size_t z = 0; z < d; ++z) {
        for (size_t y = 0; y < h; ++y) {
            for (size_t x = 0; x < w; ++x)
                QCOMPARE(back[(z * 6 + y) * 8 + x], data[(z * h + y) * w + x]);
        }
    }
}

void TestMemory::pitchedAllocation() {
    CUdeviceptr address = 0;
    size_t pitch = 0;
    CHECK_OK(DRV(cuMemAllocPitch)(&address, &pitch, 1000, 7, 4));
    QCOMPARE(pitch, size_t(1024));
    CUdeviceptr base = 0;
    size_t size = 0;
    CHECK_OK(DRV(cuMemGetAddressRange)(&base, &size, address));
    QCOMPARE(size, pitch * 7);
    CHECK_RESULT(DRV(cuMemAllocPitch)(&address, &pitch, 1000, 7, 3), CUDA_ERROR_INVALID_VALUE);
}

void TestMemory::pageLockedMemory() {
    void* host = nullptr;
    CHECK_OK(DRV(cuMemHostAlloc)(&host, 4096, CU_MEMHOSTALLOC_PORTABLE));
    std::memset(host, 7, 4096);
    CUdeviceptr device = 0;
    CHECK_OK(DRV(cuMemHostGetDevicePointer)(&device, host, 0));
    unsigned int flags = 0;
    CHECK_OK(DRV(cuMemHostGetFlags)(&flags, host));
    QVERIFY(flags & CU_MEMHOSTALLOC_PORTABLE);
    const CUdeviceptr address = allocate(4096);
    CHECK_OK(DRV(cuMemcpyDtoD)(address, device, 4096));
    std::vector<unsigned char> back(4096);
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), address, 4096));
    QCOMPARE(back, std::vector<unsigned char>(4096, 7));
    CHECK_OK(DRV(cuMemFreeHost)(host));
    CHECK_RESULT(DRV(cuMemFreeHost)(host), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemHostAlloc)(&host, 0, 0), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemHostAlloc)(&host, 16, 0x80), CUDA_ERROR_INVALID_VALUE);
}

void TestMemory::registeredMemory() {
    std::vector<unsigned char> data(10000, 3);
    CHECK_OK(DRV(cuMemHostRegister)(data.data(), data.size(), CU_MEMHOSTREGISTER_PORTABLE));
    CHECK_RESULT(DRV(cuMemHostRegister)(data.data() + 100, 10, 0),
                 CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    CUdeviceptr device = 0;
    CHECK_OK(DRV(cuMemHostGetDevicePointer)(&device, data.data() + 5, 0));
    QCOMPARE(device, reinterpret_cast<CUdeviceptr>(data.data() + 5));
    CHECK_OK(DRV(cuMemHostUnregister)(data.data()));
    CHECK_RESULT(DRV(cuMemHostUnregister)(data.data()), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

void TestMemory::hostMemoryOutlivesKernelsOfOtherContexts_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("page-locked") << 0;
    QTest::newRow("registered") << 1;
    QTest::newRow("managed") << 2;
}

/// All devices can access it, so freeing it waits for the kernels of all contexts.
void TestMemory::hostMemoryOutlivesKernelsOfOtherContexts() {
    QFETCH(int, kind);
    static const char* const kText = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 done)
{
    .reg .b64 %rd<3>; .reg .b32 %r<3>; .reg .pred %p<2>;
    ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [done]; mov.u32 %r1, 0;
L:  ld.volatile.global.u32 %r2, [%rd1]; add.u32 %r2, %r2, 1; st.volatile.global.u32 [%rd1], %r2;
    add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 3000000; @%p1 bra L;
    st.global.u32 [%rd2], %r1;
    ret;
})";
    std::vector<unsigned> own(64);
    void* host = nullptr;
    CUdeviceptr managed = 0;
    if (kind == 0)
        CHECK_OK(DRV(cuMemHostAlloc)(&host, 256, CU_MEMHOSTALLOC_PORTABLE));
    else if (kind == 1)
        CHECK_OK(DRV(cuMemHostRegister)(host = own.data(), 256, CU_MEMHOSTREGISTER_PORTABLE));
    else
        CHECK_OK(DRV(cuMemAllocManaged)(&managed, 256, CU_MEM_ATTACH_GLOBAL));
    std::memset(kind == 2 ? reinterpret_cast<void*>(managed) : host, 0, 256);
    void* flag = nullptr;
    CHECK_OK(DRV(cuMemHostAlloc)(&flag, 4, CU_MEMHOSTALLOC_PORTABLE));
    auto* const done = static_cast<volatile unsigned*>(flag);
    *done = 0;
    const TestContext other(1);
    CUmodule module = nullptr;
    CUfunction kernel = nullptr;
    CHECK_OK(DRV(cuModuleLoadData)(&module, kText));
    CHECK_OK(DRV(cuModuleGetFunction)(&kernel, module, "k"));
    CUdeviceptr address = managed;
    if (kind != 2)
        CHECK_OK(DRV(cuMemHostGetDevicePointer)(&address, host, 0));
    CUdeviceptr doneAddress = 0;
    CHECK_OK(DRV(cuMemHostGetDevicePointer)(&doneAddress, flag, 0));
    void* params[] = {&address, &doneAddress};
    CHECK_OK(DRV(cuLaunchKernel)(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr));
    if (kind == 0)
        CHECK_OK(DRV(cuMemFreeHost)(host));
    else if (kind == 1)
        CHECK_OK(DRV(cuMemHostUnregister)(host));
    else
        CHECK_OK(DRV(cuMemFree)(managed));
    QCOMPARE(*done, 3000000u);
    CHECK_OK(DRV(cuCtxSynchronize)());
    CHECK_OK(DRV(cuMemFreeHost)(flag));
}

void TestMemory::managedMemory() {
    CUdeviceptr address = 0;
    CHECK_OK(DRV(cuMemAllocManaged)(&address, 1000, CU_MEM_ATTACH_GLOBAL));
    auto* host = reinterpret_cast<unsigned char*>(address);
    std::memset(host, 9, 1000);
    CHECK_OK(DRV(cuMemsetD8)(address, 4, 500));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(unsigned(host[499]), 4u);
    QCOMPARE(unsigned(host[500]), 9u);
    unsigned int managed = 0;
    CHECK_OK(DRV(cuPointerGetAttribute)(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address));
    QCOMPARE(managed, 1u);
    CHECK_OK(DRV(cuMemFree)(address));
}

/// Several ranges at once, each location from an index on. The results are those of an H200.
void TestMemory::managedBatches() {
    constexpr size_t page = 65536;
    CUdeviceptr address = 0;
    CHECK_OK(DRV(cuMemAllocManaged)(&address, 3 * page, CU_MEM_ATTACH_GLOBAL));
    CUstream stream = nullptr;
    CHECK_OK(DRV(cuStreamCreate)(&stream, CU_STREAM_NON_BLOCKING));
    CUdeviceptr ranges[] = {address, address + page, address + 2 * page};
    size_t sizes[] = {page, page, page};
    CUmemLocation places[] = {{CU_MEM_LOCATION_TYPE_HOST, {0}}, {CU_MEM_LOCATION_TYPE_DEVICE, {1}}};
    size_t firsts[] = {0, 2};
    const auto prefetch = [&](size_t count, size_t placeCount, CUstream in) {
        return DRV(cuMemPrefetchBatchAsync)(ranges, sizes, count, places, firsts, placeCount, 0,
                                            in);
    };
    const auto placeOf = [&](CUdeviceptr range) {
        int place = -99;
        DRV(cuMemRangeGetAttribute)
        (&place, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, range, page);
        return place;
    };
    CHECK_OK(prefetch(3, 2, stream));
    QCOMPARE(placeOf(ranges[0]), CU_DEVICE_CPU);
    QCOMPARE(placeOf(ranges[1]), CU_DEVICE_CPU);
    QCOMPARE(placeOf(ranges[2]), 1);
    CHECK_OK(DRV(cuMemDiscardBatchAsync)(ranges, sizes, 3, 0, stream));
    places[0] = places[1];
    CHECK_OK(
        DRV(cuMemDiscardAndPrefetchBatchAsync)(ranges, sizes, 3, places, firsts, 1, 0, stream));
    QCOMPARE(placeOf(ranges[0]), 1);

    CHECK_RESULT(prefetch(3, 2, nullptr), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(prefetch(0, 1, stream), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(prefetch(3, 0, stream), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(prefetch(1, 2, stream), CUDA_ERROR_INVALID_VALUE); // more places than ranges
    firsts[0] = 1;
    CHECK_RESULT(prefetch(3, 1, stream), CUDA_ERROR_INVALID_VALUE); // the first has none
    firsts[0] = 0;
    firsts[1] = 3;
    CHECK_RESULT(prefetch(3, 2, stream), CUDA_ERROR_INVALID_VALUE);
    firsts[1] = 0;
    CHECK_OK(prefetch(3, 2, stream)); // the later one goes
    places[0] = {CU_MEM_LOCATION_TYPE_DEVICE, {99}};
    CHECK_RESULT(prefetch(3, 1, stream), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemDiscardBatchAsync)(ranges, sizes, 3, 1, stream),
                 CUDA_ERROR_INVALID_VALUE);
    ranges[2] = allocate(page); // is not managed
    CHECK_RESULT(DRV(cuMemDiscardBatchAsync)(ranges, sizes, 3, 0, stream),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemFree)(ranges[2]));
    CHECK_OK(DRV(cuStreamDestroy)(stream));
    CHECK_OK(DRV(cuMemFree)(address));
}

void TestMemory::managedAdvice() {
    constexpr size_t page = 65536;
    CUdeviceptr address = 0;
    CHECK_OK(DRV(cuMemAllocManaged)(&address, 4 * page, CU_MEM_ATTACH_GLOBAL));
    const auto attribute = [&](CUmem_range_attribute which, size_t pages) {
        int value = -99;
        if (DRV(cuMemRangeGetAttribute)(&value, 4, which, address, pages * page) != CUDA_SUCCESS)
            return -100;
        return value;
    };
    QCOMPARE(attribute(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 4), 0);
    QCOMPARE(attribute(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 4), CU_DEVICE_INVALID);
    const CUmemLocation gpu{CU_MEM_LOCATION_TYPE_DEVICE, {1}}, host{CU_MEM_LOCATION_TYPE_HOST, {0}};
    CHECK_OK(DRV(cuMemAdvise)(address, 2 * page, CU_MEM_ADVISE_SET_READ_MOSTLY, gpu));
    QCOMPARE(attribute(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 2), 1);
    QCOMPARE(attribute(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 3), 0); // not all of it
    CHECK_OK(DRV(cuMemAdvise)(address, 4 * page, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
    QCOMPARE(attribute(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 4), CU_DEVICE_CPU);
    QCOMPARE(attribute(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, 4),
             int(CU_MEM_LOCATION_TYPE_HOST));
    CHECK_OK(DRV(cuMemPrefetchAsync)(address, 4 * page, gpu, 0, nullptr));
    QCOMPARE(attribute(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, 4), 1);
    CHECK_OK(DRV(cuMemAdvise)(address, 4 * page, CU_MEM_ADVISE_SET_ACCESSED_BY, gpu));
    int devices[3] = {};
    CHECK_OK(DRV(cuMemRangeGetAttribute)(devices, sizeof devices,
                                         CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, address, page));
    QCOMPARE(devices[0], 1);
    QCOMPARE(devices[1], CU_DEVICE_INVALID);
    // Errors.
    int value = 0;
    const CUdeviceptr plain = allocate(64);
    CHECK_RESULT(DRV(cuMemAdvise)(plain, 64, CU_MEM_ADVISE_SET_READ_MOSTLY, gpu),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemAdvise)(address, 5 * page, CU_MEM_ADVISE_SET_READ_MOSTLY, gpu),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemAdvise)(address, page, CU_MEM_ADVISE_SET_ACCESSED_BY,
                                  (CUmemLocation{CU_MEM_LOCATION_TYPE_DEVICE, {9}})),
                 CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(DRV(cuMemAdvise)(address, page, static_cast<CUmem_advise>(99), gpu),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemPrefetchAsync)(plain, 64, gpu, 0, nullptr), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(
        DRV(cuMemRangeGetAttribute)(&value, 8, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, address, page),
        CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuMemFree)(address));
    CHECK_RESULT(
        DRV(cuMemRangeGetAttribute)(&value, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, address, page),
        CUDA_ERROR_INVALID_VALUE);
}

void TestMemory::unifiedCopy() {
    auto data = counting(500);
    const CUdeviceptr address = allocate(500);
    CHECK_OK(DRV(cuMemcpy)(address, reinterpret_cast<CUdeviceptr>(data.data()), 500));
    std::vector<unsigned char> back(500);
    CHECK_OK(DRV(cuMemcpy)(reinterpret_cast<CUdeviceptr>(back.data()), address, 500));
    QCOMPARE(back, data);
}

void TestMemory::peerCopies() {
    const auto data = counting(3000);
    const CUdeviceptr here = allocate(3000);
    CHECK_OK(DRV(cuMemcpyHtoD)(here, data.data(), 3000));
    TestContext other(1);
    const CUdeviceptr there = allocate(3000);
    CHECK_OK(DRV(cuMemcpyPeer)(there, other.get(), here, m_context->get(), 3000));
    std::vector<unsigned char> back(3000);
    CHECK_OK(DRV(cuMemcpyDtoH)(back.data(), there, 3000));
    QCOMPARE(back, data);
    int ordinal = -1;
    CHECK_OK(DRV(cuPointerGetAttribute)(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, there));
    QCOMPARE(ordinal, 1);
}

void TestMemory::pointerAttributes() {
    const CUdeviceptr address = allocate(1000);
    CUcontext context = nullptr;
    CUmemorytype type{};
    CUdeviceptr start = 0;
    size_t size = 0;
    CUpointer_attribute wanted[] = {CU_POINTER_ATTRIBUTE_CONTEXT, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                    CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                    CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    void* data[] = {&context, &type, &start, &size};
    CHECK_OK(DRV(cuPointerGetAttributes)(4, wanted, data, address + 8));
    QCOMPARE(context, m_context->get());
    QCOMPARE(int(type), int(CU_MEMORYTYPE_DEVICE));
    QCOMPARE(start, address);
    QCOMPARE(size, size_t(1000));
    int local = 0;
    CHECK_RESULT(DRV(cuPointerGetAttribute)(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                            reinterpret_cast<CUdeviceptr>(&local)),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuPointerGetAttributes)(4, wanted, data, reinterpret_cast<CUdeviceptr>(&local)));
    QCOMPARE(int(type), 0);
    QVERIFY(!context);
}

void TestMemory::arrays() {
    CUDA_ARRAY_DESCRIPTOR descriptor{};
    descriptor.Width = 16;
    descriptor.Height = 8;
    descriptor.Format = CU_AD_FORMAT_FLOAT;
    descriptor.NumChannels = 1;
    CUarray array = nullptr;
    CHECK_OK(DRV(cuArrayCreate)(&array, &descriptor));
    CUDA_ARRAY_DESCRIPTOR back{};
    CHECK_OK(DRV(cuArrayGetDescriptor)(&back, array));
    QCOMPARE(back.Width, size_t(16));
    QCOMPARE(back.Height, size_t(8));
    std::vector<float> data(16 * 8), result(16 * 8);
    std::iota(data.begin(), data.end(), 0.5f);
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = data.data();
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.WidthInBytes = 64;
    copy.Height = 8;
    CHECK_OK(DRV(cuMemcpy2D)(&copy));
    CUDA_MEMCPY2D fetch{};
    fetch.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    fetch.srcArray = array;
    fetch.dstMemoryType = CU_MEMORYTYPE_HOST;
    fetch.dstHost = result.data();
    fetch.WidthInBytes = 64;
    fetch.Height = 8;
    CHECK_OK(DRV(cuMemcpy2D)(&fetch));
    QCOMPARE(result, data);
    fetch.Height = 9;
    CHECK_RESULT(DRV(cuMemcpy2D)(&fetch), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuArrayDestroy)(array));
    CHECK_RESULT(DRV(cuArrayDestroy)(array), CUDA_ERROR_INVALID_HANDLE);
    descriptor.NumChannels = 3;
    CHECK_RESULT(DRV(cuArrayCreate)(&array, &descriptor), CUDA_ERROR_INVALID_VALUE);
}

/// They fail, and no invalid range is treated as memory.
void TestMemory::sizesThatWrapAround() {
    void* host = nullptr;
    CHECK_RESULT(DRV(cuMemAllocHost)(&host, SIZE_MAX), CUDA_ERROR_OUT_OF_MEMORY);
    CHECK_RESULT(DRV(cuMemHostAlloc)(&host, SIZE_MAX - 5000, 0), CUDA_ERROR_OUT_OF_MEMORY);
    CUdeviceptr base = 0;
    size_t size = 0;
    CHECK_RESULT(DRV(cuMemGetAddressRange)(&base, &size, ~CUdeviceptr{0}), CUDA_ERROR_NOT_FOUND);
    std::vector<unsigned char> data(100);
    CHECK_RESULT(DRV(cuMemHostRegister)(data.data(), SIZE_MAX, 0), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(
        DRV(cuMemHostRegister)(data.data(), 0 - reinterpret_cast<std::uintptr_t>(data.data()), 0),
        CUDA_ERROR_INVALID_VALUE);
    CUDA_ARRAY3D_DESCRIPTOR descriptor{SIZE_MAX, 4, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    CUmipmappedArray mipmap = nullptr;
    CHECK_RESULT(DRV(cuMipmappedArrayCreate)(&mipmap, &descriptor, 100), CUDA_ERROR_INVALID_VALUE);
}

/// The first level fits in the remaining memory, but the others do not.
void TestMemory::mipmapsWithoutRoom() {
    CUDA_ARRAY3D_DESCRIPTOR descriptor{4096, 4096, 0, CU_AD_FORMAT_FLOAT, 4, 0};
    constexpr size_t first = size_t{4096} * 4096 * 16;
    size_t before = 0, after = 0, total = 0;
    CHECK_OK(DRV(cuMemGetInfo)(&before, &total));
    const CUdeviceptr rest = allocate(before - first - first / 8);
    QVERIFY(rest != 0);
    CUmipmappedArray mipmap = nullptr;
    CHECK_RESULT(DRV(cuMipmappedArrayCreate)(&mipmap, &descriptor, 8), CUDA_ERROR_OUT_OF_MEMORY);
    CHECK_OK(DRV(cuMemFree)(rest));
    CHECK_OK(DRV(cuMemGetInfo)(&after, &total));
    QCOMPARE(after, before);
}

void TestMemory::hostMemoryIsFilledAtOnce_data() {
    QTest::addColumn<bool>("managed");
    QTest::newRow("page-locked") << false;
    QTest::newRow("managed") << true;
}

/// Of memory that the host can look at, cuMemset is done when it returns.
void TestMemory::hostMemoryIsFilledAtOnce() {
    QFETCH(bool, managed);
    constexpr size_t kBytes = 4u << 20;
    CUdeviceptr address = 0;
    void* host = nullptr;
    if (managed) {
        CHECK_OK(DRV(cuMemAllocManaged)(&address, kBytes, CU_MEM_ATTACH_GLOBAL));
        host = reinterpret_cast<void*>(address);
    } else {
        CHECK_OK(DRV(cuMemHostAlloc)(&host, kBytes, CU_MEMHOSTALLOC_DEVICEMAP));
        CHECK_OK(DRV(cuMemHostGetDevicePointer)(&address, host, 0));
    }
    const volatile auto* bytes = static_cast<const unsigned char*>(host);
    for (unsigned round = 1; round < 50; ++round) {
        CHECK_OK(DRV(cuMemsetD8)(address, static_cast<unsigned char>(round), kBytes));
        QCOMPARE(unsigned(bytes[kBytes - 1]), round);
    }
    CHECK_OK(managed ? DRV(cuMemFree)(address) : DRV(cuMemFreeHost)(host));
}

void TestMemory::pools() {
    CUmemoryPool pool = nullptr, same = nullptr;
    CHECK_OK(DRV(cuDeviceGetDefaultMemPool)(&pool, 0));
    CHECK_OK(DRV(cuDeviceGetMemPool)(&same, 0));
    QCOMPARE(same, pool);
    CUdeviceptr address = 0;
    CHECK_OK(DRV(cuMemAllocAsync)(&address, 5000, nullptr));
    cuuint64_t used = 0;
    CHECK_OK(DRV(cuMemPoolGetAttribute)(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    QCOMPARE(used, cuuint64_t(5000));
    CHECK_OK(DRV(cuMemsetD8Async)(address, 1, 5000, nullptr));
    CHECK_OK(DRV(cuMemFreeAsync)(address, nullptr));
    CHECK_OK(DRV(cuCtxSynchronize)());
    CHECK_OK(DRV(cuMemPoolGetAttribute)(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    QCOMPARE(used, cuuint64_t(0));
    CHECK_RESULT(DRV(cuMemFreeAsync)(address, nullptr), CUDA_ERROR_INVALID_VALUE);
}

WARPBENCH_TEST(TestMemory)
} // namespace tst_simgpu_memory

#include "tst_simgpu_memory.moc"
