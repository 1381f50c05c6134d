// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"
#include "core/compile/compile.h"
#include "core/processes/confinement.h"
#include "tests/main.h"

#include <QTest>
#include <QXmlStreamReader>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <thread>

namespace tst_grade {

using namespace warpbench;
using nlohmann::json;

namespace {

const std::string kRight = "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                           "  int i = threadIdx.x;\n  d[i] = 2 * a[i];\n}\n";

/// Tests: 64 elements, then 100 and 128 with another seed.
json checksFile() {
    json small = {{"name", "small"}, {"points", 1}};
    json large = {{"name", "large"}, {"points", 2.5}};
    large["inputs"] = json::array();
    for (int n : {100, 128}) {
        json input = {{"seed", 7}};
        input["set"]["n"] = n;
        large["inputs"].push_back(input);
    }
    json document = {{"format", "warpbench-checks"}, {"version", 1}};
    document["tests"] = json::array({small, large});
    document["checks"]["d"]["expression"] = "a + a";
    return document;
}

/// Failures by name, from a parser for JUnit files; empty if it is not XML.
QMap<QString, QString> junitFailures(const std::string& xml) {
    QXmlStreamReader reader(QString::fromStdString(xml));
    QMap<QString, QString> failures;
    QString current;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto attributes = reader.attributes();
        if (reader.name() == QLatin1String("testcase"))
            current = attributes.value("classname").toString() + "/" +
                      attributes.value("name").toString();
        else if (reader.name() == QLatin1String("failure"))
            failures[current] = attributes.value("message").toString();
    }
    return reader.hasError() ? QMap<QString, QString>() : failures;
}

} // namespace

/// Tasks of projects, and students' sources against a teacher's project, with the real program.
class GradeTest : public QObject {
    Q_OBJECT

    std::unique_ptr<CliFixture> m_fixture;

    void submit(const std::string& name, const std::string& source) {
        m_fixture->write(name, source);
    }

