// SPDX-License-Identifier: GPL-3.0-or-later
// The buffer inspector after a failed check: which elements are wrong, and by how much.
#include "core/arrays/element.h"
#include "tests/main.h"
#include "tests/ui/inspector/inspector_test.h"
#include "ui/elements/comparison.h"
#include "ui/elements/mismatch_map.h"
#include "ui/inspector/image_view.h"
#include "ui/theme/theme.h"
#include "ui/words/describe.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QTest>
#include <QToolButton>

#include <array>
#include <cmath>

namespace tst_inspector_checks {

using namespace warpbench;
using namespace warpbench::ui;

class TstInspectorChecks : public InspectorTest {
    Q_OBJECT

  private slots:
    /// Shows the beginning of a vector that is too wide, with an ellipsis.
    void aTextThatIsCutSaysSo() {
        const QFontMetrics metrics(m_table ? m_table->font() : QApplication::font());
        const QString text = QStringLiteral("(0.0011842, 0.0002021)");
        const int whole = metrics.horizontalAdvance(text);
        QCOMPARE(ElementTable::fitted(text, whole, metrics), text);
        const QString cut = ElementTable::fitted(text, whole * 2 / 3, metrics);
        QVERIFY2(cut.startsWith(QStringLiteral("(0.0011842")), qPrintable(cut));
        QVERIFY2(cut.endsWith(QChar(0x2026)), qPrintable(cut));
        QVERIFY(metrics.horizontalAdvance(cut) <= whole * 2 / 3);
    }

  private:
    static session::StepState pauseOf(std::uint64_t generation, std::uint64_t instructions) {
        session::StepState state;
        state.kernel = "k";
        state.instructions = instructions;
        for (const char* name : {"in", kStepped}) {
            session::StepBuffer& buffer = state.buffers.emplace_back();
            buffer.name = name;
            buffer.dtype = arrays::DType(arrays::Scalar::int32);
            buffer.shape = {12};
            buffer.given = true;
            buffer.written = name == kStepped;
            buffer.ref = {name, generation, 12, nullptr};
        }
        return state;
    }
    std::vector<bool> changes() {
        m_table->viewport()->repaint();
        std::vector<bool> all;
        for (std::int64_t row = 0; row < m_table->source().rows; ++row)
            for (std::int64_t column = 0; column < m_table->source().columns; ++column)
                all.push_back(m_table->source().cell(row, column).changed);
        all.resize(12);
        return all;
    }

  private slots:
    void initTestCase() { prepareTests(); }
    void init() { openInspector(); }
    void cleanup() { m_inspector.reset(); }

    void everyWrongElementIsMarkedAndLedTo() {
        m_inspector->setReport(reportOf({bufferOf("a", {8}), failedBuffer("c", {100, 70})}));
        settle();
        QCOMPARE(m_inspector->currentBuffer(), QStringLiteral("c"));
        QVERIFY(visibleText().contains(describeCount(2334) + QStringLiteral(" of ") +
                                       describeCount(7000) + QStringLiteral(" elements")));
        const auto& source = m_table->source();
        for (int row = 0; row < 100; ++row) {
            for (int column = 0; column < 70; ++column)
                QCOMPARE(source.cell(row, column).wrong, (row * 70 + column) % 3 == 0);
        }
        // By key and by button, forwards and back, around the end.
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_N);
        QCOMPARE(currentElement(), std::int64_t(0));
        QTest::keyClick(m_table, Qt::Key_N);
        QCOMPARE(currentElement(), std::int64_t(3));
        QTRY_COMPARE(m_cell->text(), QStringLiteral("3, expected 103 (wrong element 2 of 2334)"));
        auto* next = m_inspector->findChild<QWidget*>(QStringLiteral("inspectorNextWrong"));
        QTest::mouseClick(next, Qt::LeftButton);
        QCOMPARE(currentElement(), std::int64_t(6));
        QTest::keyClick(m_table, Qt::Key_N, Qt::ShiftModifier);
        QTest::keyClick(m_table, Qt::Key_N, Qt::ShiftModifier);
        QTest::keyClick(m_table, Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(currentElement(), std::int64_t(6999));
        // It is fully visible together with its neighbours.
        const QRect cell = m_table->cellRect(m_table->currentRow(), m_table->currentColumn());
        QVERIFY(m_table->viewport()->rect().contains(cell));
        QTest::keyClick(m_table, Qt::Key_N);
        QCOMPARE(currentElement(), std::int64_t(0));
    }

