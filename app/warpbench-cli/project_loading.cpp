// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/project_loading.h"

#include "core/platform/files.h"
#include "core/project/project_file.h"

#include <nlohmann/json.hpp>

namespace warpbench::cli {

project::Project loadProject(const std::filesystem::path& file, Console& console) {
    std::error_code ignored;
    if (file.extension() != ".warpbench" && std::filesystem::is_regular_file(file, ignored))
        return project::projectForSource(file);
    project::ReadResult read = project::readProject(file);
    for (const Error& warning : read.warnings)
        console.warning(warning);
    return std::move(read.project);
}

std::map<std::string, std::string> parseSettings(const std::vector<std::string>& settings) {
    std::map<std::string, std::string> result;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == 0 || equals == std::string::npos)
            throw Error(ErrorKind::usage, "\"--set " + setting + "\" is not NAME=VALUE",
                        "write for instance --set n=1024");
        result[setting.substr(0, equals)] = setting.substr(equals + 1);
    }
    return result;
}

std::map<std::string, project::Expect> readChecks(const std::filesystem::path& file) {
    using nlohmann::json;
    const Place place{file.string(), 0, 0};
    json checks;
    try {
        checks = json::parse(platform::readFile(file));
    } catch (const json::exception& problem) {
        throw Error(ErrorKind::project, problem.what(), "mend the JSON", place);
    }
    if (!checks.is_object())
        throw Error(ErrorKind::project, "the checks are not a JSON object",
                    "write {\"BUFFER\": {\"expression\": …}}", place);
    // The project reader knows what an expect may hold: each check goes through it with a buffer
    // around it.
    std::map<std::string, project::Expect> result;
    for (const auto& [buffer, expect] : checks.items()) {
        const json document = {
            {"format", "warpbench-project"},
            {"version", 1},
            {"buffers",
             {{{"name", buffer}, {"dtype", "float32"}, {"shape", {1}}, {"expect", expect}}}}};
        try {
            const auto read = project::parseProject(document.dump(), file);
            result[buffer] = read.project.buffers.at(0).expect.value();
        } catch (const Error& problem) {
            throw Error(problem.kind(), "check of \"" + buffer + "\": " + problem.text(),
                        problem.remedy(), place);
        }
    }
    return result;
}

} // namespace warpbench::cli
