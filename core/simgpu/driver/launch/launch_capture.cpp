// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/launch_capture.h"

#include "core/simgpu/driver/json_text.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/driver/memory/address.h"
#include "core/simgpu/driver/runtime.h"
#include "core/simgpu/engine/debug/source_names.h"
#include "core/simgpu/host/shared_mutex.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <string>

namespace warpbench::simgpu::driver {

namespace {

/// The upper half of such an address is a number that data rarely has.
constexpr std::uint64_t kCapturedMemory = 0x3d41'0000'0000;
constexpr std::uint64_t kCapturedStride = std::uint64_t(1) << 40; ///< between devices

std::string captureSetting(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string withoutSpaces(std::string text) {
    std::erase(text, ' ');
    return text;
}

/// "ns::scale<float>" without its namespaces, ignoring colons in template arguments.
std::string withoutScopes(const std::string& name) {
    const std::size_t scope = name.substr(0, name.find('<')).rfind("::");
    return scope == std::string::npos ? name : name.substr(scope + 2);
}

bool isCalled(const std::string& mangled, const std::string& wanted) {
    if (mangled == wanted)
        return true;
    const std::string name = withoutSpaces(engine::functionName(mangled));
    const std::string asked = withoutSpaces(wanted);
    for (const std::string& form : {name, withoutScopes(name)})
        if (form == asked || form.substr(0, form.find('<')) == asked)
            return true;
    return false;
}

/// The environment's settings. One per process, never destroyed.
class CaptureChoice {
  public:
    static CaptureChoice& of() {
        static auto* const choice = new CaptureChoice;
        return *choice;
    }
    bool isOn() const { return !m_folder.empty(); }
    /// Bytes that may still be written.
    std::uint64_t limit() const { return m_limit; }
    /// Reserves space for a launch; false if there is not enough left.
    bool take(std::uint64_t bytes) {
        const std::lock_guard lock(m_mutex);
        if (bytes > m_limit)
            return false;
        m_limit -= bytes;
        return true;
    }

    /// The folder for this launch; empty if it is not captured.
    std::string folderFor(const std::string& mangled) {
        const std::lock_guard lock(m_mutex);
        const bool isFirst = m_kernel == "*" && m_seen.insert(mangled).second;
        const bool isWanted =
            m_kernel != "*" && isCalled(mangled, m_kernel) && ++m_matches == m_number;
        if (!isFirst && !isWanted)
            return {};
        return m_folder + "/" + std::to_string(m_folders++);
    }

  private:
    CaptureChoice() {
        if (const auto hash = m_kernel.rfind('#'); hash != std::string::npos) {
            m_number = std::strtoull(m_kernel.c_str() + hash + 1, nullptr, 10);
            m_kernel.resize(hash);
        }
        const std::string limit = captureSetting("WARPBENCH_SIMGPU_CAPTURE_LIMIT");
        if (!limit.empty())
            m_limit = std::strtoull(limit.c_str(), nullptr, 10);
    }

    const std::string m_folder = captureSetting("WARPBENCH_SIMGPU_CAPTURE");
    std::string m_kernel = captureSetting("WARPBENCH_SIMGPU_CAPTURE_KERNEL");
    std::uint64_t m_number = 1;
    std::atomic<std::uint64_t> m_limit = std::uint64_t(1) << 30; ///< bytes that are left
    std::mutex m_mutex;
    std::set<std::string> m_seen;
    std::uint64_t m_matches = 0;
    std::uint64_t m_folders = 0;
};

host::SharedMutex& kernelsMutex() {
    static auto& mutex = *new host::SharedMutex;
    return mutex;
}

bool writeBytes(const std::string& file, const void* data, std::size_t bytes) {
    std::FILE* const out = std::fopen(file.c_str(), "wbe");
    if (!out)
        return false;
    const bool isWritten = std::fwrite(data, 1, bytes, out) == bytes;
    return std::fclose(out) == 0 && isWritten;
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

} // namespace

/// A stretch of memory that is written into files.
struct CapturedPart {
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    std::string kind; ///< "device", "managed", "host", "heap"
};

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
    Record(const KernelLaunch& launch, Context& context, std::string folder)
        : m_launch(launch)
        , m_context(context)
        , m_folder(std::move(folder))
        , m_module(launch.function->module()) {
        std::error_code error; // write errors are reported at the end
        std::filesystem::create_directory(m_folder, error);
        findParts();
        if (!CaptureChoice::of().take(m_bytes)) {
            m_isTooLarge = true;
        } else {
            writeModule();
            writeMemory("before");
        }
        writeDescription("running"); // remains if the program is killed
    }

    void finish(const char* state) {
        if (m_isTooLarge)
            return;
        writeMemory("after");
        writeDescription(m_isWritten ? state : "unwritten");
    }

  private:
    /// Known allocations, by their base, to be searched quickly.
    void listRegions() {
        for (const Region& region : Runtime::get().memory().all())
            if (region.kind != Region::Kind::array && region.accessible)
                m_known[region.base] = {region.base, region.size, wordOf(region.kind)};
        if (m_module)
            for (const auto& variable : engine::variablesOf(m_module->program()))
                if (variable.address != 0 && variable.size > 0)
                    m_variables.push_back(variable);
    }

    void findParts() {
        listRegions();
        look(m_launch.parameters.data(), m_launch.parameters.size());
        for (const engine::VariableInfo& variable : m_variables) {
            m_bytes += variable.size;
            look(pointerAt(variable.address), variable.size);
        }
        while (!m_open.empty() && m_bytes <= CaptureChoice::of().limit()) {
            const CapturedPart part = m_open.back();
            m_open.pop_back();
            look(pointerAt(part.base), part.size);
        }
        std::sort(m_parts.begin(), m_parts.end(),
                  [](const CapturedPart& a, const CapturedPart& b) { return a.base < b.base; });
    }

    /// Adds the targets of all pointers in some memory.
    void look(const void* memory, std::size_t bytes) {
        const auto* from = static_cast<const std::byte*>(memory);
        for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes; at += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, from + at, sizeof word);
            if (word >= 0x10000 && word < (std::uint64_t(1) << 48))
                reach(word);
        }
    }

