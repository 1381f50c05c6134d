// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/findings/debugger.h"

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/findings/device_findings.h"
#include "core/simgpu/driver/sized.h"
#include "core/simgpu/engine/debug/variables.h"

#include <algorithm>
#include <bit>
#include <exception>
#include <span>
#include <vector>

namespace warpbench::simgpu::driver {

namespace {

void store(const engine::Dim3& from, std::uint32_t (&to)[3]) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        to[axis] = from[axis];
}

engine::Warp& warpAt(const engine::Inspector& inspector, std::uint64_t block, std::uint32_t warp) {
    engine::Warp* found = inspector.warp(block, warp);
    require(found != nullptr);
    return *found;
}

} // namespace

const char* Debugger::keep(const std::string& text) {
    const std::lock_guard lock(m_textMutex);
    return m_texts.insert(text).first->c_str();
}

void Debugger::configure(const wbsimStepping& stepping) {
    const wbsimStepping asked = read(stepping);
    require(asked.order < WBSIM_ORDER_COUNT);
    m_control.beginAnew();
    m_control.setPauseAtEntry(asked.pauseAtEntry != 0);
    m_control.setCourse({asked.keepEvery, asked.from ? asked.from->launch : nullptr});
    m_control.setOrder(static_cast<engine::TurnOrder>(asked.order));
    m_on = asked.on != 0;
}

void Debugger::setBreakpoints(const wbsimBreakpoint* breakpoints, std::uint32_t count) {
    require(count == 0 || breakpoints != nullptr);
    std::vector<engine::Breakpoint> all;
    const auto* raw = reinterpret_cast<const std::byte*>(breakpoints);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto* given = reinterpret_cast<const wbsimBreakpoint*>(raw);
        require(given->structSize >= sizeof(wbsimBreakpoint));
        all.push_back({given->file ? given->file : "", given->line, given->block, given->warp,
                       given->lanes, given->skip});
        raw += given->structSize;
    }
    m_control.setBreakpoints(std::move(all));
}

void Debugger::inspect(const std::function<void(const engine::Inspector&)>& body) {
    // The body runs under the control's lock; its exceptions are rethrown outside of the lock.
    std::exception_ptr thrown;
    const bool paused = m_control.inspect([&](const engine::Inspector& inspector) {
        try {
            body(inspector);
        } catch (...) {
            thrown = std::current_exception();
        }
    });
    require(paused, CUDA_ERROR_NOT_READY);
    if (thrown)
        std::rethrow_exception(thrown);
}

void Debugger::describe(const engine::Inspector& inspector, wbsimPause& out) {
    const engine::Pause pause = inspector.pause();
    out.kernel = keep(inspector.kernel());
    out.block = pause.block;
    out.warp = pause.warp;
    out.breakpoint = pause.breakpoint;
    if (pause.fault) {
        m_fault = pause.fault;
        m_faultValue = valueOf(*m_fault);
        m_faultValue.structSize = sizeof m_faultValue;
        out.fault = &m_faultValue;
        out.text = keep(m_fault->text);
    }
    out.instructions = pause.instructions;
    store(inspector.request().grid, out.grid);
    store(inspector.request().block, out.blockSize);
    for (const engine::BlockState& block : inspector.blocks()) {
        if (block.block == pause.block)
            store(block.index, out.blockIndex);
    }
    const engine::Warp& warp = warpAt(inspector, pause.block, pause.warp);
    const engine::WarpState state = inspector.state(warp);
    out.activeMask = state.active;
    if (state.groups.empty())
        return;
    const engine::FrameState frame = inspector.frames(state.groups.front()).front();
    out.file = keep(frame.file);
    out.line = frame.line;
    out.ptxLine = frame.ptxLine;
}

void Debugger::wait(double seconds, wbsimPause& out) {
    wbsimPause value{};
    value.kernel = value.file = value.text = "";
    value.breakpoint = WBSIM_NO_BREAKPOINT;
    constexpr double kLongest = 86400;
    const engine::Pause pause =
        m_control.wait(std::chrono::duration<double>(std::min(std::max(seconds, 0.0), kLongest)));
    value.reason = static_cast<wbsimPauseReason>(pause.reason);
    if (pause.reason != engine::PauseReason::none && pause.reason != engine::PauseReason::ended)
        inspect([&](const engine::Inspector& inspector) { describe(inspector, value); });
    require(fill(out, value));
    require(pause.reason != engine::PauseReason::none, CUDA_ERROR_NOT_READY);
}

