// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs.h"
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/base/version.h"
#include "core/export/export_model.h"
#include "core/plan/evaluate.h"
#include "core/platform/files.h"
#include "core/project/project_file.h"

#include <nlohmann/json.hpp>

/// The verb that makes a stand-alone program of a project.
namespace warpbench::cli {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::vector<exporting::ExportedFile> filesFor(const exporting::ExportModel& model,
                                              const std::string& kind) {
    if (kind == "cuda")
        return {exporting::cudaProgram(model)};
    return exporting::pythonScript(model, kind == "cupy" ? exporting::PythonLibrary::cupy
                                                         : exporting::PythonLibrary::pycuda);
}

/// Nothing is written where one file would replace another.
void writeAll(const std::vector<exporting::ExportedFile>& files, const fs::path& folder,
              bool force) {
    std::error_code ignored;
    for (const exporting::ExportedFile& file : files)
        if (!force && fs::exists(folder / pathFromUtf8(file.name), ignored))
            throw Error(ErrorKind::usage,
                        utf8(folder / pathFromUtf8(file.name)) + " exists and would be replaced",
                        "name another folder, or add --force");
    for (const exporting::ExportedFile& file : files) {
        const fs::path path = folder / pathFromUtf8(file.name);
        fs::create_directories(path.parent_path());
        platform::replaceFile(path, file.contents, ErrorKind::usage);
    }
}

} // namespace

int exportProgram(const ExportOptions& options, Console& console) {
    const fs::path file = pathFromUtf8(options.project);
    session::CompileJob job;
    job.set = parseSettings(options.settings);
    job.project = loadRunnable(file, {}, {}, console, project::UnknownKeys::keep, &job.set);
    job.project.mayLeaveFolder = job.project.mayLeaveFolder || options.allowOutside;
    job.source = project::sourceText(job.project);
    const project::LaunchPlan plan = project::makePlan(job.project, job.set);
    const project::Project project = job.project;
    const std::string source = job.source;
    BlockingSession session(console, session::WorkerHome::child_process);
    const compile::CompileResult compiled = session.compile(std::move(job));
    for (const compile::Diagnostic& diagnostic : compiled.diagnostics)
        console.diagnostic(diagnostic);
    if (!compiled.succeeded)
        throw Error(ErrorKind::compile, "the kernels do not compile", "see the lines above",
                    {options.project, 0, 0});
    const fs::path folder = pathFromUtf8(options.folder);
    const std::string name = utf8(project.file.stem().empty() ? file.stem() : project.file.stem());
    const exporting::ExportModel model =
        exporting::makeExportModel(project, plan, compiled, source, name);
    std::vector<exporting::ExportedFile> files = filesFor(model, options.to);
    const std::string program = utf8(folder / pathFromUtf8(files.front().name));
    files.insert(files.end(), model.files.begin(), model.files.end());
    writeAll(files, folder, options.force);
    for (const std::string& note : model.notes)
        console.notice("note: " + note);
    if (console.json()) {
        json names = json::array();
        for (const exporting::ExportedFile& one : files)
            names.push_back(one.name);
        console.document({{"format", "warpbench-export"},
                          {"version", 1},
                          {"warpbench", kVersion},
                          {"program", program},
                          {"files", std::move(names)}});
    } else {
        console.line("Wrote " + program);
    }
    return 0;
}

} // namespace warpbench::cli
