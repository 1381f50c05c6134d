// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers in managed, mapped and pitched memory are filled, written, restored and read like those
// in device memory, on the simulated GPU and on a real one.
#include "core/plan/evaluate.h"
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/session/real_gpu.h"
#include "tests/session/session_bench.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>

namespace tst_session_memory_kinds {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

const std::string kSource = R"cuda(
extern "C" __global__ void twice(float* image, size_t pitch, float* second) {
    float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(image) + blockIdx.x * pitch);
    row[threadIdx.x] *= 2;
    if (blockIdx.x == 1)
        second[threadIdx.x] += 1;
}
)cuda";

/// "second" points to the second row of the image.
std::string document(const std::string& memory, const std::string& init = "arange") {
    std::string text =
        "{'format': 'warpbench-project', 'version': 1, 'name': 'kinds', "
        "'source': {'text': 'replaced'}, 'timing': {'repeats': 3}, "
        "'parameters': {'lines': 5, 'columns': 100}, "
        "'buffers': [{'name': 'image', 'dtype': 'float32', 'shape': ['lines', 'columns'], "
        "'memory': '" +
        memory + "', 'init': {'kind': '" + init +
        "'}, 'expect': {'expression': 'image * 2 + (1 if i == 1 else 0)'}}], "
        "'launches': [{'kernel': 'twice', 'grid': ['lines'], 'block': ['columns'], "
        "'args': [{'buffer': 'image'}, {'scalar': 'uint64', 'value': 'pitch(image)'}, "
        "{'buffer': 'image', 'offset': 'columns'}]}]}";
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

} // namespace

class SessionMemoryKindsTest : public SessionFixture {
    Q_OBJECT

    static RunRequest requestFor(const std::string& json, const QString& device) {
        RunRequest request;
        request.device = device.toStdString();
        request.project = project::parseProject(json, "kinds.warpbench").project;
        request.source = kSource;
        request.repeats = 3;
        return request;
    }

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200"); }

    void kinds_data() {
        QTest::addColumn<QString>("memory");
        QTest::addColumn<QString>("init");
        QTest::addColumn<QString>("device");
        for (const char* device : {"sim", "0"})
            for (const char* memory : {"device", "managed", "mapped", "pitched"})
                for (const char* init : {"arange", "ones"})
                    QTest::addRow("%s of %s, %s", memory, init, device) << memory << init << device;
    }
    void kinds() {
        QFETCH(QString, memory);
        QFETCH(QString, init);
        QFETCH(QString, device);
        if (device == "0" && !hasRealGpu())
            QSKIP("no real GPU");
        for (const WorkerHome home : {WorkerHome::this_process, WorkerHome::child_process}) {
            RunRequest request =
                requestFor(document(memory.toStdString(), init.toStdString()), device);
            request.guards = home == WorkerHome::child_process;
            request.checkFaults = device == "sim";
            Bench bench(home);
            const RunReport report = bench.run(std::move(request));
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
            const BufferReport& image = report.buffers.at(0);
            QVERIFY(image.expect && image.expect->passed);
            QCOMPARE(image.expect->mismatches, 0);
            QCOMPARE(
                QString::fromStdString(toJson(report)["buffers"][0]["memory"].get<std::string>()),
                memory);
            QCOMPARE(bench.read(image.ref, 499, 1).as<float>()[0], init == "ones" ? 2.0F : 998.0F);
        }
    }

    void pitchIsANumberOfThePlan() {
        const auto pitchIn = [](const std::string& memory) {
            const auto plan =
                project::makePlan(project::parseProject(document(memory), "p.warpbench").project);
            std::uint64_t value = 0;
            const auto& bytes = std::get<project::PlannedBytes>(plan.launches[0].args[1].value);
            std::memcpy(&value, bytes.bytes.data(), sizeof value);
            const auto& second =
                std::get<project::PlannedBufferArg>(plan.launches[0].args[2].value);
            return std::pair(value, second.byteOffset);
        };
        QCOMPARE(pitchIn("pitched"), std::pair(std::uint64_t(512), std::uint64_t(512)));
        QCOMPARE(pitchIn("device"), std::pair(std::uint64_t(400), std::uint64_t(400)));
    }

    /// A row too many: the element behind the last one, whatever the pitch.
    void faultsAreToldByElements() {
        Bench bench(WorkerHome::this_process);
        for (const char* memory : {"device", "pitched"}) {
            RunRequest request = requestFor(document(memory), "sim");
            request.project.launches[0].grid = {{"lines + 1", {}}};
            const RunReport report = bench.run(request);
            QCOMPARE(report.faults.size(), std::size_t(1));
            QCOMPARE(report.faults[0].offset, std::optional<std::int64_t>(5 * 100 * 4));
            QCOMPARE(report.faults[0].elements, std::uint64_t(500));
        }
    }

    void whatCannotBe_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("text");
        QTest::newRow("resident") << "{'buffer': 'image'}"
                                  << "{'buffer': 'image', 'access': 'resident'}"
                                  << "resident buffer must be in device memory";
        QTest::newRow("split") << "'dtype'"
                               << "'split': 'rows', 'dtype'"
                               << "can only share";
        QTest::newRow("a step") << "'launches': ["
                                << "'launches': [{'elementwise': 'image = 1'},"
                                << "without gaps";
        QTest::newRow("no such buffer") << "pitch(image)"
                                        << "pitch(imag)"
                                        << "pitch(imag)";
        QTest::newRow("no word") << "'pitched'"
                                 << "'pinned'"
                                 << "'pinned'";
    }
    void whatCannotBe() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, text);
        QString json = QString::fromStdString(document("pitched"));
        json.replace(json.indexOf(from.replace(u'\'', u'"')), from.size(), to.replace(u'\'', u'"'));
        try {
            project::makePlan(project::parseProject(json.toStdString(), "p.warpbench").project);
            QFAIL("it was taken");
        } catch (const Error& error) {
            QVERIFY2(error.text().find(text.toStdString()) != std::string::npos,
                     error.text().c_str());
            QVERIFY(!error.remedy().empty());
        }
    }
};

WARPBENCH_TEST(SessionMemoryKindsTest)
} // namespace tst_session_memory_kinds

#include "tst_session_memory_kinds.moc"
