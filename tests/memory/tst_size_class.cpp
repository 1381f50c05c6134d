// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes of pool blocks: little waste, exact powers of two, few classes.
#include "core/memory/size_class.h"
#include "tests/main.h"

#include <QTest>

#include <limits>
#include <random>
#include <set>
#include <stdexcept>

namespace tst_size_class {

using namespace warpbench::memory;

class TestSizeClass : public QObject {
    Q_OBJECT

  private slots:
    void known_data() {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<quint64>("expected");
        QTest::newRow("nothing") << quint64(0) << quint64(256);
        QTest::newRow("one") << quint64(1) << quint64(256);
        QTest::newRow("256") << quint64(256) << quint64(256);
        QTest::newRow("257") << quint64(257) << quint64(512);
        QTest::newRow("2049") << quint64(2049) << quint64(2304);
        QTest::newRow("4096") << quint64(4096) << quint64(4096);
        QTest::newRow("4097") << quint64(4097) << quint64(4608);
        QTest::newRow("1 MiB") << quint64(1 << 20) << quint64(1 << 20);
        QTest::newRow("1 MiB + 1") << quint64((1 << 20) + 1) << quint64((1 << 20) + (1 << 17));
        QTest::newRow("10^9") << quint64(1000000000) << quint64(1006632960);
    }
    void known() {
        QFETCH(quint64, bytes);
        QFETCH(quint64, expected);
        QCOMPARE(quint64(sizeClass(bytes)), expected);
    }

    void powersOfTwoAreExact() {
        for (unsigned shift = 8; shift < 63; ++shift)
            QCOMPARE(sizeClass(std::size_t(1) << shift), std::size_t(1) << shift);
    }

    void properties() {
        std::mt19937_64 random(1);
        for (int i = 0; i < 200000; ++i) {
            const std::size_t bytes = random() >> (1 + random() % 63);
            const std::size_t capacity = sizeClass(bytes);
            QVERIFY(capacity >= bytes);
            QCOMPARE(capacity % kBlockAlignment, std::size_t(0));
            QCOMPARE(sizeClass(capacity), capacity);
            if (bytes > 2048)
                QVERIFY((capacity - bytes) * 8 <= bytes); // at most 12.5%
            QVERIFY(sizeClass(bytes + 1) >= capacity);
            const std::size_t block = blockSize(bytes);
            QVERIFY(block >= bytes && block <= capacity);
            QCOMPARE(block % kBlockAlignment, std::size_t(0));
            QCOMPARE(blockSize(block), block);
            QVERIFY(blockSize(bytes + 1) >= block);
            QVERIFY(block - bytes <= kBlockAlignment || (block - bytes) * 64 <= bytes);
        }
    }

    void eightClassesPerDoubling() {
        std::set<std::size_t> classes;
        for (std::size_t bytes = 8193; bytes <= 16384; ++bytes)
            classes.insert(sizeClass(bytes));
        QCOMPARE(classes.size(), std::size_t(8));
    }

    void tooLargeIsAnError() {
        QVERIFY_EXCEPTION_THROWN(sizeClass(std::numeric_limits<std::size_t>::max()),
                                 std::length_error);
        QVERIFY_EXCEPTION_THROWN(blockSize(std::numeric_limits<std::size_t>::max()),
                                 std::length_error);
    }
};

WARPBENCH_TEST(TestSizeClass)
} // namespace tst_size_class

#include "tst_size_class.moc"
