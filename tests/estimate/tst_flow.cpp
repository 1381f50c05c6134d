// SPDX-License-Identifier: GPL-3.0-or-later
// How often warps executed machine code, derived from the executed PTX.
#include "core/estimate/flow.h"
#include "tests/estimate/made_code.h"
#include "tests/main.h"

#include <QTest>

#include <utility>

namespace tst_flow {

using namespace warpbench::estimate;

class TestFlow : public QObject {
    Q_OBJECT

  private slots:
    void aLoopIsExecutedAsOftenAsItsLines();
    void bothArmsOfABranchHaveTheirOwnCounts();
    void aBlockWithoutLinesHasWhatFlowsThroughIt();
    void anUnrolledBodyTakesTheWholeRounds();
    void aPeeledRoundDoesNotCountForTheBody();
    void slowPathsOfADivision();
    void slowPathsOfARoot_data();
    void slowPathsOfARoot();
    void codeMovedInFrontOfALoopIsExecutedOnce();
    void anUnrolledBodyWithoutAccessesTakesTheWholeRounds();
    void anAtomicMadeALoopIsExecutedOnce();
    void nothingExecutedIsNothing();
};

void TestFlow::aLoopIsExecutedAsOftenAsItsLines() {
    // 0: head, 1-3: loop, 4: end
    const MachineCode code{"k",
                           {made("S2R", 1), made("LDG", 2), made("FADD", 3),
                            made("BRA", 4, 1, true), made("EXIT", 5)}};
    LaunchProfile profile;
    profile.warps = 8;
    profile.lines = {executed(1, 8), executed(2, 80), executed(3, 80), executed(4, 80),
                     executed(5, 8)};
    const Flow flow = flowOf(code, profile);
    QCOMPARE(flow.blocks.size(), std::size_t(3));
    QCOMPARE(flow.counts, (std::vector<double>{8, 80, 8}));
    // Out of the loop once, back to its start in all other rounds.
    QCOMPARE(flow.blocks[1].next, (std::vector<int>{2, 1}));
    QCOMPARE(flow.edges[1], (std::vector<double>{8, 72}));
}

void TestFlow::bothArmsOfABranchHaveTheirOwnCounts() {
    // if (…) { LDG } else { LDS }; half of the warps go both ways
    const MachineCode code{"k",
                           {made("ISETP", 1), made("BRA", 2, 4, true), made("LDG", 3),
                            made("BRA", 4, 5), made("LDS", 5), made("EXIT", 6)}};
    LaunchProfile profile;
    profile.warps = 10;
    profile.lines = {executed(1, 10), executed(2, 10), executed(3, 10),
                     executed(4, 10), executed(5, 5),  executed(6, 10)};
    const Flow flow = flowOf(code, profile);
    QCOMPARE(flow.counts, (std::vector<double>{10, 10, 5, 10}));
    QCOMPARE(flow.edges[0], (std::vector<double>{10, 5}));
}

void TestFlow::aBlockWithoutLinesHasWhatFlowsThroughIt() {
    const MachineCode code{
        "k",
        {made("S2R", 1), made("BRA", 2, 3, true), made("MOV", 0), made("LDG", 3), made("EXIT", 4)}};
    LaunchProfile profile;
    profile.warps = 4;
    profile.lines = {executed(1, 4), executed(2, 4), executed(3, 4), executed(4, 4)};
    const Flow flow = flowOf(code, profile);
    QCOMPARE(flow.counts.size(), std::size_t(3));
    QCOMPARE(flow.counts[2], 4.0);
    QVERIFY(flow.counts[1] <= 4.0);
}

void TestFlow::anUnrolledBodyTakesTheWholeRounds() {
    // A loop of 11 rounds, unrolled by four: two rounds of the body and three of the rest.
    const MachineCode code{"k",
                           {made("S2R", 1), made("LDG", 2), made("LDG", 2), made("LDG", 2),
                            made("LDG", 2), made("BRA", 0, 1, true), made("LDG", 2),
                            made("BRA", 0, 6, true), made("EXIT", 5)}};
    LaunchProfile profile;
    profile.warps = 16;
    profile.lines = {executed(1, 16), executed(2, 16 * 11), executed(5, 16)};
    const Flow flow = flowOf(code, profile);
    QCOMPARE(flow.counts, (std::vector<double>{16, 32, 48, 16}));
}

void TestFlow::aPeeledRoundDoesNotCountForTheBody() {
    // A loop of 10 rounds: one before the body, three in each of its three rounds, with one
    // counter.
    const MachineCode code{"k",
                           {made("S2R", 1), made("LDG", 2), made("LDG", 2), made("LDG", 2),
                            made("LDG", 2), made("IADD3", 3), made("BRA", 0, 2, true),
                            made("EXIT", 5)}};
    LaunchProfile profile;
    profile.warps = 16;
    profile.lines = {executed(1, 16), executed(2, 160), executed(3, 160), executed(5, 16)};
    const Flow flow = flowOf(code, profile);
    QCOMPARE(flow.counts, (std::vector<double>{16, 48, 16}));
}

void TestFlow::slowPathsOfADivision() {
    // x / y: a part for usual numbers, and a call for others that the PTX does not have; behind it
    // a function that the PTX calls.
    const MachineCode code{"k",
                           {made("S2R", 1), made("MUFU", 2), made("FCHK", 2),
                            made("BRA", 2, 6, true), made("MOV", 2), made("CALL", 2, 9),
                            made("ISETP", 3), made("CALL", 3, 11), made("EXIT", 4), made("FMUL", 2),
                            made("RET", 2), made("FADD", 5), made("RET", 5)}};
    LaunchProfile profile;
    profile.warps = 8;
    profile.lines = {executed(1, 8), executed(2, 8), executed(3, 8), executed(4, 8),
                     executed(5, 8)};
    profile.lines[2].taken = 8;
    const Flow flow = flowOf(code, profile);
    QCOMPARE(flow.blocks.size(), std::size_t(6));
    QCOMPARE(flow.counts, (std::vector<double>{8, 0, 8, 8, 0, 8}));
    QCOMPARE(flow.edges[0], (std::vector<double>{0, 8}));
    profile.lines[1].slowPaths = 3;
    const Flow unusual = flowOf(code, profile);
    QCOMPARE(unusual.counts, (std::vector<double>{8, 3, 8, 8, 3, 8}));
    QCOMPARE(unusual.edges[0], (std::vector<double>{3, 5}));
}

void TestFlow::slowPathsOfARoot_data() {
    QTest::addColumn<int>("slowPaths");
    for (const int slowPaths : {0, 3, 8})
        QTest::addRow("%d of 8", slowPaths) << slowPaths;
}

/// sqrtf(x): here, the part for usual numbers is behind a branch as well.
void TestFlow::slowPathsOfARoot() {
    QFETCH(int, slowPaths);
    const MachineCode code{"k",
                           {made("S2R", 1), made("MUFU", 2), made("BRA", 2, 6, true),
                            made("MOV", 2), made("CALL", 2, 10), made("BRA", 2, 8), made("FMUL", 2),
                            made("FFMA", 2), made("BSYNC", 2), made("EXIT", 3), made("FMUL", 2),
                            made("RET", 2)}};
    LaunchProfile profile;
    profile.warps = 8;
    profile.lines = {executed(1, 8), executed(2, 8), executed(3, 8)};
    profile.lines[1].slowPaths = std::uint64_t(slowPaths);
    const Flow flow = flowOf(code, profile);
    const double slow = slowPaths, usual = 8 - slowPaths;
    QCOMPARE(flow.counts, (std::vector<double>{8, slow, slow, usual, 8, 8, slow}));
}

void TestFlow::codeMovedInFrontOfALoopIsExecutedOnce() {
    // Line 2 is in the PTX's loop, and its only instruction in front of the machine code's.
    const MachineCode code{"k",
                           {made("S2R", 1), made("BRA", 1, 5, true), made("IADD3", 2),
                            made("LDG", 3), made("BRA", 0, 3, true), made("EXIT", 4)}};
    LaunchProfile profile;
    profile.warps = 4;
    profile.lines = {executed(1, 4), executed(2, 400), executed(3, 400), executed(4, 4)};
    const Flow flow = flowOf(code, profile);
    QCOMPARE(flow.counts, (std::vector<double>{4, 4, 400, 4}));
}

void TestFlow::anUnrolledBodyWithoutAccessesTakesTheWholeRounds() {
    // 11 rounds of two instructions, unrolled by four; the counter's copies are merged.
    std::vector<MachineInstruction> body{made("S2R", 1)};
    for (int copy = 0; copy < 4; ++copy) {
        body.push_back(made("IMAD", 2));
        body.push_back(made("LOP3", 3));
        body.push_back(made("SHF", 4));
    }
    body.push_back(made("VIADD", 5));
    body.push_back(made("BRA", 0, 1, true));
    for (const auto& [name, line] : {std::pair("IMAD", 2), {"LOP3", 3}, {"SHF", 4}, {"VIADD", 5}})
        body.push_back(made(name, line));
    body.push_back(made("BRA", 0, 15, true));
    body.push_back(made("EXIT", 6));
    LaunchProfile profile;
    profile.warps = 16;
    profile.lines = {executed(1, 16),      executed(2, 16 * 11), executed(3, 16 * 11),
                     executed(4, 16 * 11), executed(5, 16 * 11), executed(6, 16)};
    const Flow flow = flowOf({"k", body}, profile);
    QCOMPARE(flow.counts, (std::vector<double>{16, 32, 48, 16}));
}

void TestFlow::anAtomicMadeALoopIsExecutedOnce() {
    // atomicAdd of a float in shared memory: read, add, try to exchange, again if another was
    // quicker. How often it is tried again, its cost says.
    std::vector<MachineInstruction> code{made("S2R", 1),          made("LDS", 2),
                                         made("FADD", 2),         made("ATOMS", 2),
                                         made("BRA", 2, 1, true), made("EXIT", 3)};
    code[3].opcode = &opcodeOf(0x18d);
    QCOMPARE(retriedAtomics(code), std::set<int>{2});
    LaunchProfile profile;
    profile.warps = 8;
    profile.lines = {executed(1, 8), executed(2, 8), executed(3, 8)};
    QCOMPARE(flowOf({"k", code}, profile).counts, (std::vector<double>{8, 8, 8}));
}

void TestFlow::nothingExecutedIsNothing() {
    const Flow flow = flowOf({"k", {made("LDG", 1), made("EXIT", 2)}}, {});
    QCOMPARE(flow.counts, (std::vector<double>{0}));
}

WARPBENCH_TEST(TestFlow)
} // namespace tst_flow

#include "tst_flow.moc"
