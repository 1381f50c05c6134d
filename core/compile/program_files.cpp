// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/program_files.h"

#include "core/base/file_texts.h"
#include "core/base/path_text.h"
#include "core/base/utf8_text.h"
#include "core/cache/options.h"
#include "core/platform/files.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

/// Programs have some hundred headers at most; more is something generated.
constexpr std::size_t kMostProgramFiles = 500;
constexpr std::size_t kMaxFileBytes = std::size_t(8) << 20;

bool isSimpleInclude(const Directive& directive) {
    return directive.name == "include" || directive.name == "include_next";
}

std::optional<std::string> readSmallFile(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        return std::nullopt;
    try {
        return platform::readFile(path, ErrorKind::environment, kMaxFileBytes);
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// One name for a file that is reached by several: by `..`, other folders, links.
fs::path identityOf(const fs::path& place) {
    std::error_code error;
    const fs::path absolute = fs::absolute(place, error);
    fs::path real = fs::weakly_canonical(absolute, error);
    return error ? absolute.lexically_normal() : real;
}

} // namespace

Program::Program(const CompileRequest& request, const std::vector<fs::path>& toolkitIncludes)
    : m_request(request)
    , m_userDirs(userIncludeDirs(request))
    , m_toolkitDirs(toolkitIncludes) {
    add(request.fileName, utf8Text(request.source));
    for (std::size_t i = 0; i < m_files.size(); ++i)
        followIncludes(i);
    for (ProgramFile& file : m_files)
        readMacros(file.directives, m_macros);
    m_words = deviceWords(m_macros);
    for (ProgramFile& file : m_files)
        file.declarations =
            readDeclarations(file.structure, 0, file.structure.size(), m_words, m_macros);
}

std::size_t Program::add(std::string path, std::string text) {
    ProgramFile& file = m_files.emplace_back();
    file.identity = identityOf(pathFromUtf8(path));
    file.path = std::move(path);
    file.text = std::move(text);
    file.tokens = tokenize(file.text, file.directives);
    file.structure = structuralTokens(file.tokens, file.directives);
    return m_files.size() - 1;
}

void Program::followIncludes(std::size_t index) {
    const fs::path folder = pathFromUtf8(m_files[index].path).parent_path();
    for (const Directive& directive : m_files[index].directives) {
        if (!isSimpleInclude(directive))
            continue;
        const std::vector<IncludeLine> lines = findIncludes(directive.text);
        if (lines.empty() || lines.front().computed)
            continue;
        ProgramFile::Include include{
            directive.text, std::string(lines.front().name), directive.line, {}, false};
        resolve(include, lines.front().angle, folder);
        m_files[index].includes.push_back(std::move(include));
    }
}

void Program::resolve(ProgramFile::Include& include, bool angle, const fs::path& folder) {
    const fs::path name = pathFromUtf8(include.name);
    std::vector<fs::path> places;
    if (name.is_absolute())
        places = {name};
    else if (!angle)
        places = {folder / name};
    for (const fs::path& dir : m_userDirs)
        places.push_back(dir / name);
    for (const fs::path& place : places)
        if ((include.file = userFile(place)))
            return;
    std::error_code ignored;
    include.ofToolkit =
        std::any_of(m_toolkitDirs.begin(), m_toolkitDirs.end(),
                    [&](const fs::path& dir) { return fs::is_regular_file(dir / name, ignored); });
}

std::optional<std::size_t> Program::userFile(const fs::path& place) {
    const fs::path identity = identityOf(place);
    for (std::size_t i = 0; i < m_files.size(); ++i)
        if (m_files[i].identity == identity)
            return i;
    if (m_files.size() >= kMostProgramFiles)
        return std::nullopt;
    const std::string* unsaved = textOfFile(m_request.unsaved, place);
    const std::optional<std::string> bytes =
        unsaved ? std::optional(*unsaved) : readSmallFile(place);
    if (!bytes)
        return std::nullopt;
    const std::size_t index = add(utf8(place.lexically_normal()), utf8Text(*bytes));
    m_files[index].unsaved = unsaved != nullptr || m_files[index].text != *bytes;
    return index;
}

} // namespace warpbench::compile
