// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/address_range.h"
#include "core/simgpu/host/limits.h"
#include "core/simgpu/host/mapped_memory.h"
#include "tests/main.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <thread>
#include <vector>

#if defined(__linux__)
#include "core/simgpu/host/control_groups.h"

#include <sched.h>
#endif

namespace tst_limits {

using namespace warpbench::simgpu::host;

class TestLimits : public QObject {
    Q_OBJECT

  private slots:
    void thereIsAtLeastOne() {
        QVERIFY(usableCores() >= 1);
        QVERIFY(usableCores() <= std::max(1u, std::thread::hardware_concurrency()));
    }

    void someMemoryIsThere() { QVERIFY(availableMemory() > 0); }

    void memoryIsLookedAtUntouched() {
        const std::vector<char> data(100000, 1);
        static const char kConstant[4] = "abc";
        const auto at = [](const void* p) { return quint64(reinterpret_cast<quintptr>(p)); };
        QVERIFY(isAccessible(at(data.data()), data.size(), true));
        QVERIFY(isAccessible(at(kConstant), sizeof kConstant, false));
        QVERIFY(!isAccessible(at(data.data()), quint64(1) << 40, false));
        QVERIFY(!isAccessible(quint64(1) << 40, 1, false));
        QVERIFY(physicalMemory() > 1u << 20);
        AddressRange range(16 * AddressRange::pageSize());
        QVERIFY(!isAccessible(range.base(), 1, false));
        QVERIFY(range.commit(AddressRange::pageSize(), 2 * AddressRange::pageSize()));
        const quint64 first = range.base() + AddressRange::pageSize();
        QVERIFY(isAccessible(first, 2 * AddressRange::pageSize(), true));
        QVERIFY(!isAccessible(first, 2 * AddressRange::pageSize() + 1, true));
        QVERIFY(!isAccessible(first - 1, 2, true));
    }

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

    void quotasOfControlGroupsCount_data() {
        QTest::addColumn<QByteArray>("membership");
        QTest::addColumn<QByteArrayList>("files"); ///< paths and contents in turn
        QTest::addColumn<unsigned>("cores");       ///< of 16
        const QByteArray two = "0::/user/job\n", one = "5:cpuset:/a\n4:cpuacct,cpu:/docker/abc\n";
        const auto row = [](const char* name, const QByteArray& membership,
                            const QByteArrayList& files, unsigned cores) {
            QTest::newRow(name) << membership << files << cores;
        };
        row("own group", two, {"user/job/cpu.max", "300000 100000\n"}, 3);
        row("group above", two,
            {"user/job/cpu.max", "max 100000\n", "user/cpu.max", "150000 100000\n"}, 2);
        row("mount's own", two, {"cpu.max", "400000 100000\n"}, 4);
        row("more than there are", two, {"cpu.max", "9900000 100000\n"}, 16);
        row("no files", two, {}, 16);
        row("first version", one,
            {"cpu/docker/abc/cpu.cfs_quota_us", "250000\n", "cpu/docker/abc/cpu.cfs_period_us",
             "50000\n"},
            5);
        row("first version, the host's path not seen", one,
            {"cpu/cpu.cfs_quota_us", "200000\n", "cpu/cpu.cfs_period_us", "100000\n"}, 2);
        row("first version, no limit", one,
            {"cpu/cpu.cfs_quota_us", "-1\n", "cpu/cpu.cfs_period_us", "100000\n"}, 16);
        row("first version, other controllers only", "5:cpuset:/\n6:cpuacct:/\n",
            {"cpu/cpu.cfs_quota_us", "200000\n", "cpu/cpu.cfs_period_us", "100000\n"}, 16);
        row("first version, no period", one, {"cpu/cpu.cfs_quota_us", "200000\n"}, 16);
    }
    void quotasOfControlGroupsCount() {
#if defined(__linux__)
        QFETCH(QByteArray, membership);
        QFETCH(QByteArrayList, files);
        const QTemporaryDir folder;
        const auto write = [&](const QString& path, const QByteArray& content) {
            const QFileInfo info(folder.filePath(path));
            QFile file(info.filePath());
            return QDir().mkpath(info.path()) && file.open(QIODevice::WriteOnly) &&
                   file.write(content) == content.size();
        };
        QVERIFY(write("membership", membership));
        for (int i = 0; i < files.size(); i += 2)
            QVERIFY(write("cgroup/" + files[i], files[i + 1]));
        QTEST(coresWithinControlGroups(16, folder.filePath("membership").toStdString(),
                                       folder.filePath("cgroup").toStdString()),
              "cores");
#else
        QSKIP("control groups are Linux's");
#endif
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

WARPBENCH_TEST(TestLimits)
} // namespace tst_limits

#include "tst_limits.moc"
