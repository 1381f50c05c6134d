// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace warpbench::ui {

/// What a lesson of the course says (title, level, notes, a task, a hint) in the user's language,
/// by translations/lessons_*.ts; a text that is in no catalogue as it is. A lesson that was copied
/// speaks the language too, as long as its text is the course's.
QString lessonText(const QString& english);

} // namespace warpbench::ui
