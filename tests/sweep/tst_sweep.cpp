// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_file.h"
#include "core/sweep/figures.h"
#include "core/sweep/kernel_tuner.h"
#include "core/sweep/results.h"
#include "core/sweep/sweep.h"
#include "core/sweep/values.h"
#include "tests/main.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <set>
#include <stop_token>

namespace tst_sweep {

using namespace warpbench;
using namespace warpbench::sweep;

namespace {

/// Goes through a sweep one combination after the other.
SweepResult runSweep(const Space& space, Searcher& searcher, const Budget& budget,
                     const Objective& objective, std::vector<Trial> earlier,
                     const std::function<Trial(const project::Overrides&)>& measure) {
    Sweep sweep(space, searcher, budget, objective, std::move(earlier));
    while (const auto point = sweep.next())
        sweep.finish(*point, measure(space.overrides(*point)));
    return sweep.result();
}

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

    /// Values as people write them: lists, and ranges by steps or factors.
    void values_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("values"); // empty: refused
        const auto row = [](const char* text, const char* values) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(values);
        };
        row("64", "64");
        row(" 64 ,128", "64, 128");
        row("min(1, 2), 1 << 4", "min(1, 2), 1 << 4");
        row("1..4", "1, 2, 3, 4");
        row("32..128+32, 1000", "32, 64, 96, 128, 1000");
        row("32..256*2", "32, 64, 128, 256");
        row("3..10*2", "3, 6");
        row("0..1+0.25", "0, 0.25, 0.5, 0.75, 1");
        row("0..0.3+0.1", "0, 0.1, 0.2, 0.3");
        row("1e+1..12", "10, 11, 12");
        row("-2..0", "-2, -1, 0");
        row("5..5", "5");
        for (const char* wrong : {"", "1,,2", "1,", "4..1", "1..4+0", "1..4*1", "0..4*2", "1..n",
                                  "1..", "..3", "1..1000000000", "1..2+-1"})
            row(wrong, "");
    }
    void values() {
        QFETCH(QString, text);
        QFETCH(QString, values);
        try {
            const auto parsed = parseValues(text.toStdString());
            QCOMPARE(QString::fromStdString(textOfValues(parsed)), values);
            QVERIFY(parseValues(textOfValues(parsed)) == parsed);
        } catch (const Error& error) {
            QVERIFY2(values.isEmpty(), error.what());
            QCOMPARE(error.kind(), ErrorKind::usage);
            QVERIFY(!error.remedy().empty());
        }
    }

    /// A compiler option can also be an axis, which overrides the project's own.
    void optionsAreAxes() {
        project::Project project = sampleProject(
            "{\"parameters\": {\"-maxrregcount\": [32, 64], \"-use_fast_math\": [\"on\", "
            "\"off\"]}}");
        project.compile.options = {"--maxrregcount", "128", "-G", "--use_fast_math"};
        const Space space(project);
        QCOMPARE(space.size(), std::uint64_t(4));
        using Options = std::vector<std::string>;
        std::vector<Options> seen;
        for (std::uint64_t i = 0; i < 4; ++i)
            seen.push_back(
                project::withOverrides(project, space.overrides(space.point(i))).compile.options);
        QCOMPARE(seen, (std::vector<Options>{{"-G", "-maxrregcount=32", "-use_fast_math"},
                                             {"-G", "-maxrregcount=32"},
                                             {"-G", "-maxrregcount=64", "-use_fast_math"},
                                             {"-G", "-maxrregcount=64"}}));
    }

    /// An axis that alone determines the result has importance 1, one without influence 0.
    void importance() {
        std::vector<Trial> trials;
        for (const int n : {1, 2, 4})
            for (const int m : {1, 2, 3}) {
                Trial& trial = trials.emplace_back();
                trial.set = {{"n", std::to_string(n)}, {"m", std::to_string(m)}};
                trial.objective = n;
            }
        trials.emplace_back().status = "fault"; // counts nowhere
        const std::vector<double> shares = importanceOf(trials, {"n", "m"});
        QVERIFY(std::abs(shares[0] - 1) < 1e-12);
        QVERIFY(std::abs(shares[1]) < 1e-12);
        // Factors of both: their logarithms add up, and so do the shares.
        for (Trial& trial : trials)
            if (trial.objective)
                trial.objective = *trial.objective * std::stod(trial.set.at("m"));
        const std::vector<double> both = importanceOf(trials, {"n", "m"});
        QVERIFY(both[0] > both[1] && both[1] > 0.1);
        QVERIFY(std::abs(both[0] + both[1] - 1) < 1e-12);
        QCOMPARE(importanceOf({}, {"n"}), std::vector<double>{0});
    }

    /// Nothing on the front is beaten, and everything else is.
    void paretoFronts() {
        const Figure& ms = *figureOf(findObjective("estimated_time"));
        const Figure& occupancy = *figureOf(findObjective("occupancy"));
        std::vector<Trial> trials;
        unsigned state = 7;
        const auto random = [&state] { return (state = state * 1103515245U + 12345U) >> 16 & 7U; };
        for (int i = 0; i < 60; ++i) {
            Trial& trial = trials.emplace_back();
            trial.estimate = {double(random()), 0, 0};
            trial.energyMj = double(random());
            trial.resources.emplace().occupancy = double(random()) / 8;
            if (i % 10 == 9)
                trial.status = "fault";
        }
        const std::vector<std::size_t> front = paretoFront(trials, ms, occupancy);
        const auto beats = [&](const Trial& a, const Trial& b) {
            const bool noWorse = *ms.of(a) <= *ms.of(b) && *occupancy.of(a) >= *occupancy.of(b);
            const bool better = *ms.of(a) < *ms.of(b) || *occupancy.of(a) > *occupancy.of(b);
            return noWorse && better;
        };
        const std::set<std::size_t> members(front.begin(), front.end());
        QVERIFY(!members.empty());
        for (std::size_t i = 0; i < trials.size(); ++i) {
            const bool isBeaten =
                std::any_of(trials.begin(), trials.end(), [&](const Trial& other) {
                    return other.status == "ok" && beats(other, trials[i]);
                });
            QCOMPARE(members.contains(i), trials[i].status == "ok" && !isBeaten);
        }
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
        const SweepResult result =
            runSweep(space, *searcher, {}, findObjective("time"), {}, valley);
        QVERIFY(result.complete);
        QCOMPARE(result.trials.size(), std::size_t(allowed));
        std::set<project::Overrides> different;
        for (const Trial& trial : result.trials) {
            different.insert(trial.set);
        }
        QCOMPARE(different.size(), result.trials.size());
        QCOMPARE(*result.trials[*result.best].objective, 1.0);
    }

    /// A restriction that nothing meets is looked for everywhere: that can be stopped.
    void aSearchInVainCanBeStopped_data() { strategiesCoverTheSpace_data(); }
    void aSearchInVainCanBeStopped() {
        QFETCH(QString, strategy);
        std::string values;
        for (int i = 0; i < 100; ++i) {
            values += (i ? ", " : "") + std::to_string(i);
        }
        const Space space(sampleProject("{\"parameters\": {\"n\": [" + values +
                                        "]}, \"restrictions\": [\"n < 0\"]}"));
        const auto searcher = makeSearcher(strategy.toStdString(), space, 1);
        std::stop_source stop;
        stop.request_stop();
        try {
            searcher->next(stop.get_token());
            QFAIL("the search was not stopped");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::cancelled);
        }
        // Not stopped it ends with nothing.
        QVERIFY(!makeSearcher(strategy.toStdString(), space, 1)->next());
    }

    /// On a smooth valley climbing needs fewer trials than going through all.
    void climbingIsQuick() {
        const Space space(sampleProject(kGrid));
        const auto searcher = makeSearcher("hill_climbing", space, 1);
        Sweep sweep(space, *searcher, {}, findObjective("time"));
        std::size_t tried = 0;
        double best = 2;
        while (best > 1) {
            const auto point = sweep.next();
            QVERIFY(point.has_value());
            const Trial trial = valley(space.overrides(*point));
            best = std::min(best, *trial.objective);
            sweep.finish(*point, trial);
            ++tried;
        }
        QVERIFY(!sweep.result().complete);
        QVERIFY2(tried < 30, qPrintable(QString::number(tried)));
    }

    /// Several combinations under way, their results out of order: every one is tried once.
    void severalUnderWay_data() { strategiesCoverTheSpace_data(); }
    void severalUnderWay() {
        QFETCH(QString, strategy);
        const Space space(sampleProject(kGrid));
        const auto searcher = makeSearcher(strategy.toStdString(), space, 5);
        Sweep sweep(space, *searcher, {}, findObjective("time"));
        std::vector<Point> underWay;
        std::set<Point> seen;
        while (!sweep.over()) {
            while (underWay.size() < 5) {
                const auto point = sweep.next();
                if (!point)
                    break;
                QVERIFY(seen.insert(*point).second);
                underWay.push_back(*point);
            }
            if (underWay.empty())
                continue;
            QVERIFY(!sweep.result().complete);
            sweep.finish(underWay.back(), valley(space.overrides(underWay.back())));
            underWay.pop_back();
        }
        QVERIFY(sweep.result().complete);
        QCOMPARE(*sweep.result().trials[*sweep.result().best].objective, 1.0);
    }

    void abandonedIsNotComplete() {
        const Space space(sampleProject("{\"parameters\": {\"n\": [1, 2]}}"));
        const auto searcher = makeSearcher("exhaustive", space);
        Sweep sweep(space, *searcher, {}, findObjective("time"));
        sweep.finish(*sweep.next(), {});
        sweep.abandon(*sweep.next());
        QVERIFY(!sweep.next());
        QVERIFY(sweep.over());
        QVERIFY(!sweep.result().complete);
    }

    void budgetsAndFailures() {
        const Space space(sampleProject(kGrid));
        const auto searcher = makeSearcher("random", space, 1);
        Budget budget;
        budget.trials = 7;
        const Objective& objective = findObjective("bytes_per_second");
        const SweepResult result =
            runSweep(space, *searcher, budget, objective, {}, [](const auto& set) {
                Trial trial = valley(set);
                if (set.at("BLOCK") == "64") {
                    trial.status = "device_error";
                    trial.message = "too many, \"really\"";
                    trial.objective.reset();
                }
                return trial;
            });
        QCOMPARE(result.trials.size(), std::size_t(7));
        QVERIFY(!result.complete);
        for (const Trial& trial : result.trials)
            QVERIFY(trial.status != "ok" ||
                    *trial.objective <= *result.trials[*result.best].objective);
        QCOMPARE(QString::fromStdString(toCsv(result, objective)).count('\n'), 8);
        QCOMPARE(parseBudget("50").trials, std::size_t(50));
        QCOMPARE(parseBudget("1.5m").seconds, 90.0);
        for (const char* wrong : {"", "0", "-1", "5x", "1.5", "m", "1e400"})
            QVERIFY_EXCEPTION_THROWN(parseBudget(wrong), Error);
        QVERIFY_EXCEPTION_THROWN(makeSearcher("exhaustiv", space), Error);
        QVERIFY_EXCEPTION_THROWN(findObjective("speed"), Error);
    }

    void objectivesAsExpressions() {
        const Objective cost = findObjective("time * (1 + spill_bytes / 8)");
        QVERIFY(!cost.largerIsBetter);
        QVERIFY(cost.isTimed() && cost.isResource && !cost.isCounter && !cost.isEstimate);
        QCOMPARE(cost.parts(), (std::vector<std::string>{"time", "spill_bytes"}));
        QCOMPARE(cost.valueOf({{"time", 2.0}, {"spill_bytes", std::int64_t(24)}}), 8.0);
        QVERIFY(!fitsCache(cost));
        // On a simulated device the time is an estimate, so nothing is timed.
        const Objective estimated = withEstimatedTime(cost);
        QVERIFY(estimated.isEstimate && !estimated.isTimed());
        QVERIFY(!withEstimatedTime(findObjective("registers * 2")).isEstimate);
        QCOMPARE(withEstimatedTime(findObjective("time")).name, std::string("estimated_time"));
        // More is better is less of its negative.
        QCOMPARE(findObjective("-occupancy").valueOf({{"occupancy", 0.5}}), -0.5);
        QVERIFY(findObjective("global_sectors / pi").isCounter);
        QVERIFY(findObjective("time * energy").isEnergy && !cost.isEnergy);
        QVERIFY_EXCEPTION_THROWN(findObjective("1 / registers").valueOf({{"registers", 0.0}}),
                                 Error);
        for (const char* wrong : {"time *", "time * speed", "2 * 3", "", "time; time"})
            QVERIFY_EXCEPTION_THROWN(findObjective(wrong), Error);
    }

    /// A budget of exactly the space ends with everything tried.
    void budgetOfTheWholeSpaceIsComplete() {
        const Space space(sampleProject("{\"parameters\": {\"n\": [1, 2, 3]}}"));
        const auto searcher = makeSearcher("exhaustive", space);
        Budget budget;
        budget.trials = 3;
        const SweepResult result = runSweep(space, *searcher, budget, findObjective("time"), {},
                                            [](const auto&) { return Trial(); });
        QVERIFY(result.complete);
        QCOMPARE(result.trials.size(), std::size_t(3));
    }

    void textOfResults() {
        SweepResult result;
        Trial good;
        good.set = {{"BLOCK", "64"}, {"T", "float, int"}};
        good.time = launch::summarize({1, 2, 3}, "gpu-event");
        good.objective = 2;
        good.compileMs = 40.5;
        good.compiledBy = "rank 1 on node7";
        good.device = "0 NVIDIA H200";
        Trial bad;
        bad.set = {{"BLOCK", "2048"}, {"T", "int"}};
        bad.status = "device_error";
        bad.message = "line 1\nsays \"no\"";
        result.trials = {good, bad};
        result.best = 0;
        const Objective& time = findObjective("time");
        QCOMPARE(
            toCsv(result, time),
            std::string(
                "BLOCK,T,status,time_ms,estimated_ms,energy_mj,registers,spill_bytes,"
                "shared_bytes,occupancy,compile_ms,transfer_ms,run_ms,limiters,device,message\n"
                "64,\"float, int\",ok,2,,,,,,,40.5,0,0,,0 NVIDIA H200,\n"
                "2048,int,device_error,,,,,,,,0,0,0,,,\"line 1\nsays \"\"no\"\"\"\n"));
        const nlohmann::json document = toJson(result, time);
        QVERIFY(document["best"] == 0);
        QVERIFY(document["unit"] == "ms");
        QVERIFY(document["trials"][0]["compiled_by"] == "rank 1 on node7");
        QVERIFY(document["trials"][1]["compiled_by"].is_null());
        QVERIFY(document["trials"][1]["objective"].is_null());
    }

    /// A stopped sweep continues where it was.
    void resumes() {
        QTemporaryDir folder;
        const std::filesystem::path file =
            std::filesystem::path(folder.path().toStdString()) / "r.json";
        const Space space(sampleProject(kGrid));
        const Objective& objective = findObjective("time");
        Budget budget;
        budget.trials = 10;
        const auto first = makeSearcher("exhaustive", space);
        const SweepResult part = runSweep(space, *first, budget, objective, {}, valley);
        nlohmann::json document = toJson(part, objective);
        document["format"] = "warpbench-sweep";
        document["version"] = 1;
        document["state"] = "abc";
        std::ofstream(file) << document.dump();
        const EarlierSweep earlier = readResults(file);
        QCOMPARE(earlier.objective, std::string("time"));
        QCOMPARE(earlier.state, std::string("abc"));
        const auto second = makeSearcher("exhaustive", space);
        int measured = 0;
        const SweepResult whole =
            runSweep(space, *second, {}, objective, earlier.trials, [&](const auto& set) {
                ++measured;
                return valley(set);
            });
        QVERIFY(whole.complete);
        QCOMPARE(std::size_t(measured) + 10, whole.trials.size());
        Trial full;
        full.resources = TrialResources{64, 12, 4096, 0.75, "registers, shared_memory"};
        Trial unknown; // without ptxas, registers and spills are unknown
        unknown.resources = TrialResources{{}, {}, 0, 1, "warps"};
        document = toJson({{full, unknown, Trial()}, {}, false}, objective);
        document["format"] = "warpbench-sweep";
        document["version"] = 1;
        std::ofstream(file) << document.dump();
        const std::vector<Trial> again = readResults(file).trials;
        QCOMPARE(again.size(), std::size_t(3));
        QVERIFY(again[0].resources == full.resources);
        QVERIFY(again[1].resources == unknown.resources);
        QVERIFY(!again[2].resources);
        const std::string csv = toCsv({{full}, {}, false}, objective);
        QVERIFY2(csv.find(",64,12,4096,0.75,") != std::string::npos, csv.c_str());
        QVERIFY2(csv.find("\"registers, shared_memory\"") != std::string::npos, csv.c_str());
        std::ofstream(file) << "{}";
        QVERIFY_EXCEPTION_THROWN(readResults(file), Error);
        QVERIFY_EXCEPTION_THROWN(readResults(file.string() + ".none"), Error);
    }
};

WARPBENCH_TEST(TestSweep)
} // namespace tst_sweep

#include "tst_sweep.moc"
