// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/driver/graph/graph_memory.h"
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
class Stream;
class UserObject;

/// One operation of a graph and its dependencies.
class GraphNode {
  public:
    Operation operation;
    std::vector<std::shared_ptr<GraphNode>> dependencies;
    std::weak_ptr<Graph> graph;
    std::shared_ptr<Context> context; ///< where the operation runs
    CUgraphNode handle = nullptr;
    std::vector<void*> argumentPointers; ///< what cuGraphKernelNodeGetParams returns
    const GraphNode* original = nullptr; ///< in a clone: the node it was copied from
};
using GraphNodePtr = std::shared_ptr<GraphNode>;

CUgraphNodeType typeOf(const Operation& operation);

/// References to user objects, released by the destructor.
class KeptObjects {
  public:
    KeptObjects() = default;
    ~KeptObjects();
    KeptObjects(const KeptObjects&) = delete;
    KeptObjects& operator=(const KeptObjects&) = delete;

    bool empty() const noexcept { return m_counts.empty(); }
    /// Takes ownership of references.
    void add(const std::shared_ptr<UserObject>& object, unsigned int count);
    /// \throws CUDA_ERROR_INVALID_VALUE if it holds fewer references
    void letGo(const std::shared_ptr<UserObject>& object, unsigned int count);
    /// Adds the same number of new references to `to`.
    void copyTo(KeptObjects& to) const;

  private:
    std::map<std::shared_ptr<UserObject>, unsigned int> m_counts;
};

/// Operations and their order; nothing runs until the graph is instantiated. One lock protects all
/// graphs, because nodes refer to each other across graphs.
class Graph : public std::enable_shared_from_this<Graph> {
  public:
    static std::recursive_mutex& mutex();
    ~Graph();

    CUgraph handle() const noexcept { return m_handle; }
    void setHandle(CUgraph handle) noexcept { m_handle = handle; }
    const std::vector<GraphNodePtr>& nodes() const noexcept { return m_nodes; }

    /// \throws CUDA_ERROR_INVALID_VALUE if a dependency belongs to another graph
    GraphNodePtr add(Operation operation, std::span<const GraphNodePtr> dependencies,
                     std::shared_ptr<Context> context);
    void remove(const GraphNode& node);
    /// \throws CUDA_ERROR_INVALID_VALUE if the edge already exists or would close a cycle
    void addEdge(const GraphNodePtr& from, const GraphNodePtr& to);
    void removeEdge(const GraphNodePtr& from, const GraphNodePtr& to);
    std::vector<GraphNodePtr> roots() const;
    std::vector<GraphNodePtr> dependentsOf(const GraphNode& node) const;
    /// A copy whose nodes remember their originals; child graphs are copied as well.
    /// \param withObjects  the copy also holds references to the user objects
    std::shared_ptr<Graph> clone(bool withObjects = true) const;

    /// Creates the tasks of one run; the result completes after all of them. Hold mutex().
    TaskPtr submit(std::span<const TaskPtr> before,
                   const std::set<const GraphNode*>& disabled = {}) const;
    /// For the body of a conditional node: the graph that contains that node.
    std::weak_ptr<Graph> around;

    /// Keeps the condition's handle valid as long as the graph.
    void keepCondition(std::shared_ptr<Condition> condition);
    /// The conditions of all conditional nodes, including those in bodies and child graphs.
    void collectConditions(std::set<std::shared_ptr<Condition>>& found) const;
    /// False if the body of a conditional node contains a kind of node that bodies must not have.
    bool hasProperBodies() const;

    /// Graphs that allocate or free memory cannot change their nodes and edges, and the program
    /// cannot copy them.
    bool hasMemoryNodes() const;
    /// The memory that the graph allocates and frees, including child graphs.
    void collectMemory(std::vector<std::shared_ptr<GraphMemory>>& allocated,
                       std::vector<std::shared_ptr<GraphMemory>>& freed) const;
    FreedAddresses& freedAddresses() noexcept { return m_freedAddresses; }

