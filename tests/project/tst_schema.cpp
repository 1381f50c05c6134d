// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/evaluate.h"
#include "core/project/project_file.h"
#include "core/project/project_files.h"
#include "core/project/project_schema.h"
#include "tests/main.h"
#include "tests/project/sample_project.h"
#include "tests/project/schema_check.h"
#include "tests/source_path.h"

#include <QRegularExpression>
#include <QTest>

#include <set>

namespace tst_schema {

using namespace warpbench;
using namespace warpbench::project;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

const fs::path kRoot(test::sourcePath(""));

const SchemaCheck& schema() {
    static const SchemaCheck check(json::parse(readTextFile(kRoot / "docs/project.schema.json")));
    return check;
}

/// The keys of all objects that a schema describes.
std::set<std::string> keysOf(const json& schema) {
    std::set<std::string> keys;
    for (const auto& [name, part] : schema.items()) {
        if (part.is_structured()) {
            keys.merge(keysOf(part));
        }
        if (name == "properties" && part.is_object()) {
            for (const auto& [key, of] : part.items()) {
                keys.insert(key);
            }
        }
    }
    return keys;
}

} // namespace

class TestSchema : public QObject {
    Q_OBJECT

  private slots:
    /// If this fails: warpbench-cli schema > docs/project.schema.json
    void isMadeFromTheFields() {
        const std::string file = readTextFile(kRoot / "docs/project.schema.json");
        QVERIFY(file == projectSchema() + "\n");
    }

    /// docs/project-file.md has a line for each key.
    void keysAreDocumented() {
        const QString page = QString::fromStdString(readTextFile(kRoot / "docs/project-file.md"));
        QStringList missing;
        for (const std::string& key : keysOf(json::parse(projectSchema()))) {
            const QString word = QString::fromStdString(key);
            const QRegularExpression inCode("[`\".]" + word + "[`\".]"); // `key`, "key", `x.key`
            if (!page.contains(inCode)) {
                missing += word;
            }
        }
        QCOMPARE(missing, QStringList());
    }

    void samplesAndWhatIsWritten() {
        for (const char* text : {sample::kVectorMultiply, sample::kEverything}) {
            QVERIFY(schema().accepts(json::parse(text)));
            const Project project = parseProject(text, "p.warpbench").project;
            QVERIFY(schema().accepts(json::parse(writeProject(project))));
        }
        QVERIFY(schema().accepts(json::parse(writeProject(Project{}))));
    }

    /// The schema rejects everything that the reader rejects; it accepts the sample before each
    /// change.
    void refusesWhatTheReaderRefuses_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* pointer, const char* value) {
            QTest::addRow("%s=%s", pointer, value) << QString(pointer) << QString(value);
        };
        row("/version", "0");
        row("/devices", "0");
        row("/buffers/2/reduce", "\"mean\"");
        row("/buffers/1/split", "\"columns\"");
        row("/buffers/1/halo", "[]");
        row("/buffers/0/address", "[]");
        row("/rounds", "[]");
        row("/launches/0/priority", "[]");
        row("/launches/0/programmatic", "1");
        row("/timing/graph", "1");
        row("/timing/rotate", "0");
        row("/context", "\"mine\"");
        row("/limits", "4096");
        row("/limits", "{\"stack_bytes\": []}");
        row("/source", "{}");
        row("/buffers/0/dtype", "\"flaot\"");
        row("/buffers/0/shape", "4");
        row("/buffers/0/init/kind", "\"ramp\"");
        row("/buffers/0/init/seed", "-1");
        row("/buffers/2/expect", "{}");
        row("/buffers/2/expect/rtol", "-1");
        row("/buffers/2/expect/file", "\"x.npy\"");
        row("/launches/0/grid", "[]");
        row("/launches/0/block", "[1, 1, 1, 1]");
        row("/launches/0/args/0/access", "\"write\"");
        row("/launches/0/args/0", "{}");
        row("/timing/warmup", "-1");
        row("/timing/timeout_s", "0");
        row("/timing/median_error", "1");
        row("/timing/max_repeats", "0");
        row("/parameters/n", "null");
        row("/sweep/parameters/BLOCK", "[]");
    }
    void refusesWhatTheReaderRefuses() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        json document = json::parse(sample::kVectorMultiply);
        QVERIFY(schema().accepts(document));
        document[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
        QVERIFY(!schema().accepts(document));
        QVERIFY_EXCEPTION_THROWN(parseProject(document.dump(), "p"), Error);
    }

    /// Every example and every solution is a project without warnings, of which a plan can be made.
    void examples_data() {
        QTest::addColumn<QString>("folder");
        QTest::newRow("examples") << "examples";
        QTest::newRow("solutions") << "examples/solutions";
    }
    void examples() {
        QFETCH(QString, folder);
        int found = 0;
        for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder.toStdString())) {
            if (entry.path().extension() != ".warpbench") {
                continue;
            }
            ++found;
            const std::string name = entry.path().filename().string();
            QVERIFY2(schema().accepts(json::parse(readTextFile(entry.path()))), name.c_str());
            try {
                const ReadResult result = readProject(entry.path());
                QVERIFY2(result.warnings.empty(),
                         result.warnings.empty() ? "" : result.warnings[0].line().c_str());
                makePlan(result.project);
                QVERIFY(!sourceText(result.project).empty());
            } catch (const Error& error) {
                QFAIL(error.line().c_str());
            }
        }
        QVERIFY(found > 0);
    }
};

WARPBENCH_TEST(TestSchema)
} // namespace tst_schema

#include "tst_schema.moc"
