// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/lesson_text.h"

#include <QCoreApplication>

namespace warpbench::ui {

QString lessonText(const QString& english) {
    // The catalogue's own header is filed under the empty text.
    return english.isEmpty() ? english
                             : QCoreApplication::translate("Lesson", english.toUtf8().constData());
}

} // namespace warpbench::ui
