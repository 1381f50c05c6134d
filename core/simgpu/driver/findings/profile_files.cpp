// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/findings/profile_files.h"

#include "core/launch_files/json_text.h"
#include "core/launch_files/launch_list.h"
#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/engine/debug/source_names.h"

#include <cstdlib>
#include <functional>
#include <utility>

namespace warpbench::simgpu::driver {

using launch_files::jsonText;

namespace {

constexpr std::size_t kMostBytes = std::size_t(64) << 20;

template <class Numbers>
std::string listOf(const Numbers& numbers) {
    std::string text;
    for (const auto number : numbers)
        text += (text.empty() ? "[" : ",") + std::to_string(number);
    return text + "]";
}

std::string jsonOf(const engine::ProfileLine& line) {
    std::string text;
#define WBSIM_PROFILE_FIGURE(figure) text += "," + std::to_string(line.figure);
#include "core/simgpu/include/wbsim_profile.inc"
#undef WBSIM_PROFILE_FIGURE
    text.front() = '[';
    return text + "]";
}

std::string jsonOf(const engine::ReuseDistances& distances) {
    return "{\"sectors\":" + listOf(distances.sectors) +
           ",\"never\":" + std::to_string(distances.never) + "}";
}

std::string jsonOf(const engine::LaunchProfile& profile) {
    std::string lines;
    for (const engine::ProfileLine& line : profile.lines)
        lines += (lines.empty() ? "" : ",") + jsonOf(line);
    std::string text =
        "{\"kernel\":" + jsonText(profile.kernel) + ",\"grid\":" + jsonText(profile.grid) +
        ",\"block\":" + jsonText(profile.block) + ",\"cluster\":" + jsonText(profile.cluster) +
        ",\"lines\":[" + lines + "],\"reads\":" + jsonOf(profile.reads) +
        ",\"writes\":" + jsonOf(profile.writes) + ",\"rewrites\":" + jsonOf(profile.rewrites) +
        ",\"untimed\":" + jsonText(profile.untimed);
    const std::pair<const char*, std::uint64_t> figures[] = {
        {"dynamicShared", profile.dynamicShared},
        {"distinctLines", profile.distinctLines},
        {"atomicBytes", profile.atomicBytes},
        {"hottestAtomic", profile.hottestAtomic},
        {"warps", profile.warps},
        {"mostWork", profile.mostWork},
        {"blockWork", profile.blockWork},
        {"mostBlockWork", profile.mostBlockWork}};
    for (const auto& [name, value] : figures)
        text += ",\"" + std::string(name) + "\":" + std::to_string(value);
    return text + "}";
}

} // namespace

ProfileFiles::ProfileFiles(std::string folder)
    : m_folder(std::move(folder))
    , m_file(std::fopen((m_folder + "/launches").c_str(), "ae")) {}

ProfileFiles* ProfileFiles::ofProcess() {
    static ProfileFiles* const files = []() -> ProfileFiles* {
        const char* folder = std::getenv("WARPBENCH_SIMGPU_ESTIMATE");
        return folder && *folder ? new ProfileFiles(folder) : nullptr;
    }();
    return files;
}

void ProfileFiles::add(const std::shared_ptr<const Module>& module,
                       const engine::LaunchProfile& profile) {
    std::string text = jsonOf(profile);
    const std::lock_guard lock(m_mutex);
    if (!m_file || m_bytes > kMostBytes)
        return;
    const std::size_t number = numberOf(module);
    text = "{\"name\":" + jsonText(engine::functionName(profile.kernel)) +
           ",\"module\":" + std::to_string(number) + ",\"profile\":" + text + "}\n";
    const auto [known, isNew] = m_lines.try_emplace(std::hash<std::string>{}(text), m_count);
    if (!isNew)
        text = "{\"same\":" + std::to_string(known->second) + "}\n";
    ++m_count;
    m_bytes += text.size();
    if (m_bytes > kMostBytes)
        text += "{\"more\":true}\n";
    std::fputs(text.c_str(), m_file);
    std::fflush(m_file); // a program may end without its exit functions
}

bool ProfileFiles::isFull() const {
    const std::lock_guard lock(m_mutex);
    return m_bytes > kMostBytes;
}

/// Call with the lock held.
std::size_t ProfileFiles::numberOf(const std::shared_ptr<const Module>& module) {
    const auto [known, isNew] = m_modules.try_emplace(module, m_modules.size());
    if (isNew && module->texts().size() == 1) {
        const std::string name = m_folder + "/module_" + std::to_string(known->second) + ".ptx";
        if (std::FILE* file = std::fopen(name.c_str(), "we")) {
            const std::string& text = module->texts().front();
            std::fwrite(text.data(), 1, text.size(), file);
            std::fclose(file);
        }
    }
    return known->second;
}

} // namespace warpbench::simgpu::driver
