// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a run that depend on the driver, on the simulated GPU and on a real one if available:
// order of copies in named streams, settings of one kernel, buffers that stay on the device after a
// stop, a broken context, rows exchanged between devices.
#include "core/plan/evaluate.h"
#include "core/plan/init.h"
#include "tests/main.h"
#include "tests/session/gpu_bench.h"
#include "tests/session/smooth_project.h"

#include <QTemporaryDir>

#include <algorithm>
#include <fstream>
#include <utility>

namespace tst_gpu_session {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

class GpuSessionTest : public SessionFixture {
    Q_OBJECT

    static constexpr int kFew = 1 << 18;
    static constexpr int kMany = 1 << 26; ///< copies of these take a real GPU some milliseconds

    static void devices() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<WorkerHome>("home");
        for (const char* device : {"sim", "0"}) {
            const char* const kind = device[0] == '0' ? "real" : "simulated";
            QTest::addRow("%s, this process", kind) << device << WorkerHome::this_process;
            QTest::addRow("%s, child process", kind) << device << WorkerHome::child_process;
        }
    }
    /// Whether a device takes large data in its stride.
    static bool isFast(const QString& device) { return device == "0" && !realOnesAreSimulated(); }
    static bool isMissing(const QString& device) { return device == "0" && realDevices() == 0; }

    /// The last element after a run, which must have succeeded.
    static float last(Bench& bench, const RunReport& report, int n) {
        if (report.status != RunStatus::ok)
            throw std::runtime_error(report.message.whole());
        return bench.read(find(report, "d")->ref, std::uint64_t(n - 1), 1).as<float>()[0];
    }

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200,h200"); }

