// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of whole launches: caches, reuse of memory, and how work is spread over warps.
#include "tests/main.h"
#include "tests/simgpu/engine/profiled_machine.h"

#include <QtTest/QTest>

namespace tst_profiled_launch {

using namespace warpbench::simgpu::engine;

namespace {

/// Those of distances below 2^bucket lines.
std::uint64_t below(const ReuseDistances& distances, std::size_t bucket) {
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < bucket; ++k)
        sum += distances.sectors[k];
    return sum;
}

/// A block of 32 threads reads 4 KiB eight times. All blocks read the same.
const char* const kReadEightTimes = "mov.u32 %r4, 0;\n"
                                    "A:\nshl.b32 %r5, %r4, 5;\nand.b32 %r5, %r5, 1023;\n"
                                    "add.u32 %r5, %r5, %r1;\n"
                                    "mul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
                                    "ld.global.u32 %r6, [%rd2];\n"
                                    "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 256;\n"
                                    "@%p1 bra A;";

} // namespace

class TestProfiledLaunch : public QObject {
    Q_OBJECT

  private:
    std::unique_ptr<ProfiledMachine> m_gpu;

  private slots:
    void init() { m_gpu = std::make_unique<ProfiledMachine>(); }
    void l1Hits();
    void l1IsBypassed_data();
    void l1IsBypassed();
    void l1HoldsNoMoreThanItsBytes();
    void l1IsSharedByResidentBlocks();
    void reuseAcrossLaunches();
    void reuseWithinALaunch();
    void reuseByWaves();
    void reuseOfLinesThatAllWavesTouch();
    void readsAndWritesApart();
    void whatIsWrittenInPlaceIsWrittenBack();
    void manyLinesAreSampled();
    void workOfWarps();
    void untimedKernels_data();
    void untimedKernels();
    void launchesBesideAnother();
    void threadsOfTheHostMakeNoDifference();
    void clockLengthensItsEpochs();
};

void TestProfiledLaunch::l1Hits() {
    const ProfileLine again = m_gpu->lineOf(m_gpu->profile(kReadEightTimes), "ld.global");
    QCOMPARE(again.sampledSectors, 1024u);
    QCOMPARE(again.sampledHits, 1024u * 7 / 8);
    QCOMPARE(again.sampledWaits, 0u);
    const ProfileLine streaming = m_gpu->lineOf(
        m_gpu->profile("mov.u32 %r4, 0;\n"
                       "A:\nshl.b32 %r5, %r4, 5;\nadd.u32 %r5, %r5, %r1;\n"
                       "mul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
                       "ld.global.u32 %r6, [%rd2];\n"
                       "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 256;\n@%p1 bra A;"),
        "ld.global");
    QCOMPARE(streaming.sampledSectors, 1024u);
    QCOMPARE(streaming.sampledHits, 0u);
}

void TestProfiledLaunch::l1IsBypassed_data() {
    QTest::addColumn<QString>("load");
    QTest::addColumn<bool>("cached");
    QTest::newRow("ca") << "ld.global.ca.u32" << true;
    QTest::newRow("nc") << "ld.global.nc.u32" << true;
    QTest::newRow("cg") << "ld.global.cg.u32" << false;
    QTest::newRow("cv") << "ld.global.cv.u32" << false;
    QTest::newRow("volatile") << "ld.volatile.global.u32" << false;
    QTest::newRow("relaxed") << "ld.relaxed.gpu.global.u32" << false;
}

void TestProfiledLaunch::l1IsBypassed() {
    QFETCH(QString, load);
    const ProfileLine line = m_gpu->lineOf(
        m_gpu->profile(element(4, 1) + load.toStdString() + " %r3, [%rd2];"), load.toStdString());
    QCOMPARE(line.sectorsRead, 4u);
    QTEST(line.sampledSectors != 0, "cached");
}

/// 4 KiB do not fit in 2 KiB, and lines that are read in turn are always evicted.
void TestProfiledLaunch::l1HoldsNoMoreThanItsBytes() {
    m_gpu->profiling.l1Bytes = 2048;
    QCOMPARE(m_gpu->lineOf(m_gpu->profile(kReadEightTimes), "ld.global").sampledHits, 0u);
    m_gpu->profiling.l1Bytes = 0;
    QCOMPARE(m_gpu->lineOf(m_gpu->profile(kReadEightTimes), "ld.global").sampledSectors, 0u);
}

