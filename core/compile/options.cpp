// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/options.h"

#include "core/base/path_text.h"

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
    // ptxas warns where both are given: -G brings the lines itself.
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

bool mayNameFile(const std::string& option) {
    const std::size_t dashes = option.find_first_not_of('-');
    if (dashes == std::string::npos)
        return false;
    const bool isMacro = option.starts_with("-D") || option.starts_with("-U") ||
                         option.starts_with("--define-macro") ||
                         option.starts_with("--undefine-macro");
    if (isMacro)
        return false;
    // A value by itself ("sm_90" after "-arch") is none unless it has a path in it.
    if (option.find_first_of("/\\@") != std::string::npos || option.find("..") != std::string::npos)
        return true;
    if (dashes == 0)
        return false;
    const std::string_view name = std::string_view(option).substr(dashes);
    if (name.starts_with('I') || name.starts_with('i') || name.starts_with('o'))
        return !(name.starts_with("optimization-info") || name.starts_with("opt-info") ||
                 name.starts_with("optix-ir"));
    for (const std::string_view part : {"include", "time", "trace", "pch", "file", "path", "dir",
                                        "output", "keep", "optf", "save-temps"})
        if (name.find(part) != std::string_view::npos)
            return true;
    // What goes on to ptxas: "-Xptxas=-v,-o,x".
    const std::size_t equals = name.find('=');
    if (!name.starts_with("Xptxas") && !name.starts_with("ptxas-options"))
        return false;
    std::string_view rest = equals == std::string_view::npos ? "" : name.substr(equals + 1);
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        if (part == "-o" || part.starts_with("-o="))
            return true;
    }
    return false;
}

std::vector<std::filesystem::path> userIncludeDirs(const CompileRequest& request) {
    std::vector<std::filesystem::path> dirs = request.includeDirs;
    for (const std::string& value : valuesOf(request.options, "--include-path", "-I", true))
        dirs.push_back(pathFromUtf8(value));
    return dirs;
}

std::vector<std::string> preIncludes(const CompileRequest& request) {
    return valuesOf(request.options, "--pre-include", "-include", false);
}

} // namespace warpbench::compile
