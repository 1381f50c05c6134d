// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/task_check.h"

#include <QString>

namespace warpbench::ui {

/// Why a task is not done, in the window's language: with the values used by the check, the line,
/// and the description of the fault from faultHeadline().
/// \param verdict  result of judgeTask() for the run; if the task is done, the text is empty
QString taskReason(const session::TaskVerdict& verdict, const session::RunRequest& request,
                   const session::RunReport& report);

} // namespace warpbench::ui
