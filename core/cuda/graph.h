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

/// A graph that is ready to be launched. Copies share it. It keeps the kernels that were captured
/// loaded, and what of a DevicePool was given back meanwhile; other memory that its work uses is
/// the caller's to keep. When the last copy goes, on its context's thread, that waits for the
/// streams that it was launched on: what its launches need is there until they are done.
class GraphExec {
  public:
    void launch(const Stream& stream) const;
    /// Brings the graph to the device, so that the first launch does not.
    void upload(const Stream& stream) const;
    CUgraphExec handle() const noexcept;

  private:
    friend class Graph;
    GraphExec(std::shared_ptr<LaunchedGraph> graph, std::shared_ptr<ObjectBox> box) noexcept;

    std::shared_ptr<LaunchedGraph> m_graph;
    std::shared_ptr<ObjectBox> m_box;
};

/// Work that was recorded instead of run.
class Graph {
  public:
    /// Records what `work` queues on `stream`. Objects that die meanwhile are freed afterwards;
    /// blocks of a DevicePool go back to it only with the graph.
    /// \throws what `work` throws, CudaError where something was queued that cannot be captured
    static Graph capture(const Stream& stream, const std::function<void()>& work);

    std::size_t nodeCount() const;
    GraphExec instantiate() const;
    CUgraph handle() const noexcept;

  private:
    explicit Graph(std::shared_ptr<GraphBox> box) noexcept;

    std::shared_ptr<GraphBox> m_box;
};

} // namespace warpbench::cuda
