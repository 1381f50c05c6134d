// SPDX-License-Identifier: GPL-3.0-or-later
// `warpbench-cli export`: self-contained programs, built by nvcc and run like any other.
#include "cli_fixture.h"
#include "core/toolkit/toolkit.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QProcess>
#include <QTest>

namespace tst_export {

using nlohmann::json;

class TestExport : public QObject {
    Q_OBJECT

    std::filesystem::path m_nvcc;

    /// Runs an exported program in its folder.
    static warpbench::platform::ProgramResult
    play(const CliFixture& fixture, const std::string& folder, const std::string& file) {
        return fixture.runIn(fixture.file(folder), {"exec", file});
    }

    /// JSON with single quotes.
    static json jsonOf(QString text) {
        return json::parse(text.replace(QLatin1Char('\''), QLatin1Char('"')).toStdString());
    }

    /// d = a + 0.5 over 1000 elements, with a sweep and a changed launch.
    static json tunedProject(const QString& sweep, const QString& launch) {
        json project = CliFixture::project();
        project["source"]["text"] =
            "extern \"C\" __global__ void k(float* d, const float* a, float more) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "  if (i < 1000) d[i] = a[i] + more;\n}";
        project["parameters"] = {
            {"n", 1000}, {"per", 2}, {"chunk", "size * per"}, {"size", "BLOCK"}};
        project["compile"]["defines"] = {{"BLOCK", "128"}, {"UNROLL", "1"}, {"TYPE", "float"}};
        project["buffers"][1]["expect"]["expression"] = "a + 0.5";
        project["launches"][0]["block"] = {"BLOCK"};
        project["launches"][0]["args"].push_back({{"scalar", "float32"}, {"value", 0.5}});
        project["launches"][0].update(jsonOf(launch));
        if (const json tried = jsonOf(sweep); !tried.is_null())
            project["sweep"] = tried;
        return project;
    }

  private slots:
    void initTestCase() {
        using namespace warpbench::compile;
        m_nvcc = toolkitProgram("nvcc", ToolkitSearch::ofThisMachine());
        if (m_nvcc.empty())
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
        const std::string project = warpbench::test::sourcePath("examples/") + name.toStdString() +
                                    "/" + name.toStdString() + ".warpbench";
        const auto made = fixture.run({"export", project, "out"});
        QVERIFY2(made.status.code == 0, made.errors.c_str());
        const auto ran = play(fixture, "out", name.toStdString() + ".cu");
        QVERIFY2(ran.status.code == 0, (ran.output + ran.errors).c_str());
        QVERIFY2(ran.output.find("as expected") != std::string::npos, ran.output.c_str());
    }

    /// The checks detect wrong results.
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

    /// The export for Kernel Tuner, evaluated for all combinations: whether it is tried, the grid
    /// from problem size and divisors, the block, and shared memory.
    void kernelTunerGetsTheSweep_data() {
        QTest::addColumn<QString>("sweep");
        QTest::addColumn<QString>("launch");
        QTest::addColumn<QString>("combinations");
        QTest::newRow("divided")
            << "{'parameters': {'BLOCK': [64, 128]}}"
            << "{'grid': ['ceil_div(n, BLOCK)', 3], 'block': ['BLOCK']}"
            << "64: True (16, 3, 1) (64, 1, 1) 0\n128: True (8, 3, 1) (128, 1, 1) 0\n";
        QTest::newRow("rounded up by hand")
            << "{'parameters': {'BLOCK': [64, 300]}, 'restrictions': ['BLOCK % 32 == 0']}"
            << "{'grid': ['(n + 2 * BLOCK - 1) // (2 * BLOCK)'], 'block': ['BLOCK', 2]}"
            << "64,2: True (8, 1, 1) (64, 2, 1) 0\n300,2: False (2, 1, 1) (300, 2, 1) 0\n";
        QTest::newRow("computed")
            << "{'parameters': {'BLOCK': [32, 96], 'per': [1, 4]}, 'restrictions': "
               "['chunk <= 96 or per == 1', '1 / (BLOCK - 32 * per) != 1']}"
            << "{'grid': ['ceil_div(n, chunk)', 'per'], 'block': ['size'], "
               "'shared': '4 * max(BLOCK, 64)'}"
            << "32,1: False (32, 1, 1) (32, 1, 1) 256\n32,4: False (8, 4, 1) (32, 1, 1) 256\n"
               "96,1: True (11, 1, 1) (96, 1, 1) 384\n96,4: False (3, 4, 1) (96, 1, 1) 384\n";
        QTest::newRow("a fixed block")
            << "{'parameters': {'UNROLL': [1, 2], 'TYPE': ['float', 'int']}}"
            << "{'grid': ['n // 500'], 'block': [500]}"
            << "float,1,500: True (2, 1, 1) (500, 1, 1) 0\nfloat,2,500: True (2, 1, 1) (500, 1, 1) "
               "0\nint,1,500: True (2, 1, 1) (500, 1, 1) 0\nint,2,500: True (2, 1, 1) (500, 1, 1) "
               "0\n";
    }
    void kernelTunerGetsTheSweep() {
        QFETCH(QString, sweep);
        QFETCH(QString, launch);
        QFETCH(QString, combinations);
        const CliFixture fixture;
        fixture.write(tunedProject(sweep, launch));
        const auto made = fixture.run({"export", "p.warpbench", "out", "--to", "kernel-tuner"});
        QVERIFY2(made.status.code == 0, made.errors.c_str());
        QProcess python;
        python.start(
            "python3",
            {QString::fromStdString(warpbench::test::sourcePath("tests/app/read_tuning_script.py")),
             QString::fromStdString(fixture.file("out/p_tune.py"))});
        if (!python.waitForStarted())
            QSKIP("there is no python3");
        QVERIFY(python.waitForFinished());
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
        QCOMPARE(QString::fromUtf8(python.readAllStandardOutput()), combinations);
    }

