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

/// Looks through a whole buffer in pieces, wherever its contents are.
namespace warpbench::session {

/// What is looked through.
struct ScannedBuffer {
    memory::DType dtype;
    std::uint64_t elements = 0;
    std::uint64_t pieceBytes = 0; ///< that are read at once
    /// Elements [first, first + count).
    std::function<memory::HostArray(std::uint64_t first, std::uint64_t count)> read;
};

// Each: throws Error (project) for structs, (cancelled) soon after the calling thread's
// CancellationScope was stopped, and what `read` throws.

/// \param mostBins  of a histogram over all finite values, 2 or more, for which there is a second
///                  pass; 0: none
/// \param bins      to count in instead; may be none
memory::Summary summaryOf(const ScannedBuffer& buffer, int mostBins, const memory::Bins& bins,
                          const ProgressHandler& progress);

/// The next element of which a lane meets the condition. Past the buffer's end the search goes on
/// at its other end.
/// \param from  where it begins: the first element that is looked at, or, backwards, the one
///              behind that
/// \returns the element; empty where none of the buffer meets it
std::optional<std::uint64_t> findElement(const ScannedBuffer& buffer,
                                         const memory::Condition& condition, std::uint64_t from,
                                         bool forward, const ProgressHandler& progress);

/// \param row  elements that the buffer has
memory::Envelope envelopeOf(const ScannedBuffer& buffer, const memory::ElementRow& row, int columns,
                            const ProgressHandler& progress);

} // namespace warpbench::session
