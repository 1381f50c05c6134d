// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/theme/theme.h"
#include "ui/window/run_presenter.h"

#include <QAction>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace warpbench::ui {

/// Environment for tests that compile and run in the window: a separate home folder and the light
/// theme. Skipped without a compiler.
class WindowFixture : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        Theme::instance().apply(false);
        if (compilerIsMissing())
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

  protected:
    /// The caret's, from 1.
    static int lineOf(CodeEditor& editor) {
        int line = 0;
        int column = 0;
        editor.getCursorPosition(&line, &column);
        return line + 1;
    }
    /// Runs, and waits for the report to be shown.
    static void run(OpenWindow& window) {
        QSignalSpy shown(&window->presenter(), &RunPresenter::reportShown);
        window->actionSet().run->trigger();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(shown.count() == 1, kPatience); }();
    }
    /// Compiles, and waits for it.
    static void compile(OpenWindow& window) {
        QSignalSpy compiled(&window->controller(), &RunController::compiled);
        window->actionSet().compile->trigger();
        [&] { QVERIFY(compiled.count() > 0 || compiled.wait(kPatience)); }();
    }

  private:
    QTemporaryDir m_home;
};

} // namespace warpbench::ui
