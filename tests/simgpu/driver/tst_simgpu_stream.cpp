// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver_library.h"
#include "tests/main.h"
#include "ticket.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace tst_simgpu_stream {

namespace {

/// Like std::latch, which misses wake-ups in libstdc++ 12 on Windows (done_flag.h).
class Latch {
  public:
    explicit Latch(int count)
        : m_left(count) {}
    void count_down() {
        const std::lock_guard lock(m_mutex);
        if (--m_left == 0)
            m_open.notify_all();
    }
    void wait() {
        std::unique_lock lock(m_mutex);
        m_open.wait(lock, [this] { return m_left <= 0; });
    }
    void arrive_and_wait() {
        count_down();
        wait();
    }

  private:
    std::mutex m_mutex;
    std::condition_variable m_open;
    int m_left;
};

/// A host function that reports that it runs and then waits to be released: with it, a test can
/// block a stream for any time without a clock.
struct Gate {
    Latch entered{1};
    Latch opened{1};
    static void CUDA_CB run(void* data) {
        auto* gate = static_cast<Gate*>(data);
        gate->entered.count_down();
        gate->opened.wait();
    }
    void open() { opened.count_down(); }
};

CUstream makeStream(unsigned int flags = 0) {
    CUstream stream = nullptr;
    DRV(cuStreamCreate)(&stream, flags);
    return stream;
}

CUevent makeEvent(unsigned int flags = 0) {
    CUevent event = nullptr;
    DRV(cuEventCreate)(&event, flags);
    return event;
}

} // namespace

class TestStreams : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void init() { m_context = std::make_unique<TestContext>(); }
    void cleanup() { m_context.reset(); }
    void keepsOrder();
    void workIsAsynchronous();
    void streamsRunSideBySide();
    void legacyStreamWaitsForBlockingStreams();
    void blockingStreamsWaitForTheLegacyStream();
    void nonBlockingStreamsDoNot();
    void perThreadStreams();
    void waitEventOrdersStreams();
    void eventQueryAndTime();
    void eventErrors();
    void callbacks();
    void destroyedStreamFinishesItsWork();
    void properties();
    void attributes();
    void contextWaitsForAnEvent();
    void invalidHandles();
    void snapshotOfPageableMemory();
    void waitAndWriteValue();
    void cancelEndsAWait();

  private:
    std::unique_ptr<TestContext> m_context;
};

void TestStreams::initTestCase() {
    qunsetenv("WARPBENCH_SIMGPU");
    CHECK_OK(DRV(cuInit)(0));
    int count = 0;
    CHECK_OK(DRV(cuDeviceGetCount)(&count));
    QCOMPARE(count, 1);
}

void TestStreams::keepsOrder() {
    const CUstream stream = makeStream();
    std::atomic<int> counter{0};
    std::vector<Ticket> tickets(200, Ticket{&counter});
    for (Ticket& ticket : tickets)
        CHECK_OK(DRV(cuLaunchHostFunc)(stream, Ticket::run, &ticket));
    CHECK_OK(DRV(cuStreamSynchronize)(stream));
    for (int i = 0; i < 200; ++i)
        QCOMPARE(tickets[static_cast<size_t>(i)].number, i);
}

void TestStreams::workIsAsynchronous() {
    const CUstream stream = makeStream();
    Gate gate;
    CHECK_OK(DRV(cuLaunchHostFunc)(stream, Gate::run, &gate));
    gate.entered.wait();
    CHECK_RESULT(DRV(cuStreamQuery)(stream), CUDA_ERROR_NOT_READY);
    gate.open();
    CHECK_OK(DRV(cuStreamSynchronize)(stream));
    CHECK_OK(DRV(cuStreamQuery)(stream));
}

void TestStreams::streamsRunSideBySide() {
    // Each waits until all have started: with fewer concurrent ones this would never end.
    constexpr int count = 16;
    struct Meeting {
        Latch all{count};
        static void CUDA_CB run(void* data) { static_cast<Meeting*>(data)->all.arrive_and_wait(); }
    } meeting;
    for (int i = 0; i < count; ++i)
        CHECK_OK(DRV(cuLaunchHostFunc)(makeStream(), Meeting::run, &meeting));
    CHECK_OK(DRV(cuCtxSynchronize)());
}

