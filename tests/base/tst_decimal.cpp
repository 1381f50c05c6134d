// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing numbers at the start of a text, whatever the locale's decimal point.
#include "core/base/decimal.h"
#include "tests/main.h"

#include <QTest>

#include <clocale>
#include <cmath>
#include <limits>
#include <string>

namespace tst_decimal {

using namespace warpbench;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

} // namespace

class TestDecimal : public QObject {
    Q_OBJECT
  private slots:
    void aNumberIsReadAsFarAsItGoes_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("length");
        QTest::newRow("whole") << QByteArray("42") << 42.0 << 2;
        QTest::newRow("with a point") << QByteArray("0.5f") << 0.5 << 3;
        QTest::newRow("nothing before the point") << QByteArray(".25") << 0.25 << 3;
        QTest::newRow("nothing behind it") << QByteArray("5.f") << 5.0 << 2;
        QTest::newRow("an exponent") << QByteArray("-1.5e-3L") << -1.5e-3 << 7;
        QTest::newRow("an exponent without digits") << QByteArray("2em") << 2.0 << 1;
        QTest::newRow("a plus") << QByteArray("+7,5") << 7.0 << 2;
        QTest::newRow("too large") << QByteArray("-1e999 ") << -kInf << 6;
        QTest::newRow("too small") << QByteArray("1e-999") << 0.0 << 6;
        QTest::newRow("none") << QByteArray("n") << 0.0 << 0;
        QTest::newRow("a word") << QByteArray("inf") << 0.0 << 0;
        QTest::newRow("a word with a sign") << QByteArray("-nan") << 0.0 << 0;
        QTest::newRow("a point alone") << QByteArray(".") << 0.0 << 0;
        QTest::newRow("two signs") << QByteArray("+-1") << 0.0 << 0;
        QTest::newRow("empty") << QByteArray() << 0.0 << 0;
    }
    void aNumberIsReadAsFarAsItGoes() {
        QFETCH(QByteArray, text);
        QFETCH(double, value);
        QFETCH(int, length);
        const std::string before = std::setlocale(LC_NUMERIC, nullptr);
        std::setlocale(LC_NUMERIC, "de_DE.UTF-8"); // if available
        const Decimal read = leadingDecimal(text.toStdString());
        std::setlocale(LC_NUMERIC, before.c_str());
        QCOMPARE(read.value, value);
        QCOMPARE(int(read.length), length);
    }
};

WARPBENCH_TEST(TestDecimal)
} // namespace tst_decimal

#include "tst_decimal.moc"
