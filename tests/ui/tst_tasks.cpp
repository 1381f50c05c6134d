// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson's tasks in the window: checks on the simulated GPU, reasons, hints, and saved
// progress.
#include "tests/main.h"
#include "tests/ui/window_fixture.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/templates.h"
#include "ui/docks/panel_docks.h"
#include "ui/theme/theme.h"
#include "ui/window/start_page.h"
#include "ui/window/tour.h"
#include "ui/words/text.h"

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyleOptionButton>
#include <QTest>

#include <algorithm>

namespace tst_tasks {

using namespace warpbench;
using namespace warpbench::ui;

class TstTasks : public WindowFixture {
    Q_OBJECT

    static TaskChecker& tasksOf(OpenWindow& window) { return window->workbench().tasks; }
    static bool check(OpenWindow& window) {
        QSignalSpy finished(&tasksOf(window), &TaskChecker::finished);
        window->actionSet().checkTasks->trigger();
        return finished.wait(kPatience);
    }

  private slots:
    void areToldOneByOne() {
        OpenWindow window;
        QCOMPARE(tasksOf(window).verdicts().size(), std::size_t(3));
        QVERIFY(check(window));
        QCOMPARE(tasksOf(window).done(), 0);
        for (const auto& verdict : tasksOf(window).verdicts()) {
            QCOMPARE(verdict.state, TaskChecker::State::open);
            QVERIFY(!verdict.reason.isEmpty());
        }
        QVERIFY2(tasksOf(window).verdicts()[1].reason.contains(QLatin1String("BLOCK = 400")),
                 qPrintable(tasksOf(window).verdicts()[1].reason));
        // The values set by the check, without any irrelevant folder.
        QVERIFY2(tasksOf(window).verdicts()[0].reason.startsWith(
                     QLatin1String("With n = 1000, line 4: Thread (")),
                 qPrintable(tasksOf(window).verdicts()[0].reason));
        // They do not count as runs.
        QVERIFY(!window->workbench().results.report());

        // A part of the work: the block, then the kernel and its launch.
        auto& document = window->document();
        document.edit(QStringLiteral("block"),
                      [](project::Project& p) { p.compile.defines["BLOCK"] = "128"; });
        QVERIFY(tasksOf(window).isStale());
        QVERIFY(window.find<QLabel>("tasksStale")->isVisibleTo(window.find<QWidget>("tasksPanel")));
        QVERIFY(check(window));
        QVERIFY(!tasksOf(window).isStale());
        // A block of whole warps has threads to spare, which the kernel lets out of bounds.
        QCOMPARE(tasksOf(window).done(), 0);
        QVERIFY2(tasksOf(window).verdicts()[1].reason.contains(
                     QLatin1String("past the end of buffer a, to element")),
                 qPrintable(tasksOf(window).verdicts()[1].reason));
        // A million is divisible by 400: the third task is done once the set-up says so.
        document.edit(QStringLiteral("n"), [](project::Project& p) {
            p.compile.defines["BLOCK"] = "400";
            p.parameters["n"] = project::Expression{"1000000", {}};
        });
        QVERIFY(check(window));
        QCOMPARE(tasksOf(window).done(), 1);
        QCOMPARE(tasksOf(window).verdicts()[2].state, TaskChecker::State::done);
        QCOMPARE(window.find<QLabel>("tasksDone")->text(), QStringLiteral("1 of 3 done"));
    }

    void verdictsAreOutOfDateAfterChangesOnly() {
        OpenWindow window;
        const QDir folder(window.folder());
        QFile header(folder.filePath(QStringLiteral("h.cuh")));
        QVERIFY(header.open(QIODevice::WriteOnly));
        header.write("#pragma once\n");
        header.close();
        ProjectDocument& document = window->document();
        window.editor().setText(QStringLiteral("#include \"h.cuh\"\n") + document.source());
        QVERIFY(check(window));
        document.saveAs(folder.filePath(QStringLiteral("other.warpbench")));
        QVERIFY(!tasksOf(window).isStale());
        const QString before = document.source();
        window.editor().setText(before + QStringLiteral("// more"));
        QVERIFY(tasksOf(window).isStale());
        window.editor().setText(before);
        QVERIFY(!tasksOf(window).isStale());
        window->workbench().selection.goTo({header.fileName(), 1});
        window->pane().fileEditor(header.fileName())->setText(QStringLiteral("#define X\n"));
        QVERIFY(tasksOf(window).isStale());
        document.save();
    }

