// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/question.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// What to check in a guessed set-up, in the user's language.
QString questionText(const guess::Question& question);
/// The notes for a project with a guessed set-up: all questions as a list.
QString questionNotes(const std::vector<guess::Question>& questions);

} // namespace warpbench::ui
