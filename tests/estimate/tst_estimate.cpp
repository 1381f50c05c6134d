// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates that follow from arithmetic, and invariants of all estimates.
#include "core/estimate/costs.h"
#include "core/estimate/flow.h"
#include "core/estimate/gains.h"
#include "tests/estimate/made_code.h"
#include "tests/main.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tst_estimate {

using namespace warpbench::estimate;

namespace {

const GpuModel& h200() {
    return *findModel("NVIDIA H200");
}

/// Threads read floats, four at a time, warps whole lines: 1 GiB that no cache has.
struct Stream {
    MachineCode code{"stream",
                     {made("S2R", 1), made("LDG", 2), made("LDG", 2), made("LDG", 2),
                      made("LDG", 2), made("FADD", 3), made("BRA", 4, 1, true), made("EXIT", 5)}};
    LaunchProfile profile;

    explicit Stream(std::uint64_t bytes = 1ull << 30) {
        for (std::size_t i = 1; i <= 4; ++i)
            code.instructions[i].writeBarrier = 0;
        code.instructions[5].waitMask = 1;
        const std::uint64_t accesses = bytes / 128;
        profile.grid = {132 * 8, 1, 1};
        profile.block = {256, 1, 1};
        profile.warps = 132 * 8 * 8;
        profile.lines = {executed(1, profile.warps), executed(2, accesses),
                         executed(3, accesses / 4), executed(4, accesses / 4),
                         executed(5, profile.warps)};
        ProfileLine& load = profile.lines[1];
        load.accesses = load.passes = load.lines = accesses;
        load.sectorsRead = accesses * 4;
        load.sampledSectors = 1000;
        profile.reads.never = accesses * 4;
        profile.distinctLines = accesses;
        profile.mostWork = 2 + 3 * accesses / 2 / profile.warps;
        profile.blockWork = profile.mostWork * 132 * 8;
    }

    TimeEstimate on(const GpuModel& model, double passLines = 1e9) const {
        return estimateTime(profile, code, {8, passLines}, model);
    }
};

double dramOf(const TimeEstimate& estimate) {
    for (const BoundShare& bound : estimate.boundBy)
        if (bound.bound == Bound::dram)
            return bound.ms;
    return 0;
}

double shareOf(const TimeEstimate& estimate, Bound bound) {
    for (const BoundShare& share : estimate.boundBy)
        if (share.bound == bound)
            return share.share;
    return 0;
}

/// A kernel with a shared load, a global load and an atomic per warp, all of them efficient.
struct Wasteful {
    MachineCode code{
        "k", {made("LDG", 2), made("LDS", 3), made("FADD", 4), made("RED", 5), made("EXIT", 6)}};
    LaunchProfile profile;
    Surroundings around{8, 1e9, 8};

    Wasteful() {
        code.instructions[0].writeBarrier = 0;
        code.instructions[1].writeBarrier = 1;
        code.instructions[2].waitMask = 3;
        profile.grid = {132 * 64, 1, 1};
        profile.block = {256, 1, 1};
        profile.warps = 132 * 64 * 8;
        for (int line = 2; line <= 6; ++line)
            profile.lines.push_back(executed(line, profile.warps));
        profile.mostWork = 5;
        profile.blockWork = profile.mostWork * 132 * 64;
        ProfileLine& load = at(2);
        load.accesses = load.passes = load.lines = profile.warps;
        load.sectorsRead = profile.warps * 4;
        load.sampledSectors = 1000;
        profile.reads.never = load.sectorsRead;
        profile.distinctLines = load.lines;
        ProfileLine& shared = at(3);
        shared.accesses = shared.passes = profile.warps;
        ProfileLine& atomic = at(5);
        atomic.accesses = atomic.passes = atomic.lines = atomic.atomicSectors = profile.warps;
        atomic.sameAddress = profile.warps;
        profile.atomicBytes = 4 << 20;
        profile.hottestAtomic = 1;
    }
    ProfileLine& at(int line) { return profile.lines[std::size_t(line - 2)]; }
    TimeEstimate now() const { return estimateTime(profile, code, around, h200()); }
    std::vector<Gain> gains() const { return gainsOf(profile, code, around, h200(), now()); }
};

} // namespace

class TestEstimate : public QObject {
    Q_OBJECT