/// Of 8 blocks on 4 multiprocessors two share the one that is sampled: the second one finds all
/// that the first one has requested in the same step.
void TestProfiledLaunch::l1IsSharedByResidentBlocks() {
    const ProfileLine line = m_gpu->lineOf(
        m_gpu->profile(element(4, 1) + "ld.global.u32 %r3, [%rd2];", {32, 1, 1}, {8, 1, 1}),
        "ld.global");
    QCOMPARE(line.sectorsRead, 32u);
    QCOMPARE(line.sampledSectors, 8u);
    QCOMPARE(line.sampledHits, 4u);
    QCOMPARE(line.sampledWaits, 4u);
}

/// 1024 lines, and again by the next launch, with other 1024 lines by one between them.
void TestProfiledLaunch::reuseAcrossLaunches() {
    const std::string body = "mad.lo.u32 %r3, %r2, 32, %r1;\nmul.wide.u32 %rd2, %r3, 4;\n"
                             "add.s64 %rd2, %rd1, %rd2;\nld.global.u32 %r4, [%rd2];";
    const std::string elsewhere = "add.s64 %rd1, %rd1, 1048576;\n" + body;
    const Dim3 block{32, 1, 1}, grid{1024, 1, 1};
    const LaunchProfile first = m_gpu->profile(body, block, grid);
    QCOMPARE(first.distinctLines, 1024u);
    QCOMPARE(first.reads.never, 4096u);
    QCOMPARE(sumOf(first.reads), 4096u);
    const LaunchProfile second = m_gpu->profile(body, block, grid);
    QCOMPARE(second.reads.never, 0u);
    QCOMPARE(second.reads.sectors[10], 4096u); // 512 of this launch and 512 of the first one
    const LaunchProfile third = m_gpu->profile(elsewhere, block, grid);
    QCOMPARE(third.reads.never, 4096u);
    const LaunchProfile fourth = m_gpu->profile(body, block, grid);
    QCOMPARE(fourth.reads.sectors[11], 4096u); // 2048 lines
    m_gpu->history = std::make_shared<TouchHistory>();
    QCOMPARE(m_gpu->profile(body, block, grid).reads.never, 4096u);
}

/// One warp reads 4 KiB eight times: each sector is touched eight times, 32 lines after the last
/// time.
void TestProfiledLaunch::reuseWithinALaunch() {
    const LaunchProfile found = m_gpu->profile(kReadEightTimes);
    QCOMPARE(found.distinctLines, 32u);
    QCOMPARE(found.reads.never, 128u);
    QCOMPARE(sumOf(found.reads), 1024u);
    QCOMPARE(sumOf(found.writes), 0u);
    // They are an eighth of the launch apart, the resolution of the clock: a distance in fractions
    // of the launch's own lines.
    QCOMPARE(below(found.reads, 5), 896u);
}

/// 64 blocks on a single multiprocessor; each reads what the 32nd block before it has read.
void TestProfiledLaunch::reuseByWaves() {
    m_gpu->profiling = {true, 1, 1, 0};
    const LaunchProfile found =
        m_gpu->profile("and.b32 %r3, %r2, 31;\nmad.lo.u32 %r3, %r3, 1024, %r1;\n"
                       "mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
                       "ld.global.u32 %r4, [%rd2];",
                       {1024, 1, 1}, {64, 1, 1});
    QCOMPARE(found.distinctLines, 1024u);
    QCOMPARE(found.reads.never, 4096u);
    QCOMPARE(found.reads.sectors[9] + found.reads.sectors[10], 4096u); // 1024 lines, nearly
}

/// 28 blocks on a single multiprocessor, each a wave. Each reads one sector of each of 1024 lines:
/// the fourth block after it reads that again, and all lines have been read in between.
void TestProfiledLaunch::reuseOfLinesThatAllWavesTouch() {
    m_gpu->profiling = {true, 1, 1, 0};
    const LaunchProfile found =
        m_gpu->profile("and.b32 %r3, %r2, 3;\nmul.lo.u32 %r3, %r3, 8;\n"
                       "mad.lo.u32 %r3, %r1, 32, %r3;\n"
                       "mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
                       "ld.global.u32 %r4, [%rd2];",
                       {1024, 1, 1}, {28, 1, 1});
    QCOMPARE(found.distinctLines, 1024u);
    QCOMPARE(found.reads.never, 4096u);
    QCOMPARE(found.reads.sectors[10], 6u * 4096u);
}

/// Each sector is read and then written immediately.
void TestProfiledLaunch::readsAndWritesApart() {
    const LaunchProfile found = m_gpu->profile(element(4, 1) + "ld.global.u32 %r3, [%rd2];\n"
                                                               "st.global.u32 [%rd2], %r3;",
                                               {256, 1, 1});
    QCOMPARE(found.reads.never, 32u);
    QCOMPARE(found.writes.never, 0u);
    QCOMPARE(found.writes.sectors[0], 32u);
    const LaunchProfile onlyWritten = m_gpu->profile(
        "add.s64 %rd1, %rd1, 65536;\n" + element(4, 1) + "st.global.u32 [%rd2], %r1;", {256, 1, 1});
    QCOMPARE(onlyWritten.writes.never, 32u);
    QCOMPARE(onlyWritten.rewrites.never, 32u);
    QCOMPARE(sumOf(onlyWritten.reads), 0u);
}

