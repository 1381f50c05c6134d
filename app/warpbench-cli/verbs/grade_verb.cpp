// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/junit.h"
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/submission.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/path_text.h"
#include "core/base/utf8_text.h"
#include "core/base/version.h"
#include "core/device/run_control.h"
#include "core/platform/files.h"
#include "core/processes/confinement.h"
#include "core/processes/interrupt.h"
#include "core/project/project_file.h"
#include "core/project/project_files.h"
#include "core/session/task_check.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>

/// `grade`: runs each student's source with the teacher's sizes, seeds, launches and tests.
namespace warpbench::cli {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

struct TestResult {
    bool passed = false;
    std::string reason;
    std::string code;               ///< of the error that is the reason; empty if it is none
    std::vector<std::string> notes; ///< about the runs: findings, and what was not checked
    double seconds = 0;
};

using TestResults = std::vector<TestResult>;

/// Waits for a request of a session.
/// \param limit  the request is cancelled after this time
/// \param late   the error in that case
template <class Result, class Start>
Result waitFor(session::Session& session, const Start& start, const std::stop_token& stop,
               std::chrono::duration<double> limit, const ErrorText& late) {
    auto promise = std::make_shared<std::promise<Result>>();
    std::future<Result> future = promise->get_future();
    session::Handlers<Result> handlers;
    handlers.done = [promise](const Result& result) { promise->set_value(result); };
    handlers.failed = [promise](const Error& error) {
        promise->set_exception(std::make_exception_ptr(error));
    };
    const session::Ticket ticket = start(std::move(handlers));
    const std::stop_callback cancel(stop, [&] { session.cancel(ticket); });
    const auto deadline = session::deadlineAfter(limit.count());
    const bool inTime = !deadline || future.wait_until(*deadline) == std::future_status::ready;
    if (!inTime)
        session.cancel(ticket);
    future.wait();
    if (!inTime && !stop.stop_requested())
        throw Error(ErrorKind::timeout, late);
    return future.get();
}

/// Tests submissions one by one, each in new processes, so that one submission's data in device
/// memory or in a process does not reach the next. One object per thread.
class Grader {
  public:
    Grader(const GradeOptions& options, const project::Project& teacher,
           const std::vector<project::Task>& tests, std::stop_token stop)
        : m_options(options)
        , m_teacher(teacher)
        , m_tests(tests)
        , m_stop(std::move(stop)) {}

    TestResults grade(const Submission& submission) {
        TestResults results(m_tests.size());
        session::RunRequest base;
        try {
            base = requestFor(submission);
        } catch (const Error& error) {
            for (TestResult& result : results) {
                result.reason = error.what();
                result.code = error.code();
            }
            return results;
        } catch (const std::exception& error) {
            for (TestResult& result : results)
                result.reason = error.what();
            return results;
        }
        session::Session session({session::WorkerHome::child_process, {}, {}});
        for (std::size_t i = 0; i < m_tests.size() && !m_stop.stop_requested(); ++i)
            results[i] = test(session, base, m_tests[i]);
        return results;
    }

  private:
    session::RunRequest requestFor(const Submission& submission) const {
        if (!submission.problem.empty())
            throw Error(ErrorKind::project, submission.problem);
        session::RunRequest request;
        request.project = m_teacher;
        request.project.foreignSource = fs::absolute(submission.source);
        request.project.sourceFolder = submission.folder;
        request.source = utf8Text(project::readTextFile(submission.source)) + "\n";
        request.device = m_options.device;
        request.timeoutSeconds = m_options.timeout;
        return request;
    }

    /// Runs the inputs in turn until one fails. An error counts against the submission and fails
    /// this test.
    TestResult test(session::Session& session, const session::RunRequest& base,
                    const project::Task& task) {
        const auto start = std::chrono::steady_clock::now();
        TestResult result;
        try {
            session::TaskVerdict verdict{true, {}};
            for (std::size_t input = 0; input < session::runsOf(task) && verdict.passed; ++input)
                verdict = check(session, session::taskRequest(base, task, input), task, result);
            result.passed = verdict.passed;
            result.reason = verdict.reason;
            result.code = verdict.code;
        } catch (const Error& error) {
            result.reason = error.text();
            result.code = error.code();
        } catch (const std::exception& problem) {
            result.reason = problem.what();
        }
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        result.seconds = elapsed.count();
        return result;
    }

