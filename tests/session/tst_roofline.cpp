// SPDX-License-Identifier: GPL-3.0-or-later
// Launches in their device's roofline: the arithmetic, the report, and the file that stores
// measured peaks. Measuring is tested on a real GPU (tst_gpu_session).
#include "core/base/version.h"
#include "core/device/peaks_file.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/report/ptx_flops.h"
#include "core/report/roofline.h"
#include "core/report/run_report.h"
#include "tests/json_text.h"
#include "tests/main.h"

#include <QTest>

#include <nlohmann/json.hpp>

namespace tst_roofline {

using namespace warpbench;
using namespace warpbench::session;
using cuda::HardwareFigure;
using launch::DevicePeaks;
using nlohmann::json;

namespace {

/// Round ones: 4 TB/s, 60 TFLOP/s float (15 FLOP/byte), 30 double, 120 half.
DevicePeaks roundPeaks() {
    return {4e12, 120e12, 60e12, 30e12, "2026-05-17T09:30:00Z"};
}

/// A launch that a real GPU counted.
LaunchReport counted(double single, double twice, double half, double dramBytes, double medianMs) {
    LaunchReport launch;
    cuda::HardwareFigures& figures = launch.hardware.emplace();
    figures[HardwareFigure::flops_single] = single;
    figures[HardwareFigure::flops_double] = twice;
    figures[HardwareFigure::flops_half] = half;
    figures[HardwareFigure::dram_bytes_read] = dramBytes / 4;
    figures[HardwareFigure::dram_bytes_written] = dramBytes * 3 / 4;
    if (medianMs > 0)
        launch.time = launch::summarize({medianMs}, "gpu-event");
    return launch;
}

} // namespace

class RooflineTest : public QObject {
    Q_OBJECT

  private slots:
    /// 1 GFLOP with 8 GB in 2.5 ms: 2 ms are the memory's at its peak.
    void memoryBound() {
        const auto roofline = rooflineOf(counted(1e9, 0, 0, 8e9, 2.5), roundPeaks());
        QVERIFY(roofline.has_value());
        QCOMPARE(roofline->intensity.value(), 0.125);
        QCOMPARE(roofline->flopsPerSecond.value(), 4e11);
        QCOMPARE(roofline->bytesPerSecond.value(), 3.2e12);
        QVERIFY(roofline->bound == Roofline::Bound::memory);
        QVERIFY(roofline->precision == Precision::single);
        QCOMPARE(roofline->fraction.value(), 0.8);
        QVERIFY(!roofline->globalBytes);
    }

    /// Each precision has a separate roof, and the slowest one counts.
    void computeBound_data() {
        QTest::addColumn<double>("single");
        QTest::addColumn<double>("twice");
        QTest::addColumn<double>("half");
        QTest::addColumn<int>("precision");
        QTest::newRow("float") << 60e9 << 0.0 << 0.0 << int(Precision::single);
        QTest::newRow("double") << 59e9 << 30e9 << 0.0 << int(Precision::twice);
        QTest::newRow("half") << 30e9 << 10e9 << 120e9 << int(Precision::half);
    }
    void computeBound() {
        QFETCH(double, single);
        QFETCH(double, twice);
        QFETCH(double, half);
        QFETCH(int, precision);
        const auto roofline = rooflineOf(counted(single, twice, half, 1e6, 2), roundPeaks());
        QVERIFY(roofline->bound == Roofline::Bound::compute);
        QCOMPARE(int(roofline->precision.value()), precision);
        QCOMPARE(roofline->fraction.value(), 0.5); // a millisecond of two
        QCOMPARE(roofline->allFlops(), single + twice + half);
    }

    /// At the ridge, 15 FLOP/byte, both take as long.
    void besideTheRidge() {
        const auto boundAt = [](double intensity) {
            return rooflineOf(counted(intensity * 1e9, 0, 0, 1e9, 1), roundPeaks())->bound;
        };
        QVERIFY(boundAt(14.9) == Roofline::Bound::memory);
        QVERIFY(boundAt(15.1) == Roofline::Bound::compute);
    }

    void copyComputesNothing() {
        const auto roofline = rooflineOf(counted(0, 0, 0, 4e9, 1), roundPeaks());
        QCOMPARE(roofline->intensity.value(), 0.0);
        QVERIFY(roofline->bound == Roofline::Bound::memory);
        QVERIFY(!roofline->precision);
        QCOMPARE(roofline->fraction.value(), 1.0);
    }

    /// Everything is in caches: the intensity is undefined, without a division by zero.
    void nothingFromDram() {
        const auto roofline = rooflineOf(counted(6e9, 0, 0, 0, 1), roundPeaks());
        QVERIFY(!roofline->intensity);
        QVERIFY(roofline->bound == Roofline::Bound::compute);
        QCOMPARE(roofline->fraction.value(), 0.1);
        QVERIFY(!rooflineOf(counted(0, 0, 0, 0, 1), roundPeaks())->bound);
    }

