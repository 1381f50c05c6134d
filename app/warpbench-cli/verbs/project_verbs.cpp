// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/lessons.h"
#include "app/warpbench-cli/program_setup.h"
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/base/version.h"
#include "core/compile/compile.h"
#include "core/platform/files.h"
#include "core/project/data_files.h"
#include "core/project/project_file.h"
#include "core/sources/source_scan.h"
#include "core/steps/elementwise.h"
#include "core/steps/step.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

/// The verbs that make and change project files: new, examples, convert.
namespace warpbench::cli {

namespace {

using nlohmann::json;

json header(const char* format) {
    return {{"format", format}, {"version", 1}, {"warpbench", kVersion}};
}

void tellCopied(Console& console, const char* format, const std::filesystem::path& project) {
    if (console.json()) {
        json document = header(format);
        document["project"] = utf8(project);
        console.document(document);
    } else {
        console.line("Made " + utf8(project));
        console.line("Run it with: warpbench-cli run " + utf8(project));
    }
}

} // namespace

int newProject(const NewOptions& options, Console& console) {
    tellCopied(console, "warpbench-new", copyLesson(options.pattern, pathFromUtf8(options.folder)));
    return 0;
}

int showExamples(const ExamplesOptions& options, Console& console) {
    if (!options.name.empty()) {
        tellCopied(console, "warpbench-examples",
                   copyLesson(options.name, pathFromUtf8(options.folder)));
        return 0;
    }
    const std::vector<Lesson> all = lessons();
    if (console.json()) {
        json document = header("warpbench-examples");
        document["examples"] = json::array();
        for (const Lesson& lesson : all)
            document["examples"].push_back(
                {{"name", lesson.id}, {"title", lesson.title}, {"project", utf8(lesson.project)}});
        console.document(document);
        return 0;
    }
    Table table{{"name", "title"}, {}};
    for (const Lesson& lesson : all)
        table.rows.push_back({lesson.id, lesson.title});
    console.table(table);
    return 0;
}

namespace {

/// A project around a source that launches nothing is useless.
void requireKernel(const project::Project& project) {
    const auto* source = std::get_if<project::SourceFile>(&project.source);
    if (!source || !project.launches.empty())
        return;
    if (compile::scanKernels(project::sourceText(project)).empty())
        throw Error(ErrorKind::project,
                    {"WB3063", "the file does not define a kernel",
                     "name a CUDA source with a __global__ function"},
                    Place{utf8(project.folder() / pathFromUtf8(source->path))});
}

/// A project names its sources relative to itself, so they have to be next to where it is written.
void requireSourcesFrom(const project::Project& project, const std::filesystem::path& target) {
    std::vector<project::SourceFile> sources = project.link;
    if (const auto* source = std::get_if<project::SourceFile>(&project.source))
        sources.push_back(*source);
    for (const project::SourceFile& source : sources) {
        const std::filesystem::path path = pathFromUtf8(source.path);
        std::error_code ignored;
        if (std::filesystem::exists(project.folder() / path, ignored) &&
            !std::filesystem::exists(target.parent_path() / path, ignored))
            throw Error(ErrorKind::usage,
                        {"WB3064",
                         "{file} would not find its source '{source}', which is in another folder",
                         "copy the source there first, or write the project next to it",
                         {{"file", utf8(target)}, {"source", source.path}}});
    }
}

/// Copies the data files of a program's run into a folder next to the project.
void keepData(project::Project& project, const std::filesystem::path& from,
              const std::filesystem::path& target) {
    const std::string folder = utf8(target.stem()) + "_data";
    project::copyDataFiles(project::moveDataFiles(project, from, folder), target.parent_path());
}

} // namespace

int convert(const ConvertOptions& options, Console& console) {
    const std::filesystem::path file = pathFromUtf8(options.file);
    const bool bare = isBareSource(file);
    const bool inPlace = !bare && options.out.empty();
    std::filesystem::path target = options.out.empty() ? file : pathFromUtf8(options.out);
    if (bare && options.out.empty())
        target.replace_extension(".warpbench");
    std::error_code ignored;
    if (!options.force && !inPlace && std::filesystem::exists(target, ignored))
        throw Error(ErrorKind::usage, {"WB3065",
                                       "{file} exists and would be replaced",
                                       "name another file to write, or add --force; run the source "
                                       "as it is, and it uses that "
                                       "project",
                                       {{"file", utf8(target)}}});
    project::Project project = bare ? bareProject(file, options.includeDirs, options.defines)
                                    : loadProject(file, false, console);
    std::optional<ProgramSetUp> ofRun;
    if (bare && options.run)
        ofRun = setUpOfProgram(project, file, options.device, console);
    else if (bare && !options.guess)
        ofRun = trySetUpOfProgram(project, file, options.device, console);
    if (ofRun)
        project = ofRun->project;
    else if (bare)
        project = guessProject(project, file, console);
    if (bare)
        requireKernel(project);
    if (inPlace)
        target = project.file; // it may be a folder
    else
        requireSourcesFrom(project, target);
    if (ofRun)
        keepData(project, ofRun->data->path(), target);
    project::saveProject(project, target);
    if (console.json()) {
        json document = header("warpbench-convert");
        document["project"] = utf8(target);
        document["project_version"] = project::Project::kVersion;
        console.document(document);
    } else {
        console.line("Wrote " + utf8(target));
    }
    return 0;
}

namespace {

/// Saves a project and its source, or neither: if one of them cannot be written, both keep their
/// old contents.
void saveWithSource(project::Project project, const std::string& before,
                    const std::string& source) {
    const auto* file = std::get_if<project::SourceFile>(&project.source);
    if (!file) {
        project.source = project::SourceText{source};
        return project::saveProject(project, project.file);
    }
    project::requireSavable(project, project.file);
    const std::filesystem::path path = project.folder() / pathFromUtf8(file->path);
    if (source != before)
        platform::replaceFile(path, source);
    try {
        project::saveProject(project, project.file);
    } catch (const Error&) {
        if (source != before)
            platform::replaceFile(path, before);
        throw;
    }
}

} // namespace

namespace {

/// The requested kernel and, with --add, the changed project.
project::GeneratedKernel generated(const GenerateOptions& options, project::Project& project) {
    if (!options.step)
        return project::elementwiseKernel(project, {options.elementwise, {}});
    const auto index = std::size_t(*options.step);
    if (index >= project.launches.size() || !project.launches[index].step)
        throw Error(
            ErrorKind::usage,
            {"WB3066",
             "launch {index} of the project is not a step",
             "launches are numbered from 0; a step has \"elementwise\", \"fill\", \"random\", "
             "\"reduce\", \"scan\" or \"sort\"",
             {{"index", index}}});
    return project::kernelOfStep(project, project.launches[index]);
}

} // namespace

int generateKernel(const GenerateOptions& options, Console& console) {
    const std::filesystem::path file = pathFromUtf8(options.project);
    if (isBareSource(file))
        throw Error(ErrorKind::usage, {"WB3067",
                                       "{file} is a source file, not a project with buffers",
                                       "name a project; `convert` creates one for a source",
                                       {{"file", utf8(file)}}});
    if (options.elementwise.empty() != options.step.has_value())
        throw Error(ErrorKind::usage,
                    {"WB3068", "only one kernel can be generated at a time",
                     "give either assignments such as \"z = a * x + y\", or --step"});
    project::Project project = loadProject(file, options.allowOutside, console);
    const project::GeneratedKernel kernel = generated(options, project);
    if (options.add) {
        if (options.step)
            project.launches[std::size_t(*options.step)] = kernel.launch;
        else
            project.launches.push_back(kernel.launch);
        const std::string before = project::sourceText(project);
        saveWithSource(project, before, project::withKernel(before, kernel));
    }
    if (console.json()) {
        json document = header("warpbench-generate");
        document["kernel"] = kernel.name;
        document["source"] = kernel.source;
        document["added"] = options.add;
        console.document(document);
    } else if (options.add) {
        console.line(fmt::format("Added {}, launched {}, to {}", kernel.name,
                                 options.step ? "in place of the step" : "last", utf8(file)));
    } else {
        std::string text = kernel.source;
        text.pop_back(); // the console adds the last line's end
        console.line(text);
    }
    return 0;
}

} // namespace warpbench::cli
