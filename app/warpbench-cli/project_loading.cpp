// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/project_loading.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/compile/device_code.h"
#include "core/guess/neighbours.h"
#include "core/guess/program.h"
#include "core/project/project_file.h"
#include "core/sources/tokenizer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>
#include <vector>

namespace warpbench::cli {

namespace {

/// The project in a folder, if there is exactly one.
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
                found.empty()
                    ? ErrorText{"WB3057", "the folder does not contain a project (*.warpbench)",
                                "name a project or a CUDA source"}
                    : ErrorText{"WB3058",
                                "the folder contains more than one project: {names}",
                                "name one of them",
                                {{"names", names}}},
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

/// The line of `#define NAME`, otherwise of the name's first occurrence.
int lineOfDefinition(const std::string& source, const std::string& name, int otherwise) {
    std::vector<compile::Directive> directives;
    compile::tokenize(source, directives);
    for (const compile::Directive& directive : directives) {
        const std::vector<compile::Token> rest = compile::tokenize(directive.rest);
        if (directive.name == "define" && !rest.empty() && rest.front().is(name))
            return directive.line;
    }
    return otherwise;
}

guess::ProgramGuess guessOf(const project::Project& project, const std::filesystem::path& file) {
    compile::CompileRequest request;
    request.source = project::sourceText(project);
    request.fileName = utf8(file);
    request.defines = project.compile.defines;
    request.includeDirs = project.userIncludeDirs;
    for (const std::string& folder : project.compile.includeDirs)
        request.includeDirs.push_back(pathFromUtf8(folder));
    return guess::guessSetUp(project, request);
}

/// The remedy for a file without kernels.
ErrorText whereKernelsAre(const std::vector<std::string>& neighbours) {
    if (neighbours.empty())
        return phrase("write a kernel, marked __global__");
    if (neighbours.size() == 1)
        return phrase("the kernels are in {file}, which can be run by itself",
                      {{"file", neighbours.front()}});
    return phrase("the kernels are in {files}, which can be run by themselves",
                  {{"files", fmt::format("{}", fmt::join(neighbours, ", "))}});
}

project::Project guessInto(const project::Project& project, const std::filesystem::path& file,
                           Console& console) {
    if (compile::sourceKindOf(utf8(file)) != compile::SourceKind::cuda)
        throw Error(
            ErrorKind::project,
            {"WB3059",
             "compiled code does not say what its parameters point to, so its set-up cannot "
             "be guessed",
             "write a project with \"source\": {\"file\": \"{file}\"}; "
             "`warpbench-cli compile` lists its kernels and their parameters",
             {{"file", utf8(file.filename())}}},
            Place{utf8(file)});
    guess::ProgramGuess guess = guessOf(project, file);
    if (guess.project.launches.empty()) {
        const std::vector<std::string> neighbours = guess::neighboursWithKernels(file);
        throw Error(
            ErrorKind::project,
            ErrorText{"WB3060", "neither a kernel nor a launch was found in this file"}.advised(
                whereKernelsAre(neighbours)),
            Place{utf8(file)});
    }
    for (const guess::Question& question : guess.questions)
        console.notice(utf8(file) + ": note: " + question.text);
    return std::move(guess.project);
}

/// A number that host and kernels share by a macro or a constant, which settings cannot change.
void refuseFixed(const guess::ProgramGuess& guess, const std::filesystem::path& file,
                 const std::string& name) {
    if (!guess.fixed.contains(name))
        return;
    const int line = compile::firstLineOf(name, project::sourceText(guess.project));
    throw Error(
        ErrorKind::usage,
        {"WB3061",
         "{name} is fixed in the source",
         "change it there, or write #ifndef {name}, #define {name}, #endif",
         {{"name", name}}},
        Place{utf8(file), lineOfDefinition(project::sourceText(guess.project), name, line), 0});
}

/// Turns settings of macros that the source guards into defines of the project.
void takeDefines(project::Project& project, const std::filesystem::path& file,
                 std::map<std::string, std::string>& settings) {
    const guess::ProgramGuess first = guessOf(project, file);
    for (auto it = settings.begin(); it != settings.end();) {
        const std::string& name = it->first;
        const bool given = project.compile.defines.contains(name);
        const bool guarded = first.project.compile.defines.contains(name) && !given;
        if (!guarded && !given && !first.project.parameters.contains(name))
            refuseFixed(first, file, name);
        if (guarded)
            project.compile.defines[name] = it->second;
        it = guarded ? settings.erase(it) : std::next(it);
    }
}

void addSettings(project::Project& project, const std::vector<std::string>& includeDirs,
                 const std::vector<std::string>& defines) {
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
}

/// Whether a project's source is this file.
bool isSourceOf(const project::Project& project, const std::filesystem::path& file) {
    const auto* source = std::get_if<project::SourceFile>(&project.source);
    std::error_code ignored;
    return source && std::filesystem::equivalent(project.folder() / pathFromUtf8(source->path),
                                                 file, ignored);
}

} // namespace

void addGuessedInstances(project::Project& project, const std::filesystem::path& file,
                         Console& console) {
    if (!isBareSource(file) || compile::sourceKindOf(utf8(file)) != compile::SourceKind::cuda)
        return;
    guess::ProgramGuess guess = guessOf(project, file);
    for (project::Launch& launch : guess.project.launches)
        if (launch.kernel.find('<') != std::string::npos)
            project.launches.emplace_back().kernel = launch.kernel;
    for (const guess::Question& question : guess.questions)
        if (question.kind == guess::Question::Kind::template_alone)
            console.notice(utf8(file) + ": note: " + question.text);
}

project::Project bareProject(const std::filesystem::path& file,
                             const std::vector<std::string>& includeDirs,
                             const std::vector<std::string>& defines) {
    project::Project project = project::projectForSource(file);
    addSettings(project, includeDirs, defines);
    return project;
}

project::Project guessProject(const project::Project& bare, const std::filesystem::path& file,
                              Console& console) {
    return guessInto(bare, file, console);
}

project::Project loadRunnable(const std::filesystem::path& file,
                              const std::vector<std::string>& includeDirs,
                              const std::vector<std::string>& defines, Console& console,
                              project::UnknownKeys unknown,
                              std::map<std::string, std::string>* settings,
                              const SetUpOfBare& setUp) {
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
    addSettings(project, includeDirs, defines);
    if (!bare || useBeside)
        return project;
    if (settings && !settings->empty() &&
        compile::sourceKindOf(utf8(file)) == compile::SourceKind::cuda)
        takeDefines(project, file, *settings);
    // Settings apply to the guess's parameters.
    if (setUp && (!settings || settings->empty()))
        if (auto made = setUp(project))
            return std::move(*made);
    return guessInto(project, file, console);
}

void requireChangeable(const std::filesystem::path& file, const project::Project& project,
                       const std::vector<std::string>& names) {
    if (!isBareSource(file) || compile::sourceKindOf(utf8(file)) != compile::SourceKind::cuda)
        return;
    for (const std::string& name : names)
        if (!project.parameters.contains(name) && !project.compile.defines.contains(name))
            refuseFixed(guessOf(project::projectForSource(file), file), file, name);
}

std::map<std::string, std::string> parseSettings(const std::vector<std::string>& settings) {
    std::map<std::string, std::string> result;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == 0 || equals == std::string::npos)
            throw Error(ErrorKind::usage, {"WB3062",
                                           "\"--set {setting}\" is not NAME=VALUE",
                                           "write for instance --set n=1024",
                                           {{"setting", setting}}});
        result[setting.substr(0, equals)] = setting.substr(equals + 1);
    }
    return result;
}

} // namespace warpbench::cli
