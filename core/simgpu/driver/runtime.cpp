// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/runtime.h"

#include "core/simgpu/driver/findings/profile_files.h"
#include "core/simgpu/driver/findings/program_faults.h"
#include "core/simgpu/driver/launch/launch_watch.h"
#include "core/simgpu/driver/model.h"
#include "core/simgpu/host/limits.h"
#include "core/simgpu/host/threads.h"

#include <algorithm>
#include <cstdlib>

namespace warpbench::simgpu::driver {

Runtime& Runtime::get() {
    static auto& runtime = *new Runtime;
    return runtime;
}

bool isInitialized() noexcept {
    return Runtime::get().initialized() && !host::isFork();
}

void Runtime::offerModels(std::string list) {
    const std::lock_guard lock(m_mutex);
    require(!m_initialized, CUDA_ERROR_NOT_PERMITTED);
    m_offered = std::move(list);
}

void Runtime::initialize() {
    // Threads and contexts do not come along with a fork (and the lock may be held for ever).
    require(!host::isFork(), CUDA_ERROR_NOT_INITIALIZED);
    const std::lock_guard lock(m_mutex);
    if (m_initialized)
        return;
    host::watchForks();
    const char* list = std::getenv("WARPBENCH_SIMGPU");
    if (!list || !*list)
        list = m_offered.c_str();
    std::uint64_t hostShare = host::availableMemory() / 4 * 3;
    // A smaller device, in bytes, to test a program's behaviour when memory runs out.
    if (const char* limit = std::getenv("WARPBENCH_SIMGPU_MEMORY"))
        hostShare = std::min<std::uint64_t>(hostShare, std::strtoull(limit, nullptr, 10));
    if (const char* jitter = std::getenv("WARPBENCH_SIMGPU_JITTER"))
        m_scheduler.setJitter(std::chrono::microseconds(std::strtoll(jitter, nullptr, 10)));
    std::vector<std::unique_ptr<Device>> devices; // all of them, or none
    for (const Model* model : chosenModels(list)) {
        std::uint64_t bytes = std::min(model->memoryBytes, hostShare) >> 20 << 20;
        devices.push_back(
            std::make_unique<Device>(static_cast<int>(devices.size()), *model, bytes));
    }
    for (const auto& device : devices) {
        device->observer().setChecks(checksOfEnvironment());
        device->observer().setMetrics(metricsOfEnvironment());
        if (ProfileFiles::ofProcess()) {
            wbsimProfiling wanted{};
            wanted.on = 1;
            device->observer().profiles().set(wanted);
        }
    }
    m_devices = std::move(devices);
    m_initialized = true;
}

Device& Runtime::device(CUdevice ordinal) const {
    require(ordinal >= 0 && static_cast<std::size_t>(ordinal) < m_devices.size(),
            CUDA_ERROR_INVALID_DEVICE);
    return *m_devices[static_cast<std::size_t>(ordinal)];
}

void Runtime::waitForAllWork() const {
    for (const ContextPtr& context : contexts.all()) {
        for (const TaskPtr& tail : context->tails())
            tail->wait();
    }
}

ContextPtr Runtime::context(CUcontext handle) const {
    ContextPtr context = contexts.find(fromHandle(handle));
    require(context != nullptr, CUDA_ERROR_INVALID_CONTEXT);
    return context;
}

std::shared_ptr<Stream> Runtime::stream(CUstream handle) const {
    if (handle == nullptr)
        handle = PerThreadDefaultStream::active() ? CU_STREAM_PER_THREAD : CU_STREAM_LEGACY;
    if (handle == CU_STREAM_LEGACY)
        return currentContext()->legacyStream();
    if (handle == CU_STREAM_PER_THREAD)
        return currentContext()->perThreadStream();
    auto stream = streams.find(fromHandle(handle));
    require(stream != nullptr, CUDA_ERROR_INVALID_HANDLE);
    stream->context()->requireUsable();
    return stream;
}

std::shared_ptr<Event> Runtime::event(CUevent handle) const {
    auto event = events.find(fromHandle(handle));
    require(event != nullptr, CUDA_ERROR_INVALID_HANDLE);
    return event;
}

void Runtime::dropObjectsOf(const Context& context) {
    streams.removeIf([&](const Stream& stream) { return stream.belongsTo(context); });
    for (const auto& library : libraries.all())
        library->forget(context);
    // Their functions' handles end with the modules.
    modules.removeIf([&](const Module& module) { return module.belongsTo(context); });
    textures.removeIf([&](const auto& object) { return object.context.get() == &context; });
    surfaces.removeIf([&](const auto& object) { return object.context.get() == &context; });
    mipmappedArrays.removeIf([&](const auto& array) { return array.context.get() == &context; });
    arrays.removeIf([&](const Array& array) { return array.context().get() == &context; });
    events.removeIf([&](const Event& event) { return event.context().get() == &context; });
}

} // namespace warpbench::simgpu::driver
