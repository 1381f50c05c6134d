// SPDX-License-Identifier: GPL-3.0-or-later
// Line costs: the values computed from a report's counters, and the editor's strip and margin.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/results/findings.h"
#include "ui/results/line_costs.h"
#include "ui/theme/heat.h"
#include "ui/theme/theme.h"
#include "ui/words/describe.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_line_costs {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

/// Line 2: a branch that splits half of its warps. Line 3: loads of a column, 8 times the traffic.
/// Line 4: shared memory with two extra passes per access. Line 5: atomics at one address.
session::RunReport sampleReport() {
    session::Counters counters;
    const auto line = [&](int number, std::uint64_t executions, std::uint64_t threads) {
        session::LineCounters& one = counters.lines.emplace_back();
        one.line = number;
        one.warpInstructions = executions;
        one.threadInstructions = threads;
        return &one;
    };
    auto* branch = line(2, 100, 3200);
    branch->divergentBranches = 20;
    branch->branches = 40;
    auto* column = line(3, 50, 800);
    column->globalSectors = 1600;
    column->idealGlobalSectors = 200;
    auto* shared = line(4, 10, 320);
    shared->sharedAccesses = 10;
    shared->sharedBankConflicts = 20;
    auto* atomics = line(5, 20'000, 640'000);
    atomics->atomics = 320;
    atomics->atomicConflicts = 310;
    session::LaunchReport launch;
    launch.counters = counters;
    session::RunReport report;
    report.launches = {launch};
    return report;
}

const QString kText = QStringLiteral("one\ntwo\nthree\nfour\nfive\nsix\n");

} // namespace

