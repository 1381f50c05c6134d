// SPDX-License-Identifier: GPL-3.0-or-later
// Invalid launches are rejected with a message before the driver is called.
#include "core/base/error.h"
#include "core/launch/validation.h"
#include "tests/cuda/simulated.h"
#include "tests/main.h"

#include <QTest>

#include <functional>

namespace tst_validation {

using namespace warpbench;
using namespace warpbench::launch;
using warpbench::cuda::Dim3;
using warpbench::cuda::LaunchConfig;

namespace {

DeviceLaunchLimits h200() {
    DeviceLaunchLimits limits; // the defaults are those of cc 9.0
    limits.name = "Test H200";
    return limits;
}

KernelLaunchLimits kernel() {
    KernelLaunchLimits limits;
    limits.name = "scale";
    return limits;
}

std::string verdict(const LaunchConfig& config, const DeviceLaunchLimits& device = h200(),
                    const KernelLaunchLimits& of = kernel()) {
    try {
        validate(config, device, of);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::device)
            return "wrong kind";
        if (error.remedy().empty())
            return "no remedy";
        return error.what();
    }
    return "fine";
}

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class TestValidation : public QObject {
    Q_OBJECT

  private slots:
    void good_data() {
        QTest::addColumn<int>("x");
        QTest::addColumn<int>("y");
        QTest::addColumn<int>("z");
        QTest::newRow("one") << 1 << 1 << 1;
        QTest::newRow("full") << 1024 << 1 << 1;
        QTest::newRow("square") << 32 << 32 << 1;
        QTest::newRow("deep") << 16 << 1 << 64;
    }
    void good() {
        QFETCH(int, x);
        QFETCH(int, y);
        QFETCH(int, z);
        LaunchConfig config;
        config.grid = {2147483647, 65535, 65535};
        config.block = {std::uint32_t(x), std::uint32_t(y), std::uint32_t(z)};
        QCOMPARE(verdict(config), std::string("fine"));
    }

    void blockOf2000() {
        LaunchConfig config;
        config.block = {2000, 1, 1};
        QCOMPARE(verdict(config),
                 std::string("kernel \"scale\" cannot be launched with 2000 threads per block "
                             "(2000 × 1 × 1): Test H200 allows 1024; use a smaller block and more "
                             "of them"));
    }

    void bad_data() {
        QTest::addColumn<QVector<quint32>>("grid");
        QTest::addColumn<QVector<quint32>>("block");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, QVector<quint32> grid, QVector<quint32> block,
                            const char* part) {
            QTest::newRow(name) << grid << block << QString(part);
        };
        row("grid of 0", {0, 1, 1}, {1, 1, 1}, "it has no blocks; make grid.x at least 1");
        row("grid.z of 0", {1, 1, 0}, {1, 1, 1}, "make grid.z at least 1");
        row("grid too wide", {2147483648u, 1, 1}, {1, 1, 1}, "grid.x = 2147483648");
        row("grid too high", {1, 65536, 1}, {1, 1, 1}, "grid.y = 65536: Test H200 allows 65535");
        row("block of 0", {1, 1, 1}, {0, 1, 1}, "it has no threads; make block.x at least 1");
        row("block too deep", {1, 1, 1}, {1, 1, 65}, "block.z = 65: Test H200 allows 64");
        row("block too full", {1, 1, 1}, {32, 32, 2}, "2048 threads per block");
        row("product overflows", {1, 1, 1}, {65536, 65536, 1}, "block.x = 65536");
    }
    void bad() {
        QFETCH(QVector<quint32>, grid);
        QFETCH(QVector<quint32>, block);
        QFETCH(QString, part);
        LaunchConfig config;
        config.grid = {grid[0], grid[1], grid[2]};
        config.block = {block[0], block[1], block[2]};
        const std::string text = verdict(config);
        QVERIFY2(contains(text, part.toUtf8().constData()), text.c_str());
    }

    void launchBounds() {
        KernelLaunchLimits of = kernel();
        of.maxThreadsPerBlock = 256;
        of.registers = 168;
        LaunchConfig config;
        config.block = {512, 1, 1};
        const std::string text = verdict(config, h200(), of);
        QVERIFY2(contains(text, "compiled for at most 256 (it uses 168 registers per thread)"),
                 text.c_str());
    }

