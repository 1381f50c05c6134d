// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/written_check.h"

#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/observers.h"

namespace warpbench::simgpu::engine {

namespace {

/// The state of the memory that an access touches.
struct Known {
    WrittenBytes* written = nullptr; ///< null: it counts as written
    std::uint64_t first = 0;         ///< where in it the access begins
    bool isReported = true;          ///< report reads of unwritten bytes
};

Known knownOf(const WatchedAccess& access, std::uint64_t bytes) {
    if (access.sharedOf)
        return {&access.sharedOf->sharedWritten, access.address};
    Worker& worker = access.warp.block->worker;
    auto& slot = worker.tracked[recordOf(access.warp, access.ip)];
    const std::uint64_t version = DeviceMemory::trackedVersion();
    const std::uint64_t offset = access.address - slot.tracked.base;
    if (slot.version != version || offset >= slot.tracked.size ||
        slot.tracked.size - offset < bytes) {
        slot.tracked = worker.launch.program.memory->trackedAt(access.address, bytes);
        slot.version = version;
    }
    return {slot.tracked.written.get(), access.address - slot.tracked.base, !slot.tracked.isPeers};
}

void report(const WatchedAccess& access) {
    access.warp.block->worker.report(
        FaultKind::uninitialized, recordOf(access.warp, access.ip), access.sharedOf ? 1 : 0, [&] {
            return makeFault(access.warp, access.ip, FaultKind::uninitialized, access.lane,
                             access.address + (access.sharedOf ? kSharedWindow : 0), access.bytes,
                             access.sharedOf ? "no thread of the block wrote it" : nullptr);
        });
}

} // namespace

void noteWatched(const WatchedAccess& access, std::uint32_t lanes, std::uint32_t step) {
    Worker& worker = access.warp.block->worker;
    const MemoryRange& watched = worker.launch.watchedWrites;
    if (watched.bytes == 0 || !access.writes || access.sharedOf)
        return;
    for (std::uint32_t i = lanes; i-- > 0;) {
        const std::uint64_t address = access.address + std::uint64_t{i} * step;
        if (address < watched.address + watched.bytes && watched.address < address + access.bytes) {
            worker.watchedWriter = access.lane + i;
            return;
        }
    }
}

void checkWritten(const WatchedAccess& access) {
    const Known known = knownOf(access, access.bytes);
    if (!known.written)
        return;
    if (access.reads && known.isReported && !known.written->isAny(known.first, access.bytes))
        report(access);
    if (access.writes)
        known.written->mark(known.first, access.bytes);
}

void checkWritten(WatchedAccess access, std::uint32_t lanes, std::uint32_t step) {
    const std::uint64_t bytes = std::uint64_t{step} * (lanes - 1) + access.bytes;
    const Known known = knownOf(access, bytes);
    if (!known.written)
        return;
    if (access.writes)
        known.written->mark(known.first, bytes);
    if (!access.reads || !known.isReported || known.written->isAll(known.first, bytes))
        return;
    for (std::uint32_t i = 0; i < lanes; ++i) {
        if (!known.written->isAny(known.first + std::uint64_t{i} * step, access.bytes))
            report(access);
        ++access.lane;
        access.address += step;
    }
}

} // namespace warpbench::simgpu::engine
