// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_file.h"
#include "core/sweep/sweep.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <set>

using namespace warpbench;
using namespace warpbench::sweep;

namespace {

project::Project sampleProject(const std::string& sweep) {
    // Plain texts, because moc stumbles over raw ones of several lines.
    const std::string text =
        "{\"format\": \"warpbench-project\", \"version\": 1, \"source\": {\"text\": \"\"}, "
        "\"parameters\": {\"n\": 10, \"m\": 3}, \"compile\": {\"defines\": {\"BLOCK\": \"1\"}}, "
        "\"sweep\": ";
    return project::parseProject(text + sweep + "}", "p.warpbench").project;
}

const char* const kGrid = "{\"parameters\": {\"n\": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "
                          "\"BLOCK\": [32, 64, \"128\", 256, 512]}, "
                          "\"restrictions\": [\"BLOCK * n < 4000\", \"n != 5\"]}";

/// A smooth valley with its lowest point at n = 7, BLOCK = 128.
Trial valley(const project::Overrides& set) {
    Trial trial;
    const double n = std::stod(set.at("n")) - 7;
    const double block = std::log2(std::stod(set.at("BLOCK"))) - 7;
    trial.objective = 1 + n * n + block * block;
    return trial;
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT

  private slots:
    void spaces() {
        const Space space(sampleProject(kGrid));
        QCOMPARE(space.size(), std::uint64_t(50));
        for (std::uint64_t i = 0; i < space.size(); ++i) {
            QCOMPARE(space.index(space.point(i)), i);
        }
        QCOMPARE(space.overrides(space.point(0)).at("BLOCK"), std::string("32"));
        QVERIFY(!space.ruledOut({4, 9}).empty()); // 512 * 9
        QVERIFY(space.ruledOut({0, 0}).empty());
        QVERIFY_EXCEPTION_THROWN(Space(sampleProject("{\"parameters\": {\"x\": [1]}}")), Error);
        QVERIFY_EXCEPTION_THROWN(
            Space(sampleProject("{\"parameters\": {\"n\": [1]}, \"restrictions\": [\"1 +\"]}")),
            Error);
        const Space division(
            sampleProject("{\"parameters\": {\"n\": [0, 1]}, \"restrictions\": [\"4 // n\"]}"));
        QVERIFY(!division.ruledOut({0}).empty());
    }

    /// Every strategy tries each allowed combination once and finds the best one.
    void strategiesCoverTheSpace_data() {
        QTest::addColumn<QString>("strategy");
        for (const std::string& name : strategies()) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    void strategiesCoverTheSpace() {
        QFETCH(QString, strategy);
        const Space space(sampleProject(kGrid));
        std::uint64_t allowed = 0;
        for (std::uint64_t i = 0; i < space.size(); ++i) {
            allowed += space.ruledOut(space.point(i)).empty() ? 1 : 0;
        }
        const auto searcher = makeSearcher(strategy.toStdString(), space, 3);
        const SweepResult result = runSweep(space, *searcher, {}, "time", {}, valley);
        QVERIFY(result.complete);
        QCOMPARE(result.trials.size(), std::size_t(allowed));
        std::set<project::Overrides> different;
        for (const Trial& trial : result.trials) {
            different.insert(trial.set);
        }
        QCOMPARE(different.size(), result.trials.size());
        QCOMPARE(*result.trials[*result.best].objective, 1.0);
    }

    /// On a smooth valley climbing needs fewer trials than going through all.
    void climbingIsQuick() {
        const Space space(sampleProject(kGrid));
        const auto searcher = makeSearcher("hill_climbing", space, 1);
        std::size_t tried = 0;
        const SweepResult result =
            runSweep(space, *searcher, {}, "time", {}, valley, [&](const Trial& trial) {
                ++tried;
                return *trial.objective > 1;
            });
        QVERIFY(!result.complete);
        QVERIFY2(tried < 30, qPrintable(QString::number(tried)));
    }

    void budgetsAndFailures() {
        const Space space(sampleProject(kGrid));
        const auto searcher = makeSearcher("random", space, 1);
        Budget budget;
        budget.trials = 7;
        const SweepResult result =
            runSweep(space, *searcher, budget, "bytes_per_second", {}, [](const auto& set) {
                Trial trial = valley(set);
                if (set.at("BLOCK") == "64") {
                    trial.status = "device_error";
                    trial.message = "too many, \"really\"";
                }
                return trial;
            });
        QCOMPARE(result.trials.size(), std::size_t(7));
        for (const Trial& trial : result.trials) {
            QVERIFY(trial.status != "ok" ||
                    *trial.objective <= *result.trials[*result.best].objective);
        }
        QCOMPARE(QString::fromStdString(toCsv(result, "bytes_per_second")).count('\n'), 8);
        QCOMPARE(parseBudget("50").trials, std::size_t(50));
        QCOMPARE(parseBudget("1.5m").seconds, 90.0);
        for (const char* wrong : {"", "0", "-1", "5x", "1.5", "m", "1e400"}) {
            QVERIFY_EXCEPTION_THROWN(parseBudget(wrong), Error);
        }
        QVERIFY_EXCEPTION_THROWN(makeSearcher("exhaustiv", space), Error);
        QVERIFY_EXCEPTION_THROWN(largerIsBetter("speed"), Error);
    }

    /// A sweep that was stopped goes on where it was.
    void resumes() {
        QTemporaryDir folder;
        const std::filesystem::path file =
            std::filesystem::path(folder.path().toStdString()) / "r.json";
        const Space space(sampleProject(kGrid));
        Budget budget;
        budget.trials = 10;
        const auto first = makeSearcher("exhaustive", space);
        const SweepResult part = runSweep(space, *first, budget, "time", {}, valley);
        std::ofstream(file) << toJson(part, "time").dump();
        const auto second = makeSearcher("exhaustive", space);
        int measured = 0;
        const SweepResult whole =
            runSweep(space, *second, {}, "time", readTrials(file), [&](const auto& set) {
                ++measured;
                return valley(set);
            });
        QVERIFY(whole.complete);
        QCOMPARE(std::size_t(measured) + 10, whole.trials.size());
        std::ofstream(file) << "{}";
        QVERIFY_EXCEPTION_THROWN(readTrials(file), Error);
    }
};

QTEST_GUILESS_MAIN(TestSweep)
#include "tst_sweep.moc"