  private slots:
    void init() {
        if (!compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
        m_fixture = std::make_unique<CliFixture>();
        json project = CliFixture::project();
        project["buffers"][0]["init"] = {{"kind", "randint"}, {"low", 0}, {"high", 1000}};
        m_fixture->write(project);
        m_fixture->write("checks.json", checksFile().dump(2));
    }

    void oneElementOrSeveral() {
        for (const auto& [wrong, says] :
             {std::pair("threadIdx.x == 5", "1 element is wrong, at [5]: "),
              std::pair("threadIdx.x / 2 == 5", "2 elements are wrong, the first at [10]: ")}) {
            submit("one.cu",
                   std::string("extern \"C\" __global__ void k(float* d, const float* a) {\n"
                               "  d[threadIdx.x] = 2 * a[threadIdx.x] + (") +
                       wrong + ");\n}\n");
            const auto result = m_fixture->run(
                {"grade", "p.warpbench", "--checks", "checks.json", "--json", "one.cu"});
            DOCUMENT(document, result);
            const auto reason = document["submissions"][0]["tests"][0]["reason"].get<std::string>();
            QVERIFY2(reason.find(says) != std::string::npos, reason.c_str());
        }
    }

    void gradesEachByItself() {
        submit("right.cu", kRight);
        submit("wrong.cu", "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                           "  d[threadIdx.x] = 2 * a[0];\n}\n");
        // Right for 64 elements, and beyond the end of its block's array for more.
        submit("fault.cu", "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                           "  int i = threadIdx.x;\n  if (i >= 64) i += 1 << 28;\n"
                           "  d[i] = 2 * a[i];\n}\n");
        submit("endless.cu", "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                             "  int i = threadIdx.x;\n"
                             "  for (volatile int w = 0; blockDim.x == 64; ) w = w + 1;\n"
                             "  d[i] = 2 * a[i];\n}\n");
        submit("broken.cu", "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                            "  d[0] = ;\n}\n");
        submit("renamed.cu", "extern \"C\" __global__ void other(float* d, const float* a) {}\n");
        const auto result = m_fixture->run(
            {"grade", "p.warpbench", "--checks", "checks.json", "--jobs", "2", "--timeout", "2",
             "--csv", "grades.csv", "--junit", "grades.xml", "--json", "right.cu", "wrong.cu",
             "fault.cu", "endless.cu", "broken.cu", "renamed.cu"});
        QVERIFY2(result.status.code == 1, result.errors.c_str());
        DOCUMENT(document, result);
        std::map<std::string, json> bySource;
        for (const json& submission : document["submissions"])
            bySource[submission["name"]] = submission;
        QCOMPARE(document["most_points"].get<double>(), 3.5);
        QCOMPARE(bySource["right.cu"]["points"].get<double>(), 3.5);
        QCOMPARE(bySource["wrong.cu"]["points"].get<double>(), 0.0);
        QCOMPARE(bySource["fault.cu"]["points"].get<double>(), 1.0);
        QCOMPARE(bySource["endless.cu"]["points"].get<double>(), 2.5);
        QCOMPARE(bySource["broken.cu"]["points"].get<double>(), 0.0);
        QCOMPARE(bySource["renamed.cu"]["points"].get<double>(), 0.0);
        const auto reason = [&](const char* source, std::size_t test) {
            return bySource[source]["tests"][test]["reason"].get<std::string>();
        };
        QVERIFY2(reason("wrong.cu", 0).find("instead of") != std::string::npos,
                 reason("wrong.cu", 0).c_str());
        QVERIFY2(reason("fault.cu", 1).find("fault.cu:") != std::string::npos,
                 reason("fault.cu", 1).c_str());
        QVERIFY2(reason("broken.cu", 0).find("broken.cu:2") != std::string::npos,
                 reason("broken.cu", 0).c_str());
        QVERIFY2(reason("renamed.cu", 0).find("was not found in the source") != std::string::npos,
                 reason("renamed.cu", 0).c_str());

        const std::string csv = m_fixture->text("grades.csv");
        QVERIFY2(csv.starts_with("submission,\"small\",\"large\",points,most_points,reasons\n"
                                 "\"right.cu\",1,2.5,3.5,3.5,\"\"\n"),
                 csv.c_str());
        const auto failures = junitFailures(m_fixture->text("grades.xml"));
        QCOMPARE(failures.size(), 8);
        QVERIFY(failures.contains("fault.cu/large"));
        QVERIFY(!failures.contains("fault.cu/small"));
    }

    /// A time limit beyond the clock's range means unlimited.
    void aLimitMayBeAnyNumber() {
        submit("right.cu", kRight);
        const auto result =
            m_fixture->run({"grade", "p.warpbench", "--checks", "checks.json", "--timeout", "1e10",
                            "--compile-timeout", "1e300", "right.cu"});
        QVERIFY2(result.status.code == 0, result.output.c_str());
    }

    /// A submission reads its own folder and nothing else: not its neighbours, not the solution.
    void submissionsDoNotPeek() {
        submit("solution.cu", kRight);
        submit("peek.cu", "#include \"solution.cu\"\n");
        const std::filesystem::path folder = m_fixture->file("dora");
        std::filesystem::create_directory(folder);
        submit("dora/two.h", "#define TWO 2\n");
        submit("dora/mine.cu", "#include \"two.h\"\n"
                               "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                               "  d[threadIdx.x] = TWO * a[threadIdx.x];\n}\n");
        const auto result = m_fixture->run({"grade", "p.warpbench", "--json", "peek.cu", "dora"});
        DOCUMENT(document, result);
        QCOMPARE(document["submissions"][0]["points"].get<double>(), 0.0);
        QCOMPARE(document["submissions"][1]["points"].get<double>(), 1.0);
    }

    /// A slip in the tests stops everything before the first submission, and is the teacher's.
    void slipsOfTheTeacher_data() {
        QTest::addColumn<QString>("checks");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* tests, const char* says) {
            QTest::newRow(name) << QString(R"({"format": "warpbench-checks", "version": 1, %1})")
                                       .arg(tests)
                                       .replace('\'', '"')
                                << says;
        };
        const char* const known = "did you mean 'expect'?";
        row("key of a test", "'tests': [{'name': 'a', 'expct': {'d': {'expression': 'a'}}}]",
            known);
        row("key of the file", "'test': [{'name': 'a'}], 'checks': {'d': {'expression': 'a'}}",
            "did you mean 'tests'?");
        row("key of an expect",
            "'tests': [{'name': 'a', 'expect': {'d': {'expression': 'a', "
            "'rtoll': 1}}}]",
            "did you mean 'rtol'?");
        row("key of an input", "'tests': [{'name': 'a', 'inputs': [{'sed': 1}]}]",
            "did you mean 'seed'?");
        row("key of the checks", "'checks': {'d': {'expression': 'a', 'exat': true}}",
            "did you mean 'exact'?");
        row("required name", "'tests': [{'name': 'a', 'require': ['share_bytes > 0']}]",
            "did you mean 'shared_bytes'?");
        row("required counter",
            "'tests': [{'name': 'a', 'require': ['n > 0', "
            "'global_sector < 9 and n == 64']}]",
            "did you mean 'global_sectors'?");
        row("required name of a branch",
            "'tests': [{'name': 'a', 'require': ['1 if n > 0 else occupency']}]",
            "did you mean 'occupancy'?");
        row("unreadable requirement", "'tests': [{'name': 'a', 'require': ['n >']}]", "n >");
        row("name that is set", "'tests': [{'name': 'a', 'inputs': [{'set': {'m': 1}}]}]", "'m'");
        row("name in a value", "'tests': [{'name': 'a', 'inputs': [{'set': {'n': '2 * m'}}]}]",
            "'m'");
        row("size that is none", "'tests': [{'name': 'a', 'inputs': [{}, {'set': {'n': 0}}]}]",
            "block");
        row("buffer that is none",
            "'tests': [{'name': 'a', 'expect': {'dd': {'expression': '1'}}}]", "did you mean 'd'?");
        row("name in an expectation",
            "'tests': [{'name': 'a', 'expect': {'d': {'expression': '2 * aa'}}}]", "aa");
        row("missing file", "'tests': [{'name': 'a', 'expect': {'d': {'file': 'none.npy'}}}]",
            "none.npy");
        row("no tests", "'tests': []", "checks.json:");
    }
    void slipsOfTheTeacher() {
        QFETCH(QString, checks);
        QFETCH(QString, says);
        submit("right.cu", kRight);
        m_fixture->write("checks.json", checks.toStdString());
        const auto result =
            m_fixture->run({"grade", "p.warpbench", "--checks", "checks.json", "right.cu"});
        QVERIFY2(result.status.code == 2, (result.output + result.errors).c_str());
        QVERIFY2(result.errors.find(says.toStdString()) != std::string::npos,
                 result.errors.c_str());
        QVERIFY2(result.errors.find("checks.json:1:") != std::string::npos, result.errors.c_str());
        QVERIFY2(result.output.find("right.cu") == std::string::npos, result.output.c_str());
    }

