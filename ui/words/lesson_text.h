// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace warpbench::ui {

/// Translates a text of a lesson (title, level, notes, a task, a hint) with
/// translations/lessons_*.ts. Returns a text unchanged if it is in no catalogue. Copied lessons are
/// also translated while their text equals the course's.
QString lessonText(const QString& english);

} // namespace warpbench::ui
