// SPDX-License-Identifier: GPL-3.0-or-later
// The information that an attached profiler receives.
#include "tests/app/cli_fixture.h"
#include "tests/main.h"

#include <QStringList>

namespace tst_profiler {

using namespace warpbench;

class TestProfiler : public QObject {
    Q_OBJECT

  private slots:
    void aProjectsOwnNamesAreRanges_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("plain") << QStringList{};
        QTest::newRow("for a profiler that waits") << QStringList{"--profile"};
        QTest::newRow("in a child process") << QStringList{"--isolate"};
    }
    void aProjectsOwnNamesAreRanges() {
        QFETCH(QStringList, options);
        nlohmann::json project = CliFixture::project();
        project["launches"][0]["stream"] = "side";
        const CliFixture fixture;
        fixture.write(project);
        std::vector<std::string> arguments{"run", "p.warpbench", "--repeats", "2"};
        for (const QString& option : options)
            arguments.push_back(option.toStdString());
        const auto library = platform::executableFolder() / WARPBENCH_TEST_PROFILER;
        const auto result =
            fixture.run(arguments, {{"NVTX_INJECTION64_PATH", library.string()},
                                    {"WARPBENCH_TEST_PROFILE", fixture.file("told").string()}});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        const QStringList told =
            QString::fromStdString(fixture.text("told")).split('\n', Qt::SkipEmptyParts);
        for (const char* line : {"push Preparing", "push Making a", "push Making d", "stream side",
                                 "push Check pass", "push Downloading d", "push Timing"})
            QVERIFY2(told.contains(QLatin1String(line)), line);
        // The check pass, an optional warm-up, and two timed passes.
        QVERIFY(told.count("push k") >= 3);
        QVERIFY(told.indexOf("push Check pass") < told.indexOf("push k"));
        QCOMPARE(told.filter("push ").size(), told.count("pop"));
    }

    void withoutOneNothingIsAmiss_data() {
        QTest::addColumn<QString>("library");
        QTest::newRow("one that is not there") << "/nowhere/libprofiler.so";
        QTest::newRow("no library") << "p.warpbench";
        QTest::newRow("none") << "";
    }
    void withoutOneNothingIsAmiss() {
        QFETCH(QString, library);
        const CliFixture fixture;
        const auto result = fixture.run({"run", "p.warpbench", "--profile"},
                                        {{"NVTX_INJECTION64_PATH", library.toStdString()}});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
    }
};

WARPBENCH_TEST(TestProfiler)
} // namespace tst_profiler

#include "tst_profiler.moc"