    /// A row that is disabled can still be set by code: it shows the table instead.
    void nothingIsComparedWhereNothingIsWrong() {
        auto* view = m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView"));
        m_inspector->setReport(reportOf({bufferOf("a", {8, 4})}));
        settle();
        for (const QString& name : {QStringLiteral("Compare"), QStringLiteral("Error map")}) {
            view->setCurrentIndex(view->findText(name));
            QCOMPARE(view->currentText(), QStringLiteral("Table"));
            QCOMPARE(m_table->source().rows, std::int64_t(8));
            QCOMPARE(m_table->source().columns, std::int64_t(4));
            QVERIFY(m_table->isVisible());
        }
    }

    void gotStandsBesideExpected() {
        m_inspector->setReport(reportOf({failedBuffer("c", {100, 70})}));
        settle();
        auto* view = m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView"));
        auto* only = m_inspector->findChild<QToolButton*>(QStringLiteral("inspectorOnlyWrong"));
        QVERIFY(!only->isVisible());
        chooseView(view, QStringLiteral("Compare"));
        QVERIFY(only->isVisible());
        QCOMPARE(m_table->source().rows, std::int64_t(2334));
        QCOMPARE(m_table->source().rowLabel(100), QStringLiteral("4, 20")); // element 300
        const QStringList expected{QStringLiteral("300"), QStringLiteral("400"),
                                   QStringLiteral("−100"), QStringLiteral("0.25")};
        const auto cells = [&](int row) {
            QStringList texts;
            for (int column = 0; column < m_table->source().columns; ++column)
                texts << m_table->source().cell(row, column).text;
            return texts;
        };
        QTRY_COMPARE(cells(100), expected);
        QTest::mouseClick(only, Qt::LeftButton);
        QCOMPARE(m_table->source().rows, std::int64_t(7000));
        QTRY_COMPARE(cells(300), expected);
        QVERIFY(m_table->source().cell(300, 0).wrong);
        QVERIFY(!m_table->source().cell(301, 0).wrong);
        m_table->setFocus();
        m_table->setCurrent(300, 0);
        QTest::keyClick(m_table, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::clipboard()->text(),
                     QStringLiteral("4, 20\t300\t400\t−100\t0.25\n4, 21\t301\t301\t0\t0"));
    }

    void aMapShowsWhereTheWrongOnesAre() {
        m_inspector->setReport(reportOf({failedBuffer("c", {30, 45})}));
        settle();
        auto* view = m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView"));
        auto* image = m_inspector->findChild<ImageView*>();
        chooseView(view, QStringLiteral("Error map"));
        QTRY_COMPARE(image->image().size(), QSize(45, 30));
        for (int y = 0; y < 30; ++y) {
            for (int x = 0; x < 45; ++x) {
                const QColor color = image->image().pixelColor(x, y);
                QCOMPARE(color == themeColors().error, (y * 45 + x) % 3 == 0);
            }
        }
        emit image->pixelClicked(9, 2);
        QCOMPARE(m_table->currentRow(), std::int64_t(2));
        QCOMPARE(m_table->currentColumn(), std::int64_t(9));
        // A correct buffer does not offer a map.
        m_inspector->setReport(reportOf({bufferOf("c", {30, 45})}));
        QVERIFY(!view->model()
                     ->flags(view->model()->index(view->findText(QStringLiteral("Error map")), 0))
                     .testFlag(Qt::ItemIsEnabled));
    }