    /// The timing pass queues both launches, each with its own setting.
    void twoSettingsOfSharedMemory_data() { devices(); }
    void twoSettingsOfSharedMemory() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        if (isMissing(device))
            QSKIP("no real GPU");
        Bench bench(home);
        RunRequest request = requestFor(
            R"({"format": "warpbench-project", "version": 1, "name": "s",
 "source": {"text": "replaced"},
 "buffers": [{"name": "d", "dtype": "float32", "shape": [<N>], "init": {"kind": "zeros"}}],
 "launches": [
  {"kernel": "k", "grid": [1], "block": [256], "shared": 90000, "max_dynamic_shared": 100000,
   "args": [{"buffer": "d"}]},
  {"kernel": "k", "grid": [1], "block": [256], "shared": 60000, "max_dynamic_shared": 60000,
   "args": [{"buffer": "d"}]}]})",
            R"(extern "C" __global__ void k(float* d) {
    extern __shared__ float s[];
    s[threadIdx.x] = d[threadIdx.x];
    __syncthreads();
    d[threadIdx.x] = s[threadIdx.x] + 1;
})",
            device, 256);
        request.repeats = 20;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.launches.at(1).time->samples, 20);
        QCOMPARE(last(bench, report, 256), 2.0F);
        QVERIFY(report.launches[0].time->medianError.has_value());
        // NVML belongs to the driver, and a simulated device does not have sensors.
        QCOMPARE(report.conditions.has_value(), isFast(device));
        if (!report.conditions)
            return;
        QVERIFY(report.conditions->readings > 0);
        const auto clock = report.conditions->smClockMhz.value();
        QVERIFY(clock[0] > 100 && clock[0] <= clock[1] && clock[1] < 10'000);
        const auto temperature = report.conditions->temperatureC.value();
        QVERIFY(temperature[0] > 10 && temperature[1] < 120);
        // And beside each sample.
        const auto& timeline = report.conditions->timeline;
        QCOMPARE(int(timeline.size()), report.conditions->readings);
        for (const LaunchReport& launch : report.launches) {
            QCOMPARE(launch.time->startsMs.size(), std::size_t(20));
            QVERIFY(std::is_sorted(launch.time->startsMs.begin(), launch.time->startsMs.end()));
            QVERIFY(launch.time->startsMs.back() <= timeline.back().atMs + 1);
            QVERIFY(launch.conditions && launch.conditions->readings > 0);
        }
    }

    /// Correct results left in device memory by an earlier run do not count.
    void nothingPassesByWhatAnEarlierRunLeft_data() { devices(); }
    void nothingPassesByWhatAnEarlierRunLeft() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        if (isMissing(device))
            QSKIP("no real GPU");
        Bench bench(home);
        for (const char* memory : {"device", "pitched", "managed", "mapped"}) {
            const auto run = [&](const char* source, const std::string& want = "7") {
                const RunReport report = bench.run(writing(device, source, want, memory));
                return report.status == RunStatus::ok              ? QString("passed")
                       : report.status == RunStatus::expect_failed ? QString("wrong")
                                                                   : report.message.whole().c_str();
            };
            QCOMPARE(run(kWritesAll), QString("passed"));
            QCOMPARE(run(kWritesNothing), QString("wrong"));
            QCOMPARE(run(kWritesAll), QString("passed"));
            QCOMPARE(run(kWritesHalf), QString("wrong"));
            QCOMPARE(run(kWritesNothing, "0"), QString("wrong"));
        }
    }

    /// Random numbers generated on a real GPU equal the host's bit for bit.
    void largeRandomNumbers_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("init");
        for (const char* device : {"sim", "0"})
            for (const auto& [type, init] :
                 {std::pair("float32", R"("normal", "mean": -3, "stddev": 0.7)"),
                  std::pair("float64", R"("normal")"), std::pair("complex64", R"("normal")"),
                  std::pair("float32", R"("uniform", "low": -1.7, "high": 5)"),
                  std::pair("float16", R"("uniform")"), std::pair("bfloat16", R"("normal")"),
                  std::pair("int64", R"("randint", "low": -5, "high": 1000000007)"),
                  std::pair("uint8", R"("randint", "high": 256)")})
                if (QString(device) == "0" || QString(init).startsWith(R"("uniform",)"))
                    QTest::addRow("%s, %s %s", device, type, init) << device << type << init;
    }
    void largeRandomNumbers() {
        QFETCH(QString, device);
        QFETCH(QString, type);
        QFETCH(QString, init);
        if (isMissing(device))
            QSKIP("no real GPU");
        const QString json =
            QString(R"json({"format": "warpbench-project", "version": 1, "name": "random",
 "source": {"text": "replaced"}, "timing": {"repeats": 3},
 "buffers": [{"name": "d", "dtype": "%1", "shape": [<N>],
              "init": {"kind": %2, "seed": 81985529216486895}}],
 "launches": [{"kernel": "k", "grid": [1], "block": [1],
               "args": [{"buffer": "d", "access": "in"}]}]})json")
                .arg(type, init);
        const bool real = device == "0";
        const int elements = (1 << (isFast(device) ? 26 : real ? 24 : 22)) + 3;
        const RunRequest request =
            requestFor(json.toStdString(), R"(extern "C" __global__ void k(const void* d) {})",
                       device, elements);
        const arrays::HostArray want =
            project::initialiseBuffer(project::makePlan(request.project), 0);
        Bench bench(WorkerHome::this_process);
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        const bool copied = std::any_of(report.transfers.begin(), report.transfers.end(),
                                        [](const Transfer& transfer) { return transfer.toDevice; });
        QCOMPARE(copied, !real);
        const arrays::HostArray got =
            bench.read(find(report, "d")->ref, 0, std::uint64_t(elements));
        const auto [at, other] =
            std::mismatch(got.bytes().begin(), got.bytes().end(), want.bytes().begin());
        QVERIFY2(at == got.bytes().end(),
                 qPrintable(QString("byte %1 differs").arg(at - got.bytes().begin())));
    }

    /// A texture's copy is made after the launch before it, and read on another stream.
    void textureOnANamedStream_data() { devices(); }
    void textureOnANamedStream() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        if (isMissing(device))
            QSKIP("no real GPU");
        Bench bench(home);
        const bool isLarge = isFast(device);
        const RunRequest request = requestFor(
            R"json({"format": "warpbench-project", "version": 1, "name": "t",
 "source": {"text": "replaced"}, "timing": {"repeats": 5}, "parameters": {"n": <N>},
 "buffers": [
  {"name": "image", "dtype": "float32", "shape": ["n", "n"], "init": {"kind": "arange"}},
  {"name": "out", "dtype": "float32", "shape": ["n", "n"], "init": {"kind": "zeros"},
   "expect": {"expression": "after(image)"}}],
 "launches": [
  {"kernel": "write", "grid": ["ceil_div(n * n, 256)"], "block": [256], "args": [{"buffer": "image"}]},
  {"kernel": "copy", "stream": "side", "grid": ["ceil_div(n, 16)", "ceil_div(n, 16)"], "block": [16, 16],
   "args": [{"texture": {"buffer": "image"}}, {"buffer": "out", "access": "out"},
            {"scalar": "int32", "value": "n"}]}]})json",
            R"(extern "C" __global__ void write(float* d) {
    size_t i = blockIdx.x * size_t(256) + threadIdx.x;
    d[i] = d[i] * 0.5f + 3;
}
extern "C" __global__ void copy(cudaTextureObject_t t, float* out, int n) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[y * n + x] = tex2D<float>(t, x + 0.5f, y + 0.5f);
})",
            device, isLarge ? 4096 : 64);
        for (int round = 0; round < (isLarge ? 10 : 1); ++round) {
            const RunReport report = bench.run(request);
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            QVERIFY(find(report, "out")->expect->passed);
        }
    }

    /// What stays on the device goes on with what the check pass left, whatever timing did to it.
    /// Whole passes of eight short launches on two streams: as one graph they cost less to launch.
    void aProjectAsAGraph_data() { devices(); }
    void aProjectAsAGraph() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        if (isMissing(device))
            QSKIP("no real GPU");
        std::string launches;
        for (int i = 0; i < 8; ++i) {
            std::string launch = R"({"kernel": "k", "stream": "<S>", "priority": <P>, "grid": [4],
                                    "block": [256], "args": [{"buffer": "<B>"}]})";
            launch.replace(launch.find("<S>"), 3, i % 2 ? "odd" : "even");
            launch.replace(launch.find("<P>"), 3, i % 2 ? "0" : "-1");
            launch.replace(launch.find("<B>"), 3, i % 2 ? "b" : "a");
            launches += (i > 0 ? ", " : "") + launch;
        }
        std::string json = R"json({"format": "warpbench-project", "version": 1, "name": "graph",
 "source": {"text": "replaced"}, "timing": {"repeats": 50, "graph": true},
 "buffers": [{"name": "a", "dtype": "float32", "shape": [<N>], "expect": {"expression": "4"}},
             {"name": "b", "dtype": "float32", "shape": [<N>], "expect": {"expression": "4"}}],
 "launches": [<L>]})json";
        json.replace(json.find("<L>"), 3, launches);
        RunRequest request = requestFor(json, R"(extern "C" __global__ void k(float* d) {
    d[blockIdx.x * 256 + threadIdx.x] += 1.0f;
})",
                                        device, 1024);
        const RunReport report = Bench(home).run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.graph);
        QVERIFY(report.graph->nodes >= 8);
        QVERIFY(report.graph->coldMs > 0);
        if (report.device->simulated)
            return;
        qInfo("cold %.4f ms, warm %.4f ms, graph %.4f ms, captured in %.3f ms",
              report.graph->coldMs, report.graph->warm.median, report.graph->replay.median,
              report.graph->captureMs);
        QVERIFY(report.graph->replay.median < report.graph->warm.median);
    }

    /// A GPU under load needs between some tens of watts and a kilowatt; twice the work needs more.
    void aPassNeedsEnergy_data() { devices(); }
    void aPassNeedsEnergy() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        if (isMissing(device))
            QSKIP("no real GPU");
        const auto energyOf = [&](int repeats) {
            RunRequest request = requestFor(R"json({"format": "warpbench-project", "version": 1,
 "name": "energy", "source": {"text": "replaced"}, "timing": {"repeats": 5},
 "buffers": [{"name": "d", "dtype": "float32", "shape": [<N>]}],
 "launches": [{"kernel": "k", "grid": ["<N> / 256"], "block": [256],
               "args": [{"buffer": "d", "access": "out"}]}]})json",
                                            "#define REPEATS " + std::to_string(repeats) + R"(
