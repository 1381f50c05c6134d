// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a launch as a value.
#include "core/cuda/memory.h"
#include "core/executor/stepper.h"
#include "core/report/stop_texts.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace warpbench::session {

namespace {

const char* nameOf(wbsimPauseReason reason) {
    switch (reason) {
    case WBSIM_PAUSE_ENTRY:
        return "entry";
    case WBSIM_PAUSE_BREAKPOINT:
        return "breakpoint";
    case WBSIM_PAUSE_STEP:
        return "step";
    case WBSIM_PAUSE_REQUESTED:
        return "requested";
    case WBSIM_PAUSE_FAULT:
        return "fault";
    case WBSIM_PAUSE_KEEP: // never visible: it continues at once
    case WBSIM_PAUSE_ENDED:
    case WBSIM_PAUSE_NONE:
        break;
    }
    return "ended";
}

/// The lanes whose value has changed.
/// \param before  empty: unknown
std::uint32_t otherLanes(const StepValues& before, const StepValues& now) {
    std::uint32_t lanes = 0;
    for (std::size_t lane = 0; lane < kStepLanes; ++lane) {
        if (!now[lane].empty() && (before.empty() || before[lane] != now[lane]))
            lanes |= 1u << lane;
    }
    return lanes;
}

/// A line of a text, from 1, without surrounding white space.
std::string textLine(std::string_view text, int line) {
    for (; line > 1 && !text.empty(); --line)
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    text = text.substr(0, text.find('\n'));
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (line < 1 || first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

} // namespace

StepView Stepper::view(std::uint64_t block, std::uint32_t warp) const {
    return StepView(api(), device(), m_pause, block, warp, m_open.sharedTypes,
                    m_open.run.launches[m_open.launch].sharedBytes);
}

/// Selects another warp, if it exists.
void Stepper::choose(const StepCommand& command) {
    if (!m_running || (!command.block && !command.warp))
        return;
    const std::uint64_t block = command.block.value_or(m_block);
    const std::uint32_t warp = command.warp.value_or(block == m_block ? m_warp : 0);
    wbsimWarp state{};
    state.structSize = sizeof state;
    if (api().getWarp(device(), block, warp, &state) != 0)
        throw Error(ErrorKind::usage,
                    {"WB1884",
                     "block {block} has no warp {warp} now",
                     "choose a warp of a block that is running: while you step, blocks run one "
                     "after the other",
                     {{"block", block}, {"warp", warp}}});
    m_block = block;
    m_warp = warp;
}

StepState Stepper::look(const StepCommand& command) {
    StepState state;
    state.ended = !m_running;
    state.reason = nameOf(m_running ? m_pause.reason : WBSIM_PAUSE_ENDED);
    state.moves = m_marks.size();
    state.sourceFile = m_open.file;
    state.kernel = m_open.run.launches[m_open.launch].kernel;
    state.grid = m_open.run.launches[m_open.launch].grid;
    state.blockSize = m_open.run.launches[m_open.launch].block;
    state.text = m_faultText;
    state.fault = m_fault;
    state.writer = m_writer;
    if (state.ended) {
        for (const std::string& expression : command.prints)
            state.prints.push_back({expression, 0, {}, "the launch has ended"});
        return state;
    }
    if (m_pause.reason == WBSIM_PAUSE_FAULT) {
        state.fault = faultOfPause();
        state.text = state.fault ? state.fault->text : m_pause.text;
    }
    if (m_pause.reason == WBSIM_PAUSE_BREAKPOINT && m_pause.breakpoint < m_breakpoints.size())
        state.breakpoint = int(m_pause.breakpoint);
    state.instructions = m_pause.instructions;
    lookAtWarp(state);
    markChanges(state);
    if (command.registers)
        lookAtRegisters(state);
    if (!command.prints.empty())
        print(command.prints, state);
    return state;
}

void Stepper::print(const std::vector<std::string>& expressions, StepState& state) {
    std::uint32_t lanes = 0;
    for (const StepLanes& group : state.warps[state.warp].groups)
        lanes |= group.mask;
    const StepView here = view(m_block, m_warp);
    for (const std::string& expression : expressions)
        state.prints.push_back(printed(here, expression, lanes));
    const auto key = std::pair(m_block, m_warp);
    std::map<std::string, StepValues> now;
    for (StepPrint& one : state.prints) {
        const auto before = m_seenPrints[key].find(one.expression);
        if (before != m_seenPrints[key].end() && one.error.empty())
            one.changed = otherLanes(before->second, one.values);
        if (one.error.empty())
            now[one.expression] = one.values;
    }
    m_seenPrints[key] = std::move(now);
    std::erase_if(m_seenPrints, [&](const auto& row) {
        return std::find(state.blocks.begin(), state.blocks.end(), row.first.first) ==
               state.blocks.end();
    });
}

void Stepper::lookAtWarp(StepState& state) {
    const StepView here = view(m_block, m_warp);
    state.block = m_block;
    state.blockIndex = here.blockIndex();
    state.warp = m_warp;
    state.blocks = here.blocks();
    state.warps = here.warps();
    state.frames = here.frames();
    // PTX has absolute names; the source's own is the one that the user knows.
    const auto setOwnName = [this](std::string& file) {
        const std::size_t folder = file.size() - std::min(file.size(), m_open.file.size());
        const bool whole = folder == 0 || file[folder - 1] == '/' || file[folder - 1] == '\\';
        if (whole && file.ends_with(m_open.file))
            file = m_open.file;
    };
    for (StepFrame& frame : state.frames)
        setOwnName(frame.file);
    for (StepWarp& one : state.warps) {
        for (StepLanes& group : one.groups)
            setOwnName(group.file);
    }
    const StepWarp& warp = state.warps.at(m_warp);
    state.activeMask = warp.activeMask;
    if (!warp.groups.empty()) {
        state.file = warp.groups.front().file;
        state.line = warp.groups.front().line;
        state.ptxLine = warp.groups.front().ptxLine;
    }
    state.variables = here.variables();
    state.shared = here.shared();
}

void Stepper::lookAtRegisters(StepState& state) {
    state.ptx = textLine(m_open.run.ptx, state.ptxLine);
    state.registers = view(m_block, m_warp).registers(state.ptx);
    const auto key = std::pair(m_block, m_warp);
    const auto before = m_seenRegisters.find(key);
    std::map<std::string, StepValues> now;
    for (StepRegister& one : state.registers) {
        if (before != m_seenRegisters.end())
            one.changed = otherLanes(before->second[one.name], one.values);
        now[one.name] = one.values;
    }
    m_seenRegisters[key] = std::move(now);
    std::erase_if(m_seenRegisters, [&](const auto& row) {
        return std::find(state.blocks.begin(), state.blocks.end(), row.first.first) ==
               state.blocks.end();
    });
}

/// Compared with the last time that this warp, and the block's shared memory, were shown.
void Stepper::markChanges(StepState& state) {
    const auto key = std::pair(m_block, m_warp);
    const bool known = m_seen.contains(key);
    std::map<std::string, StepValues> now;
    for (StepVariable& variable : state.variables) {
        if (known) {
            variable.changed = otherLanes(m_seen[key][variable.path], variable.values);
        }
        now[variable.path] = variable.values;
    }
    m_seen[key] = std::move(now);
    // Of blocks that have ended nothing is kept.
    std::erase_if(m_seen, [&](const auto& row) {
        return std::find(state.blocks.begin(), state.blocks.end(), row.first.first) ==
               state.blocks.end();
    });
    std::erase_if(m_seenShared, [&](const auto& row) {
        return std::find(state.blocks.begin(), state.blocks.end(), row.first.first) ==
               state.blocks.end();
    });
    for (StepShared& shared : state.shared) {
        StepValues& before = m_seenShared[{m_block, shared.name}];
        for (std::size_t i = 0; i < std::min(before.size(), shared.values.size()); ++i) {
            if (before[i] != shared.values[i])
                shared.changed.push_back(std::uint32_t(i));
        }
        before = shared.values;
    }
}

void Stepper::read(const std::string& name, std::uint64_t firstByte, std::span<std::byte> to) {
    do {
        const auto [from, bytes] = m_run.memory.placeOf(name, firstByte, to.size());
        readDevice(from, to.first(std::size_t(bytes)));
        to = to.subspan(std::size_t(bytes));
        firstByte += bytes;
    } while (!to.empty());
}

void Stepper::readDevice(CUdeviceptr from, std::span<std::byte> to) {
    if (!m_running)
        return cuda::copyToHost(m_device.context(), to.data(), from, to.size());
    // The driver's copies wait for the launch to end.
    const wbsimPlace place = {sizeof place, 0, m_pause.block, m_pause.warp, 0};
    if (api().readMemory(device(), &place, 0, WBSIM_SPACE_GLOBAL, from, to.data(), to.size()) !=
        CUDA_SUCCESS)
        throw Error(ErrorKind::device, {"WB1862", "a buffer cannot be read at this pause",
                                        "step on and look at it again"});
}

StepPrint Stepper::printed(const StepView& here, const std::string& expression,
                           std::uint32_t lanes) const {
    StepPrint print;
    print.expression = expression;
    try {
        const StepExpression parsed(expression);
        const auto item = parsed.item(here, lanes);
        const auto values = parsed.evaluate(here, lanes);
        print.values = item ? here.texts(*item, lanes) : StepValues(kStepLanes);
        for (std::uint32_t lane = 0; !item && lane < kStepLanes; ++lane) {
            if (values[lane])
                print.values[lane] = project::toString(*values[lane]);
        }
    } catch (const Error& error) {
        print.error = error.said();
        print.values.clear();
    }
    return print;
}

} // namespace warpbench::session
