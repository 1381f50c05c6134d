// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep killed at any moment leaves readable results, which --resume continues.
#include "cli_fixture.h"
#include "core/compile/compile.h"
#include "tests/main.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>
#include <set>

#ifdef Q_OS_WIN
#include <windows.h>
#endif

namespace tst_sweep_killed {

using nlohmann::json;

class SweepKilledTest : public QObject {
    Q_OBJECT

    static constexpr int kKills = 100;
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

    static std::uintmax_t sizeOfResults(const CliFixture& fixture) {
        std::error_code none;
        const auto size = std::filesystem::file_size(fixture.file("results.json"), none);
        return none ? 0 : size;
    }

    /// Starts the sweep and kills it after so many milliseconds, counted from its start or from
    /// when it has found something, which a slow machine takes long for. False where it was done
    /// before.
    static bool startAndKill(const CliFixture& fixture, bool onceItFound, int milliseconds) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : fixture.environment()) {
            if (value)
                environment.insert(QString::fromStdString(name), QString::fromStdString(*value));
        }
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(QString::fromStdString(fixture.folder().string()));
#ifdef Q_OS_WIN
        // QProcess would open a new console, and Wine's stays open if the process is
        // killed.
        process.setCreateProcessArgumentsModifier([](QProcess::CreateProcessArguments* arguments) {
            arguments->flags = (arguments->flags & ~CREATE_NO_WINDOW) | DETACHED_PROCESS;
        });
#endif
        process.start(QString::fromStdString(CliFixture::program().string()),
                      {"sweep", "p.warpbench", "--out", "results.json", "--resume"});
        const auto before = sizeOfResults(fixture);
        while (onceItFound && sizeOfResults(fixture) == before)
            if (process.waitForFinished(2))
                return false;
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
        const std::string project = fixture.text("p.warpbench");
        std::mt19937 random(20240601); // the same moments each time, as far as the machine allows
        std::uniform_int_distribution<int> moment(1, 500);
        std::size_t known = 0;
        int amidst = 0; // kills of a sweep that had found something and not all
        for (int kills = 0; kills < kKills;) {
            const bool onceItFound = kills % 3 == 0;
            const int after = moment(random);
            if (!startAndKill(fixture, onceItFound, onceItFound ? after / 20 : after)) {
                allAreThereOnce(fixture);
                if (QTest::currentTestFailed())
                    return;
                std::filesystem::remove(fixture.file("results.json"));
                known = 0;
                continue;
            }
            ++kills;
            QCOMPARE(fixture.text("p.warpbench"), project);
            if (!std::filesystem::exists(fixture.file("results.json")))
                continue;
            const json results = json::parse(fixture.text("results.json"), nullptr, false);
            QVERIFY2(!results.is_discarded(), "the results file does not open");
            QCOMPARE(results["format"].get<std::string>(), std::string("warpbench-sweep"));
            // Results are never lost.
            const std::size_t found = results["trials"].size();
            QVERIFY(found >= known);
            amidst += found > known && found < kCombinations;
            known = found;
        }
        QVERIFY2(amidst > kKills / 10, std::to_string(amidst).c_str());
        allAreThereOnce(fixture);
    }

  private:
    /// Continues to the end, or checks a finished sweep, and finds each combination once.
    static void allAreThereOnce(const CliFixture& fixture) {
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

WARPBENCH_TEST(SweepKilledTest)
} // namespace tst_sweep_killed

#include "tst_sweep_killed.moc"