    void hintsAreShownWhenAskedForAndStay() {
        OpenWindow window;
        auto* ask = window.find<QPushButton>("askHint2");
        auto* hint = window.find<QLabel>("hint2");
        QVERIFY(ask && hint && hint->isHidden());
        ask->click();
        QVERIFY(!hint->isHidden());
        // It begins where the texts above and below do.
        QStyleOptionButton option;
        option.initFrom(ask);
        option.text = ask->text();
        const QRect text =
            ask->style()->subElementRect(QStyle::SE_PushButtonContents, &option, ask);
        QTRY_COMPARE(ask->mapTo(window->window(), text.topLeft()).x(),
                     hint->mapTo(window->window(), QPoint(0, 0)).x());
        QVERIFY(check(window));
        // The first of that name is the old one until it has been deleted.
        QTRY_COMPARE(window->findChildren<QLabel*>(QStringLiteral("hint2")).size(), 1);
        QVERIFY(!window.find<QLabel>("hint2")->isHidden());
    }

    void stopEndsTheCheck() {
        OpenWindow window;
        QSignalSpy stopped(&tasksOf(window), &TaskChecker::stopped);
        window->actionSet().checkTasks->trigger();
        QVERIFY(tasksOf(window).checking());
        window->workbench().controller.stop();
        QVERIFY(stopped.count() > 0 || stopped.wait(kPatience));
        QVERIFY(!tasksOf(window).checking());
        QTRY_VERIFY_WITH_TIMEOUT(!window->workbench().controller.busy(), kPatience);
        QVERIFY(check(window)); // and another can follow
    }

    /// Results belong to tasks that do not exist any more.
    void otherTasksEndTheCheck_data() {
        QTest::addColumn<bool>("fewer");
        QTest::newRow("fewer") << true;
        QTest::newRow("none") << false;
    }
    void otherTasksEndTheCheck() {
        QFETCH(bool, fewer);
        OpenWindow window;
        QSignalSpy finished(&tasksOf(window), &TaskChecker::finished);
        window->actionSet().checkTasks->trigger();
        QVERIFY(tasksOf(window).checking());
        window->document().edit(QStringLiteral("tasks"), [fewer](auto& project) {
            project.tasks.resize(fewer ? project.tasks.size() - 1 : 0);
        });
        QVERIFY(!tasksOf(window).checking());
        QTRY_VERIFY_WITH_TIMEOUT(!window->workbench().controller.busy(), kPatience);
        QVERIFY(finished.isEmpty());
        for (const TaskChecker::Verdict& verdict : tasksOf(window).verdicts())
            QVERIFY(verdict.state == TaskChecker::State::unknown);
        if (fewer)
            QVERIFY(check(window)); // and another can follow
    }

    /// A run that is asked for meanwhile comes once they are checked, and is a run like any other.
    void aRunFollowsTheCheck() {
        OpenWindow window;
        QSignalSpy finished(&tasksOf(window), &TaskChecker::finished);
        window->actionSet().checkTasks->trigger();
        window->actionSet().run->trigger();
        QVERIFY(finished.count() > 0 || finished.wait(kPatience));
        QTRY_VERIFY_WITH_TIMEOUT(window->workbench().results.report(), kPatience);
        QCOMPARE(window->workbench().results.report()->status, session::RunStatus::ok);
    }

