// SPDX-License-Identifier: GPL-3.0-or-later
// A buffer beside another one, and beside what it held after an earlier run. Element i has the
// value i; "expected" holds 100 more in every third element, "stepped" the number of the run.
#include "tests/main.h"
#include "tests/ui/inspector/inspector_test.h"
#include "ui/elements/comparison.h"
#include "ui/inspector/image_view.h"

#include <QApplication>
#include <QClipboard>
#include <QStandardItemModel>
#include <QToolButton>

#include <array>
#include <cmath>

namespace tst_inspector_compare {

using namespace warpbench;
using namespace warpbench::ui;

class TstInspectorCompare : public InspectorTest {
    Q_OBJECT

  private:
    void compareWith(const QString& text) {
        auto* list = find<QComboBox>("inspectorAgainst");
        const int index = list->findText(text, Qt::MatchContains);
        QVERIFY2(index >= 0, qPrintable(text));
        list->setCurrentIndex(index);
        emit list->activated(index); // as a click does
    }
    bool isOffered(const QString& view) const {
        const auto* list = find<QComboBox>("inspectorView");
        const auto* items = qobject_cast<const QStandardItemModel*>(list->model());
        return items->item(list->findText(view))->isEnabled();
    }
    QString cell(std::int64_t row, std::int64_t column) const {
        return m_table->source().cell(row, column).text;
    }
    QString verdict() const { return find<QLabel>("inspectorCheck")->text(); }
    static session::RunReport runOf(std::uint64_t generation) {
        session::BufferReport buffer = bufferOf(kStepped, {30});
        buffer.ref.generation = generation;
        session::RunReport report = reportOf({buffer});
        report.device.emplace();
        report.device->name = "NVIDIA H200";
        return report;
    }

  private slots:
    void initTestCase() { prepareTests(); }
    void init() { openInspector(); }
    void cleanup() { m_inspector.reset(); }

    void withAnotherBuffer() {
        m_inspector->setReport(reportOf(
            {bufferOf("a", {30}), bufferOf(kExpected, {30}), bufferOf("other size", {31})}));
        settle();
        QVERIFY(isOffered(QStringLiteral("Compare")));
        choose(QStringLiteral("Compare"));
        QTRY_COMPARE(m_table->source().rows, std::int64_t(10)); // those that differ
        QCOMPARE(m_table->source().columnLabel(1), QString::fromLatin1(kExpected));
        QTRY_COMPARE(cell(2, 1), QStringLiteral("106"));
        QCOMPARE(cell(2, 0), QStringLiteral("6"));
        QCOMPARE(cell(2, 2), QStringLiteral("−100"));
        QVERIFY2(verdict().startsWith(QStringLiteral("10 of 30 elements differ")),
                 qPrintable(verdict()));
        QVERIFY(!find<QToolButton>("inspectorWriter")->isVisible());
        QTest::mouseClick(find<QToolButton>("inspectorOnlyWrong"), Qt::LeftButton);
        QCOMPARE(m_table->source().rows, std::int64_t(30));
        m_table->setFocus();
        m_table->setCurrent(3, 0);
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::clipboard()->text(), QStringLiteral("3\t3\t103\t−100\t0.971"));
        // In other views, nothing is wrong.
        choose(QStringLiteral("Table"));
        QVERIFY(!m_table->source().cell(0, 0).wrong);
        QVERIFY(!find<QLabel>("inspectorCheck")->isVisible());
    }

    /// Elements 0, 3, …, 27 differ by 100 from 100, 103, …, 127.
    void withinATolerance() {
        m_inspector->setReport(reportOf({bufferOf("a", {30}), bufferOf(kExpected, {30})}));
        settle();
        choose(QStringLiteral("Compare"));
        QTRY_COMPARE(m_table->source().rows, std::int64_t(10));
        auto* tolerance = find<QLineEdit>("inspectorTolerance");
        QVERIFY(tolerance->isVisible());
        const auto type = [&](const char* text) {
            tolerance->setFocus();
            tolerance->selectAll();
            QTest::keyClicks(tolerance, QString::fromLatin1(text));
            QTest::keyClick(tolerance, Qt::Key_Return);
        };
        type("85 %"); // 100 of 118 and more
        QTRY_COMPARE(m_table->source().rows, std::int64_t(6));
        QVERIFY2(verdict().endsWith(QStringLiteral("by more than 85 %")), qPrintable(verdict()));
        type("nearly");
        QVERIFY(m_inspector->findChild<QLabel*>("inspectorCell")->text().contains(u"2 ulp"));
        QCOMPARE(m_table->source().rows, std::int64_t(6));
        type("100");
        QTRY_VERIFY2(verdict().endsWith(QStringLiteral("within 100")), qPrintable(verdict()));
        tolerance->clear();
        QTest::keyClick(tolerance, Qt::Key_Return);
        QTRY_COMPARE(m_table->source().rows, std::int64_t(10));
    }

