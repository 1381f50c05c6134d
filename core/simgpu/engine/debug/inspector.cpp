// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/inspector.h"

#include "core/simgpu/engine/debug/source_names.h"
#include "core/simgpu/engine/debug/stepper.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/pointer.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace warpbench::simgpu::engine {

namespace {

/// Whether `size` bytes at an offset end before `limit`.
bool fits(std::uint64_t offset, std::uint64_t size, std::uint64_t limit) {
    return offset <= limit && limit - offset >= size;
}

/// Of a generic address the space that it points into, and the address there.
void resolveGeneric(ReadSpace& space, std::uint64_t& address) {
    if (space != ReadSpace::generic)
        return;
    const std::uint64_t window = address & kWindowMask;
    space = window == kSharedWindow  ? ReadSpace::shared
            : window == kLocalWindow ? ReadSpace::local
            : window == kParamWindow ? ReadSpace::param
                                     : ReadSpace::global;
    if (space != ReadSpace::global)
        address -= window;
}

} // namespace

std::string_view nameOf(ptx::Type type) {
    return ptx::nameOf(type);
}

std::uint32_t bitsOf(ptx::Type type) {
    return type == ptx::Type::pred ? 1 : static_cast<std::uint32_t>(8 * ptx::sizeOf(type));
}

const Launch& Inspector::launch() const {
    return m_stepper.launch();
}

const ptx::DebugInfo& Inspector::debugInfo() const {
    return m_stepper.debugInfo();
}

const DebugIndex& Inspector::debugIndex() const {
    return m_stepper.debugIndex();
}

std::shared_ptr<const SavedLaunch> Inspector::save() const {
    return m_stepper.save();
}

Pause Inspector::pause() const {
    return m_stepper.pause();
}

const LaunchRequest& Inspector::request() const {
    return launch().request;
}

const std::string& Inspector::kernel() const {
    return launch().code.kernelName;
}

std::vector<BlockState> Inspector::blocks() const {
    std::vector<BlockState> all;
    for (const Block* block : m_stepper.blocks())
        all.push_back({block->linear, block->index, static_cast<std::uint32_t>(block->warps.size()),
                       block->alive});
    return all;
}

Warp* Inspector::warp(std::uint64_t linear, std::uint32_t index) const {
    for (const Block* block : m_stepper.blocks()) {
        if (block->linear == linear && index < block->warps.size())
            return block->warps[index];
    }
    return nullptr;
}

std::vector<LaneGroup> Inspector::groups(const Warp& w) const {
    std::vector<LaneGroup> all;
    if (w.mask)
        all.push_back({LaneGroup::State::next, w.mask, 0, 0, w.pc, w.frame});
    for (std::uint32_t s = 0; s < w.pending; ++s) {
        const Split& split = w.splits[s];
        const LaneGroup::State state =
            split.state == SplitState::atBarrier    ? LaneGroup::State::atBarrier
            : split.state == SplitState::atWarpSync ? LaneGroup::State::atWarpSync
                                                    : LaneGroup::State::ready; // asleep: soon again
        all.push_back({state, split.mask, split.barrier, split.member, split.pc, split.frame});
    }
    return all;
}

WarpState Inspector::state(const Warp& w) const {
    WarpState state;
    state.active = w.mask;
    state.absent = w.absent;
    state.exited = w.exited & ~w.absent;
    state.groups = groups(w);
    return state;
}

std::vector<FrameState> Inspector::frames(const LaneGroup& group) const {
    const Program& program = launch().program;
    const Code& code = launch().code;
    std::vector<FrameState> all;
    std::set<std::uint32_t> active;
    const Inst* pc = group.pc;
    for (const Frame* frame = group.frame;; frame = frame->parent) {
        const InstInfo& info = code.infos[static_cast<std::size_t>(pc - code.insts.data())];
        const ptx::Function& function = program.module.functions[info.function];
        FrameState base;
        base.frame = frame;
        base.moduleFunction = info.function;
        base.instruction = info.instruction;
        base.outerActivation = !active.insert(info.function).second;
        base.function = functionName(function.name);
        std::int32_t at = -1;
        if (info.instruction < function.code.size()) {
            base.ptxLine = function.code[info.instruction].position.line;
            at = function.code[info.instruction].location;
        }
        const std::size_t first = all.size();
        do {
            FrameState state = base;
            if (at >= 0) {
                const ptx::SourceLocation& location =
                    program.module.locations[static_cast<std::size_t>(at)];
                const std::string* file = program.module.fileName(location.file);
                state.file = file ? *file : std::string();
                state.line = location.line;
                state.column = location.column;
                state.inlined = location.inlinedAt >= 0;
                if (state.inlined)
                    state.function = functionName(location.function);
                at = location.inlinedAt;
            }
            all.push_back(std::move(state));
        } while (at >= 0);
        all[first].innermost = true;
        for (std::size_t i = first; i < all.size(); ++i)
            all[i].inlineLevel = static_cast<std::uint32_t>(all.size() - 1 - i);
        if (!frame)
            return all;
        // The caller is at its call, the instruction before the one that it returns to.
        pc = frame->returnPc - 1;
    }
}

bool Inspector::knowsRegisters() const {
    return !launch().code.layouts.empty();
}

