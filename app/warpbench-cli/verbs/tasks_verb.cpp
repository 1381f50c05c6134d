// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/junit.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/path_text.h"
#include "core/base/version.h"
#include "core/platform/files.h"
#include "core/session/task_check.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <set>

/// `run --tasks`: which of a project's tasks are solved.
namespace warpbench::cli {

namespace {

using nlohmann::json;

struct TaskResult {
    session::TaskVerdict verdict;
    std::vector<std::string> notes; ///< about the runs: findings, and what was not checked
    bool tooLong = false;           ///< a run took longer than its time limit
    double seconds = 0;
};

TaskResult checkTask(BlockingSession& session, const session::RunRequest& base,
                     const project::Task& task) {
    const auto start = std::chrono::steady_clock::now();
    TaskResult result;
    result.verdict.passed = true;
    for (std::size_t input = 0; input < session::runsOf(task) && result.verdict.passed; ++input) {
        const session::RunRequest request = session::taskRequest(base, task, input);
        const session::RunReport report = session.run(request);
        if (report.status == session::RunStatus::cancelled)
            throw Error(ErrorKind::cancelled, {"WB3104", "the checks of the tasks did not finish"});
        result.tooLong = report.status == session::RunStatus::timeout;
        result.verdict = session::judgeTask(task, request, report);
        session::addNotes(result.notes, result.verdict.notes);
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    result.seconds = elapsed.count();
    return result;
}

json documentOf(const project::Project& project, const std::vector<TaskResult>& results) {
    json document = {{"format", "warpbench-tasks"},
                     {"version", 1},
                     {"warpbench", kVersion},
                     {"project", project.name},
                     {"tasks", json::array()}};
    for (std::size_t i = 0; i < results.size(); ++i) {
        const project::Task& task = project.tasks[i];
        const session::TaskVerdict& verdict = results[i].verdict;
        json entry = {{"text", task.text}, {"done", verdict.passed}, {"points", task.points}};
        entry["reason"] = verdict.passed ? json(nullptr) : json(verdict.reason);
        entry["code"] = verdict.code.empty() ? json(nullptr) : json(verdict.code);
        entry["hint"] = task.hint.empty() ? json(nullptr) : json(task.hint);
        entry["notes"] = results[i].notes;
        document["tasks"].push_back(entry);
    }
    return document;
}

void print(Console& console, const project::Project& project,
           const std::vector<TaskResult>& results) {
    std::size_t done = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const project::Task& task = project.tasks[i];
        const session::TaskVerdict& verdict = results[i].verdict;
        done += verdict.passed ? 1 : 0;
        console.line(fmt::format("{} {}. {}", verdict.passed ? "[x]" : "[ ]", i + 1, task.text));
        if (verdict.passed)
            continue;
        console.line("       " + verdict.reason);
        if (!task.hint.empty())
            console.line("       Hint: " + task.hint);
    }
    std::set<std::string> notes;
    for (const TaskResult& result : results)
        notes.insert(result.notes.begin(), result.notes.end());
    for (const std::string& note : notes)
        console.line("note: " + note);
    console.line(fmt::format("{} of {} tasks are done", done, results.size()));
}

} // namespace

int runTasks(const session::RunRequest& base, const std::string& junitFile, bool isolate,
             Console& console) {
    const project::Project& project = base.project;
    if (project.tasks.empty())
        throw Error(ErrorKind::usage,
                    {"WB3105", "the project does not define any tasks", "add \"tasks\" to it"},
                    Place{utf8(project.file)});
    session::requireSound(base, project.tasks);
    BlockingSession session(console, isolate ? session::WorkerHome::child_process
                                             : session::WorkerHome::this_process);
    std::vector<TaskResult> results;
    for (const project::Task& task : project.tasks) {
        if (results.empty() || !results.back().tooLong) {
            results.push_back(checkTask(session, base, task));
            continue;
        }
        // A kernel that does not end would take the whole time again.
        TaskResult& skipped = results.emplace_back();
        skipped.tooLong = true;
        skipped.verdict.reason = "not checked, because an earlier task exceeded its time limit";
    }
    if (console.json())
        console.document(documentOf(project, results));
    else
        print(console, project, results);
    JUnitSuite suite{project.name, {}};
    bool all = true;
    for (std::size_t i = 0; i < results.size(); ++i) {
        all = all && results[i].verdict.passed;
        suite.cases.push_back({project.tasks[i].text, results[i].seconds, results[i].verdict.reason,
                               results[i].verdict.code});
    }
    if (!junitFile.empty())
        platform::replaceFile(pathFromUtf8(junitFile), junitXml({suite}));
    return all ? 0 : exitCode(ErrorKind::expect_failed);
}

} // namespace warpbench::cli