    /// One dimension is wrapped, and where there are more elements than pixels, one wrong element
    /// in a square is still seen.
    void mapsOfManyElements() {
        constexpr std::int64_t kElements = 4'000'000;
        project::ElementSet wrong(kElements);
        wrong.insert(1'234'567);
        wrong.index();
        const QColor right(Qt::black);
        const MismatchMap map =
            drawMismatches(wrong, Slice::whole({kElements}), right, QColor(Qt::white));
        QCOMPARE(map.width, std::int64_t(4096));
        QCOMPARE(map.every, 4);
        int marked = 0;
        for (int y = 0; y < map.image.height(); ++y) {
            for (int x = 0; x < map.image.width(); ++x) {
                const QColor color = map.image.pixelColor(x, y);
                if (color.alpha() == 0 || color == right)
                    continue;
                ++marked;
                QVERIFY(color.lightness() > 80);
                const std::int64_t row = 1'234'567 / 4096;
                const std::int64_t column = 1'234'567 % 4096;
                QCOMPARE(map.elementAt(x, y), row / 4 * 4 * 4096 + column / 4 * 4);
            }
        }
        QCOMPARE(marked, 1);
    }

    /// The largest error is the reddest, on a logarithmic scale.
    void mapsAreShadedByTheErrors() {
        project::ElementSet wrong(8);
        for (const std::int64_t element : {1, 3, 4, 6})
            wrong.insert(element);
        wrong.index();
        const auto errorOf = [](std::int64_t element) {
            return element == 1   ? 0.01
                   : element == 3 ? 1.0
                   : element == 4 ? 100.0
                                  : std::numeric_limits<double>::infinity();
        };
        const MismatchMap map =
            drawMismatches(wrong, Slice::whole({2, 4}), Qt::black, Qt::white, errorOf);
        QCOMPARE(map.errors, std::make_optional(std::pair(0.01, 100.0)));
        const auto lightness = [&map](int x, int y) { return map.image.pixelColor(x, y).value(); };
        QCOMPARE(lightness(0, 0), 0);
        QCOMPARE(lightness(0, 1), 255);
        QCOMPARE(lightness(2, 1), 255); // undefined
        QVERIFY(lightness(1, 0) > 80);
        QVERIFY(std::abs(lightness(3, 0) - (lightness(1, 0) + 255) / 2) <= 1);
        const float got[2] = {1, 5};
        const float want[2] = {1.5F, 9};
        QCOMPARE(absoluteError(arrays::DType::vector(arrays::Scalar::float32, 2),
                               std::as_bytes(std::span(got)), std::as_bytes(std::span(want))),
                 4.0);
    }

    void differencesAreExact() {
        const auto of = [](arrays::Scalar scalar, auto got, auto want) {
            return differenceText(arrays::DType(scalar), std::as_bytes(std::span(&got, 1)),
                                  std::as_bytes(std::span(&want, 1)));
        };
        using arrays::Scalar;
        QCOMPARE(of(Scalar::int64, INT64_MIN, INT64_MAX), QStringLiteral("−18446744073709551615"));
        QCOMPARE(of(Scalar::uint64, UINT64_MAX, std::uint64_t(0)),
                 QStringLiteral("+18446744073709551615"));
        QCOMPARE(of(Scalar::float32, 1.5F, 2.0F), QStringLiteral("−0.5"));
        QCOMPARE(of(Scalar::float32, std::nanf(""), 2.0F), QStringLiteral("–"));
        const std::array<float, 2> got{1, 5};
        const std::array<float, 2> want{2, 4};
        const arrays::DType pair = arrays::DType::vector(Scalar::float32, 2);
        QCOMPARE(
            differenceText(pair, std::as_bytes(std::span(got)), std::as_bytes(std::span(want))),
            QStringLiteral("(−1, +1)"));
        QCOMPARE(
            relativeErrorText(pair, std::as_bytes(std::span(got)), std::as_bytes(std::span(want))),
            QStringLiteral("0.5"));
    }

