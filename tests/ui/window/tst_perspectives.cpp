// SPDX-License-Identifier: GPL-3.0-or-later
// The table of panels and everything generated from it: docks, layouts, menus, manual.
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/help_window.h"
#include "ui/dialogs/settings.h"
#include "ui/docks/panel_docks.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QScopeGuard>
#include <QScreen>
#include <QScrollBar>
#include <QSet>
#include <QTest>
#include <QTextBlock>

namespace tst_perspectives {

using namespace warpbench;
using namespace warpbench::ui;

class TstPerspectives : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        Theme::instance().apply(false);
    }

    void eachRowIsADockAMenuItemAndAPageOfTheManual() {
        const QString manual = QString::fromStdString(test::sourcePath("docs/manual/"));
        const auto textOf = [&](const QString& page) {
            QFile file(manual + page);
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        MainWindow window(testOptions());
        QSet<QString> ids;
        for (const PanelRow& row : panelTable()) {
            const QString id = row.id.text();
            QVERIFY2(!ids.contains(id), qPrintable(id));
            ids.insert(id);
            auto* dock = window.findChild<QDockWidget*>(id + QStringLiteral("Dock"));
            QVERIFY2(dock && dock->widget(), qPrintable(id));
            QVERIFY2(!dock->widget()->accessibleName().isEmpty(), qPrintable(id));
            QVERIFY2(menuHas(window, titleOf(row)), qPrintable(id));
            const QString heading = QStringLiteral("# %1\n").arg(QLatin1String(row.title));
            QVERIFY2(textOf(manualPageOf(row)).startsWith(heading), qPrintable(heading));
        }
        // The manual lists what --panel takes.
        const QString text = textOf(QStringLiteral("howto/pictures.md"));
        for (const QString& name : window.docks().names()) {
            QVERIFY2(text.contains(QStringLiteral("`%1`").arg(name)), qPrintable(name));
        }
    }

    /// A window painted in a separate turn still tracks the caret.
    void aCaretThatMovesBeforeTheNewLayoutIsPaintedIsFollowed() {
        OpenWindow window(QStringLiteral("transpose"));
        for (const Perspective perspective : {Perspective::tune, Perspective::teach}) {
            window->actionSet().perspectives[std::size_t(perspective)]->trigger();
            QVERIFY(!window->updatesEnabled());
            const int line = 9 + int(perspective);
            window.editor().setCursorPosition(line, 0);
            QTRY_VERIFY(window->updatesEnabled());
            QTRY_COMPARE(window->workbench().selection.place().line, line + 1);
        }
    }

    void eachPerspectiveShowsItsPanels() {
        MainWindow window(testOptions());
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (const Perspective perspective : kPerspectives) {
            QTest::keyClick(&window, Qt::Key(Qt::Key_1 + int(perspective)), Qt::ControlModifier);
            QCOMPARE(window.docks().perspective(), perspective);
            QVERIFY(action(window, perspective)->isChecked());
            for (const PanelRow& row : panelTable()) {
                const auto state = row.seats[std::size_t(perspective)].state;
                const QDockWidget& dock = dockOf(window, row);
                QCOMPARE(!dock.isHidden(), state != Seat::hidden);
                if (state == Seat::front) {
                    QTRY_VERIFY2(dock.widget()->visibleRegion().isEmpty() == false,
                                 qPrintable(row.id.text()));
                }
            }
            // The editor has the most of the window.
            QTRY_VERIFY2(
                window.pane().width() >= window.width() * 2 / 5,
                qPrintable(
                    QStringLiteral("%1: %2").arg(nameOf(perspective)).arg(window.pane().width())));
        }
    }

    /// Where there is room for more than code, as in a window of 4K, the panels have their part.
    void panelsHaveTheirPartOfAWideWindow() {
        MainWindow window(testOptions());
        window.resize(3840, 2000);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.actionSet().restoreLayout->trigger();
        QTRY_VERIFY(window.findChild<QDockWidget*>(QStringLiteral("resultsDock"))->width() >= 600);
        QTRY_VERIFY(window.findChild<QDockWidget*>(QStringLiteral("setupDock"))->width() >= 440);
        QVERIFY(window.pane().width() >= 2400);
    }

    void everyPerspectiveFitsASmallScreen_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("percent");
        QTest::newRow("1280x720") << QSize(1280, 720) << 100;
        QTest::newRow("1280x720, large text") << QSize(1280, 720) << 150;
        QTest::newRow("1366x768, large text") << QSize(1366, 768) << 150;
        QTest::newRow("1920x1080, larger text") << QSize(1920, 1080) << 200;
    }
    /// Nothing makes the window larger than the screen, the editor has its part, and every panel
    /// that comes up can be used.
    void everyPerspectiveFitsASmallScreen() {
        QFETCH(QSize, size);
        QFETCH(int, percent);
        const auto usual = qScopeGuard([] { showText(kUsualTextScale); });
        showText(percent);
        MainWindow window(testOptions());
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (const Perspective perspective : kPerspectives) {
            action(window, perspective)->trigger();
            window.actionSet().restoreLayout->trigger();
            QTRY_VERIFY(window.updatesEnabled());
            QTRY_VERIFY2(fits(window, size), qPrintable(told(window, perspective, {})));
            QTRY_VERIFY2(window.pane().width() * 100 >= size.width() * 35 &&
                             window.pane().height() * 100 >= size.height() * 35,
                         qPrintable(told(window, perspective, {})));
            for (const PanelRow& row : panelTable()) {
                window.actionSet().restoreLayout->trigger();
                window.docks().show(row.id);
                const QDockWidget& dock = dockOf(window, row);
                QTRY_VERIFY2(!dock.visibleRegion().isEmpty() &&
                                 window.rect().contains(dock.geometry()) &&
                                 dock.width() * 100 >= size.width() * 18 &&
                                 dock.height() * 100 >= size.height() * 12 && fits(window, size),
                             qPrintable(told(window, perspective, row.id.text())));
            }
        }
    }

    /// What one tunes by: the source beside what became of it.
    void tuneShowsSourceAndCodeSideBySide() {
        MainWindow window(testOptions());
        window.resize(1366, 768);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        action(window, Perspective::tune)->trigger();
        const auto& code = *window.findChild<QDockWidget*>(QStringLiteral("codeDock"));
        QTRY_VERIFY(!code.visibleRegion().isEmpty());
        QTRY_VERIFY2(code.width() * 100 >= window.width() * 24 &&
                         window.pane().width() * 100 >= window.width() * 35,
                     qPrintable(told(window, Perspective::tune, QStringLiteral("code"))));
        QVERIFY(code.x() > window.pane().x());
        QVERIFY(code.height() * 2 >= window.height());
    }

    /// The bottom strip is as high as the panel in front needs.
    void anEmptyListOfProblemsIsLow() {
        MainWindow window(testOptions());
        window.resize(1366, 768);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto& problems = *window.findChild<QDockWidget*>(QStringLiteral("problemsDock"));
        const auto& lanes = *window.findChild<QDockWidget*>(QStringLiteral("lanesDock"));
        const auto isLow = [&] { return problems.height() * 100 <= window.height() * 22; };
        QTRY_VERIFY2(isLow(), qPrintable(QString::number(problems.height())));
        window.docks().show(PanelId{"lanes"});
        QTRY_VERIFY2(lanes.height() * 100 >= window.height() * 35,
                     qPrintable(QString::number(lanes.height())));
        window.docks().show(panels::problems);
        QTRY_VERIFY2(isLow(), qPrintable(QString::number(problems.height())));
        const int low = problems.height();
        for (int i = 0; i < 3; ++i) { // and keeps it, however often they take turns
            window.docks().show(PanelId{"lanes"});
            QTRY_VERIFY(lanes.height() * 100 >= window.height() * 35);
            window.docks().show(panels::problems);
            QTRY_COMPARE(problems.height(), low);
        }
    }

    void chartsAndDataHaveRoom() {
        MainWindow window(testOptions());
        window.resize(1366, 768);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (const Perspective perspective : kPerspectives) {
            action(window, perspective)->trigger();
            QTRY_VERIFY(window.updatesEnabled());
            for (const char* name : {"timing", "counters", "occupancy"}) {
                window.docks().show(QLatin1String(name));
                const auto* dock =
                    window.findChild<QDockWidget*>(QLatin1String(name) + QStringLiteral("Dock"));
                QTRY_VERIFY2(dock->height() * 100 >= window.height() * 36,
                             qPrintable(told(window, perspective, QLatin1String(name))));
            }
            window.docks().show(panels::buffers);
            const auto* buffers = window.findChild<QDockWidget*>(QStringLiteral("buffersDock"));
            QTRY_VERIFY2(buffers->width() * 100 >= window.width() * 25 &&
                             buffers->height() * 100 >= window.height() * 25,
                         qPrintable(told(window, perspective, QStringLiteral("buffers"))));
        }
    }

    /// As one that was kept on another screen.
    void aWindowIsNeverLargerThanItsScreen() {
        MainWindow::Options options = testOptions();
        options.remember = true;
        {
            MainWindow window(options);
            window.resize(window.screen()->size() * 2);
            settings::setWindow(window.saveGeometry(), {}, QStringLiteral("edit"));
        }
        MainWindow window(options);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY2(window.screen()->availableGeometry().contains(window.frameGeometry()),
                     qPrintable(QStringLiteral("%1x%2").arg(window.width()).arg(window.height())));
    }

    void twoViewsOfABufferComeBack() {
        MainWindow::Options options = testOptions();
        options.remember = true;
        for (const bool split : {true, false}) {
            {
                MainWindow window(options);
                window.panel<InspectorPanel>().setSplit(split);
                window.close();
            }
            MainWindow window(options);
            QCOMPARE(window.panel<InspectorPanel>().isSplit(), split);
        }
    }

    /// A small laptop: panels that need height get it when they appear, and keep the user's
    /// changes.
    void theStepPanelHasRoom() {
        MainWindow window(testOptions());
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.docks().show(QStringLiteral("problems"));
        auto* step = window.findChild<QDockWidget*>(QStringLiteral("stepDock"));
        window.docks().show(panels::step);
        QTRY_VERIFY2(step->height() >= 280, qPrintable(QString::number(step->height())));
        QVERIFY(window.pane().height() >= 300);
        window.resizeDocks({step}, {200}, Qt::Vertical);
        QTRY_VERIFY(step->height() < 260);
        window.docks().show(QStringLiteral("problems"));
        window.docks().show(panels::step);
        QCoreApplication::processEvents();
        QVERIFY(step->height() < 260);
    }

    /// What comes up beside the editor is wide enough to be read, however it was asked for.
    void theCodePanelHasRoom() {
        MainWindow window(testOptions());
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto* code = window.findChild<QDockWidget*>(QStringLiteral("codeDock"));
        for (const bool byMenu : {false, true}) {
            window.actionSet().restoreLayout->trigger();
            QVERIFY(!code->isVisible());
            if (byMenu)
                code->toggleViewAction()->trigger();
            else
                window.docks().show(QStringLiteral("code"));
            QTRY_VERIFY2(code->width() >= 350, qPrintable(QString::number(code->width())));
            QVERIFY2(window.pane().width() >= 400,
                     qPrintable(QString::number(window.pane().width())));
        }
    }

    /// On a projector of 1024 pixels no panel makes the window wider than the picture.
    void noPanelWidensTheWindow() {
        Theme::instance().apply(false); // whose paddings count
        MainWindow window(testOptions());
        window.resize(1024, 700);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (const PanelRow& row : panelTable()) {
            window.actionSet().restoreLayout->trigger();
            window.docks().show(row.id);
            QCoreApplication::processEvents();
            QTRY_VERIFY2(window.minimumSizeHint().width() <= 1024,
                         qPrintable(QStringLiteral("%1: at least %2; %3")
                                        .arg(row.id.text())
                                        .arg(window.minimumSizeHint().width())
                                        .arg(leastWidths(window).join(QStringLiteral(", ")))));
        }
    }

    void panelsOfASlotLieOverEachOther() {
        MainWindow window(testOptions());
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (const Perspective perspective : kPerspectives) {
            action(window, perspective)->trigger();
            window.actionSet().restoreLayout->trigger();
            for (const PanelRow& one : panelTable()) {
                for (const PanelRow& other : panelTable()) {
                    const Seat& a = one.seats[std::size_t(perspective)];
                    const Seat& b = other.seats[std::size_t(perspective)];
                    if (&one == &other || a.state == Seat::hidden || b.state == Seat::hidden) {
                        continue;
                    }
                    QCOMPARE(window.tabifiedDockWidgets(&dockOf(window, one))
                                 .contains(&dockOf(window, other)),
                             a.slot == b.slot);
                }
            }
        }
    }

    /// In a window of 1440 pixels, with nothing of the set-up cut.
    void theLessonsLinesFit() {
#ifdef Q_OS_WIN
        QSKIP("the set-up is wider with Wine's fonts: 95 of the 96 columns fit");
#endif
        Theme::instance().apply(false); // whose paddings count
        OpenWindow window(QStringLiteral("transpose"));
        window->resize(1440, 900);
        QTRY_COMPARE(window->width(), 1440);
        window->restoreDefaultLayout();
        CodeEditor& editor = window.editor();
        const auto room = [&editor] {
            int width = editor.viewport()->width();
            for (const int margin : {0, 1, 2, 3}) {
                width -= editor.marginWidth(margin);
            }
            return width;
        };
        const QByteArray columns(96, '0');
        const int wanted = int(editor.SendScintilla(QsciScintillaBase::SCI_TEXTWIDTH,
                                                    std::uintptr_t{0}, columns.constData()));
        QVERIFY(wanted > 500);
        auto* setup = window.find<QDockWidget>("setupDock");
        QTRY_VERIFY2(setup->width() >= 280 && room() >= wanted,
                     qPrintable(QStringLiteral("%1 of %2 pixels, set-up %3")
                                    .arg(room())
                                    .arg(wanted)
                                    .arg(setup->width())));
    }

    void eachPerspectiveKeepsWhatTheUserMadeOfIt() {
        MainWindow window(testOptions());
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto& setup = *window.findChild<QDockWidget*>(QStringLiteral("setupDock"));
        QVERIFY(!setup.isHidden());
        setup.hide();
        action(window, Perspective::tune)->trigger();
        QVERIFY(!setup.isHidden());
        action(window, Perspective::edit)->trigger();
        QVERIFY(setup.isHidden());
        window.actionSet().restoreLayout->trigger();
        QVERIFY(!setup.isHidden());
    }

    /// It becomes a separate window while the main window is not painted.
    void aPanelThatFloatsInALayoutIsPaintedThere() {
        MainWindow window(testOptions());
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto& setup = *window.findChild<QDockWidget*>(QStringLiteral("setupDock"));
        setup.setFloating(true);
        action(window, Perspective::tune)->trigger();
        QVERIFY(!setup.isFloating());
        QTRY_VERIFY(window.updatesEnabled());
        action(window, Perspective::edit)->trigger();
        QVERIFY(setup.isFloating());
        QTRY_VERIFY(window.updatesEnabled());
        QVERIFY(setup.updatesEnabled());
        QVERIFY(setup.widget()->updatesEnabled());
    }

    void theNextStartHasThemAgain() {
        MainWindow::Options options = testOptions();
        options.remember = true;
        {
            MainWindow window(options);
            window.resize(1440, 900);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            window.findChild<QDockWidget*>(QStringLiteral("outputDock"))->hide();
            action(window, Perspective::teach)->trigger();
            window.findChild<QDockWidget*>(QStringLiteral("problemsDock"))->hide();
            window.close();
        }
        MainWindow window(options);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCOMPARE(window.docks().perspective(), Perspective::teach);
        QVERIFY(action(window, Perspective::teach)->isChecked());
        QVERIFY(window.findChild<QDockWidget*>(QStringLiteral("problemsDock"))->isHidden());
        action(window, Perspective::edit)->trigger();
        QVERIFY(window.findChild<QDockWidget*>(QStringLiteral("outputDock"))->isHidden());
        QVERIFY(!window.findChild<QDockWidget*>(QStringLiteral("problemsDock"))->isHidden());
    }

    void helpOpensAtThePanelThatHasTheFocus() {
        OpenWindow window;
        window->docks().focus(QStringLiteral("timing"));
        window->actionSet().manual->trigger();
        auto* help = window.find<HelpWindow>("helpWindow");
        QVERIFY(help);
        QVERIFY(help->page().source().path().endsWith(QLatin1String("/manual/window/timing.md")));
        QCOMPARE(help->page().document()->begin().text(), QStringLiteral("Timing"));
        help->openManual(QStringLiteral("window/buffers.md#plot"));
        QCOMPARE(help->page().source().fragment(), QStringLiteral("plot"));
        QVERIFY(help->page().verticalScrollBar()->value() > 0);
        help->close();
        window->activateWindow();
        window.editor().setFocus();
        QTRY_VERIFY(window.editor().hasFocus());
        window->actionSet().manual->trigger();
        QVERIFY(help->page().source().path().endsWith(QLatin1String("/manual/window/editor.md")));
        help->close();
    }

  private:
    static void showText(int percent) {
        if (setTextScale(percent))
            Theme::instance().apply(false);
    }
    static bool fits(MainWindow& window, QSize size) {
        window.resize(size); // what comes up may have needed more before it was laid out
        const QSize least = window.minimumSizeHint();
        return window.size() == size && least.width() <= size.width() &&
               least.height() <= size.height();
    }
    static QString told(MainWindow& window, Perspective perspective, const QString& panel) {
        QStringList all{nameOf(perspective), panel,
                        QStringLiteral("window %1x%2, at least %3x%4, editor %5x%6")
                            .arg(window.width())
                            .arg(window.height())
                            .arg(window.minimumSizeHint().width())
                            .arg(window.minimumSizeHint().height())
                            .arg(window.pane().width())
                            .arg(window.pane().height())};
        for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
            if (!dock->visibleRegion().isEmpty())
                all << QStringLiteral("%1 %2x%3 at least %4x%5")
                           .arg(dock->objectName())
                           .arg(dock->width())
                           .arg(dock->height())
                           .arg(dock->minimumSizeHint().width())
                           .arg(dock->minimumSizeHint().height());
        }
        return all.join(QStringLiteral("; "));
    }
    /// Of what shows: what keeps a window wide.
    static QStringList leastWidths(MainWindow& window) {
        QStringList all{QStringLiteral("editor %1").arg(window.pane().minimumSizeHint().width())};
        for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
            if (dock->isVisible())
                all << QStringLiteral("%1 %2")
                           .arg(dock->objectName())
                           .arg(dock->minimumSizeHint().width());
        }
        return all;
    }
    static QAction* action(MainWindow& window, Perspective perspective) {
        return window.actionSet().perspectives[std::size_t(perspective)];
    }
    static QDockWidget& dockOf(MainWindow& window, const PanelRow& row) {
        return *window.findChild<QDockWidget*>(row.id.text() + QStringLiteral("Dock"));
    }
    static bool menuHas(const MainWindow& window, const QString& title) {
        for (const QMenu* menu : window.menuBar()->findChildren<QMenu*>()) {
            for (const QAction* item : menu->actions()) {
                if (item->text() == title)
                    return true;
            }
        }
        return false;
    }

    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstPerspectives)
} // namespace tst_perspectives

#include "tst_perspectives.moc"
