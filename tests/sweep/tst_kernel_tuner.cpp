// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps in the files of Kernel Tuner. The files in data/ are written by hand after its
// kernel_tuner/schema/cache/1.1.0/schema.json and kernel_tuner/schema/T4/1.0.0/results-schema.json
// (https://github.com/KernelTuner/kernel_tuner).
#include "core/platform/files.h"
#include "core/project/project_file.h"
#include "core/sweep/kernel_tuner.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <random>
#include <set>

namespace tst_kernel_tuner {

using namespace warpbench;
using namespace warpbench::sweep;
using nlohmann::json;

namespace {

const char* const kSweep = "{\"BLOCK\": [64, 2048], \"SCALE\": [0.5, \"1e-05\"], "
                           "\"T\": [\"float\", \"int\"]}";

Space spaceOf(const std::string& parameters) {
    const std::string text =
        "{\"format\": \"warpbench-project\", \"version\": 1, \"source\": {\"text\": \"\"}, "
        "\"compile\": {\"defines\": {\"BLOCK\": \"1\", \"SCALE\": \"1\", \"T\": \"int\"}}, "
        "\"sweep\": {\"parameters\": ";
    return Space(project::parseProject(text + parameters + "}}", "p.warpbench").project);
}

TuningHeader headerOf(const Space& space) {
    return {
        "NVIDIA H200", "saxpy", {1000192, 1, 1}, space.dimensions(), "2026-11-28T10:00:00+00:00"};
}

Trial trialOf(const project::Overrides& set, std::optional<double> ms, double compileMs,
              double runMs) {
    Trial trial;
    trial.set = set;
    trial.compileMs = compileMs;
    trial.runMs = runMs;
    if (ms) {
        trial.time = launch::summarize({*ms}, "gpu-event");
        trial.time->values.clear();
        trial.objective = ms;
    }
    return trial;
}

/// The trials of the files in data/.
SweepResult sampleResult() {
    SweepResult result;
    result.trials = {trialOf({{"BLOCK", "64"}, {"SCALE", "0.5"}, {"T", "float"}}, 0.25, 40.5, 12),
                     trialOf({{"BLOCK", "2048"}, {"SCALE", "0.5"}, {"T", "float"}}, {}, 0, 0),
                     trialOf({{"BLOCK", "64"}, {"SCALE", "1e-05"}, {"T", "int"}}, {}, 31.25, 0)};
    result.trials[1].status = "invalid";
    result.trials[1].message = "block x is 2048, and an H200 allows 1024";
    result.trials[2].status = "compile_error";
    result.trials[2].message = "the kernel did not compile";
    result.best = 0;
    return result;
}

std::string dataFile(const std::string& name) {
    return platform::readFile(std::filesystem::path(test::sourcePath("tests/sweep/data")) / name);
}

void compare(const std::vector<Trial>& read, const std::vector<Trial>& written) {
    QCOMPARE(read.size(), written.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
        QVERIFY(read[i].set == written[i].set);
        QCOMPARE(read[i].status, written[i].status);
        QCOMPARE(read[i].message.whole(), written[i].message.whole());
        QVERIFY(read[i].objective == written[i].objective);
        QCOMPARE(read[i].time.has_value(), written[i].time.has_value());
        QVERIFY(read[i].estimate == written[i].estimate);
        QCOMPARE(read[i].compileMs, written[i].compileMs);
        QCOMPARE(read[i].runMs, written[i].runMs);
    }
}

} // namespace

class TestKernelTuner : public QObject {
    Q_OBJECT

  private slots:
    void cachesAreAsTheSchemaHasThem() {
        const Space space = spaceOf(kSweep);
        const std::string text = toCache(sampleResult(), findObjective("time"), headerOf(space));
        QCOMPARE(text, dataFile("cache.kt.json"));
        // Kernel Tuner opens a file again that ends so, and appends to what is before it.
        QVERIFY(text.ends_with("}\n}\n"));
    }

