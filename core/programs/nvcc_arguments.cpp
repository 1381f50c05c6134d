// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/nvcc_arguments.h"

#include "core/base/path_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpbench::programs {

std::vector<std::string> withoutArchitectures(const std::vector<std::string>& options) {
    // Their value is the next argument, or follows "=".
    constexpr std::array kWithValue = {"-arch", "--gpu-architecture", "-gencode", "--generate-code",
                                       "-code", "--gpu-code",         "-cudart",  "--cudart"};
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string& option = options[i];
        const auto isNamed = [&](const std::string& name) {
            return option == name || option.starts_with(name + "=");
        };
        if (std::none_of(kWithValue.begin(), kWithValue.end(), isNamed))
            kept.push_back(option);
        else if (option.find('=') == std::string::npos)
            ++i; // its value
    }
    return kept;
}

/// Source lines, unless the arguments already request them, and PTX for a device.
void addCodeOptions(std::vector<std::string>& arguments, int computeCapability) {
    constexpr std::array kHasLines = {"-G", "--device-debug", "-lineinfo", "--generate-line-info"};
    const bool hasLines =
        std::any_of(arguments.begin(), arguments.end(), [&](const std::string& argument) {
            return std::find(kHasLines.begin(), kHasLines.end(), argument) != kHasLines.end();
        });
    if (!hasLines)
        arguments.push_back("-lineinfo");
    arguments.push_back("-gencode");
    arguments.push_back(fmt::format("arch=compute_{0},code=compute_{0}", computeCapability));
}

std::vector<std::string> replacedNvccArguments(const std::vector<std::string>& arguments,
                                               const std::filesystem::path& runtime,
                                               int computeCapability) {
    constexpr std::array kUntouched = {
        "-ptx",         "--ptx", "-cubin", "--cubin", "-fatbin",   "--fatbin", "-E",
        "--preprocess", "-M",    "-MM",    "-V",      "--version", "-h",       "--help"};
    const bool makesNoProgram =
        std::any_of(arguments.begin(), arguments.end(), [&](const std::string& argument) {
            return std::find(kUntouched.begin(), kUntouched.end(), argument) != kUntouched.end();
        });
    if (makesNoProgram || arguments.empty())
        return arguments;
    std::vector<std::string> replaced = withoutArchitectures(arguments);
    addCodeOptions(replaced, computeCapability);
    const std::string folder = utf8(runtime);
    for (const std::string& option : {std::string("-cudart"), std::string("shared"), "-L" + folder,
                                      std::string("-Xlinker"), "-rpath=" + folder})
        replaced.push_back(option);
    return replaced;
}

} // namespace warpbench::programs
