// SPDX-License-Identifier: GPL-3.0-or-later
// Loading, launching and capturing kernels on the simulated device.
#include "core/base/error.h"
#include "core/cuda/error.h"
#include "core/cuda/event.h"
#include "core/cuda/graph.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/cuda/simulated_extras.h"
#include "core/launch/validation.h"
#include "tests/launch/fill_kernel.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tst_kernel_launch {

using namespace warpbench;
using namespace warpbench::cuda;
using namespace warpbench::launch;
using namespace warpbench::test;

class TestKernelLaunch : public QObject {
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

    void launchesAreProfiled() {
        const SimulatedExtras& extras = *simulated().simulatedExtras();
        extras.clearMetrics(0);
        QVERIFY(extras.profiles(0).launches.empty());
        const Context context = makeContext();
        const Module module = Module::fromPtx(context, kKernels);
        const Stream stream = Stream::create(context);
        const Fill work(context, 17);
        extras.setProfiling(0, {true, 2, 4, 65536});
        module.kernel("fill").launch(fillConfig(), stream, work.arguments.pointers());
        stream.synchronize();
        extras.setProfiling(0, {});
        module.kernel("fill").launch(fillConfig(), stream, work.arguments.pointers());
        stream.synchronize();
        const SimulatedProfiles profiles = extras.profiles(0);
        extras.clearMetrics(0);
        QCOMPARE(profiles.launches.size(), std::size_t(1));
        QCOMPARE(profiles.dropped, std::uint64_t(0));
        const estimate::LaunchProfile& profile = profiles.launches.front();
        QCOMPARE(profile.kernel, std::string("fill"));
        QCOMPARE(profile.grid[0], fillConfig().grid.x);
        QCOMPARE(profile.block[0], 128u);
        QCOMPARE(profile.warps, std::uint64_t(4) * fillConfig().grid.x);
        std::uint64_t written = 0;
        for (const estimate::ProfileLine& line : profile.lines)
            written += line.sectorsWritten;
        QCOMPARE(written, std::uint64_t(kValues * 4 / 32));
        QCOMPARE(profile.writes.never, written);
        QCOMPARE(profile.untimed, std::string());
    }

    void aFunctionHasOneSetting() {
        // Attributes belong to the function itself, even if two names refer to it.
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
            QCOMPARE(error.result(), CUDA_ERROR_NOT_FOUND);
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

    // Resources of a graph exist until its launches finish, even if released earlier.
    void aGraphThatGoesWaitsForItsLaunches() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        const Stream another = Stream::create(context);
        const DeviceMemory memory = DeviceMemory::allocate(context, 1 << 22);
        std::atomic<int> calls = 0;
        int callsWhenGone = -1;
        std::optional<GraphExec> exec;
        {
            const std::shared_ptr<void> needed(
                &calls, [&callsWhenGone](std::atomic<int>* counted) { callsWhenGone = *counted; });
            const Graph graph = Graph::capture(stream, [&] {
                fill8Async(stream, memory.pointer(), 1, memory.size());
                stream.callOnHost([needed, &calls] { ++calls; });
            });
            exec = graph.instantiate();
        }
        for (int i = 0; i < 20; ++i)
            exec->launch(i % 2 == 0 ? stream : another);
        exec.reset();
        QCOMPARE(callsWhenGone, 20);
    }

    void aGraphWithinAGraphKeepsWhatBothNeed() {
        const Context context = makeContext();
        const Stream stream = Stream::create(context);
        std::optional<Module> module = Module::fromPtx(context, kKernels);
        const std::weak_ptr<const void> loaded = module->global("offset").keepAlive;
        const Fill work(context, 5);
        std::optional<GraphExec> inner =
            Graph::capture(stream, [&] {
                module->kernel("fill").launch(fillConfig(), stream, work.arguments.pointers());
            }).instantiate();
        module.reset();
        std::optional<GraphExec> outer =
            Graph::capture(stream, [&] { inner->launch(stream); }).instantiate();
        inner.reset();
        QVERIFY(!loaded.expired());
        outer->launch(stream);
        stream.synchronize();
        QCOMPARE(work.read(context), Fill::expected(5));
        outer.reset();
        QVERIFY(loaded.expired());
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

WARPBENCH_TEST(TestKernelLaunch)
} // namespace tst_kernel_launch

#include "tst_kernel_launch.moc"