extern "C" __global__ void k(float* d) {
    float x = threadIdx.x;
    for (int i = 0; i < REPEATS; ++i)
        x = x * 0.999f + 1.0f;
    d[blockIdx.x * 256 + threadIdx.x] = x;
})",
                                            device, 1024);
            request.energy = true;
            return Bench(home).run(request);
        };
        const RunReport report = energyOf(2000);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        if (!isFast(device)) {
            QVERIFY(!report.energy);
            QVERIFY(report.notes.back().starts_with("energy: "));
            return;
        }
        QVERIFY(report.energy);
        const double watts =
            report.energy->mJ / 1000 * double(report.energy->passes) / report.energy->seconds;
        const RunReport twice = energyOf(4000);
        QVERIFY(twice.energy);
        qInfo("%g mJ and %g mJ, %g W", report.energy->mJ, twice.energy->mJ, watts);
        QVERIFY(watts > 20 && watts < 1500);
        QVERIFY(report.energy->seconds < 3);
        QVERIFY(twice.energy->mJ > 1.2 * report.energy->mJ);
    }

    /// The second launch may start early, and waits for the first one's results.
    void aLaunchThatMayBeginEarly_data() { devices(); }
    void aLaunchThatMayBeginEarly() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        if (isMissing(device))
            QSKIP("no real GPU");
        RunRequest request = requestFor(R"json({"format": "warpbench-project", "version": 1,
 "name": "early", "source": {"text": "replaced"}, "timing": {"repeats": 50}, "rounds": 4,
 "buffers": [{"name": "d", "dtype": "float32", "shape": [<N>], "expect": {"expression": "8"}}],
 "launches": [
  {"kernel": "k", "grid": ["ceil_div(<N>, 256)"], "block": [256], "args": [{"buffer": "d"}]},
  {"kernel": "k", "grid": ["ceil_div(<N>, 256)"], "block": [256], "args": [{"buffer": "d"}],
   "programmatic": true}]})json",
                                        R"(extern "C" __global__ void k(float* d) {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;");
