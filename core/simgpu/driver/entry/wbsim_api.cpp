// SPDX-License-Identifier: GPL-3.0-or-later
// wbsim.h: functions of a simulated GPU that the Driver API does not have.
#include "core/simgpu/driver/findings/debugger.h"
#include "core/simgpu/driver/findings/program_faults.h"
#include "core/simgpu/driver/runtime.h"
#include "core/simgpu/driver/sized.h"
#include "core/simgpu/engine/memory/kernel_heap_blocks.h"
#include "core/simgpu/include/wbsim.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

struct wbsimSavedHeap {
    std::vector<std::pair<std::weak_ptr<warpbench::simgpu::driver::Context>,
                          warpbench::simgpu::engine::SavedHeap>>
        heaps;
};

namespace warpbench::simgpu::driver {
namespace {

/// Runs `body` with the device; CUresult as int, like every call of the table.
template <typename Body>
int withDevice(int ordinal, Body&& body) noexcept {
    return entry([&] { body(Runtime::get().device(ordinal)); });
}

int setChecks(int device, std::uint32_t mask) {
    return withDevice(device, [&](Device& d) {
        require((mask & ~static_cast<std::uint32_t>(WBSIM_CHECK_ALL)) == 0);
        d.observer().setChecks(mask);
    });
}

int setMetrics(int device, int on) {
    return withDevice(device, [&](Device& d) { d.observer().setMetrics(on != 0); });
}

int setTimeLimit(int device, double seconds) {
    return withDevice(device, [&](Device& d) {
        require(seconds >= 0);
        d.observer().setTimeLimit(seconds);
    });
}

int setDeterministic(int device, int on) {
    return withDevice(device, [&](Device& d) { d.observer().setDeterministic(on != 0); });
}

int cancel(int device) {
    return withDevice(device, [](Device& d) { d.observer().cancel(); });
}

std::uint32_t faultCount(int device) {
    std::uint32_t count = 0;
    withDevice(device, [&](Device& d) { count = d.observer().faultCount(); });
    return count;
}

int getFault(int device, std::uint32_t index, wbsimFault* out) {
    return withDevice(
        device, [&](Device& d) { require(out != nullptr && d.observer().getFault(index, *out)); });
}

int getFinding(int device, std::uint32_t index, wbsimFault* out) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr && d.observer().getFinding(index, *out));
    });
}

int clearFaults(int device) {
    return withDevice(device, [](Device& d) { d.observer().clearFaults(); });
}

std::uint32_t metricsCount(int device) {
    std::uint32_t count = 0;
    withDevice(device, [&](Device& d) { count = d.observer().metricsCount(); });
    return count;
}

int getMetrics(int device, std::uint32_t index, wbsimMetrics* out) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr && d.observer().getMetrics(index, *out));
    });
}

int clearMetrics(int device) {
    return withDevice(device, [](Device& d) { d.observer().clearMetrics(); });
}

int setTracing(int device, const wbsimTracing* tracing) {
    return withDevice(device, [&](Device& d) {
        require(tracing != nullptr && tracing->structSize >= sizeof(wbsimTracing));
        d.observer().setTracing({tracing->blocks, tracing->executions, tracing->accesses});
    });
}

std::uint32_t accessCount(int device) {
    std::uint32_t count = 0;
    withDevice(device, [&](Device& d) { count = d.observer().accessCount(); });
    return count;
}

int getAccess(int device, std::uint32_t index, wbsimAccess* out) {
    return withDevice(
        device, [&](Device& d) { require(out != nullptr && d.observer().getAccess(index, *out)); });
}

int markUninitialized(int device, std::uint64_t address, std::uint64_t bytes) {
    return withDevice(device, [&](Device& d) {
        require(bytes > 0 && d.memory()->find(address, bytes).has_value());
        d.memory()->markUninitialized(address, bytes);
    });
}

int nameAllocation(int device, std::uint64_t address, const char* name) {
    return withDevice(device, [&](Device& d) {
        const auto allocation = d.memory()->find(address);
        require(allocation.has_value());
        d.memory()->setName(allocation->base, name ? name : "");
    });
}

int resetError(int device) {
    return withDevice(device, [](Device& d) {
        for (const ContextPtr& context : Runtime::get().contexts.all()) {
            if (&context->device() == &d)
                context->clearStickyError();
        }
    });
}

int getKernelInfo(void* function, wbsimKernelInfo* out) {
    return entry([&] {
        require(out != nullptr && out->structSize >= sizeof(wbsimKernelInfo));
        const auto known = functionOf(static_cast<CUfunction>(function));
        out->registers = static_cast<std::uint32_t>(known->registers());
        out->registersEstimated = 1;
        out->barriers = known->info().barriers;
    });
}

