// SPDX-License-Identifier: GPL-3.0-or-later
// Results requested by one project are dropped if they arrive after another was opened.
#include "core/compile/compile.h"
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/cpp/language_server.h"
#include "ui/docks/panel_docks.h"
#include "ui/panels/compare_panel.h"
#include "ui/panels/listing_panel.h"
#include "ui/results/compare_model.h"
#include "ui/run/run_controller.h"
#include "ui/theme/theme.h"
#include "ui/workbench/workbench.h"

#include <QApplication>
#include <QSignalSpy>
#include <QThreadPool>

#include <utility>

namespace tst_other_project {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

/// Finishes background work and delivers its results.
void settle() {
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
}

class OtherProject {
  public:
    explicit OtherProject(OpenWindow& window)
        : m_window(window) {}
    void open() {
        QVERIFY(
            m_window->files().openPath(copyExample(QStringLiteral("transpose"), m_folder.path())));
    }

  private:
    OpenWindow& m_window;
    QTemporaryDir m_folder;
};

} // namespace

class TstOtherProject : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        Theme::instance().apply(false);
        if (compilerIsMissing())
            QSKIP("the CUDA compiler is not installed");
    }

    /// Opened in the very turn in which the panels have begun to make something of the code.
    void itsCodeIsNotShown() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("code"));
        auto& panel = window->panel<ListingPanel>();
        OtherProject other(window);
        bool opened = false;
        connect(&window->workbench().controller, &RunController::compiled, this, [&] {
            if (!std::exchange(opened, true))
                other.open();
        });
        window->actionSet().compile->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(opened, kPatience);
        settle();
        QCOMPARE(panel.model().rowCount(), 0);
    }

    void itsComparisonIsNotShown() {
        OpenWindow window;
        auto& panel = window->panel<ComparePanel>();
        QSignalSpy finished(&window->workbench().controller, &RunController::runFinished);
        window->actionSet().run->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
        window->actionSet().pinBaseline->trigger();
        window.editor().setText(QStringLiteral("// changed\n") + window.editor().text());
        window->document().save();
        window->docks().focus(QStringLiteral("compare"));
        OtherProject other(window);
        other.open();
        settle();
        QCOMPARE(panel.model().rowCount(), 0);
    }

    void itsRunAndItsCompileAreNotShown() {
        OpenWindow window;
        for (QAction* action : {window->actionSet().run, window->actionSet().compile}) {
            QSignalSpy answers(&window->workbench().controller, &RunController::activityChanged);
            action->trigger();
            QVERIFY(window->workbench().controller.busy());
            OtherProject other(window);
            other.open();
            QVERIFY(!window->workbench().controller.busy());
            QVERIFY(!window->workbench().results.report());
            // The next answer is the other project's own.
            QSignalSpy compiled(&window->workbench().controller, &RunController::compiled);
            window->actionSet().compile->trigger();
            QTRY_COMPARE_WITH_TIMEOUT(compiled.count(), 1, kPatience);
            const auto code = window->workbench().results.code().code;
            QVERIFY(code && code->ptx.find("transpose") != std::string::npos);
            QVERIFY(!window->workbench().results.report());
        }
    }

    void itsLaneIsNotChosen() {
        OpenWindow window;
        window->workbench().selection.setLane({0, 0, 8});
        OtherProject other(window);
        other.open();
        QCOMPARE(window->workbench().selection.lane().lane, -1);
    }

    void itsTasksAreNotJudged() {
        OpenWindow window;
        QVERIFY(!window->workbench().tasks.tasks().empty());
        window->actionSet().checkTasks->trigger();
        QVERIFY(window->workbench().controller.busy());
        QSignalSpy finished(&window->workbench().tasks, &TaskChecker::finished);
        OtherProject other(window);
        other.open();
        QSignalSpy compiled(&window->workbench().controller, &RunController::compiled);
        window->actionSet().compile->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(compiled.count(), 1, kPatience);
        QCOMPARE(finished.count(), 0);
        QCOMPARE(window->workbench().tasks.done(), 0);
    }

    /// A pause of its launch, which would be shown in the other one's source.
    void itsStepIsNotTaken() {
        OpenWindow window;
        window->workbench().stepper.move(session::StepMove::over);
        OtherProject other(window);
        other.open();
        QVERIFY(!window->workbench().stepper.state());
        QSignalSpy changed(&window->workbench().stepper, &StepController::changed);
        QSignalSpy compiled(&window->workbench().controller, &RunController::compiled);
        window->actionSet().compile->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(compiled.count(), 1, kPatience);
        QVERIFY(!window->workbench().stepper.state());
        QCOMPARE(changed.count(), 0);
    }

#ifndef Q_OS_WIN
    /// A stand-in for clangd that answers definitions once permitted.
    void whatClangdSaysOfItIsDropped() {
        QTemporaryDir folder;
        const QString program = folder.filePath(QStringLiteral("clangd"));
        const QString go = folder.filePath(QStringLiteral("go"));
        const QString started = folder.filePath(QStringLiteral("started"));
        QFile file(program);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto answer = [](int id, const QByteArray& result) {
            const QByteArray body = "{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(id) +
                                    ",\"result\":" + result + "}";
            return "printf 'Content-Length: " + QByteArray::number(body.size()) + "\\r\\n\\r\\n" +
                   body + "'\n";
        };
        file.write("#!/bin/sh\nmkfifo '" + QFile::encodeName(go) + "'\n" + answer(1, "{}") +
                   "touch '" + QFile::encodeName(started) + "'\nread word < '" +
                   QFile::encodeName(go) + "'\n" + answer(2, "[]") + answer(3, "[]") +
                   "exec cat > /dev/null\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        LanguageServer server(program);
        server.setEnabled(true);
        server.setTexts({{QStringLiteral("/a.cu"), QStringLiteral("int a;")}});
        int dropped = 0, kept = 0;
        server.define(QStringLiteral("/a.cu"), {}, [&](const auto&) { ++dropped; });
        QTRY_VERIFY(QFile::exists(started));
        server.forgetQuestions();
        server.setTexts({{QStringLiteral("/b.cu"), QStringLiteral("int b;")}});
        server.hover(QStringLiteral("/b.cu"), {}, [&](const auto&) { ++kept; });
        QFile word(go); // which it waits for
        QVERIFY(word.open(QIODevice::WriteOnly | QIODevice::Unbuffered) &&
                word.write("now\n") == 4);
        QTRY_VERIFY(kept == 1 || dropped > 0);
        QCOMPARE(dropped, 0);
    }
#endif

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstOtherProject)
} // namespace tst_other_project

#include "tst_other_project.moc"