    /// Arguments, answers, constants and options; data of other launches stay out.
    void kernelTunerGetsTheLaunch() {
        const CliFixture fixture;
        json project =
            tunedProject(QStringLiteral("{'parameters': {'BLOCK': [64, 128]}}"),
                         QStringLiteral("{'grid': ['ceil_div(n, BLOCK)'], 'block': ['BLOCK']}"));
        project["compile"]["defines"]["WIDTH"] = "7";
        project["name"] = "Two\nlines";
        project["constants"]["table"] = {{"dtype", "uint8"}, {"value", {1, 2}}};
        project["source"]["text"] =
            "__constant__ unsigned char table[2];\n" + project["source"]["text"].get<std::string>();
        json other = project["launches"][0];
        json result = project["buffers"][1];
        result["name"] = "other";
        project["buffers"].push_back(result);
        other["args"][0]["buffer"] = "other";
        project["launches"].push_back(other);
        fixture.write(project);
        const std::vector<std::string> line{"export", "p.warpbench", "out", "--to", "kernel-tuner"};
        const auto unclear = fixture.run(line);
        QCOMPARE(unclear.status.code, 2);
        QVERIFY2(unclear.errors.find("--launch") != std::string::npos, unclear.errors.c_str());
        std::vector<std::string> second = line;
        second.insert(second.end(), {"--launch", "1"});
        const auto made = fixture.run(second);
        QVERIFY2(made.status.code == 0, made.errors.c_str());
        const std::string script = fixture.text("out/p_tune.py");
        for (const char* part :
             {"# Two lines: a script", "np.zeros(1000, np.float32),  # other: 1000 x float32",
              "np.float32(0.5),  # 0.5", "read(\"p_data/a.bin\", np.float32),  # a: 1000 x float32",
              "\"-DWIDTH=7\"", "read(\"p_data/other_expected.bin\", np.float32)",
              "grid_div_x=[\"BLOCK\"]",
              "cmem_args={\"table\": np.frombuffer(bytes([1, 2]), np.uint8)}",
              "defines={\"BLOCK\": lambda p: p[\"BLOCK\"]}", "strategy=\"brute_force\""})
            QVERIFY2(script.find(part) != std::string::npos, script.c_str());
        QVERIFY(!std::filesystem::exists(fixture.file("out/p_data/d_expected.bin")));
        // Existing files with the same contents are not a problem.
        QCOMPARE(fixture.run(second).status.code, 0);
    }

