// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/base/version.h"
#include "core/export/exported_files.h"
#include "core/plan/evaluate.h"
#include "core/project/project_file.h"

#include <nlohmann/json.hpp>

#include <map>

/// The verb that exports a project as a stand-alone program.
namespace warpbench::cli {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

const std::map<std::string, exporting::ProgramKind> kKinds = {
    {"cuda", exporting::ProgramKind::cuda},
    {"cupy", exporting::ProgramKind::cupy},
    {"pycuda", exporting::ProgramKind::pycuda},
    {"kernel-tuner", exporting::ProgramKind::kernel_tuner},
};

} // namespace

int exportProgram(const ExportOptions& options, Console& console) {
    const exporting::ProgramKind kind = kKinds.at(options.to);
    const bool isTuned = kind == exporting::ProgramKind::kernel_tuner;
    if (!isTuned && !options.launch.empty())
        throw Error(ErrorKind::usage,
                    {"WB3031", "--launch goes with --to kernel-tuner, which tunes one launch",
                     "leave it out: other programs do all launches"});
    const fs::path file = pathFromUtf8(options.project);
    session::CompileJob job;
    job.set = parseSettings(options.settings);
    job.project = loadRunnable(file, {}, {}, console, project::UnknownKeys::keep, &job.set);
    job.project.mayLeaveFolder = job.project.mayLeaveFolder || options.allowOutside;
    if (isTuned) {
        const project::Project whole = project::withOverrides(job.project, job.set);
        job.project = exporting::projectForTuning(whole, options.launch);
        job.set.clear();
    }
    job.source = project::sourceText(job.project);
    const project::LaunchPlan plan = project::makePlan(job.project, job.set);
    const project::Project project = job.project;
    const std::string source = job.source;
    BlockingSession session(console, session::WorkerHome::child_process);
    const compile::CompileResult compiled = session.compile(std::move(job));
    for (const compile::Diagnostic& diagnostic : compiled.diagnostics)
        console.diagnostic(diagnostic);
    if (!compiled.succeeded)
        throw Error(ErrorKind::compile,
                    {"WB3032", "the kernels do not compile", "see the lines above"},
                    Place{options.project});
    const fs::path folder = pathFromUtf8(options.folder);
    const std::string name = utf8(project.file.stem().empty() ? file.stem() : project.file.stem());
    const exporting::ExportModel model =
        exporting::makeExportModel(project, plan, compiled, source, name);
    const std::vector<exporting::ExportedFile> files =
        exporting::programFiles(model, project, kind);
    const std::string program = utf8(folder / pathFromUtf8(files.front().name));
    exporting::writeFiles(
        files, folder, [&](const std::string&) { return options.force; },
        "name another folder, or add --force");
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
