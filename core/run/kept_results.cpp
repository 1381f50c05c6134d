// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/kept_results.h"

#include "core/base/cancellation.h"
#include "core/report/stop_texts.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>

namespace warpbench::session {

namespace {

/// The size of each read: large enough for the bus, and small enough to be page-locked at first use
/// (WorkerHabits::stagedBytes).
constexpr std::uint64_t kPieceBytes = std::uint64_t(8) << 20;

bool isResult(const project::PlannedBuffer& buffer) {
    return buffer.used && buffer.download && buffer.written && !buffer.resident &&
           buffer.memory == project::MemoryKind::device && buffer.address == 0;
}

/// Work on several devices at the same time. \throws the exception of the first failed device
template <class Work>
void onEach(std::size_t count, const Work& work) {
    if (count == 1)
        return work(0);
    std::vector<std::exception_ptr> errors(count);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < count; ++i)
            threads.emplace_back([&, i] {
                try {
                    work(i);
                } catch (...) {
                    errors[i] = std::current_exception();
                }
            });
    }
    for (const std::exception_ptr& error : errors)
        if (error)
            std::rethrow_exception(error);
}

/// \param ms  incremented by the time for reading
arrays::Summary summaryOfPart(DeviceWorker& worker, HostBlockPool& blocks,
                              const arrays::DType& dtype, const BufferContents::Resident& part,
                              double& ms, const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    const std::uint64_t size = dtype.size();
    const std::uint64_t most = std::max<std::uint64_t>(1, kPieceBytes / size);
    const std::uint64_t all = part.bytes / size;
    const auto block = blocks.allocate(std::size_t(std::min(all, most) * size));
    const project::CancellationScope cancellation(stop);
    arrays::Summary summary;
    for (std::uint64_t first = 0; first < all; first += most) {
        const std::uint64_t count = std::min(most, all - first);
        const arrays::HostArray piece(dtype, {std::int64_t(count)}, block);
        const auto start = Clock::now();
        readResident(worker, {&part, 1}, first * size, count * size, blocks.placeOf(piece), stop);
        ms += std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        if (dtype.kind() != arrays::DType::Kind::structure)
            summary = arrays::joined(summary, arrays::summaryOf(piece));
    }
    return summary;
}

} // namespace

bool mayBeMadeThere(const project::PlannedBuffer& buffer) {
    return buffer.used && buffer.upload && !buffer.resident && buffer.bytes >= kKeptBytes &&
           buffer.memory == project::MemoryKind::device && buffer.pitch == 0 && buffer.address == 0;
}

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

void readResident(DeviceWorker& worker, ResidentParts parts, std::uint64_t firstByte,
                  std::uint64_t bytes, HostPlace target, const std::stop_token& stop) {
    std::vector<ResidentRead> reads;
    for (const BufferContents::Resident& part : parts) {
        if (bytes == 0)
            break;
        if (firstByte >= part.bytes) {
            firstByte -= part.bytes;
            continue;
        }
        const std::uint64_t here = std::min(bytes, part.bytes - firstByte);
        reads.push_back(
            {part.device, part.name, part.key, part.kept, part.stepped, firstByte, here, target});
        target.offset += here;
        bytes -= here;
        firstByte = 0;
    }
    if (bytes > 0)
        throw Error(ErrorKind::internal, readBeyondEnd(phrase("what devices hold")));
    onEach(reads.size(), [&](std::size_t i) { worker.read(reads[i], stop); });
}

KeptFigures figuresOfKept(DeviceWorker& worker, HostBlockPool& blocks, const arrays::DType& dtype,
                          ResidentParts parts, const std::stop_token& stop) {
    std::vector<arrays::Summary> each(parts.size());
    KeptFigures figures;
    figures.ms.resize(parts.size());
    onEach(parts.size(), [&](std::size_t i) {
        each[i] = summaryOfPart(worker, blocks, dtype, parts[i], figures.ms[i], stop);
    });
    arrays::Summary all;
    for (const arrays::Summary& one : each)
        all = arrays::joined(all, one);
    figures.values = arrays::statisticsOf(all, dtype);
    return figures;
}

} // namespace warpbench::session
