// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/machine/kernel_runtime.h"

#include "core/simgpu/engine/machine/call_values.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/pointer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

namespace warpbench::simgpu::engine {

std::uint64_t KernelRuntime::allocate(std::uint64_t bytes, const ChildWork::Launch& launch) {
    const std::uint64_t address =
        m_parameters.allocate(std::max<std::uint64_t>(bytes, 1), ~std::uint64_t{0});
    if (address == 0)
        return 0;
    const std::lock_guard lock(m_mutex);
    ChildWork::Launch& prepared = m_prepared[address] = launch;
    prepared.parameters.resize(bytes);
    return address;
}

std::optional<ChildWork::Launch> KernelRuntime::take(std::uint64_t address) {
    ChildWork::Launch launch;
    {
        const std::lock_guard lock(m_mutex);
        auto node = m_prepared.extract(address);
        if (node.empty())
            return std::nullopt;
        launch = std::move(node.mapped());
    }
    if (!launch.parameters.empty())
        std::memcpy(launch.parameters.data(), pointerTo(address), launch.parameters.size());
    m_parameters.free(address);
    return launch;
}

void KernelRuntime::add(std::uint64_t block, ChildWork work) {
    const std::lock_guard lock(m_mutex);
    m_work.push_back({block, std::move(work)});
}

std::vector<ChildWork> KernelRuntime::takeWork() {
    const std::lock_guard lock(m_mutex);
    // One worker runs a block, so the work of a block is in order already.
    std::stable_sort(m_work.begin(), m_work.end(), [](const Given& a, const Given& b) {
        return std::pair(a.work.atTail, a.block) < std::pair(b.work.atTail, b.block);
    });
    std::vector<ChildWork> work;
    work.reserve(m_work.size());
    for (Given& given : m_work)
        work.push_back(std::move(given.work));
    m_work.clear();
    return work;
}

void KernelRuntime::setError(std::uint64_t thread, std::uint32_t error) {
    const std::lock_guard lock(m_mutex);
    m_errors[thread] = error;
}

std::uint32_t KernelRuntime::errorOf(std::uint64_t thread, bool clears) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_errors.find(thread);
    if (found == m_errors.end())
        return 0;
    const std::uint32_t error = found->second;
    if (clears)
        m_errors.erase(found);
    return error;
}

std::uint64_t KernelRuntime::addHandle() {
    const std::lock_guard lock(m_mutex);
    return *m_handles.insert(++m_lastHandle).first;
}

bool KernelRuntime::dropHandle(std::uint64_t handle) {
    const std::lock_guard lock(m_mutex);
    return m_handles.erase(handle) > 0;
}

bool KernelRuntime::hasHandle(std::uint64_t handle) const {
    const std::lock_guard lock(m_mutex);
    return m_handles.contains(handle);
}

std::uint64_t KernelRuntime::addressOf(std::string_view text) {
    const std::lock_guard lock(m_mutex);
    std::uint64_t& address = m_texts[text];
    if (address == 0)
        address = m_parameters.allocate(text.size() + 1, ~std::uint64_t{0});
    if (address != 0)
        std::memcpy(pointerTo(address), text.data(), text.size() + 1);
    return address;
}

/// A call by one lane.
struct RuntimeCall {
    Warp& w;
    const Inst* ip;
    const CallSite& site;
    std::uint32_t lane;

    Launch& launch() const { return w.block->launch; }
    KernelRuntime& runtime() const { return launch().runtime; }
    std::uint64_t value(std::size_t index) const { return argument(w, site, index, lane); }
    std::uint32_t word(std::size_t index) const { return argumentWord(w, site, index, lane, 0); }
    Dim3 size(std::size_t index) const {
        return {argumentWord(w, site, index, lane, 0), argumentWord(w, site, index, lane, 1),
                argumentWord(w, site, index, lane, 2)};
    }
    std::uint64_t thread() const {
        return w.block->linear * launch().threadsPerBlock + std::uint64_t{w.index} * kLanes + lane;
    }
};

