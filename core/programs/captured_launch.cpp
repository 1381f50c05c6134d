// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/captured_launch.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/programs/simulated_model.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <sstream>

namespace warpbench::programs {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// The longest loop body to look for, in lines of the list.
constexpr std::size_t kLongestLoop = 64;

CapturedLaunch::Extent extentOf(const json& value) {
    return value.get<CapturedLaunch::Extent>();
}

CapturedLaunch::State stateOf(const std::string& word) {
    static const std::map<std::string, CapturedLaunch::State> states{
        {"done", CapturedLaunch::State::done},
        {"failed", CapturedLaunch::State::failed},
        {"running", CapturedLaunch::State::running},
        {"too large", CapturedLaunch::State::tooLarge}};
    const auto found = states.find(word);
    if (found == states.end())
        throw Error(ErrorKind::environment,
                    {"WB2104", "the captured memory could not be written to disk",
                     "make room in the folder for temporary files, or capture less"});
    return found->second;
}

std::vector<std::uint8_t> bytesOf(const std::string& hex) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

CapturedMemory memoryOf(const json& value, const fs::path& folder, const std::string& name) {
    return {value.at("base").get<std::uint64_t>(), value.at("size").get<std::uint64_t>(),
            value.value("kind", std::string("device")), folder / (name + ".before"),
            folder / (name + ".after")};
}

ListedLaunch listedOf(const json& line) {
    return {line.at("kernel"),
            line.at("lowered"),
            extentOf(line.at("grid")),
            extentOf(line.at("block")),
            extentOf(line.at("cluster")),
            line.at("shared"),
            line.at("cooperative"),
            line.at("count")};
}

/// How often the sequence of this many launches at `begin` repeats itself.
std::uint64_t repeatsAt(const std::vector<ListedLaunch>& launches, std::size_t begin,
                        std::size_t length) {
    const auto first = launches.begin() + std::ptrdiff_t(begin);
    const auto last = first + std::ptrdiff_t(length);
    std::uint64_t times = 1;
    for (auto next = last;
         launches.end() - next >= std::ptrdiff_t(length) && std::equal(first, last, next);
         next += std::ptrdiff_t(length))
        ++times;
    return times;
}

} // namespace

const CapturedMemory* CapturedLaunch::memoryAt(std::uint64_t address) const {
    const auto found = std::find_if(memory.begin(), memory.end(),
                                    [&](const CapturedMemory& m) { return m.holds(address); });
    return found == memory.end() ? nullptr : &*found;
}

CapturedLaunch readCapturedLaunch(const fs::path& folder) {
    const json document = json::parse(platform::readFile(folder / "launch.json"), nullptr, false);
    if (!document.is_object())
        throw Error(ErrorKind::internal, {"WB2105",
                                          "{folder} does not contain a captured launch",
                                          {},
                                          {{"folder", utf8(folder)}}});
    CapturedLaunch launch;
    launch.lowered = document.at("kernel");
    launch.kernel = document.at("name");
    launch.state = stateOf(document.at("state"));
    launch.bytes = document.at("bytes");
    launch.device = document.value("device", std::string());
    launch.model = launch.device.empty()
                       ? document.at("model").get<std::string>()
                       : modelFor(launch.device, document.at("compute_capability").get<int>());
    launch.grid = extentOf(document.at("grid"));
    launch.block = extentOf(document.at("block"));
    launch.cluster = extentOf(document.at("cluster"));
    launch.shared = document.at("shared");
    launch.staticShared = document.at("static_shared");
    launch.cooperative = document.at("cooperative");
    launch.stackBytes = document.at("stack_bytes");
    launch.heapBytes = document.at("heap_bytes");
    launch.parameters = bytesOf(document.at("parameters"));
    for (const json& slot : document.at("layout"))
        launch.layout.push_back({slot.at(0).get<std::size_t>(), slot.at(1).get<std::size_t>()});
    for (const json& memory : document.at("memory"))
        launch.memory.push_back(memoryOf(memory, folder, std::to_string(launch.memory.size())));
    for (const json& variable : document.at("variables"))
        launch.variables.push_back(
            {variable.at("name"),
             memoryOf(variable, folder, fmt::format("variable_{}", launch.variables.size())),
             variable.at("constant")});
    if (launch.state != CapturedLaunch::State::tooLarge)
        for (int i = 0; i < document.at("modules").get<int>(); ++i)
            launch.ptx.push_back(platform::readFile(folder / fmt::format("module_{}.ptx", i)));
    return launch;
}

LaunchList readLaunchList(const fs::path& file) {
    LaunchList list;
    std::error_code missing;
    if (!fs::is_regular_file(file, missing))
        return list;
    std::istringstream lines(platform::readFile(file));
    for (std::string text; std::getline(lines, text);) {
        const json line = json::parse(text, nullptr, false);
        if (!line.is_object())
            continue; // cut short when the program was killed
        if (line.contains("more"))
            list.isCutShort = true;
        else
            list.launches.push_back(listedOf(line));
    }
    return list;
}

std::vector<LaunchLoop> foldLoops(const std::vector<ListedLaunch>& launches) {
    std::vector<LaunchLoop> loops;
    for (std::size_t at = 0; at < launches.size();) {
        std::size_t length = 1;
        std::uint64_t times = repeatsAt(launches, at, 1);
        for (std::size_t next = 2; times == 1 && next <= kLongestLoop; ++next) {
            times = repeatsAt(launches, at, next);
            length = times > 1 ? next : 1;
        }
        const auto first = launches.begin() + std::ptrdiff_t(at);
        loops.push_back({times, {first, first + std::ptrdiff_t(length)}});
        at += length * std::size_t(times);
    }
    return loops;
}

} // namespace warpbench::programs
