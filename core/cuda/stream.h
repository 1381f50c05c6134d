// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"

#include <cuda.h>

#include <functional>
#include <memory>

namespace warpbench::cuda {

class Event;
class StreamBox;

/// A queue of work on a device. Copies share it. It keeps its context alive.
class Stream {
  public:
    /// A stream that does not wait for the default stream.
    /// \param priority  a smaller number goes first; see Context::streamPriorities
    /// \throws CudaError
    static Stream create(const Context& context, int priority = 0);
    /// The context's default ("legacy", null) stream.
    static Stream defaultOf(const Context& context);

    /// \throws CudaError, also for what the work of this stream did
    void synchronize() const;
    bool isDone() const;
    /// What is queued from now on waits for the event; the host does not.
    void wait(const Event& event) const;
    /// Has `work` called by a thread of the driver when all that was queued before is done; what is
    /// queued afterwards waits for it. It must not call the driver, and what it throws ends the
    /// program. Recorded in a graph, it is called each time that the graph is launched.
    /// \throws CudaError
    void callOnHost(std::function<void()> work) const;
    int priority() const;

    CUstream handle() const noexcept;
    Context context() const noexcept;
    const ContextPtr& contextState() const noexcept;
    /// The same queue.
    bool operator==(const Stream& other) const noexcept;

    const std::shared_ptr<StreamBox>& box() const noexcept { return m_box; }

  private:
    explicit Stream(std::shared_ptr<StreamBox> box) noexcept;

    std::shared_ptr<StreamBox> m_box;
};

} // namespace warpbench::cuda
