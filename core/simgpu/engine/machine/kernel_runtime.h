// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"
#include "core/simgpu/engine/memory/kernel_heap.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

/// The part of CUDA's runtime that kernels can call: launches, copies and fills that run once the
/// grid has ended ("CUDA Dynamic Parallelism", second version).
namespace warpbench::simgpu::engine {

struct RuntimeCall;

struct RuntimeFunction {
    std::string_view name;
    std::string_view results, parameters; ///< bytes of each, a hexadecimal digit
    /// For one lane. \returns its result, if it has one; none after raising a fault
    std::optional<std::uint64_t> (*perform)(RuntimeCall& call);
};

/// Null if there is no such function.
const RuntimeFunction* findRuntimeFunction(std::string_view name);

/// What the threads of a launch have asked of the runtime. Thread-safe.
class KernelRuntime {
  public:
    explicit KernelRuntime(std::shared_ptr<DeviceMemory> memory)
        : m_parameters(std::move(memory)) {}

    /// Memory for the parameters of a launch; it is freed when they are taken, or at the end of the
    /// grid. \returns 0 if there is no room
    std::uint64_t allocate(std::uint64_t bytes, const ChildWork::Launch& launch);
    /// None if this is not the address of such memory.
    std::optional<ChildWork::Launch> take(std::uint64_t address);

    void add(std::uint64_t block, ChildWork work);
    /// In the order of the blocks, what is for the tail last.
    std::vector<ChildWork> takeWork();

    void setError(std::uint64_t thread, std::uint32_t error);
    std::uint32_t errorOf(std::uint64_t thread, bool clears);

    /// A stream or an event.
    std::uint64_t addHandle();
    bool dropHandle(std::uint64_t handle);
    bool hasHandle(std::uint64_t handle) const;

    /// The address of a text that lives as long as the grid; 0 if there is no room.
    std::uint64_t addressOf(std::string_view text);

  private:
    struct Given {
        std::uint64_t block; ///< linear index
        ChildWork work;
    };

    mutable std::mutex m_mutex;
    KernelHeap m_parameters;
    std::unordered_map<std::uint64_t, ChildWork::Launch> m_prepared; ///< by address
    std::unordered_map<std::uint64_t, std::uint32_t> m_errors;       ///< by thread of the grid
    std::unordered_set<std::uint64_t> m_handles;
    std::uint64_t m_lastHandle = 0x1000; ///< above CUDA's special streams
    std::unordered_map<std::string_view, std::uint64_t> m_texts;
    std::vector<Given> m_work;
};

} // namespace warpbench::simgpu::engine