  private slots:
    void aStreamTakesItsBytesDividedByTheBandwidth();
    void whatTheCacheHoldsIsReadFaster();
    void scatteredReadsTakeTheirLookups();
    void whatIsOnItsWayIsWaitedFor();
    void whatIsWrittenInPlaceIsWrittenBack();
    void hitsAreLookedUpTogether();
    void warpsThatTakeNoPartInAnAccessTakeItsSlot();
    void theBusiestWarpIsWaitedFor();
    void branchesTakeTheirTime();
    void localMemoryIsUsedAgain();
    void anEmptyKernelTakesTheLaunch();
    void oneAddressTakesItsUpdates();
    void lessBandwidthNeverHelps();
    void moreWorkNeverTakesLess();
    void theSameRunGivesTheSame();
    void sharesAddUp();
    void aLaunchThatCannotBeTimedSaysWhy();
    void modelsAreFoundByName();
    void wastesAreFoundWithTheirGain_data();
    void wastesAreFoundWithTheirGain();
    void whatIsFineGainsNothing();
    void gainsAreInOrderAndWorthwhile();
};

void TestEstimate::aStreamTakesItsBytesDividedByTheBandwidth() {
    const TimeEstimate estimate = Stream().on(h200());
    const double expected = double(1ull << 30) / (4800e9 * h200().readShare) * 1000;
    QVERIFY2(std::abs(estimate.ms / expected - 1) < 0.1, qPrintable(QString::number(estimate.ms)));
    QCOMPARE(estimate.boundBy.front().bound, Bound::dram);
    QVERIFY(estimate.low < estimate.ms && estimate.ms < estimate.high);
}

/// `a[i] *= 2`: the stores find their sectors in L2, and DRAM transfers all twice.
void TestEstimate::whatIsWrittenInPlaceIsWrittenBack() {
    Stream stream;
    stream.code.instructions[5] = made("STG", 3);
    ProfileLine& store = stream.profile.lines[2];
    store = stream.profile.lines[1];
    store.line = 3;
    store.executions /= 4;
    store.sectorsWritten = std::exchange(store.sectorsRead, 0);
    store.sampledSectors = 0;
    stream.profile.writes.sectors[0] = store.sectorsWritten;
    stream.profile.rewrites.sectors[0] = store.sectorsWritten;
    const double reads = dramOf(stream.on(h200()));
    stream.profile.rewrites = {};
    stream.profile.rewrites.never = store.sectorsWritten;
    const double written = double(1ull << 30) / (4800e9 * h200().writeShare) * 1000;
    QCOMPARE(dramOf(stream.on(h200())), reads + written);
}

/// 32 lines: hits are looked up four at a time, and misses one by one.
void TestEstimate::hitsAreLookedUpTogether() {
    Stream stream(16 << 20);
    ProfileLine& load = stream.profile.lines[1];
    load.lines = load.sectorsRead = load.accesses * 32;
    const auto cycles = [&](std::uint64_t hits) {
        load.sampledHits = hits;
        const Flow flow = flowOf(stream.code, stream.profile);
        const MemoryTraffic traffic = trafficOf(stream.profile, stream.code, {8, 1e9}, h200());
        return costsOf(stream.code, flow, stream.profile, traffic, h200())[1].busy;
    };
    QCOMPARE(cycles(load.sampledSectors), 8.0);
    QCOMPARE(cycles(0), 32.0);
}

/// A load that ptxas guards in place of a branch: one warp of eight takes part, in 32 passes.
void TestEstimate::warpsThatTakeNoPartInAnAccessTakeItsSlot() {
    Wasteful launch;
    launch.code.instructions[1].guarded = true;
    ProfileLine& shared = launch.at(3);
    shared.accesses = launch.profile.warps / 8;
    shared.passes = 32 * shared.accesses;
    double unitMs = 0;
    for (const BoundShare& bound : launch.now().boundBy)
        if (bound.bound == Bound::memory_unit)
            unitMs = bound.ms;
    const double perSm = double(launch.profile.warps) / h200().multiprocessors;
    const double others = 2; // the global load and the atomic, a pass each
    const double cycles = perSm * (others + 32.0 / 8 + 7.0 / 8);
    const double expected = cycles / h200().clockGHz / 1e6;
    QVERIFY2(std::abs(unitMs / expected - 1) < 0.01,
             qPrintable(QString("%1 of %2 ms").arg(unitMs).arg(expected)));
}

