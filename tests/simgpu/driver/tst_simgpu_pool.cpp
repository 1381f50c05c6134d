// SPDX-License-Identifier: GPL-3.0-or-later
// Pools of stream-ordered memory: what they reserve, when they release it, and their access rights.
#include "driver_kernels.h"
#include "tests/main.h"

#include <cstring>
#include <vector>

namespace tst_simgpu_pool {

namespace {

constexpr cuuint64_t kMemory = 64u << 20; ///< bytes of each device
constexpr cuuint64_t kKeepAll = ~cuuint64_t{0};

cuuint64_t attribute(CUmemoryPool pool, CUmemPool_attribute which) {
    cuuint64_t value = 0;
    if (DRV(cuMemPoolGetAttribute)(pool, which, &value) != CUDA_SUCCESS)
        qFatal("a pool's attribute cannot be read");
    return value;
}

cuuint64_t reserved(CUmemoryPool pool) {
    return attribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT);
}
cuuint64_t used(CUmemoryPool pool) {
    return attribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT);
}

size_t deviceFree() {
    size_t free = 0, total = 0;
    if (DRV(cuMemGetInfo)(&free, &total) != CUDA_SUCCESS)
        qFatal("cuMemGetInfo");
    return free;
}

/// For functions with a result, from which a check cannot return.
void must(CUresult result) {
    if (result != CUDA_SUCCESS)
        qFatal("%s", errorName(result).c_str());
}

/// A pool of the first device that keeps freed memory.
class Pool {
  public:
    explicit Pool(cuuint64_t threshold = kKeepAll, size_t maxBytes = 0) {
        CUmemPoolProps props{};
        props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
        props.location = {CU_MEM_LOCATION_TYPE_DEVICE, {0}};
        props.maxSize = maxBytes;
        if (DRV(cuMemPoolCreate)(&m_pool, &props) != CUDA_SUCCESS)
            qFatal("cannot make a pool");
        setThreshold(threshold);
    }
    ~Pool() {
        if (m_pool)
            DRV(cuMemPoolDestroy)(m_pool);
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    void destroy() {
        CHECK_OK(DRV(cuMemPoolDestroy)(m_pool));
        m_pool = nullptr;
    }
    void setThreshold(cuuint64_t bytes) {
        CHECK_OK(DRV(cuMemPoolSetAttribute)(m_pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &bytes));
    }
    CUdeviceptr allocate(size_t bytes) {
        CUdeviceptr address = 0;
        m_result = DRV(cuMemAllocFromPoolAsync)(&address, bytes, m_pool, nullptr);
        return address;
    }
    CUresult result() const { return m_result; }
    operator CUmemoryPool() const { return m_pool; }

  private:
    CUmemoryPool m_pool = nullptr;
    CUresult m_result = CUDA_SUCCESS;
};

void freeAndSynchronize(CUdeviceptr address) {
    CHECK_OK(DRV(cuMemFreeAsync)(address, nullptr));
    CHECK_OK(DRV(cuStreamSynchronize)(nullptr));
}

CUmemAccessDesc accessOf(int device, CUmemAccess_flags flags) {
    CUmemAccessDesc access{};
    access.location = {CU_MEM_LOCATION_TYPE_DEVICE, {device}};
    access.flags = flags;
    return access;
}

CUresult allow(CUmemoryPool pool, int device, CUmemAccess_flags flags) {
    const CUmemAccessDesc access = accessOf(device, flags);
    return DRV(cuMemPoolSetAccess)(pool, &access, 1);
}

} // namespace

class TestPool : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void keepsUpToTheThreshold();
    void whatIsKeptIsMissingElsewhere();
    void synchronizationsTrim_data();
    void synchronizationsTrim();
    void highWaterMarks();
    void destroyedPoolsKeepNothing();
    void maximumCountsWhatIsKept();
    void freedMemoryIsGoneForKernels();
    void accessOfAnotherDevice();
    void accessIsThePoolsOnly();
    void accessIsChecked();
    void managedPools();
};

