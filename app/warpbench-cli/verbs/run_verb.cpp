// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/against.h"
#include "app/warpbench-cli/on_ranks.h"
#include "app/warpbench-cli/program_setup.h"
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/report_text.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "app/warpbench-cli/watched_files.h"
#include "core/arrays/array_file.h"
#include "core/base/path_text.h"
#include "core/plan/evaluate.h"
#include "core/platform/files.h"
#include "core/processes/interrupt.h"
#include "core/project/project_file.h"
#include "core/run/device_preference.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

namespace warpbench::cli {

namespace {

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
            throw Error(ErrorKind::usage, {"WB3071",
                                           "\"--export {text}\" is not BUFFER=FILE.npy",
                                           "write for instance --export dest=dest.npy",
                                           {{"text", text}}});
        const std::string name = text.substr(0, equals);
        const auto variable = project.constants.find(name);
        const bool known =
            (variable != project.constants.end() && variable->second.read) ||
            std::any_of(project.buffers.begin(), project.buffers.end(),
                        [&](const project::Buffer& buffer) { return buffer.name == name; });
        if (!known)
            throw Error(ErrorKind::usage, {"WB3072",
                                           "cannot export unknown buffer \"{buffer}\"",
                                           "name one of its buffers, or a variable that it reads",
                                           {{"buffer", name}}});
        exports.push_back({name, pathFromUtf8(text.substr(equals + 1))});
        platform::requireReplaceable(exports.back().file, ErrorKind::usage);
    }
    return exports;
}

/// Fails before the run if an export's file format cannot hold its buffer.
void requireWritable(const std::vector<Export>& exports, const project::Project& project,
                     const std::map<std::string, std::string>& settings) {
    std::optional<project::LaunchPlan> plan;
    try {
        plan = project::makePlan(project, settings);
    } catch (const Error&) {
        return; // the run reports what is wrong
    }
    for (const Export& wanted : exports)
        for (const project::PlannedBuffer& buffer : plan->buffers)
            if (buffer.name == wanted.buffer)
                arrays::requireWritable(wanted.file, buffer.dtype, buffer.shape);
}

void writeExport(BlockingSession& session, const session::RunReport& report, const Export& wanted) {
    const auto buffer =
        std::find_if(report.buffers.begin(), report.buffers.end(),
                     [&](const auto& candidate) { return candidate.name == wanted.buffer; });
    for (const session::VariableReport& variable : report.variables)
        if (variable.name == wanted.buffer && buffer == report.buffers.end())
            arrays::writeArrayFile(wanted.file, variable.values);
    if (buffer == report.buffers.end())
        return; // the run did not get there and reports why itself
    const arrays::HostArray flat = session.read({buffer->ref, 0, buffer->ref.elements});
    arrays::writeArrayFile(
        wanted.file, arrays::HostArray(buffer->dtype, buffer->shape, flat.block(),
                                       std::size_t(flat.bytes().data() - flat.block()->data())));
}

/// Writes everything that can be written. \returns the exit code of the first failure; 0: none
int writeExports(BlockingSession& session, const session::RunReport& report,
                 const std::vector<Export>& exports, Console& console) {
    int code = 0;
    for (const Export& wanted : exports) {
        try {
            writeExport(session, report, wanted);
        } catch (const Error& error) {
            console.error(error);
            code = code == 0 ? exitCode(error.kind()) : code;
        }
    }
    return code;
}

session::RunRequest requestFrom(const RunOptions& options, project::Project project,
                                std::map<std::string, std::string> settings) {
    session::RunRequest request;
    request.project = std::move(project);
    request.device = options.device;
    request.set = std::move(settings);
    request.devices = options.devices;
    request.peerCopies = !options.noPeer;
    request.repeats = options.repeats;
    request.profile = options.profile;
    if (options.graph)
        request.graph = true;
    request.energy = options.energy;
    request.timeoutSeconds = options.timeout;
    request.checkFaults = request.guardsForFaults = options.check == "faults";
    request.guards = options.check == "guards";
    request.metrics = request.roofline = options.metrics;
    request.estimate = options.estimate || options.metrics || !options.against.empty();
    request.estimateBeside = options.estimate;
    if (!options.checksFile.empty())
        request.extraChecks = project::readChecks(pathFromUtf8(options.checksFile));
    return request;
}

