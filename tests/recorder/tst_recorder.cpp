// SPDX-License-Identifier: GPL-3.0-or-later
// The recorder in front of a driver: programs run as without it, and what it writes of a launch is
// what the simulated driver writes of the same launch itself.
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/processes/child_process.h"
#include "tests/main.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tst_recorder {

using namespace warpbench;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

using Environment = decltype(platform::ProgramOptions::environment);

fs::path binaries() {
    return platform::executableFolder();
}

/// \param libraries  folders that the program finds its driver and its runtime in
platform::ProgramResult run(const std::string& program, const std::vector<std::string>& arguments,
                            const std::vector<const char*>& libraries,
                            Environment environment = {}) {
    std::string path;
    for (const char* folder : libraries)
        path += (path.empty() ? "" : ":") + (binaries() / folder).string();
    environment["LD_LIBRARY_PATH"] = path;
    environment["WARPBENCH_SIMGPU"] = "h200";
    environment["WARPBENCH_RECORDER_DRIVER"] = (binaries() / "libcuda" / "libcuda.so.1").string();
    platform::ProgramOptions options;
    options.arguments = arguments;
    options.environment = std::move(environment);
    options.limit = std::chrono::seconds(120);
    return platform::runProgram(binaries() / program, options);
}

/// What the recorder and the simulated driver write of one run of a program.
class TwoRecords {
  public:
    /// \param kernel  NAME, NAME#N or *
    TwoRecords(const std::string& program, const std::vector<std::string>& arguments,
               const std::string& kernel, const std::string& limit = "1000000") {
        Environment environment;
        for (const std::string name : {"RECORDER", "SIMGPU"}) {
            fs::create_directory(folder(name));
            const std::string prefix = "WARPBENCH_" + name;
            environment[prefix + "_CAPTURE"] = folder(name).string();
            environment[prefix + "_CAPTURE_KERNEL"] = kernel;
            environment[prefix + "_CAPTURE_LIMIT"] = limit;
            environment[prefix + "_LAUNCHES"] = list(name).string();
        }
        result = run(program, arguments, {"recorder", "libcuda"}, environment);
    }

    fs::path folder(const std::string& name) const { return m_folder.path() / name; }
    fs::path list(const std::string& name) const { return m_folder.path() / (name + ".list"); }

    /// By kernel.
    std::map<std::string, fs::path> launches(const std::string& name) const {
        std::map<std::string, fs::path> all;
        for (const auto& entry : fs::directory_iterator(folder(name)))
            all[describe(entry.path()).value("kernel", "")] = entry.path();
        return all;
    }

    static json describe(const fs::path& launch) {
        return json::parse(platform::readFile(launch / "launch.json"), nullptr, false);
    }

    platform::ProgramResult result;

  private:
    const platform::TemporaryFolder m_folder;
};

/// Its memory or variables with what the files of each hold, in an order of their own.
json withContents(const json& description, const char* key, const fs::path& launch) {
    json parts = description.at(key);
    const std::string prefix = std::string(key) == "variables" ? "variable_" : "";
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (const char* when : {".before", ".after"}) {
            const fs::path file = launch / (prefix + std::to_string(i) + when);
            parts[i][when] =
                QByteArray::fromStdString(fs::exists(file) ? platform::readFile(file) : "no file")
                    .toHex()
                    .toStdString();
        }
    std::sort(parts.begin(), parts.end());
    return parts;
}

/// All that is known of a launch but for the GPU's name.
json contentsOf(const fs::path& launch) {
    json description = TwoRecords::describe(launch);
    for (const char* key : {"memory", "variables"})
        description[key] = withContents(description, key, launch);
    for (const char* key : {"model", "device", "compute_capability"})
        description.erase(key);
    for (int i = 0; i < description.at("modules").get<int>(); ++i)
        description["texts"].push_back(
            platform::readFile(launch / ("module_" + std::to_string(i) + ".ptx")));
    return description;
}

void compareLaunches(const fs::path& recorded, const fs::path& simulated) {
    const json got = contentsOf(recorded);
    const json expected = contentsOf(simulated);
    for (const auto& [key, value] : expected.items())
        QVERIFY2(got.contains(key) && got[key] == value,
                 (key + ": " + got.value(key, json()).dump().substr(0, 2000) +
                  "\nexpected: " + value.dump().substr(0, 2000))
                     .c_str());
    QCOMPARE(got.size(), expected.size());
}

} // namespace

class TestRecorder : public QObject {
    Q_OBJECT

    static void addRows() {
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("part");
        for (const char* way : {"symbols", "addresses", "per_thread"})
            for (const char* part : {"adds", "library", "links", "graphs", "faults"})
                QTest::addRow("%s, %s", part, way) << way << part;
    }

