// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/captured_source.h"

#include "core/base/path_text.h"
#include "core/base/utf8_text.h"
#include "core/cache/file_options.h"
#include "core/cache/nvcc_options.h"
#include "core/compile/host_code.h"
#include "core/formats/ptx_entries.h"
#include "core/platform/files.h"
#include "core/programs/nvcc_arguments.h"
#include "core/sources/declarations.h"
#include "core/sources/source_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

namespace warpbench::programs {

namespace fs = std::filesystem;

namespace {

/// One of nvcc's options, with its value separate from its name: "-DN=4" and "-D N=4" alike.
struct NvccOption {
    std::string name; ///< "-D", "-I", "-std"; for all others the whole option
    std::string value;
};

std::vector<NvccOption> optionsOf(const std::vector<std::string>& options) {
    static constexpr std::array<std::pair<const char*, const char*>, 8> kNames{{
        {"--define-macro", "-D"},
        {"--include-path", "-I"},
        {"--std", "-std"},
        {"-isystem", "-I"},
        {"--system-include", "-I"},
        {"-std", "-std"},
        {"-D", "-D"},
        {"-I", "-I"},
    }};
    std::vector<NvccOption> result;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const auto named = std::find_if(kNames.begin(), kNames.end(), [&](const auto& name) {
            return options[i].starts_with(name.first);
        });
        if (named == kNames.end()) {
            result.push_back({options[i], {}});
            continue;
        }
        std::string value = options[i].substr(std::string(named->first).size());
        if (value.starts_with('='))
            value.erase(0, 1);
        if (value.empty() && i + 1 < options.size())
            value = options[++i];
        result.push_back({named->second, value});
    }
    return result;
}

/// The user's files in the line information.
std::vector<fs::path> filesNamedIn(const std::vector<std::string>& texts) {
    std::vector<fs::path> files;
    for (const std::string& text : texts)
        for (std::size_t at = text.find(".file"); at != std::string::npos;
             at = text.find(".file", at + 1)) {
            const std::size_t end = text.find('\n', at);
            const std::size_t first = text.find('"', at);
            const std::size_t last = text.find('"', first + 1);
            if (last >= end || first == std::string::npos)
                continue;
            const fs::path file = pathFromUtf8(text.substr(first + 1, last - first - 1));
            if (file.extension() == ".cu")
                files.push_back(file);
        }
    return files;
}

std::optional<compile::KernelInfo> signatureIn(const std::string& text, const std::string& kernel) {
    for (const compile::ScannedKernel& scanned : compile::scanSource(text))
        if (scanned.isDefinition && plainNameOf(scanned.info.name) == kernel)
            return scanned.info;
    return std::nullopt;
}

std::optional<KernelSource> sourceWith(const fs::path& file, const std::string& kernel,
                                       const std::vector<fs::path>& includeDirs,
                                       const project::CompileSettings& settings) {
    std::error_code missing;
    if (!fs::is_regular_file(file, missing))
        return std::nullopt;
    KernelSource source;
    source.file = fs::absolute(file).lexically_normal();
    source.includeDirs = includeDirs;
    source.text = utf8Text(platform::readFile(source.file));
    compile::CompileRequest request;
    request.source = source.text;
    request.fileName = utf8(source.file);
    request.includeDirs = includeDirs;
    request.defines = settings.defines;
    std::optional<compile::KernelInfo> signature;
    for (const auto& [path, text] : compile::programFiles(request)) {
        const fs::path own = fs::absolute(pathFromUtf8(path)).lexically_normal();
        if (own != source.file)
            source.headers.push_back(own);
        if (!signature)
            signature = signatureIn(text, kernel);
    }
    if (!signature)
        return std::nullopt;
    source.signature = std::move(*signature);
    return source;
}

bool isInside(const fs::path& file, const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
           folder.end();
}

fs::path withoutSlash(const fs::path& folder) {
    return folder.has_filename() ? folder : folder.parent_path();
}

/// The innermost folder that contains all of them.
fs::path commonFolder(const fs::path& first, const std::vector<fs::path>& others) {
    fs::path folder = first;
    for (const fs::path& other : others)
        while (!isInside(other, folder) && folder.has_relative_path())
            folder = folder.parent_path();
    return folder;
}

} // namespace

std::string plainNameOf(const std::string& kernel) {
    const std::string name = kernel.substr(0, kernel.find('<'));
    const std::size_t scope = name.rfind("::");
    return scope == std::string::npos ? name : name.substr(scope + 2);
}

