// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch_files/launch_list.h"

#include "core/launch_files/json_text.h"
#include "core/launch_files/source_names.h"

#include <cstdlib>

namespace warpbench::launch_files {

namespace {

constexpr std::uint64_t kMostLines = 200'000;

LaunchList* theList = nullptr;

/// Without its end, which says how many there were.
std::string lineOf(const ListedLaunch& launch) {
    return "{\"kernel\":" + jsonText(functionName(launch.kernel)) +
           ",\"lowered\":" + jsonText(launch.kernel) + ",\"grid\":" + jsonText(launch.grid) +
           ",\"block\":" + jsonText(launch.block) + ",\"cluster\":" + jsonText(launch.cluster) +
           ",\"shared\":" + std::to_string(launch.dynamicShared) +
           ",\"cooperative\":" + (launch.cooperative ? "true" : "false");
}

} // namespace

std::string jsonText(const Extent& extent) {
    return "[" + std::to_string(extent[0]) + "," + std::to_string(extent[1]) + "," +
           std::to_string(extent[2]) + "]";
}

LaunchList::LaunchList(const char* file)
    : m_file(std::fopen(file, "ae")) {}

LaunchList* LaunchList::ofProcess(const char* variable) {
    static LaunchList* const list = [&]() -> LaunchList* {
        const char* file = std::getenv(variable);
        if (!file || !*file)
            return nullptr;
        theList = new LaunchList(file);
        std::atexit([] { theList->finish(); });
        return theList;
    }();
    return list;
}

void LaunchList::add(const ListedLaunch& launch) {
    std::string line = lineOf(launch);
    const std::lock_guard lock(m_mutex);
    if (m_count > 0 && line != m_line)
        write();
    m_line = std::move(line);
    ++m_count;
}

void LaunchList::finish() {
    const std::lock_guard lock(m_mutex);
    if (m_count > 0)
        write();
}

/// Flushed each time: a program may end without its exit functions.
void LaunchList::write() {
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

} // namespace warpbench::launch_files
