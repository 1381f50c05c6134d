// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/estimate_words.h"

#include "ui/words/describe.h"
#include "ui/words/tr.h"

#include <QStringList>

namespace warpbench::ui {

namespace {

constexpr double kWorthSaying = 0.1;

QString withoutWaste(const estimate::Gain& gain) {
    const bool placed = gain.line > 0;
    switch (gain.waste) {
    case estimate::Waste::bankConflicts:
        return placed ? tr("Without bank conflicts, most in line %1").arg(gain.line)
                      : tr("Without bank conflicts");
    case estimate::Waste::scatteredAccesses:
        return placed ? tr("If neighbouring threads accessed neighbouring elements in line %1")
                            .arg(gain.line)
                      : tr("If neighbouring threads accessed neighbouring elements");
    case estimate::Waste::idleLanes:
        return placed ? tr("If all lanes of each warp took part, most in line %1").arg(gain.line)
                      : tr("If all lanes of each warp took part");
    case estimate::Waste::sameAddress:
        return placed ? tr("If each warp added up before the atomic in line %1").arg(gain.line)
                      : tr("If each warp added up before its atomics");
    case estimate::Waste::lowOccupancy:
        break;
    }
    return tr("If registers and shared memory let more blocks in");
}

} // namespace

QString boundName(estimate::Bound bound) {
    switch (bound) {
    case estimate::Bound::issue:
        return tr("issuing instructions");
    case estimate::Bound::arithmetic:
        return tr("arithmetic units");
    case estimate::Bound::memory_unit:
        return tr("shared memory and L1");
    case estimate::Bound::constants:
        return tr("indexed constants");
    case estimate::Bound::l2:
        return tr("L2 cache");
    case estimate::Bound::dram:
        return tr("DRAM");
    case estimate::Bound::stores:
        return tr("stores");
    case estimate::Bound::barriers:
        return tr("barriers");
    case estimate::Bound::atomics:
        return tr("atomics");
    case estimate::Bound::latency:
        return tr("latency");
    case estimate::Bound::imbalance:
        return tr("uneven work");
    case estimate::Bound::blocks:
        return tr("starting blocks");
    case estimate::Bound::launch:
        return tr("the launch itself");
    }
    return {};
}

QString boundAdvice(estimate::Bound bound) {
    switch (bound) {
    case estimate::Bound::issue:
        return tr(
            "The schedulers issue as many instructions as they can. Do the same with fewer: wider "
            "loads, unrolled loops, less index arithmetic.");
    case estimate::Bound::arithmetic:
        return tr("The arithmetic units are busy. Use cheaper operations: float "
                  "instead of double, intrinsics, no division in loops.");
    case estimate::Bound::memory_unit:
        return tr("Shared memory and L1 are busy. Remove bank conflicts, or keep "
                  "values in registers.");
    case estimate::Bound::constants:
        return tr("Lanes read different constants, which are served one by one. Use "
                  "shared memory for the table.");
    case estimate::Bound::l2:
        return tr("The L2 cache delivers as much as it can. Read whole lines, and "
                  "reuse values in shared memory.");
    case estimate::Bound::dram:
        return tr("The memory's bandwidth limits it. Move fewer bytes: whole lines, "
                  "smaller types, each value once.");
    case estimate::Bound::stores:
        return tr("Stores touch too many lines at once. Let neighbouring threads "
                  "write neighbouring elements.");
    case estimate::Bound::barriers:
        return tr("Warps spend their time at barriers. Use fewer of them, or let a "
                  "warp work alone with shuffles.");
    case estimate::Bound::atomics:
        return tr("Atomics on few addresses wait for each other. Add up within the "
                  "block first.");
    case estimate::Bound::latency:
        return tr("Warps wait, and there are too few of them to fill the time. Use "
                  "more or larger blocks, or more independent work in each thread.");
    case estimate::Bound::imbalance:
        return tr("Some warps work longer than the others. Divide the work more "
                  "evenly.");
    case estimate::Bound::blocks:
        return tr("Starting blocks takes the time. Use fewer blocks, and let each "
                  "thread do more.");
    case estimate::Bound::launch:
        return tr("The kernel ends before the launch itself is paid for. Do more in "
                  "one launch.");
    }
    return {};
}

QString describeGain(const estimate::Gain& gain, const estimate::TimeEstimate& now) {
    return tr("%1: about %2 times as fast")
        .arg(withoutWaste(gain))
        .arg(now.ms / gain.ms, 0, 'f', now.ms < 10 * gain.ms ? 1 : 0);
}

QString describeRange(const estimate::TimeEstimate& estimate) {
    return tr("%1 to %2")
        .arg(describeMilliseconds(estimate.low), describeMilliseconds(estimate.high));
}

QString describeBounds(const estimate::TimeEstimate& estimate) {
    QStringList parts;
    for (const estimate::BoundShare& bound : estimate.boundBy) {
        if (bound.share >= kWorthSaying) {
            parts << tr("%1 %2 %").arg(boundName(bound.bound)).arg(qRound(bound.share * 100));
        }
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace warpbench::ui
