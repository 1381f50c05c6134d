// SPDX-License-Identifier: GPL-3.0-or-later
// The course: all tasks of a lesson are open in the lesson itself and done in its
// solution.
#include "cli_fixture.h"
#include "core/base/path_text.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <filesystem>

namespace tst_lessons {

namespace fs = std::filesystem;
using namespace warpbench;

namespace {

const fs::path kRoot = test::sourcePath("");

nlohmann::json readJson(const fs::path& file) {
    return nlohmann::json::parse(platform::readFile(file));
}

} // namespace

class LessonsTest : public QObject {
    Q_OBJECT

    CliFixture m_fixture;

    /// The output of `run --tasks` for a project.
    nlohmann::json tasksOf(const fs::path& project, int expectedCode) {
        const auto result = m_fixture.run({"run", project.string(), "--tasks", "--json"});
        if (result.status.code != expectedCode)
            qWarning("%s: %d: %s", utf8(project).c_str(), result.status.code,
                     result.errors.c_str());
        return nlohmann::json::parse(result.output, nullptr, false);
    }

  private slots:
    void lessons_data() {
        QTest::addColumn<QString>("name");
        for (const auto& entry : readJson(kRoot / "examples" / "course.json")) {
            const auto name = entry["lesson"].get<std::string>();
            const auto lesson = readJson(kRoot / "examples" / name / (name + ".warpbench"));
            if (lesson.contains("tasks"))
                QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    void lessons() {
        QFETCH(QString, name);
        const std::string file = name.toStdString() + ".warpbench";
        const fs::path lesson = kRoot / "examples" / name.toStdString() / file;
        const fs::path solution = kRoot / "examples" / "solutions" / name.toStdString() / file;

        const auto before = tasksOf(lesson, 1);
        QVERIFY(before.is_object() && !before["tasks"].empty());
        for (const auto& task : before["tasks"]) {
            QVERIFY2(task["done"] == false, task["text"].dump().c_str());
            QVERIFY2(task["reason"].is_string(), task["text"].dump().c_str());
            QVERIFY2(task["hint"].is_string(), task["text"].dump().c_str());
        }
        const auto after = tasksOf(solution, 0);
        QVERIFY(after.is_object());
        QCOMPARE(after["tasks"].size(), before["tasks"].size());
        for (const auto& task : after["tasks"])
            QVERIFY2(task["done"] == true, task.dump().c_str());
        // The same tasks, so that a solution proves something of the lesson.
        QCOMPARE(readJson(solution)["tasks"], readJson(lesson)["tasks"]);
    }

    /// Lessons whose buffers are split are the same on any number of devices, bit for bit.
    void sharedOut_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("buffer");
        QTest::addColumn<QString>("devices");
        for (const char* devices : {"2", "4", "8"}) {
            QTest::addRow("heat, %s", devices) << "heat"
                                               << "u" << devices;
            QTest::addRow("scatter_gather, %s", devices) << "scatter_gather"
                                                         << "x" << devices;
        }
    }
    void sharedOut() {
        QFETCH(QString, name);
        QFETCH(QString, buffer);
        QFETCH(QString, devices);
        const std::string one = name.toStdString();
        const std::string project = (kRoot / "examples" / one / (one + ".warpbench")).string();
        const auto runOn = [&](const std::string& count) {
            const std::string file = count + ".npy";
            const auto result = m_fixture.run({"run", "--json", "--devices", count, "--export",
                                               buffer.toStdString() + "=" + file, project},
                                              {{"WARPBENCH_SIMGPU", {}}});
            if (result.status.code != 0)
                qWarning("%s", result.errors.c_str());
            return std::pair(nlohmann::json::parse(result.output, nullptr, false),
                             result.status.code == 0 ? m_fixture.text(file) : std::string());
        };
        const auto [alone, expected] = runOn("1");
        const auto [report, contents] = runOn(devices.toStdString());
        QVERIFY(!expected.empty() && contents == expected);
        QVERIFY(alone["devices"].is_null());
        QCOMPARE(report["devices"].size(), std::size_t(devices.toInt()));
        for (const auto& device : report["devices"])
            QVERIFY(device["waited_ms"].is_number() && device["busy_ms"] > 0);
    }

    /// From first kernel to occupancy tuning there are six that check themselves.
    void course() {
        int count = 0;
        for (const auto& entry : readJson(kRoot / "examples" / "course.json")) {
            const auto name = entry["lesson"].get<std::string>();
            QVERIFY(!entry["teaches"].get<std::string>().empty());
            count += readJson(kRoot / "examples" / name / (name + ".warpbench")).contains("tasks");
        }
        QVERIFY2(count >= 6, std::to_string(count).c_str());
    }
};

WARPBENCH_TEST(LessonsTest)
} // namespace tst_lessons

#include "tst_lessons.moc"
