// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"
#include "core/simgpu/engine/engine.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace warpbench::simgpu::driver {

class Array;
class Condition;
class Context;
class Event;
class Function;
class Graph;
class GraphMemory;

/// The work of a stream or of a graph node. Each operation is a plain value whose pointers keep its
/// operands alive; `perform` executes it.

struct Nothing {};

struct KernelLaunch {
    std::shared_ptr<Function> function;
    engine::Dim3 grid{1, 1, 1};
    engine::Dim3 block{1, 1, 1};
    engine::Dim3 cluster{1, 1, 1};
    std::uint64_t dynamicShared = 0; ///< bytes
    std::vector<std::byte> parameters;
    bool cooperative = false;
    std::vector<CUlaunchAttribute> hints; ///< kept only to be read back
};

/// Copies a box row by row.
struct Copy {
    struct End {
        std::uint64_t address = 0; ///< of the box's first byte
        std::size_t pitch = 0;     ///< bytes between rows
        std::size_t slice = 0;     ///< bytes between slices
    };
    End from;
    End to;
    std::size_t width = 0; ///< bytes
    std::size_t height = 1;
    std::size_t depth = 1;
    /// Arrays, or a snapshot of pageable memory, that must live until the copy has finished.
    std::shared_ptr<const void> keepFrom;
    std::shared_ptr<const void> keepTo;
    CUDA_MEMCPY3D asked{}; ///< for cuGraphMemcpyNodeGetParams
};

/// Fills a rectangle with a value of 1, 2 or 4 bytes.
struct Fill {
    std::uint64_t address = 0;
    std::size_t pitch = 0; ///< bytes
    std::uint32_t value = 0;
    std::uint32_t elementSize = 1;
    std::size_t width = 0; ///< elements
    std::size_t height = 1;
};

struct HostCall {
    CUhostFn function = nullptr;
    void* data = nullptr;
};

/// cuStreamAddCallback: unlike a host function, it is also called after an error, with that error.
struct StreamCallback {
    CUstreamCallback function = nullptr;
    CUstream stream = nullptr;
    void* data = nullptr;
};

struct EventRecord {
    std::shared_ptr<Event> event;
};

struct EventWait {
    std::shared_ptr<Event> event;
};

struct ChildGraph {
    std::shared_ptr<Graph> graph;
};

/// When the node runs, the condition selects which body runs and how often.
struct Conditional {
    std::shared_ptr<Condition> condition;
    CUgraphConditionalNodeType type = CU_GRAPH_COND_TYPE_IF;
    std::vector<std::shared_ptr<Graph>> bodies;
    std::shared_ptr<std::vector<CUgraph>> handles; ///< of the bodies: the array visible to programs
};

/// The address is known on creation; the memory becomes uninitialized each time the node runs.
struct MemoryAllocation {
    CUDA_MEM_ALLOC_NODE_PARAMS asked{};
    std::shared_ptr<const std::vector<CUmemAccessDesc>> access; ///< `asked` points to it
    std::shared_ptr<GraphMemory> memory;
};

struct MemoryRelease {
    std::uint64_t address = 0;
    std::shared_ptr<GraphMemory> memory; ///< null: memory of a pool
};

/// cuStreamWriteValue, cuStreamWaitValue and their batches.
struct MemoryOperations {
    std::vector<CUstreamBatchMemOpParams> list;
    unsigned int flags = 0;
};

using Operation = std::variant<Nothing, KernelLaunch, Copy, Fill, HostCall, StreamCallback,
                               EventRecord, EventWait, ChildGraph, MemoryAllocation, MemoryRelease,
                               MemoryOperations, Conditional>;

/// Executes one operation on any thread.
/// \throws DriverError with the error that becomes the context's error
void perform(const Operation& operation, Context& context);

} // namespace warpbench::simgpu::driver