    void cachesAreRead() {
        const Space space = spaceOf(kSweep);
        const std::string text = dataFile("cache.kt.json");
        QVERIFY(isCache(text));
        const CachedTrials read = readCache(text, "cache.kt.json", space, "time");
        QCOMPARE(read.device, std::string("NVIDIA H200"));
        QCOMPARE(read.sweep.objective, std::string("time"));
        compare(read.sweep.trials, sampleResult().trials);
    }

    void t4IsAsTheSchemaHasIt() {
        const Space space = spaceOf(kSweep);
        const json written =
            json::parse(toT4(sampleResult(), findObjective("time"), headerOf(space)));
        QVERIFY2(written == json::parse(dataFile("results.t4.json")), written.dump(2).c_str());
    }

    /// All results of a sweep survive a round trip.
    void randomTrialsComeBack() {
        std::mt19937_64 random(7);
        const auto below = [&](std::size_t range) { return std::size_t(random() % range); };
        for (int round = 0; round < 200; ++round) {
            const auto values = [&](const std::vector<std::string>& all) {
                json list = json::array();
                for (std::size_t i = 0; i <= below(all.size()); ++i)
                    list.push_back(all[i]);
                return list;
            };
            const json parameters = {
                {"BLOCK", values({"32", "-1", "0", "9223372036854775807", "64u", "0x20"})},
                {"SCALE", values({"0.1", "1.0", "1e+300", "0.50", "5e-324", "010"})},
                {"T", values({"float", "a,b", "say \"no\"", "true", "InvalidName", " "})}};
            const Space space = spaceOf(parameters.dump());
            const bool isEstimate = below(2) == 0;
            const Objective& objective = findObjective(isEstimate ? "estimated_time" : "time");
            SweepResult result;
            for (std::uint64_t i = 0; i < space.size(); ++i) {
                if (below(3) == 0)
                    continue;
                const double ms = double(random()) * 0x1p-50;
                Trial trial = trialOf(space.overrides(space.point(i)), {}, double(below(99)), ms);
                static const char* const kOthers[] = {"expect_failed", "compile_error",
                                                      "device_error",  "fault",
                                                      "timeout",       "invalid"};
                if (below(2) == 0) {
                    trial.status = kOthers[below(std::size(kOthers))];
                    trial.message = "why: \"" + std::to_string(i) + "\"\n";
                } else if (isEstimate) {
                    trial.estimate = {ms, ms / 2, ms * 2};
                    trial.objective = ms;
                } else {
                    trial = trialOf(trial.set, ms, trial.compileMs, trial.runMs);
                }
                result.trials.push_back(std::move(trial));
            }
            const std::string text = toCache(result, objective, headerOf(space));
            const CachedTrials read = readCache(text, "c", space, objective.name);
            QCOMPARE(read.sweep.objective, objective.name);
            compare(read.sweep.trials, result.trials);
            if (QTest::currentTestFailed())
                return;
            const json t4 = json::parse(toT4(result, objective, headerOf(space)));
            QCOMPARE(t4["results"].size(), result.trials.size());
        }
    }

