// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"
#include "core/report/run_report.h"
#include "core/session/session.h"

#include <string>
#include <utility>
#include <vector>

/// Tasks of a project and tests of a teacher: what to run for one, and what the run says of it.
namespace warpbench::session {

/// How many runs it takes to check a task: one for each input, and one where it has none.
std::size_t runsOf(const project::Task& task);

/// What is wrong with tasks themselves, whoever solves them: names that nobody knows, settings and
/// checks of what the project does not have, sizes that make no plan, missing files, and tasks that
/// check nothing.
/// \param base  as for taskRequest()
/// \throws Error (project) with its place at the first such slip
void requireSound(const RunRequest& base, const std::vector<project::Task>& tasks);

/// The request that checks a task with one of its inputs.
/// \param base   project, source, device and limits
/// \param input  below runsOf(task)
/// \throws Error (project) where a requirement of the task cannot be read
RunRequest taskRequest(const RunRequest& base, const project::Task& task, std::size_t input);

struct TaskVerdict {
    bool passed = false;
    std::string reason{}; ///< why not, a sentence; empty where it is done
    // Below: what the reason says, for who tells it in other words.
    std::string requirement{}; ///< that is not met; empty: the run itself did not end well
    std::vector<std::pair<std::string, std::string>>
        values{};                     ///< of what the requirement names, as far as they are known
    bool uncounted = false;           ///< it asks for counters, of which the device has none
    std::vector<std::string> notes{}; ///< findings of the run and what it did not check, sentences
};

/// Adds those notes that are not there yet: several runs of one task say the same.
void addNotes(std::vector<std::string>& notes, const std::vector<std::string>& more);

/// \param request  what taskRequest() gave
/// \throws Error (project) where a requirement of the task cannot be evaluated
TaskVerdict judgeTask(const project::Task& task, const RunRequest& request,
                      const RunReport& report);

} // namespace warpbench::session
