// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/launch/operation.h"
#include "core/simgpu/driver/launch/scheduler.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace warpbench::simgpu::driver {

class Context;
class GraphNode;
struct Capture;

inline constexpr int kGreatestPriority = -5; ///< an H200's answer; the least is 0

/// A queue of operations. Edges between tasks keep its order: every operation comes after the
/// stream's last one, and after those that the rules of the legacy default stream add.
class Stream : public std::enable_shared_from_this<Stream> {
  public:
    enum class Kind { ordinary, legacy, perThread };

    Stream(std::weak_ptr<Context> context, Kind kind, unsigned int flags, int priority);

    /// \throws CUDA_ERROR_CONTEXT_IS_DESTROYED
    std::shared_ptr<Context> context() const;
    bool belongsTo(const Context& context) const noexcept;
    Kind kind() const noexcept { return m_kind; }
    unsigned int flags() const noexcept { return m_flags; }
    int priority() const noexcept { return m_priority; }
    CUstreamAttrValue attribute(CUstreamAttrID id) const;
    void setAttribute(CUstreamAttrID id, const CUstreamAttrValue& value);
    void copyAttributes(const Stream& from);
    std::uint64_t id() const noexcept { return m_id; }
    /// Whether it synchronizes with the legacy default stream.
    bool blocking() const noexcept {
        return m_kind != Kind::legacy && (m_flags & CU_STREAM_NON_BLOCKING) == 0;
    }

    /// Appends an operation; during capture, adds a node to the graph instead.
    /// \returns a task that ends with the operation; null during capture
    TaskPtr submit(Operation operation);
    /// Appends an operation and waits for it.
    /// \throws the context's error; CUDA_ERROR_STREAM_CAPTURE_IMPLICIT or _UNSUPPORTED during
    /// capture
    void submitAndWait(Operation operation);
    void synchronize();
    /// True once all work has ended.
    bool query();

    // Capture; core/simgpu/driver/graph/capture.cpp.
    bool capturing() const;
    std::shared_ptr<Capture> capture() const;

  private:
    friend class Context;
    friend struct Capture;

    const std::weak_ptr<Context> m_context;
    const Kind m_kind;
    const unsigned int m_flags;
    std::atomic<int> m_priority;
    const std::uint64_t m_id;
    TaskPtr m_tail; ///< protected by the context's lock

    mutable std::mutex m_attributeMutex;
    std::map<CUstreamAttrID, CUstreamAttrValue> m_attributes;

    mutable std::mutex m_captureMutex;
    std::shared_ptr<Capture> m_capture;
    std::vector<std::shared_ptr<GraphNode>> m_captureTail; ///< what the next node depends on
};

} // namespace warpbench::simgpu::driver