    /// `run --checks` reads the same files.
    void slipsInFurtherChecks() {
        const auto code = [&](const std::string& rest) {
            m_fixture->write("more.json",
                             R"({"format": "warpbench-checks", "version": 1, )" + rest + "}");
            return m_fixture->run({"run", "p.warpbench", "--checks", "more.json"}).status.code;
        };
        QCOMPARE(code(R"("checks": {"d": {"expression": "a + a"}})"), 0);
        QCOMPARE(code(R"("checks": {"d": {"expression": "a + a"}}, "tests": [])"), 0);
        QCOMPARE(code(R"("$schema": "x.json", "checks": {"d": {"expression": "a + a"}})"), 0);
        QCOMPARE(code(R"("checks": {"d": {"expression": "a"}})"), 1);
        QCOMPARE(code(R"("checks": {"d": {"expression": "a", "rtoll": 1}})"), 2);
        QCOMPARE(code(R"("check": {"d": {"expression": "a"}}, "checks": {})"), 2);
        QCOMPARE(code(R"("checks": {})"), 2);
        QCOMPARE(code(R"("tests": [{"name": "x"}])"), 2);
    }

    /// Of a project its own keys count as well, and one that expects nothing checks nothing.
    void projectsThatCheckNothing() {
        submit("right.cu", kRight);
        json project = m_fixture->json("p.warpbench");
        const auto grade = [&](const json& changed) {
            m_fixture->write(changed);
            return m_fixture->run({"grade", "p.warpbench", "right.cu"});
        };
        QCOMPARE(grade(project).status.code, 0);
        json mistyped = project;
        mistyped["buffers"][1]["expct"] = mistyped["buffers"][1]["expect"];
        const auto slip = grade(mistyped);
        QCOMPARE(slip.status.code, 2);
        QVERIFY2(slip.errors.find("did you mean 'expect'?") != std::string::npos,
                 slip.errors.c_str());
        project["buffers"][1].erase("expect");
        QCOMPARE(grade(project).status.code, 2);
        json task = {{"text", "Anything"}};
        project["tasks"] = json::array({task});
        const auto nothing = grade(project);
        QCOMPARE(nothing.status.code, 2);
        QVERIFY2(nothing.errors.find("checks nothing") != std::string::npos,
                 nothing.errors.c_str());
        QCOMPARE(m_fixture->run({"run", "p.warpbench", "--tasks"}).status.code, 2);
        // Faults that are asked for, counters and expectations are something.
        for (const char* check : {R"({"faults": true})", R"({"require": ["n == 64"]})",
                                  R"({"expect": {"d": {"expression": "2 * a"}}})"}) {
            project["tasks"][0]["check"] = json::parse(check);
            const auto something = grade(project);
            QVERIFY2(something.status.code == 0, something.errors.c_str());
        }
        for (const char* check : {R"({"faults": false})", R"({"requires": ["n == 64"]})",
                                  R"({"require": ["m == 64"]})"}) {
            project["tasks"][0]["check"] = json::parse(check);
            QCOMPARE(grade(project).status.code, 2);
            QCOMPARE(m_fixture->run({"run", "p.warpbench", "--tasks"}).status.code, 2);
        }
    }

