// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's requests for whole buffers: statistics that lead to their elements, the
// histogram, curves, and the search for values. Element i has the value i.
#include "tests/main.h"
#include "tests/ui/inspector/inspector_test.h"
#include "ui/charts/plot.h"
#include "ui/elements/search_text.h"
#include "ui/inspector/curve_view.h"
#include "ui/inspector/histogram_view.h"
#include "ui/words/describe.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

namespace tst_inspector_whole {

using namespace warpbench;
using namespace warpbench::ui;

class TstInspectorWhole : public InspectorTest {
    Q_OBJECT

  private:
    template <class Widget>
    Widget* named(const char* name) {
        return m_inspector->findChild<Widget*>(QLatin1String(name));
    }
    void show(const session::BufferReport& buffer) {
        m_inspector->setReport(reportOf({buffer}));
        settle();
    }
    void choose(const QString& view) { chooseView(named<QComboBox>("inspectorView"), view); }
    QWidget* viewportOf(const char* plot) {
        return named<Plot>(plot)->findChild<QAbstractScrollArea*>()->viewport();
    }
    QPoint inPlot(const char* plot, QPointF value) {
        auto* drawn = named<Plot>(plot);
        drawn->grab(); // lays it out
        return drawn->positionOf(value).toPoint();
    }
    void turnWheel(const char* plot, QPointF value, int notches) {
        const QPoint at = inPlot(plot, value);
        QWidget* viewport = viewportOf(plot);
        QWheelEvent wheel(at, viewport->mapToGlobal(at), {}, QPoint(0, 120 * notches), Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(viewport, &wheel);
    }
    void moveTo(const char* plot, QPointF value) {
        const QPoint at = inPlot(plot, value);
        QWidget* viewport = viewportOf(plot);
        QMouseEvent move(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton,
                         Qt::NoButton, {});
        QApplication::sendEvent(viewport, &move);
    }
    CurveView* curves() { return m_inspector->findChild<CurveView*>(); }
    void type(const QString& text) {
        auto* field = named<QLineEdit>("inspectorGoto");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(named<QLineEdit>("inspectorGoto"), key, modifiers);
    }

  private slots:
    void initTestCase() { prepareTests(); }
    void init() {
        openInspector();
        m_inspector->setWholeReader(m_data.whole());
    }
    void cleanup() { m_inspector.reset(); }

    /// Also with the keyboard: Tab goes from link to link.
    void figuresLeadToTheirPlaces() {
        show(bufferOf("a", {1000}));
        auto* figures = named<QLabel>("inspectorStatistics");
        QTRY_VERIFY(figures->text().contains(QStringLiteral("std.")));
        QVERIFY(figures->text().contains(QStringLiteral(">999</a>")));
        figures->setFocus();
        QTest::keyClick(figures, Qt::Key_Tab);
        QTest::keyClick(figures, Qt::Key_Tab);
        QTest::keyClick(figures, Qt::Key_Return); // max
        QCOMPARE(currentElement(), std::int64_t(999));
        figures->setFocus();
        for (int link = 0; link < 3; ++link)
            QTest::keyClick(figures, Qt::Key_Tab);
        QTest::keyClick(figures, Qt::Key_Return); // the zero
        QTRY_COMPARE(currentElement(), std::int64_t(0));
    }

    void distinctValuesAreAmongTheFigures() {
        show(bufferOf("a", {1000}));
        auto* figures = named<QLabel>("inspectorStatistics");
        QTRY_VERIFY2(
            figures->text().contains(QStringLiteral("distinct\u00a0") + describeCount(1000)),
            qPrintable(figures->text()));
        m_inspector->setReport(reportOf({bufferOf("b", {100'000})}));
        QTRY_VERIFY2(figures->text().contains(QStringLiteral("more\u00a0than\u00a0") +
                                              describeCount(65'536) +
                                              QStringLiteral("\u00a0distinct")),
                     qPrintable(figures->text()));
    }

    void figuresOfAnotherBufferAreNotMixed() {
        m_data.hold();
        m_inspector->setReport(reportOf({bufferOf("a", {1000}), bufferOf("b", {10})}));
        const int before = m_data.cancelled();
        m_inspector->showBuffer(QStringLiteral("b"));
        QVERIFY(m_data.cancelled() > before);
        m_data.letGo();
        auto* figures = named<QLabel>("inspectorStatistics");
        QTRY_VERIFY(figures->text().contains(QStringLiteral(">9</a>")));
        m_inspector->setReport(reportOf({})); // pending results are not shown
    }

    void aHistogramTellsItsBinsAndLeadsIntoThem() {
        show(bufferOf("a", {300}));
        choose(QStringLiteral("Histogram"));
        auto* histogram = m_inspector->findChild<HistogramView*>();
        QTRY_VERIFY(histogram->summary());
        QCOMPARE(histogram->summary()->bins.count(), 150); // of 2 integers each
        QVERIFY(!named<QLineEdit>("inspectorSlice")->isEnabled());
        moveTo("histogramPlot", {101, 1});
        QCOMPARE(named<QLabel>("histogramBins")->text(), QStringLiteral("100 to 101: 2 (0.667 %)"));
        named<QToolButton>("histogramLogarithmic")->click();
        QTest::mouseClick(viewportOf("histogramPlot"), Qt::LeftButton, {},
                          inPlot("histogramPlot", {101, 1}));
        QTRY_COMPARE(currentElement(), std::int64_t(100));
        QCOMPARE(named<QComboBox>("inspectorView")->currentText(), QStringLiteral("Table"));
        QVERIFY(m_table->isVisible());
    }

    void aHistogramOfStructsSaysWhyNot() {
        const auto dtype = arrays::DType::structure(
            "S", {{"x", std::make_shared<const arrays::DType>(arrays::Scalar::int32), 0, 1}});
        m_inspector->setReport(reportOf({bufferOf("a", {10}, dtype)}));
        choose(QStringLiteral("Plot"));
        QVERIFY(curves()->message().contains("struct"));
        choose(QStringLiteral("Histogram"));
        QVERIFY(m_inspector->findChild<HistogramView*>()->message().contains("struct"));
    }

    void aRowIsPlottedAndZoomed() {
        show(bufferOf("a", {4, 3000}));
        goTo(QStringLiteral("2, 7"));
        choose(QStringLiteral("Plot"));
        auto* plot = named<Plot>("curvePlot");
        QTRY_VERIFY(!plot->series().isEmpty());
        const session::EnvelopeRequest whole = m_data.envelopes().back();
        QVERIFY(whole.row == (arrays::ElementRow{6000, 1, 3000})); // of the current element
        turnWheel("curvePlot", {1000, 7000}, 8);
        const CurveView::Range near = curves()->range();
        QVERIFY(near.count < 1000 && near.first > 500 && near.first + near.count > 1000);
        QVERIFY(m_data.envelopes().back().row ==
                (arrays::ElementRow{6000 + near.first, 1, near.count}));
        QTRY_VERIFY(plot->series()[0].points.first().x() == double(near.first));

        // Dragging to the left shows what is on the right.
        const QPoint from = inPlot("curvePlot", {1000, 7000});
        QWidget* viewport = viewportOf("curvePlot");
        QTest::mousePress(viewport, Qt::LeftButton, {}, from);
        for (const int x : {20, 60, 100}) {
            QMouseEvent move(QEvent::MouseMove, from - QPoint(x, 0),
                             viewport->mapToGlobal(from - QPoint(x, 0)), Qt::NoButton,
                             Qt::LeftButton, {});
            QApplication::sendEvent(viewport, &move);
        }
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, from - QPoint(100, 0));
        QVERIFY(curves()->range().first > near.first);
        QCOMPARE(curves()->range().count, near.count);
        QTest::mouseDClick(viewport, Qt::LeftButton, {}, from);
        QCOMPARE(curves()->range().count, std::int64_t(3000));
    }

    void otherBuffersAreDrawnOverIt() {
        m_inspector->setReport(reportOf({bufferOf("a", {3000}), bufferOf("b", {30, 100}),
                                         bufferOf("short", {100}), bufferOf("c", {3000})}));
        auto* also = named<QToolButton>("inspectorAlso");
        QVERIFY(also->isHidden());
        choose(QStringLiteral("Plot"));
        auto* plot = named<Plot>("curvePlot");
        QTRY_COMPARE(plot->series().size(), 1);
        QVERIFY(!also->isHidden());
        const QList<QAction*> others = also->menu()->actions();
        QCOMPARE(others.size(), 2); // "short" has other indices
        QCOMPARE(others[0]->text(), QStringLiteral("b"));
        others[0]->trigger();
        QTRY_COMPARE(plot->series().size(), 2);
        QCOMPARE(plot->series()[0].name, QStringLiteral("a"));
        QCOMPARE(plot->series()[1].name, QStringLiteral("b"));
        QTest::keyClick(curves(), Qt::Key_Plus); // both follow
        QTRY_COMPARE(plot->series()[1].points.last().x(), plot->series()[0].points.last().x());
        // It stays for the next run and for other buffers, until it is taken away.
        m_inspector->showBuffer(QStringLiteral("c"));
        QTRY_COMPARE(plot->series()[0].name, QStringLiteral("c"));
        QTRY_COMPARE(plot->series().size(), 2);
        also->menu()->actions()[1]->trigger();
        QTRY_COMPARE(plot->series().size(), 1);
        choose(QStringLiteral("Histogram"));
        QVERIFY(also->isHidden());
    }

    void aPlotIsMovedByKeys() {
        show(bufferOf("a", {3000}));
        choose(QStringLiteral("Plot"));
        QTRY_VERIFY(!named<Plot>("curvePlot")->series().isEmpty());
        QTest::keyClick(curves(), Qt::Key_Plus);
        const CurveView::Range near = curves()->range();
        QCOMPARE(near.count, std::int64_t(2000));
        QTest::keyClick(curves(), Qt::Key_Right);
        QCOMPARE(curves()->range().first, near.first + 200);
        QTest::keyClick(curves(), Qt::Key_Left);
        QCOMPARE(curves()->range().first, near.first);
        QTest::keyClick(curves(), Qt::Key_Minus);
        QCOMPARE(curves()->range().count, std::int64_t(3000));
        for (int i = 0; i < 30; ++i)
            QTest::keyClick(curves(), Qt::Key_Plus);
        QCOMPARE(curves()->range().count, std::int64_t(8));
        QTest::keyClick(curves(), Qt::Key_Home);
        QCOMPARE(curves()->range().count, std::int64_t(3000));
    }

    void whatIsExpectedIsPlottedBesideIt() {
        show(failedBuffer("a", {60}));
        choose(QStringLiteral("Plot"));
        auto* plot = named<Plot>("curvePlot");
        QTRY_COMPARE(plot->series().size(), qsizetype(2));
        QCOMPARE(plot->series()[0].name, QStringLiteral("got"));
        QCOMPARE(plot->series()[1].name, QStringLiteral("expected"));
        QCOMPARE(plot->series()[1].at(3).y(), 103.0);
        // Hovering shows the index and both values.
        moveTo("curvePlot", {30, 30});
        QTRY_VERIFY2(m_cell->text().startsWith(QStringLiteral("[30]: 30, expected 130")),
                     qPrintable(m_cell->text()));
    }

    void aSliceIsPlottedOverItsIndices() {
        show(bufferOf("a", {100}));
        auto* slice = named<QLineEdit>("inspectorSlice");
        slice->setFocus();
        QTest::keyClicks(slice, QStringLiteral("90:10:-10"));
        choose(QStringLiteral("Plot"));
        auto* plot = named<Plot>("curvePlot");
        QTRY_VERIFY(!plot->series().isEmpty());
        QCOMPARE(plot->series()[0].points.first(), QPointF(20, 20));
        QCOMPARE(plot->series()[0].points.last(), QPointF(90, 90));
        moveTo("curvePlot", {40, 40});
        QTRY_VERIFY2(m_cell->text().startsWith(QStringLiteral("[40]: 40")),
                     qPrintable(m_cell->text()));
    }

    void valuesAreFound() {
        show(bufferOf("a", {10, 100}));
        type(QStringLiteral("> 997"));
        QVERIFY(named<QToolButton>("inspectorNextFound")->isVisible());
        press(Qt::Key_Return);
        QTRY_COMPARE(currentElement(), std::int64_t(998));
        QTRY_COMPARE(m_cell->text(), QStringLiteral("[9, 98]: 998"));
        QVERIFY(named<QLineEdit>("inspectorGoto")->hasFocus());
        press(Qt::Key_Return);
        QTRY_COMPARE(currentElement(), std::int64_t(999));
        press(Qt::Key_Return); // from the beginning again
        QTRY_COMPARE(currentElement(), std::int64_t(998));
        press(Qt::Key_Return, Qt::ShiftModifier);
        QTRY_COMPARE(currentElement(), std::int64_t(999));
        named<QToolButton>("inspectorPreviousFound")->click();
        QTRY_COMPARE(currentElement(), std::int64_t(998));
        type(QStringLiteral("= 2**8"));
        press(Qt::Key_Return);
        QTRY_COMPARE(currentElement(), std::int64_t(256));
        type(QStringLiteral("nan"));
        press(Qt::Key_Return);
        QTRY_COMPARE(m_cell->text(), QStringLiteral("Not in a: nan"));
        QCOMPARE(currentElement(), std::int64_t(256));
        type(QStringLiteral("7"));
        QVERIFY(!named<QToolButton>("inspectorNextFound")->isVisible());
    }

    void aSearchCanBeStopped() {
        show(bufferOf("a", {1000}));
        QTRY_VERIFY(named<QLabel>("inspectorStatistics")->text().contains("std."));
        m_data.hold();
        type(QStringLiteral("= 500"));
        press(Qt::Key_Return);
        const int before = m_data.cancelled();
        press(Qt::Key_Escape);
        QCOMPARE(m_data.cancelled(), before + 1);
        m_data.letGo();
        QCOMPARE(currentElement(), std::int64_t(0));
    }

    void whatIsSearched_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("kind"); // of what comes of it
        for (const char* text : {"3", "3, 17", "#12", "-1", "infinity", ""})
            QTest::newRow(text) << text << "index";
        for (const char* text :
             {"= 3.5", "==3", "!=0", "≠ 0", "<1e-3", "<= 2**20", "≥ -7", "> pi / 2", " = 1 "})
            QTest::newRow(text) << text << "number";
        for (const char* text : {"nan", "NaN", "= nan"})
            QTest::newRow(text) << text << "nan";
        for (const char* text : {"inf", "-inf", "=inf"})
            QTest::newRow(text) << text << "infinite";
        for (const char* text : {"=", "= x", "> 1 2", "= 1/0"})
            QTest::newRow(text) << text << "problem";
    }
    void whatIsSearched() {
        QFETCH(QString, text);
        QFETCH(QString, kind);
        const auto parsed = parseSearch(text);
        QCOMPARE(!parsed, kind == "index");
        if (!parsed)
            return;
        const auto* condition = std::get_if<arrays::Condition>(&*parsed);
        QCOMPARE(condition == nullptr, kind == "problem");
        if (!condition)
            return;
        QCOMPARE(std::holds_alternative<arrays::Compared>(*condition), kind == "number");
        QCOMPARE(std::holds_alternative<arrays::IsNan>(*condition), kind == "nan");
        QCOMPARE(std::holds_alternative<arrays::IsInfinite>(*condition), kind == "infinite");
    }

    void aWrongSearchSaysWhy() {
        show(bufferOf("a", {100}));
        type(QStringLiteral("= 1 +"));
        press(Qt::Key_Return);
        QVERIFY(named<QLineEdit>("inspectorGoto")->property("invalid").toBool());
        QVERIFY(!m_cell->text().isEmpty());
    }
};

WARPBENCH_WIDGET_TEST(TstInspectorWhole)
} // namespace tst_inspector_whole

#include "tst_inspector_whole.moc"