/// What is read just before it is written is near, and still has to be written back.
void TestProfiledLaunch::whatIsWrittenInPlaceIsWrittenBack() {
    const std::string body = "mad.lo.u32 %r3, %r2, 32, %r1;\nmul.wide.u32 %rd2, %r3, 4;\n"
                             "add.s64 %rd2, %rd1, %rd2;\nld.global.u32 %r4, [%rd2];\n"
                             "st.global.u32 [%rd2], %r4;";
    const Dim3 block{32, 1, 1}, grid{1024, 1, 1};
    const LaunchProfile first = m_gpu->profile(body, block, grid);
    QCOMPARE(first.writes.never, 0u);
    QCOMPARE(first.writes.sectors[0], 4096u);
    QCOMPARE(first.rewrites.never, 4096u);
    const LaunchProfile again = m_gpu->profile(body, block, grid); // 1024 lines later
    QCOMPARE(again.rewrites.never, 0u);
    QCOMPARE(below(again.rewrites, 10), 0u);
    QCOMPARE(sumOf(again.rewrites), 4096u);
}

/// 131073 lines, of which a sample is tracked: twice, on one thread and on many.
void TestProfiledLaunch::manyLinesAreSampled() {
    constexpr std::uint64_t kLines = 131073;
    const DeviceArray<unsigned> data(*m_gpu->m.memory, std::vector<unsigned>(kLines * 32));
    QVERIFY(m_gpu->load(("mad.lo.u32 %r3, %r2, 96, %r1;\nmul.wide.u32 %rd2, %r3, 4;\n"
                         "add.s64 %rd2, %rd1, %rd2;\nld.global.u32 %r4, [%rd2];")));
    LaunchRequest request = m_gpu->m.request("k", {std::uint32_t(kLines / 3), 1, 1}, {96, 1, 1},
                                             Parameters().add(data.address()));
    request.metrics = true;
    request.profiling = m_gpu->profiling;
    std::vector<LaunchProfile> profiles;
    for (const bool deterministic : {true, false}) {
        request.deterministic = deterministic;
        request.touchHistory = std::make_shared<TouchHistory>();
        for (int i = 0; i < 2; ++i)
            profiles.push_back(*execute(request).profile);
    }
    const auto isNear = [](std::uint64_t found, std::uint64_t expected) {
        return found > expected * 98 / 100 && found < expected * 102 / 100;
    };
    QVERIFY(isNear(profiles[0].distinctLines, kLines));
    QVERIFY(profiles[0].distinctLines != kLines); // otherwise it is not a sample
    QVERIFY(isNear(profiles[0].reads.never, kLines * 4));
    QCOMPARE(sumOf(profiles[0].reads), kLines * 4);
    QCOMPARE(profiles[1].reads.never, 0u);
    QVERIFY(isNear(profiles[1].reads.sectors[16] + profiles[1].reads.sectors[17], kLines * 4));
    QCOMPARE(sumOf(profiles[1].reads), kLines * 4);
    QVERIFY(profiles[2] == profiles[0]);
    QVERIFY(profiles[3] == profiles[1]);
}

/// Warp w of block b goes w + 4 b times round a loop of 3 instructions; 7 more for all of them.
void TestProfiledLaunch::workOfWarps() {
    const LaunchProfile found =
        m_gpu->profile("shr.u32 %r3, %r1, 5;\nmad.lo.u32 %r3, %r2, 4, %r3;\n"
                       "add.u32 %r3, %r3, 1;\nmov.u32 %r4, 0;\n"
                       "A:\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, %r3;\n"
                       "@%p1 bra A;",
                       {128, 1, 1}, {2, 1, 1});
    // ld.param, cvta, two moves, four before the loop, and ret.
    constexpr std::uint64_t kOther = 9;
    const auto work = [&](std::uint64_t block, std::uint64_t warp) {
        return kOther + 3 * (warp + 4 * block + 1);
    };
    QCOMPARE(found.warps, 8u);
    QCOMPARE(found.mostWork, work(1, 3));
    QCOMPARE(found.blockWork, work(0, 3) + work(1, 3));
    QCOMPARE(found.mostBlockWork, work(1, 0) + work(1, 1) + work(1, 2) + work(1, 3));
    std::uint64_t executions = 0;
    for (const ProfileLine& line : found.lines)
        executions += line.executions;
    std::uint64_t all = 0;
    for (std::uint64_t warp = 0; warp < 4; ++warp)
        all += work(0, warp) + work(1, warp);
    QCOMPARE(executions, all);
}

