// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"
#include "core/compile/compile.h"

#include <QTest>
#include <QXmlStreamReader>

#include <nlohmann/json.hpp>

#include <filesystem>

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

/// Failures by name, as a reader of JUnit files sees them; empty where it is no XML.
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
        QVERIFY2(reason("renamed.cu", 0).find("no kernel") != std::string::npos,
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

    /// More seconds than a clock counts are no limit.
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

    void missingSubmissions() {
        QCOMPARE(m_fixture->run({"grade", "p.warpbench", "nobody.cu"}).status.code, 2);
        QCOMPARE(m_fixture->run({"grade", "p.warpbench"}).status.code, 2);
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

QTEST_GUILESS_MAIN(GradeTest)
#include "tst_grade.moc"