    /// If a submission lacks the kernel, the message lists the kernels it has.
    void kernelsOfOtherNames() {
        submit("renamed.cu", "extern \"C\" __global__ void my_k(float* d, const float* a) {}\n"
                             "extern \"C\" __global__ void zero(float* d) {}\n");
        const auto result = m_fixture->run({"grade", "p.warpbench", "--json", "renamed.cu"});
        DOCUMENT(document, result);
        const auto reason = document["submissions"][0]["tests"][0]["reason"].get<std::string>();
        QCOMPARE(
            reason,
            std::string("kernel \"k\" was not found in the source; it has \"my_k\", \"zero\""));
    }

    /// What one submission leaves on the device helps no other.
    void submissionsShareNothing() {
        json project = m_fixture->json("p.warpbench");
        project["buffers"][0]["init"] = {{"kind", "arange"}};
        json seen = project["buffers"][0];
        seen["name"] = "seen";
        seen["init"]["kind"] = "zeros";
        project["buffers"].push_back(seen);
        project["launches"][0]["args"].push_back({{"buffer", "seen"}, {"access", "resident"}});
        project["tasks"] = json::array();
        for (const char* name : {"first", "second"}) {
            json task = {{"text", name}};
            task["check"]["expect"]["d"]["expression"] = "2 * a";
            project["tasks"].push_back(task);
        }
        m_fixture->write(project);
        const std::string head =
            "extern \"C\" __global__ void k(float* d, const float* a, float* seen) {\n"
            "  int i = threadIdx.x;\n";
        submit("right.cu", head + "  seen[i] = d[i] = 2 * a[i];\n}\n");
        submit("thief.cu", head + "  d[i] = seen[i];\n  seen[i] = 2 * a[i];\n}\n");
        const auto result =
            m_fixture->run({"grade", "p.warpbench", "--json", "right.cu", "thief.cu", "right.cu"});
        DOCUMENT(document, result);
        QCOMPARE(document["submissions"][0]["points"].get<double>(), 2.0);
        QCOMPARE(document["submissions"][1]["points"].get<double>(), 0.0);
        QCOMPARE(document["submissions"][2]["points"].get<double>(), 2.0);
    }

