// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of single accesses: faulty kernels are reported with both lines, their correct twins
// are not. The kernels are in data/checks.cu.
#include "core/simgpu/engine/observe/access_history.h"
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"
#include "tests/source_path.h"

#include <QtTest/QTest>

#include <algorithm>
#include <numeric>

namespace tst_checks {

using namespace warpbench::simgpu::engine;

namespace {

constexpr int kN = 1024; ///< elements of the kernels that take two arrays

std::vector<int> digits() {
    std::vector<int> values(kN);
    for (int i = 0; i < kN; ++i)
        values[static_cast<std::size_t>(i)] = i / 3 % 7;
    return values;
}

} // namespace

class TestChecks : public QObject {
    Q_OBJECT

  private:
    Machine m;
    LaunchOutcome runChecked(const QByteArray& kernel);

  private slots:
    void initTestCase();
    void races_data();
    void races();
    void correctTwins_data();
    void correctTwins();
    void raceAcrossBlocksIsDescribed();
    void accessesBesideOneThatIsOutside();
    void uninitializedReadOfSource();
    void withoutChecksNothingIsReported();
    void aMillionRacesAreOneFinding();
    void historyTellsWhatItCouldNotFollow();
    void historyOfFreedMemoryIsForgotten();
};

void TestChecks::initTestCase() {
    m.checks = {true, true, true};
    QVERIFY2(m.loadFile(warpbench::test::sourcePath("tests/simgpu/engine/data/checks.90.ptx")),
             m.error.c_str());
}

LaunchOutcome TestChecks::runChecked(const QByteArray& kernel) {
    if (kernel.startsWith("tiled")) {
        const int n = 32;
        std::vector<float> values(n * n);
        std::iota(values.begin(), values.end(), 1.0f);
        const DeviceArray<float> a(*m.memory, values);
        const DeviceArray<float> c(*m.memory, std::vector<float>(n * n));
        return m.run(kernel.toStdString(), {2, 2, 1}, {16, 16, 1},
                     Parameters().add(a.address()).add(a.address()).add(c.address()).add(n));
    }
    const DeviceArray<int> in(*m.memory, digits());
    const DeviceArray<int> out(*m.memory, std::vector<int>(kN));
    m.memory->setName(out.address(), "out");
    return m.run(kernel.toStdString(), {8, 1, 1}, {128, 1, 1},
                 Parameters().add(in.address()).add(out.address()).add(kN));
}

void TestChecks::races_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<unsigned>("line");
    QTest::addColumn<unsigned>("otherLine");
    const auto row = [](const char* kernel, FaultKind kind, unsigned line, unsigned other) {
        QTest::newRow(kernel) << int(kind) << line << other;
    };
    // Without the first barrier a tile is read while others still fill it, without the second one
    // it is filled again while others still read it: the reader finds the new value.
    row("tiled_no_first", FaultKind::sharedRace, 18, 14);
    row("tiled_no_second", FaultKind::sharedRace, 18, 14);
    row("count_plain", FaultKind::globalRace, 38, 38);
    row("smooth_in_place", FaultKind::globalRace, 50, 49);
    row("last_block_no_fence", FaultKind::globalRace, 79, 73);
}

void TestChecks::races() {
    QFETCH(int, kind);
    QFETCH(unsigned, line);
    QFETCH(unsigned, otherLine);
    const LaunchOutcome outcome = runChecked(QTest::currentDataTag());
    const bool named =
        std::any_of(outcome.faults.begin(), outcome.faults.end(), [&](const Fault& fault) {
            // Whichever of the two accesses comes second is the one that is named.
            return int(fault.kind) == kind && fault.file == "checks.cu" &&
                   std::minmax(fault.line, fault.otherLine) == std::minmax(line, otherLine);
        });
    QVERIFY2(named, describe(outcome).c_str());
    for (const Fault& fault : outcome.faults)
        QVERIFY2(int(fault.kind) == kind, describe(outcome).c_str());
}

void TestChecks::correctTwins_data() {
    QTest::addColumn<int>("unused");
    for (const char* kernel : {"tiled", "count_atomic", "smooth_to_other", "find", "last_block"})
        QTest::newRow(kernel) << 0;
}