    void sharedMemory() {
        LaunchConfig config;
        config.sharedBytes = 49152;
        QCOMPARE(verdict(config), std::string("fine"));
        config.sharedBytes = 49153;
        std::string text = verdict(config);
        QVERIFY2(contains(text, "without opting in the limit is 49152; set max_dynamic_shared"),
                 text.c_str());
        config.maxDynamicShared = 65536;
        QCOMPARE(verdict(config), std::string("fine"));
        config.maxDynamicShared = 49152;
        text = verdict(config);
        QVERIFY2(contains(text, "max_dynamic_shared is 49152"), text.c_str());
        config.sharedBytes = 300000;
        config.maxDynamicShared = 300000;
        text = verdict(config);
        QVERIFY2(contains(text, "Test H200 allows 232448"), text.c_str());
        config.sharedBytes = 0;
        text = verdict(config);
        QVERIFY2(contains(text, "cannot be given max_dynamic_shared = 300000"), text.c_str());
    }

    void staticSharedMemoryCounts() {
        KernelLaunchLimits of = kernel();
        of.staticShared = 40000;
        LaunchConfig config;
        config.sharedBytes = 10000;
        const std::string text = verdict(config, h200(), of);
        QVERIFY2(contains(text, "50000 bytes of shared memory per block (40000 static, 10000 "
                                "dynamic)"),
                 text.c_str());
    }

    void clusters() {
        LaunchConfig config;
        config.grid = {16, 1, 1};
        config.cluster = Dim3{4, 1, 1};
        QCOMPARE(verdict(config), std::string("fine"));
        config.grid.x = 18;
        QVERIFY(contains(verdict(config), "18 is not a multiple of 4; round grid.x up"));
        config.grid.x = 32;
        config.cluster = Dim3{16, 1, 1};
        QVERIFY(contains(verdict(config), "16 blocks per cluster (16 × 1 × 1): the limit is 8"));
        KernelLaunchLimits wide = kernel();
        wide.nonPortableCluster = true;
        QCOMPARE(verdict(config, h200(), wide), std::string("fine"));
        config.cluster = Dim3{0, 1, 1};
        QVERIFY(contains(verdict(config), "make cluster.x at least 1"));
        DeviceLaunchLimits old = h200();
        old.clusters = false;
        old.ccMajor = 8;
        config.cluster = Dim3{2, 1, 1};
        QVERIFY(contains(verdict(config, old), "compute capability 8.0; clusters need"));
    }

    void clusterFixedInTheCode() {
        KernelLaunchLimits fixed = kernel();
        fixed.requiredCluster = {2, 1, 1};
        LaunchConfig config;
        config.grid = {8, 1, 1};
        QCOMPARE(verdict(config, h200(), fixed), std::string("fine"));
        config.grid = {7, 1, 1};
        QVERIFY(contains(verdict(config, h200(), fixed), "not a multiple of 2"));
        config.grid = {8, 1, 1};
        config.cluster = Dim3{4, 1, 1};
        QVERIFY(contains(verdict(config, h200(), fixed), "__cluster_dims__ says 2 × 1 × 1"));
    }

    void programmatic() {
        LaunchConfig config;
        config.block.x = 32;
        config.programmatic = true;
        QCOMPARE(verdict(config), std::string("fine"));
        DeviceLaunchLimits older = h200();
        older.ccMajor = 8;
        older.ccMinor = 6;
        const std::string text = verdict(config, older);
        QVERIFY2(contains(text, "programmatically") && contains(text, "8.6"), text.c_str());
    }

    void cooperative() {
        LaunchConfig config;
        config.grid = {264, 1, 1};
        config.cooperative = true;
        KernelLaunchLimits of = kernel();
        of.activeBlocksPerSm = 2;
        QCOMPARE(verdict(config, h200(), of), std::string("fine"));
        config.grid.x = 265;
        const std::string text = verdict(config, h200(), of);
        QVERIFY2(contains(text, "only 264 fit on Test H200 at once (2 on each of 132 SMs)"),
                 text.c_str());
        DeviceLaunchLimits none = h200();
        none.cooperative = false;
        QVERIFY(contains(verdict(config, none, of), "does not offer it"));
    }

    void limitsOfADevice() {
        const DeviceLaunchLimits limits = DeviceLaunchLimits::of(test::simulated().device(0));
        QVERIFY(contains(limits.name, "Simulated"));
        QCOMPARE(limits.maxThreadsPerBlock, 1024u);
        QCOMPARE(limits.maxGrid[1], 65535u);
        QCOMPARE(limits.maxBlock[2], 64u);
        QVERIFY(limits.sharedPerBlockOptin >= limits.sharedPerBlock);
        LaunchConfig config;
        config.block = {2000, 1, 1};
        QVERIFY(contains(verdict(config, limits), "2000 threads per block"));
    }
};

WARPBENCH_TEST(TestValidation)
} // namespace tst_validation

#include "tst_validation.moc"
