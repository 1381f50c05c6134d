// SPDX-License-Identifier: GPL-3.0-or-later
// Contexts: created and primary, the stack of each thread, limits and peers.
#include "core/simgpu/driver/runtime.h"

using namespace warpbench::simgpu::driver;

namespace {

// Version numbers that cuCtxGetApiVersion reports for each form of cuCtxCreate.
constexpr unsigned int kApiV2 = 3020;
constexpr unsigned int kApiV3 = 3030;
constexpr unsigned int kApiV4 = 3040;

constexpr unsigned int kContextFlags = CU_CTX_FLAGS_MASK;

CUresult createContext(CUcontext* pctx, unsigned int flags, CUdevice dev, unsigned int version) {
    return entry([&] {
        require(pctx != nullptr);
        Device& device = Runtime::get().device(dev);
        require((flags & ~kContextFlags) == 0);
        // At most one way of waiting may be named.
        const unsigned int schedule = flags & CU_CTX_SCHED_MASK;
        require((schedule & (schedule - 1)) == 0);
        auto context = std::make_shared<Context>(device, flags, version, false);
        context->setHandle(toHandle<CUcontext>(Runtime::get().contexts.add(context)));
        contextStack().push_back(context);
        *pctx = context->handle();
    });
}

/// The named context, or the current one for null.
ContextPtr contextOrCurrent(CUcontext handle) {
    if (handle == nullptr)
        return currentContext();
    ContextPtr context = Runtime::get().context(handle);
    context->requireUsable();
    return context;
}

} // namespace

CUresult CUDAAPI cuCtxCreate_v2(CUcontext* pctx, unsigned int flags, CUdevice dev) {
    return createContext(pctx, flags, dev, kApiV2);
}

CUresult CUDAAPI cuCtxCreate(CUcontext* pctx, unsigned int flags, CUdevice dev) {
    return createContext(pctx, flags, dev, kApiV2);
}

CUresult CUDAAPI cuCtxCreate_v3(CUcontext* pctx, CUexecAffinityParam* paramsArray, int numParams,
                                unsigned int flags, CUdevice dev) {
    if (paramsArray != nullptr || numParams != 0)
        return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
    return createContext(pctx, flags, dev, kApiV3);
}

CUresult CUDAAPI cuCtxCreate_v4(CUcontext* pctx, CUctxCreateParams* ctxCreateParams,
                                unsigned int flags, CUdevice dev) {
    if (ctxCreateParams) {
        if (ctxCreateParams->numExecAffinityParams != 0)
            return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
        if (ctxCreateParams->cigParams != nullptr)
            return CUDA_ERROR_NOT_SUPPORTED;
    }
    return createContext(pctx, flags, dev, kApiV4);
}

CUresult CUDAAPI cuCtxDestroy_v2(CUcontext ctx) {
    return entry([&] {
        require(ctx != nullptr);
        const ContextPtr context = Runtime::get().context(ctx);
        require(!context->primary(), CUDA_ERROR_INVALID_CONTEXT);
        require(Runtime::get().contexts.remove(fromHandle(ctx)) != nullptr,
                CUDA_ERROR_INVALID_CONTEXT);
        context->destroyContents();
        auto& stack = contextStack();
        if (!stack.empty() && stack.back() == context)
            contextStack().pop_back();
    });
}

CUresult CUDAAPI cuCtxDestroy(CUcontext ctx) {
    return cuCtxDestroy_v2(ctx);
}