/// One block for each multiprocessor, whose warps wait most of the time: one that has twice the
/// work takes twice the time.
void TestEstimate::theBusiestWarpIsWaitedFor() {
    Stream even(16 << 20);
    even.profile.grid = {132, 1, 1};
    even.profile.warps = 132 * 8;
    std::uint64_t executions = 0;
    for (const ProfileLine& line : even.profile.lines)
        executions += line.executions;
    even.profile.mostWork = executions / even.profile.warps;
    Stream uneven = even;
    uneven.profile.mostWork *= 2;
    const auto kernelMs = [](const Stream& stream) {
        const double ms = estimateTime(stream.profile, stream.code, {1, 1e9}, h200()).ms;
        return ms - h200().launchUs / 1000;
    };
    const double ratio = kernelMs(uneven) / kernelMs(even);
    QVERIFY2(ratio > 1.8 && ratio < 2.1, qPrintable(QString::number(ratio)));
}

/// A loop of an addition and a branch: a warp alone takes their stall counts and five cycles for
/// the way back; four warps of a scheduler need three slots for each round.
void TestEstimate::branchesTakeTheirTime() {
    constexpr std::uint64_t kRounds = 100'000;
    const auto cyclesOfARound = [](unsigned warps) {
        LaunchProfile profile;
        profile.grid = {132, 1, 1};
        profile.block = {32 * warps, 1, 1};
        profile.warps = 132 * std::uint64_t(warps);
        profile.lines = {executed(1, profile.warps), executed(2, profile.warps * kRounds),
                         executed(3, profile.warps * kRounds), executed(4, profile.warps)};
        profile.mostWork = 2 * kRounds + 2;
        profile.blockWork = 132 * profile.mostWork;
        MachineCode code{
            "loop", {made("S2R", 1), made("FADD", 2), made("BRA", 3, 1, true), made("EXIT", 4)}};
        for (MachineInstruction& instruction : code.instructions)
            instruction.stall = 5;
        const double ms = estimateTime(profile, code, {1, 0}, h200()).ms;
        return (ms * 1000 - h200().launchUs) * 1000 * h200().clockGHz / kRounds;
    };
    const double alone = cyclesOfARound(1), many = cyclesOfARound(32);
    QVERIFY2(std::abs(alone / 15 - 1) < 0.1, qPrintable(QString::number(alone)));
    QVERIFY2(std::abs(many / (8 * 3) - 1) < 0.25, qPrintable(QString::number(many)));
}

void TestEstimate::whatTheCacheHoldsIsReadFaster() {
    const Stream small(16 << 20);
    const TimeEstimate warm = small.on(h200(), 131072);
    const TimeEstimate cold = small.on(h200(), INFINITY);
    QVERIFY(shareOf(warm, Bound::dram) == 0);
    QVERIFY(warm.ms < cold.ms);
}

/// Of eight warps that read the same, one goes to L2: the others find the sector requested, and
/// wait as long as it does.
void TestEstimate::whatIsOnItsWayIsWaitedFor() {
    Stream shared(16 << 20);
    shared.profile.grid = {132, 1, 1}; // no more than a block per multiprocessor: latency shows
    shared.profile.lines[1].sampledHits = 875;
    const auto ms = [&shared] {
        return estimateTime(shared.profile, shared.code, {1, 131072}, h200()).ms;
    };
    const double there = ms();
    shared.profile.lines[1].sampledWaits = 400;
    const double partly = ms();
    shared.profile.lines[1].sampledWaits = 875;
    const double onItsWay = ms();
    QVERIFY2(there < partly && partly < onItsWay,
             qPrintable(QStringLiteral("%1 %2 %3").arg(there).arg(partly).arg(onItsWay)));
}

/// Each lane reads another line: L2 has the data, and looks up 32 lines for each access.
void TestEstimate::scatteredReadsTakeTheirLookups() {
    Stream scattered(16 << 20);
    ProfileLine& load = scattered.profile.lines[1];
    load.lines = load.sectorsRead = load.accesses * 32;
    scattered.profile.reads = {};
    scattered.profile.reads.sectors[10] = load.sectorsRead;
    const TimeEstimate estimate = scattered.on(h200());
    QCOMPARE(estimate.boundBy.front().bound, Bound::l2);
    const double lookups = double(load.lines) * h200().l2LookupCycles / 132 / h200().clockGHz;
    QVERIFY2(estimate.ms > lookups / 1e6 && estimate.ms < 1.4 * lookups / 1e6,
             qPrintable(QString::number(estimate.ms)));
}

