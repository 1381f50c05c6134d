// SPDX-License-Identifier: GPL-3.0-or-later
// The device and context of each thread.
#include "core/cudart/runtime.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace warpbench::cudart {

namespace {

/// A device's primary context, as this process holds it.
struct Primary {
    CUcontext context = nullptr; ///< null: not retained
    std::uint64_t resets = 0;
    bool isLost =
        false; ///< reset after an error that ends a context: no process gets the device back then
};

std::mutex g_mutex;
/// By device. Never destroyed: programs call the runtime from static destructors.
std::map<int, Primary>& primaries() {
    static auto* const map = new std::map<int, Primary>;
    return *map;
}
std::vector<int>* g_validDevices = nullptr; ///< cudaSetValidDevices; null: all

thread_local int t_device = -1;          ///< -1: none was chosen
thread_local std::uint64_t t_resets = 0; ///< of the device, when its context was made current
thread_local int t_currentPrimary = -1;  ///< device whose primary context the runtime made current

CUresult initialize() {
    static const CUresult result = cuInit(0);
    return result;
}

int chosenDevice() {
    if (t_device >= 0)
        return t_device;
    const std::lock_guard lock(g_mutex);
    return g_validDevices && !g_validDevices->empty() ? g_validDevices->front() : 0;
}

CUresult makeCurrent(int device) {
    const std::lock_guard lock(g_mutex);
    Primary& primary = primaries()[device];
    if (primary.isLost)
        return CUDA_ERROR_DEVICE_UNAVAILABLE;
    if (!primary.context) {
        CUdevice handle = 0;
        CUresult result = cuDeviceGet(&handle, device);
        if (result == CUDA_SUCCESS)
            result = cuDevicePrimaryCtxRetain(&primary.context, handle);
        if (result != CUDA_SUCCESS) {
            primary.context = nullptr;
            return result;
        }
    }
    t_currentPrimary = device;
    t_resets = primary.resets;
    return cuCtxSetCurrent(primary.context);
}

/// Whether the context that we made current is gone: its device was reset, maybe by another thread.
bool isStale(CUcontext current) {
    if (t_currentPrimary < 0)
        return false;
    const std::lock_guard lock(g_mutex);
    const Primary& primary = primaries()[t_currentPrimary];
    return primary.resets != t_resets && (!primary.context || primary.context != current);
}

CUresult deviceCount(int& count) {
    const CUresult ready = initialize();
    return ready == CUDA_SUCCESS ? cuDeviceGetCount(&count) : ready;
}

/// \returns cudaErrorInvalidDevice, cudaErrorNoDevice or success
cudaError_t checkDevice(int device) {
    int count = 0;
    const CUresult ready = deviceCount(count);
    if (ready != CUDA_SUCCESS)
        return as<cudaError_t>(ready);
    return device >= 0 && device < count ? cudaSuccess : cudaErrorInvalidDevice;
}

} // namespace

CUresult useContext() {
    const CUresult ready = initialize();
    if (ready != CUDA_SUCCESS)
        return ready;
    CUcontext current = nullptr;
    if (cuCtxGetCurrent(&current) == CUDA_SUCCESS && current && !isStale(current))
        return CUDA_SUCCESS;
    return makeCurrent(t_currentPrimary >= 0 && t_device < 0 ? t_currentPrimary : chosenDevice());
}

int currentDevice() {
    CUcontext current = nullptr;
    CUdevice device = 0;
    if (initialize() == CUDA_SUCCESS && cuCtxGetCurrent(&current) == CUDA_SUCCESS && current &&
        !isStale(current) && cuCtxGetDevice(&device) == CUDA_SUCCESS)
        return device;
    return chosenDevice();
}

} // namespace warpbench::cudart

using namespace warpbench::cudart;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    if (!count)
        return keep(cudaErrorInvalidValue);
    *count = 0;
    const CUresult result = deviceCount(*count);
    if (result == CUDA_SUCCESS && *count == 0)
        return keep(cudaErrorNoDevice);
    return keep(result);
}

cudaError_t cudaSetDevice(int device) {
    const cudaError_t valid = checkDevice(device);
    if (valid != cudaSuccess)
        return keep(valid);
    t_device = device;
    return keep(makeCurrent(device));
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
    const cudaError_t valid = checkDevice(device);
    if (valid != cudaSuccess)
        return keep(valid);
    if ((flags & cudaInitDeviceFlagsAreValid) != 0) {
        const CUresult set = cuDevicePrimaryCtxSetFlags(device, deviceFlags & ~cudaDeviceMapHost);
        if (set != CUDA_SUCCESS)
            return keep(set);
    }
    CUcontext before = nullptr;
    cuCtxGetCurrent(&before);
    const int primaryBefore = t_currentPrimary;
    const CUresult made = makeCurrent(device);
    cuCtxSetCurrent(before); // the device is made ready, not chosen
    t_currentPrimary = primaryBefore;
    return keep(made);
}