/// kNoRow if the register cannot be determined.
std::uint16_t Inspector::rowOf(const FrameState& frame, std::size_t index) const {
    const Code& code = launch().code;
    const std::int32_t inCode = code.functionAt[frame.moduleFunction];
    if (!knowsRegisters() || inCode < 0 || frame.outerActivation)
        return kNoRow;
    const ptx::Function& function = launch().program.module.functions[frame.moduleFunction];
    // Values with more than 64 bits are not supported.
    return ptx::sizeOf(function.registers[index].type) == 16
               ? kNoRow
               : code.layouts[static_cast<std::size_t>(inCode)].rows[index];
}

LaneValues Inspector::registerValues(Warp& w, const FrameState& frame, std::size_t index) const {
    LaneValues values;
    const ptx::Type type =
        launch().program.module.functions[frame.moduleFunction].registers[index].type;
    const std::uint16_t row = rowOf(frame, index);
    const int bytes = ptx::sizeOf(type);
    if (row == kNoRow)
        return values;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        if (type == ptx::Type::pred)
            values.bits[lane] = predicate(w, row) >> lane & 1;
        else if (bytes == 8 || bytes == 0)
            values.bits[lane] = row64(w, row)[lane];
        else
            values.bits[lane] = row32(w, row)[lane] & (bytes >= 4 ? ~0u : (1u << (8 * bytes)) - 1);
    }
    values.known = ~w.absent;
    return values;
}

std::vector<std::size_t> Inspector::registers(const FrameState& frame) const {
    std::vector<std::size_t> all;
    const ptx::Function& function = launch().program.module.functions[frame.moduleFunction];
    for (std::size_t r = 0; r < function.registers.size(); ++r) {
        if (rowOf(frame, r) != kNoRow)
            all.push_back(r);
    }
    return all;
}

RegisterState Inspector::registerState(Warp& w, const FrameState& frame, std::size_t index) const {
    const ptx::Register& reg =
        launch().program.module.functions[frame.moduleFunction].registers[index];
    return {reg.name, reg.type, registerValues(w, frame, index)};
}

bool Inspector::read(Warp& w, std::uint32_t lane, ReadSpace space, std::uint64_t address,
                     std::span<std::byte> out) const {
    resolveGeneric(space, address);
    const std::uint64_t size = out.size();
    const std::uint8_t* from = nullptr;
    switch (space) {
    case ReadSpace::generic:
    case ReadSpace::global:
        if (launch().program.memory->find(address, std::max<std::uint64_t>(size, 1)))
            from = pointerTo(address);
        break;
    case ReadSpace::shared: {
        const Cluster& cluster = *w.block->cluster;
        const std::uint64_t rank = address >> kSharedRankShift;
        const std::uint64_t offset = address & ((std::uint64_t{1} << kSharedRankShift) - 1);
        if (rank <= cluster.blocks.size() && fits(offset, size, w.sharedSize))
            from = (rank ? cluster.shared + (rank - 1) * cluster.sharedStride : w.shared) + offset;
        break;
    }
    case ReadSpace::local:
        if (!w.local || !fits(address, size, w.localSize))
            return false;
        for (std::uint64_t byte = 0; byte < size; ++byte) {
            const std::uint64_t at = address + byte;
            out[byte] = std::byte{w.local[4 * (kLanes * (at / 4) + lane) + at % 4]};
        }
        return true;
    case ReadSpace::param:
        if (fits(address, size, request().parameters.size()))
            from = reinterpret_cast<const std::uint8_t*>(request().parameters.data()) + address;
        break;
    }
    if (from && size)
        std::memcpy(out.data(), from, size);
    return from != nullptr;
}

bool Inspector::isAnyWritten(const Warp& w, std::uint32_t lane, ReadSpace space,
                             std::uint64_t address, std::uint64_t size) const {
    resolveGeneric(space, address);
    switch (space) {
    case ReadSpace::generic:
    case ReadSpace::param:
        return true;
    case ReadSpace::global: {
        const DeviceMemory::Tracked tracked = launch().program.memory->trackedAt(address, size);
        return !tracked.written || tracked.written->isAny(address - tracked.base, size);
    }
    case ReadSpace::shared: {
        const std::uint64_t rank = address >> kSharedRankShift;
        const std::uint64_t offset = address & ((std::uint64_t{1} << kSharedRankShift) - 1);
        const Block& block = rank == 0 || rank > w.block->cluster->blocks.size()
                                 ? *w.block
                                 : *w.block->cluster->blocks[rank - 1];
        // Memory beyond the launch's own, such as wgmma's, is not tracked.
        return block.sharedWritten.isEmpty() || !fits(offset, size, launch().sharedBytes) ||
               block.sharedWritten.isAny(offset, size);
    }
    case ReadSpace::local: {
        const std::vector<std::uint32_t>& written = w.block->localWritten;
        if (written.empty() || !fits(address, size, launch().localBytes))
            return true;
        const auto first =
            written.begin() + static_cast<std::ptrdiff_t>(w.index * launch().localBytes + address);
        return std::any_of(first, first + static_cast<std::ptrdiff_t>(size),
                           [&](std::uint32_t lanes) { return (lanes >> lane & 1) != 0; });
    }
    }
    return true;
}

} // namespace warpbench::simgpu::engine