    /// Macros of a submission do not affect the teacher's steps.
    void macrosDoNotChangeSteps() {
        json project = m_fixture->json("p.warpbench");
        project["buffers"][1]["expect"] = {{"buffer", "ref"}};
        project["buffers"].push_back(
            {{"name", "ref"}, {"dtype", "float32"}, {"shape", json::array({"n"})}});
        project["launches"].insert(project["launches"].begin(),
                                   json{{"elementwise", "ref = 2 * a"}});
        m_fixture->write(project);
        submit("right.cu", "#define TWO 2\n" + kRight);
        submit("cheat.cu", "#define element(x, ...) ((x) = 0)\n"
                           "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                           "  d[threadIdx.x] = 0;\n}\n");
        submit("broken.cu", "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                            "  d[0] = ;\n}\n");
        const auto result =
            m_fixture->run({"grade", "p.warpbench", "--json", "right.cu", "cheat.cu", "broken.cu"});
        DOCUMENT(document, result);
        const auto& all = document["submissions"];
        QVERIFY2(all[0]["points"] == 1.0, all[0].dump(1).c_str());
        QVERIFY2(all[1]["points"] == 0.0, all[1].dump(1).c_str());
        const auto reason = all[2]["tests"][0]["reason"].get<std::string>();
        QVERIFY2(reason.starts_with("broken.cu:2"), reason.c_str());
    }

    /// Symbolic links do not count as submissions, anywhere in a submission or on the way to it.
    void linksAreNoWork() {
        namespace fs = std::filesystem;
        const auto at = [&](const std::string& name) { return m_fixture->file(name); };
        submit("solution.cu", kRight);
        for (const char* folder :
             {"secret", "in", "out", "header", "folder", "upwards", "inside/src"})
            fs::create_directories(at(folder));
        submit("secret/solution.h", kRight);
        const auto link = [&](const fs::path& target, const std::string& name) {
            fs::create_symlink(target, at(name));
        };
        link("solution.cu", "file.cu");
        link("nowhere.cu", "dangling.cu");
        link("loop.cu", "loop.cu");
        link(at("solution.cu"), "out/kernel.cu");
        link("nowhere.cu", "in/kernel.cu");
        link(at("secret/solution.h"), "header/solution.h");
        submit("header/kernel.cu", "#include \"solution.h\"\n");
        link(at("secret"), "folder/lib");
        submit("folder/kernel.cu", "#include \"lib/solution.h\"\n");
        link("..", "upwards/up");
        submit("upwards/kernel.cu", "#define NAME \"up/secret/solution.h\"\n#include NAME\n");
        submit("inside/src/mine.cu.txt", kRight);
        link("src/mine.cu.txt", "inside/kernel.cu");
        submit("inside/two.h", "");
        fs::create_directory_symlink(at("inside"), at("ann"));
        fs::create_directory_symlink(m_fixture->folder(), at("course"));
        const std::vector<std::string> wrong{"file.cu", "dangling.cu", "loop.cu", "out",
                                             "in",      "header",      "folder",  "upwards"};
        std::vector<std::string> arguments{"grade", "p.warpbench", "--json"};
        arguments.insert(arguments.end(), wrong.begin(), wrong.end());
        for (const char* right : {"course/inside", "course/solution.cu"})
            arguments.emplace_back(right);
        const auto result = m_fixture->run(arguments);
        DOCUMENT(document, result);
        for (const json& submission : document["submissions"]) {
            const auto name = submission["name"].get<std::string>();
            const bool right = name.starts_with("course");
            QVERIFY2(submission["points"] == (right ? 1.0 : 0.0), submission.dump(1).c_str());
            QVERIFY2(right || !submission["tests"][0]["reason"].get<std::string>().empty(),
                     name.c_str());
        }
        // The teacher's own link to a folder; not one to another's.
        const auto linked = m_fixture->run({"grade", "p.warpbench", "ann"});
        QVERIFY2(linked.status.code == 0, linked.output.c_str());
        const auto copied = m_fixture->run({"grade", "p.warpbench", "--json", "inside", "ann/"});
        DOCUMENT(both, copied);
        QCOMPARE(both["submissions"][0]["points"].get<double>(), 1.0);
        QCOMPARE(both["submissions"][1]["points"].get<double>(), 0.0);
    }

