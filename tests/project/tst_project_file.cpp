// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/placed_json.h"
#include "core/project/project_file.h"
#include "core/project/project_files.h"
#include "tests/main.h"
#include "tests/project/sample_project.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>
#include <random>

namespace tst_project_file {

using namespace warpbench;
using namespace warpbench::project;

namespace fs = std::filesystem;

class TestProjectFile : public QObject {
    Q_OBJECT

  private slots:
    /// A key of a later version stays with its buffer or launch when another one is removed.
    void unknownKeysStayWithTheirOwner() {
        using nlohmann::json;
        json document = {{"format", "warpbench-project"}, {"version", 1}};
        document["source"]["text"] = "";
        for (const char* name : {"a", "b", "c"}) {
            json buffer = {{"name", name}, {"dtype", "int32"}};
            buffer["shape"] = json::array({1});
            if (*name != 'b')
                buffer[std::string("of_") + name]["x"] = 2;
            document["buffers"].push_back(buffer);
        }
        json launch = {{"kernel", "k"}};
        launch["grid"] = launch["block"] = json::array({1});
        json second = {{"buffer", "b"}, {"of_second", 3}};
        launch["args"] = json::array({json{{"buffer", "a"}}, second});
        document["launches"] = json::array({launch});
        const std::string text = document.dump(2);
        Project project = parseProject(text, "p.warpbench").project;
        project.buffers.erase(project.buffers.begin());
        project.launches[0].args.erase(project.launches[0].args.begin());
        document = json::parse(writeProject(project));
        QVERIFY(!document["buffers"][0].contains("of_a"));
        QVERIFY(!document["buffers"][0].contains("of_c"));
        QCOMPARE(document["buffers"][1]["of_c"]["x"].get<int>(), 2);
        QCOMPARE(document["launches"][0]["args"][0]["of_second"].get<int>(), 3);
    }

    /// Each value costs its place, so their number has an end.
    void endlessListsAreRefused() {
        std::string text = "[0";
        for (int n = 0; n < 300'000; ++n)
            text += ",0";
        QVERIFY_EXCEPTION_THROWN(parsePlacedJson(text + "]", "p.warpbench"), Error);
    }

    void readsEverything() {
        const ReadResult result = parseProject(sample::kEverything, "p.warpbench");
        QVERIFY(result.warnings.empty());
        const Project& p = result.project;
        QCOMPARE(p.buffers.size(), std::size_t(5));
        QCOMPARE(p.buffers[4].address->text, std::string("0x3d4100000000"));
        QCOMPARE(p.constants.at("table").file, std::string("table.bin"));
        QCOMPARE(p.buffers[3].dtype.fields().size(), std::size_t(2));
        QCOMPARE(p.launches[0].args.size(), std::size_t(9));
        const auto& mips = std::get<TextureArg>(p.launches[0].args[7].value);
        QCOMPARE(mips.address + " " + mips.addressY + " " + mips.addressZ,
                 std::string("wrap border mirror"));
        QCOMPARE(mips.border, (std::array<float, 4>{0.5F, 0, 0, 1}));
        QVERIFY(mips.srgb && mips.levels.size() == 1 && mips.levelFilter == "linear");
        QCOMPARE(std::get<TextureArg>(p.launches[0].args[8].value).memory, std::string("pitched"));
        const auto& fields = std::get<StructArg>(p.launches[0].args[3].value).fields;
        QVERIFY(std::holds_alternative<StructArg>(fields.at("lens")));
        QVERIFY(std::holds_alternative<MemberList>(fields.at("m")));
        QVERIFY(std::get<StructArg>(fields.at("box")).fields.contains("buffer"));
        QVERIFY(!p.compile.defines.at("FAST").has_value());
        QCOMPARE(p.launches[0].place.line, 33);
        QCOMPARE(p.parameters.at("n").text, std::string("400"));
    }

    /// Reading a written project gives the same project, and writing it again the same text.
    void writingIsStable() {
        for (const char* text : {sample::kVectorMultiply, sample::kEverything}) {
            const Project first = parseProject(text, "p.warpbench").project;
            const std::string written = writeProject(first);
            const Project second = parseProject(written, "p.warpbench").project;
            QVERIFY(first == second);
            QCOMPARE(writeProject(second), written);
        }
    }

    /// Steps are written exactly as read, without their kernels.
    void stepsStayWhatTheyAre() {
        const std::string text = R"json({
  "buffers": [],
  "compile": {
    "arch": "auto",
    "std": "c++17"
  },
  "format": "warpbench-project",
  "launches": [
    {
      "block": [
        "BLOCK"
      ],
      "elementwise": "z = a*x + y; x = 0",
      "metrics": {
        "flops": "2 * n"
      },
      "repeat": 3,
      "stream": "s"
    },
    {
      "fill": "z",
      "value": 1.5
    },
    {
      "neutral": "-inf",
      "reduce": "total = x * y",
      "with": "max(left, right)"
    },
    {
      "exclusive": true,
      "of_later": 1,
      "scan": "z = x"
    }
  ],
  "name": "steps",
  "source": {
    "text": ""
  },
  "timing": {
    "flush_l2": false,
    "repeats": 50,
    "restore": true,
    "timeout_s": 60,
    "warmup": 3
  },
  "version": 1
}
)json";
        const ReadResult read = parseProject(text, "p.warpbench");
        QCOMPARE(read.warnings.size(), std::size_t(1)); // of_later
        QCOMPARE(QString::fromStdString(writeProject(read.project)), QString::fromStdString(text));
        QCOMPARE(read.project.launches[0].step->text.place.line, 13);
        QCOMPARE(int(read.project.launches[2].step->kind), int(Step::Kind::reduce));
        QVERIFY(!(read.project.launches[2] == read.project.launches[3]));
    }

