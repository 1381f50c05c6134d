// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/estimate_text.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace warpbench::cli {

std::string_view boundText(estimate::Bound bound) {
    switch (bound) {
    case estimate::Bound::issue:
        return "issuing instructions";
    case estimate::Bound::arithmetic:
        return "arithmetic units";
    case estimate::Bound::memory_unit:
        return "shared memory and L1";
    case estimate::Bound::constants:
        return "indexed constants";
    case estimate::Bound::l2:
        return "L2 cache";
    case estimate::Bound::dram:
        return "DRAM";
    case estimate::Bound::stores:
        return "stores";
    case estimate::Bound::barriers:
        return "barriers";
    case estimate::Bound::atomics:
        return "atomics";
    case estimate::Bound::latency:
        return "latency";
    case estimate::Bound::imbalance:
        return "uneven work";
    case estimate::Bound::blocks:
        return "starting blocks";
    case estimate::Bound::launch:
        return "the launch itself";
    }
    return "";
}

namespace {

std::string withoutText(const estimate::Gain& gain) {
    const std::string where = gain.line > 0 ? fmt::format(" in line {}", gain.line) : "";
    switch (gain.waste) {
    case estimate::Waste::bankConflicts:
        return "without bank conflicts" + (where.empty() ? "" : ", most" + where);
    case estimate::Waste::scatteredAccesses:
        return "if neighbouring threads accessed neighbouring elements" + where;
    case estimate::Waste::idleLanes:
        return "if all lanes of each warp took part" + (where.empty() ? "" : ", most" + where);
    case estimate::Waste::sameAddress:
        return "if each warp added up before the atomic" + where;
    case estimate::Waste::lowOccupancy:
        break;
    }
    return "if registers and shared memory allowed more blocks";
}

} // namespace

std::string boundsText(const estimate::TimeEstimate& estimate) {
    constexpr double kWorthTelling = 0.1;
    std::string text;
    for (const estimate::BoundShare& bound : estimate.boundBy)
        if (bound.share >= kWorthTelling)
            text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", boundText(bound.bound),
                                bound.share * 100);
    return text;
}

void printEstimates(Console& console, const session::RunReport& report) {
    Table table{{"kernel", "estimated", "between", "limited by"}, {}};
    std::string model;
    bool calibrated = true;
    for (const session::LaunchReport& launch : report.launches) {
        if (!launch.estimate)
            continue;
        const estimate::TimeEstimate& estimate = *launch.estimate;
        if (!estimate.timed()) {
            table.rows.push_back({titleOf(launch), "-", "-", estimate.untimed.whole()});
            continue;
        }
        model = estimate.model;
        calibrated = estimate.calibrated;
        table.rows.push_back(
            {titleOf(launch), timeText(estimate.ms),
             fmt::format("{} and {}", timeText(estimate.low), timeText(estimate.high)),
             boundsText(estimate)});
    }
    if (table.rows.empty())
        return;
    console.table(table);
    for (const session::LaunchReport& launch : report.launches) {
        if (!launch.estimate)
            continue;
        for (const estimate::Gain& gain : launch.estimate->gains)
            console.line(fmt::format("{}: {:.1f} times as fast {}", titleOf(launch),
                                     launch.estimate->ms / gain.ms, withoutText(gain)));
    }
    if (!model.empty())
        console.line(fmt::format("Estimated for {}, not measured{}.", model,
                                 calibrated ? "" : "; some of its speeds are guesses"));
    console.line();
}

} // namespace warpbench::cli