    /// If the system cannot confine more, compiling needs the teacher's permission.
    void withoutConfinement() {
#ifdef Q_OS_LINUX
        if (!platform::canConfineFiles())
            QSKIP("this system has no Landlock");
        submit("right.cu", kRight);
        platform::ProgramResult refused;
        platform::ProgramResult allowed;
        bool can = true;
        std::thread([&] {
            // Landlock limits the number of nested rulesets.
            for (int layer = 0; layer < 32; ++layer)
                platform::confineFiles({}, {"/"});
            can = platform::canConfineFiles();
            refused = m_fixture->run({"grade", "p.warpbench", "right.cu"});
            allowed = m_fixture->run({"grade", "p.warpbench", "--unconfined", "right.cu"});
        }).join();
        QVERIFY(!can);
        QVERIFY2(refused.status.code == 4, refused.output.c_str());
        QVERIFY2(refused.errors.find("--unconfined") != std::string::npos, refused.errors.c_str());
        QVERIFY2(allowed.status.code == 0, (allowed.output + allowed.errors).c_str());
        QVERIFY2(allowed.output.find("could not keep the compiler") != std::string::npos,
                 allowed.output.c_str());
#endif
    }

    void missingSubmissions() {
        QCOMPARE(m_fixture->run({"grade", "p.warpbench", "nobody.cu"}).status.code, 2);
        QCOMPARE(m_fixture->run({"grade", "p.warpbench"}).status.code, 2);
    }

    /// A kernel that does not end costs its time once, not for each task.
    void tasksBehindAnEndlessKernel() {
        json project = m_fixture->json("p.warpbench");
        project["source"]["text"] = "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                                    "  for (volatile int w = 0;;) w = w + 1;\n}\n";
        project["timing"]["timeout_s"] = 3;
        project["tasks"] = json::array();
        for (const char* name : {"first", "second", "third"})
            project["tasks"].push_back({{"text", name}});
        m_fixture->write(project);
        const auto result = m_fixture->run({"run", "p.warpbench", "--tasks", "--json"});
        QCOMPARE(result.status.code, 1);
        DOCUMENT(document, result);
        const auto reason = [&](std::size_t task) {
            return document["tasks"][task]["reason"].get<std::string>();
        };
        QVERIFY2(reason(0).find("time limit") != std::string::npos, reason(0).c_str());
        for (std::size_t task : {1u, 2u}) {
            QVERIFY2(reason(task).starts_with("not checked"), reason(task).c_str());
            QCOMPARE(document["tasks"][task]["done"], json(false));
        }
    }

    void tasks() {
        json project = m_fixture->json("p.warpbench");
        json first = {{"text", "Double <every> element"}};
        first["check"]["expect"]["d"]["expression"] = "a + a";
        json second = {{"text", "Use blocks of 128"}, {"hint", "Change n."}};
        second["check"]["require"] = json::array({"n == 128", "divergent_branches == 0"});
        project["tasks"] = json::array({first, second});
        m_fixture->write(project);
        const std::vector<std::string> arguments{"run", "p.warpbench", "--tasks", "--junit",
                                                 "tasks.xml"};
        const auto text = m_fixture->run(arguments);
        QVERIFY2(text.status.code == 1, text.errors.c_str());
        QVERIFY2(text.output.find("[x] 1. Double <every> element") != std::string::npos,
                 text.output.c_str());
        QVERIFY2(text.output.find("n is 64") != std::string::npos, text.output.c_str());
        QVERIFY2(text.output.find("Hint: Change n.") != std::string::npos, text.output.c_str());
        const auto failures = junitFailures(m_fixture->text("tasks.xml"));
        QCOMPARE(failures.size(), 1);
        QVERIFY(failures.contains("Multiply/Use blocks of 128"));
        const auto done =
            m_fixture->run({"run", "p.warpbench", "--tasks", "--json", "--set", "n=128"});
        QVERIFY2(done.status.code == 0, done.errors.c_str());
        DOCUMENT(document, done);
        QCOMPARE(document["tasks"][1]["done"], json(true));
        // Without tasks there is nothing to say.
        project.erase("tasks");
        m_fixture->write(project);
        QCOMPARE(m_fixture->run({"run", "p.warpbench", "--tasks"}).status.code, 2);
    }
};

WARPBENCH_TEST(GradeTest)
} // namespace tst_grade

#include "tst_grade.moc"