/// Its blocks have the same places one after the other, so that L2 holds what fits the resident
/// ones, whatever the kernel writes elsewhere.
void TestEstimate::localMemoryIsUsedAgain() {
    const MachineCode code{"local",
                           {made("STL", 1), made("LDL", 2), made("STG", 3), made("EXIT", 4)}};
    LaunchProfile profile;
    profile.grid = {1 << 16, 1, 1};
    profile.block = {256, 1, 1};
    profile.warps = 8 << 16;
    for (int line = 1; line <= 4; ++line)
        profile.lines.push_back(executed(line, profile.warps));
    for (std::size_t i = 0; i < 3; ++i) {
        ProfileLine& line = profile.lines[i];
        line.accesses = line.passes = line.lines = profile.warps;
        (i == 1 ? line.sectorsRead : line.sectorsWritten) = 4 * profile.warps;
        line.sampledSectors = i == 1 ? 1000 : 0;
    }
    profile.writes.never = profile.rewrites.never = profile.lines[2].sectorsWritten;
    const auto dram = [&](std::uint64_t localBytes) {
        Surroundings around{8, 1e9};
        around.localBytes = localBytes;
        return dramOf(estimateTime(profile, code, around, h200()));
    };
    const double written = double(profile.warps) * 128 / (4800e9 * h200().writeShare) * 1000;
    QVERIFY2(std::abs(dram(64) / written - 1) < 0.01, qPrintable(QString::number(dram(64))));
    QVERIFY(dram(1024) > 2.5 * written);
}

void TestEstimate::anEmptyKernelTakesTheLaunch() {
    LaunchProfile profile;
    profile.warps = 1;
    profile.lines = {executed(1, 1)};
    const TimeEstimate estimate = estimateTime(profile, {"k", {made("EXIT", 1)}}, {}, h200());
    QVERIFY(estimate.ms * 1000 > h200().floorUs && estimate.ms * 1000 < h200().floorUs + 1);
    QCOMPARE(estimate.boundBy.front().bound, Bound::launch);
}

void TestEstimate::oneAddressTakesItsUpdates() {
    LaunchProfile profile;
    profile.grid = {4096, 1, 1};
    profile.block = {256, 1, 1};
    profile.warps = 4096 * 8;
    profile.lines = {executed(1, profile.warps), executed(2, profile.warps)};
    ProfileLine& atomic = profile.lines[0];
    atomic.accesses = atomic.passes = atomic.lines = atomic.atomicSectors = profile.warps;
    atomic.sameAddress = profile.hottestAtomic = profile.warps * 32;
    profile.atomicBytes = 4;
    const TimeEstimate estimate =
        estimateTime(profile, {"k", {made("RED", 1), made("EXIT", 2)}}, {8, 1}, h200());
    const double expected = double(profile.hottestAtomic) * h200().sameAddressNs / 1e6;
    QVERIFY2(std::abs(estimate.ms / expected - 1) < 0.05, qPrintable(QString::number(estimate.ms)));
    QCOMPARE(estimate.boundBy.front().bound, Bound::atomics);
}

void TestEstimate::lessBandwidthNeverHelps() {
    const Stream stream;
    double before = 0;
    for (const double part : {4.0, 2.0, 1.0, 0.5, 0.1}) {
        GpuModel model = h200();
        model.dramGBs *= part;
        const double ms = stream.on(model).ms;
        QVERIFY(ms >= before);
        before = ms;
    }
}

void TestEstimate::moreWorkNeverTakesLess() {
    double before = 0;
    for (std::uint64_t bytes = 1 << 16; bytes <= (1ull << 32); bytes *= 2) {
        const double ms = Stream(bytes).on(h200()).ms;
        QVERIFY2(ms >= before, qPrintable(QString::number(bytes)));
        before = ms;
    }
}

void TestEstimate::theSameRunGivesTheSame() {
    QCOMPARE(Stream().on(h200()), Stream().on(h200()));
}

void TestEstimate::sharesAddUp() {
    const TimeEstimate estimate = Stream().on(h200());
    double bounds = 0, lines = 0;
    for (const BoundShare& share : estimate.boundBy)
        bounds += share.share;
    for (const LineShare& line : estimate.lines)
        lines += line.share;
    QVERIFY(std::abs(bounds - 1) < 0.05); // without parts below 1 %
    QVERIFY2(std::abs(lines - 1) < 0.02, qPrintable(QString::number(lines)));
    // The kernel waits for the load.
    const auto most =
        std::max_element(estimate.lines.begin(), estimate.lines.end(),
                         [](const LineShare& a, const LineShare& b) { return a.share < b.share; });
    QCOMPARE(most->line, 2);
}

void TestEstimate::aLaunchThatCannotBeTimedSaysWhy() {
    Stream stream;
    stream.profile.untimed = "it waits for the host";
    QVERIFY(!stream.on(h200()).timed());
    QCOMPARE(stream.on(h200()).untimed.whole(), std::string("it waits for the host"));
    stream.profile.untimed.clear();
    stream.code.instructions.clear();
    QVERIFY(!stream.on(h200()).timed());
}