#endif
    d[blockIdx.x * 256 + threadIdx.x] += 1.0f;
})",
                                        device, 1 << 16);
        const RunReport report = Bench(home).run(request);
        const bool able = report.device && report.device->ccMajor >= 9;
        QCOMPARE(report.status, able ? RunStatus::ok : RunStatus::device_error);
        if (!able)
            return;
        QVERIFY(report.launches[0].time && !report.launches[1].time);
        qInfo("both in %.4f ms", report.launches[0].time->median);
    }

    /// Heap, stack and room for printf, on a context that has used other ones before.
    void limitsOfTheContext_data() { devices(); }
    void limitsOfTheContext() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        if (isMissing(device))
            QSKIP("no real GPU");
        RunRequest request = requestFor(R"json({"format": "warpbench-project", "version": 1,
 "name": "limits", "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "d", "dtype": "int32", "shape": [1]}],
 "launches": [{"kernel": "k", "grid": [1], "block": [1],
               "args": [{"buffer": "d", "access": "out"}]}]})json",
                                        R"(extern "C" __global__ void k(int* d) {
    char* room = (char*)malloc(32 << 20);
    d[0] = room != 0;
    if (room)
        room[(32 << 20) - 1] = 1;
    free(room);
})",
                                        device, 1);
        Bench bench(home);
        const auto got = [&] {
            const RunReport report = bench.run(request);
            if (report.status != RunStatus::ok)
                throw std::runtime_error(report.message.whole());
            return bench.read(report.buffers[0].ref, 0, 1).as<std::int32_t>()[0];
        };
        QCOMPARE(got(), 0);
        request.project.limits.heapBytes = {"64 * 2 ** 20", {}};
        request.project.limits.stackBytes = {"8192", {}};
        request.project.limits.printfBytes = {"2 ** 24", {}};
        QCOMPARE(got(), 1);
        request.project.limits = {};
        QCOMPARE(got(), 0);
        request.project.context = project::ContextKind::primary;
        QCOMPARE(got(), 0);
    }

    void residentAfterAStop_data() { devices(); }
    void residentAfterAStop() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        if (isMissing(device))
            QSKIP("no real GPU");
        Bench bench(home);
        const int n = isFast(device) ? kMany : kFew;
        const RunRequest request = counting(device, n);
        QCOMPARE(last(bench, bench.run(request), n), 1.0F);
        RunRequest timed = request;
        timed.repeats = 1'000'000;
        QVERIFY(stopIn(bench, timed, "Timing").status == RunStatus::cancelled);
        const float after = last(bench, bench.run(request), n);
        // A worker that had to be killed starts from scratch.
        QVERIFY2(after == 3.0F || after == 1.0F, qPrintable(QString::number(double(after))));
        timed.repeats = 25;
        QCOMPARE(last(bench, bench.run(timed), n), after + 1);
        QCOMPARE(last(bench, bench.run(request), n), after + 2);
    }

    /// A context that a fault broke is left behind; an endless kernel ends with its worker.
    void faultAndEndlessKernelInAChild_data() {
        QTest::addColumn<QString>("device");
        QTest::newRow("simulated") << "sim";
        QTest::newRow("real") << "0";
    }
    void faultAndEndlessKernelInAChild() {
        QFETCH(QString, device);
        if (isMissing(device))
            QSKIP("no real GPU");
        Bench bench(WorkerHome::child_process);
        const RunRequest request = counting(device, kFew);
        QCOMPARE(last(bench, bench.run(request), kFew), 1.0F);
        RunRequest wrong = request;
        wrong.source = "extern \"C\" __global__ void k(float* d) { d[1ull << 44] = 1; }";
        QVERIFY(bench.run(wrong).status == RunStatus::fault);
        RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        RunRequest endless = request;
        endless.source = "extern \"C\" __global__ void k(float* d) {\n"
                         "    volatile float* v = d;\n"
                         "    while (v[0] >= -1e30f) {}\n"
                         "}";
        QVERIFY(stopIn(bench, endless, "Check pass").status == RunStatus::cancelled);
        report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
    }

    /// nvJitLink's machine code of two sources.
    void optimisedAsOne_data() { devices(); }
    void optimisedAsOne() {
        QFETCH(QString, device);
        if (isMissing(device))
            QSKIP("no NVIDIA GPU");
        QFETCH(WorkerHome, home);
        QTemporaryDir folder;
        std::ofstream(folder.filePath("more.cu").toStdString())
            << "__device__ float more(float x) { return x + 1; }\n";
        Bench bench(home);
        RunRequest request = counting(device, kFew);
        request.source = R"(extern __device__ float more(float x);
extern "C" __global__ void k(float* d) {
    d[blockIdx.x * size_t(256) + threadIdx.x] = more(d[blockIdx.x * size_t(256) + threadIdx.x]);
}
)";
        request.project.file = folder.filePath("p.warpbench").toStdString();
        request.project.link.push_back({"more.cu"});
        request.project.compile.lto = true;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.code->parts.empty() && report.code->cubin);
        QCOMPARE(last(bench, report, kFew), 1.0f);
    }

    void manyBuffers_data() { devices(); }
    void manyBuffers() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        if (isMissing(device))
            QSKIP("no real GPU");
        RunRequest request = requestFor(
            R"({"format": "warpbench-project", "version": 1, "name": "m",
 "source": {"text": "replaced"}, "timing": {"repeats": 3}, "buffers": [],
 "launches": [{"kernel": "k", "grid": [1], "block": [256], "args": []}]})",
            {}, device, 0);
        std::string parameters;
        for (int i = 0; i < 150; ++i) {
            const std::string name = "b" + std::to_string(i);
            request.project.buffers.push_back(
                buffer(name.c_str(), "1000", project::Init::Kind::ones));
            project::Argument argument;
            argument.value = bufferArg(name.c_str(), project::Access::inout);
            request.project.launches[0].args.push_back(std::move(argument));
            parameters += (i ? ", float* " : "float* ") + name;
        }
        request.source = "extern \"C\" __global__ void k(" + parameters +
                         ") { b149[threadIdx.x] = b0[threadIdx.x] + 1; }";
        Bench bench(home);
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(bench.read(find(report, "b149")->ref, 255, 1).as<float>()[0], 2.0F);
    }

    /// Arrays so large that their copies are staged at first, and their memory page-locked when it
    /// comes again; the report says what the pool had of them.
    void largeArrays_data() { devices(); }
    void largeArrays() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        if (isMissing(device))
            QSKIP("no real GPU");
        const bool real = device == "0";
        const int n = isFast(device) ? kMany : kFew; // 256 MiB each
        const RunRequest request = requestFor(R"json({"format": "warpbench-project", "version": 1,
 "name": "l", "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "d", "dtype": "int32", "shape": [<N>], "init": {"kind": "arange"},
              "expect": {"expression": "d + 1"}}],
 "launches": [{"kernel": "k", "grid": ["ceil_div(<N>, 256)"], "block": [256],
               "args": [{"buffer": "d"}]}]})json",
                                              R"(extern "C" __global__ void k(int* d) {
    d[blockIdx.x * size_t(256) + threadIdx.x] += 1;
})",
                                              device, n);
        Bench bench(home);
        for (int run = 0; run < 3; ++run) {
            const RunReport report = bench.run(request);
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            QCOMPARE(report.transfers.size(), std::size_t(2));
            const MemoryUse memory = report.memory.value();
            QVERIFY(memory.bytes >= std::uint64_t(n) * 4);
            QCOMPARE(memory.pool.has_value(), real);
            QVERIFY(!real || memory.pool->managedBytes >= memory.bytes);
            for (const Transfer& transfer : report.transfers)
                qInfo("run %d: %s %llu bytes in %.2f ms", run, transfer.toDevice ? "up" : "down",
                      static_cast<unsigned long long>(transfer.bytes), transfer.ms);
        }
    }

    /// Two devices exchange rows between any two steps, as they do on simulated ones.
    void twoGpusExchangeRows_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<WorkerHome>("home");
        QTest::addColumn<bool>("peer");
        for (const char* device : {"sim", "0"})
            for (const WorkerHome home : {WorkerHome::this_process, WorkerHome::child_process})
                for (const bool peer : {true, false})
                    QTest::addRow("%s, %s, %s", device[0] == '0' ? "real" : "simulated",
                                  home == WorkerHome::this_process ? "this process"
                                                                   : "child process",
                                  peer ? "peer copies" : "through the host")
                        << device << home << peer;
    }
    void twoGpusExchangeRows() {
        QFETCH(QString, device);
        QFETCH(WorkerHome, home);
        QFETCH(bool, peer);
        if (device == "0" && realDevices() < 2)
            QSKIP("fewer than two real GPUs");
        Bench bench(home);
        RunRequest request = smoothOn(2);
        request.device = device.toStdString();
        request.peerCopies = peer;
        request.repeats = 20;
        const std::vector<std::int32_t> want = smoothed(2 * kSmoothRounds);
        for (int again = 0; again < (isFast(device) ? 20 : 1); ++again) {
            const RunReport report = bench.run(request);
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            QCOMPARE(report.devices.size(), std::size_t(2));
            const arrays::HostArray u = bench.read(find(report, "u")->ref, 0, want.size());
            QVERIFY(std::equal(want.begin(), want.end(), u.as<std::int32_t>().begin()));
            for (const DeviceShare& share : report.devices)
                QCOMPARE(share.launches[0].time->samples, 20);
        }
    }
};

WARPBENCH_TEST(GpuSessionTest)
} // namespace tst_gpu_session

#include "tst_gpu_session.moc"
