// SPDX-License-Identifier: GPL-3.0-or-later
// Presentation mode for teachers: larger text everywhere, a single maximized panel, and both in
// full screen.
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/charts/plot.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/settings.h"
#include "ui/docks/panel_docks.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"
#include "ui/window/pointer_ring.h"
#include "ui/window/presentation.h"

#include <QAction>
#include <QApplication>
#include <QChart>
#include <QChartView>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QMap>
#include <QMenuBar>
#include <QScreen>
#include <QSpinBox>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QWheelEvent>

namespace tst_presentation {

using namespace warpbench;
using namespace warpbench::ui;

class TstPresentation : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QApplication::setFont(interfaceFont());
        Theme::instance().apply(false);
    }
    void cleanup() { showUsualText(); }

    void allTextGrowsAndComesBackExactly() {
        OpenWindow window;
        const Plot& plot = openPlot();
        const QList<int> before = sizes(window, plot);
        const QString sheet = qApp->styleSheet();
        for (int i = 0; i < 3; ++i)
            window->actionSet().zoomIn->trigger();
        QVERIFY(textScale() > 120);
        const QStringList names{"label", "menu", "editor", "row", "button", "elements", "tick"};
        QTRY_VERIFY(!workWaits()); // panels apply the style sheet in separate turns
        QTRY_VERIFY2(grown(before, sizes(window, plot)),
                     qPrintable(told(names, before, sizes(window, plot))));
        window->actionSet().zoomOut->trigger();
        window->actionSet().zoomReset->trigger();
        QCOMPARE(textScale(), kUsualTextScale);
        QTRY_VERIFY(!workWaits());
        QTRY_COMPARE(sizes(window, plot), before);
        QCOMPARE(qApp->styleSheet(), sheet);
    }

    void theSizeIsKept() {
        OpenWindow window;
        window->actionSet().zoomIn->trigger();
        QCOMPARE(settings::textScale(), textScale());
        QVERIFY(settings::textScale() > kUsualTextScale);
        window->actionSet().zoomReset->trigger();
        QCOMPARE(settings::textScale(), kUsualTextScale);
    }

    void stepsLeadToEitherEnd() {
        int scale = kUsualTextScale;
        for (int last = 0; last != scale;)
            last = std::exchange(scale, nextTextScale(scale, 1));
        QCOMPARE(scale, kLargestTextScale);
        for (int last = 0; last != scale;)
            last = std::exchange(scale, nextTextScale(scale, -1));
        QCOMPARE(scale, kSmallestTextScale);
        QCOMPARE(nextTextScale(133, 1), 150);
        QCOMPARE(nextTextScale(133, -1), 125);
    }

    /// The editor does not zoom separately.
    void ctrlAndTheWheelAreTheSame() {
        OpenWindow window;
        turnWheel(*window.editor().viewport(), 1);
        QCOMPARE(textScale(), nextTextScale(kUsualTextScale, 1));
        QCOMPARE(window.editor().SendScintilla(QsciScintillaBase::SCI_GETZOOM), 0L);
        turnWheel(*window->findChild<QLabel*>(QStringLiteral("statusText")), -1);
        QCOMPARE(textScale(), kUsualTextScale);
    }

    void theSettingsHaveIt() {
        OpenWindow window;
        whenAsked([&](QDialog& dialog) {
            for (auto* box : dialog.findChildren<QSpinBox*>()) {
                if (box->accessibleName() == QStringLiteral("Size of text"))
                    box->setValue(150);
            }
        });
        window->actionSet().settings->trigger();
        QCOMPARE(textScale(), 150);
        QCOMPARE(settings::textScale(), 150);
        window->actionSet().zoomReset->trigger();
    }

    /// Thin lines stay thin: two pixels of a tab's mark are enough at any size.
    void paddingsGrowAndLinesDoNot() {
        const ThemeColors& colors = Theme::colorsOf(false);
        const QString usual = styleSheet(colors, false);
        const QString large = styleSheet(colors, false, 200);
        QVERIFY(usual.contains(QStringLiteral("padding: 6px 12px")));
        QVERIFY(large.contains(QStringLiteral("padding: 12px 24px")));
        QVERIFY(large.contains(QStringLiteral("border: 1px solid")));
        QVERIFY(large.contains(QStringLiteral("font-size: 36pt")));
        QCOMPARE(styleSheet(colors, false, kUsualTextScale), usual);
    }

    void aPanelTakesAllTheRoomAndGivesItBack() {
        OpenWindow window;
        settle(*window);
        window->docks().focus(QStringLiteral("results"));
        const auto before = layoutOf(*window);
        QAction& maximize = *window->actionSet().maximizePanel;
        maximize.trigger();
        QTRY_VERIFY(hasAllTheRoom(*window, QStringLiteral("results")));
        QVERIFY(maximize.isChecked());
        maximize.trigger();
        QVERIFY(!maximize.isChecked());
        QTRY_COMPARE(layoutOf(*window), before);
    }

    /// A requested panel replaces the maximized one.
    void theEditorAndPanelsTakeTurns() {
        OpenWindow window;
        window.editor().setFocus();
        settle(*window);
        const auto before = layoutOf(*window);
        QTest::keyClick(&window.editor(), Qt::Key_M, Qt::ControlModifier);
        QTRY_VERIFY(hasAllTheRoom(*window, {}));
        QTest::keyClick(&*window, Qt::Key_5, Qt::AltModifier);
        QTRY_VERIFY(hasAllTheRoom(*window, QStringLiteral("results")));
        QTest::keyClick(&*window, Qt::Key_0, Qt::AltModifier);
        QTRY_VERIFY(hasAllTheRoom(*window, {}));
        QTRY_VERIFY(window.editor().hasFocus());
        // A step or a run brings up nothing, a link of a panel does.
        window->workbench().selection.show(panels::step);
        window->workbench().selection.show(panels::problems);
        QVERIFY(hasAllTheRoom(*window, {}));
        window->workbench().selection.show(panels::buffers);
        QTRY_VERIFY(hasAllTheRoom(*window, QStringLiteral("buffers")));
        // The target line is visible.
        window.editor().goTo(3);
        QTRY_VERIFY(hasAllTheRoom(*window, {}));
        window->docks().endMaximized();
        QTRY_COMPARE(layoutOf(*window), before);
    }

    void closingAMaximizedPanelGivesTheRoomBack() {
        OpenWindow window;
        settle(*window);
        const auto before = layoutOf(*window);
        window->docks().maximize(QStringLiteral("notes"));
        QTRY_VERIFY(hasAllTheRoom(*window, QStringLiteral("notes")));
        window.find<QDockWidget>("notesDock")->close();
        QTRY_COMPARE(layoutOf(*window), before);
    }

    void anotherPerspectiveEndsIt() {
        OpenWindow window;
        window->docks().maximize(QStringLiteral("notes"));
        window->actionSet().perspectives[std::size_t(Perspective::debug)]->trigger();
        QVERIFY(!window->docks().maximized());
        QTRY_VERIFY(window->pane().isVisible());
        window->actionSet().perspectives[std::size_t(Perspective::edit)]->trigger();
        QTRY_VERIFY(window.find<QDockWidget>("setupDock")->isVisible());
        QVERIFY(window->pane().isVisible());
    }

    void aPresentationComesAndGoesWithoutATrace() {
        OpenWindow window;
        window->resize(960, 640);
        QTRY_COMPARE(window->size(), QSize(960, 640));
        settle(*window);
        auto* results = window.find<QDockWidget>("resultsDock"); // placed by the user
        window->resizeDocks({results}, {window->height() / 2}, Qt::Vertical);
        QTRY_VERIFY(results->height() * 3 >= window->height());
        QCoreApplication::processEvents();
        window.editor().setFocus();
        const auto before = layoutOf(*window);
        QAction& presentation = *window->actionSet().presentation;
        presentation.trigger();
        QTRY_VERIFY(window->isFullScreen() && hasAllTheRoom(*window, {}));
        QVERIFY(presentation.isChecked() && window->actionSet().fullScreen->isChecked());
        QVERIFY(textScale() > kUsualTextScale);
        QVERIFY(window.find<QToolBar>("presentationBar")->isVisible());
        QVERIFY(!window.find<QToolBar>("mainToolBar")->isVisible());
        QVERIFY(frameOf(window.editor()) > 0);
        QVERIFY(window.find<PointerRing>("pointerRing"));
        // About thirty lines of code on the screen, as a class can read.
        const int lines = window->screen()->size().height() / lineHeight(window.editor());
        QVERIFY2(lines >= 25 && lines <= 35, qPrintable(QString::number(lines)));
        // Panels that come up meanwhile have text of that size, and back again.
        window->docks().show(panels::buffers);
        const auto* elements = window.find<QWidget>("elementTable");
        QTRY_COMPARE(elements->font().pointSizeF(), codeFont().pointSizeF());
        QTRY_VERIFY(!workWaits() && hasAllTheRoom(*window, QStringLiteral("buffers")));
        QCOMPARE(elements->font().pointSizeF(), codeFont().pointSizeF());
        // It may be changed, and that ends with it.
        window->actionSet().zoomIn->trigger();
        window->actionSet().perspectives[std::size_t(Perspective::tune)]->trigger();
        window.find<QToolButton>("endPresentation")->click();
        QTRY_COMPARE(window->size(), QSize(960, 640));
        QTRY_COMPARE(layoutOf(*window), before);
        QCOMPARE(textScale(), kUsualTextScale);
        QCOMPARE(settings::textScale(), kUsualTextScale);
        QVERIFY(!window->isFullScreen() && !presentation.isChecked());
        QCOMPARE(window->docks().perspective(), Perspective::edit);
        QVERIFY(window.find<QToolBar>("mainToolBar")->isVisible());
        QVERIFY(!window.find<PointerRing>("pointerRing"));
        QCOMPARE(frameOf(window.editor()), 0L);
        // The next one of the session is as the last one was.
        const int chosen =
            nextTextScale(Presentation::readableTextScale(window->screen()->size().height()), 1);
        presentation.trigger();
        QCOMPARE(textScale(), chosen);
        presentation.trigger();
    }

    /// However the program ends, the next start is a usual one.
    void nothingOfAPresentationIsKept() {
        MainWindow::Options options = testOptions();
        options.remember = true;
        QSize size;
        {
            MainWindow window(options);
            window.resize(720, 620);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            size = window.size();
            window.actionSet().presentation->trigger();
            QTRY_VERIFY(window.isFullScreen());
            QCOMPARE(settings::textScale(), kUsualTextScale);
            window.close();
        }
        showUsualText();
        MainWindow window(options);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(!window.isFullScreen());
        QTRY_COMPARE(window.size(), size);
        QVERIFY(window.pane().isVisible());
        QVERIFY(window.findChild<QDockWidget*>(QStringLiteral("setupDock"))->isVisible());
    }

    void theRingFollowsThePointer() {
        OpenWindow window;
        window->actionSet().presentation->trigger();
        auto* ring = window.find<PointerRing>("pointerRing");
        for (const QPoint at : {QPoint(200, 300), QPoint(320, 240)}) {
            QTest::mouseMove(window->windowHandle(), at);
            QTRY_VERIFY((ring->geometry().center() - at).manhattanLength() <= 2);
        }
        QTest::mousePress(window->windowHandle(), Qt::LeftButton, {}, QPoint(320, 240));
        QTRY_VERIFY(ring->pressed());
        QTest::mouseRelease(window->windowHandle(), Qt::LeftButton, {}, QPoint(320, 240));
        QTRY_VERIFY(!ring->pressed());
        window->actionSet().presentation->trigger();
    }

  private:
    /// Docks find their places after the window has come up.
    static void settle(MainWindow& window) {
        window.restoreDefaultLayout();
        [] { QTRY_VERIFY(!workWaits()); }();
        QMap<QString, QRect> last;
        [&] { QTRY_COMPARE(std::exchange(last, layoutOf(window)), layoutOf(window)); }();
    }
    /// The visible part of the window on the screen.
    static QMap<QString, QRect> layoutOf(MainWindow& window) {
        QMap<QString, QRect> seen;
        for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
            if (!dock->visibleRegion().isEmpty())
                seen[dock->objectName()] = dock->geometry();
        }
        if (window.pane().isVisible())
            seen[QStringLiteral("editor")] = window.pane().geometry();
        return seen;
    }
    /// \param panel  empty: the editor
    static bool hasAllTheRoom(MainWindow& window, const QString& panel) {
        const auto layout = layoutOf(window);
        return window.docks().maximized() == panel && layout.size() == 1 &&
               layout.firstKey() ==
                   (panel.isEmpty() ? QStringLiteral("editor") : panel + QStringLiteral("Dock")) &&
               layout.first().width() * 10 >= window.width() * 9;
    }
    static long frameOf(CodeEditor& editor) {
        return editor.SendScintilla(QsciScintillaBase::SCI_GETCARETLINEFRAME);
    }
    static int lineHeight(CodeEditor& editor) {
        return int(editor.SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL));
    }
    Plot& openPlot() {
        m_plot = std::make_unique<Plot>();
        m_plot->resize(400, 300);
        m_plot->showLines({{QStringLiteral("line"), {{0, 0}, {10, 10}}}},
                          {QStringLiteral("x"), 0, 10}, {QStringLiteral("y"), 0, 10});
        m_plot->show();
        [&] { QVERIFY(QTest::qWaitForWindowExposed(m_plot.get())); }();
        return *m_plot;
    }
    /// In pixels, and of a tick of the chart in tenths of a point.
    static QList<int> sizes(OpenWindow& window, const Plot& plot) {
        const auto* chart = plot.findChild<QChartView*>();
        return {window.find<QLabel>("statusText")->fontMetrics().height(),
                window->menuBar()->fontMetrics().height(),
                lineHeight(window.editor()),
                window.find<QTableView>("namesTable")->verticalHeader()->defaultSectionSize(),
                window.find<QWidget>("runButton")->sizeHint().height(),
                window.find<QWidget>("elementTable")->fontMetrics().height(),
                chart ? qRound(chart->chart()->axes().first()->labelsFont().pointSizeF() * 10) : 0};
    }
    static bool grown(const QList<int>& before, const QList<int>& now) {
        return std::equal(before.begin(), before.end(), now.begin(),
                          [](int was, int is) { return was > 0 && is > was; });
    }
    static QString told(const QStringList& names, const QList<int>& before, const QList<int>& now) {
        QStringList all;
        for (qsizetype i = 0; i < names.size(); ++i)
            all << QStringLiteral("%1 %2 → %3").arg(names[i]).arg(before[i]).arg(now[i]);
        return all.join(QStringLiteral(", "));
    }
    static void turnWheel(QWidget& widget, int steps) {
        const QPoint at = widget.rect().center();
        QWheelEvent wheel(at, widget.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&widget, &wheel);
    }
    static void showUsualText() {
        if (setTextScale(kUsualTextScale))
            Theme::instance().apply(false);
    }

    QTemporaryDir m_home;
    std::unique_ptr<Plot> m_plot;
};

WARPBENCH_WIDGET_TEST(TstPresentation)
} // namespace tst_presentation

#include "tst_presentation.moc"