namespace {

struct SecondDevice {
    TestContext context{1};
    CUfunction copy = nullptr;
    CUdeviceptr own = 0;
    SecondDevice() {
        copy = function(load(kWords), "copy");
        CHECK_OK(DRV(cuMemAlloc)(&own, 4));
        CHECK_OK(DRV(cuMemsetD32)(own, 7, 1));
    }
    CUresult run(CUdeviceptr from, CUdeviceptr to) {
        must(DRV(cuCtxPushCurrent)(context.get()));
        void* arguments[] = {&from, &to};
        must(launch(copy, 1, 1, arguments));
        const CUresult result = DRV(cuCtxSynchronize)();
        simApi()->resetError(1);
        simApi()->clearFaults(1);
        must(DRV(cuCtxPopCurrent)(nullptr));
        return result;
    }
    CUresult read(CUdeviceptr address) { return run(address, own); }
    CUresult write(CUdeviceptr address) { return run(own, address); }
};

} // namespace

void TestPool::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,h200");
    qputenv("WARPBENCH_SIMGPU_MEMORY", QByteArray::number(qulonglong(kMemory)));
    CHECK_OK(DRV(cuInit)(0));
}

void TestPool::keepsUpToTheThreshold() {
    const TestContext context;
    Pool pool(5000);
    const CUdeviceptr a = pool.allocate(4000), b = pool.allocate(3000);
    QCOMPARE(used(pool), cuuint64_t(7000));
    QCOMPARE(reserved(pool), cuuint64_t(7000));
    freeAndSynchronize(a);
    QCOMPARE(used(pool), cuuint64_t(3000));
    QCOMPARE(reserved(pool), cuuint64_t(5000));
    freeAndSynchronize(b);
    QCOMPARE(used(pool), cuuint64_t(0));
    QCOMPARE(reserved(pool), cuuint64_t(5000));
    // Reserved memory serves the next allocations.
    const CUdeviceptr c = pool.allocate(4500);
    QCOMPARE(reserved(pool), cuuint64_t(5000));
    CHECK_OK(DRV(cuMemPoolTrimTo)(pool, 0));
    QCOMPARE(reserved(pool), cuuint64_t(4500)); // memory in use stays
    freeAndSynchronize(c);
    CHECK_OK(DRV(cuMemPoolTrimTo)(pool, 2000));
    QCOMPARE(reserved(pool), cuuint64_t(2000));
    CHECK_OK(DRV(cuMemPoolTrimTo)(pool, 3000)); // less is reserved: nothing to do
    QCOMPARE(reserved(pool), cuuint64_t(2000));
    CHECK_OK(DRV(cuMemPoolTrimTo)(pool, 0));
    QCOMPARE(reserved(pool), cuuint64_t(0));
}

void TestPool::whatIsKeptIsMissingElsewhere() {
    const TestContext context;
    Pool pool;
    const size_t before = deviceFree();
    const CUdeviceptr a = pool.allocate(kMemory * 3 / 4);
    QCOMPARE(before - deviceFree(), size_t(kMemory * 3 / 4));
    freeAndSynchronize(a);
    QCOMPARE(before - deviceFree(), size_t(kMemory * 3 / 4));
    CUdeviceptr other = 0;
    CHECK_RESULT(DRV(cuMemAlloc)(&other, kMemory / 2), CUDA_ERROR_OUT_OF_MEMORY);
    const CUdeviceptr b = pool.allocate(kMemory * 3 / 4);
    CHECK_OK(pool.result());
    freeAndSynchronize(b);
    CHECK_OK(DRV(cuMemPoolTrimTo)(pool, 0));
    QCOMPARE(deviceFree(), before);
    CHECK_OK(DRV(cuMemAlloc)(&other, kMemory / 2));
    CHECK_OK(DRV(cuMemFree)(other));
}

void TestPool::synchronizationsTrim_data() {
    QTest::addColumn<int>("how");
    QTest::newRow("context") << 0;
    QTest::newRow("stream") << 1;
    QTest::newRow("event") << 2;
}

