// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/timing.h"

#include <cstddef>
#include <span>
#include <vector>

namespace warpbench::launch {

/// The time of a pass over a list of launches, launched one by one and as one graph.
struct GraphTiming {
    std::size_t nodes = 0;        ///< of the graph: its launches, and those that order streams
    double captureMs = 0;         ///< recording and instantiating it, on the host's clock
    std::vector<double> warmMs;   ///< passes of launches, in order
    std::vector<double> replayMs; ///< passes of the graph, in order

    bool operator==(const GraphTiming&) const = default;
};

/// Times whole passes: first launched one by one, then captured as a graph and launched as one.
/// Each pass starts on an idle device and runs between two events, with none inside. Streams fork
/// at its start and join at its end. Work that the options' `before` and `after` queue is part of
/// the pass here.
/// \pre calls, `before` and `after` queue on the stream passed to them and do not wait
/// \throws Error (cancelled); Error (device) if the launches cannot be captured; CudaError
GraphTiming timeAsGraph(std::span<const ReadyLaunch> launches, const TimingOptions& options);

} // namespace warpbench::launch