    void whatKernelTunerCannotBeTold_data() {
        QTest::addColumn<QString>("sweep");
        QTest::addColumn<QString>("launch");
        QTest::addColumn<QString>("said");
        const QString block = "{'parameters': {'BLOCK': [64, 128]}}";
        QTest::newRow("a computed block") << block << "{'block': ['BLOCK // 2']}"
                                          << "block x is BLOCK // 2";
        QTest::newRow("a size that is tried") << "{'parameters': {'n': [64, 128]}}"
                                              << "{}"
                                              << "the shape of a changes";
        QTest::newRow("an argument that is tried")
            << "{'parameters': {'per': [1, 2]}}"
            << "{'args': [{'buffer': 'd'}, {'buffer': 'a'}, {'scalar': 'float32', 'value': "
               "'per'}]}"
            << "the argument per changes";
        QTest::newRow("a part of a buffer")
            << block
            << "{'args': [{'buffer': 'd', 'offset': 8}, {'buffer': 'a'}, {'scalar': 'float32', "
               "'value': 1}]}"
            << "points into a buffer";
        QTest::newRow("a buffer twice")
            << block
            << "{'args': [{'buffer': 'a'}, {'buffer': 'a'}, {'scalar': 'float32', 'value': 1}]}"
            << "the same buffer";
        QTest::newRow("repeated") << block << "{'repeat': 2}"
                                  << "several times";
        QTest::newRow("no sweep") << "null"
                                  << "{}"
                                  << "does not define a sweep";
    }
    void whatKernelTunerCannotBeTold() {
        QFETCH(QString, sweep);
        QFETCH(QString, launch);
        QFETCH(QString, said);
        const CliFixture fixture;
        fixture.write(tunedProject(sweep, launch));
        const auto refused = fixture.run({"export", "p.warpbench", "out", "--to", "kernel-tuner"});
        QCOMPARE(refused.status.code, 2);
        QVERIFY2(refused.errors.find(said.toStdString()) != std::string::npos,
                 refused.errors.c_str());
        QVERIFY(!std::filesystem::exists(fixture.file("out")));
        QCOMPARE(fixture.run({"export", "p.warpbench", "out", "--launch", "k"}).status.code, 2);
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

    /// With the packages themselves, where they are installed: PyCUDA works on the simulated GPU
    /// with -G, which keeps the PTX in the cubin, and Kernel Tuner through it.
    void scriptsRun_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("packages");
        QTest::addColumn<QString>("file");
        QTest::newRow("PyCUDA") << "pycuda"
                                << "numpy, pycuda.driver"
                                << "p.py";
        QTest::newRow("Kernel Tuner") << "kernel-tuner"
                                      << "kernel_tuner, numpy, pycuda.driver"
                                      << "p_tune.py";
    }
    void scriptsRun() {
        QFETCH(QString, kind);
        QFETCH(QString, packages);
        QFETCH(QString, file);
        const CliFixture fixture;
        const auto python = [&](const QStringList& arguments) {
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            const QString programs = QString::fromStdString(CliFixture::program().parent_path());
            const QString nvcc = QString::fromStdString(m_nvcc.parent_path());
            environment.insert("LD_LIBRARY_PATH", programs + "/libcuda");
            environment.insert("PATH", nvcc + ":" + environment.value("PATH"));
            process.setProcessEnvironment(environment);
            process.setWorkingDirectory(QString::fromStdString(fixture.folder()));
            process.setProcessChannelMode(QProcess::MergedChannels);
            process.start("python3", arguments);
            const bool ended = process.waitForFinished(120'000);
            return std::pair(ended ? process.exitCode() : -1, process.readAll());
        };
        if (python({"-c", "import " + packages}).first != 0)
            QSKIP("python3 lacks one of the packages");
        const auto write = [&](const char* expected) {
            json project = tunedProject(
                QStringLiteral("{'parameters': {'BLOCK': [64, 128, 2048]}, 'restrictions': "
                               "['BLOCK != 128']}"),
                QStringLiteral("{'grid': ['ceil_div(n, BLOCK)'], 'block': ['BLOCK']}"));
            project["compile"]["options"] = {"-G"};
            project["buffers"][1]["expect"]["expression"] = expected;
            fixture.write(project);
            const auto made =
                fixture.run({"export", "p.warpbench", ".", "--force", "--to", kind.toStdString()});
            QVERIFY2(made.status.code == 0, made.errors.c_str());
            std::string script = fixture.text(file.toStdString());
            // Its other ways to CUDA need NVIDIA's runtime.
            if (const std::size_t at = script.find("lang=\"CUDA\""); at != std::string::npos)
                script.replace(at, 11, "lang=\"PyCUDA\"");
            fixture.write(file.toStdString(), script);
        };
        write("a + 0.5");
        const auto [code, output] = python({file});
        QVERIFY2(code == 0, output.constData());
        const bool tunes = kind == QLatin1String("kernel-tuner");
        QVERIFY2(output.contains(tunes ? "best: BLOCK=64: " : "d: as expected"),
                 output.constData());
        std::filesystem::remove(fixture.file("p_cache.json"));
        write("a + 0.75");
        const auto [wrong, why] = python({file});
        QCOMPARE(wrong, 1);
        QVERIFY2(why.contains("d: 1000 of 1000 values are wrong"), why.constData());
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

WARPBENCH_TEST(TestExport)
} // namespace tst_export

#include "tst_export.moc"