    void stepsThatMakeNoSense_data() {
        QTest::addColumn<QString>("launch");
        QTest::addColumn<QString>("says");
        QTest::newRow("two") << R"("fill": "z", "value": 1, "scan": "z = x")"
                             << "one thing";
        QTest::newRow("kernel") << R"("scan": "z = x", "kernel": "k")"
                                << "has its own";
        QTest::newRow("grid") << R"("scan": "z = x", "grid": [1])"
                              << "has its own";
        QTest::newRow("no value") << R"("fill": "z")"
                                  << "value";
        QTest::newRow("no text") << R"("elementwise": 5)"
                                 << "elementwise";
        QTest::newRow("flat") << R"("scan": "z = x", "block": [16, 16])"
                              << "block";
    }
    void stepsThatMakeNoSense() {
        QFETCH(QString, launch);
        QFETCH(QString, says);
        const std::string text =
            std::string(
                R"({"format": "warpbench-project", "version": 1, "source": {"text": ""},)") +
            "\n\"launches\": [{" + launch.toStdString() + "}]}";
        try {
            parseProject(text, "p.warpbench");
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains(says), error.what());
            QCOMPARE(error.place().line, 2);
        }
    }

    /// As Windows' editors save "Unicode".
    void utf16IsNamed() {
        for (const std::string& mark : {std::string("\xFF\xFE"), std::string("\xFE\xFF")}) {
            try {
                parseProject(mark + std::string("{\0}\0", 4), "p.warpbench");
                QFAIL("accepted");
            } catch (const Error& error) {
                QCOMPARE(error.text(),
                         std::string("the file is UTF-16, but a project must be UTF-8"));
                QCOMPARE(error.place().line, 1);
            }
        }
    }

    /// Unusual numbers stay unchanged, also if they look like what a key's absence means.
    void expressionsSurvive() {
        for (const char* value :
             {"0", "0.0", "-1", "1.5", "1e-6", "1e300", "\"n*2\"", "\"007\"", "\"4\"", "true",
              "\"1e5\"", "18446744073709551615", "\" 4\"", "\"\"", "\"[1]\""}) {
            const std::string text =
                std::string(
                    R"({"format": "warpbench-project", "version": 1, "source": {"text": ""},)") +
                R"("parameters": {"p": )" + value +
                R"(}, "constants": {"c": {"dtype": "int32", "read": true, "value": )" + value +
                R"(}}, "launches": [{"kernel": "k", "grid": [1], "block": [1], "shared": )" +
                value + "}]}";
            const Project first = parseProject(text, "p").project;
            const Project second = parseProject(writeProject(first), "p").project;
            QVERIFY2(first == second, value);
        }
    }

    /// A project that is still being made can be saved, and opened again, whatever it lacks.
    void whatIsNotGivenYetCanBeReadAgain() {
        Project project = projectForSource("k.cu");
        for (const auto kind : {Init::Kind::zeros, Init::Kind::ones, Init::Kind::constant,
                                Init::Kind::arange, Init::Kind::uniform, Init::Kind::normal,
                                Init::Kind::randint, Init::Kind::expression, Init::Kind::file}) {
            Buffer buffer;
            buffer.name = "b" + std::to_string(int(kind));
            buffer.dtype = arrays::DType(arrays::Scalar::int32);
            buffer.init.kind = kind;
            buffer.expect = Expect{};
            project.buffers.push_back(buffer);
        }
        const std::string text = writeProject(project);
        const Project again = parseProject(text, "p.warpbench").project;
        QCOMPARE(again.buffers.size(), project.buffers.size());
        for (std::size_t i = 0; i < again.buffers.size(); ++i) {
            QCOMPARE(again.buffers[i].init.kind, project.buffers[i].init.kind);
            QVERIFY(again.buffers[i].expect);
        }
        QCOMPARE(QString::fromStdString(writeProject(again)), QString::fromStdString(text));
    }

    void unknownKeysAreKept() {
        const std::string text = R"({
  "format": "warpbench-project", "version": 1, "source": {"text": "", "encodng": "x"},
  "bufers": [1, {"a": null}],
  "metrics": {"gflops": "n"},
  "launches": [{"kernel": "k", "grid": [1], "block": [1], "stram": "a/b~c"}]
})";
        const ReadResult result = parseProject(text, "p.warpbench");
        QCOMPARE(result.warnings.size(), std::size_t(4));
        bool suggested = false;
        for (const Error& warning : result.warnings) {
            suggested = suggested || QString(warning.what()).contains("did you mean 'buffers'");
            QVERIFY(warning.place().line > 0);
        }
        QVERIFY(suggested);
        const Project again = parseProject(writeProject(result.project), "p.warpbench").project;
        QVERIFY(again == result.project);
        QVERIFY(again.unknown.at("/launches/0/stram") == "\"a/b~c\"");
    }

    void mistakes_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* from, const char* to, const char* place, const char* part) {
            QTest::newRow(to) << QString(from) << QString(to) << QString(place) << QString(part);
        };
        // Places in sample::kVectorMultiply.
        row("\"float32\", \"shape\": [\"n\"], \"init\": {\"kind\": \"zeros\"}",
            "\"flaot32\", \"shape\": [\"n\"], \"init\": {\"kind\": \"zeros\"}", "10:31",
            "did you mean 'float32'");
        row("\"zeros\"", "\"zeroes\"", "10:75", "did you mean 'zeros'");
        row("\"access\": \"out\"", "\"access\": \"write\"", "15:44", "use one of in, out");
        row("\"version\": 1", "\"version\": \"1\"", "2:45", "a string");
        row("warpbench-project", "other", "2:13", "not a warpbench-project");
        row("\"shape\": [\"n\"], \"init\": {\"kind\": \"zeros\"}",
            "\"shape\": \"n\", \"init\": {\"kind\": \"zeros\"}", "10:51", "square brackets");
        row("\"grid\"", "\"gird\"", "14:5", "the key 'grid' is missing");
        row("\"rtol\": 1e-6", "\"rtol\": -1", "11:48", "tolerance below 0");
        row("\"warmup\": 3", "\"warmup\": 1.5", "17:24", "integer from 0");
        row("\"seed\": 1", "\"seed\": -1", "8:93", "integer from 0");
        row("{\"scalar\": \"int32\", \"value\": \"n\"}", "{\"skalar\": \"int32\"}", "15:118",
            "not an argument");
        row("{\"file\": \"vector_multiply.cu\"}", "{}", "4:13", "given by nothing");
        row("\"n\": 400", "\"n\": 400, \"n\": 401", "6:28", "twice");
        row("\"n\": 400", "\"n\": [1]", "6:23", "an expression");
        row("\"n\": 400", "\"n\": 400,", "6:27", "not valid JSON");
    }
    void mistakes() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, place);
        QFETCH(QString, part);
        QString text(sample::kVectorMultiply);
        QVERIFY(text.contains(from));
        text.replace(text.indexOf(from), from.size(), to);
        try {
            parseProject(text.toStdString(), "p.warpbench");
            QFAIL("no error");
        } catch (const Error& error) {
            const QString line = QString::fromStdString(error.line());
            QVERIFY2(line.startsWith("p.warpbench:" + place + ": error: "), qPrintable(line));
            QVERIFY2(line.contains(part), qPrintable(line));
            QVERIFY(!error.remedy().empty());
        }
    }

    /// Columns count characters, not bytes.
    void columnsCountCharacters() {
        try {
            parseProject("{\"näme→\": 1, \"format\": 2}", "p");
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(error.place().column, 24);
        }
    }

    void newerVersionIsReadOnly() {
        std::string text = sample::kVectorMultiply;
        text.replace(text.find("\"version\": 1"), 12, "\"version\": 9");
        const ReadResult result = parseProject(text, "p.warpbench");
        QVERIFY(result.project.readOnly);
        QVERIFY(QString(result.warnings.at(0).what()).contains("newer"));
        QTemporaryDir folder;
        QVERIFY_EXCEPTION_THROWN(
            saveProject(result.project, fs::path(folder.path().toStdString()) / "p.warpbench"),
            Error);
    }

    void olderVersionsAreMigrated() {
        PlacedJson document = parsePlacedJson(R"({"version": 1, "old": 5})", "p");
        const std::vector<Migration> steps{
            [](nlohmann::json& json) {
                json["new"] = json["old"];
                json.erase("old");
            },
            [](nlohmann::json& json) { json["new"] = json["new"].get<int>() + 1; }};
        QVERIFY(migrateProject(document, steps, 3).has_value());
        QVERIFY(document.root == nlohmann::json::parse(R"({"version": 3, "new": 6})"));
        QVERIFY(!migrateProject(document, steps, 3).has_value());
    }

    void savesAsAWhole() {
        QTemporaryDir folder;
        const fs::path file = fs::path(folder.path().toStdString()) / "p.warpbench";
        const Project project = parseProject(sample::kEverything, file).project;
        saveProject(project, file);
        saveProject(project, file);
        QVERIFY(readProject(file).project == project);
        int files = 0;
        for ([[maybe_unused]] const auto& entry : fs::directory_iterator(file.parent_path())) {
            ++files;
        }
        QCOMPARE(files, 1);
        QVERIFY_EXCEPTION_THROWN(saveProject(project, file / "no" / "such.warpbench"), Error);
    }

    void sourceStaysInside() {
        QTemporaryDir folder;
        const fs::path base(folder.path().toStdString());
        fs::create_directory(base / "in");
        std::ofstream(base / "secret.cu") << "secret";
        std::ofstream(base / "in" / "k.cu") << "__global__ void k() {}";
        Project project = projectForSource(base / "in" / "k.cu");
        QCOMPARE(sourceText(project), std::string("__global__ void k() {}"));
        for (const std::string& path :
             {std::string("../secret.cu"), (base / "secret.cu").string(), std::string("none.cu"),
              std::string(""), std::string("x/../../secret.cu")}) {
            project.source = SourceFile{path};
            QVERIFY_EXCEPTION_THROWN(sourceText(project), Error);
        }
        std::error_code code;
        fs::create_symlink("../secret.cu", base / "in" / "link.cu", code);
        if (!code) {
            project.source = SourceFile{"link.cu"};
            QVERIFY_EXCEPTION_THROWN(sourceText(project), Error);
        }
    }

    /// As the window has it of a .cu until the project is saved; no project of a stranger's may.
    void anOpenedSourceIsNamedByItsWholePath() {
        QTemporaryDir folder;
        const fs::path file = fs::path(folder.path().toStdString()) / "k.cu";
        std::ofstream(file) << "__global__ void k() {}";
        Project project = projectForSource(file);
        project.source = SourceFile{file.string()};
        QVERIFY_EXCEPTION_THROWN(sourceText(project), Error);
        project.file.clear();
        QCOMPARE(sourceText(project), std::string("__global__ void k() {}"));
        project.mayLeaveFolder = false;
        QVERIFY_EXCEPTION_THROWN(sourceText(project), Error);
    }

    /// Damaged files give a project or an Error.
    void randomDamage() {
        std::mt19937 random(3);
        int failures = 0;
        const std::string good = sample::kEverything;
        for (int round = 0; round < 2000; ++round) {
            std::string text = good;
            for (int n = 0; n < 3; ++n) {
                const std::size_t at = random() % text.size();
                switch (random() % 3) {
                case 0:
                    text[at] = char(random());
                    break;
                case 1:
                    text.erase(at, random() % 20);
                    break;
                default:
                    text.insert(at, text.substr(random() % text.size(), random() % 20));
                }
                text += ' ';
            }
            try {
                const Project project = parseProject(text, "p").project;
                QVERIFY(parseProject(writeProject(project), "p").project == project);
            } catch (const Error& error) {
                ++failures;
                QVERIFY(!error.text().empty());
            }
        }
        QVERIFY(failures > 500);
        QVERIFY_EXCEPTION_THROWN(parseProject(std::string(100'000, '['), "p"), Error);
        QVERIFY_EXCEPTION_THROWN(parseProject("", "p"), Error);
    }
};

WARPBENCH_TEST(TestProjectFile)
} // namespace tst_project_file

#include "tst_project_file.moc"