    session::TaskVerdict check(session::Session& session, const session::RunRequest& request,
                               const project::Task& task, TestResult& result) {
        // Compiled in advance, so that the compiler has a separate limit; the run uses the cached
        // result.
        session::CompileJob job{request.project, request.source, request.device, request.set};
        const std::chrono::duration<double> compileLimit(m_options.compileTimeout);
        waitFor<compile::CompileResult>(
            session,
            [&](auto handlers) { return session.compile(std::move(job), std::move(handlers)); },
            m_stop, compileLimit,
            {"WB3033",
             "compiling took longer than {limit} s",
             "allow more with --compile-timeout",
             {{"limit", fmt::format("{:g}", m_options.compileTimeout)}}});
        // The device's own limit comes first; this one is for a check that does not end.
        const double onDevice = m_options.timeout.value_or(m_teacher.timing.timeoutSeconds);
        const std::chrono::duration<double> runLimit(std::min(onDevice, 1e6) * 2 + 30 +
                                                     m_options.compileTimeout);
        const session::RunReport report = waitFor<session::RunReport>(
            session, [&](auto handlers) { return session.run(request, std::move(handlers)); },
            m_stop, runLimit,
            {"WB3034", "running and checking took too long", "allow more with --timeout"});
        session::TaskVerdict verdict = session::judgeTask(task, request, report);
        session::addNotes(result.notes, verdict.notes);
        return verdict;
    }

    const GradeOptions& m_options;
    const project::Project& m_teacher;
    const std::vector<project::Task>& m_tests;
    std::stop_token m_stop;
};

double pointsOf(const std::vector<project::Task>& tests, const TestResults& results) {
    double points = 0;
    for (std::size_t i = 0; i < tests.size(); ++i)
        points += results[i].passed ? tests[i].points : 0;
    return points;
}

double mostPoints(const std::vector<project::Task>& tests) {
    double points = 0;
    for (const project::Task& test : tests)
        points += test.points;
    return points;
}

/// The results of one call, in every requested form.
struct Grades {
    const std::vector<Submission>& submissions;
    const std::vector<project::Task>& tests;
    const std::vector<TestResults>& results;

    json document(const std::string& project) const {
        json document = {{"format", "warpbench-grade"},
                         {"version", 1},
                         {"warpbench", kVersion},
                         {"project", project},
                         {"most_points", mostPoints(tests)},
                         {"submissions", json::array()}};
        for (std::size_t s = 0; s < submissions.size(); ++s) {
            json entry = {{"name", submissions[s].name},
                          {"points", pointsOf(tests, results[s])},
                          {"tests", json::array()}};
            for (std::size_t t = 0; t < tests.size(); ++t) {
                const TestResult& result = results[s][t];
                json test = {{"name", tests[t].text},
                             {"passed", result.passed},
                             {"points", result.passed ? tests[t].points : 0.0},
                             {"most_points", tests[t].points},
                             {"seconds", result.seconds}};
                test["reason"] = result.passed ? json(nullptr) : json(result.reason);
                test["code"] = result.code.empty() ? json(nullptr) : json(result.code);
                test["notes"] = result.notes;
                entry["tests"].push_back(test);
            }
            document["submissions"].push_back(entry);
        }
        return document;
    }

    void print(Console& console) const {
        Table table{{"submission"}, {}};
        for (const project::Task& test : tests)
            table.header.push_back(test.text);
        table.header.emplace_back("points");
        for (std::size_t s = 0; s < submissions.size(); ++s) {
            std::vector<std::string> row{submissions[s].name};
            for (std::size_t t = 0; t < tests.size(); ++t)
                row.emplace_back(results[s][t].passed ? "passed" : "FAILED");
            row.push_back(
                fmt::format("{:g} of {:g}", pointsOf(tests, results[s]), mostPoints(tests)));
            table.rows.push_back(std::move(row));
        }
        console.table(table);
        for (std::size_t s = 0; s < submissions.size(); ++s)
            for (const auto& [names, reason] : reasonsOf(s))
                console.line(fmt::format("{}: {}: {}", submissions[s].name, names, reason));
        for (const std::string& note : notes())
            console.line("note: " + note);
    }

    /// Why a submission did not pass, each reason once, after the tests that failed for it.
    std::vector<std::pair<std::string, std::string>> reasonsOf(std::size_t submission) const {
        std::vector<std::pair<std::string, std::string>> reasons;
        for (std::size_t t = 0; t < tests.size(); ++t) {
            const TestResult& result = results[submission][t];
            if (result.passed)
                continue;
            const auto known = std::find_if(reasons.begin(), reasons.end(), [&](const auto& one) {
                return one.second == result.reason;
            });
            if (known == reasons.end())
                reasons.emplace_back(tests[t].text, result.reason);
            else
                known->first += ", " + tests[t].text;
        }
        return reasons;
    }

    /// Those of all results, each once.
    std::set<std::string> notes() const {
        std::set<std::string> all;
        for (const TestResults& list : results)
            for (const TestResult& result : list)
                all.insert(result.notes.begin(), result.notes.end());
        return all;
    }

