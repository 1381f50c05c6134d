// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/timing.h"

#include <cstddef>
#include <span>
#include <vector>

namespace warpbench::launch {

/// What a pass over a list of launches takes, launched one by one and as one graph.
struct GraphTiming {
    std::size_t nodes = 0;        ///< of the graph: its launches, and what orders streams
    double captureMs = 0;         ///< recording and instantiating it, on the host's clock
    std::vector<double> warmMs;   ///< passes of launches, in order
    std::vector<double> replayMs; ///< passes of the graph, in order

    bool operator==(const GraphTiming&) const = default;
};

/// Times whole passes: first launched one by one, then captured as a graph and launched as that.
/// Each pass begins on a device that waits, between two events, with no others in it; streams fork
/// at its beginning and join at its end. What `before` and `after` of the options queue is a part
/// of the pass here.
/// \pre calls, `before` and `after` queue on the stream that they are given, and do not wait
/// \throws Error (cancelled); Error (device) where the launches cannot be captured; CudaError
GraphTiming timeAsGraph(std::span<const ReadyLaunch> launches, const TimingOptions& options);

} // namespace warpbench::launch
