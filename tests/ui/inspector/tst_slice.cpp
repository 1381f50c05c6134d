// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/main.h"
#include "ui/elements/slice.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_slice {

using warpbench::ui::Slice;

using Shape = std::vector<std::int64_t>;

class TestSlice : public QObject {
    Q_OBJECT

  private slots:
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void everyCellFindsItsWayBack();
};

void TestSlice::parses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("elements"); // of the table, row by row, of a 3 x 4 array
    QTest::newRow("all") << ""
                         << "0 1 2 3 / 4 5 6 7 / 8 9 10 11";
    QTest::newRow("brackets") << "[:, :]"
                              << "0 1 2 3 / 4 5 6 7 / 8 9 10 11";
    QTest::newRow("a row") << "1"
                           << "4 5 6 7";
    QTest::newRow("a column") << ":, 2"
                              << "2 6 10";
    QTest::newRow("from the end") << "-1"
                                  << "8 9 10 11";
    QTest::newRow("ranges") << "1:, 1:3"
                            << "5 6 / 9 10";
    QTest::newRow("steps") << "::2, ::3"
                           << "0 3 / 8 11";
    QTest::newRow("backwards") << "0, ::-1"
                               << "3 2 1 0";
    QTest::newRow("an element") << "2, 3"
                                << "11";
    QTest::newRow("past the end, as Python does") << "1:99, 2:99"
                                                  << "6 7 / 10 11";
    QTest::newRow("transposed") << ".T"
                                << "0 4 8 / 1 5 9 / 2 6 10 / 3 7 11";
    QTest::newRow("a part, transposed") << "[1:, 1:3].T"
                                        << "5 9 / 6 10";
    QTest::newRow("a row, transposed") << "1.T"
                                       << "4 5 6 7";
    QTest::newRow("nothing left") << "2:1"
                                  << "";
}

void TestSlice::parses() {
    QFETCH(QString, text);
    QFETCH(QString, elements);
    const auto parsed = Slice::parse(text, Shape{3, 4});
    QVERIFY(std::holds_alternative<Slice>(parsed));
    const Slice& slice = std::get<Slice>(parsed);
    QStringList rows;
    for (std::int64_t row = 0; row < slice.rows(); ++row) {
        QStringList cells;
        for (std::int64_t column = 0; column < slice.columns(); ++column)
            cells.append(QString::number(slice.element(row, column)));
        rows.append(cells.join(u' '));
    }
    QCOMPARE(rows.join(QStringLiteral(" / ")), elements);
}

void TestSlice::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("too many dimensions") << "1, 2, 3";
    QTest::newRow("outside") << "3";
    QTest::newRow("outside, from the end") << "-4";
    QTest::newRow("no number") << "x";
    QTest::newRow("no number in a range") << "1:y";
    QTest::newRow("step 0") << "::0";
    QTest::newRow("four parts") << "1:2:3:4";
    QTest::newRow("empty part") << "1,";
}

void TestSlice::refuses() {
    QFETCH(QString, text);
    const auto parsed = Slice::parse(text, Shape{3, 4});
    QVERIFY(std::holds_alternative<QString>(parsed));
    QVERIFY(!std::get<QString>(parsed).isEmpty());
    QVERIFY(std::holds_alternative<QString>(Slice::parse(QStringLiteral(".T"), Shape{2, 3, 4})));
}

void TestSlice::everyCellFindsItsWayBack() {
    QRandomGenerator random(42);
    for (int round = 0; round < 300; ++round) {
        Shape shape;
        QStringList parts;
        for (int d = 0; d < 1 + int(random.bounded(4)); ++d) {
            const int extent = 1 + int(random.bounded(6));
            shape.push_back(extent);
            if (random.bounded(3) == 0)
                parts.append(QString::number(random.bounded(extent)));
            else
                parts.append(QStringLiteral("%1:%2:%3")
                                 .arg(random.bounded(extent))
                                 .arg(random.bounded(extent + 1))
                                 .arg(1 + random.bounded(3)));
        }
        auto parsed = Slice::parse(parts.join(u','), shape);
        QVERIFY(std::holds_alternative<Slice>(parsed));
        if (std::get<Slice>(parsed).shape().size() == 2 && random.bounded(2) == 0)
            parsed = Slice::parse(parts.join(u',') + QStringLiteral(".T"), shape);
        const Slice& slice = std::get<Slice>(parsed);
        for (std::int64_t row = 0; row < slice.rows(); ++row) {
            for (std::int64_t column = 0; column < slice.columns(); ++column) {
                const auto cell = slice.cellOf(slice.element(row, column));
                QCOMPARE(cell, (std::pair<std::int64_t, std::int64_t>(row, column)));
            }
        }
    }
}

WARPBENCH_TEST(TestSlice)
} // namespace tst_slice

#include "tst_slice.moc"
