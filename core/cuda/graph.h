// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/stream.h"

#include <cuda.h>

#include <cstddef>
#include <functional>
#include <memory>

namespace warpbench::cuda {

class GraphBox;

/// A graph that is ready to be launched. Copies share it. It keeps the kernels that were captured
/// loaded; memory that they use is the caller's to keep.
class GraphExec {
  public:
    void launch(const Stream& stream) const;
    /// Brings the graph to the device, so that the first launch does not.
    void upload(const Stream& stream) const;
    CUgraphExec handle() const noexcept;

  private:
    friend class Graph;
    explicit GraphExec(std::shared_ptr<GraphBox> box) noexcept;

    std::shared_ptr<GraphBox> m_box;
};

/// Work that was recorded instead of run.
class Graph {
  public:
    /// Records what `work` queues on `stream`. Objects that die meanwhile are freed afterwards.
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
