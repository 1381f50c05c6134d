// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/driver.h"
#include "core/cuda/owner_thread.h"

#include <cuda.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Internals of core/cuda: the lifetime of contexts and their objects.
namespace warpbench::cuda {

/// The context itself.
class ContextState {
  public:
    /// Destroys the state on its own thread, whichever thread drops the last reference.
    /// \param name  of the device: queried before the context exists, which must not be leaked
    static ContextPtr make(const Device& device, std::string name, CUcontext handle, bool primary);
    ~ContextState(); ///< only through the ContextPtr's deleter and OwnerThread
    ContextState(const ContextState&) = delete;
    ContextState& operator=(const ContextState&) = delete;

    const Device& device() const noexcept { return m_device; }
    const Driver& driver() const noexcept { return m_device.driver(); }
    const DriverApi& api() const noexcept { return driver().api(); }
    CUcontext handle() const noexcept { return m_handle; }
    bool primary() const noexcept { return m_primary; }
    const std::string& deviceName() const noexcept { return m_deviceName; }

    OwnerThread& owner() const noexcept { return *m_owner; }
    bool ownedByThisThread() const noexcept { return m_owner->isThisThread(); }

    /// Frees a handle: now on the owning thread, otherwise later by that thread. Thread-safe.
    void bury(Grave grave) noexcept;
    /// Frees a handle now, on this thread; errors go to the CleanupErrorHandler.
    void free(const Grave& grave) noexcept;

    [[noreturn]] void raise(CUresult code, const char* call, const ErrorText& object = {},
                            std::string detail = {}) const;
    void check(CUresult code, const char* call, const char* object = "") const {
        if (code != CUDA_SUCCESS) [[unlikely]]
            raise(code, call, object);
    }

  private:
    ContextState(const Device& device, std::string name, CUcontext handle, bool primary);

    Device m_device;
    CUcontext m_handle;
    bool m_primary;
    std::string m_deviceName;
    std::shared_ptr<OwnerThread> m_owner;
};

/// A driver object: its handle, how to free it, and the context and objects it needs. The handle is
/// released before them.
class ObjectBox {
  public:
    ObjectBox(ContextPtr context, std::uint64_t handle, Grave::Free free, const char* freeCall,
              std::shared_ptr<const void> needs = nullptr) noexcept
        : m_context(std::move(context))
        , m_needs(std::move(needs))
        , m_handle(handle)
        , m_free(free)
        , m_freeCall(freeCall) {}
    ~ObjectBox() {
        if (m_free)
            m_context->bury({m_context.get(), m_handle, m_free, m_freeCall, std::move(m_needs)});
    }
    ObjectBox(const ObjectBox&) = delete;
    ObjectBox& operator=(const ObjectBox&) = delete;

    const ContextPtr& context() const noexcept { return m_context; }
    const DriverApi& api() const noexcept { return m_context->api(); }
    std::uint64_t handle() const noexcept { return m_handle; }
    template <class Pointer>
    Pointer as() const noexcept {
        return reinterpret_cast<Pointer>(static_cast<std::uintptr_t>(m_handle));
    }

  private:
    ContextPtr m_context;
    std::shared_ptr<const void> m_needs;
    std::uint64_t m_handle;
    Grave::Free m_free; ///< null: nothing to free, e.g. for the default stream
    const char* m_freeCall;
};

inline std::uint64_t handleOf(const void* pointer) noexcept {
    return reinterpret_cast<std::uintptr_t>(pointer);
}
template <class Pointer>
Pointer pointerOf(std::uint64_t handle) noexcept {
    return reinterpret_cast<Pointer>(static_cast<std::uintptr_t>(handle));
}

/// A stream.
class StreamBox : public ObjectBox {
  public:
    using ObjectBox::ObjectBox;
};

} // namespace warpbench::cuda