    void reach(std::uint64_t address) {
        std::optional<CapturedPart> part = knownAt(address);
        if (!part)
            part = heapBlockAt(address);
        if (!part || !m_reached.insert(part->base).second)
            return;
        m_bytes += part->size;
        m_parts.push_back(*part);
        m_open.push_back(*part);
    }

    std::optional<CapturedPart> knownAt(std::uint64_t address) const {
        auto it = m_known.upper_bound(address);
        if (it == m_known.begin())
            return std::nullopt;
        --it;
        return address - it->second.base < it->second.size ? std::optional(it->second)
                                                           : std::nullopt;
    }

    /// Of malloc in kernels: the engine's own allocations, as variables are.
    std::optional<CapturedPart> heapBlockAt(std::uint64_t address) const {
        const std::uint64_t first = memoryPlaceForCapture(m_context.device().ordinal());
        if (address < first || address - first >= kCapturedStride)
            return std::nullopt;
        for (const engine::VariableInfo& variable : m_variables)
            if (address >= variable.address && address - variable.address < variable.size)
                return std::nullopt;
        const auto found = m_context.device().memory()->rangeAt(address);
        if (!found)
            return std::nullopt;
        return CapturedPart{found->base, found->size, "heap"};
    }

    void write(const std::string& name, std::uint64_t address, std::uint64_t bytes) {
        m_isWritten = m_isWritten && writeBytes(m_folder + "/" + name, pointerAt(address), bytes);
    }

    void writeMemory(const std::string& when) {
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            write(std::to_string(i) + "." + when, m_parts[i].base, m_parts[i].size);
        for (std::size_t i = 0; i < m_variables.size(); ++i)
            write("variable_" + std::to_string(i) + "." + when, m_variables[i].address,
                  m_variables[i].size);
    }