void TestProfiledLaunch::untimedKernels_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("cluster");
    QTest::addColumn<bool>("untimed");
    QTest::newRow("a loop") << "A:\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 9;\n@%p1 bra A;"
                            << 1 << false;
    QTest::newRow("a flag") << "A:\nld.volatile.global.u32 %r3, [%rd1];\n"
                               "setp.ne.u32 %p1, %r3, 0;\n@%p1 bra A;"
                            << 1 << true;
    QTest::newRow("a cluster") << "mov.u32 %r3, 1;" << 2 << true;
}

void TestProfiledLaunch::untimedKernels() {
    QFETCH(QString, body);
    QFETCH(int, cluster);
    QFETCH(bool, untimed);
    QVERIFY(m_gpu->load((body.toStdString())));
    LaunchRequest request =
        m_gpu->m.request("k", {4, 1, 1}, {32, 1, 1},
                         Parameters().add(m_gpu->address() + 4 * (ProfiledMachine::kWords - 1)));
    request.cluster = {std::uint32_t(cluster), 1, 1};
    request.metrics = true;
    request.profiling = m_gpu->profiling;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(!outcome.profile->untimed.empty(), untimed);
}

/// Only one launch at a time has the memory's history.
void TestProfiledLaunch::launchesBesideAnother() {
    QVERIFY(m_gpu->load((element(4, 1) + "ld.global.u32 %r3, [%rd2];")));
    QVERIFY(m_gpu->history->begin(LaunchClock(1)));
    QVERIFY(!m_gpu->launch({32, 1, 1}, {1, 1, 1}).profile->untimed.empty());
    m_gpu->history->end(0, 0, 0);
    const LaunchOutcome alone = m_gpu->launch({32, 1, 1}, {1, 1, 1});
    QVERIFY(alone.profile->untimed.empty());
    QCOMPARE(alone.profile->reads.never, 4u);
}

/// Blocks share lines, branch by their number, and do different amounts of work.
void TestProfiledLaunch::threadsOfTheHostMakeNoDifference() {
    const std::string body =
        ("mad.lo.u32 %r3, %r2, 40, %r1;\nand.b32 %r7, %r2, 7;\nmov.u32 %r4, 0;\n"
         "A:\nmad.lo.u32 %r5, %r4, 1111, %r3;\nand.b32 %r5, %r5, 65535;\n"
         "mul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd2, %rd1, %rd2;\n"
         "ld.global.u32 %r6, [%rd2];\nadd.u32 %r8, %r8, %r6;\n"
         "red.global.add.u32 [%rd1+1048576], 1;\n"
         "st.global.u32 [%rd2+524288], %r8;\n"
         "add.u32 %r4, %r4, 1;\nsetp.le.u32 %p1, %r4, %r7;\n@%p1 bra A;");
    QVERIFY(m_gpu->load(body));
    const auto run = [&](bool deterministic) {
        m_gpu->history = std::make_shared<TouchHistory>();
        std::vector<LaunchProfile> profiles;
        for (int i = 0; i < 2; ++i)
            profiles.push_back(*m_gpu->launch({96, 1, 1}, {500, 1, 1}, deterministic).profile);
        return profiles;
    };
    const auto alone = run(true);
    QVERIFY(alone[0].reads != alone[1].reads);
    for (int i = 0; i < 5; ++i)
        QVERIFY(run(false) == alone);
}

void TestProfiledLaunch::clockLengthensItsEpochs() {
    const LaunchClock one(1), two(2), many(1000);
    QCOMPARE(one.perWave(), 29u);
    QCOMPARE(one.exponentOf(28), 0u);
    QCOMPARE(one.exponentOf(29), 1u);
    QCOMPARE(one.exponentOf(57), 1u);
    QCOMPARE(one.exponentOf(58), 2u);
    QCOMPARE(one.epochs(57), 29u);
    QCOMPARE(one.lengthened(0b1101, 1), 0b11u);
    QCOMPARE(two.perWave(), 14u);
    QCOMPARE(two.firstEpoch(1), 14u);
    // Epochs 3 of both waves become 1.
    QCOMPARE(two.lengthened(1u << 3 | 1u << 17, 1), 1u << 1 | 1u << 15);
    QCOMPARE(many.perWave(), 1u);
    QCOMPARE(many.firstEpoch(999), 28u);
    QCOMPARE(many.exponentOf(1u << 20), 0u);
}

WARPBENCH_TEST(TestProfiledLaunch)
} // namespace tst_profiled_launch

#include "tst_profiled_launch.moc"
