// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/objective.h"

#include "core/base/suggest.h"

#include <algorithm>

namespace warpbench::sweep {

const std::vector<Objective>& objectives() {
    static const std::vector<Objective> known{
        {"time", "ms", false, false, false},
        {"estimated_time", "ms", false, false, false, true},
        {"energy", "mJ", false, false, false, false, false, true},
        {"bytes_per_second", "bytes/s", true, true, false},
        {"flops_per_second", "flops/s", true, true, false},
        {"registers", "", false, false, false, false, true},
        {"spill_bytes", "bytes", false, false, false, false, true},
        {"shared_bytes", "bytes", false, false, false, false, true},
        {"occupancy", "", true, false, false, false, true},
#define WBSIM_COUNTER(member, key, text) {key, "", false, false, true},
#include "core/simgpu/include/wbsim_counters.inc"
#undef WBSIM_COUNTER
    };
    return known;
}

namespace {

const Objective& objectiveNamed(const std::string& name) {
    const auto& known = objectives();
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Objective& o) { return o.name == name; });
    if (found != known.end())
        return *found;
    std::vector<std::string> names;
    names.reserve(known.size());
    for (const Objective& objective : known)
        names.push_back(objective.name);
    throw Error(
        ErrorKind::project,
        ErrorText{"WB2057", "unknown objective \"{objective}\"", {}, {{"objective", name}}}.advised(
            project::suggestion(name, names)));
}

} // namespace

std::vector<std::string> Objective::parts() const {
    if (!formula)
        return {name};
    std::vector<std::string> names = formula->names();
    std::erase_if(names, [](const std::string& one) {
        return project::languageConstant(one).has_value(); // pi
    });
    return names;
}

double Objective::valueOf(const project::NumberTable& values) const {
    const auto lookup = [&](const std::string& part) {
        const auto found = values.find(part);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    };
    return project::toDouble(formula ? project::evaluate(*formula, lookup) : *lookup(name));
}

bool Objective::isTimed() const {
    const std::vector<std::string> all = parts();
    return std::any_of(all.begin(), all.end(), [&](const std::string& part) {
        const Objective& one = objectiveNamed(part);
        const bool estimated = isEstimate && part == "time";
        return !one.isCounter && !one.isResource && !one.isEstimate && !estimated;
    });
}

Objective findObjective(const std::string& text) {
    if (project::isName(text))
        return objectiveNamed(text);
    Objective objective;
    objective.name = text;
    objective.formula =
        std::make_shared<const project::Formula>(project::Formula::parse({text, {}}));
    const std::vector<std::string> parts = objective.parts();
    for (const std::string& name : parts) {
        const Objective& part = objectiveNamed(name);
        objective.isRate |= part.isRate;
        objective.isCounter |= part.isCounter;
        objective.isEstimate |= part.isEstimate;
        objective.isResource |= part.isResource;
        objective.isEnergy |= part.isEnergy;
    }
    if (parts.empty())
        throw Error(ErrorKind::project, {"WB2071",
                                         "\"{expression}\" is the same for every combination",
                                         "name figures of a run, such as time * registers",
                                         {{"expression", text}}});
    return objective;
}

Objective withEstimatedTime(Objective objective) {
    if (!objective.formula)
        return objective.name == "time" ? objectiveNamed("estimated_time") : objective;
    const std::vector<std::string> parts = objective.parts();
    objective.isEstimate |= std::find(parts.begin(), parts.end(), "time") != parts.end();
    return objective;
}

} // namespace warpbench::sweep