CUresult CUDAAPI cuCtxDetach(CUcontext ctx) {
    return ctx ? cuCtxDestroy_v2(ctx) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult CUDAAPI cuCtxPushCurrent_v2(CUcontext ctx) {
    return entry([&] {
        require(ctx != nullptr);
        contextStack().push_back(Runtime::get().context(ctx));
    });
}

CUresult CUDAAPI cuCtxPushCurrent(CUcontext ctx) {
    return cuCtxPushCurrent_v2(ctx);
}

CUresult CUDAAPI cuCtxPopCurrent_v2(CUcontext* pctx) {
    return entry([&] {
        auto& stack = contextStack();
        require(!stack.empty(), CUDA_ERROR_INVALID_CONTEXT);
        if (pctx)
            *pctx = stack.back()->handle();
        contextStack().pop_back();
    });
}

CUresult CUDAAPI cuCtxPopCurrent(CUcontext* pctx) {
    return cuCtxPopCurrent_v2(pctx);
}

CUresult CUDAAPI cuCtxSetCurrent(CUcontext ctx) {
    return entry([&] {
        auto& stack = contextStack();
        ContextPtr context = ctx ? Runtime::get().context(ctx) : nullptr;
        if (!stack.empty())
            contextStack().pop_back();
        if (context)
            contextStack().push_back(std::move(context));
    });
}

CUresult CUDAAPI cuCtxGetCurrent(CUcontext* pctx) {
    return entry([&] {
        require(pctx != nullptr);
        const auto& stack = contextStack();
        *pctx = stack.empty() ? nullptr : stack.back()->handle();
    });
}

CUresult CUDAAPI cuCtxGetDevice(CUdevice* device) {
    return entry([&] {
        require(device != nullptr);
        const auto& stack = contextStack();
        require(!stack.empty(), CUDA_ERROR_INVALID_CONTEXT);
        *device = stack.back()->device().ordinal();
    });
}

CUresult CUDAAPI cuCtxGetDevice_v2(CUdevice* device, CUcontext ctx) {
    if (ctx == nullptr)
        return cuCtxGetDevice(device);
    return entry([&] {
        require(device != nullptr);
        *device = Runtime::get().context(ctx)->device().ordinal();
    });
}

CUresult CUDAAPI cuCtxGetFlags(unsigned int* flags) {
    return entry([&] {
        require(flags != nullptr);
        *flags = currentContext()->flags();
    });
}

CUresult CUDAAPI cuCtxSetFlags(unsigned int flags) {
    return entry([&] {
        require((flags & ~kContextFlags) == 0);
        currentContext()->setFlags(flags);
    });
}

CUresult CUDAAPI cuCtxGetId(CUcontext ctx, unsigned long long* ctxId) {
    return entry([&] {
        require(ctxId != nullptr);
        *ctxId = contextOrCurrent(ctx)->id();
    });
}

CUresult CUDAAPI cuCtxSynchronize(void) {
    return entry([] { currentContext()->synchronize(); });
}

CUresult CUDAAPI cuCtxSynchronize_v2(CUcontext ctx) {
    return entry([&] { contextOrCurrent(ctx)->synchronize(); });
}

CUresult CUDAAPI cuCtxSetLimit(CUlimit limit, size_t value) {
    return entry([&] { currentContext()->setLimit(limit, value); });
}

CUresult CUDAAPI cuCtxGetLimit(size_t* pvalue, CUlimit limit) {
    return entry([&] {
        require(pvalue != nullptr);
        *pvalue = currentContext()->limit(limit);
    });
}

CUresult CUDAAPI cuCtxGetCacheConfig(CUfunc_cache* pconfig) {
    return entry([&] {
        require(pconfig != nullptr);
        *pconfig = currentContext()->cacheConfig();
    });
}

CUresult CUDAAPI cuCtxSetCacheConfig(CUfunc_cache config) {
    return entry([&] {
        require(config >= CU_FUNC_CACHE_PREFER_NONE && config <= CU_FUNC_CACHE_PREFER_EQUAL);
        currentContext()->setCacheConfig(config);
    });
}

CUresult CUDAAPI cuCtxGetSharedMemConfig(CUsharedconfig* pConfig) {
    return entry([&] {
        require(pConfig != nullptr);
        currentContext();
        *pConfig = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    });
}

CUresult CUDAAPI cuCtxSetSharedMemConfig(CUsharedconfig config) {
    return entry([&] {
        // Banks are four bytes wide since compute capability 5.0; real drivers take the wish and go
        // on.
        require(config >= CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE &&
                config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE);
        currentContext();
    });
}

CUresult CUDAAPI cuCtxGetApiVersion(CUcontext ctx, unsigned int* version) {
    return entry([&] {
        require(version != nullptr);
        *version = contextOrCurrent(ctx)->apiVersion();
    });
}

CUresult CUDAAPI cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
    return entry([&] {
        currentContext();
        if (leastPriority)
            *leastPriority = 0;
        if (greatestPriority)
            *greatestPriority = kGreatestPriority;
    });
}

CUresult CUDAAPI cuCtxResetPersistingL2Cache(void) {
    return entry([] { currentContext(); });
}

CUresult CUDAAPI cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) {
    return entry([&] {
        require(Flags == 0);
        const ContextPtr context = currentContext();
        const ContextPtr peer = Runtime::get().context(peerContext);
        // Itself included: documented is CUDA_ERROR_INVALID_CONTEXT, driver 580 says this.
        require(context->device().canReach(peer->device()), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
        context->enablePeer(peer->device());
    });
}

CUresult CUDAAPI cuCtxDisablePeerAccess(CUcontext peerContext) {
    return entry([&] {
        const ContextPtr context = currentContext();
        context->disablePeer(Runtime::get().context(peerContext)->device());
    });
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) {
    return entry([&] {
        require(pctx != nullptr);
        *pctx = Runtime::get().device(dev).retainPrimary()->handle();
    });
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease_v2(CUdevice dev) {
    return entry([&] { Runtime::get().device(dev).releasePrimary(); });
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice dev) {
    return cuDevicePrimaryCtxRelease_v2(dev);
}

CUresult CUDAAPI cuDevicePrimaryCtxReset_v2(CUdevice dev) {
    return entry([&] { Runtime::get().device(dev).resetPrimary(); });
}

CUresult CUDAAPI cuDevicePrimaryCtxReset(CUdevice dev) {
    return cuDevicePrimaryCtxReset_v2(dev);
}

CUresult CUDAAPI cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags) {
    return entry([&] {
        Device& device = Runtime::get().device(dev);
        require((flags & ~kContextFlags) == 0);
        device.setPrimaryFlags(flags);
    });
}

CUresult CUDAAPI cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) {
    return cuDevicePrimaryCtxSetFlags_v2(dev, flags);
}

CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active) {
    return entry([&] {
        require(flags != nullptr && active != nullptr);
        bool isActive = false;
        Runtime::get().device(dev).primaryState(*flags, isActive);
        *active = isActive;
    });
}
