// SPDX-License-Identifier: GPL-3.0-or-later
// `warpbench-cli export`: programs that stand alone, built by nvcc and run as anybody's.
#include "cli_fixture.h"
#include "core/toolkit/toolkit.h"
#include "tests/source_dir.h"

#include <QProcess>
#include <QTest>

using nlohmann::json;

class TestExport : public QObject {
    Q_OBJECT

    /// Runs an exported program in its folder.
    static warpbench::platform::ProgramResult
    play(const CliFixture& fixture, const std::string& folder, const std::string& file) {
        return fixture.runIn(fixture.file(folder), {"exec", file});
    }

  private slots:
    void initTestCase() {
        using namespace warpbench::compile;
        if (toolkitProgram("nvcc", ToolkitSearch::ofThisMachine()).empty())
            QSKIP("no nvcc was found, and it builds whole programs");
        if (!std::filesystem::exists(CliFixture::program().parent_path() / "libcuda" /
                                     "libcudart.so.13"))
            QSKIP("this build has no CUDA runtime");
    }

    /// Data from files, steps, templates, several launches: each checks itself.
    void lessonsCheckThemselves_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"vector_multiply", "transpose", "histogram", "saxpy"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void lessonsCheckThemselves() {
        QFETCH(QString, name);
        const CliFixture fixture;
        const std::string project = std::string(WARPBENCH_SOURCE_DIR "/examples/") +
                                    name.toStdString() + "/" + name.toStdString() + ".warpbench";
        const auto made = fixture.run({"export", project, "out"});
        QVERIFY2(made.status.code == 0, made.errors.c_str());
        const auto ran = play(fixture, "out", name.toStdString() + ".cu");
        QVERIFY2(ran.status.code == 0, (ran.output + ran.errors).c_str());
        QVERIFY2(ran.output.find("as expected") != std::string::npos, ran.output.c_str());
    }

    /// What is wrong is found: the checks are no decoration.
    void wrongResultsAreFound() {
        const CliFixture fixture;
        json project = CliFixture::project();
        project["buffers"][1]["expect"]["expression"] = "2 * a + (a == 3)";
        fixture.write(project);
        QCOMPARE(fixture.run({"export", "p.warpbench", "out"}).status.code, 0);
        const auto ran = play(fixture, "out", "p.cu");
        QCOMPARE(ran.status.code, 1);
        QVERIFY2(ran.output.find("d: 1 of 64 values are wrong, the first at 3: 6 instead of 7") !=
                     std::string::npos,
                 (ran.output + ran.errors).c_str());
    }

    /// Structs by value with an address in them, constants, defines and a main of the source's own.
    void argumentsAreAsTheKernelReadsThem() {
        const CliFixture fixture;
        json project = CliFixture::project();
        project["source"]["text"] =
            "#include <cstdio>\n"
            "struct Job { float* to; short times; double plus; };\n"
            "__constant__ float table[2];\n"
            "template <int N> __global__ void k(Job job, const float* a, unsigned char one) {\n"
            "  int i = threadIdx.x;\n"
            "  if (i < COUNT) job.to[i] = job.times * a[i] + float(job.plus) + table[N] + one;\n}\n"
            "int main() { std::puts(\"not me\"); return 9; }\n";
        project["compile"]["defines"]["COUNT"] = "64";
        project["constants"]["table"] = {{"dtype", "float32"}, {"value", {10, 20}}};
        project["launches"][0]["kernel"] = "k<1>";
        project["launches"][0]["args"] = json::parse(
            R"([{"struct": {"to": {"buffer": "d"}, "times": 3, "plus": 0.5}}, {"buffer": "a"},
                {"scalar": "uint8", "value": 7}])");
        project["buffers"][1]["expect"]["expression"] = "3 * a + 27.5";
        fixture.write(project);
        const auto direct = fixture.run({"run", "p.warpbench"});
        QVERIFY2(direct.status.code == 0, (direct.output + direct.errors).c_str());
        const auto made = fixture.run({"export", "p.warpbench", "out"});
        QVERIFY2(made.status.code == 0, made.errors.c_str());
        const auto ran = play(fixture, "out", "p.cu");
        QVERIFY2(ran.status.code == 0, (ran.output + ran.errors).c_str());
        QVERIFY(ran.output.find("not me") == std::string::npos);
    }

    void scriptsCompile() {
        const CliFixture fixture;
        fixture.write(CliFixture::project());
        for (const char* kind : {"cupy", "pycuda"}) {
            const std::string folder = kind;
            QCOMPARE(fixture.run({"export", "p.warpbench", folder, "--to", kind}).status.code, 0);
            QProcess python;
            python.start("python3", {"-m", "py_compile",
                                     QString::fromStdString(fixture.file(folder + "/p.py"))});
            if (!python.waitForStarted())
                QSKIP("there is no python3");
            QVERIFY(python.waitForFinished());
            QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
        }
    }

    void nothingIsReplacedUnasked() {
        const CliFixture fixture;
        fixture.write(CliFixture::project());
        fixture.write("p.cu", "mine");
        const auto refused = fixture.run({"export", "p.warpbench", "."});
        QCOMPARE(refused.status.code, 2);
        QCOMPARE(fixture.text("p.cu"), std::string("mine"));
        QVERIFY(!std::filesystem::exists(fixture.file("p_data")));
        QCOMPARE(fixture.run({"export", "p.warpbench", ".", "--force"}).status.code, 0);
    }

    void whatNoProgramCanDoIsRefused() {
        const CliFixture fixture;
        json project = CliFixture::project();
        project["buffers"][0]["address"] = "0x7f0000000000";
        fixture.write(project);
        const auto refused = fixture.run({"export", "p.warpbench", "out"});
        QCOMPARE(refused.status.code, 2);
        QVERIFY2(refused.errors.find("fixed address") != std::string::npos, refused.errors.c_str());
    }
};

QTEST_GUILESS_MAIN(TestExport)
#include "tst_export.moc"
