// SPDX-License-Identifier: GPL-3.0-or-later
// A system that cannot start more threads: calls that need one fail, those that can work with the
// existing threads succeed.
#include "driver_kernels.h"
#include "tests/main.h"

#include <pthread.h>

#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace tst_simgpu_few_threads {

namespace {

constexpr unsigned kBlocks = 64, kThreads = 64;

/// No thread can be made while it lives: by default each wants more stack than there are addresses.
/// (A limit of processes does not hold for root, whom containers run tests as.)
class NoMoreThreads {
  public:
    NoMoreThreads() {
        pthread_attr_init(&m_before);
        pthread_getattr_default_np(&m_before);
        pthread_attr_t greedy;
        pthread_attr_init(&greedy);
        pthread_attr_setstacksize(&greedy, std::size_t{1} << 47);
        pthread_setattr_default_np(&greedy);
        pthread_attr_destroy(&greedy);
    }
    ~NoMoreThreads() {
        pthread_setattr_default_np(&m_before);
        pthread_attr_destroy(&m_before);
    }
    NoMoreThreads(const NoMoreThreads&) = delete;
    NoMoreThreads& operator=(const NoMoreThreads&) = delete;

    static bool works() {
        const NoMoreThreads none;
        try {
            std::thread([] {}).join();
        } catch (const std::system_error&) {
            return true;
        }
        return false;
    }

  private:
    pthread_attr_t m_before;
};

/// As many kernels as are decoded on several threads.
std::string manyKernels() {
    std::string text = ".version 8.0\n.target sm_70\n.address_size 64\n";
    for (int k = 0; k < 400; ++k) {
        text += ".visible .entry k" + std::to_string(k) +
                "(.param .u64 p)\n{\n.reg .b64 %rd<2>; .reg .b32 %r<2>;\nld.param.u64 %rd1, [p];\n"
                "mov.u32 %r1, " +
                std::to_string(k) + ";\n";
        for (int i = 0; i < 20; ++i)
            text += "add.u32 %r1, %r1, 1;\n";
        text += "st.global.u32 [%rd1], %r1;\nret;\n}\n";
    }
    return text;
}

} // namespace

class TestFewThreads : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        if (!NoMoreThreads::works())
            QSKIP("threads can be made however much stack they want");
        qunsetenv("WARPBENCH_SIMGPU");
        CHECK_OK(DRV(cuInit)(0));
    }
    // In this order: threads that the driver has, it keeps.
    void withNone();
    void withOne();
    void withAll();

  private:
    /// A launch on more blocks than there are cores.
    void addOnAllBlocks();
};

void TestFewThreads::addOnAllBlocks() {
    const unsigned count = kBlocks * kThreads;
    CUdeviceptr buffer = 0;
    CHECK_OK(DRV(cuMemAlloc)(&buffer, count * 4));
    CHECK_OK(DRV(cuMemsetD32)(buffer, 5, count));
    int value = 37;
    void* params[] = {&buffer, &buffer, &value};
    CHECK_OK(launch(function(load(kAdd), "add"), kBlocks, kThreads, params));
    std::vector<unsigned> numbers(count);
    CHECK_OK(DRV(cuMemcpyDtoH)(numbers.data(), buffer, count * 4));
    QCOMPARE(numbers, std::vector<unsigned>(count, 42));
    CHECK_OK(DRV(cuMemFree)(buffer));
}

void TestFewThreads::withNone() {
    const NoMoreThreads none;
    const TestContext context;
    const CUfunction last = function(load(manyKernels().c_str()), "k399");
    QVERIFY2(last, "a module is decoded on the caller's thread where there is no other");
    CUdeviceptr word = 0;
    CHECK_OK(DRV(cuMemAlloc)(&word, 4));
    void* params[] = {&word};
    CHECK_RESULT(launch(last, 1, 1, params), CUDA_ERROR_OPERATING_SYSTEM);
    CHECK_RESULT(launch(last, 1, 1, params), CUDA_ERROR_OPERATING_SYSTEM);
    CHECK_OK(DRV(cuCtxSynchronize)());
}

void TestFewThreads::withOne() {
    const TestContext context;
    CUdeviceptr word = 0;
    CHECK_OK(DRV(cuMemAlloc)(&word, 4));
    CHECK_OK(DRV(cuMemsetD32Async)(word, 7, 1, nullptr));
    CHECK_OK(DRV(cuCtxSynchronize)());
    const NoMoreThreads none;
    addOnAllBlocks();
    // Two concurrent streams, one of which waits for the other.
    CUstream first = nullptr, second = nullptr;
    CUevent event = nullptr;
    CHECK_OK(DRV(cuStreamCreate)(&first, CU_STREAM_NON_BLOCKING));
    CHECK_OK(DRV(cuStreamCreate)(&second, CU_STREAM_NON_BLOCKING));
    CHECK_OK(DRV(cuEventCreate)(&event, CU_EVENT_DISABLE_TIMING));
    CHECK_OK(DRV(cuMemsetD32Async)(word, 8, 1, first));
    CHECK_OK(DRV(cuEventRecord)(event, first));
    CHECK_OK(DRV(cuStreamWaitEvent)(second, event, 0));
    unsigned seen = 0;
    CHECK_OK(DRV(cuMemcpyDtoHAsync)(&seen, word, 4, second));
    CHECK_OK(DRV(cuStreamSynchronize)(second));
    QCOMPARE(seen, 8u);
}

void TestFewThreads::withAll() {
    const TestContext context;
    addOnAllBlocks();
}

WARPBENCH_TEST(TestFewThreads)
} // namespace tst_simgpu_few_threads

#include "tst_simgpu_few_threads.moc"