class TstLineCosts : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
        Theme::instance().apply(false);
    }

    void figuresSayWhatTheMetricIsAbout_data() {
        QTest::addColumn<int>("metric");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("heat");
        const auto row = [](const char* name, LineMetric metric, int line, const char* text,
                            double heat) {
            QTest::newRow(name) << int(metric) << line << QString::fromUtf8(text) << heat;
        };
        row("executions", LineMetric::executions, 2, "100", 0.005);
        row("executions, many", LineMetric::executions, 5, "20k", 1);
        row("lanes, all", LineMetric::activeLanes, 2, "32", 0);
        row("lanes, half", LineMetric::activeLanes, 3, "16", 16.0 / 31);
        row("divergence", LineMetric::divergence, 2, "50 %", 0.5);
        row("sectors", LineMetric::sectors, 3, "8×", 1);
        row("conflicts", LineMetric::bankConflicts, 4, "+2", std::log2(3.0) / 5);
        row("atomics", LineMetric::atomics, 5, "97 %", 310.0 / 320);
    }
    void figuresSayWhatTheMetricIsAbout() {
        QFETCH(int, metric);
        QFETCH(int, line);
        QFETCH(QString, text);
        QFETCH(double, heat);
        const auto figures = LineCosts(sampleReport()).figures(LineMetric(metric));
        const auto found = figures.find(line);
        QVERIFY(found != figures.end());
        QCOMPARE(found->second.text, text);
        QVERIFY(std::abs(found->second.heat - heat) < 1e-9);
    }

    void linesAreLeftOutWhereAMetricSaysNothing() {
        const LineCosts costs(sampleReport());
        QCOMPARE(costs.figures(LineMetric::executions).size(), 4U);
        for (const LineMetric metric : {LineMetric::divergence, LineMetric::sectors,
                                        LineMetric::bankConflicts, LineMetric::atomics}) {
            QCOMPARE(costs.figures(metric).size(), 1U);
        }
        QVERIFY(LineCosts().empty());
        QVERIFY(LineCosts(session::RunReport{}).empty());
    }

    void launchesAreAddedUp() {
        session::RunReport report = sampleReport();
        report.launches.push_back(report.launches.front());
        const LineCosts costs(report);
        QCOMPARE(costs.figures(LineMetric::executions).at(2).text, QStringLiteral("200"));
        QCOMPARE(costs.figures(LineMetric::sectors).at(3).text, QStringLiteral("8×"));
        QCOMPARE(costs.worst(LineMetric::executions), QStringLiteral("40k"));
    }

    void theWorstLineIsTheOneThatWastesMost() {
        const LineCosts costs(sampleReport());
        QCOMPARE(costs.worstLine(LineMetric::executions), 5);
        QCOMPARE(costs.worstLine(LineMetric::sectors), 3);
        QCOMPARE(costs.waste(LineMetric::sectors, 3), 350.0); // 1400 sectors, four at a time
        QCOMPARE(costs.worstLine(LineMetric::activeLanes), 3);
        QCOMPARE(costs.waste(LineMetric::activeLanes, 3), 25.0);
        QCOMPARE(costs.waste(LineMetric::activeLanes, 2), 0.0);
        QCOMPARE(costs.worstLine(LineMetric::bankConflicts), 4);
        QCOMPARE(LineCosts().worstLine(LineMetric::sectors), 0);
    }

    /// One line per launch, and none if there is little waste.
    void findingsNameTheLineThatWastesMost() {
        session::RunReport report = sampleReport();
        report.launches[0].kernel = "k";
        report.launches[0].counters->warpInstructions = 3000;
        std::vector<Finding> found = findingsOf(report);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].line, 3);
        QVERIFY(found[0].metric == LineMetric::sectors);
        QVERIFY2(found[0].text.startsWith(QStringLiteral("k: Line 3: ")),
                 qPrintable(found[0].text));
        report.launches[0].counters->warpInstructions = 4000; // 350 are less than a tenth
        QVERIFY(findingsOf(report).empty());
        report.launches[0].counters.reset(); // a real GPU that counted nothing
        QVERIFY(findingsOf(report).empty());
    }

    /// A real GPU's counters know launches, no lines. The figures are those of `transpose` on an
    /// H200.
    void findingsOfARealGpuNameTheLaunch() {
        using cuda::HardwareFigure;
        session::RunReport report;
        session::LaunchReport& launch = report.launches.emplace_back();
        launch.kernel = "k";
        cuda::HardwareFigures& figures = launch.hardware.emplace();
        figures[HardwareFigure::warp_instructions] = 28672;
        figures[HardwareFigure::global_sectors] = 147456;
        figures[HardwareFigure::global_bytes_loaded] = 524288;
        figures[HardwareFigure::global_bytes_stored] = 524288;
        const auto textOf = [&] {
            const std::vector<Finding> found = findingsOf(report);
            return found.size() == 1 ? found[0].text : QString();
        };
        QCOMPARE(findingsOf(report).size(), std::size_t(1));
        QCOMPARE(findingsOf(report)[0].line, 0);
        QCOMPARE(textOf(), QStringLiteral("k: accesses to global memory move %1 sectors where %2 "
                                          "would do.")
                               .arg(describeCount(147456), describeCount(32768)));
        figures[HardwareFigure::global_sectors] = 32768;
        QCOMPARE(textOf(), QString()); // nothing is wasted
        figures[HardwareFigure::shared_accesses] = 8192;
        figures[HardwareFigure::shared_bank_conflicts] = 126976;
        QCOMPARE(textOf(), QStringLiteral("k: %1 accesses to shared memory take %2 extra passes.")
                               .arg(describeCount(8192), describeCount(126976)));
        figures[HardwareFigure::shared_bank_conflicts] = 100; // the unit's own
        QCOMPARE(textOf(), QString());
        figures[HardwareFigure::branches] = 4000;
        figures[HardwareFigure::divergent_branches] = 3500;
        QVERIFY2(textOf().contains(describeCount(3500)), qPrintable(textOf()));
    }

    /// With the caret in a comment, the strip tells new users where to look.
    void theStripNamesTheWorstLineWhereTheCaretHasNothing() {
        Pane pane;
        LineCostBar& bar = pane->lineCosts();
        bar.setCosts(LineCosts(sampleReport()));
        bar.setShown(true);
        bar.setMetric(LineMetric::sectors);
        pane->editor().setCursorPosition(0, 0);
        auto* sentence = bar.findChild<QLabel*>(QStringLiteral("lineCostSentence"));
        QTRY_VERIFY2(sentence->toolTip().startsWith(QStringLiteral("Worst: Line 3: ")),
                     qPrintable(sentence->toolTip()));
        QSignalSpy next(&bar, &LineCostBar::nextWanted);
        QTest::mouseClick(bar.findChild<QToolButton*>(QStringLiteral("nextCostlyLine")),
                          Qt::LeftButton);
        QCOMPARE(next.count(), 1);
    }

    void sentencesAreWholeForEveryMetricAndLine() {
        const LineCosts costs(sampleReport());
        for (const LineMetric metric : kLineMetrics) {
            for (int line = 1; line <= 6; ++line) {
                const QString text = costs.sentence(metric, line);
                QVERIFY(text.startsWith(QStringLiteral("Line %1").arg(line)));
                QVERIFY(text.endsWith(QLatin1Char('.')));
                QVERIFY2(!text.contains(QRegularExpression(QStringLiteral("%[0-9]"))),
                         qPrintable(text));
            }
            QVERIFY(!describe(metric).name.isEmpty() && !describe(metric).meaning.isEmpty());
        }
        QCOMPARE(costs.sentence(LineMetric::sectors, 3),
                 QStringLiteral("Line 3: 1 600 sectors of 32 bytes move where 200 would do.")
                     .replace(QStringLiteral("1 600"), describeCount(1600)));
        QVERIFY(costs.everything(6).isEmpty());
        QVERIFY(costs.everything(4).contains(QStringLiteral("20 extra passes")));
    }

    void colouredFiguresCanBeRead() {
        for (const bool dark : {false, true}) {
            Theme::instance().apply(dark);
            for (int step = 0; step <= 10; ++step) {
                QVERIFY(contrast(themeColors().text, heatColor(step / 10.0)) >= 4.5);
            }
        }
        Theme::instance().apply(false);
    }

    void figuresStandBesideTheirLinesAndMoveWithThem() {
        Pane pane;
        CodeEditor& editor = pane->editor();
        LineCostBar& bar = pane->lineCosts();
        bar.setCosts(LineCosts(sampleReport()));
        QVERIFY(editor.noteText(2).isEmpty());
        bar.setShown(true);
        QCOMPARE(editor.noteText(2), QStringLiteral("100"));
        QVERIFY(editor.noteText(1).isEmpty());
        choose(bar, LineMetric::sectors);
        QVERIFY(editor.noteText(2).isEmpty());
        QCOMPARE(editor.noteText(3), QStringLiteral("8×"));
        // A new line above it: the value follows its line, and the strip marks it as old.
        editor.setFocus();
        editor.setCursorPosition(0, 3);
        QTest::keyClick(&editor, Qt::Key_Return);
        bar.setStale(true);
        QVERIFY(editor.noteText(3).isEmpty());
        QCOMPARE(editor.noteText(4), QStringLiteral("8×"));
        QCOMPARE(editor.notedLine(4), 3);
        editor.setCursorPosition(3, 0);
        auto* sentence = bar.findChild<QLabel*>(QStringLiteral("lineCostSentence"));
        QTRY_VERIFY(sentence->toolTip().startsWith(QStringLiteral("Line 3: ")));
        editor.setCursorPosition(1, 0);
        QTRY_VERIFY(sentence->toolTip().contains(QStringLiteral("has changed")));
        bar.setShown(false);
        QVERIFY(editor.noteText(4).isEmpty());
        QVERIFY(bar.isHidden());
    }

    void theKeyboardGoesRoundTheCostlyLines() {
        Pane pane;
        LineCostBar& bar = pane->lineCosts();
        bar.setCosts(LineCosts(sampleReport()));
        bar.setShown(true);
        bar.setMetric(LineMetric::activeLanes);
        bar.gotoCostly(1);
        int line = 0;
        int column = 0;
        pane->editor().getCursorPosition(&line, &column);
        QCOMPARE(line, 2);
        bar.setMetric(LineMetric::executions);
        bar.gotoCostly(-1);
        pane->editor().getCursorPosition(&line, &column);
        QCOMPARE(line, 4);
    }

    void withoutCountsItSaysHowToGetThem() {
        Pane pane;
        LineCostBar& bar = pane->lineCosts();
        bar.setHint(QStringLiteral("Run to count."));
        bar.setShown(true);
        auto* sentence = bar.findChild<QLabel*>(QStringLiteral("lineCostSentence"));
        QCOMPARE(sentence->text(), QStringLiteral("Run to count."));
        QSignalSpy dismissed(&bar, &LineCostBar::dismissed);
        QTest::mouseClick(bar.findChild<QToolButton*>(QStringLiteral("hideLineCosts")),
                          Qt::LeftButton);
        QCOMPARE(dismissed.count(), 1);
    }

  private:
    struct Pane {
        Pane() {
            pane.resize(700, 400);
            pane.editor().replaceText(kText);
            pane.show();
        }
        EditorPane* operator->() { return &pane; }
        EditorPane pane;
    };
    /// As a user does: the box opened, the row taken.
    static void choose(LineCostBar& bar, LineMetric metric) {
        auto* box = bar.findChild<QComboBox*>(QStringLiteral("lineMetric"));
        box->setFocus();
        while (box->currentIndex() != int(metric)) {
            const int before = box->currentIndex();
            QTest::keyClick(box, Qt::Key_Down);
            QVERIFY(box->currentIndex() != before);
        }
        QCOMPARE(bar.chosenMetric(), metric);
    }
    static double luminance(const QColor& color) {
        const auto linear = [](double v) {
            return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
               0.0722 * linear(color.blueF());
    }
    static double contrast(const QColor& a, const QColor& b) {
        const double la = luminance(a);
        const double lb = luminance(b);
        return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
    }
};

WARPBENCH_WIDGET_TEST(TstLineCosts)
} // namespace tst_line_costs

#include "tst_line_costs.moc"
