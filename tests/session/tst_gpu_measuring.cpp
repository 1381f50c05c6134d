// SPDX-License-Identifier: GPL-3.0-or-later
// Data from a real GPU besides times: its counters, its peaks, and the launches in its
// roofline.
#include "tests/main.h"
#include "tests/session/environment_setting.h"
#include "tests/session/gpu_bench.h"

#include <QTemporaryDir>

namespace tst_gpu_measuring {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

constexpr const char* kRoofs =
    R"json({"format": "warpbench-project", "version": 1, "name": "roofs",
 "source": {"text": "replaced"}, "timing": {"repeats": 20},
 "buffers": [
  {"name": "from", "dtype": "float32", "shape": [<N>], "init": {"kind": "ones"}},
  {"name": "to", "dtype": "float32", "shape": [<N>], "init": {"kind": "zeros"}},
  {"name": "sink", "dtype": "float32", "shape": [1], "init": {"kind": "zeros"}}],
 "launches": [
  {"kernel": "copy", "grid": ["ceil_div(<N>, 1024)"], "block": [256],
   "args": [{"buffer": "to", "access": "resident"}, {"buffer": "from", "access": "resident"}]},
  {"kernel": "sums", "grid": [4096], "block": [256],
   "args": [{"buffer": "sink"}, {"scalar": "int32", "value": "4096"}]}]})json";

constexpr const char* kRoofsSource =
    R"(extern "C" __global__ void copy(float4* to, const float4* from) {
    size_t i = blockIdx.x * size_t(256) + threadIdx.x;
    to[i] = from[i];
}
extern "C" __global__ void sums(float* sink, int rounds) {
    float a = 0, b = 1, c = 2, d = 3, x = 0.5f + threadIdx.x * 1e-3f, y = blockIdx.x;
#pragma unroll 16
    for (int i = 0; i < rounds; ++i) {
        a = fmaf(a, x, y);
        b = fmaf(b, x, y);
        c = fmaf(c, x, y);
        d = fmaf(d, x, y);
    }
    if (a * b * c * d == -1)
        *sink = a;
})";

} // namespace

class GpuMeasuringTest : public SessionFixture {
    Q_OBJECT

    static constexpr int kFew = 1 << 18;

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200,h200"); }