void TestEstimate::modelsAreFoundByName() {
    QVERIFY(findModel("Warpbench Simulated H200"));
    QCOMPARE(findModel("NVIDIA GeForce RTX 4090")->name, std::string("RTX 4090"));
    QVERIFY(!findModel("NVIDIA GTX 480"));
    for (const GpuModel& model : gpuModels()) {
        QVERIFY(!model.about.empty());
        QVERIFY(Stream().on(model).timed());
    }
}

void TestEstimate::wastesAreFoundWithTheirGain_data() {
    QTest::addColumn<Waste>("waste");
    QTest::addColumn<int>("line");
    QTest::newRow("bank conflicts") << Waste::bankConflicts << 3;
    QTest::newRow("scattered accesses") << Waste::scatteredAccesses << 2;
    QTest::newRow("idle lanes") << Waste::idleLanes << 4;
    QTest::newRow("same address") << Waste::sameAddress << 5;
    QTest::newRow("low occupancy") << Waste::lowOccupancy << 0;
}

/// The gain from fixing one inefficiency equals the time saved by a launch without it.
void TestEstimate::wastesAreFoundWithTheirGain() {
    QFETCH(Waste, waste);
    QFETCH(int, line);
    const double fine = Wasteful().now().ms;
    Wasteful launch;
    switch (waste) {
    case Waste::bankConflicts:
        launch.at(3).passes *= 32;
        break;
    case Waste::scatteredAccesses:
        launch.at(2).lines *= 32;
        launch.at(2).sectorsRead *= 8;
        launch.profile.reads.never *= 8;
        break;
    case Waste::idleLanes: // one lane of each warp, in many times as many warps
        launch.profile.grid[0] *= 64;
        launch.profile.warps *= 64;
        launch.profile.blockWork *= 64;
        for (ProfileLine& one : launch.profile.lines) {
            one.executions *= 64;
            one.threads *= 2;
            one.accesses *= 64;
            one.passes *= 64;
        }
        launch.at(4).executions += 1;
        break;
    case Waste::sameAddress:
        launch.at(5).sameAddress *= 32;
        launch.profile.hottestAtomic = launch.at(5).sameAddress;
        break;
    case Waste::lowOccupancy:
        launch.around.blocksPerSm = 1;
        break;
    }
    const TimeEstimate now = launch.now();
    QVERIFY(now.ms > 1.05 * fine);
    const std::vector<Gain> gains = launch.gains();
    QVERIFY(!gains.empty());
    QCOMPARE(gains.front().waste, waste);
    QCOMPARE(gains.front().line, line);
    QVERIFY(gains.front().ms < now.ms);
    if (waste == Waste::bankConflicts || waste == Waste::lowOccupancy)
        QCOMPARE(gains.front().ms, fine); // the very same launch
}

void TestEstimate::whatIsFineGainsNothing() {
    QVERIFY(Wasteful().gains().empty());
    Wasteful untimed;
    untimed.profile.untimed = "it waits for the host";
    untimed.at(3).passes *= 32;
    QVERIFY(untimed.gains().empty());
}

/// Of launches with wastes of all kinds and sizes.
void TestEstimate::gainsAreInOrderAndWorthwhile() {
    unsigned state = 3;
    const auto random = [&state] { return (state = state * 1103515245U + 12345U) >> 16 & 31U; };
    for (int i = 0; i < 200; ++i) {
        Wasteful launch;
        launch.at(3).passes *= 1 + random();
        launch.at(2).lines *= 1 + random();
        launch.at(2).sectorsRead += launch.at(2).lines * (random() % 4);
        launch.at(2).sampledHits = random() * 31;
        launch.at(2).sectorsWritten = launch.profile.warps * random();
        launch.at(2).partialSectors = launch.at(2).sectorsWritten / (1 + random());
        launch.at(5).sameAddress *= 1 + random();
        for (ProfileLine& line : launch.profile.lines)
            line.threads = line.executions * (1 + random());
        launch.around.blocksPerSm = 1 + int(random() % 8);
        const TimeEstimate now = launch.now();
        double before = 0;
        for (const Gain& gain : launch.gains()) {
            QVERIFY(gain.ms > 0 && gain.ms >= before);
            QVERIFY(now.ms >= 1.05 * gain.ms);
            before = gain.ms;
        }
    }
}

WARPBENCH_TEST(TestEstimate)
} // namespace tst_estimate

#include "tst_estimate.moc"
