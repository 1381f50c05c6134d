// SPDX-License-Identifier: GPL-3.0-or-later
// The same guarantees on a real GPU. Skipped without one.
#include "core/cuda/event.h"
#include "core/cuda/graph.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/cuda/texture.h"
#include "core/launch/timing.h"
#include "core/launch/validation.h"
#include "core/memory/device_pool.h"
#include "core/memory/host_pool.h"
#include "core/memory/staging.h"
#include "core/occupancy/occupancy.h"
#include "core/platform/dynamic_library.h"
#include "tests/cuda/kernels.h"
#include "tests/cuda/occupancy_rows.h"
#include "tests/cuda/simulated.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

namespace tst_gpu_core {

using namespace warpbench;
using namespace warpbench::cuda;
using namespace warpbench::launch;

class TestGpuCore : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        try {
            m_driver = &Driver::openSystem();
        } catch (const Error& error) {
            QSKIP(qPrintable(QString("no real GPU: %1").arg(error.what())));
        }
        if (m_driver->deviceCount() == 0)
            QSKIP("the driver has no device");
        m_context = Context::create(m_driver->device(0));
        m_module = Module::fromPtx(*m_context, test::kKernels);
        m_occupancyModule = Module::fromPtx(*m_context, test::occupancyKernels());
    }
    void cleanupTestCase() {
        m_occupancyModule.reset();
        m_module.reset();
        m_context.reset();
    }

    void driverHasAllEntryPoints() {
        QVERIFY(!m_driver->simulated());
        const DriverApi& api = m_driver->api();
        // Every driver since CUDA 12.4 has them all.
        if (m_driver->version() < 12040)
            QSKIP("an older driver");
#define WARPBENCH_X(need, member, symbol, version, exported, ...)                                  \
    QVERIFY2(bool(api.member), symbol);
        WARPBENCH_CUDA_ENTRY_POINTS(WARPBENCH_X)
#undef WARPBENCH_X
    }

    void bothDriversAtOnce() {
        const Context simulated = test::makeContext();
        const DeviceMemory here = DeviceMemory::allocate(simulated, 1024);
        const DeviceMemory there = DeviceMemory::allocate(*m_context, 1024);
        const ContextScope outer(*m_context);
        const ContextScope inner(simulated);
        fill8Async(Stream::defaultOf(simulated), here.pointer(), 1, 1024);
        fill8Async(Stream::defaultOf(*m_context), there.pointer(), 2, 1024);
        std::byte a{};
        std::byte b{};
        copyToHost(simulated, &a, here.pointer(), 1);
        copyToHost(*m_context, &b, there.pointer(), 1);
        QCOMPARE(a, std::byte(1));
        QCOMPARE(b, std::byte(2));
    }

    void kernelRunsAndIsTimed() {
        const Stream stream = Stream::create(*m_context);
        const std::uint32_t count = 1000;
        const DeviceMemory memory = DeviceMemory::allocate(*m_context, count * 4);
        const PackedArguments arguments(
            "fill",
            std::vector<ArgumentValue>{ArgumentValue::pointer(memory.pointer(), "out"),
                                       ArgumentValue::of(std::uint32_t(7), "value"),
                                       ArgumentValue::of(count, "n")},
            std::vector<ParameterSpec>{{8, ""}, {4, ""}, {4, ""}});
        LaunchConfig config;
        config.grid.x = 8;
        config.block.x = 128;
        const Kernel fill = m_module->kernel("fill");
        validate(config, DeviceLaunchLimits::of(m_context->device()),
                 KernelLaunchLimits::of(fill, config));
        TimingOptions options;
        options.flushL2 = true;
        options.restore = [&](const Stream& on) { fill8Async(on, memory.pointer(), 0, count * 4); };
        const std::vector<ReadyLaunch> launches{{fill, config, &arguments, stream, 1}};
        const TimingResult result = timeLaunches(launches, options);
        QCOMPARE(result.launches[0].clock, std::string("gpu-event"));
        QCOMPARE(result.launches[0].samples, 50);
        QVERIFY(result.launches[0].min > 0 && result.launches[0].median < 10);
        std::vector<std::uint32_t> values(count);
        copyToHost(*m_context, values.data(), memory.pointer(), count * 4);
        for (std::uint32_t i = 0; i < count; ++i)
            QCOMPARE(values[i], 7 + i);
    }

    void parametersOfKernels() {
        if (!m_driver->api().functionGetParamInfo)
            QSKIP("an older driver");
        const std::vector<ParameterSlot> expected{{0, 8}, {8, 4}, {12, 4}};
        QCOMPARE(m_module->kernel("fill").parameters(), expected);
    }

    void graphs() {
        const Stream stream = Stream::create(*m_context);
        const DeviceMemory memory = DeviceMemory::allocate(*m_context, 4096);
        std::optional<DeviceMemory> passing = DeviceMemory::allocate(*m_context, 4096);
        const Graph graph = Graph::capture(stream, [&] {
            fill8Async(stream, memory.pointer(), 3, 4096);
            passing.reset();
        });
        QCOMPARE(graph.nodeCount(), std::size_t(1));
        graph.instantiate().launch(stream);
        stream.synchronize();
        std::byte last{};
        copyToHost(*m_context, &last, memory.pointer() + 4095, 1);
        QCOMPARE(last, std::byte(3));
    }

    void occupancyIsWhatTheDriverSays_data() {
        test::addOccupancyRows();
    }
    void occupancyIsWhatTheDriverSays() {
        QFETCH(QString, kernel);
        QFETCH(int, threads);
        const QStringList differences =
            test::occupancyDifferences(*m_context, *m_occupancyModule, kernel, threads);
        QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n')));
    }

    /// Core knows how many clusters fit at most; the GPU's groups of multiprocessors, which differ
    /// from chip to chip, may let fewer in.
    void clustersAtOnce() {
        const DriverApi& api = m_driver->api();
        int has = 0;
        api.deviceGetAttribute(&has, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH,
                               m_context->device().handle());
        // Nothing but this test asks the driver for it.
        const auto library = platform::DynamicLibrary::open(m_driver->library());
        auto* maxActiveClusters = library.function<decltype(cuOccupancyMaxActiveClusters)>(
            "cuOccupancyMaxActiveClusters");
        if (!has || !maxActiveClusters)
            QSKIP("the device has no clusters, or the driver is an older one");
        const auto attributeOf = [&](CUdevice_attribute which) {
            int value = 0;
            api.deviceGetAttribute(&value, which, m_context->device().handle());
            return value;
        };
        occupancy::DeviceLimits limits =
            occupancy::limitsFor(attributeOf(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                                 attributeOf(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
        limits.multiprocessors = attributeOf(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        const ContextScope current(*m_context);
        const Kernel fill = m_module->kernel("fill");
        occupancy::KernelUsage usage;
        api.functionGetAttribute(&usage.registers, CU_FUNC_ATTRIBUTE_NUM_REGS, fill.handle());
        for (const int threads : {128, 512, 1024}) {
            for (const unsigned size : {2u, 4u, 8u}) {
                CUlaunchAttribute attribute{};
                attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
                attribute.value.clusterDim.x = size;
                attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
                CUlaunchConfig config{};
                config.gridDimX = 64;
                config.gridDimY = config.gridDimZ = 1;
                config.blockDimX = unsigned(threads);
                config.blockDimY = config.blockDimZ = 1;
                config.attrs = &attribute;
                config.numAttrs = 1;
                int clusters = 0;
                QCOMPARE(maxActiveClusters(&clusters, fill.handle(), &config), CUDA_SUCCESS);
                usage.threads = threads;
                usage.clusterBlocks = int(size);
                const auto most = occupancy::wavesOf(limits, usage, 64).clusters;
                QVERIFY2(clusters > 0 && clusters <= most && clusters >= most / 2,
                         qPrintable(QString("%1 threads, clusters of %2: %3, at most %4")
                                        .arg(threads)
                                        .arg(size)
                                        .arg(clusters)
                                        .arg(most)));
            }
        }
    }

    void objectsDieOnAnotherThread() {
        const std::size_t bytes = std::size_t(256) << 20;
        const std::size_t before = m_context->memoryInfo().freeBytes;
        std::optional<DeviceMemory> memory = DeviceMemory::allocate(*m_context, bytes);
        QVERIFY(m_context->memoryInfo().freeBytes < before);
        std::thread([&] { memory.reset(); }).join();
        QVERIFY(m_context->memoryInfo().freeBytes + bytes / 2 > before);
    }

    void poolIsOrderedAcrossStreams() {
        memory::DevicePool pool(*m_context);
        const Stream a = Stream::create(*m_context);
        const Stream b = Stream::create(*m_context);
        const std::size_t bytes = std::size_t(256) << 20;
        for (int round = 0; round < 20; ++round) {
            memory::PooledDeviceBlock block = pool.allocate(bytes, a);
            for (int i = 0; i < 8; ++i)
                fill8Async(a, block.pointer(), 0xAA, bytes);
            block.release();
            memory::PooledDeviceBlock stolen = pool.allocate(bytes, b);
            fill8Async(b, stolen.pointer(), std::uint8_t(round), bytes);
            std::byte ends[2]{};
            copyToHostAsync(b, &ends[0], stolen.pointer(), 1);
            copyToHostAsync(b, &ends[1], stolen.pointer() + bytes - 1, 1);
            b.synchronize();
            a.synchronize();
            copyToHost(*m_context, &ends[1], stolen.pointer() + bytes - 1, 1);
            QCOMPARE(ends[0], std::byte(round));
            QCOMPARE(ends[1], std::byte(round));
            stolen.setStream(a);
        }
    }

    void outOfMemoryIsWorded() {
        memory::DevicePool pool(*m_context);
        try {
            pool.allocate(std::size_t(m_context->device().totalMemoryBytes()) * 2);
            QFAIL("no exception");
        } catch (const memory::OutOfMemory& error) {
            QVERIFY(error.amounts().totalBytes > 0);
        }
        m_context->synchronize(); // everything continues
    }

    void stagedCopies() {
        memory::StagingCopier copier(*m_context);
        const Stream stream = Stream::create(*m_context);
        std::vector<std::uint32_t> source((std::size_t(100) << 20) / 4 + 1);
        for (std::size_t i = 0; i < source.size(); ++i)
            source[i] = std::uint32_t(i * 2654435761u);
        const DeviceMemory memory = DeviceMemory::allocate(*m_context, source.size() * 4);
        std::vector<std::uint32_t> back(source.size());
        QVERIFY(copier.upload(stream, memory.pointer(), source.data(), source.size() * 4));
        QVERIFY(copier.download(stream, back.data(), memory.pointer(), back.size() * 4));
        QVERIFY(back == source);
    }

    void arraysTexturesSurfaces() {
        ArrayDescriptor descriptor;
        descriptor.width = 16;
        descriptor.height = 8;
        descriptor.surface = true;
        const Array array = Array::create(*m_context, descriptor);
        std::vector<float> data(128);
        for (std::size_t i = 0; i < data.size(); ++i)
            data[i] = float(i);
        array.upload(data.data());
        std::vector<float> back(128);
        array.download(back.data());
        QCOMPARE(back, data);
        QVERIFY(TextureObject::create(array).value() != 0);
        QVERIFY(SurfaceObject::create(array).value() != 0);
    }

  private:
    const Driver* m_driver = nullptr;
    std::optional<Context> m_context;
    std::optional<Module> m_module;
    std::optional<Module> m_occupancyModule;
};

WARPBENCH_TEST(TestGpuCore)
} // namespace tst_gpu_core

#include "tst_gpu_core.moc"
