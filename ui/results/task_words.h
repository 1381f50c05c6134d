// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/task_check.h"

#include <QString>

namespace warpbench::ui {

/// Why a task is not done, in the window's words: with the values that the check has set, the line,
/// and what happened there as faultHeadline() tells it.
/// \param verdict  what judgeTask() said of the run; of a task that is done: an empty text
QString taskReason(const session::TaskVerdict& verdict, const session::RunRequest& request,
                   const session::RunReport& report);

} // namespace warpbench::ui