void Debugger::resume(const wbsimStep& step) {
    const wbsimStep asked = read(step);
    require(asked.kind < WBSIM_STEP_COUNT);
    engine::Step taken;
    taken.kind = static_cast<engine::Step::Kind>(asked.kind);
    taken.block = asked.block;
    taken.warp = asked.warp;
    taken.until = asked.untilInstructions;
    taken.lane = asked.lane;
    require(taken.lane < engine::kLanes);
    if (taken.kind == engine::Step::Kind::blockEnd) {
        inspect([&](const engine::Inspector& inspector) {
            require(inspector.warp(taken.block, 0) != nullptr);
        });
    } else if (taken.kind != engine::Step::Kind::run) {
        inspect([&](const engine::Inspector& inspector) {
            const engine::WarpState state =
                inspector.state(warpAt(inspector, taken.block, taken.warp));
            const std::uint32_t gone = state.exited | state.absent;
            require(taken.kind != engine::Step::Kind::laneLine || (gone >> taken.lane & 1) == 0);
        });
    }
    {
        const std::lock_guard lock(m_textMutex);
        m_texts.clear();
    }
    require(m_control.resume(taken), CUDA_ERROR_NOT_READY);
}

std::unique_ptr<wbsimSavedLaunch> Debugger::save() {
    auto saved = std::make_unique<wbsimSavedLaunch>();
    inspect([&](const engine::Inspector& inspector) { saved->launch = inspector.save(); });
    require(saved->launch != nullptr, CUDA_ERROR_NOT_SUPPORTED);
    return saved;
}

std::uint32_t Debugger::blockCount() {
    std::uint32_t count = 0;
    inspect([&](const engine::Inspector& inspector) {
        count = static_cast<std::uint32_t>(inspector.blocks().size());
    });
    return count;
}

void Debugger::getBlock(std::uint32_t index, wbsimBlock& out) {
    inspect([&](const engine::Inspector& inspector) {
        const std::vector<engine::BlockState> blocks = inspector.blocks();
        require(index < blocks.size());
        wbsimBlock value{};
        value.block = blocks[index].block;
        store(blocks[index].index, value.blockIndex);
        value.warps = blocks[index].warps;
        value.warpsLeft = blocks[index].warpsLeft;
        require(fill(out, value));
    });
}

void Debugger::getWarp(std::uint64_t block, std::uint32_t warp, wbsimWarp& out) {
    inspect([&](const engine::Inspector& inspector) {
        const engine::WarpState state = inspector.state(warpAt(inspector, block, warp));
        wbsimWarp value{};
        value.activeMask = state.active;
        value.exitedMask = state.exited;
        value.absentMask = state.absent;
        value.groups = static_cast<std::uint32_t>(state.groups.size());
        require(fill(out, value));
    });
}

void Debugger::getLanes(std::uint64_t block, std::uint32_t warp, std::uint32_t group,
                        wbsimLanes& out) {
    inspect([&](const engine::Inspector& inspector) {
        const auto groups = inspector.groups(warpAt(inspector, block, warp));
        require(group < groups.size());
        const auto frames = inspector.frames(groups[group]);
        wbsimLanes value{};
        value.state = static_cast<wbsimLanesState>(groups[group].state);
        value.mask = groups[group].mask;
        value.barrier = groups[group].barrier;
        value.waitsFor = groups[group].waitsFor;
        value.file = keep(frames.front().file);
        value.line = frames.front().line;
        value.ptxLine = frames.front().ptxLine;
        value.frames = static_cast<std::uint32_t>(frames.size());
        require(fill(out, value));
    });
}

void Debugger::at(const wbsimPlace& given, const std::function<void(const Found&)>& body) {
    const wbsimPlace place = read(given);
    inspect([&](const engine::Inspector& inspector) {
        engine::Warp& warp = warpAt(inspector, place.block, place.warp);
        const auto groups = inspector.groups(warp);
        require(place.group < groups.size());
        const auto frames = inspector.frames(groups[place.group]);
        require(place.frame < frames.size());
        body({inspector, warp, frames[place.frame]});
    });
}

void Debugger::getFrame(const wbsimPlace& place, wbsimFrame& out) {
    at(place, [&](const Found& found) {
        wbsimFrame value{};
        value.function = keep(found.frame.function);
        value.file = keep(found.frame.file);
        value.line = found.frame.line;
        value.column = found.frame.column;
        value.ptxLine = found.frame.ptxLine;
        value.inlined = found.frame.inlined ? 1 : 0;
        require(fill(out, value));
    });
}

std::uint32_t Debugger::registerCount(const wbsimPlace& place) {
    std::uint32_t count = 0;
    at(place, [&](const Found& found) {
        count = static_cast<std::uint32_t>(found.inspector.registers(found.frame).size());
    });
    return count;
}