std::string nameInSource(const std::string& kernel) {
    static const std::string unnamed = "(anonymous namespace)::";
    std::string name = kernel;
    if (name.find("{lambda(") != std::string::npos)
        return {};
    for (std::size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed))
        name.erase(at, unnamed.size());
    return name;
}

std::optional<KernelSource> findKernelSource(const CapturedLaunch& launch,
                                             const std::vector<fs::path>& sources,
                                             const std::vector<std::string>& options) {
    std::vector<fs::path> includeDirs;
    for (const NvccOption& option : optionsOf(options))
        if (option.name == "-I")
            includeDirs.push_back(
                withoutSlash(fs::absolute(pathFromUtf8(option.value)).lexically_normal()));
    const project::CompileSettings settings = settingsFrom(options);
    std::vector<fs::path> candidates = sources;
    for (const fs::path& named : filesNamedIn(launch.ptx))
        candidates.push_back(named);
    for (const fs::path& file : candidates)
        if (auto source = sourceWith(file, plainNameOf(launch.kernel), includeDirs, settings))
            return source;
    return std::nullopt;
}

project::CompileSettings settingsFrom(const std::vector<std::string>& options) {
    project::CompileSettings settings;
    std::vector<std::string> others;
    for (const NvccOption& option : optionsOf(withoutArchitectures(options))) {
        if (option.name == "-D") {
            const std::size_t equals = option.value.find('=');
            settings.defines[option.value.substr(0, equals)] =
                equals == std::string::npos ? std::nullopt
                                            : std::optional(option.value.substr(equals + 1));
        } else if (option.name == "-std") {
            settings.std = option.value;
        } else if (option.name != "-I") {
            others.push_back(option.name);
        }
    }
    others = compile::optionsForNvrtc(others);
    while (const auto file = compile::firstFileOption(others))
        others.erase(others.begin() + std::ptrdiff_t(*file));
    std::erase_if(others, [](const std::string& option) {
        return option.starts_with("-rdc") || option.starts_with("--relocatable-device-code") ||
               option.find("lineinfo") != std::string::npos || option == "--generate-line-info" ||
               !option.starts_with('-');
    });
    settings.options = std::move(others);
    return settings;
}

CopiedCode copySource(const KernelSource& source, const std::vector<std::string>& options,
                      const fs::path& folder) {
    CopiedCode code;
    code.compile = settingsFrom(options);
    std::vector<fs::path> all = source.headers;
    std::vector<fs::path> dirs;
    for (const fs::path& dir : source.includeDirs)
        if (std::any_of(source.headers.begin(), source.headers.end(),
                        [&](const fs::path& header) { return isInside(header, dir); }))
            dirs.push_back(dir);
    all.insert(all.end(), dirs.begin(), dirs.end());
    const fs::path root = commonFolder(source.file.parent_path(), all);
    const fs::path place =
        root == source.file.parent_path() && dirs.empty() ? fs::path() : fs::path("source");
    const auto copy = [&](const fs::path& file) {
        fs::path target = place / file.lexically_relative(root);
        platform::replaceFile(folder / target, platform::readFile(file));
        code.files.push_back(folder / target);
        return target;
    };
    code.source = project::SourceFile{utf8(copy(source.file))};
    for (const fs::path& header : source.headers)
        copy(header);
    for (const fs::path& dir : dirs)
        code.compile.includeDirs.push_back(
            utf8((place / dir.lexically_relative(root)).lexically_normal()));
    return code;
}

CopiedCode copyPtx(const CapturedLaunch& launch, const fs::path& folder) {
    CopiedCode code;
    std::vector<std::string> texts = launch.ptx;
    std::stable_partition(texts.begin(), texts.end(), [&](const std::string& text) {
        const auto entries = compile::readPtxEntries(text);
        return std::any_of(entries.begin(), entries.end(),
                           [&](const auto& entry) { return entry.name == launch.lowered; });
    });
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string name = i == 0 ? "kernel.ptx" : fmt::format("linked_{}.ptx", i);
        platform::replaceFile(folder / name, texts[i]);
        code.files.push_back(folder / name);
        if (i == 0)
            code.source = project::SourceFile{name};
        else
            code.link.push_back({name});
    }
    return code;
}

} // namespace warpbench::programs