    void theTourHasSixStepsInEverySize_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small") << QSize(1024, 700);
        QTest::newRow("laptop") << QSize(1280, 800);
        QTest::newRow("usual") << QSize(1440, 900);
        QTest::newRow("4K") << QSize(3840, 2160);
    }
    void theTourHasSixStepsInEverySize() {
        QFETCH(QSize, size);
        settings::setTourSeen(false);
        OpenWindow window;
        window->resize(size);
        window->actionSet().tour->trigger();
        QPointer<Tour> tour = window->findChild<Tour*>();
        QVERIFY(tour && tour->isVisible());
        QCOMPARE(tour->steps(), 6);
        QStringList told;
        for (int step = 0; step < 6; ++step) {
            QVERIFY(tour && tour->isVisible());
            QCOMPARE(tour->step(), step);
            QTRY_VERIFY(window->rect().contains(tour->geometry()));
            QVERIFY(!tour->targetRect().isEmpty());
            // The target is beside the card, not below it, if there is space.
            const bool room =
                size.width() >= 1280 || tour->targetRect().height() <= window->height() / 3;
            QTRY_VERIFY(!room || !tour->geometry().intersects(tour->targetRect()));
            QVERIFY(tour->isAncestorOf(QApplication::focusWidget()));
            QVERIFY(!tour->accessibleDescription().isEmpty());
            for (const auto* label : tour->findChildren<QLabel*>()) {
                QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));
            }
            // Nothing has come up above it.
            QCOMPARE(window->childAt(tour->geometry().topLeft() + QPoint(12, 12)), tour.data());
            told << tour->accessibleDescription();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        }
        QTRY_VERIFY(!tour);
        // The panels that it has opened are as they were.
        QTRY_VERIFY(window.find<QDockWidget>("stepDock")->isHidden());
        QTRY_VERIFY(!window.find<QDockWidget>("problemsDock")->visibleRegion().isEmpty());
        told.removeDuplicates();
        QCOMPARE(told.size(), 6);
        QVERIFY(settings::tourSeen());
    }

    void theTourIsSkippedAndLetsTheWindowBeUsed() {
        settings::setTourSeen(false);
        OpenWindow window;
        window->actionSet().tour->trigger();
        QPointer<Tour> tour = window->findChild<Tour*>();
        QVERIFY(tour);
        // The mouse reaches the window below the shade, next to the card.
        const QRect editor(window.editor().mapTo(&*window, QPoint()), window.editor().size());
        QPoint at = editor.center();
        if (tour->geometry().contains(at))
            at = editor.topLeft() + QPoint(10, 10);
        QVERIFY(!tour->geometry().contains(at));
        auto* reached = window->childAt(at);
        QVERIFY(reached == &window.editor() || window.editor().isAncestorOf(reached));
        // And so does a key: the run begins.
        window->actionSet().run->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window->workbench().results.report(), kPatience);
        QVERIFY(tour);
        tour->findChild<QPushButton*>(QStringLiteral("tourNext"))->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!tour);
        QVERIFY(settings::tourSeen());
    }

    void aWindowIsClosedDuringTheTour() {
        settings::setTourSeen(false);
        QPointer<Tour> tour;
        {
            OpenWindow window;
            window->actionSet().tour->trigger();
            tour = window->findChild<Tour*>();
            QVERIFY(tour);
        }
        QVERIFY(!tour);
    }

    /// The tour is offered to users without projects until they take it.
    void theStartPageOffersTheTour() {
        settings::setTourSeen(false);
        MainWindow::Options options = testOptions();
        options.tour = true;
        MainWindow window(options);
        window.show();
        window.showStartPage();
        const auto offers = [&window]() -> QPushButton* {
            for (auto* entry : window.findChild<StartPage*>()->findChildren<QPushButton*>())
                if (entry->accessibleName().startsWith(QLatin1String("Tour of the window")))
                    return entry;
            return nullptr;
        };
        QVERIFY(offers());
        QTest::mouseClick(offers(), Qt::LeftButton);
        QPointer<Tour> tour = window.findChild<Tour*>();
        QVERIFY(tour && tour->isVisible());
        QVERIFY(!window.findChild<StartPage*>()->isVisible());
        QVERIFY(!window.document().path().isEmpty());
        tour->findChild<QPushButton*>(QStringLiteral("tourSkip"))->click();
        QTRY_VERIFY(!tour);
        window.showStartPage();
        QTRY_VERIFY(!offers());
    }

    /// With the first project, and never again.
    void theTourComesOnce() {
        settings::setTourSeen(false);
        MainWindow::Options options = testOptions();
        options.tour = true;
        OpenWindow window(QStringLiteral("vector_multiply"), options);
        QTRY_VERIFY(window->findChild<Tour*>());
        QPointer<Tour> tour = window->findChild<Tour*>();
        tour->findChild<QPushButton*>(QStringLiteral("tourSkip"))->click();
        QTRY_VERIFY(!tour);
        QSignalSpy opened(&window->files(), &FileHandler::opened);
        QVERIFY(window->files().openPath(window->document().path()));
        QCOMPARE(opened.count(), 1);
        QCoreApplication::processEvents();
        QVERIFY(!window->findChild<Tour*>());
    }

    /// The Teach layout has space for notes and tasks; other projects keep the layout.
    void aLessonOpensInTheTeachLayout() {
        MainWindow::Options options = testOptions();
        options.remember = true;
        MainWindow window(options);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto isSeen = [&window](const char* dock) {
            return !window.findChild<QDockWidget*>(QLatin1String(dock))->visibleRegion().isEmpty();
        };
        const QTemporaryDir folder;
        QVERIFY(
            window.files().openPath(copyExample(QStringLiteral("vector_multiply"), folder.path())));
        QCOMPARE(window.docks().perspective(), Perspective::edit);
        const auto lessons = findExamples();
        QVERIFY(!lessons.empty());
        QVERIFY(window.files().openPath(lessons.front().path));
        QCOMPARE(window.docks().perspective(), Perspective::teach);
        QVERIFY(window.actionSet().perspectives[std::size_t(Perspective::teach)]->isChecked());
        QTRY_VERIFY(isSeen("tasksDock"));
        // Also one without tasks, whose set-up has the room of the tasks.
        const auto untasked = std::find_if(lessons.begin(), lessons.end(), [](const Example& one) {
            return one.path.contains(QLatin1String("saxpy"));
        });
        QVERIFY(untasked != lessons.end());
        window.actionSet().perspectives[std::size_t(Perspective::debug)]->trigger();
        QVERIFY(window.files().openPath(untasked->path));
        QCOMPARE(window.docks().perspective(), Perspective::teach);
        QTRY_VERIFY(isSeen("setupDock"));
        QVERIFY(window.files().openPath(lessons.front().path));
        QTRY_VERIFY(isSeen("tasksDock"));
        // Other projects restore the previous layout.
        window.files().newFromTemplate(0);
        QCOMPARE(window.docks().perspective(), Perspective::debug);
        // A layout chosen by the user stays.
        window.actionSet().perspectives[std::size_t(Perspective::teach)]->trigger();
        window.files().newFromTemplate(0);
        QCOMPARE(window.docks().perspective(), Perspective::teach);
    }

    /// By what its tasks check: titles are translated, and anybody may give them to a project.
    void aLessonIsKnownInEveryLanguage() {
        const auto lessons = findExamples();
        const auto lesson = std::find_if(lessons.begin(), lessons.end(), [](const Example& one) {
            return one.id == QLatin1String("transpose");
        });
        QVERIFY(lesson != lessons.end());
        ProjectDocument document;
        document.open(lesson->path);
        auto tasks = document.project().tasks;
        QCOMPARE(lessonOf(lesson->path, tasks), QStringLiteral("transpose"));
        for (project::Task& task : tasks)
            task.text = task.hint = "übersetzt";
        const QString copy = QStringLiteral("/home/me/mine.warpbench");
        QCOMPARE(lessonOf(copy, tasks), QStringLiteral("transpose"));
        tasks.pop_back();
        QCOMPARE(lessonOf(QStringLiteral("/home/me/transpose.warpbench"), tasks), QString());
        QCOMPARE(lessonOf(lesson->path, {}), QString());
    }

    void theCourseRemembersWhatIsDone() {
        settings::setTasksDone(QStringLiteral("vector_multiply"), 2, 3);
        settings::setTasksDone(QStringLiteral("transpose"), 3, 3);
        QCOMPARE(settings::tasksDone(QStringLiteral("vector_multiply")).done, 2);
        QCOMPARE(settings::tasksDone(QStringLiteral("saxpy")).all, 0);
        StartPage page;
        page.open();
        QStringList told;
        for (const auto* label : page.findChildren<QLabel*>())
            if (label->objectName() == QLatin1String("lessonDone"))
                told << label->text();
        QCOMPARE(told.size(), 2);
        QCOMPARE(told[0], QStringLiteral("2 of 3 done"));
        QVERIFY2(told[1].contains(QStringLiteral("3 of 3")), qPrintable(told[1]));
    }
};

WARPBENCH_WIDGET_TEST(TstTasks)
} // namespace tst_tasks

#include "tst_tasks.moc"
