// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver_library.h"
#include "tests/main.h"

#include <random>
#include <thread>
#include <vector>

namespace tst_simgpu_stress {

/// Many threads using the driver at once; also meant for the thread sanitizer.
class TestStress : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void contextPerThread();
    void oneContextManyThreads();
    void badHandlesFromManyThreads();
    void longChains();
};

namespace {

constexpr int kThreads = 8;

template <typename Body>
void onThreads(Body&& body) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i)
        threads.emplace_back([&body, i] { body(i); });
    for (std::thread& thread : threads)
        thread.join();
}

/// Copies numbers through random chains of buffers and streams; true if they are unchanged.
bool shuffleBuffers(unsigned int seed, int rounds) {
    std::mt19937 random(seed);
    constexpr size_t count = 256;
    CUstream streams[3] = {};
    for (CUstream& stream : streams)
        DRV(cuStreamCreate)(&stream, CU_STREAM_NON_BLOCKING);
    CUevent event = nullptr;
    DRV(cuEventCreate)(&event, CU_EVENT_DISABLE_TIMING);
    bool right = true;
    for (int round = 0; round < rounds && right; ++round) {
        std::vector<unsigned int> data(count), back(count);
        for (unsigned int& value : data)
            value = random();
        CUdeviceptr buffers[2] = {};
        DRV(cuMemAlloc)(&buffers[0], count * 4);
        CUstream last = streams[random() % 3];
        DRV(cuMemAllocAsync)(&buffers[1], count * 4, last);
        DRV(cuMemcpyHtoDAsync)(buffers[0], data.data(), count * 4, last);
        for (int hop = 0; hop < 6; ++hop) {
            DRV(cuEventRecord)(event, last);
            last = streams[random() % 3];
            DRV(cuStreamWaitEvent)(last, event, 0);
            DRV(cuMemcpyDtoDAsync)(buffers[1 - hop % 2], buffers[hop % 2], count * 4, last);
        }
        DRV(cuMemcpyDtoHAsync)(back.data(), buffers[0], count * 4, last);
        right = DRV(cuStreamSynchronize)(last) == CUDA_SUCCESS && back == data;
        DRV(cuMemFreeAsync)(buffers[1], last);
        DRV(cuMemFree)(buffers[0]);
    }
    for (CUstream stream : streams)
        DRV(cuStreamDestroy)(stream);
    DRV(cuEventDestroy)(event);
    return right;
}

} // namespace

void TestStress::initTestCase() {
    CHECK_OK(DRV(cuInit)(0));
}

void TestStress::contextPerThread() {
    std::vector<int> right(kThreads);
    onThreads([&](int i) {
        CUcontext context = nullptr;
        DRV(cuCtxCreate)(&context, nullptr, 0, 0);
        right[static_cast<size_t>(i)] = shuffleBuffers(static_cast<unsigned>(i), 20);
        DRV(cuCtxDestroy)(context);
    });
    QCOMPARE(right, std::vector<int>(kThreads, 1));
}

void TestStress::oneContextManyThreads() {
    TestContext context;
    size_t before = 0, after = 0, total = 0;
    CUmemoryPool pool = nullptr; // keeps freed memory
    CHECK_OK(DRV(cuDeviceGetDefaultMemPool)(&pool, 0));
    CHECK_OK(DRV(cuMemPoolTrimTo)(pool, 0));
    CHECK_OK(DRV(cuMemGetInfo)(&before, &total));
    std::vector<int> right(kThreads);
    onThreads([&](int i) {
        DRV(cuCtxSetCurrent)(context.get());
        right[static_cast<size_t>(i)] = shuffleBuffers(static_cast<unsigned>(100 + i), 20);
    });
    QCOMPARE(right, std::vector<int>(kThreads, 1));
    CHECK_OK(DRV(cuCtxSynchronize)());
    CHECK_OK(DRV(cuMemPoolTrimTo)(pool, 0));
    CHECK_OK(DRV(cuMemGetInfo)(&after, &total));
    QCOMPARE(after, before);
}

void TestStress::badHandlesFromManyThreads() {
    // Threads destroy the same handles: exactly one succeeds for each, without a crash.
    TestContext context;
    std::vector<CUstream> streams(100);
    for (CUstream& stream : streams)
        CHECK_OK(DRV(cuStreamCreate)(&stream, 0));
    std::atomic<int> destroyed{0};
    onThreads([&](int) {
        DRV(cuCtxSetCurrent)(context.get());
        for (CUstream stream : streams) {
            DRV(cuStreamQuery)(stream);
            destroyed += DRV(cuStreamDestroy)(stream) == CUDA_SUCCESS;
        }
    });
    QCOMPARE(destroyed.load(), 100);
}

void TestStress::longChains() {
    // Deep chains must not be torn down by recursion.
    TestContext context;
    CUdeviceptr address = 0;
    CHECK_OK(DRV(cuMemAlloc)(&address, 4));
    CUstream stream = nullptr;
    CHECK_OK(DRV(cuStreamCreate)(&stream, 0));
    CUevent event = nullptr;
    CHECK_OK(DRV(cuEventCreate)(&event, 0));
    for (unsigned int i = 0; i < 20000; ++i) {
        DRV(cuMemsetD32Async)(address, i, 1, stream);
        DRV(cuEventRecord)(event, stream);
    }
    CHECK_OK(DRV(cuStreamSynchronize)(stream));
    unsigned int last = 0;
    CHECK_OK(DRV(cuMemcpyDtoH)(&last, address, 4));
    QCOMPARE(last, 19999u);
}

WARPBENCH_TEST(TestStress)
} // namespace tst_simgpu_stress

#include "tst_simgpu_stress.moc"
