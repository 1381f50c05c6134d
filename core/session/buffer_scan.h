// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/envelope.h"
#include "core/arrays/host_array.h"
#include "core/arrays/search.h"
#include "core/arrays/summary.h"
#include "core/report/progress.h"

#include <cstdint>
#include <functional>
#include <optional>

/// Scans a whole buffer in pieces, wherever its contents are.
namespace warpbench::session {

/// The buffer to scan.
struct ScannedBuffer {
    arrays::DType dtype;
    std::uint64_t elements = 0;
    std::uint64_t pieceBytes = 0; ///< size of each read
    /// Elements [first, first + count).
    std::function<arrays::HostArray(std::uint64_t first, std::uint64_t count)> read;
};

// All of these throw Error (project) for structs, (cancelled) soon after a stop of the calling
// thread's CancellationScope, and what `read` throws.

/// Also counts distinct values.
/// \param mostBins  of a histogram over all finite values, at least 2, which takes a second
///                 pass; 0: none
/// \param bins      to count in instead; may be empty
arrays::Summary summaryOf(const ScannedBuffer& buffer, int mostBins, const arrays::Bins& bins,
                          const ProgressHandler& progress);

/// The next element with a lane that meets the condition. The search wraps around at the buffer's
/// end.
/// \param from  the start: the first element to check or, backwards, the one
///              after it
/// \returns the element; empty if none of the buffer meets the condition
std::optional<std::uint64_t> findElement(const ScannedBuffer& buffer,
                                         const arrays::Condition& condition, std::uint64_t from,
                                         bool forward, const ProgressHandler& progress);

/// \param row  elements of the buffer
arrays::Envelope envelopeOf(const ScannedBuffer& buffer, const arrays::ElementRow& row, int columns,
                            const ProgressHandler& progress);

} // namespace warpbench::session
