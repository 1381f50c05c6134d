// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/project_loading.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/compile/device_code.h"
#include "core/guess/neighbours.h"
#include "core/guess/program.h"
#include "core/project/project_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>
#include <vector>

namespace warpbench::cli {

namespace {

/// The project in a folder, where there is just one.
std::filesystem::path projectIn(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> found;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().extension() == ".warpbench")
            found.push_back(it->path());
    }
    if (found.size() == 1)
        return found.front();
    std::sort(found.begin(), found.end());
    std::string names;
    for (const std::filesystem::path& file : found)
        names += (names.empty() ? "" : ", ") + utf8(file.filename());
    throw Error(ErrorKind::usage,
                found.empty() ? "the folder holds no project (*.warpbench)"
                              : "the folder holds more than one project: " + names,
                found.empty() ? "name a project or a CUDA source" : "name one of them",
                Place{utf8(folder)});
}

} // namespace

project::Project loadProject(const std::filesystem::path& file, bool allowOutside, Console& console,
                             project::UnknownKeys unknown) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
        return loadProject(projectIn(file), allowOutside, console, unknown);
    if (file.extension() != ".warpbench" && std::filesystem::is_regular_file(file, ignored))
        return project::projectForSource(file);
    project::ReadResult read = project::readProject(file, unknown);
    for (const Error& warning : read.warnings)
        console.warning(warning);
    read.project.mayLeaveFolder = allowOutside;
    if (allowOutside)
        console.notice(utf8(file) + ": may read and write files outside its folder");
    return std::move(read.project);
}

bool isBareSource(const std::filesystem::path& file) {
    std::error_code ignored;
    return file.extension() != ".warpbench" && std::filesystem::is_regular_file(file, ignored);
}

namespace {

project::Project guessInto(project::Project project, const std::filesystem::path& file,
                           Console& console) {
    if (compile::sourceKindOf(utf8(file)) != compile::SourceKind::cuda)
        throw Error(ErrorKind::project,
                    "compiled code does not say what its parameters point to, so no set-up can be "
                    "guessed",
                    fmt::format("write a project with \"source\": {{\"file\": \"{}\"}}; "
                                "`warpbench-cli compile` lists its kernels and their parameters",
                                utf8(file.filename())),
                    {utf8(file), 0, 0});
    compile::CompileRequest request;
    request.source = project::sourceText(project);
    request.fileName = utf8(file);
    request.defines = project.compile.defines;
    for (const std::string& folder : project.compile.includeDirs)
        request.includeDirs.push_back(pathFromUtf8(folder));
    guess::ProgramGuess guess = guess::guessSetUp(std::move(project), request);
    if (guess.project.launches.empty()) {
        const std::vector<std::string> neighbours = guess::neighboursWithKernels(file);
        throw Error(ErrorKind::project, "no kernel and no launch were found in this file",
                    neighbours.empty()
                        ? "write a kernel, marked __global__"
                        : fmt::format("the kernels are in {}, which can be run by {}",
                                      fmt::join(neighbours, ", "),
                                      neighbours.size() > 1 ? "themselves" : "itself"),
                    {utf8(file), 0, 0});
    }
    for (const guess::Question& question : guess.questions)
        console.notice(utf8(file) + ": note: " + question.text);
    return std::move(guess.project);
}

/// Whether a project's source is this file.
bool isSourceOf(const project::Project& project, const std::filesystem::path& file) {
    const auto* source = std::get_if<project::SourceFile>(&project.source);
    std::error_code ignored;
    return source && std::filesystem::equivalent(project.folder() / pathFromUtf8(source->path),
                                                 file, ignored);
}

} // namespace

project::Project guessProject(const std::filesystem::path& file, Console& console) {
    return guessInto(project::projectForSource(file), file, console);
}

project::Project loadRunnable(const std::filesystem::path& file,
                              const std::vector<std::string>& includeDirs,
                              const std::vector<std::string>& defines, Console& console,
                              project::UnknownKeys unknown) {
    std::error_code ignored;
    const bool bare = isBareSource(file);
    std::filesystem::path beside = file;
    beside.replace_extension(".warpbench");
    const bool useBeside = bare && std::filesystem::is_regular_file(beside, ignored);
    project::Project project = loadProject(useBeside ? beside : file, false, console, unknown);
    if (useBeside)
        console.notice(utf8(file) + ": note: " +
                       (isSourceOf(project, file)
                            ? "the set-up is that of " + utf8(beside.filename())
                            : utf8(beside.filename()) + " is run, whose source is another one"));
    for (const std::string& define : defines) {
        const std::size_t equals = define.find('=');
        if (equals == std::string::npos)
            project.compile.defines[define] = std::nullopt;
        else
            project.compile.defines[define.substr(0, equals)] = define.substr(equals + 1);
    }
    for (const std::string& folder : includeDirs)
        project.compile.includeDirs.push_back(
            utf8(std::filesystem::absolute(pathFromUtf8(folder))));
    if (bare && !useBeside)
        return guessInto(std::move(project), file, console);
    return project;
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
