// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/device_faults.h"
#include "core/report/run_report.h"
#include "core/run/split_run.h"
#include "core/workers/wire.h"
#include "tests/json_text.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_run_report {

using namespace warpbench;
using namespace warpbench::session;
using nlohmann::json;

namespace {

RunReport fullReport() {
    RunReport report;
    report.project = "Vector multiply";
    report.device.emplace();
    report.device->name = "Simulated H200 (CPU)";
    report.device->ccMajor = 9;
    report.device->simulated = true;
    report.compile.emplace();
    compile::Diagnostic warning;
    warning.severity = compile::Severity::warning;
    warning.place = {"a.cu", 3, 7};
    warning.code = "177-D";
    report.compile->diagnostics.push_back(warning);
    compile::KernelInfo kernel;
    kernel.name = "k";
    kernel.registers = 12;
    report.compile->kernels.push_back(kernel);
    report.compile->setAside.push_back({compile::SetAside::Kind::function, "a.cu", 9, 20, "main"});
    report.transfers.push_back({"a", true, 1600, 0.01});
    LaunchReport launch;
    launch.kernel = "k";
    launch.block = {400, 1, 1};
    launch.time.emplace();
    launch.occupancy.emplace();
    launch.counters.emplace();
    launch.counters->lines.push_back({});
    report.launches.push_back(launch);
    BufferReport buffer;
    buffer.name = "dest";
    buffer.shape = {400};
    buffer.expect.emplace();
    report.buffers.push_back(buffer);
    return report;
}

std::vector<std::string> keysOf(const json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items())
        keys.push_back(key);
    return keys;
}

} // namespace

class RunReportTest : public QObject {
    Q_OBJECT

