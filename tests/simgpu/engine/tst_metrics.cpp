// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of a launch and by line: every expected value is calculated by hand from each lane's
// accesses.
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

#include <algorithm>
#include <map>

namespace tst_metrics {

using namespace warpbench::simgpu::engine;

namespace {

/// A kernel `k(.u64 p)`; %r1 is tid.x, %rd1 is p, `buf` 32 KiB of shared memory. `AT(n)` in the
/// body sets the line number; everything before the first AT belongs to line 1.
std::string kernel(std::string body) {
    for (std::size_t at; (at = body.find("AT(")) != std::string::npos;) {
        const std::size_t end = body.find(')', at);
        const std::string line = body.substr(at + 3, end - at - 3);
        body.replace(at, end + 1 - at, "\n.loc 1 " + line + " 0\n");
    }
    return ".version 8.0\n.target sm_90\n.address_size 64\n"
           ".visible .entry k(.param .u64 p)\n{\n.loc 1 1 0\n"
           ".reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<32>; .reg .f32 %f<8>;\n"
           ".shared .align 16 .b8 buf[32768]; .local .align 16 .b8 depot[64];\n"
           "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;\n" +
           body + "\nret;\n}\n.file 1 \"k.cu\"\n";
}

} // namespace

class TestMetrics : public QObject {
    Q_OBJECT

  private:
    Machine m;
    Metrics measure(const std::string& body, Dim3 block = {32, 1, 1}, Dim3 grid = {1, 1, 1});
    static LineMetrics lineOf(const Metrics& metrics, std::uint32_t line);