    /// A real GPU's counters use extra passes, which keep the results of the check pass.
    void countersOfARealGpu_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::newRow("this process") << WorkerHome::this_process;
        QTest::newRow("child process") << WorkerHome::child_process;
    }
    void countersOfARealGpu() {
        QFETCH(WorkerHome, home);
        if (realDevices() == 0)
            QSKIP("no real GPU");
        Bench bench(home);
        RunRequest request = requestFor(
            R"({"format": "warpbench-project", "version": 1, "name": "c",
 "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "d", "dtype": "float32", "shape": [65536], "init": {"kind": "zeros"}}],
 "launches": [{"kernel": "apart", "grid": [4], "block": [256],
               "args": [{"buffer": "d", "access": "inout"}]},
              {"kernel": "together", "grid": [4], "block": [256],
               "args": [{"buffer": "d", "access": "resident"}]}]})",
            R"(extern "C" __global__ void apart(float* d) {
    d[(blockIdx.x * 256 + threadIdx.x) * 64] += 1.0f;
}
extern "C" __global__ void together(float* d) {
    d[blockIdx.x * 256 + threadIdx.x] += 1.0f;
})",
            "0", 0);
        request.metrics = true;
        for (int run = 1; run <= 2; ++run) {
            const RunReport report = bench.run(request);
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            if (!report.launches[0].hardware && !report.notes.empty())
                QSKIP(report.notes.front().c_str()); // this driver does not permit it, and says so
            QVERIFY(report.launches[0].hardware && report.launches[1].hardware);
            const cuda::HardwareFigures& apart = *report.launches[0].hardware;
            const cuda::HardwareFigures& together = *report.launches[1].hardware;
            QCOMPARE(*apart[cuda::HardwareFigure::sectors_per_store], 32.0);
            QCOMPARE(*together[cuda::HardwareFigure::sectors_per_store], 4.0);
            QCOMPARE(*apart[cuda::HardwareFigure::global_bytes_stored], 4096.0);
            QCOMPARE(*apart[cuda::HardwareFigure::global_accesses], 64.0);
            QCOMPARE(*together[cuda::HardwareFigure::flops_single], 1024.0);
            QVERIFY(*apart[cuda::HardwareFigure::warp_instructions] > 32 * 4);
            // Each run adds two to the first, whatever the counting passes did.
            const auto first = bench.read(find(report, "d")->ref, 0, 65).as<float>();
            QCOMPARE(first[0], 2.0f * float(run));
            QCOMPARE(first[64], 2.0f * float(run));
            QCOMPARE(first[1], 1.0f * float(run));
        }
    }

    /// Each counting pass starts from what the run found, also in a buffer that stays on the device
    /// and with no timing: the number of stores depends on it.
    void countersWithAResidentBuffer() {
        if (realDevices() == 0)
            QSKIP("no real GPU");
        Bench bench(WorkerHome::child_process);
        RunRequest request = counting("0", 256);
        request.source = R"(extern "C" __global__ void k(float* d) {
    volatile float* v = d;
    for (int i = int(v[threadIdx.x]); i >= 0; --i)
        v[threadIdx.x] += 1.0f;
})";
        request.metrics = true;
        for (const double stores : {1.0, 2.0, 4.0}) { // for values of 0, 1 and 3
            const RunReport report = bench.run(request);
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            if (!report.launches[0].hardware && !report.notes.empty())
                QSKIP(report.notes.front().c_str()); // this driver does not permit it, and says so
            const cuda::HardwareFigures& figures = report.launches[0].hardware.value();
            QCOMPARE(*figures[cuda::HardwareFigure::global_bytes_stored], stores * 1024);
        }
    }

    /// A copy comes near the bandwidth that was measured, a chain of multiply-adds near the rate.
    void underTheRoofs_data() {
        QTest::addColumn<WorkerHome>("home");
        QTest::newRow("this process") << WorkerHome::this_process;
        QTest::newRow("child process") << WorkerHome::child_process;
    }
    void underTheRoofs() {
        QFETCH(WorkerHome, home);
        if (realDevices() == 0)
            QSKIP("no real GPU");
        const QTemporaryDir cache;
        const EnvironmentSetting setting("XDG_CACHE_HOME", cache.path().toLocal8Bit());
        Bench bench(home);
        RunRequest request = requestFor(kRoofs, kRoofsSource, "0", 1 << 27);
        request.metrics = request.roofline = true;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY2(report.peaks, report.notes.empty() ? "" : report.notes.front().c_str());
        const launch::DevicePeaks& peaks = *report.peaks;
        qInfo("copy %.3f TB/s, float %.2f, double %.2f, half %.2f TFLOP/s, %s",
              *peaks.bytesPerSecond / 1e12, *peaks.flopsSingle / 1e12, *peaks.flopsDouble / 1e12,
              peaks.flopsHalf.value_or(0) / 1e12, peaks.measured.c_str());
        // Not measured a second time.
        const RunReport again = bench.run(request);
        QVERIFY(again.peaks == report.peaks);
        if (!report.launches[0].hardware && !report.notes.empty())
            QSKIP(report.notes.front().c_str()); // this driver does not permit to count
        const Roofline copy = report.launches[0].roofline.value();
        const Roofline sums = report.launches[1].roofline.value();
        qInfo("copy: %.3f TB/s, %.1f %%; sums: %.2f TFLOP/s, %.1f %%", *copy.bytesPerSecond / 1e12,
              *copy.fraction * 100, *sums.flopsPerSecond / 1e12, *sums.fraction * 100);
        QVERIFY(copy.bound == Roofline::Bound::memory);
        QCOMPARE(copy.allFlops(), 0.0);
        QVERIFY(*copy.fraction > 0.6 && *copy.fraction < 1.1);
        QVERIFY(sums.bound == Roofline::Bound::compute);
        QVERIFY(sums.precision == Precision::single);
        // 4096 blocks of 256 threads, 4096 iterations of four multiply-adds, and overhead.
        const double operations = 4096.0 * 256 * 4096 * 4 * 2;
        const double told = sums.flops[std::size_t(Precision::single)];
        QVERIFY2(told >= operations && told < 1.001 * operations,
                 qPrintable(QString::number(told)));
        QVERIFY(*sums.fraction > 0.6 && *sums.fraction < 1.1);
    }

    /// What a simulated GPU of the same kind says stands beside the measured times, and changes
    /// nothing else of the run.
    void estimatesBesideTimes() {
        if (realDevices() == 0)
            QSKIP("no real GPU");
        Bench bench(WorkerHome::child_process);
        RunRequest request = requestFor(
            R"({"format": "warpbench-project", "version": 1, "name": "e",
 "source": {"text": "replaced"}, "timing": {"repeats": 20},
 "buffers": [{"name": "d", "dtype": "float32", "shape": [4194304], "init": {"kind": "ones"}}],
 "launches": [{"kernel": "twice", "grid": [16384], "block": [256],
               "args": [{"buffer": "d", "access": "inout"}]}]})",
            R"(extern "C" __global__ void twice(float* d) {
    d[blockIdx.x * 256 + threadIdx.x] *= 2.0f;
})",
            "0", 20);
        request.estimateBeside = true;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        const LaunchReport& launch = report.launches.front();
        qInfo("on %s", report.device->name.c_str());
        if (!launch.estimate)
            QSKIP(report.notes.empty() ? "no simulated GPU is like it"
                                       : report.notes.front().c_str());
        QVERIFY2(launch.estimate->timed(), launch.estimate->untimed.whole().c_str());
        qInfo("measured %.2f us, estimated %.2f us", launch.time->median * 1000,
              launch.estimate->ms * 1000);
        const double ratio = launch.estimate->ms / launch.time->median;
        QVERIFY(ratio > 0.5 && ratio < 2);
        QCOMPARE(launch.time->clock, std::string("gpu-event"));
        QVERIFY(!report.device->simulated);
        QCOMPARE(bench.read(find(report, "d")->ref, 0, 1).as<float>()[0], 2.0f);
    }

    /// After a stop during a measurement, the device continues with the next run.
    void stopWhileMeasuring() {
        if (realDevices() == 0)
            QSKIP("no real GPU");
        const QTemporaryDir cache;
        const EnvironmentSetting setting("XDG_CACHE_HOME", cache.path().toLocal8Bit());
        Bench bench(WorkerHome::child_process);
        RunRequest request = counting("0", kFew);
        request.metrics = request.roofline = true;
        QVERIFY(stopIn(bench, request, "Measuring").status == RunStatus::cancelled);
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.peaks.has_value());
    }
};

WARPBENCH_TEST(GpuMeasuringTest)
} // namespace tst_gpu_measuring

#include "tst_gpu_measuring.moc"