  private slots:
    /// The parent parses messages of a child, and its parser recurses for each level.
    void messagesAreNotNestedWithoutEnd() {
        const auto isRefused = [](const std::string& bytes) {
            try {
                wire::decode(bytes);
                return false;
            } catch (const Error& error) {
                return error.kind() == ErrorKind::internal;
            }
        };
        for (const char* level : {"\x81", "\x9f", "\xbf\x61\x61", "\xa1\x61\x61", "\x7f", "\x5f"}) {
            std::string bytes;
            for (int i = 0; i < 1'000'000; ++i)
                bytes += level;
            QVERIFY(isRefused(bytes));
        }
        // Many elements do not mean deep nesting, and the nesting of the message itself is fine.
        json wide = json::array();
        for (int i = 0; i < 10'000; ++i)
            wide.push_back({{"a", json::array({1, "x", json::array(), json::object()})}});
        QVERIFY(wire::decode(wire::encode(wide)) == wide);
        json deep = 1;
        for (int i = 0; i < 100; ++i)
            deep = i % 2 ? json::array({1, deep, 2}) : json{{"a", deep}};
        QVERIFY(wire::decode(wire::encode(deep)) == deep);
        QVERIFY(isRefused("\x82\x01"));
    }

    /// JSON needs sixteen bytes per number, so code and contents are not stored as numbers.
    void codeAndContentsTravelAsBytes() {
        constexpr std::size_t kBytes = 1 << 20;
        DeviceRunRequest request;
        request.cubin.resize(kBytes, 200);
        DeviceCodePart part;
        part.cubin.resize(kBytes, 201);
        request.parts.push_back(part);
        const std::string message = wire::encode(wire::from(request));
        QVERIFY2(message.size() < 2 * kBytes + 10'000, std::to_string(message.size()).c_str());
        const DeviceRunRequest back = wire::toRunRequest(wire::decode(message));
        QCOMPARE(back.cubin.size(), kBytes);
        QVERIFY(back.parts.at(0).cubin == part.cubin);
    }

    /// What an access hits outside of its buffer has an owner, with whom it races.
    void racesComeAfterTheirCause() {
        std::vector<Fault> faults(4);
        faults[0].kind = "global_race";
        faults[1].kind = "out_of_bounds";
        faults[2].kind = "shared_race";
        faults[3].kind = "misaligned";
        putRacesLast(faults);
        std::vector<std::string> kinds;
        for (const Fault& fault : faults)
            kinds.push_back(fault.kind);
        QCOMPARE(kinds, (std::vector<std::string>{"out_of_bounds", "misaligned", "global_race",
                                                  "shared_race"}));
    }

    /// The keys of docs/run-report.md, in alphabetical order.
    void hasTheKeysOfTheContract() {
        const json document = toJson(fullReport());
        using Keys = std::vector<std::string>;
        QCOMPARE(keysOf(document), (Keys{"buffers",   "buffers_at_fault",
                                         "compile",   "conditions",
                                         "context",   "device",
                                         "devices",   "energy",
                                         "error",     "fault",
                                         "faults",    "findings",
                                         "format",    "graph",
                                         "launches",  "memory",
                                         "notes",     "peaks",
                                         "project",   "rotated",
                                         "status",    "stdout",
                                         "transfers", "variables",
                                         "version",   "warpbench"}));
        QCOMPARE(keysOf(document["device"]),
                 (Keys{"compute_capability", "index", "name", "simulated"}));
        QCOMPARE(keysOf(document["compile"]), (Keys{"arch", "cached", "diagnostics", "kernels",
                                                    "miss_reason", "ms", "set_aside"}));
        QCOMPARE(document["compile"]["set_aside"], json::array({{{"kind", "function"},
                                                                 {"file", "a.cu"},
                                                                 {"line", 9},
                                                                 {"end_line", 20},
                                                                 {"name", "main"}}}));
        QCOMPARE(keysOf(document["compile"]["diagnostics"][0]),
                 (Keys{"code", "column", "file", "line", "severity", "text"}));
        QCOMPARE(keysOf(document["compile"]["kernels"][0]),
                 (Keys{"barriers", "constant_bytes", "local_bytes", "max_threads", "name",
                       "registers", "shared_bytes", "spill_load_bytes", "spill_store_bytes"}));
        QCOMPARE(keysOf(document["transfers"][0]), (Keys{"buffer", "bytes", "direction", "ms"}));
        QCOMPARE(
            keysOf(document["launches"][0]),
            (Keys{"block", "bytes_per_second", "computed_by", "conditions", "counters", "estimate",
                  "flops_per_second", "grid", "kernel", "occupancy", "priority", "programmatic",
                  "roofline", "shared_bytes", "step", "stream", "time_ms", "timed_with"}));
        const json& counters = document["launches"][0]["counters"];
        Keys ofLaunch{"active_lanes", "lines", "mix", "source"};
        Keys ofLine{"executions", "line", "mix", "thread_executions"};
        for (const CounterField& field : kCounterFields) {
            ofLaunch.emplace_back(field.key);
            if (field.member != &Counters::warpInstructions &&
                field.member != &Counters::threadInstructions)
                ofLine.emplace_back(field.key);
        }
        std::sort(ofLaunch.begin(), ofLaunch.end());
        std::sort(ofLine.begin(), ofLine.end());
        QCOMPARE(keysOf(counters), ofLaunch);
        QCOMPARE(keysOf(counters["lines"][0]), ofLine);
        QCOMPARE(counters["active_lanes"].size(), std::size_t(32));
        QCOMPARE(keysOf(document["launches"][0]["time_ms"]),
                 (Keys{"clock", "mean", "median", "median_error", "min", "outliers", "p95",
                       "samples", "stddev"}));
        QCOMPARE(keysOf(document["launches"][0]["occupancy"]),
                 (Keys{"active_blocks", "active_warps", "fraction", "limiters", "max_warps"}));
        QCOMPARE(keysOf(document["buffers"][0]), (Keys{"dtype", "expect", "inf", "max", "mean",
                                                       "memory", "min", "name", "nan", "shape"}));
        QCOMPARE(keysOf(document["buffers"][0]["expect"]),
                 (Keys{"first_mismatch", "max_abs_error", "max_rel_error", "mismatches", "passed",
                       "wrong_elements", "wrong_ranges"}));
    }

    /// The documents name every counter.
    void countersAreDocumented() {
        QFile file(QString::fromStdString(test::sourcePath("docs/run-report.md")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        for (const CounterField& field : kCounterFields)
            QVERIFY2(text.contains('`' + QByteArray(field.key) + '`'), field.key);
    }

    /// Ranks that had to share a GPU are reported; devices on other machines and simulated devices
    /// do not count as shared.
    void ranksThatShareADevice() {
        const auto rank = [](int index, const char* host, const char* selector, bool simulated) {
            DeviceInfo device;
            device.index = index;
            device.name = "NVIDIA H200";
            device.host = host;
            device.selector = selector;
            device.simulated = simulated;
            return device;
        };
        QVERIFY(notesOnSharedDevices(
                    {rank(0, "a", "0000:01:00.0", false), rank(1, "a", "0000:02:00.0", false),
                     rank(2, "b", "0000:01:00.0", false), rank(3, "c", "sim:h200", true),
                     rank(4, "c", "sim:h200", true), rank(5, "", "0000:09:00.0", false),
                     rank(6, "", "0000:09:00.0", false)})
                    .empty());
        const auto notes = notesOnSharedDevices({rank(0, "a", "0000:01:00.0", false),
                                                 rank(1, "a", "0000:02:00.0", false),
                                                 rank(2, "a", "0000:01:00.0", false)});
        QCOMPARE(notes.size(), std::size_t(1));
        QVERIFY2(notes[0].starts_with("ranks 0, 2 on a share one NVIDIA H200 (0000:01:00.0)"),
                 notes[0].c_str());
    }

    /// The pool's values, if there is a pool.
    void memoryOfTheDevice() {
        RunReport report = fullReport();
        QVERIFY(toJson(report)["memory"].is_null());
        report.memory.emplace().bytes = 700;
        QCOMPARE(toJson(report)["memory"], (json{{"bytes", 700},
                                                 {"block_bytes", nullptr},
                                                 {"managed_bytes", nullptr},
                                                 {"waste", nullptr},
                                                 {"fragmentation", nullptr}}));
        report.memory->pool = {800, 2 << 20, 0.5};
        QCOMPARE(toJson(report)["memory"], (json{{"bytes", 700},
                                                 {"block_bytes", 800},
                                                 {"managed_bytes", 2 << 20},
                                                 {"waste", 0.125},
                                                 {"fragmentation", 0.5}}));
    }

    /// Values from a GPU's sensors; missing ones are null.
    void conditionsOfTheGpu() {
        RunReport report = fullReport();
        QVERIFY(toJson(report)["conditions"].is_null());
        report.conditions.emplace();
        report.conditions->readings = 2;
        report.conditions->smClockMhz = {1755, 1980};
        report.conditions->slowdowns = {"power_cap"};
        json ranges = {{"readings", 2},
                       {"sm_clock_mhz", {1755.0, 1980.0}},
                       {"memory_clock_mhz", nullptr},
                       {"temperature_c", nullptr},
                       {"power_w", nullptr},
                       {"slowdowns", {"power_cap"}}};
        QVERIFY(toJson(report)["launches"][0]["conditions"].is_null());
        report.launches[0].conditions = report.conditions;
        QCOMPARE(toJson(report)["launches"][0]["conditions"], ranges);

        // The readings themselves, a column for each figure.
        report.conditions->timeline = {{2.00049, 1980, {}, {}, {}, 0}, {12, 1755, {}, {}, {}, 0x4}};
        ranges["timeline"] = {{"at_ms", {2.0, 12.0}},
                              {"sm_clock_mhz", {1980.0, 1755.0}},
                              {"memory_clock_mhz", {nullptr, nullptr}},
                              {"temperature_c", {nullptr, nullptr}},
                              {"power_w", {nullptr, nullptr}},
                              {"slowdowns", {json::array(), {"power_cap"}}}};
        QCOMPARE(toJson(report)["conditions"], ranges);
        using Names = std::vector<std::string>;
        QCOMPARE(cuda::slowdownNames(0x1 | 0x2), Names{}); // idle, and clocks set by the user
        QCOMPARE(cuda::slowdownNames(0x4 | 0x20), (Names{"power_cap", "thermal"}));
        QCOMPARE(cuda::slowdownNames(0x1ff).size(), std::size_t(7));
    }

    /// Errors are reported as numbers that scripts can process.
    void mismatchesAreNumbers() {
        RunReport report = fullReport();
        ExpectReport& expect = *report.buffers[0].expect;
        project::ElementSet wrong(400);
        for (const std::int64_t element : {3, 4, 5, 64, 399})
            wrong.insert(element);
        wrong.index();
        expect.wrong = std::make_shared<const project::ElementSet>(wrong);
        const auto first = [&](const std::string& got, const std::string& want) {
            expect.firstMismatch = ExpectReport::Mismatch{{3}, got, want};
            return toJson(report)["buffers"][0]["expect"];
        };
        const json numbers = first("4080", "0.7691818");
        QCOMPARE(numbers["first_mismatch"]["got"], json(4080));
        QCOMPARE(numbers["first_mismatch"]["want"], json(0.7691818));
        QCOMPARE(numbers["wrong_elements"], json(5));
        QCOMPARE(numbers["wrong_ranges"], json::parse("[[3, 5], [64, 64], [399, 399]]"));
        const json others = first("nan", "-inf")["first_mismatch"];
        QCOMPARE(others["got"], json("NaN"));
        QCOMPARE(others["want"], json("-Infinity"));
        const json large = first("9007199254740993", "-9007199254740992")["first_mismatch"];
        QCOMPARE(large["got"], json("9007199254740993"));
        QCOMPARE(large["want"], json(-9007199254740992));
        const json unlike = first("true", "(1+2j)")["first_mismatch"];
        QCOMPARE(unlike["got"], json(true));
        QCOMPARE(unlike["want"], json("(1+2j)"));
    }

    void whatWasNotReachedIsNull() {
        RunReport report;
        report.status = RunStatus::compile_error;
        const json document = toJson(report);
        for (const char* key :
             {"device", "compile", "transfers", "launches", "buffers", "stdout", "fault"})
            QVERIFY2(document[key].is_null(), key);
        QCOMPARE(document["faults"], json::array());
    }

    void whatJsonCannotHoldIsText() {
        RunReport report = fullReport();
        report.buffers[0].min = -std::numeric_limits<double>::infinity();
        report.buffers[0].max = std::numeric_limits<double>::infinity();
        report.buffers[0].mean = std::nan("");
        report.buffers.push_back(report.buffers[0]);
        report.buffers[1].min = report.buffers[1].max = 18446744073709551616.0;
        report.buffers[1].exactMin = "18446744073709551614";
        report.buffers[1].exactMax = "18446744073709551615";
        report.transfers[0].bytes = (std::uint64_t(1) << 53) + 1;
        Fault fault;
        fault.kind = "out_of_bounds";
        fault.address = 0x7f0000000640;
        report.faults.push_back(fault);
        const json document = toJson(report);
        QCOMPARE(document["buffers"][0]["min"], json("-Infinity"));
        QCOMPARE(document["buffers"][0]["max"], json("Infinity"));
        QCOMPARE(document["buffers"][0]["mean"], json("NaN"));
        QCOMPARE(document["buffers"][1]["min"], json("18446744073709551614"));
        QCOMPARE(document["buffers"][1]["max"], json("18446744073709551615"));
        QCOMPARE(document["transfers"][0]["bytes"], json("9007199254740993"));
        QCOMPARE(document["fault"]["address"], json("0x7f0000000640"));
        QCOMPARE(document["fault"], document["faults"][0]);
        QVERIFY(document["fault"]["line"].is_null());
        QVERIFY(document["fault"]["block"].is_null());
        // Readable again by a strict reader.
        QCOMPARE(json::parse(document.dump()), document);
    }

    void exitCodes_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code");
        QTest::newRow("ok") << int(RunStatus::ok) << 0;
        QTest::newRow("expect") << int(RunStatus::expect_failed) << 1;
        QTest::newRow("compile") << int(RunStatus::compile_error) << 3;
        QTest::newRow("device") << int(RunStatus::device_error) << 4;
        QTest::newRow("fault") << int(RunStatus::fault) << 4;
        QTest::newRow("cancelled") << int(RunStatus::cancelled) << 5;
        QTest::newRow("timeout") << int(RunStatus::timeout) << 5;
    }
    void exitCodes() {
        QFETCH(int, status);
        QFETCH(int, code);
        RunReport report;
        report.status = RunStatus(status);
        QCOMPARE(report.exitCode(), code);
    }

    /// What a worker throws arrives with its code, its sentence and what stands in its places.
    void errorsTravelWhole() {
        const ErrorText inner{"WB9998",
                              "'{buffer}' has {count} columns",
                              "give '{buffer}' another shape",
                              {{"buffer", "a"}, {"count", 3}}};
        const Error sent(ErrorKind::project,
                         phrase("launch {index}: {problem}", {{"index", 1}, {"problem", inner}}),
                         {"p.warpbench", 3, 4});
        const Error come = wire::toError(wire::decode(wire::encode(wire::from(sent))));
        QCOMPARE(come.kind(), sent.kind());
        QCOMPARE(come.code(), std::string("WB9998"));
        QCOMPARE(come.line(), sent.line());
        QCOMPARE(come.said().sentence(), sent.said().sentence());
        QCOMPARE(come.said().values()[1].value.sentence(), inner.sentence());
    }

    void deviceRequestsSurviveThePipe() {
        DeviceRunRequest request;
        request.device = {true, 3};
        request.ptx = "ptx";
        request.cubin = {0, 255, 7};
        DeviceBuffer buffer;
        buffer.name = "a";
        buffer.bytes = std::uint64_t(1) << 40;
        buffer.initial = {7, 64};
        request.buffers.push_back(buffer);
        DeviceLaunch launch;
        launch.lowered = "_Z1k";
        launch.cluster = {{2, 1, 1}};
        DeviceArgument argument;
        argument.bytes = {1, 2, 3, 4};
        argument.addresses.push_back({8, 1, 16});
        argument.image.emplace().extent = {4, 5};
        launch.arguments.push_back(argument);
        request.launches.push_back(launch);
        request.peakKernels = DeviceCodePart{"device_peaks.cu", "ptx", {0, 255}};
        const DeviceRunRequest back =
            wire::toRunRequest(wire::decode(wire::encode(wire::from(request))));
        QCOMPARE(back.device, request.device);
        QCOMPARE(back.cubin, request.cubin);
        QCOMPARE(back.peakKernels.value().cubin, request.peakKernels->cubin);
        QCOMPARE(back.buffers[0].bytes, buffer.bytes);
        QCOMPARE(back.buffers[0].initial.offset, std::uint64_t(64));
        QCOMPARE(*back.launches[0].cluster, *launch.cluster);
        QVERIFY(!back.launches[0].maxDynamicShared);
        QCOMPARE(back.launches[0].arguments[0].addresses[0].byteOffset, std::uint64_t(16));
        QCOMPARE(back.launches[0].arguments[0].image->extent, argument.image->extent);
    }

    void peaksSurviveThePipe() {
        DeviceRunResult result;
        result.peaks = launch::DevicePeaks{4e12, std::nullopt, 6e13, 3e13, "2026-05-17T09:30:00Z"};
        QCOMPARE(wire::toRunResult(wire::decode(wire::encode(wire::from(result)))).peaks,
                 result.peaks);
    }

    void brokenMessagesAreErrors() {
        QVERIFY_THROWS_EXCEPTION(Error, wire::decode("\xff\xff"));
        QVERIFY_THROWS_EXCEPTION(Error, wire::toProgress(wire::Message(3)));
    }
};

WARPBENCH_TEST(RunReportTest)
} // namespace tst_run_report

#include "tst_run_report.moc"