  private slots:
    void globalSectors_data();
    void globalSectors();
    void sectorsOfAPartOfTheWarp_data();
    void sectorsOfAPartOfTheWarp();
    void bankConflicts_data();
    void bankConflicts();
    void halvesOfTheWarp_data();
    void halvesOfTheWarp();
    void bankConflictsByHalvesOfTheWarp();
    void genericAccessesCountWhereTheyGo();
    void arraysThatLieAlike_data();
    void arraysThatLieAlike();
    void accessesThroughOneRegister_data();
    void accessesThroughOneRegister();
    void branchesByParity();
    void loopOfDifferentTripCounts();
    void indexedBranch();
    void atomics_data();
    void atomics();
    void barriersAreWaitedFor();
    void operationsOfAWarpCountOnce();
    void guardedInstructions();
    void guardedWaits();
    void vectorParametersAreOneInstruction();
    void localMemory();
    void mixByLine();
    void linesAddUp();
    void copiesAndTiles_data();
    void copiesAndTiles();
    void headersCountWhereTheyAreCalled();
    void callsCountOnce();
    void parallelRunsMeasureTheSame();
};

Metrics TestMetrics::measure(const std::string& body, Dim3 block, Dim3 grid) {
    if (!m.loadText(kernel(body))) {
        qWarning("%s", m.error.c_str());
        return {};
    }
    const DeviceArray<unsigned> data(*m.memory, std::vector<unsigned>(1 << 16));
    LaunchRequest request = m.request("k", grid, block, Parameters().add(data.address()));
    request.metrics = true;
    LaunchOutcome outcome = execute(request);
    if (!outcome.ok())
        qWarning("%s", describe(outcome).c_str());
    return outcome.metrics.value_or(Metrics{});
}

LineMetrics TestMetrics::lineOf(const Metrics& metrics, std::uint32_t line) {
    const auto it = std::find_if(metrics.lines.begin(), metrics.lines.end(),
                                 [&](const LineMetrics& each) { return each.line == line; });
    return it == metrics.lines.end() ? LineMetrics{} : *it;
}

void TestMetrics::globalSectors_data() {
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("stride"); // elements
    QTest::addColumn<int>("offset"); // bytes
    QTest::addColumn<int>("sectors");
    QTest::addColumn<int>("ideal");
    QTest::newRow("4, stride 1") << 4 << 1 << 0 << 4 << 4;
    QTest::newRow("4, stride 2") << 4 << 2 << 0 << 8 << 4;
    QTest::newRow("4, stride 8") << 4 << 8 << 0 << 32 << 4;
    QTest::newRow("4, stride 32") << 4 << 32 << 0 << 32 << 4;
    QTest::newRow("4, shifted") << 4 << 1 << 4 << 5 << 4;
    QTest::newRow("4, all the same") << 4 << 0 << 0 << 1 << 1;
    QTest::newRow("8, stride 1") << 8 << 1 << 0 << 8 << 8;
    QTest::newRow("8, stride 2") << 8 << 2 << 0 << 16 << 8;
    QTest::newRow("8, stride 8") << 8 << 8 << 0 << 32 << 8;
    QTest::newRow("8, stride 32") << 8 << 32 << 0 << 32 << 8;
    QTest::newRow("8, shifted") << 8 << 1 << 24 << 9 << 8;
    QTest::newRow("16, stride 1") << 16 << 1 << 0 << 16 << 16;
    QTest::newRow("16, stride 2") << 16 << 2 << 0 << 32 << 16;
    QTest::newRow("16, stride 8") << 16 << 8 << 0 << 32 << 16;
    QTest::newRow("16, stride 32") << 16 << 32 << 0 << 32 << 16;
}

void TestMetrics::globalSectors() {
    QFETCH(int, bytes);
    QFETCH(int, stride);
    QFETCH(int, offset);
    QFETCH(int, sectors);
    QFETCH(int, ideal);
    const std::string form = bytes == 4 ? "u32" : bytes == 8 ? "v2.u32" : "v4.u32";
    const std::string values = bytes == 4   ? "%r4"
                               : bytes == 8 ? "{%r4, %r5}"
                                            : "{%r4, %r5, %r6, %r7}";
    const std::string at = "[%rd3+" + std::to_string(offset) + "]";
    const Metrics metrics =
        measure("mul.wide.u32 %rd2, %r1, " + std::to_string(bytes * stride) +
                "; add.s64 %rd3, %rd1, %rd2;\nAT(5) ld.global." + form + " " + values + ", " + at +
                ";\nAT(6) st.global." + form + " " + at + ", " + values + ";");
    const LineMetrics load = lineOf(metrics, 5);
    QCOMPARE(load.globalAccesses, 1u);
    QCOMPARE(load.globalSectors, std::uint64_t(sectors));
    QCOMPARE(load.idealGlobalSectors, std::uint64_t(ideal));
    QCOMPARE(load.bytesLoaded, std::uint64_t(32 * bytes));
    QCOMPARE(load.bytesStored, 0u);
    const LineMetrics store = lineOf(metrics, 6);
    QCOMPARE(store.globalSectors, std::uint64_t(sectors));
    QCOMPARE(store.bytesStored, std::uint64_t(32 * bytes));
    QCOMPARE(store.bytesLoaded, 0u);
    QCOMPARE(metrics.globalSectors, std::uint64_t(2 * sectors));
    QCOMPARE(metrics.bytesLoaded, std::uint64_t(32 * bytes));
    QCOMPARE(metrics.bytesStored, std::uint64_t(32 * bytes));
    QCOMPARE(metrics.sharedAccesses, 0u);
}

void TestMetrics::sectorsOfAPartOfTheWarp_data() {
    QTest::addColumn<int>("first"); // lane
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("stride"); // elements of 4 bytes
    QTest::addColumn<int>("offset"); // bytes
    QTest::addColumn<int>("sectors");
    QTest::addColumn<int>("ideal");
    QTest::newRow("one lane") << 7 << 1 << 1 << 0 << 1 << 1;
    QTest::newRow("five lanes") << 0 << 5 << 1 << 0 << 1 << 1;
    QTest::newRow("five lanes across a border") << 0 << 5 << 1 << 24 << 2 << 1;
    QTest::newRow("the middle") << 8 << 16 << 1 << 0 << 2 << 2;
    QTest::newRow("the upper lanes, shifted") << 20 << 12 << 1 << 4 << 3 << 2;
    QTest::newRow("all but one") << 1 << 31 << 1 << 0 << 4 << 4;
    QTest::newRow("in a column") << 3 << 9 << 8 << 0 << 9 << 2;
    QTest::newRow("all the same") << 3 << 9 << 0 << 0 << 1 << 1;
    QTest::newRow("backwards") << 3 << 9 << -1 << 0 << 2 << 2;
}

void TestMetrics::sectorsOfAPartOfTheWarp() {
    QFETCH(int, first);
    QFETCH(int, count);
    QFETCH(int, stride);
    QFETCH(int, offset);
    QFETCH(int, sectors);
    QFETCH(int, ideal);
    const Metrics metrics =
        measure("sub.u32 %r2, %r1, " + std::to_string(first) + "; setp.lt.u32 %p1, %r2, " +
                std::to_string(count) + ";\nmul.wide.s32 %rd2, %r1, " + std::to_string(4 * stride) +
                "; add.s64 %rd3, %rd1, %rd2;\nAT(5) @%p1 ld.global.u32 %r3, [%rd3+" +
                std::to_string(1024 + offset) + "];\nAT(6) @%p1 ld.global.u32 %r4, [%rd3+" +
                std::to_string(2048 + offset) + "];");
    for (const std::uint32_t line : {5u, 6u}) {
        const LineMetrics load = lineOf(metrics, line);
        QCOMPARE(load.globalAccesses, 1u);
        QCOMPARE(load.globalSectors, std::uint64_t(sectors));
        QCOMPARE(load.idealGlobalSectors, std::uint64_t(ideal));
    }
}

void TestMetrics::bankConflicts_data() {
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("stride"); // elements
    QTest::addColumn<int>("conflicts");
    QTest::newRow("4, stride 1") << 4 << 1 << 0;
    QTest::newRow("4, stride 2: two lanes per bank") << 4 << 2 << 1;
    QTest::newRow("4, stride 3: odd") << 4 << 3 << 0;
    QTest::newRow("4, stride 8: eight lanes per bank") << 4 << 8 << 7;
    QTest::newRow("4, stride 32: one bank") << 4 << 32 << 31;
    QTest::newRow("4, stride 33: a padded column") << 4 << 33 << 0;
    QTest::newRow("4, broadcast") << 4 << 0 << 0;
    QTest::newRow("1, neighbours share words") << 1 << 1 << 0;
    QTest::newRow("2, neighbours share words") << 2 << 1 << 0;
    // Half a warp at a time: lanes l and l + 8 of it meet at a stride of 16 bytes.
    QTest::newRow("8, stride 1") << 8 << 1 << 0;
    QTest::newRow("8, stride 2") << 8 << 2 << 2;
    QTest::newRow("8, stride 32: sixteen lanes per bank, twice") << 8 << 32 << 30;
    QTest::newRow("8, stride 33: a padded column") << 8 << 33 << 0;
    QTest::newRow("8, broadcast") << 8 << 0 << 0;
    // A quarter at a time: lanes l and l + 4 of it meet at a stride of 32 bytes.
    QTest::newRow("16, stride 1") << 16 << 1 << 0;
    QTest::newRow("16, stride 2") << 16 << 2 << 4;
    QTest::newRow("16, stride 32: eight lanes per bank, four times") << 16 << 32 << 28;
    QTest::newRow("16, stride 33") << 16 << 33 << 0;
    QTest::newRow("16, broadcast") << 16 << 0 << 0;
}

void TestMetrics::bankConflicts() {
    QFETCH(int, bytes);
    QFETCH(int, stride);
    QFETCH(int, conflicts);
    const char* const form = bytes == 1   ? "u8 %r4"
                             : bytes == 2 ? "u16 %r4"
                             : bytes == 4 ? "u32 %r4"
                             : bytes == 8 ? "v2.u32 {%r4, %r5}"
                                          : "v4.u32 {%r4, %r5, %r6, %r7}";
    const Metrics metrics =
        measure("mov.u64 %rd2, buf; mul.wide.u32 %rd3, %r1, " + std::to_string(bytes * stride) +
                "; add.s64 %rd3, %rd2, %rd3;\nAT(5) ld.shared." + form + ", [%rd3];");
    const LineMetrics load = lineOf(metrics, 5);
    QCOMPARE(load.sharedBankConflicts, std::uint64_t(conflicts));
    QCOMPARE(load.sharedAccesses, 1u);
    QCOMPARE(load.sharedBytesLoaded, std::uint64_t(32 * bytes));
    QCOMPARE(load.sharedBytesStored, 0u);
    QCOMPARE(load.globalAccesses, 0u);
    QCOMPARE(metrics.sharedBankConflicts, std::uint64_t(conflicts));
}

void TestMetrics::halvesOfTheWarp_data() {
    QTest::addColumn<int>("apart");  // the halves, words
    QTest::addColumn<int>("stride"); // within them, words
    QTest::addColumn<int>("conflicts");
    QTest::addColumn<int>("sectors");
    QTest::addColumn<int>("ideal");
    QTest::newRow("one word for all") << 0 << 0 << 0 << 1 << 1;
    QTest::newRow("neighbours") << 1 << 0 << 0 << 1 << 1;
    QTest::newRow("half of the banks apart") << 16 << 0 << 0 << 2 << 1;
    QTest::newRow("in one bank") << 32 << 0 << 1 << 2 << 1;
    QTest::newRow("a bank further") << 33 << 0 << 0 << 2 << 1;
    QTest::newRow("in one bank once more") << 64 << 0 << 1 << 2 << 1;
    QTest::newRow("the same words side by side") << 0 << 1 << 0 << 2 << 2;
    QTest::newRow("one overlaps the other") << 8 << 1 << 0 << 3 << 3;
    QTest::newRow("all side by side") << 16 << 1 << 0 << 4 << 4;
    QTest::newRow("a gap between them") << 24 << 1 << 1 << 4 << 4;
    QTest::newRow("all banks apart") << 32 << 1 << 1 << 4 << 4;
    QTest::newRow("scattered") << 32 << 2 << 1 << 8 << 4;
}

/// Both through an address in shared memory and through an index in global memory, where handlers
/// report the pattern.
void TestMetrics::halvesOfTheWarp() {
    QFETCH(int, apart);
    QFETCH(int, stride);
    const Metrics metrics =
        measure("shr.u32 %r4, %r1, 4; and.b32 %r5, %r1, 15; mul.lo.u32 %r5, %r5, " +
                std::to_string(stride) + "; mad.lo.u32 %r4, %r4, " + std::to_string(apart) +
                ", %r5; mul.wide.u32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2;\n"
                "AT(5) ld.global.u32 %r6, [%rd3];\n"
                "AT(6) mov.u64 %rd4, buf; add.s64 %rd4, %rd4, %rd2;\n"
                "AT(7) ld.shared.u32 %r7, [%rd4];");
    QTEST(int(lineOf(metrics, 5).globalSectors), "sectors");
    QTEST(int(lineOf(metrics, 5).idealGlobalSectors), "ideal");
    QTEST(int(lineOf(metrics, 7).sharedBankConflicts), "conflicts");
}

void TestMetrics::bankConflictsByHalvesOfTheWarp() {
    // Lanes 0 to 7 and 16 to 23 read 8 bytes each; equal halves touch the same banks at different
    // addresses, but at different times.
    const Metrics metrics = measure(
        "mov.u64 %rd2, buf; mul.wide.u32 %rd3, %r1, 8; and.b32 %r2, %r1, 8; shr.u32 %r3, %r1, 4;\n"
        "mul.wide.u32 %rd4, %r3, 128; add.s64 %rd3, %rd2, %rd3; add.s64 %rd3, %rd3, %rd4;\n"
        "setp.eq.u32 %p1, %r2, 0;\nAT(5) @%p1 ld.shared.v2.u32 {%r4, %r5}, [%rd3];\nAT(6)");
    QCOMPARE(lineOf(metrics, 5).threadInstructions, 16u);
    QCOMPARE(lineOf(metrics, 5).sharedBankConflicts, 0u);
}

void TestMetrics::genericAccessesCountWhereTheyGo() {
    // Even lanes point to shared memory, odd ones to global memory: one instruction, two accesses.
    const Metrics metrics = measure(
        "mov.u64 %rd2, buf; cvta.shared.u64 %rd3, %rd2; and.b32 %r2, %r1, 1;\n"
        "setp.eq.u32 %p1, %r2, 0; selp.b64 %rd4, %rd3, %rd1, %p1;\n"
        "mul.wide.u32 %rd5, %r1, 4; add.s64 %rd4, %rd4, %rd5;\nAT(5) ld.u32 %r4, [%rd4];\nAT(6)");
    const LineMetrics load = lineOf(metrics, 5);
    QCOMPARE(load.warpInstructions, 1u);
    QCOMPARE(load.sharedAccesses, 1u);
    QCOMPARE(load.sharedBytesLoaded, 64u);
    QCOMPARE(load.sharedBankConflicts, 0u);
    QCOMPARE(load.globalAccesses, 1u);
    QCOMPARE(load.bytesLoaded, 64u);
    QCOMPARE(load.globalSectors, 4u);
    QCOMPARE(load.idealGlobalSectors, 2u);
}

void TestMetrics::arraysThatLieAlike_data() {
    QTest::addColumn<unsigned>("shift"); // bytes, of the second array
    QTest::addColumn<unsigned>("sectors");
    QTest::newRow("whole sectors apart") << 4096u << 4u;
    QTest::newRow("a word more") << 4100u << 5u;
    QTest::newRow("half a sector more") << 4112u << 5u;
}

/// One index into two arrays: their addresses decide whether they have the same sectors.
void TestMetrics::arraysThatLieAlike() {
    QFETCH(unsigned, shift);
    QFETCH(unsigned, sectors);
    QVERIFY(m.loadText(".version 8.0\n.target sm_90\n.address_size 64\n"
                       ".visible .entry k(.param .u64 a, .param .u64 b)\n{\n"
                       ".reg .b32 %r<4>; .reg .b64 %rd<9>; mov.u32 %r1, %tid.x;\n"
                       "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b];\n"
                       "cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2;\n"
                       "mul.wide.u32 %rd5, %r1, 4; add.s64 %rd6, %rd3, %rd5;\n"
                       "add.s64 %rd7, %rd4, %rd5;\n"
                       ".loc 1 5 0\nld.global.u32 %r2, [%rd6];\n"
                       ".loc 1 6 0\nst.global.u32 [%rd7], %r2;\nret;\n}\n.file 1 \"k.cu\"\n"));
    const DeviceArray<unsigned> data(*m.memory, std::vector<unsigned>(1 << 12));
    LaunchRequest request = m.request("k", {2, 1, 1}, {32, 1, 1},
                                      Parameters().add(data.address()).add(data.address() + shift));
    request.metrics = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY(outcome.metrics);
    QCOMPARE(lineOf(*outcome.metrics, 5).globalSectors, 2u * 4);
    QCOMPARE(lineOf(*outcome.metrics, 6).globalSectors, 2u * std::uint64_t(sectors));
    QCOMPARE(lineOf(*outcome.metrics, 6).idealGlobalSectors, 2u * 4);
    QCOMPARE(lineOf(*outcome.metrics, 6).bytesStored, 2u * 128);
}

void TestMetrics::accessesThroughOneRegister_data() {
    QTest::addColumn<unsigned>("lanes");
    QTest::addColumn<std::vector<std::uint64_t>>("sectors");   // of lines 5 to 8
    QTest::addColumn<std::vector<std::uint64_t>>("conflicts"); // of lines 10 to 12
    QTest::newRow("a whole warp") << 32u << std::vector<std::uint64_t>{4, 5, 4, 8}
                                  << std::vector<std::uint64_t>{1, 1, 3};
    QTest::newRow("half a warp") << 16u << std::vector<std::uint64_t>{2, 3, 2, 4}
                                 << std::vector<std::uint64_t>{0, 0, 1};
}

/// Accesses through one register share their pattern, until the register is written again.
void TestMetrics::accessesThroughOneRegister() {
    QFETCH(unsigned, lanes);
    QFETCH(std::vector<std::uint64_t>, sectors);
    QFETCH(std::vector<std::uint64_t>, conflicts);
    const Metrics metrics =
        measure("mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
                "AT(5) ld.global.u32 %r4, [%rd3];\nAT(6) ld.global.u32 %r4, [%rd3+4];\n"
                "AT(7) st.global.u32 [%rd3+32], %r4;\n"
                "AT(8) add.s64 %rd3, %rd3, %rd2; ld.global.u32 %r4, [%rd3];\n"
                "AT(9) mov.u64 %rd4, buf; mul.wide.u32 %rd5, %r1, 8; add.s64 %rd4, %rd4, %rd5;\n"
                "AT(10) ld.shared.u32 %r4, [%rd4];\nAT(11) st.shared.u32 [%rd4+8], %r4;\n"
                "AT(12) add.s64 %rd4, %rd4, %rd5; ld.shared.u32 %r4, [%rd4];",
                {lanes, 1, 1});
    for (std::uint32_t i = 0; i < sectors.size(); ++i)
        QCOMPARE(lineOf(metrics, 5 + i).globalSectors, sectors[i]);
    for (std::uint32_t i = 0; i < conflicts.size(); ++i)
        QCOMPARE(lineOf(metrics, 10 + i).sharedBankConflicts, conflicts[i]);
    QCOMPARE(metrics.bytesLoaded, std::uint64_t{3} * 4 * lanes);
    QCOMPARE(metrics.bytesStored, std::uint64_t{4} * lanes);
    QCOMPARE(metrics.sharedBytesLoaded, std::uint64_t{2} * 4 * lanes);
    QCOMPARE(metrics.sharedAccesses, std::uint64_t{3});
}

void TestMetrics::branchesByParity() {
    const Metrics metrics =
        measure("and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0;\nAT(3) @%p1 bra ODD;\n"
                "AT(4) add.u32 %r3, %r1, 1; add.u32 %r3, %r3, 1; bra JOIN;\n"
                "ODD:\nAT(6) mul.lo.u32 %r3, %r1, 2;\nJOIN:\nAT(8) add.u32 %r4, %r3, 1;",
                {64, 1, 1});
    // Two warps. Line 3 parts each of them; the other branches do not.
    QCOMPARE(lineOf(metrics, 3).branches, 2u);
    QCOMPARE(lineOf(metrics, 3).divergentBranches, 2u);
    QCOMPARE(lineOf(metrics, 4).warpInstructions, 2u * 3);
    QCOMPARE(lineOf(metrics, 4).threadInstructions, 2u * 3 * 16);
    QCOMPARE(lineOf(metrics, 4).divergentBranches, 0u);
    QCOMPARE(lineOf(metrics, 6).warpInstructions, 2u);
    QCOMPARE(lineOf(metrics, 6).threadInstructions, 32u);
    // Line 8: the lanes are together again; with the ret.
    QCOMPARE(lineOf(metrics, 8).warpInstructions, 2u * 2);
    QCOMPARE(lineOf(metrics, 8).threadInstructions, 2u * 2 * 32);
    QCOMPARE(metrics.divergentBranches, 2u);
    QCOMPARE(metrics.branches, 2u * 3); // line 3, the bra of line 4, ret
    // Full warps: ld, mov, and, setp, bra, add, ret; halves: three and one instruction.
    QCOMPARE(metrics.activeLanes[32], 2u * 7);
    QCOMPARE(metrics.activeLanes[16], 2u * 4);
    QCOMPARE(metrics.warpInstructions, 2u * 11);
}

void TestMetrics::loopOfDifferentTripCounts() {
    const Metrics metrics =
        measure("mov.u32 %r2, 0;\nLOOP:\nAT(3) setp.ge.u32 %p1, %r2, %r1; @%p1 bra DONE;\n"
                "AT(4) add.u32 %r2, %r2, 1; bra LOOP;\nDONE:\nAT(6) add.u32 %r3, %r2, 1;");
    // Lane l goes round l times. In each of the first 31 tests one lane leaves and others stay; the
    // last one has lane 31 alone.
    const LineMetrics test = lineOf(metrics, 3);
    QCOMPARE(test.divergentBranches, 31u);
    QCOMPARE(test.branches, 32u);
    QCOMPARE(test.warpInstructions, 2u * 32);
    QCOMPARE(test.threadInstructions, 2u * (32 * 33 / 2));
    const LineMetrics body = lineOf(metrics, 4);
    QCOMPARE(body.warpInstructions, 2u * 31);
    QCOMPARE(body.threadInstructions, 2u * (31 * 32 / 2));
    QCOMPARE(body.divergentBranches, 0u);
    QCOMPARE(lineOf(metrics, 6).threadInstructions, 2u * 32);
    for (std::size_t lanes = 1; lanes < 32; ++lanes)
        QCOMPARE(metrics.activeLanes[lanes], 4u);
}

void TestMetrics::indexedBranch() {
    const Metrics metrics = measure("and.b32 %r2, %r1, 3;\nTS: .branchtargets A, B, C, D;\n"
                                    "AT(3) brx.idx %r2, TS;\nA: bra JOIN; B: bra JOIN;\n"
                                    "C: bra JOIN; D: bra JOIN;\nJOIN:\nAT(9) mov.u32 %r3, 1;");
    // One instruction for each of the four targets, together all lanes once; the last one finds
    // the lanes that are left together.
    std::uint64_t threads = 0;
    for (const LineMetrics& line : metrics.lines)
        threads += line.line == 3 ? line.threadInstructions : 0;
    QCOMPARE(threads, 2u * 32); // brx and bra
    QCOMPARE(lineOf(metrics, 3).divergentBranches, 3u);
    QCOMPARE(lineOf(metrics, 9).threadInstructions, 2u * 32);
}

void TestMetrics::atomics_data() {
    QTest::addColumn<QString>("space");
    QTest::addColumn<int>("spread"); // addresses
    QTest::addColumn<int>("conflicts");
    for (const char* space : {"global", "shared"}) {
        const QString name(space);
        QTest::newRow(qPrintable(name + ", one address")) << name << 1 << 31;
        QTest::newRow(qPrintable(name + ", two addresses")) << name << 2 << 30;
        QTest::newRow(qPrintable(name + ", eight addresses")) << name << 8 << 24;
        QTest::newRow(qPrintable(name + ", one each")) << name << 32 << 0;
    }
}

void TestMetrics::atomics() {
    QFETCH(QString, space);
    QFETCH(int, spread);
    QFETCH(int, conflicts);
    const bool shared = space == QLatin1String("shared");
    const Metrics metrics = measure("and.b32 %r2, %r1, " + std::to_string(spread - 1) +
                                        "; mul.wide.u32 %rd2, %r2, 4;\n" +
                                        (shared ? "mov.u64 %rd3, buf;" : "mov.u64 %rd3, %rd1;") +
                                        " add.s64 %rd3, %rd3, %rd2;\nAT(5) atom." +
                                        space.toStdString() + ".add.u32 %r4, [%rd3], 1;",
                                    {64, 1, 1});
    const LineMetrics line = lineOf(metrics, 5);
    QCOMPARE(line.atomics, 64u);
    QCOMPARE(line.atomicConflicts, std::uint64_t(2 * conflicts));
    QCOMPARE(line.mix[std::size_t(6)], 2u);
    if (shared) {
        QCOMPARE(line.sharedBytesLoaded, 64u * 4);
        QCOMPARE(line.sharedBytesStored, 64u * 4);
        QCOMPARE(line.globalSectors, 0u);
    } else {
        QCOMPARE(line.globalSectors, 2u * std::uint64_t((spread * 4 + 31) / 32));
        QCOMPARE(line.bytesLoaded, 64u * 4);
        QCOMPARE(line.bytesStored, 64u * 4);
    }
}

void TestMetrics::barriersAreWaitedFor() {
    const Metrics metrics = measure("AT(3) bar.sync 0;\nAT(4) bar.arrive 1, 96;\n"
                                    "AT(5) membar.gl; fence.acq_rel.gpu;\n"
                                    "AT(6) setp.eq.u32 %p1, %r1, 0;\n"
                                    "AT(7) bar.red.popc.u32 %r2, 0, %p1; barrier.sync 2;",
                                    {96, 1, 1}, {2, 1, 1});
    // Two blocks of three warps; an arrival does not wait, and a fence does not count as a barrier.
    QCOMPARE(lineOf(metrics, 3).barriers, 6u);
    QCOMPARE(lineOf(metrics, 4).barriers, 0u);
    QCOMPARE(lineOf(metrics, 5).barriers, 0u);
    QCOMPARE(lineOf(metrics, 7).barriers, 12u);
    QCOMPARE(lineOf(metrics, 3).warpInstructions, 6u);
    QCOMPARE(lineOf(metrics, 7).warpInstructions, 2u * 6 + 6); // and ret
    QCOMPARE(metrics.barriers, 18u);
}

void TestMetrics::operationsOfAWarpCountOnce() {
    // Two halves reach the shuffle separately and execute it together.
    const Metrics metrics =
        measure("setp.lt.u32 %p1, %r1, 16; mov.u32 %r2, %r1; @%p1 bra SHUFFLE;\n"
                "mov.u32 %r5, 0;\nSLOW: add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 3; @%p2 bra "
                "SLOW;\nSHUFFLE:\nAT(9) shfl.sync.bfly.b32 %r3, %r2, 16, 31, 0xffffffff;\n"
                "AT(10) mov.u32 %r4, %r3;");
    QCOMPARE(lineOf(metrics, 9).warpInstructions, 1u);
    QCOMPARE(lineOf(metrics, 9).threadInstructions, 32u);
    QCOMPARE(lineOf(metrics, 9).mix[std::size_t(9)], 1u);
}

void TestMetrics::guardedInstructions() {
    const Metrics metrics = measure("setp.lt.u32 %p1, %r1, 5; setp.gt.u32 %p2, %r1, 99;\n"
                                    "AT(3) @%p1 add.u32 %r2, %r1, 1;\n"
                                    "AT(4) @%p2 add.u32 %r2, %r1, 2;\n"
                                    "AT(5) @!%p2 add.u32 %r2, %r1, 3;");
    QCOMPARE(lineOf(metrics, 3).warpInstructions, 1u);
    QCOMPARE(lineOf(metrics, 3).threadInstructions, 5u);
    QCOMPARE(lineOf(metrics, 4).warpInstructions, 0u);
    QCOMPARE(lineOf(metrics, 5).threadInstructions, 2u * 32); // and ret
    QCOMPARE(metrics.divergentBranches, 0u);
    QCOMPARE(metrics.activeLanes[5], 1u);
}

/// The branch around an instruction that lanes wait in is the simulator's own.
void TestMetrics::guardedWaits() {
    const Metrics metrics = measure("setp.lt.u32 %p1, %r1, 5;\n"
                                    "AT(3) @%p1 shfl.sync.idx.b32 %r2, %r1, 3, 31, 0x1f;\n"
                                    "AT(4) mov.u32 %r3, %r2;");
    QCOMPARE(lineOf(metrics, 3).warpInstructions, 1u);
    QCOMPARE(lineOf(metrics, 3).threadInstructions, 5u);
    QCOMPARE(metrics.branches, 1u); // ret
    QCOMPARE(metrics.divergentBranches, 0u);
}

void TestMetrics::vectorParametersAreOneInstruction() {
    QVERIFY(m.loadText(".version 8.0\n.target sm_90\n.address_size 64\n"
                       ".visible .entry k(.param .align 16 .b8 v[16])\n{\n.reg .b32 %r<8>;\n"
                       "ld.param.v4.u32 {%r1, %r2, %r3, %r4}, [v];\nret;\n}\n"));
    LaunchRequest request =
        m.request("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(std::uint64_t{}).add(0.0));
    request.metrics = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY(outcome.metrics);
    QCOMPARE(outcome.metrics->warpInstructions, 2u);
    QCOMPARE(outcome.metrics->mix[std::size_t(5)], 1u);
}

void TestMetrics::localMemory() {
    const Metrics metrics =
        measure("mov.u64 %rd2, depot;\nAT(3) st.local.v2.u32 [%rd2+8], {%r1, %r1};\n"
                "AT(4) cvta.local.u64 %rd3, %rd2; ld.u32 %r3, [%rd3+8];");
    QCOMPARE(lineOf(metrics, 3).localBytesStored, 32u * 8);
    QCOMPARE(lineOf(metrics, 3).localBytesLoaded, 0u);
    QCOMPARE(lineOf(metrics, 4).localBytesLoaded, 32u * 4);
    QCOMPARE(metrics.globalAccesses + metrics.sharedAccesses, 0u);
}

void TestMetrics::mixByLine() {
    const Metrics metrics =
        measure("AT(3) cvt.rn.f32.u32 %f1, %r1; mul.f32 %f2, %f1, %f1; add.f32 %f3, %f2, %f1;\n"
                "AT(4) add.u32 %r2, %r1, 1; xor.b32 %r3, %r2, 5; ld.global.u32 %r4, [%rd1];");
    const LineMetrics three = lineOf(metrics, 3), four = lineOf(metrics, 4);
    QCOMPARE(three.mix[std::size_t(1)], 2u);       // float32
    QCOMPARE(three.mix[std::size_t(4)], 1u);       // conversion
    QCOMPARE(four.mix[std::size_t(0)], 2u);        // integer
    QCOMPARE(four.mix[std::size_t(5)], 1u);        // memory
    QCOMPARE(four.mix[std::size_t(7)], 1u);        // ret
    QCOMPARE(metrics.mix[std::size_t(0)], 2u + 1); // and the mov of line 1
}

void TestMetrics::linesAddUp() {
    const Metrics metrics =
        measure("AT(3) mul.wide.u32 %rd2, %r1, 8; add.s64 %rd3, %rd1, %rd2; mov.u64 %rd4, buf;\n"
                "AT(4) ld.global.u32 %r3, [%rd3]; atom.global.add.u32 %r4, [%rd1], 1;\n"
                "AT(5) add.s64 %rd4, %rd4, %rd2; st.shared.u32 [%rd4], %r3; bar.sync 0;\n"
                "AT(6) setp.lt.u32 %p1, %r1, 40; @%p1 bra OUT; ld.shared.u32 %r5, [%rd4];\nOUT:",
                {100, 1, 1}, {3, 1, 1});
    Counters sum;
    InstructionMix mix{};
    for (const LineMetrics& line : metrics.lines) {
        sum += line;
        std::uint64_t ofLine = 0;
        for (std::size_t c = 0; c < mix.size(); ++c) {
            mix[c] += line.mix[c];
            ofLine += line.mix[c];
        }
        QCOMPARE(ofLine, line.warpInstructions);
    }
    QCOMPARE(sum.warpInstructions, metrics.warpInstructions);
    QCOMPARE(sum.threadInstructions, metrics.threadInstructions);
    QCOMPARE(sum.globalSectors, metrics.globalSectors);
    QCOMPARE(sum.sharedBankConflicts, metrics.sharedBankConflicts);
    QCOMPARE(sum.barriers, metrics.barriers);
    QCOMPARE(mix, metrics.mix);
    std::uint64_t instructions = 0, threads = 0;
    for (std::size_t lanes = 0; lanes < metrics.activeLanes.size(); ++lanes) {
        instructions += metrics.activeLanes[lanes];
        threads += lanes * metrics.activeLanes[lanes];
    }
    QCOMPARE(instructions, metrics.warpInstructions);
    QCOMPARE(threads, metrics.threadInstructions);
    // The last warp has four threads; lanes 32 to 39 of the second one leave early.
    QCOMPARE(metrics.barriers, 3u * 4);
    QCOMPARE(metrics.divergentBranches, 3u);
    QCOMPARE(metrics.activeLanes[4] % 3, 0u);
}

void TestMetrics::copiesAndTiles_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QList<int>>("global"); ///< bytes loaded and stored, sectors, the fewest
    QTest::addColumn<QList<int>>("shared"); ///< bytes loaded and stored, conflicts
    const auto copy = [](int bytes, int stride, int sharedStride) {
        return QStringLiteral(
                   "mul.wide.u32 %rd2, %r1, %1; add.s64 %rd2, %rd1, %rd2; mov.u32 %r2, buf;"
                   "mad.lo.u32 %r2, %r1, %2, %r2;"
                   "cp.async.ca.shared.global [%r2], [%rd2], %3; cp.async.wait_all;")
            .arg(stride)
            .arg(sharedStride)
            .arg(bytes);
    };
    const QString fragment = QStringLiteral("{%r10,%r11,%r12,%r13,%r14,%r15,%r16,%r17}");
    QTest::newRow("16 bytes side by side")
        << copy(16, 16, 16) << QList<int>{512, 0, 16, 16} << QList<int>{0, 512, 0};
    QTest::newRow("4 bytes side by side")
        << copy(4, 4, 4) << QList<int>{128, 0, 4, 4} << QList<int>{0, 128, 0};
    QTest::newRow("4 bytes, far apart")
        << copy(4, 64, 128) << QList<int>{128, 0, 32, 4} << QList<int>{0, 128, 31};
    QTest::newRow("16 bytes of 64")
        << copy(16, 64, 16) << QList<int>{512, 0, 32, 16} << QList<int>{0, 512, 0};
    QTest::newRow("tile of global memory")
        << QStringLiteral("mov.u32 %r2, 16; wmma.load.a.sync.aligned.row.m16n16k16.global.f16 ") +
               fragment + QStringLiteral(", [%rd1], %r2;")
        << QList<int>{512, 0, 16, 16} << QList<int>{0, 0, 0};
    QTest::newRow("tile with long lines")
        << QStringLiteral("mov.u32 %r2, 64; wmma.load.b.sync.aligned.col.m16n16k16.global.f16 ") +
               fragment + QStringLiteral(", [%rd1], %r2;")
        << QList<int>{512, 0, 16, 16} << QList<int>{0, 0, 0};
    QTest::newRow("tile stored to shared memory")
        << QStringLiteral("mov.u32 %r2, 16; mov.u64 %rd2, buf; "
                          "wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [%rd2], "
                          "{%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f1}, %r2;")
        << QList<int>{0, 0, 0, 0} << QList<int>{0, 1024, 0};
    const auto matrices = [](int stride) {
        return QStringLiteral("mov.u32 %r2, buf; mad.lo.u32 %r2, %r1, %1, %r2; "
                              "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4,%r5,%r6,%r7}, [%r2];")
            .arg(stride);
    };
    QTest::newRow("matrices side by side")
        << matrices(16) << QList<int>{0, 0, 0, 0} << QList<int>{512, 0, 0};
    QTest::newRow("matrices in one bank")
        << matrices(128) << QList<int>{0, 0, 0, 0} << QList<int>{512, 0, 4 * 7};
}

/// Accesses whose addresses only the handler knows.
void TestMetrics::copiesAndTiles() {
    QFETCH(QString, body);
    QFETCH(QList<int>, global);
    QFETCH(QList<int>, shared);
    const Metrics metrics = measure(body.toStdString());
    QCOMPARE((QList<int>{int(metrics.bytesLoaded), int(metrics.bytesStored),
                         int(metrics.globalSectors), int(metrics.idealGlobalSectors)}),
             global);
    QCOMPARE((QList<int>{int(metrics.sharedBytesLoaded), int(metrics.sharedBytesStored),
                         int(metrics.sharedBankConflicts)}),
             shared);
    QCOMPARE(metrics.globalAccesses, std::uint64_t(global[2] != 0));
    QCOMPARE(metrics.sharedAccesses, std::uint64_t(shared[0] + shared[1] != 0));
}

/// Functions in the kernel's own file count for their own lines, those in other files for the lines
/// that call them.
void TestMetrics::headersCountWhereTheyAreCalled() {
    QVERIFY2(
        m.loadText(".version 8.0\n.target sm_90\n.address_size 64\n"
                   ".visible .entry k()\n{\n.loc 1 3 0\n.reg .b32 %r<9>;\nmov.u32 %r1, %tid.x;\n"
                   ".loc 2 90 0, function_name $L__info_string0, inlined_at 1 4 5\n"
                   "add.u32 %r2, %r1, 1;\nadd.u32 %r3, %r2, %r1;\n"
                   ".loc 1 20 0, function_name $L__info_string0, inlined_at 1 5 5\n"
                   "xor.b32 %r4, %r3, %r1;\n"
                   ".loc 2 91 0, function_name $L__info_string0, inlined_at 1 21 5\n"
                   "xor.b32 %r5, %r3, %r4;\n.loc 1 6 0\nret;\n}\n"
                   ".file 1 \"k.cu\"\n.file 2 \"h.cuh\"\n"
                   ".section .debug_str\n{\n$L__info_string0:\n.b8 102\n.b8 0\n}\n"),
        m.error.c_str());
    LaunchRequest request = m.request("k", {1, 1, 1}, {32, 1, 1}, Parameters());
    request.metrics = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    std::map<std::uint32_t, std::uint64_t> byLine;
    for (const LineMetrics& line : outcome.metrics->lines) {
        QCOMPARE(line.file, std::string("k.cu"));
        byLine[line.line] = line.warpInstructions;
    }
    QCOMPARE(byLine,
             (std::map<std::uint32_t, std::uint64_t>{{3, 1}, {4, 2}, {6, 1}, {20, 1}, {21, 1}}));
}

/// Also those before which the warp lets others run.
void TestMetrics::callsCountOnce() {
    QVERIFY2(m.loadText(".version 8.0\n.target sm_90\n.address_size 64\n"
                        ".func f() { ret; }\n.visible .entry k()\n{\n.reg .b32 %r<3>; .reg .pred "
                        "%p<2>;\nmov.u32 %r1, 0;\nL: call.uni f;\nadd.u32 %r1, %r1, 1; setp.lt.u32 "
                        "%p1, %r1, 20000; @%p1 bra L;\nret;\n}\n"),
             m.error.c_str());
    LaunchRequest request = m.request("k", {1, 1, 1}, {32, 1, 1}, Parameters());
    request.metrics = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(outcome.metrics->branches, std::uint64_t{3 * 20000 + 1});
    QCOMPARE(outcome.metrics->warpInstructions, std::uint64_t{5 * 20000 + 2});
}

void TestMetrics::parallelRunsMeasureTheSame() {
    const std::string body = "mov.u32 %r2, 0;\nL: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1;\n"
                             "@%p1 bra L; atom.global.add.u32 %r3, [%rd1], 1;";
    const Metrics one = measure(body, {256, 1, 1}, {8, 1, 1});
    const Metrics two = measure(body, {256, 1, 1}, {8, 1, 1});
    QVERIFY(one.warpInstructions > 0);
    QCOMPARE(one.warpInstructions, two.warpInstructions);
    QCOMPARE(one.activeLanes, two.activeLanes);
    QCOMPARE(one.divergentBranches, two.divergentBranches);
}

WARPBENCH_TEST(TestMetrics)
} // namespace tst_metrics

#include "tst_metrics.moc"
