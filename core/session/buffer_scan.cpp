// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/buffer_scan.h"

#include "core/arrays/distinct.h"
#include "core/base/cancellation.h"

#include <algorithm>
#include <utility>

namespace warpbench::session {

namespace {

/// Passes on the pieces of [begin, end) until one call returns true.
/// \param look  receives a piece and its first element; true: continue
void eachPiece(const ScannedBuffer& buffer, std::uint64_t begin, std::uint64_t end, bool forward,
               const std::function<bool(const arrays::HostArray&, std::uint64_t)>& look) {
    const std::uint64_t most =
        std::max<std::uint64_t>(1, buffer.pieceBytes / std::uint64_t(buffer.dtype.size()));
    bool goesOn = true;
    while (goesOn && begin < end) {
        project::throwIfCancelled(project::currentStopToken());
        const std::uint64_t count = std::min(most, end - begin);
        const std::uint64_t first = forward ? begin : end - count;
        goesOn = look(buffer.read(first, count), first);
        forward ? begin += count : end -= count;
    }
}

/// One pass over the whole buffer.
/// \param done, all  previous passes, and the total
/// \param look  receives each piece as well
arrays::Summary passOver(const ScannedBuffer& buffer, const arrays::Bins& bins, int done, int all,
                         const ProgressHandler& progress,
                         const std::function<void(const arrays::HostArray&)>& look) {
    arrays::Summary summary = arrays::summaryOf(arrays::HostArray(buffer.dtype, {0}), bins);
    eachPiece(buffer, 0, buffer.elements, true,
              [&](const arrays::HostArray& piece, std::uint64_t first) {
                  const double share = double(first) / double(buffer.elements);
                  progress({"Summarizing", (done + share) / all});
                  summary = arrays::joined(summary, arrays::summaryOf(piece, bins));
                  look(piece);
                  return true;
              });
    return summary;
}

} // namespace

arrays::Summary summaryOf(const ScannedBuffer& buffer, int mostBins, const arrays::Bins& bins,
                          const ProgressHandler& progress) {
    const int passes = mostBins > 0 && bins.count() == 0 ? 2 : 1;
    arrays::DistinctValues distinct;
    arrays::Summary summary =
        passOver(buffer, bins, 0, passes, progress,
                 [&](const arrays::HostArray& piece) { distinct.add(piece); });
    if (passes == 2 && summary.min) {
        const arrays::Bins found(buffer.dtype.scalar(), summary.min->value, summary.max->value,
                                 mostBins);
        summary = passOver(buffer, found, 1, passes, progress, [](const arrays::HostArray&) {});
    }
    summary.distinct = distinct.count();
    return summary;
}

std::optional<std::uint64_t> findElement(const ScannedBuffer& buffer,
                                         const arrays::Condition& condition, std::uint64_t from,
                                         bool forward, const ProgressHandler& progress) {
    from = std::min(from, buffer.elements);
    std::optional<std::uint64_t> found;
    std::uint64_t seen = 0; // elements
    const std::int64_t lanes = buffer.dtype.lanes();
    const auto look = [&](const arrays::HostArray& piece, std::uint64_t first) {
        progress({"Searching", double(seen) / double(buffer.elements)});
        const auto component =
            arrays::findComponent(piece, condition, 0, piece.elements() * lanes, forward);
        if (component)
            found = first + std::uint64_t(*component / lanes);
        seen += std::uint64_t(piece.elements());
        return !found;
    };
    const std::pair<std::uint64_t, std::uint64_t> before{0, from}, behind{from, buffer.elements};
    for (const auto& [begin, end] : {forward ? behind : before, forward ? before : behind}) {
        if (!found)
            eachPiece(buffer, begin, end, forward, look);
    }
    return found;
}

arrays::Envelope envelopeOf(const ScannedBuffer& buffer, const arrays::ElementRow& row, int columns,
                            const ProgressHandler& progress) {
    arrays::EnvelopeMaker maker(buffer.dtype, row, columns);
    if (row.count > 0) {
        const std::int64_t last = row.first + (row.count - 1) * row.step;
        const auto begin = std::uint64_t(std::min(row.first, last));
        const auto end = std::uint64_t(std::max(row.first, last)) + 1;
        eachPiece(buffer, begin, end, true,
                  [&](const arrays::HostArray& piece, std::uint64_t first) {
                      progress({"Drawing", double(first - begin) / double(end - begin)});
                      maker.add(piece, std::int64_t(first));
                      return true;
                  });
    }
    return maker.envelope();
}

} // namespace warpbench::session
