// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/project_loading.h"

#include "core/project/project_file.h"

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

} // namespace warpbench::cli
