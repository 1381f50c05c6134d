// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/pass_estimate.h"

#include <algorithm>
#include <map>

namespace warpbench::session {

namespace {

constexpr double kWorthTelling = 0.01; // as TimeEstimate::boundBy

/// The fraction of the total time that each bound has, the largest first.
std::vector<estimate::BoundShare> sharesOf(const std::map<estimate::Bound, double>& ms,
                                           double whole) {
    std::vector<estimate::BoundShare> shares;
    for (const auto& [bound, part] : ms)
        if (whole > 0 && part / whole >= kWorthTelling)
            shares.push_back({bound, part / whole});
    std::stable_sort(shares.begin(), shares.end(),
                     [](const auto& a, const auto& b) { return a.share > b.share; });
    return shares;
}

} // namespace

estimate::TimeEstimate passEstimate(const RunReport& report) {
    estimate::TimeEstimate pass;
    if (report.status != RunStatus::ok && report.status != RunStatus::expect_failed) {
        pass.untimed = messageOf(report);
        if (pass.untimed.empty())
            pass.untimed = std::string(nameOf(report.status));
        return pass;
    }
    pass.calibrated = true;
    std::map<estimate::Bound, double> bounds;
    for (const LaunchReport& launch : report.launches) {
        if (!launch.estimate || !launch.estimate->timed()) {
            pass = {};
            pass.untimed = phrase(
                "{kernel}: {problem}",
                {{"kernel", launch.kernel},
                 {"problem", launch.estimate ? launch.estimate->untimed
                                             : ErrorText("WB1908", "no time was estimated")}});
            return pass;
        }
        const estimate::TimeEstimate& one = *launch.estimate;
        pass.ms += one.ms;
        pass.low += one.low;
        pass.high += one.high;
        pass.model = one.model;
        pass.calibrated = pass.calibrated && one.calibrated;
        for (const estimate::BoundShare& share : one.boundBy)
            bounds[share.bound] += share.share * one.ms;
    }
    if (report.launches.empty())
        pass.untimed = {"WB1909", "nothing was launched", "add a launch to the project"};
    pass.boundBy = sharesOf(bounds, pass.ms);
    return pass;
}

bool isListedBefore(const estimate::TimeEstimate& one, const estimate::TimeEstimate& other) {
    return one.timed() != other.timed() ? one.timed() : one.ms < other.ms;
}

} // namespace warpbench::session
