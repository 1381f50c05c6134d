// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stepping/step_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpbench::session {

namespace {

using nlohmann::json;

json valuesOf(const StepValues& values) {
    json all = json::array();
    for (const std::string& value : values)
        all.push_back(value.empty() ? json(nullptr) : json(value));
    return all;
}

json lineOf(int line) {
    return line > 0 ? json(line) : json(nullptr);
}

json warpsOf(const StepState& state) {
    json all = json::array();
    for (const StepWarp& warp : state.warps) {
        json groups = json::array();
        for (const StepLanes& group : warp.groups) {
            json one = {{"state", group.state}, {"mask", group.mask}, {"file", group.file}};
            one["line"] = lineOf(group.line);
            one["ptx_line"] = lineOf(group.ptxLine);
            one["barrier"] = group.barrier < 0 ? json(nullptr) : json(group.barrier);
            one["waits_for_warps"] = group.missingWarps;
            one["waits_for_lanes"] = group.missingLanes;
            one["text"] = describe(group);
            groups.push_back(std::move(one));
        }
        all.push_back({{"warp", warp.warp},
                       {"active_mask", warp.activeMask},
                       {"exited_mask", warp.exitedMask},
                       {"absent_mask", warp.absentMask},
                       {"groups", std::move(groups)}});
    }
    return all;
}

json framesOf(const StepState& state) {
    json all = json::array();
    for (const StepFrame& frame : state.frames)
        all.push_back({{"function", frame.function},
                       {"file", frame.file},
                       {"line", lineOf(frame.line)},
                       {"inlined", frame.inlined}});
    return all;
}

json variablesOf(const StepState& state) {
    json all = json::array();
    for (const StepVariable& variable : state.variables)
        all.push_back({{"name", variable.path},
                       {"type", variable.type},
                       {"parameter", variable.parameter},
                       {"changed_mask", variable.changed},
                       {"values", valuesOf(variable.values)}});
    return all;
}

json registersOf(const StepState& state) {
    json all = json::array();
    for (const StepRegister& one : state.registers)
        all.push_back({{"name", one.name},
                       {"type", one.type},
                       {"named", one.named},
                       {"changed_mask", one.changed},
                       {"values", valuesOf(one.values)}});
    return all;
}

json sharedOf(const StepState& state) {
    json all = json::array();
    for (const StepShared& shared : state.shared)
        all.push_back({{"name", shared.name},
                       {"type", shared.type.empty() ? json(nullptr) : json(shared.type)},
                       {"address", shared.address},
                       {"bytes", shared.bytes},
                       {"element_bytes", shared.elementBytes},
                       {"values", valuesOf(shared.values)},
                       {"changed", shared.changed}});
    return all;
}

} // namespace

json toJson(const StepState& state, const StepDetails& details) {
    json document = {{"format", "warpbench-step"}, {"version", 1}};
    document["reason"] = state.reason;
    document["ended"] = state.ended;
    document["text"] = state.text;
    document["kernel"] = state.kernel;
    document["grid"] = state.grid;
    document["block_size"] = state.blockSize;
    document["moves"] = state.moves;
    document["output"] = state.output;
    document["ms"] = state.ms;
    document["notes"] = state.notes;
    document["breakpoint"] = state.breakpoint < 0 ? json(nullptr) : json(state.breakpoint + 1);
    if (state.writer)
        document["writer"] = *state.writer;
    if (!state.ended) {
        document["instructions"] = state.instructions;
        document["file"] = state.file;
        document["line"] = lineOf(state.line);
        document["ptx_line"] = lineOf(state.ptxLine);
        document["block"] = state.block;
        document["block_index"] = state.blockIndex;
        document["warp"] = state.warp;
        document["active_mask"] = state.activeMask;
        json changed = json::array();
        for (const StepVariable& variable : state.variables) {
            if (variable.changed)
                changed.push_back(variable.path);
        }
        document["changed"] = std::move(changed);
    }
    if (details.warps) {
        document["blocks"] = state.blocks;
        document["frames"] = framesOf(state);
        document["warps"] = warpsOf(state);
    }
    if (details.lanes)
        document["variables"] = variablesOf(state);
    if (details.registers) {
        document["ptx"] = state.ptx;
        document["registers"] = registersOf(state);
    }
    if (details.shared)
        document["shared"] = sharedOf(state);
    if (!state.prints.empty()) { // a command asks for one
        const StepPrint& print = state.prints.front();
        document["print"] = {
            {"expression", print.expression},
            {"values", valuesOf(print.values)},
            {"error", print.error.empty() ? json(nullptr) : json(print.error.whole())}};
    }
    return document;
}

std::string lanesText(std::uint32_t mask) {
    std::string text;
    for (std::uint32_t lane = 0; lane < kStepLanes; ++lane) {
        if (!(mask >> lane & 1))
            continue;
        const std::uint32_t first = lane;
        while (lane + 1 < kStepLanes && (mask >> (lane + 1) & 1))
            ++lane;
        text += text.empty() ? "" : ", ";
        text += first == lane ? fmt::format("{}", lane) : fmt::format("{}-{}", first, lane);
    }
    if (text.empty())
        return "no lane";
    return (text.find_first_of(",-") == std::string::npos ? "lane " : "lanes ") + text;
}

std::string describe(const StepLanes& lanes) {
    if (lanes.state == "barrier") {
        std::string at = lanes.barrier >= 16 ? std::string("waits at a matrix product")
                                             : fmt::format("waits at barrier {}", lanes.barrier);
        if (lanes.missingWarps.empty())
            return at;
        return fmt::format("{} for {} {}", at, lanes.missingWarps.size() == 1 ? "warp" : "warps",
                           fmt::join(lanes.missingWarps, ", "));
    }
    if (lanes.state == "warp_sync")
        return "waits for " + lanesText(lanes.missingLanes) + " of the warp";
    return lanes.state == "next" ? "runs next" : "can run";
}

} // namespace warpbench::session
