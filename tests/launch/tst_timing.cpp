// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels are loaded, launched, captured and timed on the simulated device.
#include "core/cuda/error.h"
#include "core/cuda/event.h"
#include "core/cuda/graph.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/cuda/simulated_extras.h"
#include "core/launch/graph_timing.h"
#include "core/launch/timing.h"
#include "core/launch/validation.h"
#include "tests/cuda/kernels.h"
#include "tests/cuda/simulated.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace warpbench;
using namespace warpbench::cuda;
using namespace warpbench::launch;
using namespace warpbench::test;

namespace {

constexpr std::uint32_t kValues = 1000;

/// A launch of `fill`, writing base + i to kValues values.
struct Fill {
    DeviceMemory memory;
    PackedArguments arguments;

    Fill(const Context& context, std::uint32_t base)
        : memory(DeviceMemory::allocate(context, kValues * 4))
        , arguments(
              "fill",
              std::vector<ArgumentValue>{ArgumentValue::pointer(memory.pointer(), "buffer out"),
                                         ArgumentValue::of(base, "uint32 value"),
                                         ArgumentValue::of(kValues, "uint32 n")},
              std::vector<ParameterSpec>{{8, "out"}, {4, "value"}, {4, "n"}}) {}

    std::vector<std::uint32_t> read(const Context& context) const {
        std::vector<std::uint32_t> values(kValues);
        copyToHost(context, values.data(), memory.pointer(), kValues * 4);
        return values;
    }
    static std::vector<std::uint32_t> expected(std::uint32_t base) {
        std::vector<std::uint32_t> values(kValues);
        for (std::uint32_t i = 0; i < kValues; ++i)
            values[i] = base + i;
        return values;
    }
};

LaunchConfig fillConfig() {
    LaunchConfig config;
    config.grid.x = (kValues + 127) / 128;
    config.block.x = 128;
    return config;
}

} // namespace

class TestTiming : public QObject {
    Q_OBJECT

  private slots:
    void kernelRuns() {
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const Kernel fill = module.kernel("fill");
        const Stream stream = Stream::create(context);
        const Fill work(context, 17);
        fill.launch(fillConfig(), stream, work.arguments.pointers());
        stream.synchronize();
        QCOMPARE(work.read(context), Fill::expected(17));
    }

    void kernelDescribesItself() {
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const Kernel fill = module.kernel("fill");
        QCOMPARE(fill.name(), std::string("fill"));
        const std::vector<ParameterSlot> expected{{0, 8}, {8, 4}, {12, 4}};
        QCOMPARE(fill.parameters(), expected);
        QCOMPARE(module.kernel("nothing").parameters().size(), std::size_t(0));
        const KernelAttributes attributes = fill.attributes();
        QCOMPARE(attributes.maxThreadsPerBlock, 1024);
        QCOMPARE(attributes.staticShared, 0);
        const std::vector<std::string> names = module.kernelNames();
        QCOMPARE(names.size(), std::size_t(3));
        QVERIFY(std::find(names.begin(), names.end(), "stray") != names.end());
    }

