// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/launch_capture.h"

#include "core/launch_files/captured_files.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/driver/launch/launch_list.h"
#include "core/simgpu/driver/memory/address.h"
#include "core/simgpu/driver/runtime.h"
#include "core/simgpu/host/shared_mutex.h"

#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>

namespace warpbench::simgpu::driver {

namespace {

using launch_files::CaptureChoice;
using launch_files::MemoryPart;

/// The upper half of such an address is a number that data rarely has.
constexpr std::uint64_t kCapturedMemory = 0x3d41'0000'0000;
constexpr std::uint64_t kCapturedStride = std::uint64_t(1) << 40; ///< between devices

/// Never destroyed.
CaptureChoice& captureChoice() {
    static auto* const choice = new CaptureChoice("WARPBENCH_SIMGPU");
    return *choice;
}

host::SharedMutex& kernelsMutex() {
    static auto& mutex = *new host::SharedMutex;
    return mutex;
}

const char* wordOf(Region::Kind kind) {
    switch (kind) {
    case Region::Kind::managed:
        return "managed";
    case Region::Kind::host:
    case Region::Kind::registered:
        return "host";
    case Region::Kind::device:
    case Region::Kind::pool:
    case Region::Kind::array:
    case Region::Kind::mapped:
    case Region::Kind::graph:
        break;
    }
    return "device";
}

/// What a launch may reach; all of it is this process's.
class ReachableMemory : public launch_files::LaunchMemory {
  public:
    ReachableMemory(const Context& context, const Module* module)
        : m_context(context) {
        for (const Region& region : Runtime::get().memory().all())
            if (region.kind != Region::Kind::array && region.accessible)
                m_known[region.base] = {region.base, region.size, wordOf(region.kind)};
        if (module)
            for (const auto& variable : engine::variablesOf(module->program()))
                if (variable.address != 0 && variable.size > 0)
                    m_variables.push_back(
                        {variable.name, variable.address, variable.size, variable.constant});
    }

    const std::vector<launch_files::ModuleVariable>& variables() const { return m_variables; }

    std::optional<MemoryPart> partAt(std::uint64_t address) override {
        const std::optional<MemoryPart> part = knownAt(address);
        return part ? part : heapBlockAt(address);
    }
    const std::byte* contents(std::uint64_t address, std::uint64_t /*bytes*/) override {
        return static_cast<const std::byte*>(pointerAt(address));
    }

  private:
    std::optional<MemoryPart> knownAt(std::uint64_t address) const {
        auto it = m_known.upper_bound(address);
        if (it == m_known.begin())
            return std::nullopt;
        --it;
        return address - it->second.base < it->second.size ? std::optional(it->second)
                                                           : std::nullopt;
    }

    /// Of malloc in kernels: the engine's own allocations, as variables are.
    std::optional<MemoryPart> heapBlockAt(std::uint64_t address) const {
        const std::uint64_t first = memoryPlaceForCapture(m_context.device().ordinal());
        if (address < first || address - first >= kCapturedStride)
            return std::nullopt;
        for (const auto& variable : m_variables)
            if (address >= variable.base && address - variable.base < variable.size)
                return std::nullopt;
        const auto found = m_context.device().memory()->rangeAt(address);
        if (!found)
            return std::nullopt;
        return MemoryPart{found->base, found->size, "heap"};
    }

    const Context& m_context;
    std::map<std::uint64_t, MemoryPart> m_known; ///< by base
    std::vector<launch_files::ModuleVariable> m_variables;
};

launch_files::LaunchDescription descriptionOf(const KernelLaunch& launch, const Context& context,
                                              const Module* module) {
    const Function& function = *launch.function;
    const engine::KernelInfo& info = function.info();
    launch_files::LaunchDescription description;
    description.launch = listedOf(launch);
    description.model = context.device().model().key;
    description.maxDynamicShared = static_cast<std::uint64_t>(function.maxDynamicShared());
    description.staticShared = info.staticShared;
    description.stackBytes = context.limit(CU_LIMIT_STACK_SIZE);
    description.heapBytes = context.limit(CU_LIMIT_MALLOC_HEAP_SIZE);
    if (module)
        description.texts = module->texts();
    description.parameters = launch.parameters;
    for (std::size_t i = 0; i < info.parameterOffsets.size(); ++i)
        description.layout.emplace_back(info.parameterOffsets[i], info.parameterSizes[i]);
    return description;
}

} // namespace

class LaunchCapture::Turn {
  public:
    explicit Turn(bool alone)
        : m_shared(kernelsMutex(), std::defer_lock)
        , m_alone(kernelsMutex(), std::defer_lock) {
        if (alone)
            m_alone.lock();
        else
            m_shared.lock();
    }

  private:
    std::shared_lock<host::SharedMutex> m_shared;
    std::unique_lock<host::SharedMutex> m_alone;
};

/// One launch that is captured.
class LaunchCapture::Record {
  public:
    Record(const KernelLaunch& launch, const Context& context, std::string folder)
        : m_module(launch.function->module()) {
        auto memory = std::make_unique<ReachableMemory>(context, m_module.get());
        auto description = descriptionOf(launch, context, m_module.get());
        description.variables = memory->variables();
        m_memory = std::move(memory);
        m_files.emplace(std::move(description), *m_memory, captureChoice(), std::move(folder));
    }

    launch_files::CapturedFiles& files() { return *m_files; }

  private:
    const std::shared_ptr<Module> m_module;
    std::unique_ptr<launch_files::LaunchMemory> m_memory;
    std::optional<launch_files::CapturedFiles> m_files;
};

LaunchCapture::LaunchCapture(const KernelLaunch& launch, Context& context) {
    if (!launchesAreCaptured())
        return;
    std::string folder = captureChoice().folderFor(launch.function->info().name);
    m_turn = std::make_unique<Turn>(!folder.empty());
    if (!folder.empty())
        m_record = std::make_unique<Record>(launch, context, std::move(folder));
}

LaunchCapture::~LaunchCapture() {
    if (m_record)
        m_record->files().fail(true);
}

void LaunchCapture::succeed() {
    if (m_record)
        m_record->files().succeed();
    m_record.reset();
}

bool launchesAreCaptured() {
    return captureChoice().isOn();
}

std::uint64_t memoryPlaceForCapture(int ordinal) {
    return launchesAreCaptured()
               ? kCapturedMemory + kCapturedStride * static_cast<std::uint64_t>(ordinal)
               : 0;
}

} // namespace warpbench::simgpu::driver