/// The window looks for faults by default, and this program does not: the same work must not
/// silently fail for one person and pass for another.
void tellUncheckedFaults(const RunOptions& options, const session::RunReport& report,
                         Console& console) {
    if (options.check.empty() && report.device && report.device->simulated &&
        report.exitCode() <= 1)
        console.line("Races and uninitialised reads were not checked; use --check faults.");
}

/// A run, as requested by the options and the project's files.
struct Order {
    session::RunRequest request;
    std::vector<Export> exports;
    nlohmann::json before;                           ///< the report of --against; null: none
    std::shared_ptr<platform::TemporaryFolder> data; ///< of a program's set-up, while it is used
};

/// Runs; throws errors of the project itself.
session::RunReport perform(BlockingSession& session, const Order& order, Console& console) {
    const session::RunRequest& request = order.request;
    try {
        if (!order.before.is_null()) {
            const std::vector<session::DeviceInfo> devices = session.listDevices();
            const std::size_t chosen = session::choosePreferredDevice(devices, request.device);
            requireSameDevice(order.before, devices[chosen].name);
        }
        return session.run(request);
    } catch (const Error& error) {
        // The project was parsed, so there is a document with nothing reached.
        if (console.json())
            console.document(session::emptyRunDocument(request.project.name, error));
        throw;
    }
}

/// \param watch  receives the project's files before they are read; null: nobody watches
Order makeOrder(const RunOptions& options, Console& console, platform::FileWatch* watch) {
    Order order;
    const std::filesystem::path file = pathFromUtf8(options.project);
    if (watch && !options.checksFile.empty())
        watch->add(pathFromUtf8(options.checksFile));
    std::map<std::string, std::string> settings = parseSettings(options.settings);
    project::Project project = loadRunnable(
        file, options.includeDirs, options.defines, console,
        options.tasks ? project::UnknownKeys::refuse_in_tasks : project::UnknownKeys::keep,
        &settings, [&](const project::Project& bare) -> std::optional<project::Project> {
            if (watch)
                addFilesOf(bare, *watch);
            if (options.guess || options.mpi)
                return std::nullopt;
            auto made = trySetUpOfProgram(bare, file, options.device, console);
            if (!made)
                return std::nullopt;
            order.data = std::move(made->data);
            return std::move(made->project);
        });
    project.mayLeaveFolder = project.mayLeaveFolder || options.allowOutside;
    order.exports = parseExports(options.exports, project);
    if (watch && !order.data)
        addFilesOf(project, *watch);
    for (const Export& written : order.exports)
        if (watch)
            watch->remove(written.file);
    requireWritable(order.exports, project, settings);
    order.request = requestFrom(options, std::move(project), std::move(settings));
    if (!options.against.empty())
        order.before = readReport(options.against);
    return order;
}

/// How a run ended.
struct Outcome {
    int code = 0;
    bool isCancelled = false; ///< by Ctrl-C
};

Outcome carryOut(const RunOptions& options, const Order& order, BlockingSession& session,
                 Console& console) {
    const session::RunReport report = perform(session, order, console);
    nlohmann::json document = session::toJson(report);
    std::optional<RunChange> change;
    if (!order.before.is_null() && report.status == session::RunStatus::ok) {
        change = compareRuns(order.before, document, options.tolerance / 100);
        document["against"] = toJson(*change);
    }
    if (console.json())
        console.document(document);
    else
        printReport(console, report);
    if (change && !console.json())
        print(console, *change);
    printProblems(console, report, options.project);
    tellUncheckedFaults(options, report, console);
    int code = report.exitCode();
    if (code == 0 && options.failOn == "findings" && !report.findings.empty())
        code = exitCode(ErrorKind::device);
    if (code == 0 && change && change->isWorse())
        code = 1;
    if (const int failed = writeExports(session, report, order.exports, console); failed != 0)
        code = failed;
    return {code, report.status == session::RunStatus::cancelled};
}

