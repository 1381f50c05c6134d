// SPDX-License-Identifier: GPL-3.0-or-later
// A block by itself: which way its warps go, and what they wait for.
#include "core/estimate/block_time.h"
#include "tests/estimate/made_code.h"
#include "tests/main.h"

#include <QTest>

namespace tst_block_time {

using namespace warpbench::estimate;

namespace {

constexpr int kWarps = 8;
constexpr double kLong = 1000; ///< cycles of the arm that few take

/// `do { if (…) { MUFU; [barrier] } barrier } while (…)`
/// \param share  of the rounds of all warps that take the arm
BlockTime timeOf(bool hasBarrier, double rounds, double share) {
    const MachineCode code{"k",
                           {made("S2R", 1), made("BRA", 2, 4, true), made("MUFU", 3),
                            made(hasBarrier ? "BAR" : "NOP", 4), made("BAR", 5),
                            made("BRA", 6, 1, true), made("EXIT", 7)}};
    const std::vector<BasicBlock> blocks = basicBlocks(code.instructions);
    Flow flow;
    flow.blocks = blocks;
    const double all = rounds * kWarps;
    for (const BasicBlock& block : blocks) {
        const bool isArm = block.begin == 2 || block.begin == 3;
        const bool isOnce = block.begin == 0 || block.begin == 6;
        flow.counts.push_back(isArm ? all * share : isOnce ? kWarps : all);
    }
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        std::vector<double> edges;
        for (const int next : blocks[b].next)
            edges.push_back(next <= int(b) ? all - kWarps : flow.counts[std::size_t(next)]);
        if (blocks[b].begin == 1) // goes into the arm, or around it
            for (std::size_t k = 0; k < 2; ++k)
                edges[k] = blocks[std::size_t(blocks[b].next[k])].begin == 2 ? all * share
                                                                             : all * (1 - share);
        flow.edges.push_back(std::move(edges));
    }
    std::vector<InstructionCost> costs(code.instructions.size());
    for (InstructionCost& cost : costs)
        cost.busy = 1;
    costs[2].latency = kLong;
    MachineCode waiting = code; // what follows MUFU waits for its result
    waiting.instructions[2].writeBarrier = 0;
    waiting.instructions[3].waitMask = 1;
    return blockTime(waiting, flow, costs, kWarps, kWarps);
}

} // namespace

class TestBlockTime : public QObject {
    Q_OBJECT

  private slots:
    void warpsTakeBranchesInTurn();
    void warpsAgreeAroundABarrier();
    void whatHardlyAnyWarpDoesIsNotDone();
};

/// In each round, some warp is in the arm, and all others wait for it at the barrier.
void TestBlockTime::warpsTakeBranchesInTurn() {
    const double cycles = timeOf(false, 100, 0.5).cycles;
    QVERIFY2(cycles > 95 * kLong, qPrintable(QString::number(cycles)));
}

/// All of them, or none.
void TestBlockTime::warpsAgreeAroundABarrier() {
    const double cycles = timeOf(true, 100, 0.5).cycles;
    QVERIFY2(cycles > 45 * kLong && cycles < 60 * kLong, qPrintable(QString::number(cycles)));
}

void TestBlockTime::whatHardlyAnyWarpDoesIsNotDone() {
    QVERIFY(timeOf(false, 1, 0.001).cycles < kLong / 4);
    QVERIFY(timeOf(false, 1, 0.999).cycles > kLong);
}

WARPBENCH_TEST(TestBlockTime)
} // namespace tst_block_time

#include "tst_block_time.moc"
