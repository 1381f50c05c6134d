// SPDX-License-Identifier: GPL-3.0-or-later
// Objects live as long as others need them, are destroyed in the right order and on their own
// thread, regardless of who releases them.
#include "core/cuda/event.h"
#include "core/cuda/memory.h"
#include "core/cuda/texture.h"
#include "tests/cuda/simulated.h"
#include "tests/main.h"

#include <QTest>

#include <atomic>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tst_lifetime {

using namespace warpbench;
using namespace warpbench::cuda;
using namespace warpbench::test;

namespace {

std::atomic<int> g_cleanupErrors = 0;
void countCleanupError(const char* line) {
    qWarning("%s", line);
    ++g_cleanupErrors;
}

template <class Work>
void onAnotherThread(Work work) {
    std::thread thread(std::move(work));
    thread.join();
}

} // namespace

class TestLifetime : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        g_cleanupErrors = 0;
        setCleanupErrorHandler(&countCleanupError);
    }
    void cleanup() { QCOMPARE(g_cleanupErrors.load(), 0); }

    void contextEndsWithItsLastCopy() {
        std::optional<Context> context = makeContext();
        const CUcontext handle = context->handle();
        QVERIFY(contextExists(simulated(), handle));
        std::optional<Context> copy = context;
        context.reset();
        QVERIFY(contextExists(simulated(), handle));
        copy.reset();
        QVERIFY(!contextExists(simulated(), handle));
    }

    void objectsKeepTheirContext() {
        std::optional<Context> context = makeContext();
        const CUcontext handle = context->handle();
        std::optional<Stream> stream = Stream::create(*context);
        std::optional<Event> event = Event::create(*context);
        std::optional<DeviceMemory> memory = DeviceMemory::allocate(*context, 1000);
        context.reset();
        stream.reset();
        event.reset();
        QVERIFY(contextExists(simulated(), handle));
        fill8Async(Stream::defaultOf(Context(memory->contextState())), memory->pointer(), 7, 1000);
        memory.reset();
        QVERIFY(!contextExists(simulated(), handle));
    }

    void noContextIsCurrentOutsideScopes() {
        const Context context = makeContext();
        CUcontext current = nullptr;
        QCOMPARE(simulated().api().contextGetCurrent(&current), CUDA_SUCCESS);
        QCOMPARE(current, CUcontext(nullptr));
        {
            const ContextScope scope(context);
            simulated().api().contextGetCurrent(&current);
            QCOMPARE(current, context.handle());
            const ContextScope again(context);
            simulated().api().contextGetCurrent(&current);
            QCOMPARE(current, context.handle());
        }
        simulated().api().contextGetCurrent(&current);
        QCOMPARE(current, CUcontext(nullptr));
    }

    void scopesOfTwoContextsNest() {
        const Context a = makeContext();
        const Context b = makeContext();
        CUcontext current = nullptr;
        const ContextScope scopeA(a);
        {
            const ContextScope scopeB(b);
            {
                const ContextScope scopeA2(a);
                simulated().api().contextGetCurrent(&current);
                QCOMPARE(current, a.handle());
            }
            simulated().api().contextGetCurrent(&current);
            QCOMPARE(current, b.handle());
        }
        simulated().api().contextGetCurrent(&current);
        QCOMPARE(current, a.handle());
    }

    void primaryContextIsShared() {
        const Device device = simulated().device(0);
        std::optional<Context> first = Context::primary(device);
        std::optional<Context> second = Context::primary(device);
        QCOMPARE(first->handle(), second->handle());
        QVERIFY(first->isPrimary());
        first.reset();
        int active = 0;
        unsigned flags = 0;
        simulated().api().primaryContextGetState(device.handle(), &flags, &active);
        QCOMPARE(active, 1);
        second->synchronize();
        second.reset();
        simulated().api().primaryContextGetState(device.handle(), &flags, &active);
        QCOMPARE(active, 0);
    }

    void handlesAreFreedWithTheirObjects() {
        const Context context = makeContext();
        CUstream stream = nullptr;
        CUevent event = nullptr;
        CUdeviceptr memory = 0;
        {
            const Stream s = Stream::create(context);
            const Event e = Event::create(context);
            const DeviceMemory m = DeviceMemory::allocate(context, 4096);
            stream = s.handle();
            event = e.handle();
            memory = m.pointer();
            QVERIFY(streamExists(context, stream));
            QVERIFY(eventExists(context, event));
            QVERIFY(memoryExists(context, memory));
        }
        QVERIFY(!streamExists(context, stream));
        QVERIFY(!eventExists(context, event));
        QVERIFY(!memoryExists(context, memory));
    }

    void useOnAnotherThreadIsRefused() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        std::string message;
        onAnotherThread([&] {
            QVERIFY(!context.ownedByThisThread());
            try {
                stream.synchronize();
            } catch (const Error& error) {
                message = error.what();
            }
        });
        QVERIFY2(message.find("thread that does not own it") != std::string::npos, message.c_str());
        stream.synchronize();
    }

    void whatDiesElsewhereWaitsForTheOwner() {
        const Context context = makeContext();
        std::optional<Stream> stream = Stream::create(context);
        std::optional<DeviceMemory> memory = DeviceMemory::allocate(context, 1 << 20);
        const CUstream streamHandle = stream->handle();
        const CUdeviceptr pointer = memory->pointer();
        // A raw scope, so that looking does not drain.
        const DriverApi& api = simulated().api();
        QCOMPARE(api.contextPush(context.handle()), CUDA_SUCCESS);
        onAnotherThread([&] {
            stream.reset();
            memory.reset();
        });
        CUdeviceptr base = 0;
        std::size_t size = 0;
        QCOMPARE(api.memGetAddressRange(&base, &size, pointer), CUDA_SUCCESS);
        QVERIFY(api.streamQuery(streamHandle) == CUDA_SUCCESS);
        CUcontext popped = nullptr;
        api.contextPop(&popped);

        context.drain();
        QVERIFY(!streamExists(context, streamHandle));
        QVERIFY(!memoryExists(context, pointer));
    }

    void everyScopeDrains() {
        const Context a = makeContext();
        const Context b = makeContext();
        std::optional<DeviceMemory> memory = DeviceMemory::allocate(a, 100);
        const CUdeviceptr pointer = memory->pointer();
        onAnotherThread([&] { memory.reset(); });
        b.synchronize(); // another context of the same thread will do
        QVERIFY(!memoryExists(a, pointer));
    }

    void contextWhoseLastUserDiesElsewhereEndsOnItsThread() {
        std::optional<Context> context = makeContext();
        const CUcontext handle = context->handle();
        std::optional<DeviceMemory> memory = DeviceMemory::allocate(*context, 100);
        context.reset();
        onAnotherThread([&] { memory.reset(); });
        QVERIFY(contextExists(simulated(), handle)); // not by the other thread
        makeContext().drain();
        QVERIFY(!contextExists(simulated(), handle));
    }

    void contextEndsWithItsThreadAtTheLatest() {
        CUcontext handle = nullptr;
        std::promise<DeviceMemory> made;
        std::promise<void> dropped;
        std::thread owner([&] {
            {
                const Context context = makeContext();
                handle = context.handle();
                made.set_value(DeviceMemory::allocate(context, 100));
            }
            dropped.get_future().wait();
        });
        {
            const DeviceMemory memory = made.get_future().get();
            QVERIFY(contextExists(simulated(), handle));
        }
        QVERIFY(contextExists(simulated(), handle));
        dropped.set_value();
        owner.join();
        QVERIFY(!contextExists(simulated(), handle));
    }

    void objectsOutliveTheirThread() {
        std::optional<DeviceMemory> memory;
        CUcontext handle = nullptr;
        onAnotherThread([&] {
            const Context context = makeContext();
            handle = context.handle();
            memory = DeviceMemory::allocate(context, 100);
        });
        QVERIFY(contextExists(simulated(), handle));
        memory.reset(); // the owner no longer exists: this thread frees it
        QVERIFY(!contextExists(simulated(), handle));
    }

    void arrayRoundTrip() {
        const Context context = makeContext();
        ArrayDescriptor descriptor;
        descriptor.width = 5;
        descriptor.height = 4;
        descriptor.depth = 3;
        descriptor.channels = 2;
        QCOMPARE(descriptor.sizeBytes(), std::size_t(480));
        const Array array = Array::create(context, descriptor);
        std::vector<float> data(120);
        for (std::size_t i = 0; i < data.size(); ++i)
            data[i] = float(i);
        array.upload(data.data());
        const DeviceMemory memory = DeviceMemory::allocate(context, descriptor.sizeBytes());
        array.downloadToDeviceAsync(Stream::defaultOf(context), memory.pointer());
        const Array second = Array::create(context, descriptor);
        second.uploadFromDeviceAsync(Stream::defaultOf(context), memory.pointer());
        std::vector<float> back(data.size());
        second.download(back.data());
        QCOMPARE(back, data);
    }

    void texturesAndSurfacesKeepTheirArray() {
        const Context context = makeContext();
        ArrayDescriptor descriptor;
        descriptor.width = 8;
        descriptor.height = 4;
        descriptor.surface = true;
        std::optional<Array> array = Array::create(context, descriptor);
        std::optional<TextureObject> texture = TextureObject::create(*array);
        std::optional<SurfaceObject> surface = SurfaceObject::create(*array);
        QVERIFY(texture->value() != 0);
        QVERIFY(surface->value() != 0);
        const std::shared_ptr<ObjectBox> held = array->box();
        array.reset();
        QCOMPARE(held.use_count(), 3L); // this, the texture, the surface
        surface.reset();
        QCOMPARE(held.use_count(), 2L);
        // Destroyed elsewhere: its array stays until the texture is destroyed.
        onAnotherThread([&] { texture.reset(); });
        QCOMPARE(held.use_count(), 2L);
        context.drain();
        QCOMPARE(held.use_count(), 1L);
    }

    void registeredMemoryIsUnlockedBeforeItsOwnerGoes() {
        const Context context = makeContext();
        auto owner = std::make_shared<std::vector<std::byte>>(1 << 16);
        std::weak_ptr<std::vector<std::byte>> watch = owner;
        std::optional<RegisteredHostMemory> memory =
            RegisteredHostMemory::lock(context, owner->data(), owner->size(), owner);
        owner.reset();
        QVERIFY(!watch.expired());
        onAnotherThread([&] { memory.reset(); });
        QVERIFY(!watch.expired()); // still locked, so still there
        context.drain();
        QVERIFY(watch.expired());
    }

    void manyThreadsDropManyObjects() {
        const Context context = makeContext();
        const std::size_t before = context.memoryInfo().freeBytes;
        std::vector<std::thread> threads;
        std::vector<std::vector<DeviceMemory>> piles(4);
        for (auto& pile : piles)
            for (int i = 0; i < 200; ++i)
                pile.push_back(DeviceMemory::allocate(context, 1 << 16));
        for (auto& pile : piles)
            threads.emplace_back([&pile] {
                while (!pile.empty())
                    pile.pop_back();
            });
        for (int i = 0; i < 100; ++i)
            context.drain(); // meanwhile
        for (std::thread& thread : threads)
            thread.join();
        context.drain();
        QCOMPARE(context.memoryInfo().freeBytes, before);
    }

    void staticObjectsAreNoProblem() {
        // Ends after main and after this thread's own objects; must not crash at exit.
        static std::optional<Stream> stream;
        stream = Stream::create(makeContext());
        QVERIFY(stream->isDone());
    }

    void memoryRoundTrip() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        const DeviceMemory a = DeviceMemory::allocate(context, 4000);
        const DeviceMemory b = DeviceMemory::allocate(context, 4000);
        std::vector<unsigned> data(1000);
        for (unsigned i = 0; i < data.size(); ++i)
            data[i] = i * 2654435761u;
        copyToDeviceAsync(stream, a.pointer(), data.data(), 4000);
        copyOnDeviceAsync(stream, b.pointer(), a.pointer(), 4000);
        fill32Async(stream, a.pointer(), 0xabcdef01, 1000);
        std::vector<unsigned> backA(1000);
        std::vector<unsigned> backB(1000);
        copyToHostAsync(stream, backA.data(), a.pointer(), 4000);
        copyToHostAsync(stream, backB.data(), b.pointer(), 4000);
        stream.synchronize();
        QCOMPARE(backA, std::vector<unsigned>(1000, 0xabcdef01));
        QCOMPARE(backB, data);
        fill16Async(stream, a.pointer(), 0x1234, 2000);
        fill8Async(stream, b.pointer(), 0x56, 4000);
        stream.synchronize();
        copyToHost(context, backA.data(), a.pointer(), 4000);
        copyToHost(context, backB.data(), b.pointer(), 4000);
        QCOMPARE(backA, std::vector<unsigned>(1000, 0x12341234));
        QCOMPARE(backB, std::vector<unsigned>(1000, 0x56565656));
        copyToDevice(context, a.pointer(), nullptr, 0); // nothing to do, nothing wrong
    }

    void otherKindsOfMemory() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        const HostMemory host = HostMemory::allocate(context, 256);
        const DeviceMemory pitched = DeviceMemory::allocatePitched(context, 100, 10, 4);
        QVERIFY(pitched.pitch() >= 100);
        QCOMPARE(pitched.size(), pitched.pitch() * 10);
        const ManagedMemory managed = ManagedMemory::allocate(context, 256);
        managed.prefetch(stream);
        stream.synchronize();
        managed.data()[3] = std::byte(42);
        copyToHost(context, host.data(), managed.pointer(), 256);
        QCOMPARE(host.data()[3], std::byte(42));
    }

    void streamsHavePriorities() {
        const Context context = makeContext();
        const Context::PriorityRange range = context.streamPriorities();
        QVERIFY(range.greatest <= range.least);
        const Stream stream = Stream::create(context, range.greatest);
        QCOMPARE(stream.priority(), range.greatest);
        QVERIFY(stream == Stream(stream));
        QVERIFY(!(stream == Stream::create(context)));
        QVERIFY(Stream::defaultOf(context) == Stream::defaultOf(context));
    }

    void eventsOrderStreamsAndMeasure() {
        const Context context = makeContext();
        const Stream first = Stream::create(context);
        const Stream second = Stream::create(context);
        const DeviceMemory memory = DeviceMemory::allocate(context, 1 << 24);
        const Event start = Event::create(context);
        const Event stop = Event::create(context);
        start.record(first);
        fill8Async(first, memory.pointer(), 1, memory.size());
        stop.record(first);
        second.wait(stop);
        std::byte last{};
        copyToHostAsync(second, &last, memory.pointer() + memory.size() - 1, 1);
        second.synchronize();
        QCOMPARE(last, std::byte(1));
        QVERIFY(stop.isDone());
        QVERIFY(start.millisecondsUntil(stop) >= 0);
        const Event never = Event::create(context);
        QVERIFY_EXCEPTION_THROWN(start.millisecondsUntil(never), CudaError);
    }

    void errorsNameObjectAndDevice() {
        const Context context = makeContext();
        try {
            DeviceMemory::allocate(context, std::size_t(1) << 60);
            QFAIL("no exception");
        } catch (const CudaError& error) {
            QCOMPARE(error.result(), CUDA_ERROR_OUT_OF_MEMORY);
            const std::string text = error.what();
            QVERIFY2(text.find("cuMemAlloc failed for 1152921504606846976 bytes on ") !=
                         std::string::npos,
                     text.c_str());
            QVERIFY2(text.find(context.device().name()) != std::string::npos, text.c_str());
        }
        QVERIFY_EXCEPTION_THROWN(copyToHost(context, nullptr, 12345, 100), CudaError);
    }
};

WARPBENCH_TEST(TestLifetime)
} // namespace tst_lifetime

#include "tst_lifetime.moc"