    void aFunctionHasOneSetting() {
        // What is set of a function is set for whoever launches it: two names for it know that.
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const Kernel first = module.kernel("fill");
        const Kernel second = module.kernel("fill");
        const Fill work(context, 17);
        LaunchConfig config = fillConfig();
        const Stream stream = Stream::defaultOf(context);
        config.maxDynamicShared = 100000;
        config.sharedBytes = 90000;
        first.launch(config, stream, work.arguments.pointers());
        LaunchConfig smaller = config;
        smaller.maxDynamicShared = 60000;
        smaller.sharedBytes = 60000;
        second.launch(smaller, stream, work.arguments.pointers());
        first.launch(config, stream, work.arguments.pointers());
        context.synchronize();
        QCOMPARE(first.attribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES), 100000);
    }

    void asManyPassesAsAnyoneAsksFor() {
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const Fill work(context, 1);
        const std::vector<ReadyLaunch> launches{
            {module.kernel("fill"), fillConfig(), &work.arguments, Stream::defaultOf(context), 1}};
        std::atomic<bool> cancel = false;
        int total = 0;
        TimingOptions options;
        options.warmup = std::numeric_limits<int>::max();
        options.repeats = std::numeric_limits<int>::max();
        options.cancel = &cancel;
        options.progress = [&](int, int passes) {
            total = passes;
            cancel = true;
        };
        QVERIFY_EXCEPTION_THROWN(timeLaunches(launches, options), Error);
        QCOMPARE(total, std::numeric_limits<int>::max());
    }

    void hooksStandAroundEachLaunchUntimed() {
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const Fill work(context, 1);
        const Stream other = Stream::create(context);
        const Kernel fill = module.kernel("fill");
        const std::vector<ReadyLaunch> launches{
            {fill, fillConfig(), &work.arguments, Stream::defaultOf(context), 1},
            {fill, fillConfig(), &work.arguments, other, 1}};
        std::vector<std::string> calls;
        TimingOptions options;
        options.warmup = 0;
        options.repeats = 1;
        const auto note = [&](const char* when) {
            return [&, when](std::size_t launch, const Stream& stream) {
                calls.push_back(when + std::to_string(launch) + (stream == other ? " other" : ""));
            };
        };
        options.before = note("before ");
        options.after = note("after ");
        timeLaunches(launches, options);
        const std::vector<std::string> expected{"before 0", "after 0", "before 1 other",
                                                "after 1 other"};
        QCOMPARE(calls, expected);
    }

    void aCaptureThatForksKeepsItsKernels() {
        const Context context = makeContext();
        std::optional<Module> module = Module::fromPtx(context, kKernels);
        std::optional<Kernel> fill = module->kernel("fill");
        const std::weak_ptr<const void> loaded = module->global("offset").keepAlive;
        const Fill work(context, 5);
        const Stream origin = Stream::create(context);
        const Stream fork = Stream::create(context);
        const Event there = Event::create(context, Event::Timing::off);
        const Event back = Event::create(context, Event::Timing::off);
        const Graph graph = Graph::capture(origin, [&] {
            there.record(origin);
            fork.wait(there);
            fill->launch(fillConfig(), fork, work.arguments.pointers());
            back.record(fork);
            origin.wait(back);
        });
        fill.reset();
        module.reset();
        QVERIFY(!loaded.expired());
        graph.instantiate().launch(origin);
        origin.synchronize();
        QCOMPARE(work.read(context), Fill::expected(5));
    }

    void kernelKeepsItsModule() {
        const Context context = makeContext();
        std::optional<Module> module = Module::fromPtx(context, kKernels);
        const Kernel fill = module->kernel("fill");
        module.reset();
        const Fill work(context, 3);
        fill.launch(fillConfig(), Stream::defaultOf(context), work.arguments.pointers());
        context.synchronize();
        QCOMPARE(work.read(context), Fill::expected(3));
    }

    void globalsAreSetByName() {
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const GlobalSymbol symbol = module.global("offset");
        QCOMPARE(symbol.size, std::size_t(4));
        const std::uint32_t offset = 1000;
        copyToDevice(context, symbol.pointer, &offset, sizeof offset);
        const Fill work(context, 1);
        module.kernel("fill").launch(fillConfig(), Stream::defaultOf(context),
                                     work.arguments.pointers());
        context.synchronize();
        QCOMPARE(work.read(context), Fill::expected(1001));
        QVERIFY_EXCEPTION_THROWN(module.global("nowhere"), CudaError);
    }

    void unknownKernelNamesTheKnownOnes() {
        const Module module = Module::fromPtx(makeContext(), kKernels);
        try {
            module.kernel("fil");
            QFAIL("no exception");
        } catch (const CudaError& error) {
            QCOMPARE(error.code(), CUDA_ERROR_NOT_FOUND);
            const std::string text = error.what();
            QVERIFY2(text.find("kernel \"fil\"") != std::string::npos, text.c_str());
            QVERIFY2(text.find("stray") != std::string::npos, text.c_str());
        }
    }

    void badPtxCarriesTheLog() {
        const std::string broken =
            ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n"
            "    .reg .b32 %r<3>;\n    frobnicate.u32 %r1, %r2;\n    ret;\n}\n";
        try {
            Module::fromPtx(makeContext(), broken);
            QFAIL("no exception");
        } catch (const CudaError& error) {
            QVERIFY2(!error.detail().empty(), error.what());
            QVERIFY2(error.detail().find("frobnicate") != std::string::npos, error.what());
            QVERIFY(!error.remedy().empty());
        }
    }

    void limitsFromTheDriver() {
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        LaunchConfig config = fillConfig();
        const DeviceLaunchLimits device = DeviceLaunchLimits::of(context.device());
        validate(config, device, KernelLaunchLimits::of(module.kernel("fill"), config));
        config.block = {2000, 1, 1};
        QVERIFY_EXCEPTION_THROWN(
            validate(config, device, KernelLaunchLimits::of(module.kernel("fill"), config)), Error);
        // The driver would refuse it too, in fewer words.
        const Fill work(context, 0);
        try {
            module.kernel("fill").launch(config, Stream::defaultOf(context),
                                         work.arguments.pointers());
            QFAIL("no exception");
        } catch (const CudaError& error) {
            QVERIFY(!error.sticky());
            const std::string text = error.what();
            QVERIFY2(text.find("block 2000 × 1 × 1") != std::string::npos, text.c_str());
        }
    }

    void graphReplaysAndKeepsItsKernels() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        const Fill work(context, 5);
        std::optional<GraphExec> exec;
        {
            const Module module = Module::fromPtx(context, kKernels);
            std::optional<DeviceMemory> passing = DeviceMemory::allocate(context, 100);
            const CUdeviceptr passingPointer = passing->pointer();
            const Graph graph = Graph::capture(stream, [&] {
                fill8Async(stream, work.memory.pointer(), 0xFF, kValues * 4);
                module.kernel("fill").launch(fillConfig(), stream, work.arguments.pointers());
                passing.reset(); // dies during the capture, is freed after it
            });
            context.drain();
            QVERIFY(!memoryExists(context, passingPointer));
            QCOMPARE(graph.nodeCount(), std::size_t(2));
            stream.synchronize();
            exec = graph.instantiate();
        }
        for (int i = 0; i < 3; ++i) {
            fill8Async(stream, work.memory.pointer(), 0, kValues * 4);
            exec->launch(stream);
            stream.synchronize();
            QCOMPARE(work.read(context), Fill::expected(5));
        }
    }

    void captureEndsAfterAnException() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        QVERIFY_EXCEPTION_THROWN(Graph::capture(stream, [] { throw std::runtime_error("no"); }),
                                 std::runtime_error);
        const DeviceMemory memory = DeviceMemory::allocate(context, 16);
        fill8Async(stream, memory.pointer(), 1, 16);
        stream.synchronize(); // the stream works again
    }

    void timingCountsAndRestores() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        const Module module = Module::fromPtx(context, kKernels);
        const Fill work(context, 9);
        const std::vector<ReadyLaunch> launches{
            {module.kernel("fill"), fillConfig(), &work.arguments, stream, 1},
            {module.kernel("nothing"), LaunchConfig{}, nullptr, stream, 5}};
        TimingOptions options;
        options.warmup = 2;
        options.repeats = 11;
        int restored = 0;
        options.restore = [&](const Stream& on) {
            ++restored;
            QVERIFY(on == stream);
            fill8Async(on, work.memory.pointer(), 0, kValues * 4);
        };
        std::vector<int> progress;
        options.progress = [&](int done, int total) {
            QCOMPARE(total, 13);
            progress.push_back(done);
        };
        const TimingResult result = timeLaunches(launches, options);
        QCOMPARE(restored, 13);
        QCOMPARE(progress.back(), 13);
        QVERIFY(std::is_sorted(progress.begin(), progress.end()));
        QCOMPARE(result.launches.size(), std::size_t(2));
        for (const TimeStatistics& time : result.launches) {
            QCOMPARE(time.samples, 11);
            QCOMPARE(time.values.size(), std::size_t(11));
            QCOMPARE(time.clock, std::string("host-simulated"));
            QVERIFY(time.min >= 0 && time.min <= time.median && time.median <= time.p95);
        }
        QVERIFY(result.launches[0].mean > 0);
        QVERIFY(result.eventOverheadMs >= 0);
        QCOMPARE(work.read(context), Fill::expected(9));
    }

    void timingOverSeveralStreams() {
        const Context context = makeContext();
        const Stream a = Stream::create(context);
        const Stream b = Stream::create(context);
        const Module module = Module::fromPtx(context, kKernels);
        const Fill first(context, 1);
        const Fill second(context, 2);
        const std::vector<ReadyLaunch> launches{
            {module.kernel("fill"), fillConfig(), &first.arguments, a, 1},
            {module.kernel("fill"), fillConfig(), &second.arguments, b, 1}};
        TimingOptions options;
        options.warmup = 0;
        options.repeats = 20;
        options.restore = [&](const Stream& on) {
            fill8Async(on, first.memory.pointer(), 0, kValues * 4);
            fill8Async(on, second.memory.pointer(), 0, kValues * 4);
        };
        const TimingResult result = timeLaunches(launches, options);
        QCOMPARE(result.launches[1].samples, 20);
        // Restoring never overtook a launch, on either stream.
        QCOMPARE(first.read(context), Fill::expected(1));
        QCOMPARE(second.read(context), Fill::expected(2));
    }

    /// What may overlap has one pair of events around it, and the first one's samples are of both.
    void joinedLaunchesAreTimedTogether() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        const Module module = Module::fromPtx(context, kKernels);
        const Fill first(context, 1);
        const Fill second(context, 2);
        LaunchConfig early = fillConfig();
        early.programmatic = true;
        std::vector<ReadyLaunch> launches{
            {module.kernel("fill"), fillConfig(), &first.arguments, stream, 1},
            {module.kernel("fill"), early, &second.arguments, stream, 1},
            {module.kernel("nothing"), LaunchConfig{}, nullptr, stream, 1}};
        launches[1].joined = true;
        TimingOptions options;
        options.warmup = 0;
        options.repeats = 12;
        options.untilError = 1e6; // which the launch without samples must not keep from being met
        options.maxRepeats = 500;
        const TimingResult result = timeLaunches(launches, options);
        QCOMPARE(result.launches[0].samples, 12);
        QCOMPARE(result.launches[1].samples, 0);
        QCOMPARE(result.launches[2].samples, 12);
        QVERIFY(result.launches[0].min > 0);
        QCOMPARE(first.read(context), Fill::expected(1));
        QCOMPARE(second.read(context), Fill::expected(2));
    }

    void passesTakeTheirArgumentsInTurn() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        const Module module = Module::fromPtx(context, kKernels);
        const Fill own(context, 1);
        const Fill second(context, 2);
        const Fill third(context, 3);
        for (const Fill* fill : {&own, &second, &third})
            fill8Async(stream, fill->memory.pointer(), 0, kValues * 4);
        std::vector<ReadyLaunch> launches{
            {module.kernel("fill"), fillConfig(), &own.arguments, stream, 1}};
        launches[0].rotated = {&second.arguments, &third.arguments};
        TimingOptions options;
        options.warmup = 1;
        options.repeats = 1; // two passes: the third's turn does not come
        timeLaunches(launches, options);
        QCOMPARE(own.read(context), Fill::expected(1));
        QCOMPARE(second.read(context), Fill::expected(2));
        QCOMPARE(third.read(context), std::vector<std::uint32_t>(kValues));
        options.repeats = 2;
        timeLaunches(launches, options);
        QCOMPARE(third.read(context), Fill::expected(3));
    }

    /// Streams fork and join, restoring is no part of it, and the graph does what launches do.
    void passesAreTimedAsAGraph() {
        const Context context = makeContext();
        const Stream side = Stream::create(context);
        const Module module = Module::fromPtx(context, kKernels);
        const Fill first(context, 1);
        const Fill second(context, 2);
        const std::vector<ReadyLaunch> launches{
            {module.kernel("fill"), fillConfig(), &first.arguments, Stream::defaultOf(context), 2},
            {module.kernel("fill"), fillConfig(), &second.arguments, side, 1}};
        TimingOptions options;
        options.warmup = 1;
        options.repeats = 5;
        int restored = 0;
        options.restore = [&](const Stream& on) {
            ++restored;
            fill8Async(on, first.memory.pointer(), 0, kValues * 4);
            fill8Async(on, second.memory.pointer(), 0, kValues * 4);
        };
        int told = 0;
        options.progress = [&](int done, int total) {
            QCOMPARE(total, 12);
            QCOMPARE(done, ++told);
        };
        const GraphTiming timing = timeAsGraph(launches, options);
        QCOMPARE(restored, 12);
        QCOMPARE(told, 12);
        QCOMPARE(timing.warmMs.size(), std::size_t(5));
        QCOMPARE(timing.replayMs.size(), std::size_t(5));
        QVERIFY(timing.nodes >= 3); // its kernels
        QVERIFY(timing.captureMs > 0);
        QCOMPARE(first.read(context), Fill::expected(1));
        QCOMPARE(second.read(context), Fill::expected(2));
        QVERIFY(timeAsGraph({}, options) == GraphTiming{});
        const std::atomic<bool> cancel = true;
        options.cancel = &cancel;
        QVERIFY_EXCEPTION_THROWN(timeAsGraph(launches, options), Error);
    }

    /// Calls and copies around launches are recorded where they stand, on the stream that is given.
    void graphsHoldCallsAndCopies() {
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const Fill work(context, 9);
        const DeviceMemory seen = DeviceMemory::allocate(context, kValues * 4);
        const DeviceMemory called = DeviceMemory::allocate(context, 4);
        std::vector<ReadyLaunch> launches{
            {module.kernel("fill"), fillConfig(), &work.arguments, Stream::defaultOf(context), 1}};
        launches.push_back({{}, {}, nullptr, Stream::defaultOf(context), 1});
        launches.back().call = [&](const Stream& on) { fill32Async(on, called.pointer(), 5, 1); };
        TimingOptions options;
        options.warmup = 0;
        options.repeats = 2;
        int passes = 0;
        options.restore = [&](const Stream& on) {
            ++passes;
            fill8Async(on, work.memory.pointer(), 0, kValues * 4);
            fill8Async(on, seen.pointer(), 0, kValues * 4);
            fill8Async(on, called.pointer(), 0, 4);
        };
        std::vector<std::size_t> before;
        options.before = [&](std::size_t launch, const Stream&) { before.push_back(launch); };
        options.after = [&](std::size_t launch, const Stream& on) {
            if (launch == 0)
                copyOnDeviceAsync(on, seen.pointer(), work.memory.pointer(), kValues * 4);
        };
        const GraphTiming timing = timeAsGraph(launches, options);
        QCOMPARE(timing.nodes, std::size_t(3)); // kernel, copy, call
        QCOMPARE(passes, 4);
        // Two passes one by one and the recording; the graph alone did the last two.
        QCOMPARE(before, (std::vector<std::size_t>{0, 1, 0, 1, 0, 1}));
        std::vector<std::uint32_t> copied(kValues);
        copyToHost(context, copied.data(), seen.pointer(), kValues * 4);
        QCOMPARE(copied, Fill::expected(9));
        std::uint32_t five = 0;
        copyToHost(context, &five, called.pointer(), 4);
        QCOMPARE(five, 5u);
    }

    void whatCannotBeRecordedIsSaid() {
        const Context context = makeContext();
        std::vector<ReadyLaunch> launches{{{}, {}, nullptr, Stream::defaultOf(context), 1}};
        launches[0].call = [](const Stream& on) { on.synchronize(); };
        TimingOptions options;
        options.repeats = 1;
        try {
            timeAsGraph(launches, options);
            QFAIL("recorded");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::device);
            QVERIFY2(error.text().find("cannot be recorded as a graph") != std::string::npos,
                     error.what());
        }
        context.synchronize(); // and all goes on
    }

    /// In the order of the stream; in a graph each time that it is launched, and as long as it is.
    void theHostIsCalledInOrder() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        const Module module = Module::fromPtx(context, kKernels);
        const Fill work(context, 7);
        std::vector<std::uint32_t> seen(1);
        std::atomic<int> calls = 0;
        auto alive = std::make_shared<int>(0);
        const std::weak_ptr<int> watched = alive;
        module.kernel("fill").launch(fillConfig(), stream, work.arguments.pointers());
        copyToHostAsync(stream, seen.data(), work.memory.pointer(), 4);
        std::uint32_t there = 0;
        stream.callOnHost([&, alive] {
            there = seen[0];
            ++calls;
        });
        stream.synchronize();
        QCOMPARE(there, 7u);
        QCOMPARE(calls.load(), 1);
        std::optional<GraphExec> exec;
        {
            const Graph graph =
                Graph::capture(stream, [&] { stream.callOnHost([&calls, alive] { ++calls; }); });
            exec = graph.instantiate();
        }
        alive.reset();
        QVERIFY(!watched.expired()); // the graph needs it
        for (int i = 0; i < 3; ++i)
            exec->launch(stream);
        stream.synchronize();
        QCOMPARE(calls.load(), 4);
        exec.reset();
        context.drain();
        QVERIFY(watched.expired());
    }

    /// Passes go on until the medians are known well enough, or there are as many as allowed.
    void timingGoesOnUntilTheMedianIsKnown() {
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const std::vector<ReadyLaunch> launches{
            {module.kernel("nothing"), LaunchConfig{}, nullptr, Stream::create(context), 1}};
        TimingOptions options;
        options.warmup = 2;
        options.repeats = 10;
        options.maxRepeats = 45;
        int passes = 0;
        options.progress = [&](int done, int total) {
            QVERIFY(done <= total);
            passes = done;
        };
        QCOMPARE(timeLaunches(launches, options).launches[0].samples, 10);
        options.untilError = 1e6; // any will do
        QCOMPARE(timeLaunches(launches, options).launches[0].samples, 10);
        options.untilError = 1e-300; // none is so alike
        QCOMPARE(timeLaunches(launches, options).launches[0].samples, 45);
        QCOMPARE(passes, 47);
    }

    void timingFlushesTheCache() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        const Module module = Module::fromPtx(context, kKernels);
        const std::size_t before = context.memoryInfo().freeBytes;
        const std::vector<ReadyLaunch> launches{
            {module.kernel("nothing"), LaunchConfig{}, nullptr, stream, 1}};
        TimingOptions options;
        options.warmup = 0;
        options.repeats = 1;
        options.flushL2 = true;
        QCOMPARE(timeLaunches(launches, options).launches[0].samples, 1);
        QCOMPARE(context.memoryInfo().freeBytes, before);
    }

    /// One after the other, the second launch of a pass after the first, within the timing's time.
    void samplesTellWhenTheyBegan() {
        using Clock = std::chrono::steady_clock;
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const Stream stream = Stream::create(context);
        const Fill work(context, 5);
        const ReadyLaunch launch{module.kernel("fill"), fillConfig(), &work.arguments, stream};
        const std::vector<ReadyLaunch> launches{launch, launch};
        TimingOptions options;
        options.warmup = 3;
        options.repeats = 70; // several batches
        QVERIFY(timeLaunches(launches, options).launches[0].startsMs.empty());
        const Clock::time_point before = Clock::now();
        options.sampleTimesSince = before;
        const TimingResult result = timeLaunches(launches, options);
        const std::chrono::duration<double, std::milli> took = Clock::now() - before;
        const std::vector<double>& first = result.launches[0].startsMs;
        const std::vector<double>& second = result.launches[1].startsMs;
        QCOMPARE(first.size(), std::size_t(70));
        QCOMPARE(second.size(), std::size_t(70));
        constexpr double kExact = 0.002; // events and their differences, ms
        for (std::size_t i = 0; i < first.size(); ++i) {
            QVERIFY(first[i] > -kExact && second[i] < took.count() + kExact);
            QVERIFY(second[i] >= first[i] - kExact);
            QVERIFY(i == 0 || first[i] >= second[i - 1] - kExact);
        }
    }

    void timingOfNothing() {
        QVERIFY(timeLaunches({}, {}).launches.empty());
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const std::vector<ReadyLaunch> launches{
            {module.kernel("nothing"), LaunchConfig{}, nullptr, Stream::create(context), 1}};
        TimingOptions options;
        options.warmup = 0;
        options.repeats = 0;
        QCOMPARE(timeLaunches(launches, options).launches[0].samples, 0);
    }

    void timingStopsWhenCancelled() {
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const std::vector<ReadyLaunch> launches{
            {module.kernel("nothing"), LaunchConfig{}, nullptr, Stream::create(context), 1}};
        std::atomic<bool> cancel = false;
        TimingOptions options;
        options.repeats = 100000;
        options.cancel = &cancel;
        int last = 0;
        options.progress = [&](int done, int) {
            last = done;
            cancel = done >= 10;
        };
        try {
            timeLaunches(launches, options);
            QFAIL("no exception");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::cancelled);
        }
        QVERIFY(last >= 10 && last < 1000);
    }

    void strayWriteIsAFaultAndTheDeviceGoesOn() {
        const SimulatedExtras& extras = *simulated().simulatedExtras();
        extras.clearFaults(0);
        {
            const Context context = makeContext();
            const Module module = Module::fromPtx(context, kKernels);
            const PackedArguments arguments(
                "stray", std::vector<ArgumentValue>{ArgumentValue::pointer(64, "nowhere")},
                std::vector<ParameterSpec>{{8, "out"}});
            module.kernel("stray").launch(LaunchConfig{}, Stream::defaultOf(context),
                                          arguments.pointers());
            try {
                context.synchronize();
                QFAIL("no exception");
            } catch (const CudaError& error) {
                QVERIFY(error.sticky());
                QVERIFY2(error.remedy().find("fault report") != std::string::npos, error.what());
            }
            const std::vector<SimulatedFault> faults = extras.faults(0);
            QCOMPARE(faults.size(), std::size_t(1));
            QCOMPARE(faults[0].kernel, std::string("stray"));
            QVERIFY(!faults[0].text.empty());
            extras.resetError(0);
            extras.clearFaults(0);
            context.synchronize();
        }
        kernelRuns();
    }
};

QTEST_GUILESS_MAIN(TestTiming)
#include "tst_timing.moc"
