// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"
#include "core/compile/compile.h"
#include "terminal_program.h"
#include "tests/main.h"

#include <QTest>

#include <csignal>
#include <set>

namespace tst_sweep_verb {

using namespace std::chrono_literals;
using nlohmann::json;

namespace {

constexpr auto kPatience = 120s;

/// STRIDE spreads the reads over that many times as many sectors; n threads.
json stridesProject() {
    json document = CliFixture::project();
    document["source"]["text"] = "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                                 "  int i = threadIdx.x;\n"
                                 "  d[i] = 2 * a[i * STRIDE % blockDim.x] * (STRIDE == 1) +\n"
                                 "         2 * a[i] * (STRIDE != 1);\n}";
    document["compile"]["defines"]["STRIDE"] = "1";
    document["sweep"]["parameters"]["STRIDE"] = json::array({8, 2, 1, 4});
    document["sweep"]["objective"] = "global_sectors";
    return document;
}

/// MODE 0 is correct; each of the others fails in a different way.
json modesProject() {
    json document = CliFixture::project();
    document["source"]["text"] = "#if MODE == 1\n#error not this one\n#endif\n"
                                 "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                                 "  int i = threadIdx.x;\n"
                                 "  d[i] = MODE == 3 ? a[i] : 2 * a[i + (MODE == 2)];\n}";
    document["compile"]["defines"]["MODE"] = "0";
    document["sweep"]["parameters"]["MODE"] = json::array({0, 1, 2, 3});
    document["sweep"]["objective"] = "warp_instructions";
    return document;
}

/// Many combinations with little to do in each.
json longProject(int combinations) {
    json document = CliFixture::project();
    json values = json::array();
    for (int i = 1; i <= combinations; ++i)
        values.push_back(i);
    document["parameters"]["p"] = 1;
    document["sweep"]["parameters"]["p"] = values;
    return document;
}

std::map<std::string, json> byName(const json& document, const std::string& name) {
    std::map<std::string, json> trials;
    for (const json& trial : document["trials"])
        trials[trial["set"][name].get<std::string>()] = trial;
    return trials;
}

} // namespace

/// `warpbench-cli sweep`, run as a user would.
class SweepVerbTest : public QObject {
    Q_OBJECT

    TerminalProgram::Options terminal(const CliFixture& fixture,
                                      std::vector<std::string> arguments) {
        return {CliFixture::program(), std::move(arguments), fixture.folder(),
                fixture.environment(), fixture.file("stdout")};
    }

