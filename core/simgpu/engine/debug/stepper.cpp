// SPDX-License-Identifier: GPL-3.0-or-later
// Selects whose turn it is. For the steps and pauses in a turn, see stepper_turn.cpp.
#include "core/simgpu/engine/debug/stepper.h"

#include "core/simgpu/engine/debug/inspector.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/made_codes.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace warpbench::simgpu::engine {

Stepper::Stepper(Launch& launch, Worker& worker, DebugControl& control)
    : m_launch(launch)
    , m_worker(worker)
    , m_control(control)
    , m_places(launch.program.made->places(
          launch.program, launch.own ? *launch.own : launch.program.codes[launch.request.kernel]))
    , m_sites(launch.program, launch.code, *m_places) {}

namespace {

/// The module variables used by the kernel and the functions it calls. Those of other kernels and
/// of headers are of no interest when stepping through this one.
std::set<std::string> globalsOf(const Launch& launch) {
    const ptx::Module& module = launch.program.module;
    std::set<std::string> names;
    const auto add = [&](const auto& self, const ptx::Operand& operand) -> void {
        if (operand.symbol >= 0 && !operand.symbolIsLocal) {
            const ptx::Symbol& symbol = module.symbols[static_cast<std::size_t>(operand.symbol)];
            if (symbol.kind == ptx::Symbol::Kind::variable)
                names.insert(module.variables[static_cast<std::size_t>(symbol.index)].name);
        }
        for (const ptx::Operand& element : operand.elements)
            self(self, element);
    };
    for (std::size_t f = 0; f < module.functions.size(); ++f) {
        if (f < launch.code.functionAt.size() && launch.code.functionAt[f] >= 0) {
            for (const ptx::Instruction& instruction : module.functions[f].code) {
                for (const ptx::Operand& operand : instruction.operands)
                    add(add, operand);
            }
        }
    }
    return names;
}

} // namespace

const ptx::DebugInfo& Stepper::debugInfo() const {
    if (!m_debugInfo) {
        m_debugInfo = ptx::readDebugInfo(m_launch.program.module);
        const std::set<std::string> known = globalsOf(m_launch);
        std::erase_if(m_debugInfo->globals, [&](const ptx::DebugVariable& variable) {
            return !variable.locations.empty() && !known.contains(variable.locations[0].symbol);
        });
    }
    return *m_debugInfo;
}

const DebugIndex& Stepper::debugIndex() const {
    if (!m_debugIndex)
        m_debugIndex.emplace(m_launch.program.module, debugInfo());
    return *m_debugIndex;
}

std::vector<const Block*> Stepper::blocks() const {
    std::vector<const Block*> all;
    for (const Resident& resident : m_residents) {
        for (const Round& round : resident.rounds)
            all.push_back(round.block);
    }
    return all;
}

Stepper::Resident& Stepper::addResident(std::uint64_t cluster) {
    Resident& resident = m_residents.emplace_back();
    resident.index = cluster;
    resident.cluster = std::make_unique<Cluster>(m_launch, m_worker);
    for (const auto& block : resident.cluster->blocks)
        resident.rounds.emplace_back().block = block.get();
    return resident;
}

bool Stepper::beginCluster() {
    const auto index = m_launch.takeCluster();
    if (!index)
        return false;
    Resident& resident = addResident(*index);
    resident.cluster->begin(*index);
    for (Round& round : resident.rounds)
        round.notes.resize(round.block->warps.size());
    return true;
}

/// False if there is nothing to run.
bool Stepper::begin() {
    if (m_course.from && restore(*m_course.from))
        return goOnFromSaved();
    if (!beginCluster())
        return false;
    if (!m_control.pausesAtEntry())
        return true;
    Pause pause;
    pause.reason = PauseReason::entry;
    pause.block = m_residents.front().rounds.front().block->linear;
    return hold(std::move(pause));
}

void Stepper::run() {
    refreshBreakpoints();
    m_course = m_control.course();
    if (!begin())
        return;
    while (!m_stopped && !m_launch.mustStop()) {
        const std::optional<Turn> turn = nextTurn();
        if (!turn)
            return;
        runTurn(*turn);
    }
}

std::size_t Stepper::residentOf(std::uint64_t block) const {
    for (std::size_t i = 0; i < m_residents.size(); ++i) {
        for (const Round& round : m_residents[i].rounds) {
            if (round.block->linear == block)
                return i;
        }
    }
    return 0;
}

Stepper::Round* Stepper::roundOf(std::uint64_t block) {
    for (Resident& resident : m_residents) {
        for (Round& round : resident.rounds) {
            if (round.block->linear == block)
                return &round;
        }
    }
    return nullptr;
}

