// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/launch/scheduler.h"

#include <memory>
#include <mutex>
#include <vector>

namespace warpbench::simgpu::driver {

class Context;
class GraphNode;
struct Capture;

/// An event: a position in a stream, once recorded. Thread-safe.
class Event {
  public:
    Event(std::shared_ptr<Context> context, unsigned int flags)
        : m_context(std::move(context))
        , m_flags(flags) {}

    const std::shared_ptr<Context>& context() const noexcept { return m_context; }
    CUevent handle() const noexcept { return m_handle; }
    void setHandle(CUevent handle) noexcept { m_handle = handle; }
    bool timed() const noexcept { return (m_flags & CU_EVENT_DISABLE_TIMING) == 0; }

    /// The task of the last record; null if it was never recorded.
    TaskPtr task() const {
        const std::lock_guard lock(m_mutex);
        return m_task;
    }
    void setTask(TaskPtr task) {
        const std::lock_guard lock(m_mutex);
        m_task = std::move(task);
        m_capture.reset();
        m_nodes.clear();
    }

    /// The capture that the last record belongs to; null if it was outside of captures.
    std::shared_ptr<Capture> capture() const {
        const std::lock_guard lock(m_mutex);
        return m_capture;
    }
    std::vector<std::shared_ptr<GraphNode>> capturedNodes() const {
        const std::lock_guard lock(m_mutex);
        return m_nodes;
    }
    void setCaptured(std::shared_ptr<Capture> capture,
                     std::vector<std::shared_ptr<GraphNode>> nodes) {
        const std::lock_guard lock(m_mutex);
        m_capture = std::move(capture);
        m_nodes = std::move(nodes);
    }

  private:
    const std::shared_ptr<Context> m_context;
    const unsigned int m_flags;
    CUevent m_handle = nullptr;
    mutable std::mutex m_mutex;
    TaskPtr m_task;
    std::shared_ptr<Capture> m_capture;
    std::vector<std::shared_ptr<GraphNode>> m_nodes;
};

} // namespace warpbench::simgpu::driver
