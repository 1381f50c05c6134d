// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/nvcc_options.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace warpbench::compile {

namespace {

/// Names without their dashes, which may be one or two.
const std::set<std::string_view>& plainHostOptions() {
    static const std::set<std::string_view> names = {
        "allow-unsupported-compiler",
        "c",
        "clean-targets",
        "compile",
        "cubin",
        "debug",
        "dont-use-profile",
        "dryrun",
        "expt-extended-lambda",
        "expt-relaxed-constexpr",
        "extended-lambda",
        "fatbin",
        "forward-unknown-opts",
        "forward-unknown-to-host-compiler",
        "forward-unknown-to-host-linker",
        "g",
        "k",
        "keep",
        "lib",
        "link",
        "m64",
        "MD",
        "MMD",
        "MP",
        "no-align-double",
        "no-compress",
        "no-exceptions",
        "noprof",
        "objdir-as-tempdir",
        "pg",
        "profile",
        "ptx",
        "res-usage",
        "resource-usage",
        "save-temps",
        "shared",
        "source-in-ptx",
        "src-in-ptx",
        "use-local-env",
        "v",
        "verbose",
        "Wdefault-stream-launch",
        "Wext-lambda-captures-this",
        "Wmissing-launch-bounds",
        "Wno-deprecated-declarations",
        "Wno-deprecated-gpu-targets",
        "Wreorder",
    };
    return names;
}

/// With a value, in the same string or in the next.
const std::set<std::string_view>& hostOptionsWithValue() {
    static const std::set<std::string_view> names = {
        "arch",
        "archive-options",
        "ccbin",
        "code",
        "compiler-bindir",
        "compiler-options",
        "compress-mode",
        "cudadevrt",
        "cudart",
        "default-stream",
        "dependency-output",
        "fatbin-options",
        "generate-code",
        "gencode",
        "gpu-architecture",
        "gpu-code",
        "keep-dir",
        "libdevice-directory",
        "library",
        "library-path",
        "linker-options",
        "m",
        "machine",
        "MF",
        "MT",
        "nvlink-options",
        "o",
        "odir",
        "O",
        "optimize",
        "output-directory",
        "output-file",
        "run-args",
        "t",
        "target-directory",
        "threads",
        "Werror",
        "x",
        "Xarchive",
        "Xcompiler",
        "Xfatbin",
        "Xlinker",
        "Xnvlink",
    };
    return names;
}

/// Options that NVRTC also knows, written `name value`: their form for NVRTC, up to the value.
const std::map<std::string_view, std::string_view>& optionsWithValue() {
    static const std::map<std::string_view, std::string_view> names = {
        {"D", "-D"},
        {"define-macro", "-D"},
        {"diag-error", "--diag-error="},
        {"diag-suppress", "--diag-suppress="},
        {"diag-warn", "--diag-warn="},
        {"fmad", "--fmad="},
        {"ftz", "--ftz="},
        {"I", "-I"},
        {"include", "-include="},
        {"include-path", "-I"},
        {"isystem", "-I"},
        {"maxrregcount", "-maxrregcount="},
        {"prec-div", "--prec-div="},
        {"prec-sqrt", "--prec-sqrt="},
        {"pre-include", "-include="},
        {"ptxas-options", "--ptxas-options="},
        {"rdc", "-rdc="},
        {"relocatable-device-code", "-rdc="},
        {"split-compile", "-split-compile="},
        {"std", "-std="},
        {"system-include", "-I"},
        {"U", "-U"},
        {"undefine-macro", "-U"},
        {"Xptxas", "--ptxas-options="},
    };
    return names;
}

constexpr std::string_view kBetweenWords = " \t";

bool isOption(std::string_view text) {
    return text.size() > 1 && text.front() == '-' && text != "--";
}

std::string_view withoutDashes(std::string_view option) {
    option.remove_prefix(option.starts_with("--") ? 2 : 1);
    return option;
}

bool isCudafe(std::string_view name) {
    return name == "Xcudafe" || name == "cudafe-options";
}

bool wantsValue(std::string_view name) {
    return hostOptionsWithValue().contains(name) || optionsWithValue().contains(name) ||
           name == "L" || name == "l" || isCudafe(name);
}

/// `-O3`, `-lcublas`, `-L/usr/lib`, `-t4`, `-Wno-…`: name and value in one word.
bool isJoinedHostOption(std::string_view option, std::string_view name) {
    if (option.starts_with("--") || name.size() < 2)
        return name.starts_with('O') && name.size() == 2;
    if (name[0] == 'O' || name[0] == 't')
        return name.find_first_not_of("0123456789", 1) == std::string_view::npos;
    return name[0] == 'L' || (name[0] == 'l' && name != "lineinfo" && name != "lto");
}

/// The words of options that are in one string: "-gencode arch=compute_90,code=sm_90".
std::vector<std::string> splitOption(const std::string& option) {
    const std::size_t blank = option.find_first_of(kBetweenWords);
    const std::size_t rest =
        blank == std::string::npos ? blank : option.find_first_not_of(kBetweenWords, blank);
    if (!isOption(option) || rest == std::string::npos)
        return {option};
    const std::string head = option.substr(0, blank);
    if (wantsValue(withoutDashes(head)))
        return {head, option.substr(rest, option.find_last_not_of(kBetweenWords) + 1 - rest)};
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin < option.size();) {
        const std::size_t end = std::min(option.find_first_of(kBetweenWords, begin), option.size());
        if (end > begin)
            words.push_back(option.substr(begin, end - begin));
        begin = end + 1;
    }
    const bool all = std::all_of(words.begin(), words.end(),
                                 [](const std::string& word) { return isOption(word); });
    return all ? words : std::vector<std::string>{option};
}