  private slots:
    void programsRunAsWithoutIt_data() { addRows(); }
    void programsRunAsWithoutIt() {
        QFETCH(QString, way);
        QFETCH(QString, part);
        const std::vector<std::string> arguments{way.toStdString(), part.toStdString()};
        const auto plain = run("recorder_program", arguments, {"libcuda"});
        QVERIFY2(plain.status.code == 0, (plain.output + plain.errors).c_str());
        const auto forwarded = run("recorder_program", arguments, {"recorder"});
        QCOMPARE(forwarded.output, plain.output);
        const TwoRecords records("recorder_program", arguments, "*");
        QCOMPARE(records.result.output, plain.output);
        QCOMPARE(records.result.errors, plain.errors);
        QCOMPARE(records.result.status.code, 0);
    }

    void launchesAreWrittenAsTheSimulatedDriverDoes_data() { addRows(); }
    void launchesAreWrittenAsTheSimulatedDriverDoes() {
        QFETCH(QString, way);
        QFETCH(QString, part);
        if (part == "faults" || part == "graphs")
            return; // a real GPU's memory cannot be read after a fault; see below
        const TwoRecords records("recorder_program", {way.toStdString(), part.toStdString()}, "*");
        const auto recorded = records.launches("RECORDER");
        const auto simulated = records.launches("SIMGPU");
        QVERIFY(!simulated.empty());
        QCOMPARE(recorded.size(), simulated.size());
        for (const auto& [kernel, launch] : simulated) {
            QVERIFY(recorded.contains(kernel));
            compareLaunches(recorded.at(kernel), launch);
        }
        QCOMPARE(platform::readFile(records.list("RECORDER")),
                 platform::readFile(records.list("SIMGPU")));
    }

    void aLaterLaunchIsWritten() {
        for (const char* kernel : {"add#2", "add#3"}) {
            const TwoRecords records("recorder_program", {"addresses", "adds"}, kernel);
            QCOMPARE(records.launches("RECORDER").size(), std::size_t(1));
            compareLaunches(records.folder("RECORDER") / "0", records.folder("SIMGPU") / "0");
            const json launch = TwoRecords::describe(records.folder("RECORDER") / "0");
            QCOMPARE(launch.at("memory").size(), std::size_t(3));
            QCOMPARE(launch.at("state").dump(), json("done").dump());
            QCOMPARE(launch.at("compute_capability").dump(), json(90).dump());
            QVERIFY(launch.at("device").get<std::string>().find("H200") != std::string::npos);
        }
    }

    void whatIsNotLaunchedIsNotWritten() {
        for (const char* kernel : {"nothing", "add#4"}) {
            const TwoRecords records("recorder_program", {"addresses", "adds"}, kernel);
            QVERIFY(records.launches("RECORDER").empty());
        }
    }

    void tooMuchMemoryIsRefused() {
        const TwoRecords records("recorder_program", {"addresses", "adds"}, "add", "100");
        const json launch = TwoRecords::describe(records.folder("RECORDER") / "0");
        QCOMPARE(launch.at("state").dump(), json("too large").dump());
        QVERIFY(!fs::exists(records.folder("RECORDER") / "0" / "0.before"));
    }

    void nodesOfGraphsAreLeftAlone() {
        const TwoRecords records("recorder_program", {"addresses", "graphs"}, "scale#1");
        const json launch = TwoRecords::describe(records.folder("RECORDER") / "0");
        QCOMPARE(launch.at("state").dump(), json("done").dump());
        // The third one that the program asked for: 1, 5 and 17 became 53.
        const std::string before =
            platform::readFile(records.folder("RECORDER") / "0" / "0.before");
        QCOMPARE(int(before.at(0)), 17);
    }

    void aFaultIsWrittenAsItBegan() {
        const TwoRecords records("recorder_program", {"symbols", "faults"}, "broken");
        const fs::path folder = records.folder("RECORDER") / "0";
        QCOMPARE(TwoRecords::describe(folder).at("state").dump(), json("failed").dump());
        QVERIFY(fs::exists(folder / "0.before"));
        QVERIFY(!fs::exists(folder / "0.after"));
    }

    void programsOfTheRuntimeAreRecorded_data() {
        QTest::addColumn<QString>("part");
        if (!fs::exists(binaries() / "cudart_programs"))
            QSKIP("no nvcc was found, and it builds the program");
        const auto listed = run("cudart_programs", {"list"}, {"libcuda"});
        for (const QString& part :
             QString::fromStdString(listed.output).split(u'\n', Qt::SkipEmptyParts))
            QTest::newRow(qPrintable(part)) << part;
    }
    void programsOfTheRuntimeAreRecorded() {
        QFETCH(QString, part);
        const TwoRecords records("cudart_programs", {part.toStdString()}, "*");
        QVERIFY2(records.result.status.code == 0,
                 (records.result.output + records.result.errors).c_str());
        QCOMPARE(records.result.output, std::string("right\n"));
        if (part.contains(QStringLiteral("graph")) || part == "threads")
            return; // which launches come first, differs
        const auto recorded = records.launches("RECORDER");
        for (const auto& [kernel, launch] : records.launches("SIMGPU")) {
            QVERIFY2(recorded.contains(kernel), kernel.c_str());
            compareLaunches(recorded.at(kernel), launch);
        }
    }
};

WARPBENCH_TEST(TestRecorder)
} // namespace tst_recorder

#include "tst_recorder.moc"
