// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/occupancy/occupancy.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QFile>
#include <QTest>

#include <limits>

namespace tst_occupancy {

using namespace warpbench::occupancy;

namespace {

/// The rows of a CSV file without quotes that matter, the header's names as keys.
QList<QHash<QString, QString>> readCsv(const QString& name) {
    QFile file(QString::fromStdString(warpbench::test::sourcePath("tests/occupancy/data/")) + name);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        qFatal("cannot read %s", qPrintable(file.fileName()));
    const QStringList keys = QString::fromUtf8(file.readLine()).trimmed().split(u',');
    QList<QHash<QString, QString>> rows;
    while (!file.atEnd()) {
        const QStringList cells = QString::fromUtf8(file.readLine()).trimmed().split(u',');
        QHash<QString, QString> row;
        for (qsizetype i = 0; i < std::min(keys.size(), cells.size()); ++i)
            row[keys[i]] = cells[i];
        rows.append(row);
    }
    return rows;
}

DeviceLimits limitsOf(const QString& cc) {
    const QStringList parts = cc.split(u'.');
    return limitsFor(parts[0].toInt(), parts[1].toInt());
}

} // namespace

class TestOccupancy : public QObject {
    Q_OBJECT

  private slots:
    void threadsOfAnyBlock() {
        QCOMPARE(threadsOf({32, 4, 2}), 256);
        // 3 × 1431655766 is 2 in 32 bits.
        QCOMPARE(threadsOf({3, 1431655766, 1}), std::numeric_limits<int>::max());
        QCOMPARE(threadsOf({0xffffffff, 0xffffffff, 0xffffffff}), std::numeric_limits<int>::max());
        QCOMPARE(threadsOf({0, 5, 5}), 0);
    }

