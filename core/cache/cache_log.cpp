// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_log.h"

#include "core/base/keep_newest.h"
#include "core/base/path_text.h"
#include "core/base/read_limit.h"
#include "core/cache/compile_cache.h"
#include "core/platform/files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <span>
#include <system_error>
#include <vector>

namespace warpbench::compile {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNamed = 3;
constexpr std::string_view kHeader = "header ";

std::string digest(std::string_view text) {
    return hashBytes(std::as_bytes(std::span(text))).hex();
}

/// A part as people know it: a header by its name alone.
std::string nameOf(const std::string& part) {
    if (!part.starts_with(kHeader))
        return "the " + part;
    return fmt::format("header \"{}\"", utf8(pathFromUtf8(part.substr(kHeader.size())).filename()));
}

std::string listed(const std::vector<std::string>& names) {
    std::vector<std::string> shown(
        names.begin(), names.begin() + std::ptrdiff_t(std::min(kMostNamed, names.size())));
    if (names.size() > shown.size())
        shown.push_back(fmt::format("{} more", names.size() - shown.size()));
    if (shown.size() == 1)
        return shown.front();
    const std::string last = shown.back();
    shown.pop_back();
    return fmt::format("{} and {}", fmt::join(shown, ", "), last);
}

} // namespace

KeyParts keyParts(const CompileRequest& request, const Dependencies& dependencies,
                  const CompilerIdentity& compiler) {
    KeyParts parts;
    std::vector<std::string> toolkit{compiler.version, compiler.headerVersion};
    for (const fs::path& folder : compiler.includeDirs)
        toolkit.push_back(utf8(folder));
    parts["compiler"] = fmt::format("{}", fmt::join(toolkit, " "));
    // The PTX contains it; if it is relative, also its folder.
    std::error_code ignored;
    parts["path that names the source"] =
        request.fileName + " " + utf8(fs::absolute(pathFromUtf8(request.fileName), ignored));
    parts["source"] = digest(request.source);
    parts["architecture"] = request.arch;
    parts["C++ standard"] = request.std;
    parts["options"] = fmt::format("{}", fmt::join(request.options, " "));
    std::vector<std::string> folders;
    for (const fs::path& folder : request.includeDirs)
        folders.push_back(utf8(folder));
    parts["include folders"] = fmt::format("{}", fmt::join(folders, " "));
    parts["kernels asked for"] = fmt::format("{}", fmt::join(request.nameExpressions, " "));
    parts["debugging information"] = fmt::format("{} {}", request.lineInfo, request.debug);
    for (const auto& [name, value] : request.defines)
        parts["define " + name] = value ? "=" + *value : "";
    for (const Dependencies::File& file : dependencies.files)
        parts[std::string(kHeader) + utf8(file.path)] = digest(file.content);
    for (const Dependencies::ToolkitHeader& header : dependencies.toolkit)
        parts[std::string(kHeader) + utf8(header.path)] = header.content.hex();
    parts["headers that are missing"] = fmt::format("{}", fmt::join(dependencies.missing, " "));
    return parts;
}

std::string explainMiss(const std::optional<KeyParts>& before, const KeyParts& now) {
    if (!before)
        return "it was not cached before";
    std::vector<std::string> changed;
    for (const auto& [part, value] : now) {
        const auto found = before->find(part);
        if (found == before->end() || found->second != value)
            changed.push_back(nameOf(part));
    }
    for (const auto& [part, value] : *before)
        if (!now.contains(part))
            changed.push_back(nameOf(part));
    // A sweep or another program compiled it last, or the cache was too small to keep it.
    if (changed.empty())
        return "its cached result is gone";
    return listed(changed) + " changed";
}

fs::path CacheLog::fileOf(const std::string& fileName) const {
    std::error_code ignored;
    return m_folder / (digest(utf8(fs::absolute(pathFromUtf8(fileName), ignored))) + ".json");
}

CacheLog CacheLog::ofThisUser() {
    return CacheLog(CompileCache::ofThisUser().disk().folder().parent_path() / "compile-last");
}

std::optional<KeyParts> CacheLog::last(const std::string& fileName) const {
    std::string text;
    try {
        text = platform::readFile(fileOf(fileName), ErrorKind::environment, kMaxReadBytes);
    } catch (const Error&) {
        return std::nullopt;
    }
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object())
        return std::nullopt;
    KeyParts parts;
    for (const auto& [part, value] : json.items())
        if (value.is_string())
            parts[part] = value.get<std::string>();
    return parts;
}

void CacheLog::note(const std::string& fileName, const KeyParts& parts) const {
    const std::string text =
        nlohmann::json(parts).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    try {
        const fs::path file = fileOf(fileName);
        platform::replaceFile(file, text, ErrorKind::environment, platform::Flush::no);
        if (utf8(file.filename()).starts_with('0')) // one in sixteen: it lists the whole folder
            keepNewest(m_folder, m_most, file);
    } catch (const Error&) {
        // The next miss is not explained, then.
    }
}

} // namespace warpbench::compile