  private slots:
    void initTestCase() {
        if (!warpbench::compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

    void findsTheBest() {
        CliFixture fixture;
        fixture.write(stridesProject());
        const auto result = fixture.run({"sweep", "p.warpbench", "--json"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        QCOMPARE(result.errors, std::string());
        DOCUMENT(document, result);
        QCOMPARE(document["format"], json("warpbench-sweep"));
        QCOMPARE(document["version"], json(1));
        QCOMPARE(document["status"], json("complete"));
        QCOMPARE(document["complete"], json(true));
        QCOMPARE(document["combinations"], json(4));
        QCOMPARE(document["trials"].size(), std::size_t(4));
        const json& best = document["trials"][document["best"].get<std::size_t>()];
        for (const json& trial : document["trials"]) {
            QCOMPARE(trial["status"], json("ok"));
            QVERIFY(trial["objective"].get<double>() >= best["objective"].get<double>());
            QVERIFY(trial["compile_ms"].get<double>() > 0);
            QVERIFY(trial["run_ms"].get<double>() > 0);
            QVERIFY(trial["time_ms"].is_null()); // a counter needs no timing
        }
        QCOMPARE(document["devices"][0]["simulated"], json(true));
    }

    /// Options can define the values to try, even for a project without a sweep.
    void valuesAreGivenAsOptions() {
        CliFixture fixture;
        json project = stridesProject();
        project.erase("sweep");
        fixture.write(project);
        const auto none = fixture.run({"sweep", "p.warpbench"});
        QCOMPARE(none.status.code, 2);
        QVERIFY2(none.errors.find("--over STRIDE=") != std::string::npos, none.errors.c_str());
        const auto result = fixture.run({"sweep", "p.warpbench", "--json", "--over",
                                         "STRIDE=8, 1,max(2, 1)", "--objective", "global_sectors"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        DOCUMENT(document, result);
        QCOMPARE(document["combinations"], json(3));
        QCOMPARE(document["objective"], json("global_sectors"));
        for (const char* wrong : {"STRIDE", "=1", "STRIDE=1,,2", "STRIDE=", "NOBODY=1,2"}) {
            const auto refused = fixture.run({"sweep", "p.warpbench", "--over", wrong});
            QVERIFY2(refused.status.code == 2, wrong);
            QVERIFY2(!refused.errors.empty(), wrong);
        }
        // A bare source has the set-up that is guessed of it.
        fixture.write("bare.cu", "__global__ void k(float *p, int n) {\n"
                                 "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "  if (i < n) p[i] = i;\n}\n");
        const auto bare = fixture.run({"sweep", "bare.cu", "--json", "--over", "block=64,128",
                                       "--objective", "warp_instructions"});
        QVERIFY2(bare.status.code == 0, bare.errors.c_str());
        // A compiler option and its effect.
        DOCUMENT(limited, fixture.run({"sweep", "p.warpbench", "--json", "--over",
                                       "-maxrregcount=16,255", "--objective", "registers"}));
        QCOMPARE(limited["trials"].size(), std::size_t(2));
        QCOMPARE(limited["trials"][0]["set"], json({{"-maxrregcount", "16"}}));
        QVERIFY(limited["trials"][0]["objective"].get<double>() <= 16);
        // An expression of what a run has.
        DOCUMENT(product, fixture.run({"sweep", "p.warpbench", "--json", "--over", "STRIDE=1,8",
                                       "--objective", "global_sectors * 2 + occupancy"}));
        DOCUMENT(plain, fixture.run({"sweep", "p.warpbench", "--json", "--over", "STRIDE=1,8",
                                     "--objective", "global_sectors"}));
        QCOMPARE(product["objective"], json("global_sectors * 2 + occupancy"));
        QCOMPARE(product["best"], plain["best"]);
        for (int i = 0; i < 2; ++i) {
            const json& trial = product["trials"][i];
            const double sectors = plain["trials"][i]["objective"];
            QCOMPARE(trial["objective"].get<double>(),
                     2 * sectors + trial["resources"]["occupancy"].get<double>());
        }
        // Its time is an estimate on a simulated device.
        DOCUMENT(timed, fixture.run({"sweep", "p.warpbench", "--json", "--over", "STRIDE=1,8",
                                     "--objective", "time * 1000"}));
        QCOMPARE(timed["trials"][0]["objective"].get<double>(),
                 1000 * timed["trials"][0]["estimated_ms"]["ms"].get<double>());
        DOCUMENT(infinite, fixture.run({"sweep", "p.warpbench", "--json", "--over", "STRIDE=1",
                                        "--objective", "inf * global_sectors"}));
        QVERIFY(infinite["best"].is_null());
        QVERIFY(!infinite["trials"][0]["message"].get<std::string>().empty());
        for (const char* wrong : {"time *", "time * speed", "3"})
            QCOMPARE(
                fixture.run({"sweep", "p.warpbench", "--over", "STRIDE=1", "--objective", wrong})
                    .status.code,
                2);
        const auto twice =
            fixture.run({"sweep", "p.warpbench", "--over", "STRIDE=1", "--over", "STRIDE=2"});
        QCOMPARE(twice.status.code, 2);
    }

    /// A simulated device cannot measure GPU times, so they are estimated.
    void timeOfASimulatedDeviceIsEstimated() {
        CliFixture fixture;
        json project = stridesProject();
        project["sweep"]["objective"] = "time";
        fixture.write(project);
        const auto result = fixture.run({"sweep", "p.warpbench", "--out", "r.csv"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        QVERIFY(result.output.find("Times are estimated") != std::string::npos);
        const std::string csv = fixture.text("r.csv");
        QVERIFY2(csv.starts_with(
                     "STRIDE,status,time_ms,estimated_ms,energy_mj,registers,"
                     "spill_bytes,shared_bytes,occupancy,compile_ms,transfer_ms,run_ms,limiters,"
                     "device,message\n"),
                 csv.c_str());
        QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), std::ptrdiff_t(5));
        DOCUMENT(document, fixture.run({"sweep", "p.warpbench", "--json"}));
        QCOMPARE(document["objective"], json("estimated_time"));
        double first = 0, last = 0;
        for (const json& trial : document["trials"]) {
            QVERIFY(trial["time_ms"].is_null());
            const json& estimate = trial["estimated_ms"];
            QCOMPARE(trial["objective"], estimate["ms"]);
            const json& resources = trial["resources"];
            QVERIFY(resources["registers"].get<int>() > 0);
            QCOMPARE(resources["spill_bytes"], json(0));
            QVERIFY(resources["occupancy"].get<double>() > 0);
            QVERIFY(!resources["limiters"].get<std::string>().empty());
            QVERIFY(estimate["low"] <= estimate["ms"] && estimate["ms"] <= estimate["high"]);
            const int stride = std::stoi(trial["set"]["STRIDE"].get<std::string>());
            (stride == 1 ? first : last) = trial["objective"].get<double>();
            QVERIFY(trial["transfer_ms"].get<double>() > 0);
        }
        QVERIFY(first > 0 && last > 0);
        // Asked for, the simulation's own times are there as well, and labelled.
        const auto timed = fixture.run({"sweep", "p.warpbench", "--repeats", "2"});
        QVERIFY(timed.output.find("not a GPU's") != std::string::npos);
    }

    /// Nor does a combination for which the host lacks memory, in a check or during a compile.
    void memoryThatIsMissingDoesNotStopIt() {
        CliFixture fixture;
        json project = modesProject();
        project["source"]["text"] = "#if MODE == 1\n__device__ int big[1 << 28] = {1};\n#endif\n"
                                    "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                                    "  int i = threadIdx.x;\n"
                                    "#if MODE == 1\n  d[i] = big[i];\n#else\n"
                                    "  d[i] = 2 * a[i];\n#endif\n}";
        project["parameters"]["m"] = 8;
        json large = project["buffers"][0]; // the sum of all products of its elements
        large["name"] = "large";
        large["shape"] = json::array({"m"});
        json total = project["buffers"][0];
        total["name"] = "total";
        total["shape"] = json::array({1});
        total["init"] = {{"kind", "constant"}, {"value", "784"}};
        total["expect"] = {{"reference", "sum(outer(large, large))"}};
        project["buffers"].push_back(large);
        project["buffers"].push_back(total);
        project["sweep"]["parameters"] = {{"MODE", json::array({0, 1})},
                                          {"m", json::array({8, 1 << 20})}};
        fixture.write(project);
        DOCUMENT(document, fixture.run({"sweep", "p.warpbench", "--json"},
                                       {{"WARPBENCH_HELPER_MEMORY", "300000000"},
                                        {"WARPBENCH_NO_CACHE", "1"}}));
        QCOMPARE(document["status"], json("complete"));
        QCOMPARE(document["trials"].size(), std::size_t(4));
        for (const json& trial : document["trials"]) {
            const std::string why = trial["message"].is_string() ? trial["message"] : json("");
            const bool good = trial["set"]["MODE"] == json("0") && trial["set"]["m"] == json("8");
            QCOMPARE(trial["status"] == json("ok"), good);
            if (!good)
                QVERIFY2(why.find("memory") != std::string::npos ||
                             why.find("is needed on the host") != std::string::npos,
                         why.c_str());
        }
    }

    /// A combination's error is reported and does not stop the others.
    void failuresDoNotStopIt() {
        CliFixture fixture;
        json project = modesProject();
        project["parameters"]["shared"] = 0;
        project["launches"][0]["shared"] = "shared";
        project["sweep"]["parameters"]["shared"] = json::array({0, 1000000, "1 // 0"});
        fixture.write(project);
        const auto result = fixture.run({"sweep", "p.warpbench", "--json"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        DOCUMENT(document, result);
        QCOMPARE(document["trials"].size(), std::size_t(12));
        std::map<std::string, json> found;
        for (const json& trial : document["trials"])
            found[trial["set"]["MODE"].get<std::string>() + " " +
                  trial["set"]["shared"].get<std::string>()] = trial;
        QCOMPARE(found["0 0"]["status"], json("ok"));
        QCOMPARE(found["1 0"]["status"], json("compile_error"));
        QVERIFY(found["1 0"]["message"].get<std::string>().find("not this one") !=
                std::string::npos);
        QCOMPARE(found["2 0"]["status"], json("fault"));
        QVERIFY(found["2 0"]["message"].get<std::string>().find("out_of_bounds") !=
                std::string::npos);
        QCOMPARE(found["3 0"]["status"], json("expect_failed"));
        QCOMPARE(found["0 1000000"]["status"], json("device_error"));
        QCOMPARE(found["0 1 // 0"]["status"], json("invalid"));
        QVERIFY(found["0 1 // 0"]["message"].get<std::string>().find("division by zero") !=
                std::string::npos);
        QCOMPARE(document["trials"][document["best"].get<std::size_t>()], found["0 0"]);
    }

    /// A message may quote a source that is not UTF-8; the results are written all the same.
    void messagesMayHoldAnyBytes() {
        CliFixture fixture;
        json project = modesProject();
        std::string source = project["source"]["text"].get<std::string>();
        source.replace(source.find("not this one"), 12, "nicht f\xfcr uns");
        project["source"] = {{"file", "latin.cu"}};
        fixture.write(project);
        warpbench::platform::replaceFile(fixture.folder() / "latin.cu", source);
        const auto result =
            fixture.run({"sweep", "p.warpbench", "--json", "--out", "results.json"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        DOCUMENT(document, result);
        QCOMPARE(byName(document, "MODE")["1"]["status"], json("compile_error"));
        const json written = json::parse(
            warpbench::platform::readFile(fixture.folder() / "results.json"), nullptr, false);
        QCOMPARE(written["trials"].size(), std::size_t(4));
    }

    void exitCodeWhereNoneIsOk_data() {
        QTest::addColumn<QString>("modes");
        QTest::addColumn<int>("code");
        QTest::newRow("does not compile") << "[1]" << 3;
        QTest::newRow("fault") << "[2]" << 4;
        QTest::newRow("wrong result") << "[3]" << 1;
        QTest::newRow("fault and wrong result") << "[2, 3]" << 4;
        QTest::newRow("all three") << "[3, 2, 1]" << 3;
    }
    void exitCodeWhereNoneIsOk() {
        QFETCH(QString, modes);
        QFETCH(int, code);
        CliFixture fixture;
        json project = modesProject();
        project["sweep"]["parameters"]["MODE"] = json::parse(modes.toStdString());
        fixture.write(project);
        const auto result = fixture.run({"sweep", "p.warpbench"});
        QCOMPARE(result.status.code, code);
        QVERIFY2(result.errors.starts_with("p.warpbench: error: no combination gave a result"),
                 result.errors.c_str());
    }

    /// Wrong before the first trial.
    void wrongFromTheStart_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("option");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("message");
        QTest::newRow("no sweep") << "/sweep"
                                  << "{}"
                                  << "" << 2 << "the project does not define a sweep";
        QTest::newRow("strategy") << "/sweep/strategy"
                                  << "\"fast\""
                                  << "" << 2 << "unknown search strategy";
        QTest::newRow("objective") << "/sweep/objective"
                                   << "\"speed\""
                                   << "" << 2 << "unknown objective";
        QTest::newRow("unknown parameter") << "/sweep/parameters/x"
                                           << "[1]"
                                           << "" << 2 << "'x'";
        QTest::newRow("no values") << "/sweep/parameters/STRIDE"
                                   << "[]"
                                   << "" << 2 << "a list of 0";
        QTest::newRow("all ruled out") << "/sweep/restrictions"
                                       << "[\"STRIDE > 100\"]"
                                       << "" << 2 << "ruled out";
        QTest::newRow("rate") << "/sweep/objective"
                              << "\"bytes_per_second\""
                              << "" << 4 << "is a rate of a real GPU";
        QTest::newRow("budget") << ""
                                << ""
                                << "--budget=soon" << 2 << "is not a budget";
        QTest::newRow("option strategy") << ""
                                         << ""
                                         << "--strategy=fast" << 2 << "--strategy";
        QTest::newRow("ending") << ""
                                << ""
                                << "--out=r.txt" << 2 << ".json";
        QTest::newRow("resume") << ""
                                << ""
                                << "--resume" << 2 << "--out";
        QTest::newRow("set") << ""
                             << ""
                             << "--set=STRIDE=2" << 2 << "the sweep itself";
        QTest::newRow("source") << "/source"
                                << "{\"file\": \"none.cu\"}"
                                << "" << 2 << "none.cu";
    }
    void wrongFromTheStart() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, option);
        QFETCH(int, code);
        QFETCH(QString, message);
        CliFixture fixture;
        json project = stridesProject();
        if (!pointer.isEmpty())
            project[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
        fixture.write(project);
        std::vector<std::string> arguments{"sweep", "p.warpbench"};
        if (!option.isEmpty())
            arguments.push_back(option.toStdString());
        const auto result = fixture.run(arguments);
        QVERIFY2(result.status.code == code, result.errors.c_str());
        QVERIFY2(result.errors.find("error: ") != std::string::npos &&
                     result.errors.find(message.toStdString()) != std::string::npos,
                 result.errors.c_str());
    }

    void restrictionsRuleOut() {
        CliFixture fixture;
        json project = stridesProject();
        project["sweep"]["restrictions"] = json::array({"STRIDE < 4"});
        fixture.write(project);
        DOCUMENT(document, fixture.run({"sweep", "p.warpbench", "--json"}));
        QCOMPARE(document["trials"].size(), std::size_t(2));
        QCOMPARE(document["complete"], json(true));
    }

    void budgetThenResume() {
        CliFixture fixture;
        fixture.write(longProject(7));
        const std::vector<std::string> base{"sweep", "p.warpbench", "--out", "r.json", "--resume"};
        auto with = [&](const char* budget) {
            auto arguments = base;
            arguments.insert(arguments.end(), {"--budget", budget});
            return arguments;
        };
        QCOMPARE(fixture.run(with("3")).status.code, 0);
        const json first = fixture.json("r.json");
        QCOMPARE(first["status"], json("budget_spent"));
        QCOMPARE(first["trials"].size(), std::size_t(3));
        QCOMPARE(fixture.run(with("50")).status.code, 0);
        const json second = fixture.json("r.json");
        QCOMPARE(second["status"], json("complete"));
        QCOMPARE(byName(second, "p").size(), std::size_t(7));
        QCOMPARE(second["trials"].size(), std::size_t(7));
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(second["trials"][i], first["trials"][i]);
        // The same results are of no use once the kernel has changed.
        json changed = longProject(7);
        changed["source"]["text"] = changed["source"]["text"].get<std::string>() + "\n";
        fixture.write(changed);
        const auto refused = fixture.run(base);
        QCOMPARE(refused.status.code, 2);
        QVERIFY2(refused.errors.find("another state") != std::string::npos, refused.errors.c_str());
        QCOMPARE(fixture.json("r.json"), second);
        // Notes and the values to try may change.
        json more = longProject(9);
        more["notes"] = "more";
        fixture.write(more);
        QCOMPARE(fixture.run(base).status.code, 0);
        QCOMPARE(fixture.json("r.json")["trials"].size(), std::size_t(9));
    }

    /// Kernel Tuner's cache files can be continued like JSON files, and other sweeps start from
    /// them.
    void filesOfKernelTuner() {
        const CliFixture fixture;
        fixture.write(longProject(3));
        const std::vector<std::string> base{"sweep", "p.warpbench", "--json"};
        const auto sweep = [&](std::vector<std::string> options) {
            options.insert(options.begin(), base.begin(), base.end());
            return fixture.run(options);
        };
        QCOMPARE(sweep({"--out", "c.kt.json", "--budget", "2"}).status.code, 0);
        const json part = fixture.json("c.kt.json");
        QCOMPARE(part["device_name"], json("Simulated H200 (CPU)"));
        QCOMPARE(part["kernel_name"], json("k"));
        QCOMPARE(part["objective"], json("estimated_time"));
        QCOMPARE(part["problem_size"], json({64, 1, 1}));
        QCOMPARE(part["cache"].size(), std::size_t(2));
        DOCUMENT(whole, sweep({"--out", "c.kt.json", "--resume"}));
        QCOMPARE(whole["trials"].size(), std::size_t(3));
        QCOMPARE(whole["trials"][0]["estimated_ms"]["ms"], part["cache"]["1"]["time"]);
        QCOMPARE(fixture.json("c.kt.json")["cache"].size(), std::size_t(3));
        QCOMPARE(fixture.json("c.kt.json")["cache"]["1"]["time"], part["cache"]["1"]["time"]);
        DOCUMENT(again, sweep({"--from", "c.kt.json", "--out", "r.t4.json"}));
        QCOMPARE(again["best"], whole["best"]);
        QCOMPARE(fixture.json("r.t4.json")["results"].size(), std::size_t(3));

        // Measured times, or those on another device, cannot serve as estimates for this one.
        json measured = part;
        measured["objective"] = "time";
        fixture.write("measured.json", measured.dump());
        measured["device_name"] = "NVIDIA H100";
        fixture.write("other.json", measured.dump());
        for (const char* file : {"measured.json", "other.json", "r.t4.json", "missing.json"})
            QVERIFY2(sweep({"--from", file}).status.code == 2, file);
        QCOMPARE(sweep({"--out", "r.t4.json", "--resume"}).status.code, 2);
        QCOMPARE(sweep({"--out", "s.kt.json", "--objective", "global_sectors"}).status.code, 2);
        QCOMPARE(sweep({"--out", "s.t4.json", "--objective", "global_sectors"}).status.code, 0);
        QCOMPARE(fixture.json("s.t4.json")["results"][0]["measurements"][0]["name"],
                 json("global_sectors"));
    }

    void killedAndResumed() {
        CliFixture fixture;
        fixture.write(longProject(400));
        const std::vector<std::string> arguments{"sweep",  "p.warpbench", "--out",
                                                 "r.json", "--resume",    "--seed",
                                                 "7",      "--strategy",  "random"};
        {
            TerminalProgram program(terminal(fixture, arguments));
            QVERIFY2(program.waitFor(" of at most 400", kPatience), program.screen().c_str());
            program.send(SIGKILL);
            QCOMPARE(program.wait(kPatience).value_or(0), 128 + SIGKILL);
        }
        const json before = fixture.json("r.json"); // whole, whenever the kill came
        QVERIFY(!before["trials"].empty());
        QVERIFY(before["trials"].size() < 400);
        QCOMPARE(before["complete"], json(false));
        auto rest = arguments;
        rest.insert(rest.end(), {"--budget", "5"});
        QCOMPARE(fixture.run(rest).status.code, 0);
        const json after = fixture.json("r.json");
        QCOMPARE(after["trials"].size(), before["trials"].size() + 5);
        QCOMPARE(byName(after, "p").size(), after["trials"].size()); // without duplicates
        for (std::size_t i = 0; i < before["trials"].size(); ++i)
            QCOMPARE(after["trials"][i], before["trials"][i]);
    }

    void interruptSavesAndEndsWithFive() {
        CliFixture fixture;
        fixture.write(longProject(400));
        TerminalProgram program(
            terminal(fixture, {"sweep", "p.warpbench", "--out", "r.json", "--json"}));
        QVERIFY2(program.waitFor(" of at most 400", kPatience), program.screen().c_str());
        program.pressCtrlC();
        QCOMPARE(program.wait(kPatience).value_or(-1), 5);
        QVERIFY2(program.screen().find("continue with --resume") != std::string::npos,
                 program.screen().c_str());
        const json saved = fixture.json("r.json");
        QCOMPARE(saved["status"], json("cancelled"));
        QVERIFY(!saved["trials"].empty());
        for (const json& trial : saved["trials"])
            QCOMPARE(trial["status"], json("ok")); // the one under way is not among them
        QCOMPARE(fixture.json("stdout"), saved);
        QVERIFY(program.waitForOthers(kPatience));
    }

    void devicesShareTheWork() {
        CliFixture fixture;
        fixture.write(longProject(40));
        const CliFixture::Environment two{{"WARPBENCH_SIMGPU", "h200,h200"}};
        const std::vector<std::string> both = fixture.simulatedDevices(two);
        QCOMPARE(both.size(), std::size_t(2));
        const auto result = fixture.run(
            {"sweep", "p.warpbench", "--json", "--device", both[0], "--device", both[1]}, two);
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        DOCUMENT(document, result);
        QCOMPARE(document["devices"].size(), std::size_t(2));
        QCOMPARE(byName(document, "p").size(), std::size_t(40));
        std::set<std::string> devices;
        for (const json& trial : document["trials"])
            devices.insert(trial["device"].get<std::string>());
        QCOMPARE(devices.size(), std::size_t(2));
        const auto twice =
            fixture.run({"sweep", "p.warpbench", "--device", both[0], "--device", both[0]}, two);
        QCOMPARE(twice.status.code, 2);
        QVERIFY(twice.errors.find("named twice") != std::string::npos);
        const auto different =
            fixture.run({"sweep", "p.warpbench", "--device", "sim:h200", "--device", "sim:a100"},
                        {{"WARPBENCH_SIMGPU", "h200,a100"}});
        QCOMPARE(different.status.code, 2);
        QVERIFY(different.errors.find("different GPUs") != std::string::npos);
    }

    void noCompilerEndsIt() {
        CliFixture fixture;
        fixture.write(longProject(50));
        const auto result =
            fixture.run({"sweep", "p.warpbench"}, {{"WARPBENCH_CUDA_HOME", "/nonexistent"}});
        QCOMPARE(result.status.code, 4);
        QVERIFY2(result.errors.find("install") != std::string::npos, result.errors.c_str());
    }
};

WARPBENCH_TEST(SweepVerbTest)
} // namespace tst_sweep_verb

#include "tst_sweep_verb.moc"
