// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/lesson_text.h"

#include <QCoreApplication>

namespace warpbench::ui {

QString lessonText(const QString& english) {
    // An empty text would return the catalogue's header.
    return english.isEmpty() ? english
                             : QCoreApplication::translate("Lesson", english.toUtf8().constData());
}

} // namespace warpbench::ui
