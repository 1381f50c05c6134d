// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes in a readable format.
#include "core/base/bytes_text.h"
#include "tests/main.h"

#include <QTest>

#include <cstdint>
#include <limits>
#include <string>

namespace tst_bytes_text {

using namespace warpbench;

class TestBytesText : public QObject {
    Q_OBJECT
  private slots:
    void theUnitIsTheLargestThatLeavesAtLeastOne_data() {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("none") << quint64(0) << QByteArray("0 B");
        QTest::newRow("whole bytes") << quint64(1023) << QByteArray("1023 B");
        QTest::newRow("first unit") << quint64(1024) << QByteArray("1 KiB");
        QTest::newRow("a half") << quint64(1536) << QByteArray("1.50 KiB");
        QTest::newRow("two before the point") << quint64(10240 + 512) << QByteArray("10.5 KiB");
        QTest::newRow("three before the point") << quint64(102400 + 512) << QByteArray("100 KiB");
        QTest::newRow("no 1024 of a unit") << quint64(1048575) << QByteArray("1.00 MiB");
        QTest::newRow("32 bits") << (quint64(4) << 30) << QByteArray("4 GiB");
        QTest::newRow("all") << quint64(std::numeric_limits<std::uint64_t>::max())
                             << QByteArray("16 EiB");
    }
    void theUnitIsTheLargestThatLeavesAtLeastOne() {
        QFETCH(quint64, bytes);
        QFETCH(QByteArray, text);
        QCOMPARE(QByteArray::fromStdString(bytesText(bytes)), text);
    }
    void aCountIsExact() {
        QCOMPARE(byteCount(0), std::string("0 bytes"));
        QCOMPARE(byteCount(1), std::string("1 byte"));
        QCOMPARE(byteCount(1600), std::string("1600 bytes"));
    }
};

WARPBENCH_TEST(TestBytesText)
} // namespace tst_bytes_text

#include "tst_bytes_text.moc"