void TestChecks::correctTwins() {
    const LaunchOutcome outcome = runChecked(QTest::currentDataTag());
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
}

void TestChecks::raceAcrossBlocksIsDescribed() {
    const LaunchOutcome outcome = runChecked("last_block_no_fence");
    QVERIFY2(!outcome.ok(), "no race was found");
    const Fault& fault = outcome.faults.front();
    QVERIFY(fault.block != fault.otherBlock);
    QCOMPARE(fault.thread, (Dim3{0, 0, 0}));
    QVERIFY2(QString::fromStdString(fault.text).contains("in another block"), fault.text.c_str());
    QCOMPARE(fault.allocationSize, std::uint64_t{kN * sizeof(int)});
    // On one thread, in a fixed order: the same every time.
    const LaunchOutcome again = runChecked("last_block_no_fence");
    QCOMPARE(again.faults.front().otherBlock, fault.otherBlock);
    QCOMPARE(again.faults.front().count, fault.count);
}

/// The second warp reads what the first writes, and one of its lanes reads past the end: only that
/// is reported, because the launch ends there.
void TestChecks::accessesBesideOneThatIsOutside() {
    Machine machine;
    machine.checks = {true, true, true};
    const auto faults = [&](bool outside) {
        machine.loadText(".version 8.0\n.target sm_90\n.address_size 64\n"
                         ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<4>; .reg .b32 %r<8>;\n"
                         ".reg .b64 %rd<8>; ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;\n"
                         "and.b32 %r2, %r1, 31; mul.wide.u32 %rd2, %r2, 4;\n"
                         "add.s64 %rd3, %rd1, %rd2; setp.lt.u32 %p1, %r1, 32; @%p1 bra WRITE;\n"
                         "setp.eq.u32 %p2, %r1, 32;\n" +
                         std::string(outside ? "@%p2 add.s64 %rd3, %rd1, 128;\n" : "") +
                         "ld.global.u32 %r3, [%rd3]; add.u32 %r3, %r3, %r1; ret;\n"
                         "WRITE: st.global.u32 [%rd3], %r1; ret;\n}\n");
        const DeviceArray<unsigned> data(*machine.memory, std::vector<unsigned>(32, 77));
        return machine.run("k", {1, 1, 1}, {64, 1, 1}, Parameters().add(data.address())).faults;
    };
    const auto races = faults(false);
    QVERIFY(!races.empty());
    QCOMPARE(int(races.front().kind), int(FaultKind::globalRace));
    const auto one = faults(true);
    QCOMPARE(one.size(), std::size_t(1));
    QCOMPARE(int(one.front().kind), int(FaultKind::outOfBounds));
}

void TestChecks::uninitializedReadOfSource() {
    const DeviceArray<int> in(*m.memory, digits());
    const DeviceArray<int> out(*m.memory, std::vector<int>(kN));
    const auto run = [&] {
        return m.run("smooth_to_other", {8, 1, 1}, {128, 1, 1},
                     Parameters().add(in.address()).add(out.address()).add(kN));
    };
    // `out` is only written, so its undefined start value is not a fault.
    m.memory->markUninitialized(out.address(), kN * sizeof(int));
    QVERIFY2(run().ok(), describe(run()).c_str());
    m.memory->markUninitialized(in.address() + 400, 12);
    const LaunchOutcome outcome = run();
    QCOMPARE(outcome.faults.size(), std::size_t{1});
    const Fault& fault = outcome.faults.front();
    QCOMPARE(int(fault.kind), int(FaultKind::uninitialized));
    QCOMPARE(fault.line, 56u);
    QCOMPARE(fault.address, in.address() + 400);
    QCOMPARE(fault.count, std::uint64_t{3});
}

void TestChecks::withoutChecksNothingIsReported() {
    const Checks saved = m.checks;
    m.checks = {};
    const LaunchOutcome outcome = runChecked("tiled_no_first");
    m.checks = saved;
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
}

