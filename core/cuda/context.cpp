// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/context.h"

#include "core/cuda/context_state.h"
#include "core/cuda/driver.h"

#include <atomic>
#include <cstdio>

namespace warpbench::cuda {

namespace {

/// The context that this thread's innermost scope made current.
constinit thread_local ContextState* t_current = nullptr;

void printCleanupError(const char* line) {
    std::fprintf(stderr, "warning: %s\n", line);
}

std::atomic<CleanupErrorHandler> g_cleanupErrorHandler = &printCleanupError;

/// Errors in a destructor. Errors that only say that the context is broken were reported before.
void reportCleanup(const Driver& driver, CUresult code, const char* call,
                   const std::string& device) noexcept {
    if (code == CUDA_SUCCESS || CudaError::isSticky(code) || code == CUDA_ERROR_DEINITIALIZED ||
        code == CUDA_ERROR_CONTEXT_IS_DESTROYED)
        return;
    const CudaError error(driver, code, call, {}, device);
    g_cleanupErrorHandler.load()(error.what());
}

} // namespace

void setCleanupErrorHandler(CleanupErrorHandler handler) noexcept {
    g_cleanupErrorHandler = handler ? handler : &printCleanupError;
}

// ContextState

ContextState::ContextState(const Device& device, std::string name, CUcontext handle, bool primary)
    : m_device(device)
    , m_handle(handle)
    , m_primary(primary)
    , m_deviceName(std::move(name))
    , m_owner(OwnerThread::ofThisThread()) {}

ContextPtr ContextState::make(const Device& device, std::string name, CUcontext handle,
                              bool primary) {
    auto* made = new ContextState(device, std::move(name), handle, primary);
    return ContextPtr(made, [](ContextState* state) {
        if (state->ownedByThisThread()) {
            // Other threads may have left handles of this context; they go first.
            const std::shared_ptr<OwnerThread> owner = state->m_owner;
            if (owner->capturing()) {
                Grave grave{.context = state};
                owner->leave(grave);
                return;
            }
            owner->drain();
            delete state;
            return;
        }
        Grave grave{.context = state};
        if (!state->owner().leave(grave))
            delete state;
    });
}

ContextState::~ContextState() {
    const CUresult code =
        m_primary ? api().primaryContextRelease(m_device.handle()) : api().contextDestroy(m_handle);
    const char* call = m_primary ? "cuDevicePrimaryCtxRelease" : "cuCtxDestroy";
    reportCleanup(driver(), code, call, m_deviceName);
}

void ContextState::raise(CUresult code, const char* call, const ErrorText& object,
                         std::string detail) const {
    throw CudaError(driver(), code, call, object, m_deviceName, std::move(detail));
}

void ContextState::bury(Grave grave) noexcept {
    const bool now = ownedByThisThread() && !m_owner->capturing();
    if (now || !m_owner->leave(grave))
        free(grave);
}

void ContextState::free(const Grave& grave) noexcept {
    const bool push = t_current != this;
    CUresult code = push ? api().contextPush(m_handle) : CUDA_SUCCESS;
    if (code == CUDA_SUCCESS) {
        code = grave.free(api(), grave.handle);
        CUcontext popped = nullptr;
        if (push)
            api().contextPop(&popped);
    }
    reportCleanup(driver(), code, grave.call, m_deviceName);
}

// Context

Context Context::create(const Device& device, unsigned flags) {
    OwnerThread::ofThisThread()->drain();
    const Driver& driver = device.driver();
    std::string name = device.name();
    CUcontext handle = nullptr;
    const CUresult code = driver.api().contextCreate(&handle, flags, device.handle());
    if (code != CUDA_SUCCESS)
        throw CudaError(driver, code, "cuCtxCreate", {}, name);
    Context context(ContextState::make(device, std::move(name), handle, false));
    // cuCtxCreate leaves the new context current; ours become current in scopes only.
    CUcontext popped = nullptr;
    driver.check(driver.api().contextPop(&popped), "cuCtxPopCurrent");
    return context;
}

Context Context::primary(const Device& device) {
    OwnerThread::ofThisThread()->drain();
    const Driver& driver = device.driver();
    std::string name = device.name();
    CUcontext handle = nullptr;
    const CUresult code = driver.api().primaryContextRetain(&handle, device.handle());
    if (code != CUDA_SUCCESS)
        throw CudaError(driver, code, "cuDevicePrimaryCtxRetain", {}, name);
    return Context(ContextState::make(device, std::move(name), handle, true));
}

const Device& Context::device() const noexcept {
    return m_state->device();
}
const Driver& Context::driver() const noexcept {
    return m_state->driver();
}
CUcontext Context::handle() const noexcept {
    return m_state->handle();
}
bool Context::isPrimary() const noexcept {
    return m_state->primary();
}
bool Context::ownedByThisThread() const noexcept {
    return m_state->ownedByThisThread();
}

void Context::synchronize() const {
    const ContextScope scope(*this);
    m_state->check(m_state->api().contextSynchronize(), "cuCtxSynchronize");
}

Context::MemoryInfo Context::memoryInfo() const {
    const ContextScope scope(*this);
    MemoryInfo info;
    m_state->check(m_state->api().memGetInfo(&info.freeBytes, &info.totalBytes), "cuMemGetInfo");
    return info;
}

std::size_t Context::limit(CUlimit limit) const {
    const ContextScope scope(*this);
    std::size_t value = 0;
    m_state->check(m_state->api().contextGetLimit(&value, limit), "cuCtxGetLimit");
    return value;
}

void Context::setLimit(CUlimit limit, std::size_t value) const {
    const ContextScope scope(*this);
    if (const CUresult code = m_state->api().contextSetLimit(limit, value); code != CUDA_SUCCESS)
        m_state->raise(
            code, "cuCtxSetLimit",
            phrase("limit {number} = {value}", {{"number", int(limit)}, {"value", value}}));
}

Context::PriorityRange Context::streamPriorities() const {
    const ContextScope scope(*this);
    PriorityRange range;
    m_state->check(m_state->api().contextGetStreamPriorityRange(&range.least, &range.greatest),
                   "cuCtxGetStreamPriorityRange");
    return range;
}

void Context::enablePeerAccess(const Context& peer) const {
    const ContextScope scope(*this);
    const CUresult code = m_state->api().contextEnablePeerAccess(peer.handle(), 0);
    if (code != CUDA_SUCCESS && code != CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED)
        m_state->raise(code, "cuCtxEnablePeerAccess",
                       phrase("memory of {device}", {{"device", peer.state()->deviceName()}}));
}

void Context::drain() const {
    const ContextScope scope(*this);
}

// LimitScope

LimitScope::LimitScope(const Context& context, CUlimit limit, std::size_t value)
    : m_context(context)
    , m_limit(limit)
    , m_before(context.limit(limit)) {
    context.setLimit(limit, value);
}

LimitScope::~LimitScope() {
    try {
        m_context.setLimit(m_limit, m_before);
    } catch (const Error&) {
        // After an error that the context does not get over, nothing will use it again.
    }
}

// ContextScope

ContextScope::ContextScope(const ContextPtr& state) {
    if (!state->ownedByThisThread()) [[unlikely]]
        throw Error(ErrorKind::internal,
                    {"WB1801",
                     "a context of {device} was used on a thread that does not own it",
                     "this is a bug in the program; please report it",
                     {{"device", state->deviceName()}}});
    if (t_current != state.get()) {
        state->check(state->api().contextPush(state->handle()), "cuCtxPushCurrent");
        m_pushed = state;
        m_previous = t_current;
        t_current = state.get();
    }
    state->owner().drain();
}

ContextScope::~ContextScope() {
    if (!m_pushed)
        return;
    t_current = m_previous;
    CUcontext popped = nullptr;
    m_pushed->api().contextPop(&popped);
}

} // namespace warpbench::cuda