    /// A cache as Kernel Tuner 1.5 leaves it when it is stopped: no version, lists, no end.
    void openCachesOfKernelTunerAreRead() {
        const Space space = spaceOf("{\"BLOCK\": [64, \"128\", 256]}");
        const std::string open =
            "{\n\"device_name\": \"NVIDIA H200\",\n\"kernel_name\": \"saxpy\",\n"
            "\"problem_size\": [\n1000000\n],\n\"tune_params_keys\": [\n\"BLOCK\",\n"
            "\"block_size_y\"\n],\n\"tune_params\": {\n\"BLOCK\": [64, 128, 256],\n"
            "\"block_size_y\": [1]\n},\n\"objective\": [\n\"time\"\n],\n\"cache\": {\n"
            "\"64,1\": {\"BLOCK\": 64, \"block_size_y\": 1, \"time\": 2.5, \"times\": [1.0, 2.0, "
            "4.5], \"compile_time\": 500.5, \"benchmark_time\": 40},\n"
            "\"128,1\": {\"BLOCK\": 128.0, \"block_size_y\": 1, \"time\": 1.5, \"compile_time\": "
            "500},\n"
            "\"256,1\": {\"BLOCK\": 256, \"block_size_y\": 1, \"__error__\": "
            "\"RuntimeFailedConfig\"},";
        for (const std::string& text : {open, open.substr(0, open.size() - 1) + "}\n}"}) {
            QVERIFY(isCache(text));
            const std::vector<Trial> trials = readCache(text, "c", space, "time").sweep.trials;
            QCOMPARE(trials.size(), std::size_t(3));
            QVERIFY(trials[0].set == project::Overrides({{"BLOCK", "64"}}));
            QCOMPARE(*trials[0].objective, 2.0); // the median, as sweeps have it
            QCOMPARE(trials[0].time->samples, 3);
            QCOMPARE(trials[0].compileMs, 500.5);
            QCOMPARE(trials[1].set.at("BLOCK"), std::string("128"));
            QCOMPARE(*trials[1].objective, 1.5);
            QCOMPARE(trials[2].status, std::string("device_error"));
            QVERIFY(!trials[2].objective);
        }
    }

    void whatIsNoSuchCacheIsRefused_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("said");
        QTest::newRow("no cache") << "{\"cache\": []}"
                                  << "time"
                                  << "not a Kernel Tuner cache";
        QTest::newRow("another name") << "{\"tune_params_keys\": [\"BLOCK\", \"SCALE\"]}"
                                      << "time"
                                      << "the sweep tries T";
        QTest::newRow("one name more")
            << "{\"tune_params_keys\": [\"BLOCK\", \"SCALE\", \"T\", \"tile\"], "
               "\"tune_params\": {\"tile\": [1, 2]}}"
            << "time"
            << "several values of tile";
        QTest::newRow("no time") << "{\"cache\": {\"1\": {\"BLOCK\": 64, \"SCALE\": 1, \"T\": 1}}}"
                                 << "time"
                                 << "has no time";
        QTest::newRow("no value")
            << "{\"cache\": {\"1\": {\"BLOCK\": 64, \"SCALE\": 1, \"T\": 1, \"time\": 1}}}"
            << "flops_per_second"
            << "has no flops_per_second";
        QTest::newRow("an entry that is none") << "{\"cache\": {\"1\": 2}}"
                                               << "time"
                                               << "is not an object";
    }
    void whatIsNoSuchCacheIsRefused() {
        QFETCH(QString, change);
        QFETCH(QString, wanted);
        QFETCH(QString, said);
        json document = json::parse(dataFile("cache.kt.json"));
        document.update(json::parse(change.toStdString()));
        try {
            readCache(document.dump(), "c.json", spaceOf(kSweep), wanted.toStdString());
            QFAIL("it was read");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::project);
            QCOMPARE(error.place().file, std::string("c.json"));
            QVERIFY2(error.text().find(said.toStdString()) != std::string::npos, error.what());
        }
    }

    void ratesAndCounters() {
        QVERIFY(fitsCache(findObjective("flops_per_second")));
        QVERIFY(!fitsCache(findObjective("global_sectors")));
        const Space space = spaceOf("{\"BLOCK\": [64]}");
        SweepResult result;
        result.trials = {trialOf({{"BLOCK", "64"}}, 2, 0, 0)};
        result.trials[0].objective = 1e9;
        const Objective& rate = findObjective("flops_per_second");
        const std::string text = toCache(result, rate, headerOf(space));
        QCOMPARE(*readCache(text, "c", space, rate.name).sweep.trials[0].objective, 1e9);
        result.trials[0].time.reset();
        const json t4 = json::parse(toT4(result, findObjective("global_sectors"), headerOf(space)));
        QVERIFY(t4["results"][0]["measurements"] ==
                json::parse("[{\"name\": \"global_sectors\", \"value\": 1e9, \"unit\": \"\"}]"));
    }
};

WARPBENCH_TEST(TestKernelTuner)
} // namespace tst_kernel_tuner

#include "tst_kernel_tuner.moc"