int runHere(const RunOptions& options, Console& console, ranks::OtherRanks* others) {
    Order order = makeOrder(options, console, nullptr);
    if (options.tasks)
        return runTasks(order.request, options.junit, options.isolate, console);
    const auto home =
        options.isolate ? session::WorkerHome::child_process : session::WorkerHome::this_process;
    BlockingSession::MakeWorker makeWorker;
    if (others) {
        makeWorker = workersOf(*others);
        // Each rank has already chosen its device: they are numbered by rank.
        order.request.device = std::to_string(others->ranks().rank());
        order.request.devices = others->ranks().count();
    }
    BlockingSession session(console, home, std::move(makeWorker));
    const Outcome outcome = carryOut(options, order, session, console);
    order.data.reset();
    // A kernel that could not be stopped may still run in a thread of this process.
    if (outcome.code >= 4 && !others)
        leave(outcome.code);
    return outcome.code;
}

// ---- --watch ----

/// "tile.h, scale.cu", each as seen from the project's folder if it is inside.
std::string namesOf(const std::vector<std::filesystem::path>& files, const RunOptions& options) {
    std::error_code ignored;
    std::filesystem::path folder = std::filesystem::absolute(pathFromUtf8(options.project));
    if (!std::filesystem::is_directory(folder, ignored))
        folder = folder.parent_path();
    std::vector<std::string> names;
    for (const std::filesystem::path& file : files) {
        const std::filesystem::path inside = file.lexically_relative(folder.lexically_normal());
        names.push_back(utf8(inside.empty() || *inside.begin() == ".." ? file : inside));
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Waits for a change and reports what has changed. \returns false after a stop
bool waitForChange(const platform::FileWatch& watch, const RunOptions& options, Console& console,
                   const std::stop_token& stop) {
    console.notice("Waiting for changes; Ctrl-C ends");
    const std::vector<std::filesystem::path> changed = watch.waitForChange(stop);
    if (changed.empty())
        return false;
    const std::string line =
        fmt::format("--- {:%H:%M:%S} --- {} changed ---", fmt::localtime(std::time(nullptr)),
                    namesOf(changed, options));
    if (console.json())
        console.notice(line);
    else
        console.heading(line);
    return true;
}

/// A run of --watch. Prints errors that a change of a file can fix.
Outcome runOnce(const RunOptions& options, BlockingSession& session, platform::FileWatch& watch,
                Console& console, bool isFirst) {
    try {
        const Order order = makeOrder(options, console, &watch);
        if (options.tasks)
            return {runTasks(order.request, options.junit, true, console)};
        return carryOut(options, order, session, console);
    } catch (const Error& error) {
        if (isFirst && error.kind() == ErrorKind::usage)
            throw;
        console.error(error);
        return {exitCode(error.kind()), error.kind() == ErrorKind::cancelled};
    }
}

/// Kernels run in a child process: a crash must not end the waiting.
int watchProject(const RunOptions& options, Console& console) {
    console.setOneLineDocuments();
    // During a run, the session handles Ctrl-C.
    std::stop_source stop;
    const platform::InterruptWatcher watcher([&] { stop.request_stop(); });
    BlockingSession session(console, session::WorkerHome::child_process);
    for (bool isFirst = true;; isFirst = false) {
        platform::FileWatch watch;
        addNamedFile(pathFromUtf8(options.project), watch);
        const Outcome outcome = runOnce(options, session, watch, console, isFirst);
        if (outcome.isCancelled)
            return outcome.code;
        if (!waitForChange(watch, options, console, stop.get_token()))
            return 0;
    }
}

} // namespace

int runProject(const RunOptions& options, Console& console) {
    if (options.watch)
        return watchProject(options, console);
    if (!options.mpi)
        return runHere(options, console, nullptr);
    if (options.devices)
        throw Error(ErrorKind::usage,
                    {"WB3073", "--devices cannot be combined with --mpi: each rank uses one device",
                     "choose the number of ranks: mpirun -n 4 warpbench-cli run --mpi …"});
    return onRanks(options.device,
                   [&](ranks::OtherRanks& others) { return runHere(options, console, &others); });
}

} // namespace warpbench::cli
