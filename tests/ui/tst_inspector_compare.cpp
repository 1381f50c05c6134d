// SPDX-License-Identifier: GPL-3.0-or-later
// A buffer beside another one, and beside what it held after an earlier run. Element i has the
// value i; "expected" holds 100 more in every third element, "stepped" the number of the run.
#include "tests/main.h"
#include "tests/ui/inspector_test.h"
#include "ui/elements/comparison.h"
#include "ui/inspector/image_view.h"

#include <QApplication>
#include <QClipboard>
#include <QStandardItemModel>
#include <QToolButton>

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
            memory::HostArray array(memory::DType(memory::Scalar::float32),
                                    {std::int64_t(values.size())});
            std::copy(values.begin(), values.end(), array.as<float>().begin());
            return array;
        };
        const auto differing =
            differingElements(arrayOf({0, 1, nan, 2, nan}), arrayOf({-0.0F, 1, -nan, 3, 4}));
        QCOMPARE(differing->count(), std::int64_t(2));
        QVERIFY(differing->contains(3) && differing->contains(4));
        const memory::HostArray part = partOf(arrayOf({0, 1, 2, 3}), 1, 2);
        QCOMPARE(part.elements(), std::int64_t(2));
        QCOMPARE(part.as<float>()[1], 2.0F);
    }
};

WARPBENCH_WIDGET_TEST(TstInspectorCompare)

} // namespace tst_inspector_compare

#include "tst_inspector_compare.moc"
