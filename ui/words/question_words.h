// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/question.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// What is to be checked of a guessed set-up, in the user's language.
QString questionText(const guess::Question& question);
/// The notes of a project whose set-up was guessed: all of it, as a list.
QString questionNotes(const std::vector<guess::Question>& questions);

} // namespace warpbench::ui