/// A histogram with non-atomic increments, `++bins[i * 40503 % 256]` by a million threads: it takes
/// seconds, most of them for individual checks.
void TestChecks::aMillionRacesAreOneFinding() {
    constexpr unsigned kBins = 256, kBlocks = 4096, kThreads = 256;
    Machine machine;
    QVERIFY2(machine.loadText(".version 8.0\n.target sm_90\n.address_size 64\n"
                              ".file 1 \"histogram.cu\"\n"
                              ".visible .entry histogram(.param .u64 bins)\n{\n"
                              ".reg .b32 %r<8>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [bins];\n"
                              "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
                              "mad.lo.u32 %r4, %r1, %r2, %r3; mul.lo.u32 %r4, %r4, 40503;\n"
                              "and.b32 %r4, %r4, 255; mul.wide.u32 %rd2, %r4, 4;\n"
                              "add.u64 %rd2, %rd1, %rd2;\n.loc 1 7 5\nld.global.u32 %r5, [%rd2];\n"
                              "add.u32 %r5, %r5, 1;\nst.global.u32 [%rd2], %r5;\nret;\n}\n"),
             machine.error.c_str());
    const DeviceArray<unsigned> bins(*machine.memory, std::vector<unsigned>(kBins));
    machine.memory->setName(bins.address(), "bins");
    machine.checks = {true, true, true};
    // By far more than it takes on a slow machine.
    LaunchRequest request = machine.request("histogram", {kBlocks, 1, 1}, {kThreads, 1, 1},
                                            Parameters().add(bins.address()));
    request.timeLimitSeconds = 120;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.faults.size() == 1, describe(outcome).c_str());
    const Fault& fault = outcome.faults.front();
    QCOMPARE(int(fault.kind), int(FaultKind::globalRace));
    QCOMPARE(fault.line, 7u);
    QCOMPARE(fault.otherLine, 7u);
    QVERIFY(fault.space == FaultSpace::global && fault.unordered != FaultOrder::none);
    QVERIFY(fault.access == FaultAccess::write || fault.otherAccess == FaultAccess::write);
    QVERIFY2(fault.count > kBlocks * kThreads / 2, std::to_string(fault.count).c_str());
}

void TestChecks::historyTellsWhatItCouldNotFollow() {
    constexpr std::uint64_t kPage = GlobalHistory::kPageLines;
    constexpr std::uint64_t kPageBytes = kPage * sizeof(LineHistory);
    GlobalHistory history(2 * kPageBytes + kPageBytes / 2);
    history.lineAt(5)->latest = 7;
    QVERIFY(history.lineAt(kPage));
    QCOMPARE(history.bytesNotFollowed(), std::uint64_t{0});
    QVERIFY(!history.lineAt(9 * kPage));
    QVERIFY(!history.lineAt(9 * kPage + 1));
    QCOMPARE(history.bytesNotFollowed(), kPage * kLineBytes);
    QCOMPARE(history.lineAt(5)->latest, 7u);
    // Half a page more is not enough for the words of lines on their own.
    QVERIFY(!history.wordsOf(*history.lineAt(5), 1));
    QVERIFY(!history.wordsOf(*history.lineAt(5), 1));
    QCOMPARE(history.bytesNotFollowed(), (kPage + 1) * kLineBytes);
}

void TestChecks::historyOfFreedMemoryIsForgotten() {
    GlobalHistory history(std::uint64_t{1} << 24);
    Access read;
    read.segment = 3;
    LineHistory& alike = *history.lineAt(8);
    alike.first.reads[0] = read;
    alike.latest = read.segment;
    LineHistory& apart = *history.lineAt(9);
    history.wordsOf(apart, 1)[4].write = read;
    apart.latest = read.segment;
    history.forget(8 * kLineBytes, 2 * kLineBytes);
    QCOMPARE(alike.latest, 0u);
    QCOMPARE(alike.first.reads[0].segment, 0u);
    QCOMPARE(apart.latest, 0u);
    QCOMPARE(history.wordsOf(apart, 1)[4].write.segment, 0u);
}

WARPBENCH_TEST(TestChecks)
} // namespace tst_checks

#include "tst_checks.moc"