    void tolerancesAreOfThreeKinds() {
        using Kind = Tolerance::Kind;
        const auto kindOf = [](const char* text) {
            return parseTolerance(QString::fromLatin1(text)).value().kind;
        };
        QCOMPARE(kindOf("1e-6"), Kind::absolute);
        QCOMPARE(kindOf(" 0.5% "), Kind::relative);
        QCOMPARE(kindOf("3 ULP"), Kind::ulp);
        QCOMPARE(parseTolerance(QStringLiteral("0.5 %"))->most, 0.005);
        for (const char* wrong : {"-1", "1 2", "%", "1 mm", "1.2.3", "nan"})
            QVERIFY2(!parseTolerance(QString::fromLatin1(wrong)), wrong);

        const arrays::DType real(arrays::Scalar::float32);
        arrays::HostArray a(real, {6}), b(real, {6});
        const float one = 1, next = std::nextafter(1.0F, 2.0F), nan = NAN, inf = INFINITY;
        const std::array<float, 6> left{one, one, nan, inf, -0.0F, nan};
        const std::array<float, 6> right{next, 1.01F, nan, one, 0.0F, one};
        std::copy(left.begin(), left.end(), a.as<float>().begin());
        std::copy(right.begin(), right.end(), b.as<float>().begin());
        const auto differing = [&](Kind kind, double most) {
            std::vector<std::int64_t> all;
            const auto set = differingElements(a, b, {kind, most});
            for (std::int64_t i = 0; i < set->count(); ++i)
                all.push_back(set->at(i));
            return all;
        };
        using Elements = std::vector<std::int64_t>;
        QCOMPARE(differing(Kind::absolute, 0), (Elements{0, 1, 3, 5}));
        QCOMPARE(differing(Kind::ulp, 1), (Elements{1, 3, 5}));
        QCOMPARE(differing(Kind::relative, 0.01), (Elements{3, 5}));
        QCOMPARE(differing(Kind::absolute, 1e9), (Elements{3, 5}));

        const arrays::DType wide(arrays::Scalar::uint64);
        arrays::HostArray low(wide, {1}), high(wide, {1});
        high.as<std::uint64_t>()[0] = ~std::uint64_t(0);
        QCOMPARE(differingElements(low, high, {Kind::absolute, 1e19})->count(), std::int64_t(1));
        low.as<std::uint64_t>()[0] = high.as<std::uint64_t>()[0] - 2;
        QCOMPARE(differingElements(low, high, {Kind::ulp, 2})->count(), std::int64_t(0));
    }

    void equalBuffers() {
        m_inspector->setReport(reportOf({bufferOf("a", {30}), bufferOf("b", {30})}));
        settle();
        choose(QStringLiteral("Compare"));
        QTRY_COMPARE(verdict(), QStringLiteral("All elements equal those of b"));
        QCOMPARE(m_table->source().rows, std::int64_t(0));
    }

    /// Also of the same generation, as reports from files have.
    void theNextReportHasItsOwnErrors() {
        m_inspector->setReport(reportOf({failedBuffer("a", {30})}));
        settle();
        QVERIFY(m_table->source().cell(0, 0).wrong);
        m_inspector->setReport(reportOf({bufferOf("a", {30})}));
        settle();
        QVERIFY(!m_table->source().cell(0, 0).wrong);
    }

    void nothingToCompareWith() {
        m_inspector->setReport(reportOf({bufferOf("a", {30})}));
        settle();
        QVERIFY(!isOffered(QStringLiteral("Compare")));
        QVERIFY(!isOffered(QStringLiteral("Error map")));
    }

