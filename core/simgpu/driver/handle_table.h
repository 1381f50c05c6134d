// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/host/shared_mutex.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <vector>

namespace warpbench::simgpu::driver {

/// What an API handle represents. A handle is never an address but a number that is used only once,
/// so a freed or invented handle is detected instead of being dereferenced.
enum class HandleKind : std::uint8_t {
    context = 1,
    stream,
    event,
    module,
    function,
    library,
    kernel,
    array,
    mipmappedArray,
    texture,
    surface,
    memoryPool,
    memory, ///< from cuMemCreate
    linker,
    graph,
    graphNode,
    graphExec,
    userObject,
    condition,
};

/// The live objects behind one kind of handle. Thread-safe. Looking up an object keeps it alive,
/// even if another thread destroys its handle meanwhile.
template <typename Object, HandleKind Kind>
class HandleTable {
  public:
    using Pointer = std::shared_ptr<Object>;

    std::uint64_t add(Pointer object) {
        const std::unique_lock lock(m_mutex);
        const std::uint64_t handle = nextHandle();
        m_objects.emplace(handle, std::move(object));
        return handle;
    }

    /// The same for a handle that was assigned elsewhere.
    void insert(std::uint64_t handle, Pointer object) {
        const std::unique_lock lock(m_mutex);
        m_objects.emplace(handle, std::move(object));
    }

    Pointer find(std::uint64_t handle) const {
        const std::shared_lock lock(m_mutex);
        const auto it = m_objects.find(handle);
        return it == m_objects.end() ? nullptr : it->second;
    }

    /// Removes the handle; null if it is unknown.
    Pointer remove(std::uint64_t handle) {
        const std::unique_lock lock(m_mutex);
        const auto it = m_objects.find(handle);
        if (it == m_objects.end())
            return nullptr;
        Pointer object = std::move(it->second);
        m_objects.erase(it);
        return object;
    }

    /// Removes every handle whose object matches. Returns the objects, so that they are destroyed
    /// outside the lock.
    template <typename Predicate>
    std::vector<Pointer> removeIf(Predicate&& fits) {
        std::vector<Pointer> removed;
        const std::unique_lock lock(m_mutex);
        for (auto it = m_objects.begin(); it != m_objects.end();) {
            if (fits(*it->second)) {
                removed.push_back(std::move(it->second));
                it = m_objects.erase(it);
            } else {
                ++it;
            }
        }
        return removed;
    }

    std::vector<Pointer> all() const {
        std::vector<Pointer> objects;
        const std::shared_lock lock(m_mutex);
        for (const auto& [handle, object] : m_objects)
            objects.push_back(object);
        return objects;
    }

  private:
    static std::uint64_t nextHandle() {
        static std::atomic<std::uint64_t> next{1};
        return (0x5100ull + static_cast<std::uint64_t>(Kind)) << 40 | next.fetch_add(1) << 4;
    }

    mutable host::SharedMutex m_mutex;
    std::map<std::uint64_t, Pointer> m_objects;
};

template <typename Opaque>
Opaque toHandle(std::uint64_t value) {
    return reinterpret_cast<Opaque>(static_cast<std::uintptr_t>(value));
}
template <typename Opaque>
std::uint64_t fromHandle(Opaque handle) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(handle));
}

} // namespace warpbench::simgpu::driver
