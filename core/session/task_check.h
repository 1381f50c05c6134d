// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"
#include "core/report/run_report.h"
#include "core/session/session.h"

#include <string>
#include <utility>
#include <vector>

/// Tasks of a project and tests of a teacher: which runs check one, and how to judge the results.
namespace warpbench::session {

/// The number of runs for checking a task: one for each input, or one without inputs.
std::size_t runsOf(const project::Task& task);

/// Checks tasks for errors that do not depend on a solution: unknown names, settings and checks
/// for things missing from the project, sizes for which planning fails, missing files, and tasks
/// that check nothing. \param base  as for taskRequest() \throws Error (project) with its place for
/// the first such error
void requireSound(const RunRequest& base, const std::vector<project::Task>& tasks);

/// The request that checks a task with one of its inputs.
/// \param base   project, source, device and limits
/// \param input  below runsOf(task)
/// \throws Error (project) if a requirement of the task cannot be parsed
RunRequest taskRequest(const RunRequest& base, const project::Task& task, std::size_t input);

struct TaskVerdict {
    bool passed = false;
    std::string reason{}; ///< why not, one sentence; empty if it is solved
    std::string code{};   ///< of the error that is the reason; empty if it is none
    // Below: the contents of the reason, for other wordings.
    std::string requirement{}; ///< the failed one; empty: the run itself did not succeed
    std::vector<std::pair<std::string, std::string>>
        values{};                     ///< of the names in the requirement, as far as known
    bool uncounted = false;           ///< it needs counters, which the device does not have
    bool untimed = false;             ///< it needs an estimated time, which is not known
    std::vector<std::string> notes{}; ///< findings of the run and missing checks, sentences
};

/// Adds the notes that are not yet there: several runs of one task may repeat them.
void addNotes(std::vector<std::string>& notes, const std::vector<std::string>& more);

/// \param request  as returned by taskRequest()
/// \throws Error (project) if a requirement of the task cannot be evaluated
TaskVerdict judgeTask(const project::Task& task, const RunRequest& request,
                      const RunReport& report);

} // namespace warpbench::session