const char* getNote(int device, std::uint32_t index) {
    const char* text = nullptr;
    withDevice(device, [&](Device& d) { text = d.observer().note(index); });
    return text;
}

int setStepping(int device, const wbsimStepping* stepping) {
    return withDevice(device, [&](Device& d) {
        require(stepping != nullptr);
        d.observer().debugger().configure(*stepping);
    });
}

int setBreakpoints(int device, const wbsimBreakpoint* breakpoints, std::uint32_t count) {
    return withDevice(
        device, [&](Device& d) { d.observer().debugger().setBreakpoints(breakpoints, count); });
}

int pause(int device) {
    return withDevice(device, [](Device& d) { d.observer().debugger().pause(); });
}

int waitForPause(int device, double seconds, wbsimPause* out) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr);
        d.observer().debugger().wait(seconds, *out);
    });
}

int resume(int device, const wbsimStep* step) {
    return withDevice(device, [&](Device& d) {
        require(step != nullptr);
        d.observer().debugger().resume(*step);
    });
}

std::uint32_t blockCount(int device) {
    std::uint32_t count = 0;
    withDevice(device, [&](Device& d) { count = d.observer().debugger().blockCount(); });
    return count;
}

int getBlock(int device, std::uint32_t index, wbsimBlock* out) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr);
        d.observer().debugger().getBlock(index, *out);
    });
}

int getWarp(int device, std::uint64_t block, std::uint32_t warp, wbsimWarp* out) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr);
        d.observer().debugger().getWarp(block, warp, *out);
    });
}

int getLanes(int device, std::uint64_t block, std::uint32_t warp, std::uint32_t group,
             wbsimLanes* out) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr);
        d.observer().debugger().getLanes(block, warp, group, *out);
    });
}

int getFrame(int device, const wbsimPlace* place, wbsimFrame* out) {
    return withDevice(device, [&](Device& d) {
        require(place != nullptr && out != nullptr);
        d.observer().debugger().getFrame(*place, *out);
    });
}

std::uint32_t registerCount(int device, const wbsimPlace* place) {
    std::uint32_t count = 0;
    withDevice(device, [&](Device& d) {
        require(place != nullptr);
        count = d.observer().debugger().registerCount(*place);
    });
    return count;
}

int getRegister(int device, const wbsimPlace* place, std::uint32_t index, wbsimRegister* out) {
    return withDevice(device, [&](Device& d) {
        require(place != nullptr && out != nullptr);
        d.observer().debugger().getRegister(*place, index, *out);
    });
}

int getRegisters(int device, const wbsimPlace* place, std::uint32_t first, wbsimRegister* out,
                 std::uint32_t count) {
    return withDevice(device, [&](Device& d) {
        require(place != nullptr && (out != nullptr || count == 0));
        d.observer().debugger().getRegisters(*place, first, out, count);
    });
}

std::uint32_t variableCount(int device, const wbsimPlace* place) {
    std::uint32_t count = 0;
    withDevice(device, [&](Device& d) {
        require(place != nullptr);
        count = d.observer().debugger().variableCount(*place);
    });
    return count;
}

int getVariable(int device, const wbsimPlace* place, const char* path, std::uint32_t index,
                wbsimVariable* out) {
    return withDevice(device, [&](Device& d) {
        require(place != nullptr && out != nullptr);
        d.observer().debugger().getVariable(*place, path, index, *out);
    });
}

int readMemory(int device, const wbsimPlace* place, std::uint32_t lane, wbsimSpace space,
               std::uint64_t address, void* out, std::uint64_t bytes) {
    return withDevice(device, [&](Device& d) {
        require(place != nullptr);
        d.observer().debugger().readMemory(*place, lane, space, address, out, bytes);
    });
}

int saveLaunch(int device, wbsimSavedLaunch** out, std::uint64_t* bytes) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr && bytes != nullptr);
        std::unique_ptr<wbsimSavedLaunch> saved = d.observer().debugger().save();
        *bytes = saved->launch->bytes;
        *out = saved.release();
    });
}

void forgetLaunch(wbsimSavedLaunch* saved) {
    delete saved;
}

int setProfiling(int device, const wbsimProfiling* profiling) {
    return withDevice(device, [&](Device& d) {
        require(profiling != nullptr && profiling->structSize >= sizeof profiling->structSize);
        d.observer().profiles().set(read(*profiling));
    });
}

std::uint32_t profileCount(int device) {
    std::uint32_t count = 0;
    withDevice(device, [&](Device& d) { count = d.observer().profiles().count(); });
    return count;
}

std::uint64_t droppedProfiles(int device) {
    std::uint64_t count = 0;
    withDevice(device, [&](Device& d) { count = d.observer().profiles().dropped(); });
    return count;
}

int getProfile(int device, std::uint32_t index, wbsimLaunchProfile* out) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr && d.observer().profiles().get(index, *out));
    });
}

