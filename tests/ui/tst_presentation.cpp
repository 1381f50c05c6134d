// SPDX-License-Identifier: GPL-3.0-or-later
// What a teacher needs in front of a class: all text larger at once.
#include "tests/ui/window_test.h"
#include "ui/charts/plot.h"
#include "ui/commands/actions.h"
#include "ui/dialogs/settings.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QChart>
#include <QChartView>
#include <QHeaderView>
#include <QLabel>
#include <QMenuBar>
#include <QSpinBox>
#include <QTableView>
#include <QWheelEvent>

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
        const QStringList names{"label", "menu", "editor", "row", "button", "tick"};
        QTRY_VERIFY2(grown(before, sizes(window, plot)),
                     qPrintable(told(names, before, sizes(window, plot))));
        window->actionSet().zoomOut->trigger();
        window->actionSet().zoomReset->trigger();
        QCOMPARE(textScale(), kUsualTextScale);
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

    /// The editor has no zoom of its own.
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

  private:
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
                int(window.editor().SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL)),
                window.find<QTableView>("namesTable")->verticalHeader()->defaultSectionSize(),
                window.find<QWidget>("runButton")->sizeHint().height(),
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

QTEST_MAIN(TstPresentation)
#include "tst_presentation.moc"