cudaError_t cudaGetDevice(int* device) {
    if (!device)
        return keep(cudaErrorInvalidValue);
    const CUresult ready = initialize();
    if (ready != CUDA_SUCCESS)
        return keep(ready);
    *device = currentDevice();
    return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
    if (count < 0 || (count > 0 && !devices))
        return keep(cudaErrorInvalidValue);
    for (int i = 0; i < count; ++i) {
        const cudaError_t valid = checkDevice(devices[i]);
        if (valid != cudaSuccess)
            return keep(valid);
    }
    const std::lock_guard lock(g_mutex);
    if (!g_validDevices)
        g_validDevices = new std::vector<int>;
    g_validDevices->assign(devices, devices + count);
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    constexpr unsigned kKnown = cudaDeviceMask;
    if ((flags & ~kKnown) != 0)
        return keep(cudaErrorInvalidValue);
    const CUresult ready = initialize();
    // Host memory is always mapped.
    return keep(ready == CUDA_SUCCESS
                    ? cuDevicePrimaryCtxSetFlags(currentDevice(), flags & ~cudaDeviceMapHost)
                    : ready);
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
    if (!flags)
        return keep(cudaErrorInvalidValue);
    const CUresult ready = initialize();
    int active = 0;
    const CUresult result =
        ready == CUDA_SUCCESS ? cuDevicePrimaryCtxGetState(currentDevice(), flags, &active) : ready;
    *flags |= cudaDeviceMapHost;
    return keep(result);
}

cudaError_t cudaDeviceSynchronize() {
    return call(cuCtxSynchronize);
}

cudaError_t cudaDeviceReset() {
    const CUresult ready = initialize();
    if (ready != CUDA_SUCCESS)
        return keep(ready);
    const int device = currentDevice();
    const CUresult state = useContext() == CUDA_SUCCESS ? cuCtxSynchronize() : CUDA_SUCCESS;
    {
        const std::lock_guard lock(g_mutex);
        Primary& primary = primaries()[device];
        primary.context = nullptr;
        primary.isLost = state != CUDA_SUCCESS;
        ++primary.resets;
    }
    const CUresult result = cuDevicePrimaryCtxReset(device);
    cuCtxSetCurrent(nullptr);
    return keep(result);
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
    return call(cuCtxSetLimit, as<CUlimit>(limit), value);
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
    return call(cuCtxGetLimit, value, as<CUlimit>(limit));
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    return call(cuCtxSetCacheConfig, as<CUfunc_cache>(config));
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return call(cuCtxGetCacheConfig, reinterpret_cast<CUfunc_cache*>(config));
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return cudaSuccess; // banks are 4 bytes wide since compute capability 5.0
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    if (!config)
        return keep(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return call(cuCtxGetStreamPriorityRange, least, greatest);
}
cudaError_t cudaCtxResetPersistingL2Cache() {
    return call(cuCtxResetPersistingL2Cache);
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    return call(cuMemGetInfo, free, total);
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    if (!can)
        return keep(cudaErrorInvalidValue);
    for (const int ordinal : {device, peer}) {
        const cudaError_t valid = checkDevice(ordinal);
        if (valid != cudaSuccess)
            return keep(valid);
    }
    return keep(cuDeviceCanAccessPeer(can, device, peer));
}

namespace {

/// The primary context of a device, made if need be; the thread's current one stays.
CUresult primaryOf(int device, CUcontext& context) {
    const CUresult ready = useContext();
    if (ready != CUDA_SUCCESS)
        return ready;
    const std::lock_guard lock(g_mutex);
    Primary& primary = primaries()[device];
    CUresult result = CUDA_SUCCESS;
    if (!primary.context)
        result = cuDevicePrimaryCtxRetain(&primary.context, device);
    context = primary.context;
    return result;
}

/// The primary contexts of a copy between devices.
struct Peers {
    CUcontext to = nullptr;
    CUcontext from = nullptr;
};

CUresult peersOf(int toDevice, int fromDevice, Peers& peers) {
    for (const int device : {toDevice, fromDevice}) {
        const cudaError_t valid = checkDevice(device);
        if (valid != cudaSuccess)
            return as<CUresult>(valid); // both have the same numbers
    }
    const CUresult result = primaryOf(toDevice, peers.to);
    return result == CUDA_SUCCESS ? primaryOf(fromDevice, peers.from) : result;
}

} // namespace

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
    const cudaError_t valid = checkDevice(peer);
    if (valid != cudaSuccess)
        return keep(valid);
    if (flags != 0)
        return keep(cudaErrorInvalidValue);
    if (peer == currentDevice())
        return keep(cudaErrorPeerAccessUnsupported);
    CUcontext context = nullptr;
    const CUresult ready = primaryOf(peer, context);
    return keep(ready == CUDA_SUCCESS ? cuCtxEnablePeerAccess(context, flags) : ready);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    const cudaError_t valid = checkDevice(peer);
    if (valid != cudaSuccess)
        return keep(valid);
    CUcontext context = nullptr;
    const CUresult ready = primaryOf(peer, context);
    return keep(ready == CUDA_SUCCESS ? cuCtxDisablePeerAccess(context) : ready);
}

cudaError_t cudaMemcpyPeer(void* to, int toDevice, const void* from, int fromDevice,
                           std::size_t bytes) {
    Peers peers;
    const CUresult found = peersOf(toDevice, fromDevice, peers);
    if (found != CUDA_SUCCESS)
        return keep(found);
    return keep(cuMemcpyPeer(address(to), peers.to, address(from), peers.from, bytes));
}

cudaError_t cudaMemcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice,
                                std::size_t bytes, cudaStream_t stream) {
    Peers peers;
    const CUresult found = peersOf(toDevice, fromDevice, peers);
    if (found != CUDA_SUCCESS)
        return keep(found);
    return keep(cuMemcpyPeerAsync(address(to), peers.to, address(from), peers.from, bytes, stream));
}

} // extern "C"