    void writeModule() {
        const std::size_t count = m_module ? m_module->texts().size() : 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string& text = m_module->texts()[i];
            m_isWritten =
                m_isWritten && writeBytes(m_folder + "/module_" + std::to_string(i) + ".ptx",
                                          text.data(), text.size());
        }
    }

    static std::string textOf(const engine::Dim3& size) {
        return "[" + std::to_string(size[0]) + "," + std::to_string(size[1]) + "," +
               std::to_string(size[2]) + "]";
    }

    std::string parametersText() const {
        static constexpr char kDigits[] = "0123456789abcdef";
        std::string hex;
        for (const std::byte value : m_launch.parameters) {
            hex += kDigits[std::to_integer<unsigned>(value) >> 4];
            hex += kDigits[std::to_integer<unsigned>(value) & 15];
        }
        const engine::KernelInfo& info = m_launch.function->info();
        std::string layout;
        for (std::size_t i = 0; i < info.parameterOffsets.size(); ++i)
            layout += (i ? ",[" : "[") + std::to_string(info.parameterOffsets[i]) + "," +
                      std::to_string(info.parameterSizes[i]) + "]";
        return "\"parameters\":\"" + hex + "\",\n\"layout\":[" + layout + "]";
    }

    std::string memoryText() const {
        std::string text = "\"memory\":[";
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            text += std::string(i ? ",\n" : "\n") + "{\"base\":" + std::to_string(m_parts[i].base) +
                    ",\"size\":" + std::to_string(m_parts[i].size) +
                    ",\"kind\":" + jsonText(m_parts[i].kind) + "}";
        text += "],\n\"variables\":[";
        for (std::size_t i = 0; i < m_variables.size(); ++i)
            text += std::string(i ? ",\n" : "\n") + "{\"name\":" + jsonText(m_variables[i].name) +
                    ",\"base\":" + std::to_string(m_variables[i].address) +
                    ",\"size\":" + std::to_string(m_variables[i].size) +
                    ",\"constant\":" + (m_variables[i].constant ? "true" : "false") + "}";
        return text + "]";
    }

    void writeDescription(const std::string& state) const {
        const Function& function = *m_launch.function;
        const std::string text =
            "{\"kernel\":" + jsonText(function.info().name) +
            ",\n\"name\":" + jsonText(engine::functionName(function.info().name)) +
            ",\n\"state\":" + jsonText(m_isTooLarge ? "too large" : state) +
            ",\n\"bytes\":" + std::to_string(m_bytes) +
            ",\n\"model\":" + jsonText(m_context.device().model().key) +
            ",\n\"grid\":" + textOf(m_launch.grid) + ",\n\"block\":" + textOf(m_launch.block) +
            ",\n\"cluster\":" + textOf(m_launch.cluster) +
            ",\n\"shared\":" + std::to_string(m_launch.dynamicShared) +
            ",\n\"max_dynamic_shared\":" + std::to_string(function.maxDynamicShared()) +
            ",\n\"static_shared\":" + std::to_string(function.info().staticShared) +
            ",\n\"cooperative\":" + (m_launch.cooperative ? "true" : "false") +
            ",\n\"stack_bytes\":" + std::to_string(m_context.limit(CU_LIMIT_STACK_SIZE)) +
            ",\n\"heap_bytes\":" + std::to_string(m_context.limit(CU_LIMIT_MALLOC_HEAP_SIZE)) +
            ",\n\"modules\":" + std::to_string(m_module ? m_module->texts().size() : 0) + ",\n" +
            parametersText() + ",\n" + memoryText() + "}\n";
        writeBytes(m_folder + "/launch.json", text.data(), text.size());
    }

    const KernelLaunch& m_launch;
    Context& m_context;
    const std::string m_folder;
    const std::shared_ptr<Module> m_module;
    std::map<std::uint64_t, CapturedPart> m_known; ///< by base
    std::vector<engine::VariableInfo> m_variables; ///< of the module
    std::vector<CapturedPart> m_parts;             ///< that are reached
    std::vector<CapturedPart> m_open;              ///< of them, those not looked through yet
    std::set<std::uint64_t> m_reached;             ///< their bases
    std::uint64_t m_bytes = 0;
    bool m_isTooLarge = false;
    bool m_isWritten = true;
};

LaunchCapture::LaunchCapture(const KernelLaunch& launch, Context& context) {
    CaptureChoice& choice = CaptureChoice::of();
    if (!choice.isOn())
        return;
    std::string folder = choice.folderFor(launch.function->info().name);
    m_turn = std::make_unique<Turn>(!folder.empty());
    if (!folder.empty())
        m_record = std::make_unique<Record>(launch, context, std::move(folder));
}

LaunchCapture::~LaunchCapture() {
    if (m_record)
        m_record->finish("failed");
}

void LaunchCapture::succeed() {
    if (m_record)
        m_record->finish("done");
    m_record.reset();
}

bool launchesAreCaptured() {
    return CaptureChoice::of().isOn();
}

std::uint64_t memoryPlaceForCapture(int ordinal) {
    return launchesAreCaptured()
               ? kCapturedMemory + kCapturedStride * static_cast<std::uint64_t>(ordinal)
               : 0;
}

} // namespace warpbench::simgpu::driver