    /// Without a time the bound is known, without peaks the rates are; without counters nothing.
    void whatIsNotKnownIsEmpty() {
        const auto untimed = rooflineOf(counted(1e9, 0, 0, 8e9, 0), roundPeaks());
        QVERIFY(untimed->bound == Roofline::Bound::memory);
        QVERIFY(!untimed->fraction && !untimed->flopsPerSecond && !untimed->bytesPerSecond);
        const auto unmeasured = rooflineOf(counted(1e9, 0, 0, 8e9, 2.5), std::nullopt);
        QCOMPARE(unmeasured->flopsPerSecond.value(), 4e11);
        QVERIFY(!unmeasured->bound && !unmeasured->fraction);
        QVERIFY(!rooflineOf(LaunchReport(), roundPeaks()));
        LaunchReport partly; // a chip that does not count DRAM traffic
        partly.hardware.emplace()[HardwareFigure::flops_single] = 5;
        QVERIFY(!rooflineOf(partly, roundPeaks()));
    }

    /// It lacks peaks, and its time is not a GPU's; counters cover all repetitions.
    void simulated() {
        Counters counters;
        counters.flops = Flops{0, 800, 160};
        counters.globalSectors = 30;
        LaunchReport launch;
        launch.repeat = 2;
        launch.counters = counters;
        launch.time = launch::summarize({2}, "host-simulated");
        const auto roofline = rooflineOf(launch, std::nullopt);
        QCOMPARE(roofline->globalBytes.value(), 480.0);
        QCOMPARE(roofline->intensity.value(), 1.0);
        QVERIFY(!roofline->dramBytes && !roofline->flopsPerSecond && !roofline->bound);
    }

    /// Counted by line of the PTX, as compilers write it: an instruction a line, guards in front;
    /// inline assembly may have several in one.
    /// A product of m × n × k is as many multiplications and additions, by a warp or by four.
    void flopsOfProducts() {
        const std::string ptx =
            "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1}, {%r1}, {%r2}, {%f2};\n"
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f1}, {%r1}, {%r2}, {%f2};\n"
            "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1}, {%r1}, {%r2}, {%f2};\n"
            "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d1}, {%d2}, {%d3}, {%d4};\n"
            "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r1}, {%r2}, {%r3}, {%r4};\n"
            "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f1}, %rd1, %rd2, p, 1, 1;\n"
            "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [%rd1], %r2;\n";
        const auto ofWarp = [&](int line) { return flopsOf({{line, 1, 32}}, ptx); };
        QCOMPARE(ofWarp(1), (Flops{2 * 16 * 16 * 16, 0, 0}));
        QCOMPARE(ofWarp(2), (Flops{2 * 16 * 8 * 16, 0, 0}));
        QCOMPARE(ofWarp(3), (Flops{0, 2 * 16 * 8 * 8, 0}));
        QCOMPARE(ofWarp(4), (Flops{0, 0, 2 * 8 * 8 * 4}));
        QCOMPARE(ofWarp(5), (Flops{}));
        QCOMPARE(flopsOf({{6, 4, 128}}, ptx), (Flops{2 * 64 * 128 * 16, 0, 0}));
        QCOMPARE(ofWarp(7), (Flops{}));
    }

    void flopsOfPtx() {
        const std::string ptx = ".version 8.0\n"                       // 1
                                "\tfma.rn.f32 \t%f1, %f2, %f3, %f4;\n" // 2
                                "\t@%p1 add.ftz.f32 %f1, %f1, %f2;\n"  // 3
                                "\t@!%p1 bra \t$L__BB0_2;\n"           // 4
                                "{mul.f16x2 %r1,%r2,%r3;\n"            // 5
                                "{ sub.f64 %fd1,%fd1,%fd2; fma.rn.f64 %fd1, %fd1, %fd1, %fd2; }\n"
                                "\tmad.lo.s32 \t%r1, %r2, %r3, %r4;\n" // 7
                                "\tmax.f32 %f1, %f1, %f2; // fma.rn.f32\n"
                                "$L: add.rn.bf16 %rs1, %rs2, %rs3;\n" // 9
                                "\tatom.global.add.f32 %f1, [%rd1], %f2;\n"
                                "\tfma.rn.f32x2 %rd1, %rd2, %rd3, %rd4;"; // 11
        const auto at = [&](int line) { return flopsOf({{line, 1, 10}}, ptx); };
        QCOMPARE(at(2), (Flops{0, 20, 0}));
        QCOMPARE(at(3), (Flops{0, 10, 0}));
        QCOMPARE(at(5), (Flops{20, 0, 0}));
        QCOMPARE(at(6), (Flops{0, 0, 15})); // five lanes of each
        QCOMPARE(at(9), (Flops{10, 0, 0}));
        QCOMPARE(at(11), (Flops{0, 40, 0}));
        for (const int none : {0, 1, 4, 7, 8, 10, 12})
            QCOMPARE(at(none), Flops());
        QCOMPARE(flopsOf({{2, 1, 10}, {3, 1, 10}, {11, 1, 10}}, ptx), (Flops{0, 70, 0}));
    }