void TestStreams::legacyStreamWaitsForBlockingStreams() {
    const CUstream stream = makeStream();
    Gate gate;
    CHECK_OK(DRV(cuLaunchHostFunc)(stream, Gate::run, &gate));
    std::atomic<int> counter{0};
    Ticket later{&counter};
    CHECK_OK(DRV(cuLaunchHostFunc)(nullptr, Ticket::run, &later));
    gate.entered.wait();
    CHECK_RESULT(DRV(cuStreamQuery)(nullptr), CUDA_ERROR_NOT_READY);
    QCOMPARE(counter.load(), 0);
    gate.open();
    CHECK_OK(DRV(cuStreamSynchronize)(nullptr));
    QCOMPARE(later.number, 0);
    CHECK_OK(DRV(cuStreamQuery)(stream));
}

void TestStreams::blockingStreamsWaitForTheLegacyStream() {
    const CUstream stream = makeStream();
    Gate gate;
    CHECK_OK(DRV(cuLaunchHostFunc)(CU_STREAM_LEGACY, Gate::run, &gate));
    std::atomic<int> counter{0};
    Ticket later{&counter};
    CHECK_OK(DRV(cuLaunchHostFunc)(stream, Ticket::run, &later));
    gate.entered.wait();
    CHECK_RESULT(DRV(cuStreamQuery)(stream), CUDA_ERROR_NOT_READY);
    gate.open();
    CHECK_OK(DRV(cuStreamSynchronize)(stream));
    QCOMPARE(later.number, 0);
}

void TestStreams::nonBlockingStreamsDoNot() {
    const CUstream stream = makeStream(CU_STREAM_NON_BLOCKING);
    Gate gate;
    CHECK_OK(DRV(cuLaunchHostFunc)(nullptr, Gate::run, &gate));
    std::atomic<int> counter{0};
    Ticket now{&counter};
    CHECK_OK(DRV(cuLaunchHostFunc)(stream, Ticket::run, &now));
    CHECK_OK(DRV(cuStreamSynchronize)(stream)); // would hang if it waited
    QCOMPARE(now.number, 0);
    gate.open();
    CHECK_OK(DRV(cuCtxSynchronize)());
}

