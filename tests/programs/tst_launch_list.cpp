// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a program's launches: as written by the driver, and with folded loops.
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/programs/captured_launch.h"
#include "tests/main.h"

#include <QTest>

namespace tst_launch_list {

using namespace warpbench;
using namespace warpbench::programs;

namespace {

/// One launch per letter; a number after it repeats the launch.
std::vector<ListedLaunch> launchesOf(const QString& letters) {
    std::vector<ListedLaunch> launches;
    for (const QChar c : letters) {
        if (c.isDigit()) {
            launches.back().count = std::uint64_t(c.digitValue());
            continue;
        }
        launches.emplace_back().kernel = QString(c).toStdString();
    }
    return launches;
}

/// "3(ab) c": a and b three times, then c.
QString textOf(const std::vector<LaunchLoop>& loops) {
    QStringList parts;
    for (const LaunchLoop& loop : loops) {
        QString body;
        for (const ListedLaunch& launch : loop.launches) {
            body += QString::fromStdString(launch.kernel);
            if (launch.count > 1)
                body += QString::number(launch.count);
        }
        parts << (loop.times == 1 ? body : QString("%1(%2)").arg(loop.times).arg(body));
    }
    return parts.join(' ');
}

} // namespace

class TestLaunchList : public QObject {
    Q_OBJECT

  private slots:
    void loopsAreFolded_data() {
        QTest::addColumn<QString>("launches");
        QTest::addColumn<QString>("folded");
        QTest::newRow("none") << ""
                              << "";
        QTest::newRow("no loop") << "abc"
                                 << "a b c";
        QTest::newRow("two kernels") << "abababc"
                                     << "3(ab) c";
        QTest::newRow("with a beginning") << "xabcabc"
                                          << "x 2(abc)";
        QTest::newRow("cut short") << "ababa"
                                   << "2(ab) a";
        QTest::newRow("rows inside") << "a4ba4b"
                                     << "2(a4b)";
        QTest::newRow("other numbers") << "a4ba3b"
                                       << "a4 b a3 b";
        QTest::newRow("two loops") << "ababcdcdcd"
                                   << "2(ab) 3(cd)";
    }
    void loopsAreFolded() {
        QFETCH(QString, launches);
        QFETCH(QString, folded);
        QCOMPARE(textOf(foldLoops(launchesOf(launches))), folded);
    }

    void theDriversLinesAreRead() {
        const platform::TemporaryFolder folder;
        QVERIFY(readLaunchList(folder.path() / "missing").launches.empty());
        const char* line = R"({"kernel":"ns::k<float>","lowered":"_Z1k","grid":[4,2,1],)"
                           R"("block":[32,1,1],"cluster":[1,1,1],"shared":96,)"
                           R"("cooperative":true,"count":12})";
        platform::replaceFile(folder.path() / "list",
                              std::string(line) + "\n{\"more\":true}\n{\"kernel\":\"cut sh");
        const LaunchList list = readLaunchList(folder.path() / "list");
        QCOMPARE(list.launches.size(), std::size_t(1));
        const ListedLaunch& launch = list.launches.front();
        QCOMPARE(launch.kernel, std::string("ns::k<float>"));
        QCOMPARE(launch.grid, (CapturedLaunch::Extent{4, 2, 1}));
        QCOMPARE(launch.shared, std::uint64_t(96));
        QCOMPARE(launch.count, std::uint64_t(12));
        QVERIFY(launch.cooperative && list.isCutShort);
    }
};

WARPBENCH_TEST(TestLaunchList)
} // namespace tst_launch_list

#include "tst_launch_list.moc"