    void inTheReport() {
        RunReport report;
        report.launches.push_back(counted(1e9, 0, 0, 8e9, 2.5));
        QVERIFY(toJson(report)["launches"][0]["roofline"].is_null());
        QVERIFY(toJson(report)["peaks"].is_null());
        report.peaks = roundPeaks();
        report.peaks->flopsHalf.reset();
        report.launches[0].roofline = rooflineOf(report.launches[0], report.peaks);
        const json document = toJson(report);
        QCOMPARE(document["peaks"], json::parse(R"({"bytes_per_second": 4e12,
 "flops_per_second": {"half": null, "single": 6e13, "double": 3e13},
 "measured": "2026-05-17T09:30:00Z"})"));
        QCOMPARE(document["launches"][0]["roofline"], json::parse(R"({
 "flops": {"half": 0.0, "single": 1e9, "double": 0.0}, "dram_bytes": 8e9, "global_bytes": null,
 "intensity": 0.125, "flops_per_second": 4e11, "bytes_per_second": 3.2e12, "bound": "memory",
 "precision": "single", "fraction": 0.8})"));
    }

    // ---- the file of peaks ----

    void roundTrip() {
        const platform::TemporaryFolder folder;
        const PeaksKey key{"GPU-8f2c", "CUDA 13.0"};
        QVERIFY(!keptPeaks(folder.path(), key));
        DevicePeaks peaks = roundPeaks();
        peaks.flopsSingle = 60.123456789e12;
        keepPeaks(folder.path() / "new", key, peaks);
        QCOMPARE(keptPeaks(folder.path() / "new", key).value(), peaks);
        peaks.flopsHalf.reset(); // a device without half precision
        keepPeaks(folder.path() / "new", key, peaks);
        QCOMPARE(keptPeaks(folder.path() / "new", key).value(), peaks);
    }

    /// For another device or driver, the measurement does not apply.
    void othersFiles() {
        const platform::TemporaryFolder folder;
        const PeaksKey key{"GPU-8f2c", "CUDA 13.0"};
        keepPeaks(folder.path(), key, roundPeaks());
        QVERIFY(keptPeaks(folder.path(), key));
        QVERIFY(!keptPeaks(folder.path(), {"GPU-8f2c", "CUDA 13.1"}));
        QVERIFY(!keptPeaks(folder.path(), {"GPU-8f2d", "CUDA 13.0"}));
        // A driver's UUID is text that becomes part of a file name.
        keepPeaks(folder.path(), {"../MIG/1", "CUDA 13.0"}, roundPeaks());
        QVERIFY(keptPeaks(folder.path(), {"../MIG/1", "CUDA 13.0"}));
        QVERIFY(!keptPeaks(folder.path(), {".._MIG_1", "CUDA 13.0"}));
    }

    void brokenFiles_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("another format") << QByteArray("warpbench-device-peaks") << QByteArray("x");
        QTest::newRow("another version")
            << QByteArray("\"version\": 1") << QByteArray("\"version\": 2");
        QTest::newRow("another Warpbench")
            << QByteArray("\"warpbench\": \"") + kVersion << QByteArray("\"warpbench\": \"0.0.1");
        QTest::newRow("cut short") << QByteArray("\"uuid\"") << QByteArray();
        QTest::newRow("a rate of nothing") << QByteArray("60000000000000.0") << QByteArray("0");
        QTest::newRow("a rate below") << QByteArray("60000000000000.0") << QByteArray("-1");
        QTest::newRow("a rate in words")
            << QByteArray("60000000000000.0") << QByteArray("\"fast\"");
        QTest::newRow("no rate") << QByteArray("60000000000000.0") << QByteArray("null");
        QTest::newRow("a list") << QByteArray("{") << QByteArray("[");
    }
    void brokenFiles() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const platform::TemporaryFolder folder;
        const PeaksKey key{"GPU-8f2c", "CUDA 13.0"};
        keepPeaks(folder.path(), key, roundPeaks());
        const auto file = folder.path() / "GPU-8f2c.json";
        QByteArray text = QByteArray::fromStdString(platform::readFile(file));
        const auto at = text.indexOf(from);
        QVERIFY2(at >= 0, text.constData());
        if (to.isEmpty())
            text.truncate(at);
        else
            text.replace(at, from.size(), to);
        platform::replaceFile(file, text.toStdString());
        QVERIFY(!keptPeaks(folder.path(), key));
        keepPeaks(folder.path(), key, roundPeaks()); // measured again
        QVERIFY(keptPeaks(folder.path(), key));
    }
};

WARPBENCH_TEST(RooflineTest)
} // namespace tst_roofline

#include "tst_roofline.moc"