void Debugger::getRegister(const wbsimPlace& place, std::uint32_t index, wbsimRegister& out) {
    at(place, [&](const Found& found) {
        const auto registers = found.inspector.registers(found.frame);
        require(index < registers.size());
        describe(found.inspector.registerState(found.warp, found.frame, registers[index]), out);
    });
}

void Debugger::getRegisters(const wbsimPlace& place, std::uint32_t first, wbsimRegister* out,
                            std::uint32_t count) {
    if (count == 0)
        return;
    const std::uint32_t size = out->structSize;
    require(size >= sizeof(std::uint32_t));
    at(place, [&](const Found& found) {
        const auto registers = found.inspector.registers(found.frame);
        require(first <= registers.size() && count <= registers.size() - first);
        auto* raw = reinterpret_cast<std::byte*>(out);
        for (std::uint32_t i = 0; i < count; ++i, raw += size) {
            auto* one = reinterpret_cast<wbsimRegister*>(raw);
            one->structSize = size;
            describe(found.inspector.registerState(found.warp, found.frame, registers[first + i]),
                     *one);
        }
    });
}

void Debugger::describe(const engine::RegisterState& state, wbsimRegister& out) {
    wbsimRegister value{};
    value.name = keep(state.name);
    value.type = keep(std::string(engine::nameOf(state.type)));
    value.bits = engine::bitsOf(state.type);
    value.mask = state.values.known;
    std::copy(state.values.bits.begin(), state.values.bits.end(), value.values);
    require(fill(out, value));
}

std::uint32_t Debugger::variableCount(const wbsimPlace& place) {
    std::uint32_t count = 0;
    at(place, [&](const Found& found) {
        const engine::Variables variables(found.inspector, found.warp, found.frame);
        count = static_cast<std::uint32_t>(variables.count());
    });
    return count;
}

void Debugger::getVariable(const wbsimPlace& place, const char* path, std::uint32_t index,
                           wbsimVariable& out) {
    at(place, [&](const Found& found) {
        const engine::Variables variables(found.inspector, found.warp, found.frame);
        engine::Variables::Variable variable;
        const std::string asked = path ? path : "";
        require(index == WBSIM_ITSELF ? variables.find(asked, variable)
                                      : variables.find(asked, index, variable));
        wbsimVariable value{};
        value.name = keep(variable.name);
        value.path = keep(variable.path);
        value.type = keep(variable.type);
        value.bytes = static_cast<std::uint32_t>(variable.bytes);
        value.encoding = static_cast<wbsimEncoding>(variable.encoding);
        value.parameter = variable.parameter ? 1 : 0;
        value.children = static_cast<std::uint32_t>(variable.children);
        value.space = static_cast<wbsimSpace>(variable.space);
        if (variable.addressed)
            value.address = variable.addresses[std::size_t(std::countr_zero(variable.addressed))];
        std::copy(variable.addresses.begin(), variable.addresses.end(), value.addresses);
        value.mask = variable.values.known;
        std::copy(variable.values.bits.begin(), variable.values.bits.end(), value.values);
        require(fill(out, value));
    });
}

void Debugger::readMemory(const wbsimPlace& place, std::uint32_t lane, wbsimSpace space,
                          std::uint64_t address, void* out, std::uint64_t bytes) {
    require(lane < engine::kLanes && space <= WBSIM_SPACE_PARAM && (out || bytes == 0));
    const wbsimPlace asked = read(place);
    // Only depends on the warp: one whose lanes have all exited has zero frames.
    inspect([&](const engine::Inspector& inspector) {
        const std::span<std::byte> to(static_cast<std::byte*>(out), bytes);
        require(inspector.read(warpAt(inspector, asked.block, asked.warp), lane,
                               static_cast<engine::ReadSpace>(space), address, to),
                CUDA_ERROR_ILLEGAL_ADDRESS);
    });
}

void Debugger::getWritten(const wbsimPlace& place, std::uint32_t lane, wbsimSpace space,
                          std::uint64_t address, std::uint8_t* out, std::uint64_t bytes) {
    require(lane < engine::kLanes && space <= WBSIM_SPACE_PARAM);
    const wbsimPlace asked = read(place);
    inspect([&](const engine::Inspector& inspector) {
        const engine::Warp& warp = warpAt(inspector, asked.block, asked.warp);
        for (std::uint64_t i = 0; i < bytes; ++i) {
            if (inspector.isAnyWritten(warp, lane, static_cast<engine::ReadSpace>(space),
                                       address + i, 1))
                out[i / 8] = std::uint8_t(out[i / 8] | 1u << i % 8);
        }
    });
}

} // namespace warpbench::simgpu::driver
