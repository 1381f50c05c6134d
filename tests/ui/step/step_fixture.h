// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_fixture.h"
#include "ui/panels/step_panel.h"
#include "ui/step/step_controller.h"
#include "ui/tabs/step_view.h"

namespace warpbench::ui {

using Phase = StepController::Phase;

/// A window of an example (by default the one of new users) whose kernel is stepped through.
class Stepping : public OpenWindow {
  public:
    using OpenWindow::OpenWindow;

    StepController& stepper() { return (*this)->workbench().stepper; }
    StepPanel& panel() { return (*this)->panel<StepPanel>(); }
    StepView& marks() { return (*this)->stepView(); }
    /// Presses a key and waits for the next pause.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&(*this)->pane().current(), key, modifiers);
        QTRY_VERIFY_WITH_TIMEOUT(stepper().phase() != Phase::moving, kPatience);
        QVERIFY(stepper().state());
    }
    /// The line of the text in front that has a text, from 1.
    int lineOf(const char* text) {
        const QStringList lines = (*this)->pane().current().text().split(QLatin1Char('\n'));
        for (int i = 0; i < lines.size(); ++i) {
            if (lines[i].contains(QLatin1String(text)))
                return i + 1;
        }
        return 0;
    }
    /// Where the margin has the line's breakpoint.
    void clickBeside(int line) {
        editor().ensureLineVisible(line - 1);
        const long at = editor().SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE,
                                               static_cast<unsigned long>(line - 1));
        const long y = editor().SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, at);
        QTest::mouseClick(editor().viewport(), Qt::LeftButton, {}, {10, int(y) + 5});
    }
};

/// The values in the table row with that heading, with marks for changes.
inline QString cell(const QAbstractItemModel& model, const QString& row, int column) {
    for (int i = 0; i < model.rowCount(); ++i) {
        const QString name = model.headerData(i, Qt::Vertical, Qt::DisplayRole).toString();
        if (name == row || name == QStringLiteral("• ") + row)
            return model.index(i, column).data(Qt::EditRole).toString();
    }
    return QStringLiteral("no such row");
}

} // namespace warpbench::ui
