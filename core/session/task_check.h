// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"
#include "core/session/run_report.h"
#include "core/session/session.h"

#include <string>

/// Tasks of a project and tests of a teacher: what to run for one, and what the run says of it.
namespace warpbench::session {

/// How many runs it takes to check a task: one for each input, and one where it has none.
std::size_t runsOf(const project::Task& task);

/// The request that checks a task with one of its inputs.
/// \param base   project, source, device and limits
/// \param input  below runsOf(task)
/// \throws Error (project) where a requirement of the task cannot be read
RunRequest taskRequest(const RunRequest& base, const project::Task& task, std::size_t input);

struct TaskVerdict {
    bool passed = false;
    std::string reason; ///< why not, a sentence; empty where it is done
};

/// \param request  what taskRequest() gave
/// \throws Error (project) where a requirement of the task cannot be evaluated
TaskVerdict judgeTask(const project::Task& task, const RunRequest& request,
                      const RunReport& report);

} // namespace warpbench::session
