// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/kept_results.h"

#include <algorithm>
#include <utility>

namespace warpbench::session {

namespace {

/// What is read at once: large enough for the bus, and so small that it is page-locked at first use
/// (WorkerHabits::stagedBytes).
constexpr std::uint64_t kPieceBytes = std::uint64_t(8) << 20;

bool isResult(const project::PlannedBuffer& buffer) {
    return buffer.used && buffer.download && buffer.written && !buffer.resident &&
           buffer.memory == project::MemoryKind::device;
}

} // namespace

std::vector<bool> keptBuffers(const project::LaunchPlan& plan) {
    std::vector<bool> kept(plan.buffers.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const project::PlannedBuffer& buffer = plan.buffers[i];
        kept[i] = isResult(buffer) && buffer.bytes >= kKeptBytes && !buffer.expect;
    }
    for (const project::PlannedBuffer& buffer : plan.buffers)
        if (buffer.expect)
            for (const std::size_t needed : buffer.expect->needsAfter)
                kept[needed] = false;
    return kept;
}

memory::Statistics statisticsOfKept(DeviceWorker& worker, HostBlockPool& blocks,
                                    const project::PlannedBuffer& buffer, ResidentRead read,
                                    const std::stop_token& stop) {
    const std::uint64_t size = buffer.dtype.size();
    const std::uint64_t most = std::max<std::uint64_t>(1, kPieceBytes / size);
    const auto all = std::uint64_t(buffer.elements);
    const auto block = blocks.allocate(std::size_t(std::min(all, most) * size));
    memory::Statistics statistics;
    for (std::uint64_t first = 0; first < all; first += most) {
        const std::uint64_t count = std::min(most, all - first);
        const memory::HostArray piece(buffer.dtype, {std::int64_t(count)}, block);
        read.firstByte = first * size;
        read.bytes = count * size;
        read.target = blocks.placeOf(piece);
        worker.read(read, stop);
        const std::uint64_t lanes = buffer.dtype.lanes();
        statistics = memory::joined(statistics, std::int64_t(first * lanes),
                                    memory::statisticsOf(piece, stop), std::int64_t(count * lanes));
    }
    return statistics;
}

} // namespace warpbench::session
