// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep that is killed at any moment leaves results that open, and --resume goes on with them.
#include "cli_fixture.h"
#include "core/compile/compile.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>
#include <set>

using nlohmann::json;

class SweepKilledTest : public QObject {
    Q_OBJECT

    static constexpr int kKills = 40;
    static constexpr int kCombinations = 300;

    /// Many combinations with little to do in each, and one compile for all of them.
    static json project() {
        json document = CliFixture::project();
        json values = json::array();
        for (int i = 1; i <= kCombinations; ++i)
            values.push_back(i);
        document["parameters"]["p"] = 1;
        document["sweep"]["parameters"]["p"] = values;
        return document;
    }

    /// Starts the sweep and kills it after so many milliseconds. False where it was done before.
    static bool startAndKill(const CliFixture& fixture, int milliseconds) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : fixture.environment()) {
            if (value)
                environment.insert(QString::fromStdString(name), QString::fromStdString(*value));
        }
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(QString::fromStdString(fixture.folder().string()));
        process.start(QString::fromStdString(CliFixture::program().string()),
                      {"sweep", "p.warpbench", "--out", "results.json", "--resume"});
        if (process.waitForFinished(milliseconds))
            return false;
        process.kill();
        process.waitForFinished(-1);
        return true;
    }

  private slots:
    void killedAtAnyMoment() {
        if (!warpbench::compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and the sweep compiles kernels");
        const CliFixture fixture;
        fixture.write(project());
        std::mt19937 random(20240601); // the same moments each time, as far as the machine allows
        std::uniform_int_distribution<int> moment(1, 1500);
        std::size_t known = 0;
        int kills = 0;
        while (kills < kKills && startAndKill(fixture, moment(random))) {
            ++kills;
            if (!std::filesystem::exists(fixture.file("results.json")))
                continue;
            const json results = json::parse(fixture.text("results.json"), nullptr, false);
            QVERIFY2(!results.is_discarded(), "the results file does not open");
            QCOMPARE(results["format"].get<std::string>(), std::string("warpbench-sweep"));
            // What was found stays found.
            const std::size_t found = results["trials"].size();
            QVERIFY(found >= known);
            known = found;
        }
        QVERIFY(kills > 0);
        const auto last =
            fixture.run({"sweep", "p.warpbench", "--out", "results.json", "--resume", "--json"});
        QVERIFY2(last.status.code == 0, last.errors.c_str());
        DOCUMENT(document, last);
        QCOMPARE(document["status"].get<std::string>(), std::string("complete"));
        std::set<std::string> tried;
        for (const json& trial : document["trials"])
            tried.insert(trial["set"]["p"].get<std::string>());
        QCOMPARE(int(tried.size()), kCombinations);
        QCOMPARE(int(document["trials"].size()), kCombinations);
    }
};

QTEST_GUILESS_MAIN(SweepKilledTest)
#include "tst_sweep_killed.moc"