/// Options for the front end: NVRTC has names for its diagnostics; the rest is for the host.
std::string forFrontEnd(std::string_view value) {
    for (const std::string_view kind : {"suppress", "error", "warning"}) {
        for (const std::string_view sign : {"_", "-"}) {
            const std::string name = "--diag" + std::string(sign) + std::string(kind) + "=";
            if (value.starts_with(name))
                return "--diag-" + std::string(kind == "warning" ? "warn" : kind) + "=" +
                       std::string(value.substr(name.size()));
        }
    }
    return {};
}

/// One option with its value; empty: NVRTC gets nothing of it.
std::string forNvrtc(std::string_view name, const std::string& value) {
    if (isCudafe(name))
        return forFrontEnd(value);
    const auto known = optionsWithValue().find(name);
    if (known == optionsWithValue().end())
        return {};
    return std::string(known->second) + value;
}

} // namespace

std::vector<std::string> optionsForNvrtc(const std::vector<std::string>& options) {
    std::vector<std::string> words;
    for (const std::string& option : options) {
        std::vector<std::string> parts = splitOption(option);
        std::move(parts.begin(), parts.end(), std::back_inserter(words));
    }
    std::vector<std::string> result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (!isOption(word)) {
            result.push_back(word);
            continue;
        }
        const std::size_t equals = word.find('=');
        const std::string_view name = withoutDashes(std::string_view(word).substr(0, equals));
        if (wantsValue(name) && (equals != std::string::npos || i + 1 < words.size())) {
            const std::string value =
                equals != std::string::npos ? word.substr(equals + 1) : words[++i];
            if (std::string taken = forNvrtc(name, value); !taken.empty())
                result.push_back(std::move(taken));
        } else if (!plainHostOptions().contains(name) && !isJoinedHostOption(word, name)) {
            result.push_back(word == "-lto" ? "-dlto" : word);
        }
    }
    return result;
}

std::string specificArchitecture(const std::vector<std::string>& options, int capability) {
    for (const std::string& option : options) {
        if (option.starts_with("-D") || option.starts_with("--define"))
            continue;
        for (const char suffix : {'a', 'f'}) {
            const std::string target = std::to_string(capability) + suffix;
            if (option.find("sm_" + target) != std::string::npos ||
                option.find("compute_" + target) != std::string::npos)
                return "sm_" + target;
        }
    }
    return {};
}

} // namespace warpbench::compile
