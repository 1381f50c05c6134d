// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep that fills its disk says so and keeps its results; with free space, --resume continues.
// The disk is a small one in memory, in a separate name space.
#include "cli_fixture.h"
#include "core/compile/compile.h"
#include "tests/main.h"

#include <QProcess>
#include <QTest>

#include <filesystem>
#include <set>

namespace tst_sweep_full_disk {

using nlohmann::json;

class SweepFullDiskTest : public QObject {
    Q_OBJECT

    static constexpr int kCombinations = 60;

    static json project() {
        json document = CliFixture::project();
        json values = json::array();
        for (int i = 1; i <= kCombinations; ++i)
            values.push_back(i);
        document["parameters"]["p"] = 1;
        document["sweep"]["parameters"]["p"] = values;
        return document;
    }

  private slots:
    void whatWasFoundIsKept() {
        if (!warpbench::compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and the sweep compiles kernels");
        const CliFixture fixture;
        fixture.write(project());
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : fixture.environment()) {
            if (value)
                environment.insert(QString::fromStdString(name), QString::fromStdString(*value));
        }
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(QString::fromStdString(fixture.folder().string()));
        process.start(
            "unshare",
            {"-rm", "sh", "-c",
             "mkdir small && mount -t tmpfs -o size=24k none small && touch made || exit 1\n"
             "\"$0\" sweep p.warpbench --out small/results.json\n"
             "code=$?\n"
             "cp small/results.json kept.json\n"
             "exit $code",
             QString::fromStdString(CliFixture::program().string())});
        if (!process.waitForStarted())
            QSKIP("there is no unshare to make a small disk with");
        QVERIFY(process.waitForFinished(120'000));
        if (!std::filesystem::exists(fixture.file("made")))
            QSKIP("no small disk can be made here");
        const QString errors = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() != 0,
                 qPrintable(errors));
        QVERIFY2(errors.contains("results.json"), qPrintable(errors));
        QVERIFY2(errors.contains("No space left on device"), qPrintable(errors));
        QCOMPARE(errors.count(QStringLiteral("error:")), 1);

        const json kept = json::parse(fixture.text("kept.json"), nullptr, false);
        QVERIFY2(!kept.is_discarded(), "the results file does not open");
        const std::size_t found = kept["trials"].size();
        QVERIFY(found > 0 && found < kCombinations);
        const auto rest =
            fixture.run({"sweep", "p.warpbench", "--out", "kept.json", "--resume", "--json"});
        QVERIFY2(rest.status.code == 0, rest.errors.c_str());
        DOCUMENT(document, rest);
        std::set<std::string> tried;
        for (const json& trial : document["trials"])
            tried.insert(trial["set"]["p"].get<std::string>());
        QCOMPARE(int(tried.size()), kCombinations);
        QCOMPARE(int(document["trials"].size()), kCombinations);
    }
};

WARPBENCH_TEST(SweepFullDiskTest)
} // namespace tst_sweep_full_disk

#include "tst_sweep_full_disk.moc"
