// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/report_text.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs.h"
#include "core/memory/array_file.h"
#include "core/project/project_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpbench::cli {

namespace {

struct RunOptions {
    std::string project;
    std::string device;
    std::vector<std::string> settings;
    std::vector<std::string> exports;
    std::optional<int> repeats;
    std::optional<double> timeout;
    std::string check = "off";
    std::string checksFile;
    bool isolate = false;
    bool metrics = false;
};

struct Export {
    std::string buffer;
    std::filesystem::path file;
};

std::vector<Export> parseExports(const std::vector<std::string>& texts,
                                 const project::Project& project) {
    std::vector<Export> exports;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
            throw Error(ErrorKind::usage, "\"--export " + text + "\" is not BUFFER=FILE.npy",
                        "write for instance --export dest=dest.npy");
        const std::string name = text.substr(0, equals);
        const bool known =
            std::any_of(project.buffers.begin(), project.buffers.end(),
                        [&](const project::Buffer& buffer) { return buffer.name == name; });
        if (!known)
            throw Error(ErrorKind::usage,
                        fmt::format("the project has no buffer \"{}\" to export", name),
                        "name one of its buffers");
        exports.push_back({name, text.substr(equals + 1)});
    }
    return exports;
}

void writeExports(BlockingSession& session, const session::RunReport& report,
                  const std::vector<Export>& exports) {
    for (const Export& wanted : exports) {
        const auto buffer =
            std::find_if(report.buffers.begin(), report.buffers.end(),
                         [&](const auto& candidate) { return candidate.name == wanted.buffer; });
        if (buffer == report.buffers.end())
            continue; // the run did not get there, which its own error tells
        const memory::HostArray flat = session.read({buffer->ref, 0, buffer->ref.elements});
        memory::writeArrayFile(
            wanted.file,
            memory::HostArray(buffer->dtype, buffer->shape, flat.block(),
                              std::size_t(flat.bytes().data() - flat.block()->data())));
    }
}

session::RunRequest requestFrom(const RunOptions& options, project::Project project) {
    session::RunRequest request;
    request.project = std::move(project);
    request.device = options.device;
    request.set = parseSettings(options.settings);
    request.repeats = options.repeats;
    request.timeoutSeconds = options.timeout;
    request.checkFaults = options.check == "faults";
    request.metrics = options.metrics;
    if (!options.checksFile.empty())
        request.extraChecks = project::readChecks(options.checksFile);
    return request;
}

/// Runs; what keeps the project from being understood is thrown.
session::RunReport perform(BlockingSession& session, const session::RunRequest& request,
                           const std::string& name, Console& console) {
    try {
        return session.run(request);
    } catch (const Error&) {
        // The project was parsed, so there is a document, with nothing reached.
        if (console.json())
            console.document(session::emptyRunDocument(name));
        throw;
    }
}

int run(const RunOptions& options, Console& console) {
    project::Project project = loadProject(options.project, console);
    const std::string name = project.name;
    const std::vector<Export> exports = parseExports(options.exports, project);
    const session::RunRequest request = requestFrom(options, std::move(project));
    const auto home =
        options.isolate ? session::WorkerHome::child_process : session::WorkerHome::this_process;
    BlockingSession session(console, home);
    const session::RunReport report = perform(session, request, name, console);
    if (console.json())
        console.document(session::toJson(report));
    else
        printReport(console, report);
    printProblems(console, report, options.project);
    int code = report.exitCode();
    try {
        writeExports(session, report, exports);
    } catch (const Error& error) {
        console.error(error);
        code = exitCode(error.kind());
    }
    // A kernel or a compile that could not be stopped may still run in a thread of this process.
    if (report.exitCode() >= 4)
        leave(code);
    return code;
}

} // namespace

void addRun(CLI::App& app, Console& console, Actions& actions) {
    CLI::App* verb = app.add_subcommand("run", "Compile and run a project and check its results");
    auto options = std::make_shared<RunOptions>();
    verb->add_option("PROJECT", options->project, "The project (*.warpbench)")->required();
    verb->add_option("--device", options->device,
                     "Index of `devices`, PCI bus id, part of the name, sim or sim:NAME");
    verb->add_option("--set", options->settings, "Override a parameter or define, NAME=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--repeats", options->repeats, "Timed passes; 0: none")
        ->check(CLI::Range(0, 1000000000));
    verb->add_option("--timeout", options->timeout, "Seconds that the run may take on the device")
        ->check(CLI::PositiveNumber);
    verb->add_flag("--isolate", options->isolate, "Run kernels in a child process");
    verb->add_option("--export", options->exports, "Write a buffer after the run, BUFFER=FILE.npy")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--check", options->check,
                     "faults: look for races and uninitialised reads (simulated GPU); or off")
        ->check(CLI::IsMember({"faults", "off"}));
    verb->add_flag("--metrics", options->metrics, "Count instructions and memory sectors");
    verb->add_option("--checks", options->checksFile, "Further checks (docs/project-file.md)");
    actions[verb] = [options, &console] { return run(*options, console); };
}

} // namespace warpbench::cli
