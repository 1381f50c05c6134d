// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/saved_cluster.h"

#include <cstring>
#include <map>
#include <span>
#include <utility>

namespace warpbench::simgpu::engine {

std::uint32_t recordNumber(const Launch& launch, const Inst* ip) {
    return ip ? static_cast<std::uint32_t>(ip - launch.code.insts.data()) : kNowhere;
}

const Inst* recordAt(const Launch& launch, std::uint32_t number) {
    return number == kNowhere ? nullptr : launch.code.insts.data() + number;
}

namespace {

/// A frame with those that it was called from, each once.
std::uint32_t saveFrame(const Launch& launch, const Frame* frame,
                        std::map<const Frame*, std::uint32_t>& known, SavedWarp& out) {
    if (!frame)
        return kNowhere;
    if (const auto found = known.find(frame); found != known.end())
        return found->second;
    SavedFrame saved;
    saved.parent = saveFrame(launch, frame->parent, known, out);
    saved.frame = *frame;
    saved.frame.parent = nullptr;
    saved.frame.returnPc = nullptr;
    saved.returnPc = recordNumber(launch, frame->returnPc);
    out.frames.push_back(std::move(saved));
    return known[frame] = static_cast<std::uint32_t>(out.frames.size() - 1);
}

SavedWarp saveWarp(const Launch& launch, const Warp& w) {
    SavedWarp saved;
    std::map<const Frame*, std::uint32_t> known;
    saved.current = {recordNumber(launch, w.pc), saveFrame(launch, w.frame, known, saved)};
    for (std::uint32_t s = 0; s < w.pending; ++s) {
        const Split& split = w.splits[s];
        saved.splits.push_back(
            {recordNumber(launch, split.pc), saveFrame(launch, split.frame, known, saved)});
    }
    return saved;
}

SavedBlock saveBlock(const Block& block) {
    SavedBlock saved;
    const auto arena = block.arena(), local = block.local();
    saved.arena.assign(arena.begin(), arena.end());
    saved.local.assign(local.begin(), local.end());
    saved.sharedWritten = block.sharedWritten.words();
    saved.localWritten = block.localWritten;
    saved.ready = block.ready;
    saved.alive = block.alive;
    saved.idleRounds = block.idleRounds;
    saved.roundsAtOnce = block.roundsAtOnce;
    saved.openBarriers = block.openBarriers;
    saved.wakeNs = block.wakeNs;
    saved.barriers = block.barriers;
    for (std::uint32_t i = 0; i < kBarriers; ++i) {
        saved.barrierPcs[i] = recordNumber(block.launch, block.barriers[i].firstPc);
        saved.barriers[i].firstPc = nullptr;
    }
    for (const Warp* w : block.warps)
        saved.warps.push_back(saveWarp(block.launch, *w));
    return saved;
}

/// Restores the pointers of a warp whose bytes have just been copied back.
/// \param own  the pointers that do not change
void restoreWarp(const Launch& launch, const SavedWarp& saved, const Warp& own, Warp& w) {
    w.code = own.code;
    w.block = own.block;
    w.rangeSlots = own.rangeSlots;
    w.shared = own.shared;
    w.local = own.local;
    std::vector<Frame*> frames;
    const auto at = [&](std::uint32_t frame) {
        return frame == kNowhere ? nullptr : frames[frame];
    };
    for (const SavedFrame& one : saved.frames) {
        Frame* const frame = w.block->worker.frames.take();
        *frame = one.frame;
        frame->parent = at(one.parent);
        frame->returnPc = recordAt(launch, one.returnPc);
        frames.push_back(frame);
    }
    w.pc = recordAt(launch, saved.current.pc);
    w.frame = at(saved.current.frame);
    for (std::uint32_t s = 0; s < w.pending; ++s) {
        w.splits[s].pc = recordAt(launch, saved.splits[s].pc);
        w.splits[s].frame = at(saved.splits[s].frame);
    }
}

void restoreBlock(const SavedBlock& saved, Block& block) {
    std::vector<Warp> own; // with the pointers of this launch
    for (const Warp* w : block.warps)
        own.push_back(*w);
    const auto put = [](const std::vector<std::uint8_t>& from, std::span<std::uint8_t> to) {
        if (!from.empty())
            std::memcpy(to.data(), from.data(), from.size());
    };
    put(saved.arena, block.arena());
    put(saved.local, block.local());
    block.sharedWritten.setWords(saved.sharedWritten);
    block.localWritten = saved.localWritten;
    for (std::size_t i = 0; i < own.size(); ++i)
        restoreWarp(block.launch, saved.warps[i], own[i], *block.warps[i]);
    block.ready = saved.ready;
    block.alive = saved.alive;
    block.idleRounds = saved.idleRounds;
    block.roundsAtOnce = saved.roundsAtOnce;
    block.openBarriers = saved.openBarriers;
    block.wakeNs = saved.wakeNs;
    block.barriers = saved.barriers;
    for (std::uint32_t i = 0; i < kBarriers; ++i)
        block.barriers[i].firstPc = recordAt(block.launch, saved.barrierPcs[i]);
}

std::size_t sharedBytesOf(const Cluster& cluster) {
    return static_cast<std::size_t>(cluster.sharedStride) * cluster.blocks.size();
}

} // namespace

std::size_t SavedCluster::bytes() const {
    std::size_t sum = shared.size();
    for (const SavedBlock& block : blocks) {
        sum += block.arena.size() + block.local.size() +
               block.sharedWritten.size() * sizeof(std::uint64_t) +
               block.localWritten.size() * sizeof(std::uint32_t);
        for (const SavedWarp& warp : block.warps) {
            for (const SavedFrame& one : warp.frames)
                sum += sizeof one + one.frame.saved.size() * sizeof(std::uint32_t);
        }
    }
    return sum;
}

SavedCluster save(const Cluster& cluster, std::uint64_t index) {
    SavedCluster saved;
    saved.index = index;
    for (const auto& block : cluster.blocks)
        saved.blocks.push_back(saveBlock(*block));
    saved.shared.assign(cluster.shared, cluster.shared + sharedBytesOf(cluster));
    saved.arrived = cluster.arrived;
    saved.oddPhase = cluster.oddPhase;
    saved.phase = cluster.phase;
    saved.isAwaited = cluster.isAwaited;
    return saved;
}

void restore(const SavedCluster& saved, Cluster& cluster) {
    cluster.begin(saved.index);
    for (std::size_t i = 0; i < cluster.blocks.size(); ++i)
        restoreBlock(saved.blocks[i], *cluster.blocks[i]);
    if (!saved.shared.empty())
        std::memcpy(cluster.shared, saved.shared.data(), saved.shared.size());
    cluster.arrived = saved.arrived;
    cluster.oddPhase = saved.oddPhase;
    cluster.phase = saved.phase;
    cluster.isAwaited = saved.isAwaited;
}

} // namespace warpbench::simgpu::engine