    /// Expected values come first; another choice lasts while buffers are compared.
    void besideExpectedValues() {
        m_inspector->setReport(reportOf({failedBuffer("a", {30}), bufferOf("b", {30})}));
        settle();
        choose(QStringLiteral("Compare"));
        QCOMPARE(m_table->source().columnLabel(1), QStringLiteral("expected"));
        compareWith(QStringLiteral("b"));
        QTRY_COMPARE(verdict(), QStringLiteral("All elements equal those of b"));
        choose(QStringLiteral("Error map"));
        QTRY_VERIFY(!find<QComboBox>("inspectorAgainst")->isHidden());
        QCOMPARE(find<QComboBox>("inspectorAgainst")->currentText(), QStringLiteral("b"));
        choose(QStringLiteral("Table"));
        QVERIFY(m_table->source().cell(0, 0).wrong);
        choose(QStringLiteral("Plot")); // has the expected values beside it
    }

    void withAnEarlierRun() {
        m_inspector->setReport(runOf(7));
        settle();
        m_inspector->keepValues();
        QTRY_VERIFY(isOffered(QStringLiteral("Compare")));
        m_inspector->setReport(runOf(8));
        settle();
        choose(QStringLiteral("Compare"));
        QTRY_COMPARE(m_table->source().rows, std::int64_t(10));
        QVERIFY(m_table->source().columnLabel(1).contains(QStringLiteral("NVIDIA H200")));
        QTRY_COMPARE(cell(1, 1), QStringLiteral("7"));
        QTRY_COMPARE(cell(1, 0), QStringLiteral("8"));
        // The choice stays, and the next run is compared as well.
        m_inspector->setReport(runOf(7));
        QTRY_VERIFY(verdict().startsWith(QStringLiteral("All elements equal those of")));
        m_inspector->clear(); // another project
        m_inspector->setReport(runOf(9));
        settle();
        QVERIFY(!isOffered(QStringLiteral("Compare")));
    }

    /// The table lists what fits; another text shows the slice again.
    void elementsThatFitAreListed() {
        m_inspector->setReport(reportOf({bufferOf("a", {10, 10})}));
        settle();
        auto* list = find<QToolButton>("inspectorList");
        QVERIFY(!list->isVisible());
        goTo(QStringLiteral("> 95"));
        QVERIFY(list->isVisible());
        QTest::mouseClick(list, Qt::LeftButton);
        QTRY_COMPARE(m_table->source().rows, std::int64_t(4));
        QCOMPARE(m_table->source().rowLabel(0), QStringLiteral("9, 6"));
        QTRY_COMPARE(cell(3, 0), QStringLiteral("99"));
        QVERIFY(!find<QLineEdit>("inspectorSlice")->isEnabled());
        // The next run's elements are listed as well.
        m_inspector->setReport(reportOf({bufferOf("a", {10, 10})}));
        QTRY_COMPARE(m_table->source().rows, std::int64_t(4));
        goTo(QStringLiteral("= 1000"));
        QCOMPARE(m_table->source().rows, std::int64_t(10));
        QVERIFY(!list->isChecked());
        QTest::mouseClick(list, Qt::LeftButton);
        QTRY_COMPARE(m_table->source().rows, std::int64_t(0));
        goTo(QStringLiteral("3, 3"));
        QVERIFY(!list->isVisible());
        QCOMPARE(m_table->source().rows, std::int64_t(10));
    }

    void equalityIsThatOfValues() {
        const float nan = std::nanf("");
        const auto arrayOf = [](std::vector<float> values) {
            arrays::HostArray array(arrays::DType(arrays::Scalar::float32),
                                    {std::int64_t(values.size())});
            std::copy(values.begin(), values.end(), array.as<float>().begin());
            return array;
        };
        const auto differing =
            differingElements(arrayOf({0, 1, nan, 2, nan}), arrayOf({-0.0F, 1, -nan, 3, 4}));
        QCOMPARE(differing->count(), std::int64_t(2));
        QVERIFY(differing->contains(3) && differing->contains(4));
        const arrays::HostArray part = partOf(arrayOf({0, 1, 2, 3}), 1, 2);
        QCOMPARE(part.elements(), std::int64_t(2));
        QCOMPARE(part.as<float>()[1], 2.0F);
    }
};

WARPBENCH_WIDGET_TEST(TstInspectorCompare)

} // namespace tst_inspector_compare

#include "tst_inspector_compare.moc"