    /// Takes ownership of references to a user object.
    void keep(const std::shared_ptr<UserObject>& object, unsigned int count);
    /// \throws CUDA_ERROR_INVALID_VALUE if the graph holds fewer references
    void letGo(const std::shared_ptr<UserObject>& object, unsigned int count);
    KeptObjects& objects() noexcept { return m_objects; }
    /// Adds references to all objects that the graph holds, including child graphs.
    void copyObjects(KeptObjects& to) const;

  private:
    CUgraph m_handle = nullptr;
    KeptObjects m_objects;
    std::vector<std::shared_ptr<Condition>> m_conditions;
    std::vector<GraphNodePtr> m_nodes; ///< in order of creation
    FreedAddresses m_freedAddresses;
    /// Topologically sorted for the next run; empty: must be computed after a change.
    mutable std::vector<GraphNodePtr> m_order;
};

/// An executable graph: its own copy, whose node parameters can still change.
class GraphExec {
  public:
    GraphExec(const Graph& graph, unsigned long long flags);

    unsigned long long flags() const noexcept { return m_flags; }
    /// Creates the tasks of one launch at the end of a stream.
    void launch(Stream& stream);
    /// Reserves the memory of its allocation nodes in advance.
    void upload(const Stream& stream);
    /// The node that was instantiated from a node of the graph.
    /// \throws CUDA_ERROR_INVALID_VALUE
    GraphNode& nodeFor(const GraphNode& original);
    void setEnabled(const GraphNode& original, bool enabled);
    bool enabled(const GraphNode& original);
    /// Adopts the parameters of a graph with the same topology.
    /// \returns why it failed, and at which node
    CUgraphExecUpdateResult update(const Graph& graph, GraphNodePtr& errorNode);

  private:
    void capture(Stream& stream) const;
    std::vector<std::weak_ptr<GraphMemory>> takeMemory(Stream& stream);

    std::shared_ptr<Graph> m_graph;
    std::shared_ptr<const KeptObjects> m_objects; ///< each launch keeps them as well
    const unsigned long long m_flags;
    const std::shared_ptr<const void> m_token; ///< marks the graph's memory as instantiated
    std::map<Device*, std::uint64_t> m_bytes;  ///< of its memory's addresses
    std::set<const GraphNode*> m_disabled;
    std::mutex m_mutex; ///< protects the last launch
    TaskPtr m_last;     ///< launches of one graph run one at a time
};

/// A capture in progress in one or more streams.
struct Capture {
    std::uint64_t id = 0;
    std::shared_ptr<Graph> graph;
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    std::weak_ptr<Stream> origin;
    std::thread::id thread;
    bool invalidated = false;
    std::vector<std::weak_ptr<Stream>> streams; ///< the participating streams

    static void begin(Stream& stream, std::shared_ptr<Graph> graph, std::vector<GraphNodePtr> after,
                      CUstreamCaptureMode mode);
    /// \throws why the capture failed; it ends unless the stream or thread is the wrong one
    static std::shared_ptr<Graph> end(Stream& stream);
    /// Records the operation if the stream captures (or, for a wait on a captured event, joins the
    /// capture); returns false if the operation must run now.
    static bool take(Stream& stream, Operation& operation);
    /// Call for operations that are not permitted during capture: they fail and invalidate the
    /// capture (CUDA C++ Programming Guide, "Prohibited and Unhandled Operations").
    /// \throws CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED if the stream captures
    static void requireNone(const Stream& stream);
    /// The same for all streams of the context; all their captures fail.
    static void requireNone(const Context& context);
    /// \throws the code if the event was last recorded during a capture
    static void requireNone(const Event& event, CUresult code);
    [[noreturn]] void spoil(CUresult code);
    static std::vector<GraphNodePtr> tail(const Stream& stream);
    static void setTail(Stream& stream, std::vector<GraphNodePtr> nodes);
};

} // namespace warpbench::simgpu::driver