    /// RFC 4180, a row for each submission.
    std::string csv() const {
        const auto quoted = [](const std::string& text) {
            std::string result = "\"";
            for (const char c : text)
                result += c == '"' ? std::string("\"\"") : std::string(1, c);
            return result + "\"";
        };
        std::string text = "submission";
        for (const project::Task& test : tests)
            text += "," + quoted(test.text);
        text += ",points,most_points,reasons\n";
        for (std::size_t s = 0; s < submissions.size(); ++s) {
            text += quoted(submissions[s].name);
            for (std::size_t t = 0; t < tests.size(); ++t)
                text += fmt::format(",{:g}", results[s][t].passed ? tests[t].points : 0.0);
            std::string reasons;
            for (const auto& [names, reason] : reasonsOf(s))
                reasons += (reasons.empty() ? "" : "; ") + names + ": " + reason;
            text += fmt::format(",{:g},{:g},{}\n", pointsOf(tests, results[s]), mostPoints(tests),
                                quoted(reasons));
        }
        return text;
    }

    std::string junit() const {
        std::vector<JUnitSuite> suites;
        for (std::size_t s = 0; s < submissions.size(); ++s) {
            JUnitSuite& suite = suites.emplace_back();
            suite.name = submissions[s].name;
            for (std::size_t t = 0; t < tests.size(); ++t) {
                const TestResult& result = results[s][t];
                suite.cases.push_back({tests[t].text, result.seconds, result.reason, result.code});
            }
        }
        return junitXml(suites);
    }
};

std::vector<project::Task> testsOf(const GradeOptions& options, const project::Project& teacher) {
    std::vector<project::Task> tests = options.checksFile.empty()
                                           ? teacher.tasks
                                           : project::readTests(pathFromUtf8(options.checksFile));
    if (tests.empty()) { // the project's own expectations
        project::Task whole;
        whole.text = "the project's checks";
        whole.place = Place{utf8(teacher.file), 1, 1};
        tests.push_back(std::move(whole));
    }
    return tests;
}

/// An error in the tests is the teacher's, and costs no student a point.
void requireSoundTests(const GradeOptions& options, const project::Project& teacher,
                       const std::vector<project::Task>& tests) {
    session::RunRequest base;
    base.project = teacher;
    base.device = options.device;
    session::requireSound(base, tests);
}

/// Submissions are compiled without access to anything else.
void requireConfinement(const GradeOptions& options) {
    if (!options.unconfined && !platform::canConfineFiles())
        throw Error(
            ErrorKind::environment,
            {"WB3035",
             "this system cannot keep the compiler from files outside a submission's folder "
             "(Linux 5.13 or newer with Landlock can)",
             "grade on a system that can, or use --unconfined if no file needs protection"});
}

} // namespace

int gradeSubmissions(const GradeOptions& options, Console& console) {
    project::Project teacher = loadProject(pathFromUtf8(options.project), options.allowOutside,
                                           console, project::UnknownKeys::refuse);
    teacher.mayLeaveFolder = false; // students may not, even if the teacher may
    const std::vector<project::Task> tests = testsOf(options, teacher);
    requireSoundTests(options, teacher, tests);
    requireConfinement(options);
    teacher.mustConfine = !options.unconfined;
    for (const std::string& file : {options.csv, options.junit})
        if (!file.empty())
            platform::requireReplaceable(pathFromUtf8(file), ErrorKind::usage);
    const std::vector<Submission> submissions = submissionsOf(options.submissions, teacher);

    std::vector<TestResults> results(submissions.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    std::stop_source stop;
    const platform::InterruptWatcher watcher([&] { stop.request_stop(); });
    {
        std::vector<std::jthread> threads;
        const std::size_t jobs = std::min(std::size_t(options.jobs), submissions.size());
        for (std::size_t j = 0; j < jobs; ++j)
            threads.emplace_back([&] {
                Grader grader(options, teacher, tests, stop.get_token());
                for (std::size_t s = next++; s < submissions.size(); s = next++) {
                    results[s] = grader.grade(submissions[s]);
                    console.progress(
                        fmt::format("Graded {} of {} submissions", ++done, submissions.size()));
                }
            });
    }
    console.endProgress();
    if (stop.stop_requested())
        throw Error(ErrorKind::cancelled, {"WB3036", "grading was cancelled"});

    const Grades grades{submissions, tests, results};
    if (console.json())
        console.document(grades.document(teacher.name));
    else
        grades.print(console);
    if (!options.csv.empty())
        platform::replaceFile(pathFromUtf8(options.csv), grades.csv());
    if (!options.junit.empty())
        platform::replaceFile(pathFromUtf8(options.junit), grades.junit());
    const bool all = std::all_of(results.begin(), results.end(), [](const TestResults& list) {
        return std::all_of(list.begin(), list.end(), [](const auto& test) { return test.passed; });
    });
    return all ? 0 : exitCode(ErrorKind::expect_failed);
}

} // namespace warpbench::cli
