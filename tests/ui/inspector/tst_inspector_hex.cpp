// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's hex view. Element i has the value i.
#include "tests/main.h"
#include "tests/ui/inspector/inspector_test.h"

#include <QApplication>
#include <QClipboard>
#include <QTest>

namespace tst_inspector_hex {

using namespace warpbench;
using namespace warpbench::ui;

class TstInspectorHex : public InspectorTest {
    Q_OBJECT

  private:
    void showHex(const session::BufferReport& buffer) {
        m_inspector->setReport(reportOf({buffer}));
        settle();
        choose(QStringLiteral("Hex"));
    }
    using Sequence = std::pair<std::int64_t, std::int64_t>;

  private slots:
    void initTestCase() { prepareTests(); }
    void init() { openInspector(); }
    void cleanup() { m_inspector.reset(); }

    void eachByteIsInItsPlace() {
        showHex(bufferOf("a", {100}));
        const auto& source = m_table->source();
        QCOMPARE(source.columns, std::int64_t(16));
        QCOMPARE(source.rows, std::int64_t(25));
        QCOMPARE(source.rowLabel(17), QStringLiteral("00000110"));
        QCOMPARE(source.columnLabel(10), QStringLiteral("0a"));
        QTRY_COMPARE(source.cell(16, 4).text, QStringLiteral("41")); // of element 65
        QCOMPARE(source.cell(16, 5).text, QStringLiteral("00"));
        QCOMPARE(source.rowText(16), QStringLiteral("@...A...B...C..."));
    }

    void theLastRowEndsWithTheBuffer() {
        showHex(bufferOf("a", {5}));
        QCOMPARE(m_table->source().rows, std::int64_t(2));
        QTRY_COMPARE(m_table->source().cell(1, 0).text, QStringLiteral("04"));
        QCOMPARE(m_table->source().cell(1, 4).text, QString());
    }

    /// Also through views without cells.
    void theSelectedElementIsFollowed() {
        m_inspector->setReport(reportOf({bufferOf("a", {10, 10})}));
        settle();
        goTo(QStringLiteral("2, 1"));
        choose(QStringLiteral("Hex"));
        QCOMPARE(m_table->selectedSequence(), Sequence(84, 87));
        QTRY_COMPARE(m_cell->text(), QStringLiteral("[2, 1]: 21"));
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_Right);
        QTRY_COMPARE(m_cell->text(), QStringLiteral("[2, 2]: 22"));
        choose(QStringLiteral("Plot"));
        choose(QStringLiteral("Table"));
        QCOMPARE(m_table->currentRow(), std::int64_t(2));
        QCOMPARE(m_table->currentColumn(), std::int64_t(2));
        choose(QStringLiteral("Hex"));
        goTo(QStringLiteral("9, 9"));
        QCOMPARE(m_inspector->findChild<QComboBox*>(QStringLiteral("inspectorView"))->currentText(),
                 QStringLiteral("Hex"));
        QCOMPARE(m_table->selectedSequence(), Sequence(396, 399));
    }

    void selectedBytesAreCopiedInSequence() {
        showHex(bufferOf("a", {100}));
        goTo(QStringLiteral("7"));
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::clipboard()->text(), QStringLiteral("07 00 00 00"));
        for (int i = 0; i < 16; ++i)
            QTest::keyClick(m_table, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(m_table, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_table->selectedSequence(), Sequence(28, 47));
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QApplication::clipboard()->text(),
                     QStringLiteral("07 00 00 00 08 00 00 00 09 00 00 00 0a 00 00 00\n"
                                    "0b 00 00 00"));
        QVERIFY(m_cell->text().contains(QStringLiteral("20")));
    }

    void aClickOnACharacterSelectsItsByte() {
        showHex(bufferOf("a", {100}));
        const QPoint last = m_table->cellRect(3, 15).center();
        const int width = m_table->fontMetrics().horizontalAdvance(u'0');
        const int text = m_table->cellRect(3, 15).right() + 1 + 8; // padding
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {},
                          {text + 4 * width + width / 2, last.y()});
        QCOMPARE(m_table->selectedSequence(), Sequence(52, 52));
        QTRY_COMPARE(m_cell->text(), QStringLiteral("[13]: 13"));
    }

    void onlyPagesInViewAreRead() {
        showHex(bufferOf("big", {kHuge}));
        m_data.forget();
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_End, Qt::ControlModifier);
        m_table->viewport()->repaint();
        QCoreApplication::processEvents();
        QVERIFY(m_data.reads() <= 2);
        QCOMPARE(m_table->source().rows, kHuge / 4);
        QTRY_COMPARE(m_table->source().cell(kHuge / 4 - 1, 12).text, QStringLiteral("ff"));
    }

    void aNarrowPanelHasShorterRows() {
        showHex(bufferOf("a", {100}));
        goTo(QStringLiteral("50"));
        m_inspector->resize(360, 500);
        QTRY_COMPARE(m_table->source().columns, std::int64_t(8));
        QCOMPARE(m_table->selectedSequence(), Sequence(200, 203));
        m_inspector->resize(700, 500);
        QTRY_COMPARE(m_table->source().columns, std::int64_t(16));
    }
};

WARPBENCH_WIDGET_TEST(TstInspectorHex)
} // namespace tst_inspector_hex

#include "tst_inspector_hex.moc"