    /// Across zero as well, and in the type's own steps.
    void ulpsAreCountedInTheType() {
        using arrays::Scalar;
        const auto of = [](const arrays::DType& dtype, std::vector<double> got,
                           std::vector<double> want) {
            arrays::HostArray arrays[] = {{dtype, {1}}, {dtype, {1}}};
            const Scalar part =
                dtype.scalar() == Scalar::complex64 ? Scalar::float32 : dtype.scalar();
            arrays::writeDoubles(part, arrays[0].bytes().data(), got);
            arrays::writeDoubles(part, arrays[1].bytes().data(), want);
            return ulpErrorText(dtype, arrays[0].bytes(), arrays[1].bytes());
        };
        QCOMPARE(of(Scalar::float32, {1}, {1 + 3 * 0x1p-23}), QStringLiteral("3"));
        QCOMPARE(of(Scalar::float64, {0x1p-1074}, {-0x1p-1074}), QStringLiteral("2"));
        QCOMPARE(of(Scalar::float32, {0.0}, {-0.0}), QStringLiteral("0"));
        QCOMPARE(of(Scalar::float16, {1}, {1.5}), QStringLiteral("512"));
        QCOMPARE(of(Scalar::bfloat16, {1}, {1.5}), QStringLiteral("64"));
        QCOMPARE(of(Scalar::float8_e4m3, {448}, {416}), QStringLiteral("1"));
        QCOMPARE(of(Scalar::float32, {std::nan("")}, {1}), QStringLiteral("–"));
        QCOMPARE(of(Scalar::int32, {1}, {2}), QStringLiteral("–"));
        const auto pair = arrays::DType::vector(Scalar::float32, 2);
        QCOMPARE(of(pair, {1, 2}, {1, 2 + 0x1p-22}), QStringLiteral("1"));
        QCOMPARE(of(Scalar::complex64, {1, 2}, {1, 2 - 0x1p-23}), QStringLiteral("1"));
        QCOMPARE(of(Scalar::float64, {1.7976931348623157e308}, {-1.7976931348623157e308}),
                 QStringLiteral("18437736874454810622"));
    }

    void onlyFloatsAreComparedInUlps() {
        m_inspector->setReport(reportOf({failedBuffer("c", {100})}));
        settle();
        auto* view = m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView"));
        chooseView(view, QStringLiteral("Compare"));
        QCOMPARE(m_table->source().columns, std::int64_t(4));
        session::BufferReport floats = failedBuffer("c", {100});
        floats.dtype = arrays::DType(arrays::Scalar::float32);
        m_inspector->setReport(reportOf({floats}));
        QCOMPARE(m_table->source().columns, std::int64_t(5));
        QCOMPARE(m_table->source().columnLabel(4), QStringLiteral("ULP"));
    }

    void whatHasChangedSinceTheLastPauseIsMarked() {
        const std::vector<bool> none(12);
        std::vector<bool> thirds(12);
        for (std::size_t i = 0; i < thirds.size(); i += 3)
            thirds[i] = true;
        m_inspector->setPause(pauseOf(100, 1));
        QCOMPARE(m_inspector->currentBuffer(), QString::fromLatin1(kStepped)); // it is written
        settle();
        QVERIFY(visibleText().contains(QStringLiteral("pause of k")));
        QCOMPARE(m_table->source().cell(0, 0).text, QStringLiteral("100"));
        QCOMPARE(changes(), none);
        m_inspector->setPause(pauseOf(101, 2));
        // Old contents stay visible until the rest arrives.
        QCOMPARE(m_table->source().cell(0, 0).text, QStringLiteral("100"));
        QTRY_COMPARE(m_table->source().cell(0, 0).text, QStringLiteral("101"));
        QCOMPARE(changes(), thirds);
        // Another warp of the same pause: the same changes.
        session::StepState other = pauseOf(101, 2);
        other.warp = 1;
        m_inspector->setPause(other);
        m_table->viewport()->repaint();
        QTRY_COMPARE(changes(), thirds);
        // Of another buffer nothing is known yet.
        QVERIFY(m_inspector->showBuffer(QStringLiteral("in")));
        QTRY_COMPARE(m_table->source().cell(0, 0).text, QStringLiteral("0"));
        QCOMPARE(changes(), none);
        m_inspector->setPause(pauseOf(103, 4));
        QCOMPARE(m_inspector->currentBuffer(), QStringLiteral("in")); // as chosen
        settle();
        QTRY_COMPARE(m_table->source().cell(0, 1).text, QStringLiteral("1"));
        QCOMPARE(changes(), none);
        // A run's buffers are not a pause's.
        m_inspector->setReport(reportOf({bufferOf(kStepped, {12})}));
        settle();
        QVERIFY(!visibleText().contains(QStringLiteral("pause")));
        QCOMPARE(changes(), none);
    }
};

WARPBENCH_WIDGET_TEST(TstInspectorChecks)
} // namespace tst_inspector_checks

#include "tst_inspector_checks.moc"