namespace {

using Result = std::optional<std::uint64_t>;

/// Values of cudaError_t.
enum : std::uint32_t {
    kSuccess = 0,
    kInvalidValue = 1,
    kMemoryAllocation = 2,
    kInvalidConfiguration = 9,
    kInvalidDeviceFunction = 98,
    kInvalidDevice = 101,
    kInvalidResourceHandle = 400,
    kLaunchOutOfResources = 701,
    kNotSupported = 801,
};

struct ErrorText {
    std::uint32_t error;
    std::string_view name, text;
};
constexpr ErrorText kErrorTexts[] = {
    {kSuccess, "cudaSuccess", "no error"},
    {kInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {kMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {kInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {kInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {kInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {kInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {kLaunchOutOfResources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {kNotSupported, "cudaErrorNotSupported", "operation not supported"},
};

/// cudaGetLastError gives the error to the thread.
Result given(const RuntimeCall& call, std::uint32_t error) {
    if (error != kSuccess)
        call.runtime().setError(call.thread(), error);
    return error;
}

/// Gives a value to the program through a pointer.
template <class T>
Result write(const RuntimeCall& call, std::size_t pointer, T value) {
    const std::uint64_t address = call.value(pointer);
    if (address == 0)
        return given(call, kInvalidValue);
    if (!writeBytes(call.w, call.ip, call.lane, address, &value, sizeof value))
        return std::nullopt;
    return kSuccess;
}

// Streams. Work runs in the order of its calls, which is an order that every stream and event
// allows.

constexpr std::uint64_t kTailLaunch = 3;
constexpr std::uint64_t kFireAndForget = 4;

bool isStream(const RuntimeCall& call, std::uint64_t stream) {
    return stream <= kFireAndForget || call.runtime().hasHandle(stream);
}

Result addWork(const RuntimeCall& call, ChildWork work, std::uint64_t stream) {
    if (!isStream(call, stream))
        return given(call, kInvalidResourceHandle);
    work.atTail = stream == kTailLaunch;
    call.runtime().add(call.w.block->linear, std::move(work));
    return kSuccess;
}

// Launches.

std::optional<std::uint32_t> kernelAt(const Program& program, std::uint64_t address) {
    if (!isWindow(address, kCodeWindow) || address % kCodeStep != 0)
        return std::nullopt;
    const std::uint64_t number = (address - kCodeWindow) / kCodeStep;
    const auto found = std::find_if(program.entries.begin(), program.entries.end(),
                                    [&](std::uint32_t entry) { return entry + 1u == number; });
    if (found == program.entries.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(found - program.entries.begin());
}

/// \param prepared  what launchDevice gets
std::uint32_t checkLaunch(const RuntimeCall& call, std::uint64_t function,
                          ChildWork::Launch& prepared) {
    const auto kernel = kernelAt(call.launch().program, function);
    if (!kernel)
        return kInvalidDeviceFunction;
    prepared.kernel = *kernel;
    const DeviceServices* services = call.launch().request.services;
    return services ? services->errorOf(prepared) : kNotSupported;
}

/// (function, grid, block, shared bytes) → memory for the parameters
Result getParameterBufferV2(RuntimeCall& call) {
    ChildWork::Launch launch;
    launch.grid = call.size(1);
    launch.block = call.size(2);
    launch.dynamicShared = call.word(3);
    if (const std::uint32_t error = checkLaunch(call, call.value(0), launch); error != kSuccess) {
        given(call, error);
        return 0;
    }
    const std::uint64_t address = call.runtime().allocate(
        call.launch().program.kernels[launch.kernel].parameterBytes, launch);
    if (address == 0)
        given(call, kLaunchOutOfResources);
    return address;
}

/// (memory, stream)
Result launchDeviceV2(RuntimeCall& call) {
    auto launch = call.runtime().take(call.value(0));
    if (!launch)
        return given(call, kInvalidValue);
    return addWork(call, {std::move(*launch)}, call.value(1));
}

/// (alignment, bytes) → memory
Result getParameterBuffer(RuntimeCall& call) {
    const std::uint64_t address = call.runtime().allocate(call.value(1), {});
    if (address == 0)
        given(call, kLaunchOutOfResources);
    return address;
}

/// (function, memory, grid, block, shared bytes, stream)
Result launchDevice(RuntimeCall& call) {
    auto launch = call.runtime().take(call.value(1));
    if (!launch)
        return given(call, kInvalidValue);
    launch->grid = call.size(2);
    launch->block = call.size(3);
    launch->dynamicShared = call.word(4);
    if (const std::uint32_t error = checkLaunch(call, call.value(0), *launch); error != kSuccess)
        return given(call, error);
    launch->parameters.resize(call.launch().program.kernels[launch->kernel].parameterBytes);
    return addWork(call, {std::move(*launch)}, call.value(5));
}

// Errors.

Result getLastError(RuntimeCall& call) {
    return call.runtime().errorOf(call.thread(), true);
}

Result peekAtLastError(RuntimeCall& call) {
    return call.runtime().errorOf(call.thread(), false);
}

const ErrorText* textOf(std::uint32_t error) {
    const auto* found = std::find_if(std::begin(kErrorTexts), std::end(kErrorTexts),
                                     [&](const ErrorText& text) { return text.error == error; });
    return found == std::end(kErrorTexts) ? nullptr : found;
}

Result getErrorName(RuntimeCall& call) {
    const ErrorText* known = textOf(call.word(0));
    return call.runtime().addressOf(known ? known->name : "unrecognized error code");
}

Result getErrorString(RuntimeCall& call) {
    const ErrorText* known = textOf(call.word(0));
    return call.runtime().addressOf(known ? known->text : "unrecognized error code");
}

// The device.

Result getDevice(RuntimeCall& call) {
    const DeviceServices* services = call.launch().request.services;
    return write(call, 0, services ? services->ordinal() : 0);
}

Result getDeviceCount(RuntimeCall& call) {
    const DeviceServices* services = call.launch().request.services;
    return write(call, 0, services ? services->count() : 1);
}

Result getAttribute(RuntimeCall& call) {
    const DeviceServices* services = call.launch().request.services;
    if (!services || static_cast<int>(call.word(2)) != services->ordinal())
        return given(call, kInvalidDevice);
    const auto value = services->attribute(static_cast<int>(call.word(1)));
    return value ? write(call, 0, *value) : given(call, kInvalidValue);
}

Result getRuntimeVersion(RuntimeCall& call) {
    constexpr int kVersion = 13000; // of the documentation that this follows
    return write(call, 0, kVersion);
}

/// (blocks, function, threads, shared bytes)
Result getOccupancy(RuntimeCall& call) {
    const DeviceServices* services = call.launch().request.services;
    const auto kernel = kernelAt(call.launch().program, call.value(1));
    if (!kernel || !services)
        return given(call, kInvalidDeviceFunction);
    return write(call, 0,
                 services->residentBlocks(*kernel, static_cast<int>(call.word(2)), call.value(3)));
}

// Streams and events.

Result createHandle(RuntimeCall& call) {
    return write(call, 0, call.runtime().addHandle());
}

Result destroyHandle(RuntimeCall& call) {
    return call.runtime().dropHandle(call.value(0)) ? kSuccess
                                                    : given(call, kInvalidResourceHandle);
}

/// (stream, event)
Result waitForEvent(RuntimeCall& call) {
    return isStream(call, call.value(0)) && call.runtime().hasHandle(call.value(1))
               ? kSuccess
               : given(call, kInvalidResourceHandle);
}

/// (event, stream)
Result recordEvent(RuntimeCall& call) {
    return call.runtime().hasHandle(call.value(0)) && isStream(call, call.value(1))
               ? kSuccess
               : given(call, kInvalidResourceHandle);
}

// Memory.

/// (pointer, bytes): from the heap of `malloc`
Result allocate(RuntimeCall& call) {
    Launch& launch = call.launch();
    const std::uint64_t limit =
        launch.request.heapBytes ? launch.request.heapBytes : launch.program.model.heapBytes;
    const std::uint64_t size = call.value(1);
    const std::uint64_t base = launch.heap->allocate(size, limit);
    if (base == 0 && size > 0)
        return given(call, kMemoryAllocation);
    if (base && launch.request.checks.uninitialized)
        launch.program.memory->markUninitialized(base, size);
    return write(call, 0, base);
}

Result release(RuntimeCall& call) {
    const std::uint64_t base = call.value(0);
    return base == 0 || call.launch().heap->free(base) ? kSuccess : given(call, kInvalidValue);
}

/// (to, from, bytes, kind, stream)
Result copy(RuntimeCall& call) {
    const std::uint64_t bytes = call.value(2);
    return addWork(call, {ChildWork::Copy{call.value(0), bytes, call.value(1), bytes, bytes, 1}},
                   call.value(4));
}

/// (to, pitch, from, pitch, width, height, kind, stream)
Result copyRows(RuntimeCall& call) {
    return addWork(call,
                   {ChildWork::Copy{call.value(0), call.value(1), call.value(2), call.value(3),
                                    call.value(4), call.value(5)}},
                   call.value(7));
}

/// (address, value, bytes, stream)
Result fill(RuntimeCall& call) {
    const std::uint64_t bytes = call.value(2);
    return addWork(call, {ChildWork::Fill{call.value(0), bytes, call.word(1), bytes, 1}},
                   call.value(3));
}

/// (address, pitch, value, width, height, stream)
Result fillRows(RuntimeCall& call) {
    return addWork(
        call,
        {ChildWork::Fill{call.value(0), call.value(1), call.word(2), call.value(3), call.value(4)}},
        call.value(5));
}

constexpr RuntimeFunction kFunctions[] = {
    {"GetParameterBufferV2", "8", "8cc4", getParameterBufferV2},
    {"LaunchDeviceV2", "4", "88", launchDeviceV2},
    {"LaunchDeviceV2_ptsz", "4", "88", launchDeviceV2},
    {"GetParameterBuffer", "8", "88", getParameterBuffer},
    {"LaunchDevice", "4", "88cc48", launchDevice},
    {"LaunchDevice_ptsz", "4", "88cc48", launchDevice},
    {"GetLastError", "4", "", getLastError},
    {"PeekAtLastError", "4", "", peekAtLastError},
    {"GetErrorName", "8", "4", getErrorName},
    {"GetErrorString", "8", "4", getErrorString},
    {"GetDevice", "4", "8", getDevice},
    {"GetDeviceCount", "4", "8", getDeviceCount},
    {"DeviceGetAttribute", "4", "844", getAttribute},
    {"RuntimeGetVersion", "4", "8", getRuntimeVersion},
    {"OccupancyMaxActiveBlocksPerMultiprocessor", "4", "8848", getOccupancy},
    {"OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", "4", "88484", getOccupancy},
    {"StreamCreateWithFlags", "4", "84", createHandle},
    {"StreamDestroy", "4", "8", destroyHandle},
    {"StreamWaitEvent", "4", "884", waitForEvent},
    {"StreamWaitEvent_ptsz", "4", "884", waitForEvent},
    {"EventCreateWithFlags", "4", "84", createHandle},
    {"EventDestroy", "4", "8", destroyHandle},
    {"EventRecord", "4", "88", recordEvent},
    {"EventRecord_ptsz", "4", "88", recordEvent},
    {"EventRecordWithFlags", "4", "884", recordEvent},
    {"EventRecordWithFlags_ptsz", "4", "884", recordEvent},
    {"Malloc", "4", "88", allocate},
    {"Free", "4", "8", release},
    {"MemcpyAsync", "4", "88848", copy},
    {"MemcpyAsync_ptsz", "4", "88848", copy},
    {"Memcpy2DAsync", "4", "88888848", copyRows},
    {"Memcpy2DAsync_ptsz", "4", "88888848", copyRows},
    {"MemsetAsync", "4", "8488", fill},
    {"MemsetAsync_ptsz", "4", "8488", fill},
    {"Memset2DAsync", "4", "884888", fillRows},
    {"Memset2DAsync_ptsz", "4", "884888", fillRows},
};

} // namespace

const RuntimeFunction* findRuntimeFunction(std::string_view name) {
    constexpr std::string_view kPrefix = "__cudaCDP2";
    if (!name.starts_with(kPrefix))
        return nullptr;
    name.remove_prefix(kPrefix.size());
    const auto* found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                     [&](const RuntimeFunction& f) { return f.name == name; });
    return found == std::end(kFunctions) ? nullptr : found;
}

const Inst* callRuntime(Warp& w, const Inst* ip) {
    const CallSite& site = callSiteOf(w, ip);
    for (std::uint32_t rest = w.mask; rest; rest &= rest - 1) {
        RuntimeCall call{w, ip, site, static_cast<std::uint32_t>(std::countr_zero(rest))};
        const Result result = site.runtimeFunction->perform(call);
        if (!result)
            return nullptr;
        giveResult(w, site, call.lane, *result);
    }
    return ip + 1;
}

} // namespace warpbench::simgpu::engine