int getGlobal(void* module, std::uint32_t index, std::uint64_t* address, std::uint64_t* bytes) {
    return entry([&] {
        require(address != nullptr && bytes != nullptr);
        const auto known = Runtime::get().modules.find(fromHandle(static_cast<CUmodule>(module)));
        require(known != nullptr, CUDA_ERROR_INVALID_HANDLE);
        const engine::VariableInfo* const variable = known->globalAt(index);
        require(variable != nullptr);
        *address = variable->address;
        *bytes = variable->size;
    });
}

int saveHeap(int device, wbsimSavedHeap** out) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr);
        auto saved = std::make_unique<wbsimSavedHeap>();
        for (const ContextPtr& context : Runtime::get().contexts.all()) {
            if (&context->device() == &d && context->alive())
                saved->heaps.emplace_back(context, engine::saveHeap(*context->kernelHeap()));
        }
        *out = saved.release();
    });
}

int getWritten(int device, const wbsimPlace* place, std::uint32_t lane, wbsimSpace space,
               std::uint64_t address, std::uint8_t* out, std::uint64_t bytes) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr || bytes == 0);
        std::fill_n(out, (bytes + 7) / 8, std::uint8_t{0});
        if (place)
            return d.observer().debugger().getWritten(*place, lane, space, address, out, bytes);
        require(space == WBSIM_SPACE_GLOBAL && bytes > 0);
        const auto tracked = d.memory()->trackedAt(address, bytes);
        require(tracked.size > 0);
        const std::uint64_t first = address - tracked.base;
        if (!tracked.written || tracked.written->isAll(first, bytes))
            std::fill_n(out, (bytes + 7) / 8, std::uint8_t{0xff});
        else
            tracked.written->copyBits(first, bytes, out);
    });
}

int setSharedTypes(int device, const char* const* names, const char* const* types,
                   std::uint32_t count) {
    return withDevice(device, [&](Device& d) {
        require(count == 0 || (names && types));
        engine::DebugControl::SharedTypes all;
        for (std::uint32_t i = 0; i < count; ++i) {
            require(names[i] && types[i]);
            all[names[i]] = types[i];
        }
        d.observer().debugger().control().setSharedTypes(std::move(all));
    });
}

int watchWrites(int device, std::uint64_t address, std::uint64_t bytes) {
    return withDevice(device, [&](Device& d) {
        d.observer().debugger().control().watchWrites({address, bytes});
    });
}

int getLastWrite(int device, wbsimWrite* out) {
    return withDevice(device, [&](Device& d) {
        require(out != nullptr);
        const auto write = d.observer().debugger().control().lastWrite();
        require(write.has_value(), CUDA_ERROR_NOT_FOUND);
        require(fill(*out, wbsimWrite{sizeof(wbsimWrite), write->warp, write->block, write->lane,
                                      write->instructions}));
    });
}

int restoreHeap(int device, const wbsimSavedHeap* saved) {
    return withDevice(device, [&](Device& d) {
        require(saved != nullptr);
        for (const auto& [context, heap] : saved->heaps) {
            if (const ContextPtr known = context.lock(); known && known->alive())
                engine::restoreHeap(*known->kernelHeap(), *d.memory(), heap);
        }
    });
}

void forgetHeap(wbsimSavedHeap* saved) {
    delete saved;
}

int offerModels(const char* list) {
    return entryAnyTime([&] {
        require(list != nullptr);
        Runtime::get().offerModels(list);
    });
}

constexpr wbsimApi kApi = {
    sizeof(wbsimApi), WBSIM_API_VERSION,
    setChecks,        setMetrics,
    setTimeLimit,     setDeterministic,
    cancel,           faultCount,
    getFault,         clearFaults,
    metricsCount,     getMetrics,
    clearMetrics,     markUninitialized,
    nameAllocation,   resetError,
    getKernelInfo,    setStepping,
    setBreakpoints,   pause,
    waitForPause,     resume,
    blockCount,       getBlock,
    getWarp,          getLanes,
    getFrame,         registerCount,
    getRegister,      readMemory,
    variableCount,    getVariable,
    getNote,          offerModels,
    setTracing,       accessCount,
    getAccess,        getRegisters,
    saveLaunch,       forgetLaunch,
    getFinding,       getGlobal,
    saveHeap,         restoreHeap,
    forgetHeap,       setProfiling,
    profileCount,     droppedProfiles,
    getProfile,       getWritten,
    setSharedTypes,   watchWrites,
    getLastWrite,
};

} // namespace
} // namespace warpbench::simgpu::driver

const wbsimApi* wbsimGetApi(uint32_t version) {
    warpbench::simgpu::driver::noteClientOfWbsim();
    return version == WBSIM_API_VERSION ? &warpbench::simgpu::driver::kApi : nullptr;
}
