// SPDX-License-Identifier: GPL-3.0-or-later
// Timing of launches, one by one and as a graph, on the simulated device.
#include "core/base/error.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/launch/graph_timing.h"
#include "core/launch/timing.h"
#include "tests/launch/fill_kernel.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <string>
#include <vector>

namespace tst_timing {

using namespace warpbench;
using namespace warpbench::cuda;
using namespace warpbench::launch;
using namespace warpbench::test;

class TestTiming : public QObject {
    Q_OBJECT

  private slots:
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

    /// Streams fork and join, restoring is excluded, and the graph is equivalent to the launches.
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

    /// Calls and copies around launches are recorded in order on the given stream.
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
        context.synchronize(); // everything continues
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
        options.untilError = 1e-300; // never reached
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
};

WARPBENCH_TEST(TestTiming)
} // namespace tst_timing

#include "tst_timing.moc"