    void limitsAgreeWithTheirSources();
    void agreesWithGoldenVectors();
    void countsWhatTheDriverCountsOnAnH200_data();
    void countsWhatTheDriverCountsOnAnH200();
    void namesAllLimiters();
    void respectsLaunchBounds();
    void unknownChipIsMarkedEstimated();
    void availableSharedMemoryIsWhatFits();
    void carveOutNeverStarvesOneBlock();
    void everyCarveOutCanBeAskedFor();
    void theSmallestCarveOutKeepsTheBlocks();
    void clustersRunWhole();
    void oneMoreBlockNeedsFewerRegisters();
    void oneMoreBlockNeedsLessSharedMemory();
    void gridsRunInWaves();
    void suggestionIsTheBestOfAllSizes();
    void curveStartsAndEndsAtSensibleValues();
    void findsGpusByPartOfTheName();
};

void TestOccupancy::limitsAgreeWithTheirSources() {
    const auto rows = readCsv("compute-capability-limits.csv");
    QCOMPARE(size_t(rows.size()), knownLimits().size());
    for (const auto& row : rows) {
        const DeviceLimits limits = limitsOf(row["cc"]);
        QVERIFY2(!limits.estimated, qPrintable(row["cc"]));
        QCOMPARE(limits.maxThreadsPerSm, row["max_threads_per_sm"].toInt());
        QCOMPARE(limits.maxBlocksPerSm, row["max_blocks_per_sm"].toInt());
        QCOMPARE(limits.registersPerSm, row["regs_per_sm"].toInt());
        QCOMPARE(limits.registersPerBlock, row["max_regs_per_block"].toInt());
        QCOMPARE(limits.registerUnit, row["reg_alloc_granularity_regs"].toInt());
        QCOMPARE(limits.subPartitions, row["subpartitions(warp_alloc_granularity)"].toInt());
        QCOMPARE(limits.sharedPerSm, row["smem_per_sm_bytes"].toLongLong());
        QCOMPARE(limits.sharedPerBlockOptin, row["smem_optin_per_block_bytes"].toLongLong());
        QCOMPARE(limits.sharedReservedPerBlock, row["smem_reserved_per_block_bytes"].toLongLong());
        QCOMPARE(limits.sharedUnit, row["smem_alloc_granularity_bytes"].toInt());
        QCOMPARE(limits.barriersPerSm, row["barriers_per_sm(used_by_model)"].toInt());
        QStringList carveOuts;
        for (const int size : limits.carveOutsKiB)
            carveOuts << QString::number(size);
        const QString wanted = row["smem_carveouts_kib"];
        QCOMPARE(carveOuts.join(u'|'), wanted == "dedicated" ? QString() : wanted);
    }
}

void TestOccupancy::agreesWithGoldenVectors() {
    const auto rows = readCsv("occupancy-golden.csv");
    QCOMPARE(rows.size(), 6300);
    for (const auto& row : rows) {
        KernelUsage kernel;
        kernel.threads = row["block"].toInt();
        kernel.registers = row["regs"].toInt();
        kernel.staticShared = row["static_smem"].toInt();
        kernel.dynamicShared = row["dyn_smem"].toInt();
        kernel.maxDynamicShared = row["max_dyn_smem"].toInt();
        kernel.barriers = row["barriers"].toInt();
        const Occupancy got = compute(limitsOf(row["cc"]), kernel);
        const QString where = QStringList(row.values()).join(u' ');
        QVERIFY2(got.activeBlocks == row["active_blocks"].toInt(), qPrintable(where));
        QVERIFY2(got.limitWarps == row["limit_warps"].toInt(), qPrintable(where));
        QVERIFY2(got.limitRegisters == row["limit_regs"].toInt(), qPrintable(where));
        QVERIFY2(got.limitShared == row["limit_smem"].toInt(), qPrintable(where));
        QVERIFY2(got.limitBlocks == row["limit_blocks"].toInt(), qPrintable(where));
        QVERIFY2(got.limitBarriers == row["limit_barriers"].toInt(), qPrintable(where));
        QVERIFY2(got.allocatedShared == row["alloc_smem_per_block"].toLongLong(),
                 qPrintable(where));
    }
}

void TestOccupancy::countsWhatTheDriverCountsOnAnH200_data() {
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("registers");
    QTest::addColumn<int>("blocks");
    QTest::addColumn<int>("warps");
    QTest::newRow("the vector multiply lesson") << 400 << 12 << 4 << 52;
    QTest::newRow("full") << 256 << 32 << 8 << 64;
    QTest::newRow("registers bind") << 1024 << 64 << 1 << 32;
    QTest::newRow("blocks bind") << 32 << 16 << 32 << 32;
}

void TestOccupancy::countsWhatTheDriverCountsOnAnH200() {
    QFETCH(int, threads);
    QFETCH(int, registers);
    KernelUsage kernel;
    kernel.threads = threads;
    kernel.registers = registers;
    const Occupancy got = compute(limitsFor(9, 0), kernel);
    QTEST(got.activeBlocks, "blocks");
    QTEST(got.activeWarps, "warps");
    QCOMPARE(got.fraction, got.activeWarps / 64.0);
}

void TestOccupancy::namesAllLimiters() {
    KernelUsage kernel;
    kernel.threads = 64;
    kernel.registers = 32; // 32 blocks by warps, by registers and by blocks alike
    const Occupancy got = compute(limitsFor(9, 0), kernel);
    QCOMPARE(got.limiters, (std::vector{Limiter::warps, Limiter::registers, Limiter::blocks}));

    kernel.threads = 2000;
    const Occupancy tooLarge = compute(limitsFor(9, 0), kernel);
    QCOMPARE(tooLarge.activeBlocks, 0);
    QVERIFY(tooLarge.limiters.back() == Limiter::device);
    QVERIFY(tooLarge.limiters.front() == Limiter::warps);
}

void TestOccupancy::respectsLaunchBounds() {
    KernelUsage kernel;
    kernel.threads = 512;
    kernel.maxThreads = 256;
    const Occupancy got = compute(limitsFor(9, 0), kernel);
    QCOMPARE(got.activeBlocks, 0);
    QCOMPARE(got.limiters, std::vector{Limiter::device});
}

void TestOccupancy::unknownChipIsMarkedEstimated() {
    QVERIFY(limitsFor(13, 0).estimated);
    QCOMPARE(limitsFor(13, 0).ccMajor, 13);
    QCOMPARE(limitsFor(13, 0).maxThreadsPerSm, limitsFor(12, 1).maxThreadsPerSm);
    QVERIFY(limitsFor(9, 1).estimated);
    QCOMPARE(limitsFor(9, 1).sharedPerSm, limitsFor(9, 0).sharedPerSm);
    QVERIFY(!limitsFor(9, 0).estimated);
}

void TestOccupancy::availableSharedMemoryIsWhatFits() {
    // The driver's own answer for 2 blocks on an H200, 116,736 bytes, gives 1 block.
    for (const DeviceLimits& device : knownLimits()) {
        if (device.ccMajor < 7)
            continue; // no opt-in: the limit per block, not the SM, binds
        KernelUsage kernel;
        kernel.threads = 64;
        kernel.registers = 16;
        kernel.staticShared = 512;
        for (int blocks = 1; blocks <= 16; ++blocks) {
            const std::int64_t most = availableDynamicShared(device, kernel, blocks);
            QVERIFY(most > 0);
            kernel.dynamicShared = most;
            kernel.maxDynamicShared = most + device.sharedUnit;
            const int fits = compute(device, kernel).limitShared;
            QVERIFY2(fits >= blocks, qPrintable(QString("cc %1.%2: %3 bytes, %4 of %5 blocks")
                                                    .arg(device.ccMajor)
                                                    .arg(device.ccMinor)
                                                    .arg(most)
                                                    .arg(fits)
                                                    .arg(blocks)));
            kernel.dynamicShared = most + device.sharedUnit;
            QVERIFY(compute(device, kernel).limitShared < blocks);
        }
    }
}

void TestOccupancy::carveOutNeverStarvesOneBlock() {
    KernelUsage kernel;
    kernel.threads = 128;
    kernel.staticShared = 40 * 1024;
    kernel.carveOutPercent = 0;
    QCOMPARE(compute(limitsFor(9, 0), kernel).limitShared, 1); // 64 KiB carve-out, 41 KiB a block
    kernel.carveOutPercent = 50;                               // 114 KiB, rounded up to 132
    QCOMPARE(compute(limitsFor(9, 0), kernel).limitShared, 3);
    kernel.carveOutPercent = -1;
    QCOMPARE(compute(limitsFor(9, 0), kernel).limitShared, 5);
}

void TestOccupancy::everyCarveOutCanBeAskedFor() {
    for (const DeviceLimits& device : knownLimits()) {
        KernelUsage kernel;
        for (const int kib : device.carveOutsKiB) {
            kernel.carveOutPercent = carveOutPercent(device, kib);
            // One block needs its reserve: of the carve-out of 0 the next size is made.
            const std::int64_t least =
                kib == 0 && device.sharedReservedPerBlock > 0 ? device.carveOutsKiB[1] : kib;
            QCOMPARE(sharedOfSm(device, kernel), least * 1024);
        }
        // Limits do not depend on the carve-out.
        kernel.threads = 64;
        kernel.registers = 16;
        kernel.maxDynamicShared = device.sharedPerBlockOptin;
        for (const int kib : device.carveOutsKiB) {
            kernel.carveOutPercent = carveOutPercent(device, kib);
            for (int blocks = 1; blocks <= 8; ++blocks) {
                const std::int64_t most = availableDynamicShared(device, kernel, blocks);
                if (most <= 0)
                    continue;
                kernel.dynamicShared = most;
                QVERIFY(compute(device, kernel).limitShared >= blocks);
                kernel.dynamicShared = most + device.sharedUnit;
                QVERIFY(compute(device, kernel).limitShared < blocks);
                kernel.dynamicShared = 0;
            }
        }
    }
}

void TestOccupancy::theSmallestCarveOutKeepsTheBlocks() {
    const DeviceLimits device = limitsFor(9, 0);
    KernelUsage kernel;
    kernel.threads = 256;
    kernel.staticShared = 8 * 1024; // 9 KiB with the reserve, 8 blocks by warps: 72 KiB
    QCOMPARE(smallestCarveOut(device, kernel), std::optional(100));
    kernel.carveOutPercent = carveOutPercent(device, 64);
    QCOMPARE(compute(device, kernel).activeBlocks, 7);
    QCOMPARE(compute(device, kernel).limiters, std::vector{Limiter::shared_memory});
    QCOMPARE(smallestCarveOut(device, kernel), std::optional(100)); // of the largest, not of this
    kernel.staticShared = 0;
    QCOMPARE(smallestCarveOut(device, kernel), std::optional(8)); // the reserves alone
    QCOMPARE(smallestCarveOut(limitsFor(6, 1), kernel), std::optional<int>());
    kernel.threads = 2000;
    QCOMPARE(smallestCarveOut(device, kernel), std::optional<int>());
}

void TestOccupancy::clustersRunWhole() {
    DeviceLimits device = limitsFor(9, 0);
    device.multiprocessors = 13;
    KernelUsage kernel;
    kernel.threads = 1024; // two blocks per SM
    QCOMPARE(wavesOf(device, kernel, 100).clusters, std::int64_t(0));
    kernel.clusterBlocks = 4;
    QCOMPARE(compute(device, kernel).activeBlocks, 2); // an SM holds the same number as before
    const Waves waves = wavesOf(device, kernel, 100);
    QCOMPARE(waves.clusters, std::int64_t(6));
    QCOMPARE(waves.atOnce, std::int64_t(24)); // of 26 places
    QCOMPARE(waves.full, std::int64_t(4));
    QCOMPARE(waves.rest, std::int64_t(4));
    kernel.clusterBlocks = 16;
    QCOMPARE(wavesOf(device, kernel, 100).clusters, std::int64_t(1));
    kernel.threads = 64; // 32 blocks per SM on its own, of which clusters leave 8
    QCOMPARE(compute(device, kernel).activeBlocks, 8);
    QCOMPARE(compute(device, kernel).limiters, std::vector{Limiter::blocks});
    kernel.clusterBlocks = 1;
    QCOMPARE(compute(device, kernel).activeBlocks, 32);
    kernel.threads = 1024;
    kernel.clusterBlocks = 32; // no device has such
    QCOMPARE(compute(device, kernel).limiters, std::vector{Limiter::device});
    kernel.clusterBlocks = 16;
    QCOMPARE(compute(limitsFor(12, 0), kernel).activeBlocks, 0);
    kernel.clusterBlocks = 2;
    QVERIFY(compute(limitsFor(12, 0), kernel).activeBlocks > 0);
    QCOMPARE(compute(limitsFor(8, 0), kernel).activeBlocks, 0);
    QCOMPARE(largestCluster(limitsFor(8, 9)), 1);
}

void TestOccupancy::oneMoreBlockNeedsFewerRegisters() {
    KernelUsage kernel;
    kernel.threads = 256;
    kernel.registers = 72;
    const DeviceLimits device = limitsFor(9, 0);
    QCOMPARE(compute(device, kernel).activeBlocks, 3);
    QCOMPARE(registersForOneMoreBlock(device, kernel), std::optional(64));
    kernel.registers = 16; // warps bind
    QCOMPARE(registersForOneMoreBlock(device, kernel), std::optional<int>());
}

void TestOccupancy::oneMoreBlockNeedsLessSharedMemory() {
    const DeviceLimits device = limitsFor(9, 0);
    int found = 0;
    for (std::int64_t shared = 0; shared <= 200 * 1024; shared += 1000) {
        KernelUsage kernel;
        kernel.threads = 128;
        kernel.dynamicShared = shared;
        kernel.maxDynamicShared = device.sharedPerBlockOptin;
        const int now = compute(device, kernel).activeBlocks;
        const auto less = sharedForOneMoreBlock(device, kernel);
        if (!less)
            continue;
        ++found;
        QVERIFY(*less < shared);
        kernel.dynamicShared = *less;
        QVERIFY(compute(device, kernel).activeBlocks > now);
        kernel.dynamicShared = *less + device.sharedUnit; // and no more than that
        QCOMPARE(compute(device, kernel).activeBlocks, now);
    }
    QVERIFY(found > 50);
}

void TestOccupancy::gridsRunInWaves() {
    DeviceLimits device = limitsFor(9, 0);
    device.multiprocessors = 10;
    KernelUsage kernel;
    kernel.threads = 1024; // two blocks per SM
    const auto waves = [&](std::int64_t blocks) { return wavesOf(device, kernel, blocks); };
    QCOMPARE(waves(5).atOnce, std::int64_t(20));
    QCOMPARE(waves(5).full, std::int64_t(0));
    QCOMPARE(waves(5).rest, std::int64_t(5));
    QCOMPARE(waves(5).used, 0.25);
    QCOMPARE(waves(40).full, std::int64_t(2));
    QCOMPARE(waves(40).rest, std::int64_t(0));
    QCOMPARE(waves(40).used, 1.0);
    QCOMPARE(waves(21).used, 21.0 / 40);
    QCOMPARE(waves(0).used, 0.0);
    kernel.threads = 2048; // which no SM takes
    QCOMPARE(waves(5).atOnce, std::int64_t(0));
}

void TestOccupancy::suggestionIsTheBestOfAllSizes() {
    for (const int registers : {16, 32, 40, 72, 128, 255}) {
        KernelUsage kernel;
        kernel.registers = registers;
        const DeviceLimits device = limitsFor(8, 6);
        const BlockSizeSuggestion best = suggestBlockSize(device, kernel);
        for (int threads = 32; threads <= 1024; threads += 32) {
            kernel.threads = threads;
            const int resident = threads * compute(device, kernel).activeBlocks;
            const int bestResident = best.threads * best.occupancy.activeBlocks;
            QVERIFY(resident < bestResident ||
                    (resident == bestResident && threads <= best.threads));
        }
    }
}

void TestOccupancy::curveStartsAndEndsAtSensibleValues() {
    const KernelUsage kernel;
    const DeviceLimits device = limitsFor(9, 0);
    const auto threads = curve(device, kernel, CurveAxis::threads);
    QCOMPARE(threads.size(), size_t(32));
    QCOMPARE(threads.front().x, 32);
    QCOMPARE(threads.back().x, 1024);
    const auto registers = curve(device, kernel, CurveAxis::registers);
    QCOMPARE(registers.front().x, 1);
    QCOMPARE(registers.back().x, 255);
    const auto shared = curve(device, kernel, CurveAxis::shared);
    QCOMPARE(shared.front().x, 0);
    QCOMPARE(shared.back().x, 227 * 1024);
    QCOMPARE(shared.back().occupancy.activeBlocks, 1);
    for (size_t i = 1; i < shared.size(); ++i)
        QVERIFY(shared[i].occupancy.activeBlocks <= shared[i - 1].occupancy.activeBlocks);
}

void TestOccupancy::findsGpusByPartOfTheName() {
    QVERIFY(findGpu("h200"));
    QCOMPARE(findGpu("h200")->name, std::string("H200")); // exact, though GH200 holds it too
    QCOMPARE(findGpu("rtx4090")->limits.multiprocessors, 128);
    QVERIFY(!findGpu("RTX 40")); // several
    QVERIFY(!findGpu("Voodoo 2"));
    QVERIFY(!findGpu(""));
    for (const CatalogueEntry& entry : catalogue())
        QVERIFY2(!entry.limits.estimated, entry.name.c_str());
}

WARPBENCH_TEST(TestOccupancy)
} // namespace tst_occupancy

#include "tst_occupancy.moc"
