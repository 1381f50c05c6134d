// SPDX-License-Identifier: GPL-3.0-or-later
// Reports the ordering effects of records to Order. Only called if a launch is checked.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"

namespace warpbench::simgpu::engine {

namespace {

WarpOrder& orderOf(Warp& w) {
    return w.block->order[w.index];
}

} // namespace

void noteBefore(Warp& w, const InstInfo& info) {
    if (!w.block->launch.checkedRaces || !info.counted)
        return;
    Order& order = w.block->worker.order;
    const bool atomic = info.kind == InstClass::atomic;
    if (info.fence)
        order.fence(orderOf(w), w.mask, w.block->order);
    if (!info.strong && !atomic)
        return;
    if (!info.fence && (info.store || atomic))
        order.tell(orderOf(w), w.mask, w.block->order);
    order.acquire(orderOf(w), w.mask);
}

void noteAfter(Warp& w, const Inst* ip, const InstInfo& info, const Inst* next) {
    // If lanes had to wait, another record comes next, and this one again later.
    if (info.collective && next == ip + 1 && w.block->launch.checkedRaces)
        noteMeeting(w, info, w.mask);
}

void noteMeeting(Warp& w, const InstInfo& info, std::uint32_t lanes) {
    Order& order = w.block->worker.order;
    if (info.syncsWarp)
        order.sync(orderOf(w), lanes);
    else
        order.exchange(orderOf(w), lanes);
}

void noteBarrier(Block& block, const BarrierState& barrier) {
    std::vector<WarpOrder*>& warps = block.worker.warpsAtBarrier;
    warps.clear();
    for (std::size_t i = 0; i < block.warps.size(); ++i) {
        if (barrier.arrived[i])
            warps.push_back(&block.order[i]);
    }
    Order& order = block.worker.order;
    order.barrier(warps);
    // Asynchronous copies may be under way even then.
    if (warps.size() == block.warps.size() && block.cluster->blocks.size() == 1 &&
        !block.worker.observed->copies)
        block.cluster->firstSegment = order.segments();
}

void noteClusterBarrier(Cluster& cluster) {
    std::vector<WarpOrder*> warps;
    for (const auto& block : cluster.blocks) {
        for (WarpOrder& warp : block->order)
            warps.push_back(&warp);
    }
    cluster.blocks.front()->worker.order.clusterBarrier(warps);
}

void noteWarpgroup(const std::array<Warp*, 4>& warps) {
    Block& block = *warps[0]->block;
    if (!block.launch.checkedRaces)
        return;
    std::vector<WarpOrder*>& orders = block.worker.warpsAtBarrier;
    orders.clear();
    for (const Warp* w : warps)
        orders.push_back(&block.order[w->index]);
    block.worker.order.barrier(orders);
}

void noteRelease(Warp& w) {
    if (w.block->launch.checkedRaces)
        w.block->worker.order.fence(orderOf(w), w.mask, w.block->order);
}

void noteAcquire(Warp& w) {
    if (w.block->launch.checkedRaces)
        w.block->worker.order.acquire(orderOf(w), w.mask);
}

void noteCopiesCommitted(Warp& w) {
    if (w.block->launch.checkedRaces)
        w.block->worker.order.commitCopies(orderOf(w));
}

void noteCopiesAwaited(Warp& w, std::size_t left) {
    if (w.block->launch.checkedRaces)
        w.block->worker.order.waitForCopies(orderOf(w), left);
}

void noteBulkCopy(Warp& w) {
    if (w.block->launch.checkedRaces)
        w.block->worker.order.bulkCopy();
}

} // namespace warpbench::simgpu::engine
