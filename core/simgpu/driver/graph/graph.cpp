// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/graph/graph.h"

#include "core/simgpu/driver/graph/conditional.h"
#include "core/simgpu/driver/graph/graph_memory.h"
#include "core/simgpu/driver/runtime.h"

#include <algorithm>
#include <unordered_map>

namespace warpbench::simgpu::driver {

namespace {

bool reaches(const GraphNode& from, const GraphNode& target) {
    std::vector<const GraphNode*> open{&from};
    std::set<const GraphNode*> seen;
    while (!open.empty()) {
        const GraphNode* node = open.back();
        open.pop_back();
        if (node == &target)
            return true;
        if (!seen.insert(node).second)
            continue;
        for (const GraphNodePtr& before : node->dependencies)
            open.push_back(before.get());
    }
    return false;
}

/// Nodes in topological order.
std::vector<GraphNodePtr> inOrder(const Graph& graph) {
    std::vector<GraphNodePtr> order;
    std::set<const GraphNode*> done;
    std::vector<GraphNodePtr> stack(graph.nodes().rbegin(), graph.nodes().rend());
    while (!stack.empty()) {
        const GraphNodePtr node = stack.back();
        if (done.contains(node.get())) {
            stack.pop_back();
            continue;
        }
        const std::size_t before = stack.size();
        for (const GraphNodePtr& dependency : node->dependencies) {
            if (!done.contains(dependency.get()))
                stack.push_back(dependency);
        }
        if (stack.size() == before) {
            stack.pop_back();
            done.insert(node.get());
            order.push_back(node);
        }
    }
    return order;
}

/// Memory nodes cannot change what they allocate and free.
bool sameMemory(const Operation& one, const Operation& other) {
    if (const auto* allocation = std::get_if<MemoryAllocation>(&one))
        return allocation->memory == std::get<MemoryAllocation>(other).memory;
    if (const auto* release = std::get_if<MemoryRelease>(&one))
        return release->memory == std::get<MemoryRelease>(other).memory;
    return true;
}

/// A node's handle, and its child graph's, end with the node.
void dropHandles(const GraphNode& node) {
    Runtime::get().graphNodes.remove(fromHandle(node.handle));
    if (const auto* child = std::get_if<ChildGraph>(&node.operation))
        Runtime::get().graphs.remove(fromHandle(child->graph->handle()));
    if (const auto* conditional = std::get_if<Conditional>(&node.operation)) {
        for (const auto& body : conditional->bodies)
            Runtime::get().graphs.remove(fromHandle(body->handle()));
    }
}

/// The graphs inside a node: a child graph, or the bodies of a conditional node.
template <typename Visit>
void forGraphsIn(const Operation& operation, Visit&& visit) {
    if (const auto* child = std::get_if<ChildGraph>(&operation))
        visit(*child->graph);
    if (const auto* conditional = std::get_if<Conditional>(&operation)) {
        for (const auto& body : conditional->bodies)
            visit(*body);
    }
}

/// The operation with copies of the graphs inside it.
Operation cloned(const Operation& operation, bool withObjects) {
    Operation copy = operation;
    if (auto* child = std::get_if<ChildGraph>(&copy))
        child->graph = child->graph->clone(withObjects);
    if (auto* conditional = std::get_if<Conditional>(&copy)) {
        for (auto& body : conditional->bodies)
            body = body->clone(withObjects);
        conditional->handles = nullptr; // they belong to the original
    }
    return copy;
}

bool mayStandInABody(const Operation& operation) {
    return std::holds_alternative<Nothing>(operation) ||
           std::holds_alternative<KernelLaunch>(operation) ||
           std::holds_alternative<Copy>(operation) || std::holds_alternative<Fill>(operation) ||
           std::holds_alternative<ChildGraph>(operation) ||
           std::holds_alternative<Conditional>(operation);
}

/// A body, and all graphs inside it.
bool isProperBody(const Graph& body) {
    bool proper = true;
    for (const GraphNodePtr& node : body.nodes()) {
        proper = proper && mayStandInABody(node->operation);
        forGraphsIn(node->operation,
                    [&](const Graph& inside) { proper = proper && isProperBody(inside); });
    }
    return proper;
}

} // namespace

TaskPtr Graph::submit(std::span<const TaskPtr> before,
                      const std::set<const GraphNode*>& disabled) const {
    Scheduler& scheduler = Runtime::get().scheduler();
    std::unordered_map<const GraphNode*, TaskPtr> tasks;
    std::vector<TaskPtr> all(before.begin(), before.end());
    if (m_order.empty())
        m_order = inOrder(*this);
    for (const GraphNodePtr& node : m_order) {
        std::vector<TaskPtr> after;
        for (const GraphNodePtr& dependency : node->dependencies)
            after.push_back(tasks.at(dependency.get()));
        // A GPU takes longer to reach a condition than the kernels that were added before it.
        // Programs rely on that by mistake: samples of NVIDIA's declare no dependency.
        if (after.empty() && std::holds_alternative<Conditional>(node->operation))
            after = all;
        if (after.empty())
            after.assign(before.begin(), before.end());
        TaskPtr task;
        if (const auto* child = std::get_if<ChildGraph>(&node->operation)) {
            task = child->graph->submit(after);
        } else if (const auto* record = std::get_if<EventRecord>(&node->operation)) {
            task = scheduler.submit({}, after);
            record->event->setTask(task);
        } else if (const auto* wait = std::get_if<EventWait>(&node->operation)) {
            after.push_back(wait->event->task());
            task = scheduler.submit({}, after);
        } else if (std::holds_alternative<Nothing>(node->operation) ||
                   disabled.contains(node.get())) {
            task = scheduler.submit({}, after);
        } else {
            task = scheduler.submit(
                [context = node->context, operation = node->operation] { context->run(operation); },
                after);
        }
        all.push_back(task);
        tasks[node.get()] = std::move(task);
    }
    return scheduler.submit({}, all);
}

CUgraphNodeType typeOf(const Operation& operation) {
    struct Type {
        CUgraphNodeType operator()(const Nothing&) const { return CU_GRAPH_NODE_TYPE_EMPTY; }
        CUgraphNodeType operator()(const KernelLaunch&) const { return CU_GRAPH_NODE_TYPE_KERNEL; }
        CUgraphNodeType operator()(const Copy&) const { return CU_GRAPH_NODE_TYPE_MEMCPY; }
        CUgraphNodeType operator()(const Fill&) const { return CU_GRAPH_NODE_TYPE_MEMSET; }
        CUgraphNodeType operator()(const HostCall&) const { return CU_GRAPH_NODE_TYPE_HOST; }
        CUgraphNodeType operator()(const StreamCallback&) const { return CU_GRAPH_NODE_TYPE_HOST; }
        CUgraphNodeType operator()(const EventRecord&) const {
            return CU_GRAPH_NODE_TYPE_EVENT_RECORD;
        }
        CUgraphNodeType operator()(const EventWait&) const { return CU_GRAPH_NODE_TYPE_WAIT_EVENT; }
        CUgraphNodeType operator()(const ChildGraph&) const { return CU_GRAPH_NODE_TYPE_GRAPH; }
        CUgraphNodeType operator()(const MemoryAllocation&) const {
            return CU_GRAPH_NODE_TYPE_MEM_ALLOC;
        }
        CUgraphNodeType operator()(const MemoryRelease&) const {
            return CU_GRAPH_NODE_TYPE_MEM_FREE;
        }
        CUgraphNodeType operator()(const MemoryOperations&) const {
            return CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
        }
        CUgraphNodeType operator()(const Conditional&) const {
            return CU_GRAPH_NODE_TYPE_CONDITIONAL;
        }
    };
    return std::visit(Type{}, operation);
}

std::recursive_mutex& Graph::mutex() {
    static auto& mutex = *new std::recursive_mutex;
    return mutex;
}

Graph::~Graph() {
    for (const GraphNodePtr& node : m_nodes)
        dropHandles(*node);
    for (const auto& condition : m_conditions)
        Runtime::get().conditions.remove(condition->address());
}

void Graph::keepCondition(std::shared_ptr<Condition> condition) {
    m_conditions.push_back(std::move(condition));
}

void Graph::collectConditions(std::set<std::shared_ptr<Condition>>& found) const {
    for (const GraphNodePtr& node : m_nodes) {
        if (const auto* conditional = std::get_if<Conditional>(&node->operation))
            found.insert(conditional->condition);
        forGraphsIn(node->operation, [&](const Graph& inside) { inside.collectConditions(found); });
    }
}

bool Graph::hasProperBodies() const {
    return std::all_of(m_nodes.begin(), m_nodes.end(), [](const GraphNodePtr& node) {
        bool proper = true;
        const bool isConditional = std::holds_alternative<Conditional>(node->operation);
        forGraphsIn(node->operation, [&](const Graph& inside) {
            proper = proper && (isConditional ? isProperBody(inside) : inside.hasProperBodies());
        });
        return proper;
    });
}

KeptObjects::~KeptObjects() {
    for (const auto& [object, count] : m_counts)
        object->release(count);
}

void KeptObjects::add(const std::shared_ptr<UserObject>& object, unsigned int count) {
    m_counts[object] += count;
}

void KeptObjects::letGo(const std::shared_ptr<UserObject>& object, unsigned int count) {
    const auto it = m_counts.find(object);
    require(it != m_counts.end() && it->second >= count);
    it->second -= count;
    if (it->second == 0)
        m_counts.erase(it);
    object->release(count);
}

void KeptObjects::copyTo(KeptObjects& to) const {
    for (const auto& [object, count] : m_counts) {
        object->retain(count);
        to.add(object, count);
    }
}

GraphNodePtr Graph::add(Operation operation, std::span<const GraphNodePtr> dependencies,
                        std::shared_ptr<Context> context) {
    auto node = std::make_shared<GraphNode>();
    for (const GraphNodePtr& dependency : dependencies) {
        require(dependency->graph.lock().get() == this);
        require(std::find(node->dependencies.begin(), node->dependencies.end(), dependency) ==
                node->dependencies.end());
        node->dependencies.push_back(dependency);
    }
    node->operation = std::move(operation);
    node->graph = weak_from_this();
    node->context = std::move(context);
    node->handle = toHandle<CUgraphNode>(Runtime::get().graphNodes.add(node));
    m_nodes.push_back(node);
    m_order.clear();
    const auto* release = std::get_if<MemoryRelease>(&node->operation);
    if (release && release->memory && release->memory->allocatedIn.lock().get() == this)
        m_freedAddresses.add(release->memory, *node);
    return node;
}

void Graph::remove(const GraphNode& node) {
    require(!hasMemoryNodes(), CUDA_ERROR_NOT_SUPPORTED);
    const auto fits = [&](const GraphNodePtr& other) { return other.get() == &node; };
    for (const GraphNodePtr& other : m_nodes)
        std::erase_if(other->dependencies, fits);
    dropHandles(node);
    std::erase_if(m_nodes, fits);
    m_order.clear();
}

void Graph::addEdge(const GraphNodePtr& from, const GraphNodePtr& to) {
    require(from->graph.lock().get() == this && to->graph.lock().get() == this);
    auto& dependencies = to->dependencies;
    require(std::find(dependencies.begin(), dependencies.end(), from) == dependencies.end());
    require(!reaches(*from, *to));
    dependencies.push_back(from);
    m_order.clear();
}

void Graph::removeEdge(const GraphNodePtr& from, const GraphNodePtr& to) {
    require(!hasMemoryNodes(), CUDA_ERROR_NOT_SUPPORTED);
    require(std::erase(to->dependencies, from) == 1);
    m_order.clear();
}

std::vector<GraphNodePtr> Graph::roots() const {
    std::vector<GraphNodePtr> result;
    std::copy_if(m_nodes.begin(), m_nodes.end(), std::back_inserter(result),
                 [](const GraphNodePtr& node) { return node->dependencies.empty(); });
    return result;
}

std::vector<GraphNodePtr> Graph::dependentsOf(const GraphNode& node) const {
    std::vector<GraphNodePtr> result;
    std::copy_if(m_nodes.begin(), m_nodes.end(), std::back_inserter(result),
                 [&](const GraphNodePtr& other) {
                     return std::any_of(other->dependencies.begin(), other->dependencies.end(),
                                        [&](const auto& before) { return before.get() == &node; });
                 });
    return result;
}

std::shared_ptr<Graph> Graph::clone(bool withObjects) const {
    auto copy = std::make_shared<Graph>();
    std::map<const GraphNode*, GraphNodePtr> made;
    for (const GraphNodePtr& node : m_nodes) {
        GraphNodePtr twin = copy->add(cloned(node->operation, withObjects), {}, node->context);
        twin->original = node.get();
        made[node.get()] = std::move(twin);
    }
    for (const GraphNodePtr& node : m_nodes) {
        for (const GraphNodePtr& dependency : node->dependencies)
            made[node.get()]->dependencies.push_back(made[dependency.get()]);
    }
    if (withObjects)
        m_objects.copyTo(copy->m_objects);
    return copy;
}

bool Graph::hasMemoryNodes() const {
    return std::any_of(m_nodes.begin(), m_nodes.end(), [](const GraphNodePtr& node) {
        const auto* child = std::get_if<ChildGraph>(&node->operation);
        return std::holds_alternative<MemoryAllocation>(node->operation) ||
               std::holds_alternative<MemoryRelease>(node->operation) ||
               (child && child->graph->hasMemoryNodes());
    });
}

void Graph::collectMemory(std::vector<std::shared_ptr<GraphMemory>>& allocated,
                          std::vector<std::shared_ptr<GraphMemory>>& freed) const {
    for (const GraphNodePtr& node : m_nodes) {
        if (const auto* allocation = std::get_if<MemoryAllocation>(&node->operation))
            allocated.push_back(allocation->memory);
        else if (const auto* release = std::get_if<MemoryRelease>(&node->operation))
            freed.push_back(release->memory);
        else if (const auto* child = std::get_if<ChildGraph>(&node->operation))
            child->graph->collectMemory(allocated, freed);
    }
}

void Graph::keep(const std::shared_ptr<UserObject>& object, unsigned int count) {
    m_objects.add(object, count);
}

void Graph::letGo(const std::shared_ptr<UserObject>& object, unsigned int count) {
    m_objects.letGo(object, count);
}

void Graph::copyObjects(KeptObjects& to) const {
    m_objects.copyTo(to);
    for (const GraphNodePtr& node : m_nodes)
        forGraphsIn(node->operation, [&](const Graph& inside) { inside.copyObjects(to); });
}

namespace {

std::shared_ptr<const KeptObjects> objectsOf(const Graph& graph) {
    auto objects = std::make_shared<KeptObjects>();
    graph.copyObjects(*objects);
    return objects;
}

} // namespace

GraphExec::GraphExec(const Graph& graph, unsigned long long flags)
    : m_graph(graph.clone(false))
    , m_objects(objectsOf(graph))
    , m_flags(flags)
    , m_token(std::make_shared<const int>(0)) {
    require(graph.hasProperBodies(), CUDA_ERROR_NOT_SUPPORTED);
    std::vector<std::shared_ptr<GraphMemory>> allocated, freed;
    graph.collectMemory(allocated, freed);
    for (const auto& memory : allocated)
        require(memory->instantiated.expired(), CUDA_ERROR_NOT_SUPPORTED); // one instance at a time
    for (const auto& memory : allocated) {
        memory->instantiated = m_token;
        if (!memory->whole())
            m_bytes[&memory->device()] += memory->extent();
    }
}

// A launch into a stream under capture becomes a child graph.
void GraphExec::capture(Stream& stream) const {
    require(!m_graph->hasMemoryNodes(), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    auto child = m_graph->clone();
    m_objects->copyTo(child->objects());
    for (const GraphNodePtr& node : child->nodes()) {
        if (m_disabled.contains(node->original))
            node->operation = Nothing{};
    }
    child->setHandle(toHandle<CUgraph>(Runtime::get().graphs.add(child)));
    stream.submit(ChildGraph{std::move(child)});
}

// Memory left by the last launch must be freed, or is freed now. Then, what this launch frees is no
// longer owed, and what it leaves allocated is.
// \returns the latter
std::vector<std::weak_ptr<GraphMemory>> GraphExec::takeMemory(Stream& stream) {
    std::vector<std::shared_ptr<GraphMemory>> allocated, freed;
    m_graph->collectMemory(allocated, freed);
    const bool autoFree = (m_flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH) != 0;
    const auto isIn = [](const auto& list, const auto& memory) {
        return std::find(list.begin(), list.end(), memory) != list.end();
    };
    for (const auto& memory : allocated)
        require(autoFree || !memory->owed());
    for (const auto& memory : freed)
        require(isIn(allocated, memory) || memory->owed());
    for (const auto& memory : allocated) {
        if (!memory->owed())
            continue;
        stream.submit(MemoryRelease{memory->address(), memory});
        memory->setOwed(false);
    }
    upload(stream);
    std::vector<std::weak_ptr<GraphMemory>> unfreed;
    for (const auto& memory : allocated) {
        if (isIn(freed, memory))
            continue;
        memory->setOwed(true);
        unfreed.push_back(memory);
    }
    for (const auto& memory : freed)
        memory->setOwed(false);
    return unfreed;
}

void GraphExec::upload(const Stream& stream) {
    for (const auto& [device, bytes] : m_bytes)
        require(device->graphMemory().take(*device, m_token, bytes, stream),
                CUDA_ERROR_OUT_OF_MEMORY);
}

void GraphExec::launch(Stream& stream) {
    const std::lock_guard graphLock(Graph::mutex());
    const auto context = stream.context();
    context->requireUsable();
    const std::lock_guard lock(m_mutex);
    if (stream.capturing())
        return capture(stream);
    const auto unfreed = takeMemory(stream);
    Scheduler& scheduler = Runtime::get().scheduler();
    m_last = context->order(stream, [&](std::span<const TaskPtr> after) {
        std::vector<TaskPtr> before(after.begin(), after.end());
        before.push_back(m_last);
        std::set<std::shared_ptr<Condition>> conditions;
        m_graph->collectConditions(conditions);
        if (!conditions.empty()) {
            const auto assign = [conditions] {
                for (const auto& condition : conditions)
                    condition->assignDefault();
            };
            before = {scheduler.submit(assign, before)};
        }
        TaskPtr last = m_graph->submit(before, m_disabled);
        if (!m_graph->hasMemoryNodes() && m_objects->empty() && conditions.empty())
            return last;
        // The graph's memory and user objects are kept while the launch runs, even if the instance
        // is destroyed or changed; waiting for the launch includes waiting for their release.
        return scheduler.submit([graph = m_graph, objects = m_objects] {}, {&last, 1});
    });
    for (const auto& [device, bytes] : m_bytes)
        device->graphMemory().launched(m_token, m_last, unfreed);
}

GraphNode& GraphExec::nodeFor(const GraphNode& original) {
    for (const GraphNodePtr& node : m_graph->nodes()) {
        if (node->original == &original)
            return *node;
    }
    fail(CUDA_ERROR_INVALID_VALUE);
}

void GraphExec::setEnabled(const GraphNode& original, bool enabled) {
    const GraphNode& node = nodeFor(original);
    const CUgraphNodeType type = typeOf(node.operation);
    require(type == CU_GRAPH_NODE_TYPE_KERNEL || type == CU_GRAPH_NODE_TYPE_MEMCPY ||
            type == CU_GRAPH_NODE_TYPE_MEMSET);
    if (enabled)
        m_disabled.erase(&node);
    else
        m_disabled.insert(&node);
}

bool GraphExec::enabled(const GraphNode& original) {
    return !m_disabled.contains(&nodeFor(original));
}

CUgraphExecUpdateResult GraphExec::update(const Graph& graph, GraphNodePtr& errorNode) {
    const auto& mine = m_graph->nodes();
    const auto& theirs = graph.nodes();
    if (mine.size() != theirs.size())
        return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    std::map<const GraphNode*, std::size_t> place;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        place[mine[i].get()] = i;
        place[theirs[i].get()] = i;
    }
    for (std::size_t i = 0; i < mine.size(); ++i) {
        errorNode = theirs[i];
        if (mine[i]->operation.index() != theirs[i]->operation.index())
            return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (!sameMemory(mine[i]->operation, theirs[i]->operation))
            return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
        std::set<std::size_t> before, after;
        for (const GraphNodePtr& node : mine[i]->dependencies)
            before.insert(place[node.get()]);
        for (const GraphNodePtr& node : theirs[i]->dependencies)
            after.insert(place[node.get()]);
        if (before != after)
            return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    }
    errorNode = nullptr;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        mine[i]->operation = cloned(theirs[i]->operation, false);
        mine[i]->original = theirs[i].get();
    }
    m_objects = objectsOf(graph);
    return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

} // namespace warpbench::simgpu::driver
