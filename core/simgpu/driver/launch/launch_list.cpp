// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/launch_list.h"

#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/json_text.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/engine/debug/source_names.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

namespace warpbench::simgpu::driver {

namespace {

constexpr std::uint64_t kMostLines = 200'000;

/// One per process. Never destroyed, because programs also launch from static destructors.
class LaunchList {
  public:
    explicit LaunchList(const char* file)
        : m_file(std::fopen(file, "ae")) {
        if (m_file)
            std::atexit([] { of()->finish(); });
    }
    static LaunchList* of() {
        static auto* const list = [] {
            const char* file = std::getenv("WARPBENCH_SIMGPU_LAUNCHES");
            return file && *file ? new LaunchList(file) : nullptr;
        }();
        return list;
    }

    void add(const KernelLaunch& launch) {
        std::string line = textOf(launch);
        const std::lock_guard lock(m_mutex);
        if (m_count > 0 && line != m_line)
            write();
        m_line = std::move(line);
        ++m_count;
    }

  private:
    static std::string textOf(const engine::Dim3& size) {
        return "[" + std::to_string(size[0]) + "," + std::to_string(size[1]) + "," +
               std::to_string(size[2]) + "]";
    }
    static std::string textOf(const KernelLaunch& launch) {
        const std::string& name = launch.function->info().name;
        return "{\"kernel\":" + jsonText(engine::functionName(name)) +
               ",\"lowered\":" + jsonText(name) + ",\"grid\":" + textOf(launch.grid) +
               ",\"block\":" + textOf(launch.block) + ",\"cluster\":" + textOf(launch.cluster) +
               ",\"shared\":" + std::to_string(launch.dynamicShared) +
               ",\"cooperative\":" + (launch.cooperative ? "true" : "false");
    }

    void finish() {
        const std::lock_guard lock(m_mutex);
        if (m_count > 0)
            write();
        m_count = 0;
        if (m_file)
            std::fflush(m_file);
    }

    /// Flushed each time: a program may end without its exit functions.
    void write() {
        if (m_file && m_lines < kMostLines)
            std::fprintf(m_file, "%s,\"count\":%llu}\n", m_line.c_str(),
                         static_cast<unsigned long long>(m_count));
        else if (m_file && m_lines == kMostLines)
            std::fputs("{\"more\":true}\n", m_file);
        ++m_lines;
        m_count = 0;
        if (m_file)
            std::fflush(m_file);
    }

    std::FILE* const m_file;
    std::mutex m_mutex;
    std::string m_line; ///< of the launches that are counted
    std::uint64_t m_count = 0;
    std::uint64_t m_lines = 0;
};

} // namespace

void listLaunch(const KernelLaunch& launch) {
    if (LaunchList* list = LaunchList::of())
        list->add(launch);
}

} // namespace warpbench::simgpu::driver