/// A warp is stepped, and can run.
bool Stepper::focusIsReady() {
    const Step& step = m_goal.step;
    if (step.kind == Step::Kind::run || step.kind == Step::Kind::blockEnd)
        return false;
    const Round* round = roundOf(step.block);
    return round && step.warp < round->block->warps.size() && round->block->ready[step.warp];
}

/// The stepped warp, if it can run.
std::optional<Stepper::Turn> Stepper::focusTurn() {
    m_sharing = std::exchange(m_goal.mustShare, false);
    if (m_sharing || !focusIsReady())
        return std::nullopt;
    return Turn{roundOf(m_goal.step.block), m_goal.step.warp};
}

/// All warps had their turn. False if the block is stuck.
bool Stepper::endRound(Round& round, bool& spinning) {
    Block& block = *round.block;
    if (!round.ran && block.wakeNs != kNobodySleeps) {
        spinning = true;
        round.next = 0;
        return true;
    }
    if (!round.ran) {
        block.reportDeadlock();
        std::uint32_t warp = 0;
        while (warp + 1 < block.warps.size() && block.warps[warp]->pending == 0)
            ++warp;
        holdAtFault(block, warp);
        return false;
    }
    spinning = block.seemsToWait(round.moved, round.spins);
    round.next = 0;
    round.ran = round.moved = false;
    round.spins = 0;
    return true;
}

/// The next warp of a resident, in the order of blocks and warps; nothing where all of it spins.
std::optional<Stepper::Turn> Stepper::turnOf(Resident& resident) {
    for (Round& round : resident.rounds) {
        Block& block = *round.block;
        // The second pass starts a new round, which finds a warp or is the block's last.
        for (int pass = 0; pass < 2 && block.alive > 0; ++pass) {
            if (block.wakeNs != kNobodySleeps)
                block.wakeSleepers();
            for (; round.next < block.warps.size(); ++round.next) {
                if (block.ready[round.next]) {
                    round.ran = true;
                    return Turn{&round, round.next++};
                }
            }
            bool spinning = false;
            if (!endRound(round, spinning)) {
                m_stopped = true;
                return std::nullopt;
            }
            if (spinning)
                break;
        }
    }
    return std::nullopt;
}

/// Removes a resident whose blocks have ended. False if the launch must end.
bool Stepper::putAway(std::size_t index) {
    Resident& resident = m_residents[index];
    for (const Round& round : resident.rounds) {
        if (m_goal.step.kind != Step::Kind::blockEnd || m_goal.step.block != round.block->linear)
            continue;
        Pause pause;
        pause.reason = PauseReason::step;
        pause.block = round.block->linear;
        if (!hold(std::move(pause)))
            return false;
        break;
    }
    m_residents.erase(m_residents.begin() + static_cast<std::ptrdiff_t>(index));
    m_wantMore = false;
    return true;
}

/// If all runnable lanes of all blocks sleep: lets the time pass until the first one wakes.
void Stepper::restWhereAllSleep() {
    std::uint64_t first = kNobodySleeps;
    for (const Resident& resident : m_residents) {
        const std::uint64_t time = resident.cluster->wakeTime();
        if (time == kNobodySleeps)
            return;
        first = std::min(first, time);
    }
    m_worker.restUntil(first);
}

std::optional<Stepper::Turn> Stepper::nextTurn() {
    if (auto turn = focusTurn())
        return turn;
    const bool unlimited = m_launch.request.cooperative;
    for (;;) {
        for (std::size_t i = 0; i < m_residents.size();) {
            const auto& blocks = m_residents[i].cluster->blocks;
            const bool over = std::all_of(blocks.begin(), blocks.end(),
                                          [](const auto& block) { return block->alive == 0; });
            if (over && !putAway(i))
                return std::nullopt;
            i += over ? 0 : 1;
        }
        const bool room = unlimited || m_residents.size() * m_launch.clusterSize < kBlocksInFlight;
        if (m_residents.empty() || (m_wantMore && room)) {
            const bool begun = beginCluster();
            if (!begun && m_residents.empty())
                return std::nullopt;
            m_current = begun ? m_residents.size() - 1 : m_current;
            m_wantMore = false;
        }
        if (m_current >= m_residents.size())
            m_current = 0;
        if (auto turn = turnOf(m_residents[m_current]))
            return turn;
        if (m_stopped || m_launch.mustStop())
            return std::nullopt;
        restWhereAllSleep();
        ++m_current;
        m_wantMore = true;
    }
}

} // namespace warpbench::simgpu::engine