void TestStreams::perThreadStreams() {
    // Two threads' own default streams run side by side; the plain null stream would not.
    const auto launch =
        reinterpret_cast<decltype(&cuLaunchHostFunc)>(driverSymbol("cuLaunchHostFunc_ptsz"));
    const auto synchronize =
        reinterpret_cast<decltype(&cuStreamSynchronize)>(driverSymbol("cuStreamSynchronize_ptsz"));
    Latch both{2};
    struct Meeting {
        Latch* latch;
        static void CUDA_CB run(void* data) {
            static_cast<Meeting*>(data)->latch->arrive_and_wait();
        }
    } meeting{&both};
    std::vector<CUresult> results(2);
    std::vector<std::thread> threads;
    for (CUresult& result : results) {
        threads.emplace_back([&] {
            DRV(cuCtxSetCurrent)(m_context->get());
            launch(nullptr, Meeting::run, &meeting);
            result = synchronize(nullptr);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    CHECK_OK(results[0]);
    CHECK_OK(results[1]);
}

void TestStreams::waitEventOrdersStreams() {
    const CUstream first = makeStream(CU_STREAM_NON_BLOCKING);
    const CUstream second = makeStream(CU_STREAM_NON_BLOCKING);
    const CUevent event = makeEvent(CU_EVENT_DISABLE_TIMING);
    std::atomic<int> counter{0};
    Ticket before{&counter}, after{&counter};
    Gate gate;
    CHECK_OK(DRV(cuLaunchHostFunc)(first, Gate::run, &gate));
    CHECK_OK(DRV(cuLaunchHostFunc)(first, Ticket::run, &before));
    CHECK_OK(DRV(cuEventRecord)(event, first));
    CHECK_OK(DRV(cuStreamWaitEvent)(second, event, 0));
    CHECK_OK(DRV(cuLaunchHostFunc)(second, Ticket::run, &after));
    // A later record of the event changes nothing about the wait.
    CHECK_OK(DRV(cuEventRecord)(event, second));
    gate.open();
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(before.number, 0);
    QCOMPARE(after.number, 1);
}

void TestStreams::eventQueryAndTime() {
    const CUstream stream = makeStream();
    const CUevent start = makeEvent(), end = makeEvent();
    CHECK_OK(DRV(cuEventQuery)(start)); // never recorded: nothing to wait for
    Gate gate;
    CHECK_OK(DRV(cuEventRecord)(start, stream));
    CHECK_OK(DRV(cuLaunchHostFunc)(stream, Gate::run, &gate));
    CHECK_OK(DRV(cuEventRecord)(end, stream));
    CHECK_OK(DRV(cuEventSynchronize)(start));
    CHECK_RESULT(DRV(cuEventQuery)(end), CUDA_ERROR_NOT_READY);
    float time = -1;
    CHECK_RESULT(DRV(cuEventElapsedTime)(&time, start, end), CUDA_ERROR_NOT_READY);
    gate.open();
    CHECK_OK(DRV(cuEventSynchronize)(end));
    CHECK_OK(DRV(cuEventElapsedTime)(&time, start, end));
    QVERIFY(time >= 0);
    float back = 1;
    CHECK_OK(DRV(cuEventElapsedTime)(&back, end, start));
    QCOMPARE(back, -time);
}

void TestStreams::eventErrors() {
    const CUevent untimed = makeEvent(CU_EVENT_DISABLE_TIMING), timed = makeEvent();
    CHECK_OK(DRV(cuEventRecord)(untimed, nullptr));
    CHECK_OK(DRV(cuEventRecord)(timed, nullptr));
    CHECK_OK(DRV(cuEventSynchronize)(timed));
    float time = 0;
    CHECK_RESULT(DRV(cuEventElapsedTime)(&time, untimed, timed), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(DRV(cuEventElapsedTime)(&time, makeEvent(), timed), CUDA_ERROR_INVALID_HANDLE);
    CUevent event = nullptr;
    CHECK_RESULT(DRV(cuEventCreate)(&event, 0x100), CUDA_ERROR_INVALID_VALUE);
    CHECK_OK(DRV(cuEventDestroy)(timed));
    CHECK_RESULT(DRV(cuEventDestroy)(timed), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(DRV(cuEventRecord)(timed, nullptr), CUDA_ERROR_INVALID_HANDLE);
    TestContext other;
    CHECK_RESULT(DRV(cuEventRecord)(untimed, nullptr), CUDA_ERROR_INVALID_HANDLE);
}

void TestStreams::callbacks() {
    const CUstream stream = makeStream();
    struct Seen {
        CUstream stream = nullptr;
        CUresult status = CUDA_ERROR_UNKNOWN;
        static void CUDA_CB run(CUstream given, CUresult status, void* data) {
            auto* seen = static_cast<Seen*>(data);
            seen->stream = given;
            seen->status = status;
        }
    } seen;
    CHECK_OK(DRV(cuStreamAddCallback)(stream, Seen::run, &seen, 0));
    CHECK_OK(DRV(cuStreamSynchronize)(stream));
    QCOMPARE(seen.stream, stream);
    CHECK_OK(seen.status);
}

void TestStreams::destroyedStreamFinishesItsWork() {
    const CUstream stream = makeStream();
    Gate gate;
    std::atomic<int> counter{0};
    Ticket ticket{&counter};
    CHECK_OK(DRV(cuLaunchHostFunc)(stream, Gate::run, &gate));
    CHECK_OK(DRV(cuLaunchHostFunc)(stream, Ticket::run, &ticket));
    CHECK_OK(DRV(cuStreamDestroy)(stream));
    CHECK_RESULT(DRV(cuStreamSynchronize)(stream), CUDA_ERROR_INVALID_HANDLE);
    gate.open();
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(ticket.number, 0);
}

void TestStreams::properties() {
    CUstream stream = nullptr;
    CHECK_OK(DRV(cuStreamCreateWithPriority)(&stream, CU_STREAM_NON_BLOCKING, -99));
    int priority = 0;
    CHECK_OK(DRV(cuStreamGetPriority)(stream, &priority));
    QCOMPARE(priority, -5);
    unsigned int flags = 0;
    CHECK_OK(DRV(cuStreamGetFlags)(stream, &flags));
    QCOMPARE(flags, unsigned(CU_STREAM_NON_BLOCKING));
    CUcontext context = nullptr;
    CHECK_OK(DRV(cuStreamGetCtx)(stream, &context));
    QCOMPARE(context, m_context->get());
    unsigned long long one = 0, two = 0;
    CHECK_OK(DRV(cuStreamGetId)(stream, &one));
    CHECK_OK(DRV(cuStreamGetId)(makeStream(), &two));
    QVERIFY(one != two);
}

void TestStreams::attributes() {
    const CUstream one = makeStream(), two = makeStream();
    CUstreamAttrValue value{}, back{};
    value.accessPolicyWindow.num_bytes = 4096;
    value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = CU_ACCESS_PROPERTY_PERSISTING;
    CHECK_OK(DRV(cuStreamSetAttribute)(one, CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value));
    CHECK_OK(DRV(cuStreamGetAttribute)(two, CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW, &back));
    QCOMPARE(back.accessPolicyWindow.num_bytes, size_t(0));
    CHECK_OK(DRV(cuStreamCopyAttributes)(two, one));
    CHECK_OK(DRV(cuStreamGetAttribute)(two, CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW, &back));
    QCOMPARE(back.accessPolicyWindow.num_bytes, size_t(4096));
    value.accessPolicyWindow.hitRatio = 2;
    CHECK_RESULT(DRV(cuStreamSetAttribute)(one, CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value),
                 CUDA_ERROR_INVALID_VALUE);
    value = {};
    value.priority = -3;
    CHECK_OK(DRV(cuStreamSetAttribute)(one, CU_STREAM_ATTRIBUTE_PRIORITY, &value));
    int priority = 0;
    CHECK_OK(DRV(cuStreamGetPriority)(one, &priority));
    QCOMPARE(priority, -3);
    CHECK_OK(DRV(cuStreamGetAttribute)(one, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &back));
    QCOMPARE(int(back.syncPolicy), int(CU_SYNC_POLICY_AUTO));
    CHECK_RESULT(DRV(cuStreamGetAttribute)(one, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &back),
                 CUDA_ERROR_INVALID_VALUE); // an attribute, but not of streams
    CHECK_RESULT(DRV(cuStreamGetAttribute)(reinterpret_cast<CUstream>(0xdead),
                                           CU_STREAM_ATTRIBUTE_PRIORITY, &back),
                 CUDA_ERROR_INVALID_HANDLE);
    CUgreenCtx green = reinterpret_cast<CUgreenCtx>(1);
    CHECK_OK(DRV(cuStreamGetGreenCtx)(one, &green));
    QVERIFY(!green);
}

void TestStreams::contextWaitsForAnEvent() {
    CUdeviceptr flag = 0;
    CHECK_OK(DRV(cuMemAlloc)(&flag, 4));
    CHECK_OK(DRV(cuMemsetD32)(flag, 0, 1));
    const CUstream gate = makeStream(), opener = makeStream();
    CUevent event = nullptr;
    CHECK_OK(DRV(cuEventCreate)(&event, CU_EVENT_DISABLE_TIMING));
    CHECK_OK(DRV(cuStreamWaitValue32)(gate, flag, 1, CU_STREAM_WAIT_VALUE_EQ));
    CHECK_OK(DRV(cuEventRecord)(event, gate));
    // A write requested before the wait is not delayed by it.
    CHECK_OK(DRV(cuStreamWriteValue32)(opener, flag, 1, CU_STREAM_WRITE_VALUE_DEFAULT));
    CHECK_OK(DRV(cuCtxWaitEvent)(m_context->get(), event));
    const CUstream later = makeStream(); // created after the wait, but still ordered after it
    CUevent after = nullptr;
    CHECK_OK(DRV(cuEventCreate)(&after, CU_EVENT_DISABLE_TIMING));
    CHECK_OK(DRV(cuEventRecord)(after, later));
    CHECK_OK(DRV(cuEventSynchronize)(after));
    CHECK_OK(DRV(cuEventQuery)(event));
    CHECK_RESULT(DRV(cuCtxWaitEvent)(reinterpret_cast<CUcontext>(0x77), event),
                 CUDA_ERROR_INVALID_CONTEXT);
    CHECK_RESULT(DRV(cuCtxWaitEvent)(m_context->get(), nullptr), CUDA_ERROR_INVALID_HANDLE);
    CHECK_OK(DRV(cuStreamBeginCapture)(later, CU_STREAM_CAPTURE_MODE_RELAXED));
    CHECK_RESULT(DRV(cuCtxWaitEvent)(m_context->get(), event),
                 CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    CUgraph graph = nullptr;
    CHECK_RESULT(DRV(cuStreamEndCapture)(later, &graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    CHECK_OK(DRV(cuMemFree)(flag));
}

void TestStreams::invalidHandles() {
    const auto garbage = reinterpret_cast<CUstream>(0xdeadbeef);
    CHECK_RESULT(DRV(cuStreamSynchronize)(garbage), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(DRV(cuStreamDestroy)(nullptr), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(DRV(cuStreamDestroy)(CU_STREAM_LEGACY), CUDA_ERROR_INVALID_HANDLE);
    CHECK_RESULT(DRV(cuEventQuery)(nullptr), CUDA_ERROR_INVALID_HANDLE);
    CUstream stream = nullptr;
    CHECK_RESULT(DRV(cuStreamCreate)(&stream, 0x40), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(DRV(cuStreamCreate)(nullptr, 0), CUDA_ERROR_INVALID_VALUE);
}

void TestStreams::snapshotOfPageableMemory() {
    // The source may be used again as soon as the call is back, though the copy waits its turn.
    const CUstream stream = makeStream();
    CUdeviceptr address = 0;
    CHECK_OK(DRV(cuMemAlloc)(&address, 4));
    Gate gate;
    CHECK_OK(DRV(cuLaunchHostFunc)(stream, Gate::run, &gate));
    int value = 42;
    CHECK_OK(DRV(cuMemcpyHtoDAsync)(address, &value, sizeof value, stream));
    value = 0;
    gate.open();
    CHECK_OK(DRV(cuMemcpyDtoHAsync)(&value, address, sizeof value, stream));
    QCOMPARE(value, 42);
}

void TestStreams::waitAndWriteValue() {
    const CUstream waiting = makeStream(CU_STREAM_NON_BLOCKING);
    const CUstream writing = makeStream(CU_STREAM_NON_BLOCKING);
    CUdeviceptr flag = 0;
    CHECK_OK(DRV(cuMemAlloc)(&flag, 8));
    CHECK_OK(DRV(cuMemsetD8)(flag, 0, 8));
    CHECK_OK(DRV(cuCtxSynchronize)());
    std::atomic<int> counter{0};
    Ticket before{&counter}, after{&counter};
    CHECK_OK(DRV(cuStreamWaitValue32)(waiting, flag, 7, CU_STREAM_WAIT_VALUE_EQ));
    CHECK_OK(DRV(cuLaunchHostFunc)(waiting, Ticket::run, &after));
    CHECK_OK(DRV(cuLaunchHostFunc)(writing, Ticket::run, &before));
    CHECK_OK(DRV(cuStreamWriteValue32)(writing, flag, 7, 0));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(before.number, 0);
    QCOMPARE(after.number, 1);
    CHECK_RESULT(DRV(cuStreamWaitValue32)(waiting, flag + 2, 7, 0), CUDA_ERROR_INVALID_VALUE);
}

void TestStreams::cancelEndsAWait() {
    const CUstream waiting = makeStream();
    CUdeviceptr flag = 0;
    CHECK_OK(DRV(cuMemAlloc)(&flag, 8));
    CHECK_OK(DRV(cuMemsetD8)(flag, 0, 8));
    CHECK_OK(DRV(cuCtxSynchronize)());
    CHECK_OK(DRV(cuStreamWaitValue64)(waiting, flag, 1, CU_STREAM_WAIT_VALUE_EQ));
    const wbsimApi* api = simApi();
    std::thread stopper([&] {
        // Until it has begun there is nothing to cancel.
        while (DRV(cuStreamQuery)(waiting) == CUDA_ERROR_NOT_READY)
            api->cancel(0);
    });
    const CUresult result = DRV(cuStreamSynchronize)(waiting);
    stopper.join();
    CHECK_RESULT(result, CUDA_ERROR_LAUNCH_FAILED);
    // Sticky, until it is forgotten.
    CHECK_RESULT(DRV(cuCtxSynchronize)(), CUDA_ERROR_LAUNCH_FAILED);
    CUdeviceptr address = 0;
    CHECK_RESULT(DRV(cuMemAlloc)(&address, 8), CUDA_ERROR_LAUNCH_FAILED);
    CHECK_OK(static_cast<CUresult>(api->resetError(0)));
    CHECK_OK(DRV(cuMemAlloc)(&address, 8));
}

WARPBENCH_TEST(TestStreams)
} // namespace tst_simgpu_stream

#include "tst_simgpu_stream.moc"
