// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/stream.h"

#include <cuda.h>

#include <cstddef>
#include <functional>
#include <memory>

namespace warpbench::cuda {

class GraphBox;
class ObjectBox;
struct LaunchedGraph;

/// An executable graph. Copies share it. It keeps the captured kernels loaded, and DevicePool
/// blocks that were returned during capture; the caller must keep other memory that its work uses.
/// Dropping the last copy, on its context's thread, waits for the streams that it was launched on,
/// so that the launches keep what they need.
class GraphExec {
  public:
    void launch(const Stream& stream) const;
    /// Uploads the graph to the device, so that the first launch need not.
    void upload(const Stream& stream) const;
    CUgraphExec handle() const noexcept;

  private:
    friend class Graph;
    GraphExec(std::shared_ptr<LaunchedGraph> graph, std::shared_ptr<ObjectBox> box) noexcept;

    std::shared_ptr<LaunchedGraph> m_graph;
    std::shared_ptr<ObjectBox> m_box;
};

/// Work that was recorded instead of executed.
class Graph {
  public:
    /// Records the work that `work` queues on `stream`. Objects dropped meanwhile are freed
    /// afterwards; blocks of a DevicePool are only returned with the graph.
    /// \throws exceptions of `work`; CudaError if queued work cannot be captured
    static Graph capture(const Stream& stream, const std::function<void()>& work);

    std::size_t nodeCount() const;
    GraphExec instantiate() const;
    CUgraph handle() const noexcept;

  private:
    explicit Graph(std::shared_ptr<GraphBox> box) noexcept;

    std::shared_ptr<GraphBox> m_box;
};

} // namespace warpbench::cuda