void TestPool::synchronizationsTrim() {
    QFETCH(int, how);
    const TestContext context;
    Pool pool;
    freeAndSynchronize(pool.allocate(1000));
    QCOMPARE(reserved(pool), cuuint64_t(1000));
    pool.setThreshold(0);
    QCOMPARE(reserved(pool), cuuint64_t(1000));
    CUevent event = nullptr;
    CHECK_OK(DRV(cuEventCreate)(&event, 0));
    CHECK_OK(DRV(cuEventRecord)(event, nullptr));
    CHECK_OK(how == 0   ? DRV(cuCtxSynchronize)()
             : how == 1 ? DRV(cuStreamSynchronize)(nullptr)
                        : DRV(cuEventSynchronize)(event));
    QCOMPARE(reserved(pool), cuuint64_t(0));
    CHECK_OK(DRV(cuEventDestroy)(event));
}

void TestPool::highWaterMarks() {
    const TestContext context;
    Pool pool;
    const CUdeviceptr a = pool.allocate(3000);
    freeAndSynchronize(pool.allocate(2000));
    QCOMPARE(attribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH), cuuint64_t(5000));
    QCOMPARE(attribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH), cuuint64_t(5000));
    cuuint64_t zero = 0, one = 1;
    CHECK_OK(DRV(cuMemPoolSetAttribute)(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &zero));
    QCOMPARE(attribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH), cuuint64_t(3000));
    QCOMPARE(attribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH), cuuint64_t(5000));
    CHECK_OK(DRV(cuMemPoolTrimTo)(pool, 0));
    CHECK_OK(DRV(cuMemPoolSetAttribute)(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, &zero));
    QCOMPARE(attribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH), cuuint64_t(3000));
    for (const CUmemPool_attribute which :
         {CU_MEMPOOL_ATTR_USED_MEM_HIGH, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH})
        CHECK_RESULT(DRV(cuMemPoolSetAttribute)(pool, which, &one), CUDA_ERROR_INVALID_VALUE);
    for (const CUmemPool_attribute which :
         {CU_MEMPOOL_ATTR_USED_MEM_CURRENT, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT})
        CHECK_RESULT(DRV(cuMemPoolSetAttribute)(pool, which, &zero), CUDA_ERROR_INVALID_VALUE);
    freeAndSynchronize(a);
}

void TestPool::destroyedPoolsKeepNothing() {
    const TestContext context;
    const size_t before = deviceFree();
    Pool pool;
    const CUdeviceptr a = pool.allocate(1u << 20);
    freeAndSynchronize(pool.allocate(2u << 20));
    QCOMPARE(before - deviceFree(), size_t(3u << 20));
    pool.destroy();
    // An allocation outlives its pool.
    QCOMPARE(before - deviceFree(), size_t(1u << 20));
    CHECK_OK(DRV(cuMemsetD8)(a, 1, 1u << 20));
    freeAndSynchronize(a);
    QCOMPARE(deviceFree(), before);
}

void TestPool::maximumCountsWhatIsKept() {
    const TestContext context;
    Pool pool(kKeepAll, 5000);
    const CUdeviceptr a = pool.allocate(2000), b = pool.allocate(2000);
    freeAndSynchronize(a);
    QCOMPARE(reserved(pool), cuuint64_t(4000));
    pool.allocate(4000);
    CHECK_RESULT(pool.result(), CUDA_ERROR_OUT_OF_MEMORY);
    const CUdeviceptr c = pool.allocate(3000);
    CHECK_OK(pool.result());
    QCOMPARE(reserved(pool), cuuint64_t(5000));
    freeAndSynchronize(b);
    freeAndSynchronize(c);
}

