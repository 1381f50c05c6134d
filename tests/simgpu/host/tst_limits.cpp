// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/limits.h"

#include <QtTest/QTest>

#include <algorithm>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

using namespace warpbench::simgpu::host;

class TestLimits : public QObject {
    Q_OBJECT

  private slots:
    void thereIsAtLeastOne() {
        QVERIFY(usableCores() >= 1);
        QVERIFY(usableCores() <= std::max(1u, std::thread::hardware_concurrency()));
    }

    void someMemoryIsThere() { QVERIFY(availableMemory() > 0); }

    void quotasAreRead_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<unsigned>("cores");
        QTest::newRow("no limit") << QByteArray("max 100000\n") << 0u;
        QTest::newRow("two cores") << QByteArray("200000 100000\n") << 2u;
        QTest::newRow("one and a half") << QByteArray("150000 100000") << 2u;
        QTest::newRow("a tenth") << QByteArray("10000 100000") << 1u;
        QTest::newRow("none") << QByteArray("0 100000") << 0u;
        QTest::newRow("no period") << QByteArray("100000 0") << 0u;
        QTest::newRow("half a line") << QByteArray("100000") << 0u;
        QTest::newRow("empty") << QByteArray() << 0u;
        QTest::newRow("too many") << QByteArray("99999999999999999999 1") << 0u;
    }
    void quotasAreRead() {
        QFETCH(QByteArray, text);
        QTEST(coresOfQuota({text.constData(), std::size_t(text.size())}), "cores");
    }

    void affinityCounts() {
#if defined(__linux__)
        cpu_set_t before;
        QCOMPARE(sched_getaffinity(0, sizeof before, &before), 0);
        int first = 0;
        while (!CPU_ISSET(first, &before))
            ++first;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        QCOMPARE(sched_setaffinity(0, sizeof one, &one), 0);
        const std::uint32_t cores = usableCores();
        QCOMPARE(sched_setaffinity(0, sizeof before, &before), 0);
        QCOMPARE(cores, 1u);
#else
        QSKIP("affinity is looked at on Linux");
#endif
    }
};

QTEST_APPLESS_MAIN(TestLimits)
#include "tst_limits.moc"
