// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/launch/operation.h"
#include "core/simgpu/driver/launch/scheduler.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace warpbench::simgpu::driver {

class Condition;
class Context;
class Event;
class Graph;
class GraphMemory;
class Stream;
class UserObject;

/// One operation of a graph and what it comes after.
class GraphNode {
  public:
    Operation operation;
    std::vector<std::shared_ptr<GraphNode>> dependencies;
    std::weak_ptr<Graph> graph;
    std::shared_ptr<Context> context; ///< where it runs
    CUgraphNode handle = nullptr;
    std::vector<void*> argumentPointers; ///< what cuGraphKernelNodeGetParams hands out
    const GraphNode* original = nullptr; ///< of a clone: the node that it was made from
};
using GraphNodePtr = std::shared_ptr<GraphNode>;

CUgraphNodeType typeOf(const Operation& operation);

/// References to user objects, given back when it ends.
class KeptObjects {
  public:
    KeptObjects() = default;
    ~KeptObjects();
    KeptObjects(const KeptObjects&) = delete;
    KeptObjects& operator=(const KeptObjects&) = delete;

    bool empty() const noexcept { return m_counts.empty(); }
    /// Takes over references.
    void add(const std::shared_ptr<UserObject>& object, unsigned int count);
    /// \throws CUDA_ERROR_INVALID_VALUE where there are fewer references
    void letGo(const std::shared_ptr<UserObject>& object, unsigned int count);
    /// Adds as many references of `to`'s own.
    void copyTo(KeptObjects& to) const;

  private:
    std::map<std::shared_ptr<UserObject>, unsigned int> m_counts;
};

/// Operations and the order between them; nothing runs before it is instantiated. All graphs are
/// changed under one lock, as nodes refer to each other across them.
class Graph : public std::enable_shared_from_this<Graph> {
  public:
    static std::recursive_mutex& mutex();
    ~Graph();

    CUgraph handle() const noexcept { return m_handle; }
    void setHandle(CUgraph handle) noexcept { m_handle = handle; }
    const std::vector<GraphNodePtr>& nodes() const noexcept { return m_nodes; }

    /// \throws CUDA_ERROR_INVALID_VALUE where a dependency belongs to another graph
    GraphNodePtr add(Operation operation, std::span<const GraphNodePtr> dependencies,
                     std::shared_ptr<Context> context);
    void remove(const GraphNode& node);
    /// \throws CUDA_ERROR_INVALID_VALUE for an edge that is there already, or would close a cycle
    void addEdge(const GraphNodePtr& from, const GraphNodePtr& to);
    void removeEdge(const GraphNodePtr& from, const GraphNodePtr& to);
    std::vector<GraphNodePtr> roots() const;
    std::vector<GraphNodePtr> dependentsOf(const GraphNode& node) const;
    /// A copy whose nodes remember what they were made from; child graphs are copied too.
    /// \param withObjects  the copy keeps the user objects, too
    std::shared_ptr<Graph> clone(bool withObjects = true) const;

    /// Makes the tasks of one run; the result comes after all of them. Under mutex().
    TaskPtr submit(std::span<const TaskPtr> before,
                   const std::set<const GraphNode*>& disabled = {}) const;
    /// Of a conditional node's body: the graph that the node around it all is in.
    std::weak_ptr<Graph> around;

    /// Its handle lives as long as the graph.
    void keepCondition(std::shared_ptr<Condition> condition);
    /// Of conditional nodes, those in their bodies and in child graphs included.
    void collectConditions(std::set<std::shared_ptr<Condition>>& found) const;
    /// False where the body of a conditional node has a node of another kind than bodies may have.
    bool hasProperBodies() const;

    /// Graphs that allocate or free keep their nodes and edges, and cannot be copied by the
    /// program.
    bool hasMemoryNodes() const;
    /// What the graph allocates and what it frees, child graphs included.
    void collectMemory(std::vector<std::shared_ptr<GraphMemory>>& allocated,
                       std::vector<std::uint64_t>& freed) const;

    /// Takes over references to a user object.
    void keep(std::shared_ptr<UserObject> object, unsigned int count);
    /// \throws CUDA_ERROR_INVALID_VALUE where the graph has fewer references
    void letGo(const std::shared_ptr<UserObject>& object, unsigned int count);
    KeptObjects& objects() noexcept { return m_objects; }
    /// What the graph keeps, child graphs included, once more.
    void copyObjects(KeptObjects& to) const;

  private:
    CUgraph m_handle = nullptr;
    KeptObjects m_objects;
    std::vector<std::shared_ptr<Condition>> m_conditions;
    std::vector<GraphNodePtr> m_nodes; ///< in the order of their making
    /// Each behind what it depends on, for the next run; empty: not known since the last change.
    mutable std::vector<GraphNodePtr> m_order;
};

/// A graph that is ready to run: its own copy, whose nodes' parameters may still change.
class GraphExec {
  public:
    GraphExec(const Graph& graph, unsigned long long flags);

    unsigned long long flags() const noexcept { return m_flags; }
    /// Makes the tasks of one launch at the end of a stream.
    void launch(Stream& stream);
    /// The node made from a node of the graph.
    /// \throws CUDA_ERROR_INVALID_VALUE
    GraphNode& nodeFor(const GraphNode& original);
    void setEnabled(const GraphNode& original, bool enabled);
    bool enabled(const GraphNode& original);
    /// Takes over the parameters of a graph of the same shape.
    /// \returns why not, and at which node
    CUgraphExecUpdateResult update(const Graph& graph, GraphNodePtr& errorNode);

  private:
    void capture(Stream& stream) const;
    void takeMemory(Stream& stream);

    std::shared_ptr<Graph> m_graph;
    std::shared_ptr<const KeptObjects> m_objects; ///< kept by each launch as well
    const unsigned long long m_flags;
    const std::shared_ptr<const void> m_token; ///< marks the graph's memory as instantiated
    std::set<const GraphNode*> m_disabled;
    std::mutex m_mutex; ///< of the last launch
    TaskPtr m_last;     ///< one launch of a graph at a time
};

/// A capture that goes on in one or more streams.
struct Capture {
    std::uint64_t id = 0;
    std::shared_ptr<Graph> graph;
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    std::weak_ptr<Stream> origin;
    std::thread::id thread;
    bool invalidated = false;
    std::vector<std::weak_ptr<Stream>> streams; ///< that take part

    static void begin(Stream& stream, std::shared_ptr<Graph> graph, std::vector<GraphNodePtr> after,
                      CUstreamCaptureMode mode);
    /// \throws why the capture failed; it is over in any case but the wrong stream or thread
    static std::shared_ptr<Graph> end(Stream& stream);
    /// Takes the operation where the stream captures (or, for a wait on a captured event, begins to
    /// take part); false where it is to be run.
    static bool take(Stream& stream, Operation& operation);
    /// What may not be asked of work that is only being written down fails, and the capture with it
    /// (CUDA C++ Programming Guide, "Prohibited and Unhandled Operations").
    /// \throws CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED where the stream captures
    static void requireNone(const Stream& stream);
    /// The same where any of the context's streams captures; all such captures fail.
    static void requireNone(const Context& context);
    /// \throws the code where the event was last recorded under a capture
    static void requireNone(const Event& event, CUresult code);
    [[noreturn]] void spoil(CUresult code);
    static std::vector<GraphNodePtr> tail(const Stream& stream);
    static void setTail(Stream& stream, std::vector<GraphNodePtr> nodes);
};

} // namespace warpbench::simgpu::driver