void TestPool::freedMemoryIsGoneForKernels() {
    SecondDevice device; // its context is current
    CUmemoryPool pool = nullptr;
    CHECK_OK(DRV(cuDeviceGetDefaultMemPool)(&pool, 1));
    cuuint64_t all = kKeepAll, none = 0;
    CHECK_OK(DRV(cuMemPoolSetAttribute)(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &all));
    CUdeviceptr a = 0;
    CHECK_OK(DRV(cuMemAllocAsync)(&a, 4, nullptr));
    CHECK_OK(device.write(a));
    freeAndSynchronize(a);
    QCOMPARE(reserved(pool), cuuint64_t(4));
    CHECK_RESULT(device.read(a), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK_OK(DRV(cuMemPoolSetAttribute)(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &none));
    CHECK_OK(DRV(cuMemPoolTrimTo)(pool, 0));
}

void TestPool::accessOfAnotherDevice() {
    SecondDevice second;
    const TestContext context;
    Pool pool;
    const CUdeviceptr a = pool.allocate(4);
    CHECK_OK(DRV(cuMemsetD32)(a, 1, 1));
    CUmemLocation location{CU_MEM_LOCATION_TYPE_DEVICE, {1}};
    const auto access = [&] {
        CUmemAccess_flags flags{};
        must(DRV(cuMemPoolGetAccess)(&flags, pool, &location));
        return flags;
    };
    QCOMPARE(access(), CU_MEM_ACCESS_FLAGS_PROT_NONE);
    CHECK_RESULT(second.read(a), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK_OK(allow(pool, 1, CU_MEM_ACCESS_FLAGS_PROT_READ));
    QCOMPARE(access(), CU_MEM_ACCESS_FLAGS_PROT_READ);
    CHECK_OK(second.read(a));
    CHECK_RESULT(second.write(a), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK_OK(allow(pool, 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    CHECK_OK(second.write(a));
    // Later allocations are accessible too, until they are freed.
    const CUdeviceptr b = pool.allocate(4);
    CHECK_OK(second.write(b));
    freeAndSynchronize(b);
    CHECK_RESULT(second.read(b), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK_OK(allow(pool, 1, CU_MEM_ACCESS_FLAGS_PROT_NONE));
    QCOMPARE(access(), CU_MEM_ACCESS_FLAGS_PROT_NONE);
    CHECK_RESULT(second.read(a), CUDA_ERROR_ILLEGAL_ADDRESS);
    freeAndSynchronize(a);
}

void TestPool::accessIsThePoolsOnly() {
    SecondDevice second;
    const TestContext context;
    Pool pool, other;
    CHECK_OK(allow(pool, 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    const CUdeviceptr a = pool.allocate(4), b = other.allocate(4);
    CUdeviceptr c = 0;
    CHECK_OK(DRV(cuMemAlloc)(&c, 4));
    CHECK_OK(second.write(a));
    CHECK_RESULT(second.read(b), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK_RESULT(second.read(c), CUDA_ERROR_ILLEGAL_ADDRESS);
    // Removing it does not end the access between contexts either.
    CHECK_OK(DRV(cuCtxPushCurrent)(second.context.get()));
    CHECK_OK(DRV(cuCtxEnablePeerAccess)(context.get(), 0));
    CHECK_OK(DRV(cuCtxPopCurrent)(nullptr));
    CHECK_OK(allow(pool, 1, CU_MEM_ACCESS_FLAGS_PROT_NONE));
    CHECK_OK(second.read(c));
    for (const CUdeviceptr address : {a, b})
        freeAndSynchronize(address);
}

void TestPool::accessIsChecked() {
    const TestContext context;
    Pool pool;
    CHECK_RESULT(allow(pool, 0, CU_MEM_ACCESS_FLAGS_PROT_NONE), CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(allow(pool, 0, CU_MEM_ACCESS_FLAGS_PROT_READ), CUDA_ERROR_NOT_SUPPORTED);
    CHECK_RESULT(allow(pool, 1, static_cast<CUmemAccess_flags>(2)), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(allow(pool, 5, CU_MEM_ACCESS_FLAGS_PROT_READ), CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(allow(nullptr, 1, CU_MEM_ACCESS_FLAGS_PROT_READ), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemPoolSetAccess)(pool, nullptr, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuMemPoolTrimTo)(nullptr, 0), CUDA_ERROR_INVALID_VALUE);
}

/// The answers of driver 580 on an H200.
void TestPool::managedPools() {
    const TestContext context;
    const auto managed = static_cast<CUmemAllocationType>(2);
    const struct {
        int type;
        CUresult created;
        CUresult known;
        int preferred;
    } rows[] = {{0, CUDA_SUCCESS, CUDA_SUCCESS, CU_DEVICE_INVALID},
                {CU_MEM_LOCATION_TYPE_DEVICE, CUDA_SUCCESS, CUDA_SUCCESS, 0},
                {2, CUDA_SUCCESS, CUDA_SUCCESS, CU_DEVICE_CPU},
                {3, CUDA_SUCCESS, CUDA_SUCCESS, CU_DEVICE_CPU},
                {5, CUDA_ERROR_NOT_SUPPORTED, CUDA_ERROR_NOT_SUPPORTED, 0}};
    for (const auto& row : rows) {
        CUmemPoolProps props{};
        props.allocType = managed;
        props.location = {static_cast<CUmemLocationType>(row.type), {0}};
        CUmemLocation place = props.location;
        CUmemoryPool standing = nullptr;
        CHECK_RESULT(DRV(cuMemGetDefaultMemPool)(&standing, &place, managed), row.known);
        CUmemoryPool pool = nullptr;
        CHECK_RESULT(DRV(cuMemPoolCreate)(&pool, &props), row.created);
        if (row.created != CUDA_SUCCESS)
            continue;
        props.maxSize = 1 << 20;
        CUmemoryPool bounded = nullptr;
        CHECK_RESULT(DRV(cuMemPoolCreate)(&bounded, &props), CUDA_ERROR_INVALID_VALUE);

        CUdeviceptr address = 0;
        CHECK_OK(DRV(cuMemAllocFromPoolAsync)(&address, 4096, pool, nullptr));
        unsigned int isManaged = 0, kind = 0;
        void* onHost = nullptr;
        CUmemoryPool of = nullptr;
        CHECK_OK(DRV(cuPointerGetAttribute)(&isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED, address));
        CHECK_OK(DRV(cuPointerGetAttribute)(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address));
        CHECK_OK(DRV(cuPointerGetAttribute)(&onHost, CU_POINTER_ATTRIBUTE_HOST_POINTER, address));
        CHECK_OK(DRV(cuPointerGetAttribute)(&of, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, address));
        QCOMPARE(isManaged, 1u);
        QCOMPARE(kind, unsigned(CU_MEMORYTYPE_DEVICE));
        QCOMPARE(reinterpret_cast<CUdeviceptr>(onHost), address);
        QCOMPARE(of, pool);
        int preferred = 99;
        CHECK_OK(DRV(cuMemRangeGetAttribute)(&preferred, sizeof preferred,
                                             CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, address,
                                             4096));
        QCOMPARE(preferred, row.preferred);
        std::memset(onHost, 7, 16);
        unsigned char back[16] = {};
        CHECK_OK(DRV(cuMemcpyDtoH)(back, address, sizeof back));
        QCOMPARE(int(back[15]), 7);
        QCOMPARE(used(pool), cuuint64_t(4096));
        CHECK_OK(DRV(cuMemFreeAsync)(address, nullptr));
        CHECK_OK(DRV(cuStreamSynchronize)(nullptr));
        QCOMPARE(used(pool), cuuint64_t(0));

        CHECK_OK(allow(pool, 0, CU_MEM_ACCESS_FLAGS_PROT_READ));
        CHECK_OK(DRV(cuMemSetMemPool)(&place, managed, pool));
        CUmemoryPool current = nullptr;
        CHECK_OK(DRV(cuMemGetMemPool)(&current, &place, managed));
        QCOMPARE(current, pool);
        // Allocations without a pool still use the device's own.
        CHECK_OK(DRV(cuMemAllocAsync)(&address, 64, nullptr));
        CHECK_OK(DRV(cuPointerGetAttribute)(&isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED, address));
        QCOMPARE(isManaged, 0u);
        CHECK_OK(DRV(cuMemFreeAsync)(address, nullptr));
        CUmemLocation device{CU_MEM_LOCATION_TYPE_DEVICE, {0}};
        CHECK_RESULT(DRV(cuMemSetMemPool)(&device, CU_MEM_ALLOCATION_TYPE_PINNED, pool),
                     CUDA_ERROR_INVALID_VALUE);
        CHECK_OK(DRV(cuMemPoolDestroy)(pool));
        CHECK_RESULT(DRV(cuMemPoolDestroy)(standing), CUDA_ERROR_INVALID_VALUE);
    }
}

WARPBENCH_TEST(TestPool)
} // namespace tst_simgpu_pool

#include "tst_simgpu_pool.moc"
