// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/figures.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warpbench::sweep {

namespace {

template <class Member>
std::optional<double> resource(const Trial& trial, Member TrialResources::*member) {
    return trial.resources ? std::optional(double((*trial.resources).*member)) : std::nullopt;
}

template <class Member>
std::optional<double> resource(const Trial& trial, std::optional<Member> TrialResources::*member) {
    return trial.resources && (*trial.resources).*member
               ? std::optional(double(*((*trial.resources).*member)))
               : std::nullopt;
}

constexpr Figure kFigures[] = {
    {"time_ms", "ms", false,
     [](const Trial& t) { return t.time ? std::optional(t.time->median) : std::nullopt; }},
    {"estimated_ms", "ms", false,
     [](const Trial& t) { return t.estimate ? std::optional(t.estimate->ms) : std::nullopt; }},
    {"energy_mj", "mJ", false, [](const Trial& t) { return t.energyMj; }},
    {"registers", "", false,
     [](const Trial& t) { return resource(t, &TrialResources::registers); }},
    {"spill_bytes", "bytes", false,
     [](const Trial& t) { return resource(t, &TrialResources::spillBytes); }},
    {"shared_bytes", "bytes", false,
     [](const Trial& t) { return resource(t, &TrialResources::sharedBytes); }},
    {"occupancy", "", true, [](const Trial& t) { return resource(t, &TrialResources::occupancy); }},
    {"compile_ms", "ms", false, [](const Trial& t) { return std::optional(t.compileMs); }},
    {"transfer_ms", "ms", false, [](const Trial& t) { return std::optional(t.transferMs); }},
    {"run_ms", "ms", false, [](const Trial& t) { return std::optional(t.runMs); }},
};

/// The value of a trial that counts.
std::optional<double> resultOf(const Trial& trial) {
    return trial.status == "ok" ? trial.objective : std::nullopt;
}

} // namespace

std::span<const Figure> figures() {
    return kFigures;
}

const Figure* figureOf(const Objective& objective) {
    const std::string key = objective.name == "time"             ? "time_ms"
                            : objective.name == "estimated_time" ? "estimated_ms"
                            : objective.name == "energy"         ? "energy_mj"
                                                                 : objective.name;
    for (const Figure& figure : kFigures)
        if (key == figure.key)
            return &figure;
    return nullptr;
}

std::vector<double> importanceOf(const std::vector<Trial>& trials,
                                 const std::vector<std::string>& names) {
    std::vector<const Trial*> counted;
    bool allAboveZero = true;
    for (const Trial& trial : trials) {
        if (const auto result = resultOf(trial); result && std::isfinite(*result)) {
            counted.push_back(&trial);
            allAboveZero = allAboveZero && *result > 0;
        }
    }
    const auto scaled = [&](const Trial& trial) {
        return allAboveZero ? std::log(*trial.objective) : *trial.objective;
    };
    double sum = 0;
    for (const Trial* trial : counted)
        sum += scaled(*trial);
    const double mean = counted.empty() ? 0 : sum / double(counted.size());
    double spread = 0;
    for (const Trial* trial : counted)
        spread += (scaled(*trial) - mean) * (scaled(*trial) - mean);
    std::vector<double> shares;
    shares.reserve(names.size());
    for (const std::string& name : names) {
        struct Group {
            double sum = 0;
            double count = 0;
        };
        std::map<std::string, Group> groups;
        for (const Trial* trial : counted) {
            const auto value = trial->set.find(name);
            Group& group = groups[value == trial->set.end() ? std::string() : value->second];
            group.sum += scaled(*trial);
            group.count += 1;
        }
        double between = 0;
        for (const auto& [value, group] : groups) {
            const double distance = group.sum / group.count - mean;
            between += group.count * distance * distance;
        }
        shares.push_back(spread > 0 ? std::min(1.0, between / spread) : 0);
    }
    return shares;
}

std::vector<std::size_t> paretoFront(const std::vector<Trial>& trials, const Figure& first,
                                     const Figure& second) {
    struct Candidate {
        std::size_t index;
        double first, second; ///< lower is better
    };
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const auto a = first.of(trials[i]);
        const auto b = second.of(trials[i]);
        if (trials[i].status == "ok" && a && b)
            candidates.push_back(
                {i, first.largerIsBetter ? -*a : *a, second.largerIsBetter ? -*b : *b});
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) {
                         return a.first != b.first ? a.first < b.first : a.second < b.second;
                     });
    std::vector<std::size_t> front;
    const Candidate* last = nullptr;
    for (const Candidate& candidate : candidates) {
        const bool isBetter = !last || candidate.second < last->second;
        const bool isEqual =
            last && candidate.first == last->first && candidate.second == last->second;
        if (!isBetter && !isEqual)
            continue;
        last = &candidate;
        front.push_back(candidate.index);
    }
    return front;
}

} // namespace warpbench::sweep
