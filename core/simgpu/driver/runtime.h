// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/context.h"
#include "core/simgpu/driver/device.h"
#include "core/simgpu/driver/graph/graph.h"
#include "core/simgpu/driver/graph/user_object.h"
#include "core/simgpu/driver/handle_table.h"
#include "core/simgpu/driver/image/library.h"
#include "core/simgpu/driver/image/linker.h"
#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/launch/event.h"
#include "core/simgpu/driver/launch/scheduler.h"
#include "core/simgpu/driver/memory/array.h"
#include "core/simgpu/driver/memory/memory_pool.h"
#include "core/simgpu/driver/memory/memory_registry.h"
#include "core/simgpu/driver/memory/texture.h"
#include "core/simgpu/driver/memory/virtual_memory.h"

#include <memory>
#include <mutex>
#include <vector>

namespace warpbench::simgpu::driver {

/// All state of the library: created by cuInit and never destroyed, because threads of the program
/// may call the driver until the process ends.
class Runtime {
  public:
    static Runtime& get();

    /// The models to use if WARPBENCH_SIMGPU is not set, as a list in the same form.
    /// \throws CUDA_ERROR_NOT_PERMITTED after the devices have been created
    void offerModels(std::string list);
    /// Reads WARPBENCH_SIMGPU and creates the devices; later calls do nothing.
    void initialize();
    bool initialized() const noexcept { return m_initialized; }

    const std::vector<std::unique_ptr<Device>>& devices() const noexcept { return m_devices; }
    /// \throws CUDA_ERROR_INVALID_DEVICE
    Device& device(CUdevice ordinal) const;

    Scheduler& scheduler() noexcept { return m_scheduler; }
    MemoryRegistry& memory() noexcept { return m_memory; }
    VirtualMemory& virtualMemory() noexcept { return m_virtualMemory; }

    HandleTable<Context, HandleKind::context> contexts;
    HandleTable<Stream, HandleKind::stream> streams;
    HandleTable<Event, HandleKind::event> events;
    HandleTable<Module, HandleKind::module> modules;
    HandleTable<Function, HandleKind::function> functions;
    HandleTable<Library, HandleKind::library> libraries;
    HandleTable<Kernel, HandleKind::kernel> kernels;
    HandleTable<Linker, HandleKind::linker> linkers;
    HandleTable<Graph, HandleKind::graph> graphs;
    HandleTable<GraphNode, HandleKind::graphNode> graphNodes;
    HandleTable<GraphExec, HandleKind::graphExec> graphExecs;
    HandleTable<Array, HandleKind::array> arrays;
    HandleTable<MipmappedArray, HandleKind::mipmappedArray> mipmappedArrays;
    HandleTable<TextureObject, HandleKind::texture> textures;
    HandleTable<SurfaceObject, HandleKind::surface> surfaces;
    HandleTable<MemoryPool, HandleKind::memoryPool> pools;
    ManagedPools managedPools;
    HandleTable<UserObject, HandleKind::userObject> userObjects;
    HandleTable<Condition, HandleKind::condition> conditions;
    HandleTable<PhysicalMemory, HandleKind::memory> physicalMemory;

    /// \throws CUDA_ERROR_INVALID_CONTEXT
    ContextPtr context(CUcontext handle) const;
    /// Null, CU_STREAM_LEGACY and CU_STREAM_PER_THREAD belong to the current context.
    /// \throws CUDA_ERROR_INVALID_HANDLE, or the error of an unusable context
    std::shared_ptr<Stream> stream(CUstream handle) const;
    /// \throws CUDA_ERROR_INVALID_HANDLE
    std::shared_ptr<Event> event(CUevent handle) const;

    /// Waits for all work submitted to the streams of all contexts so far. Call before freeing
    /// memory that kernels of any context can reach.
    void waitForAllWork() const;

    /// Removes the handles of all objects that belong to a context.
    void dropObjectsOf(const Context& context);

  private:
    Runtime() = default;

    std::mutex m_mutex;
    std::string m_offered; ///< used if WARPBENCH_SIMGPU is not set
    std::atomic<bool> m_initialized{false};
    std::vector<std::unique_ptr<Device>> m_devices;
    Scheduler m_scheduler;
    MemoryRegistry m_memory;
    VirtualMemory m_virtualMemory;
};

} // namespace warpbench::simgpu::driver
