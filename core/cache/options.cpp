// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/options.h"

#include "core/base/path_text.h"
#include "core/cache/nvcc_options.h"

#include <algorithm>
#include <string_view>

namespace warpbench::compile {

namespace {

bool hasOption(const std::vector<std::string>& options, std::string_view longName,
               std::string_view shortName) {
    return std::any_of(options.begin(), options.end(), [&](std::string_view option) {
        const std::string_view name = option.substr(0, option.find('='));
        return name == longName || name == shortName;
    });
}

/// The values of an option that is written `-Ivalue`, `-I value`, `--long=value`, `--long value`.
std::vector<std::string> valuesOf(const std::vector<std::string>& options,
                                  std::string_view longName, std::string_view shortName,
                                  bool joined) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string_view option = options[i];
        for (std::string_view name : {longName, shortName}) {
            if (option == name) {
                if (i + 1 < options.size())
                    values.push_back(options[++i]);
                break;
            }
            if (!option.starts_with(name))
                continue;
            std::string_view value = option.substr(name.size());
            if (value.starts_with('='))
                value.remove_prefix(1);
            else if (!(joined && name == shortName))
                continue;
            const std::size_t begin = value.find_first_not_of(' ');
            if (begin != std::string_view::npos)
                values.emplace_back(value.substr(begin));
            break;
        }
    }
    return values;
}

} // namespace

bool isRealArchitecture(const std::string& arch) {
    return arch.starts_with("sm_");
}

std::string virtualArchitecture(const std::string& arch) {
    return isRealArchitecture(arch) ? "compute_" + arch.substr(3) : arch;
}

std::vector<std::string> makeOptions(const CompileRequest& request,
                                     const std::vector<std::filesystem::path>& toolkitIncludes,
                                     bool noOwnCache) {
    std::vector<std::string> options = {"-arch=" + request.arch};
    if (!request.std.empty() && !hasOption(request.options, "--std", "-std"))
        options.push_back("-std=" + request.std);
    const bool debug = request.debug && !hasOption(request.options, "--device-debug", "-G");
    const bool userDebug = hasOption(request.options, "--device-debug", "-G");
    if (debug)
        options.emplace_back("-G");
    // ptxas warns about both: -G includes line information.
    if (request.lineInfo && !debug && !userDebug &&
        !hasOption(request.options, "--generate-line-info", "-lineinfo"))
        options.emplace_back("-lineinfo");
    if (isRealArchitecture(request.arch))
        options.emplace_back("--ptxas-options=-v");
    if (noOwnCache)
        options.emplace_back("--no-cache");
    for (const auto& [name, value] : request.defines)
        options.push_back("-D" + name + (value ? "=" + *value : std::string()));
    for (const std::filesystem::path& dir : request.includeDirs)
        options.push_back("-I" + utf8(dir));
    for (const std::string& option : request.options)
        options.push_back(option);
    for (const std::filesystem::path& dir : toolkitIncludes)
        options.push_back("-I" + utf8(dir));
    return options;
}

std::string commandLine(const std::vector<std::string>& options) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789_-+=./,:@%";
    std::string line;
    for (const std::string& option : options) {
        if (!line.empty())
            line += ' ';
        if (!option.empty() && option.find_first_not_of(kPlain) == std::string::npos) {
            line += option;
            continue;
        }
        line += '\'';
        for (char c : option)
            line += c == '\'' ? std::string("'\\''") : std::string(1, c);
        line += '\'';
    }
    return line;
}

std::vector<std::filesystem::path> userIncludeDirs(const CompileRequest& request) {
    std::vector<std::filesystem::path> dirs = request.includeDirs;
    const std::vector<std::string> options = optionsForNvrtc(request.options);
    for (const std::string& value : valuesOf(options, "--include-path", "-I", true))
        dirs.push_back(pathFromUtf8(value));
    return dirs;
}

std::vector<std::string> preIncludes(const CompileRequest& request) {
    return valuesOf(optionsForNvrtc(request.options), "--pre-include", "-include", false);
}

} // namespace warpbench::compile
