// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"

#include <cuda.h>

#include <functional>
#include <memory>

namespace warpbench::cuda {

class Event;
class StreamBox;

/// A queue of work on a device. Copies share it. Keeps its context alive.
class Stream {
  public:
    /// A stream that does not wait for the default stream.
    /// \param priority  smaller numbers run first; see Context::streamPriorities
    /// \throws CudaError
    static Stream create(const Context& context, int priority = 0);
    /// The context's default ("legacy", null) stream.
    static Stream defaultOf(const Context& context);

    /// \throws CudaError, also for errors of this stream's work
    void synchronize() const;
    bool isDone() const;
    /// Work queued from now on waits for the event; the host does not.
    void wait(const Event& event) const;
    /// Calls `work` on a driver thread when all previously queued work is done; work queued later
    /// waits for it. It must not call the driver, and an exception ends the program. If recorded in
    /// a graph, it is called on every launch of the graph.
    /// \throws CudaError
    void callOnHost(std::function<void()> work) const;
    int priority() const;

    CUstream handle() const noexcept;
    Context context() const noexcept;
    const ContextPtr& contextState() const noexcept;
    /// Whether both are the same queue.
    bool operator==(const Stream& other) const noexcept;

    const std::shared_ptr<StreamBox>& box() const noexcept { return m_box; }

  private:
    explicit Stream(std::shared_ptr<StreamBox> box) noexcept;

    std::shared_ptr<StreamBox> m_box;
};

} // namespace warpbench::cuda
