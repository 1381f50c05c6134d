// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"
#include "core/base/path_text.h"
#include "core/compile/compile.h"
#include "core/processes/confinement.h"
#include "tests/main.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <filesystem>

namespace tst_command_line {

using namespace warpbench;
using nlohmann::json;
namespace fs = std::filesystem;

using Texts = std::vector<std::string>;

/// Runs the real program, as a user would.
class CommandLineTest : public QObject {
    Q_OBJECT

    std::unique_ptr<CliFixture> m_fixture;

    platform::ProgramResult cli(Texts arguments, CliFixture::Environment environment = {}) {
        return m_fixture->run(std::move(arguments), std::move(environment));
    }
    void write(const json& document) { m_fixture->write(document); }

  private slots:
    void init() {
        if (!compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
        m_fixture = std::make_unique<CliFixture>();
    }

    void runPrintsOneDocument() {
        const auto result = cli({"run", "--json", "p.warpbench"});
        QCOMPARE(result.status.code, 0);
        QCOMPARE(result.errors, std::string());
        DOCUMENT(document, result);
        QCOMPARE(document["format"], json("warpbench-run"));
        QCOMPARE(document["status"], json("ok"));
        QCOMPARE(document["buffers"][1]["expect"]["passed"], json(true));
        QCOMPARE(document["buffers"][1]["max"], json(126.0));
    }

    void isolatedRunIsTheSame() {
        const auto result = cli({"run", "--json", "--isolate", "p.warpbench"});
        QCOMPARE(result.status.code, 0);
        DOCUMENT(document, result);
        QCOMPARE(document["status"], json("ok"));
    }

    void kernelOutputDoesNotSpoilTheDocument() {
        json document = CliFixture::project();
        document["source"]["text"] = "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                                     "  int i = threadIdx.x; d[i] = 2 * a[i];\n"
                                     "  if (i == 3) printf(\"hello %d\\n\", i);\n}";
        write(document);
        const auto result = cli({"run", "--json", "p.warpbench"});
        DOCUMENT(report, result);
        QCOMPARE(report["stdout"], json("hello 3\n"));
    }

    void exportedBufferIsTheResult() {
        const auto result = cli({"run", "p.warpbench", "--export", "d=out.npy"});
        QCOMPARE(result.status.code, 0);
        const std::string file = platform::readFile(m_fixture->folder() / "out.npy");
        QVERIFY(file.starts_with("\x93NUMPY"));
        float last = 0;
        std::memcpy(&last, file.data() + file.size() - sizeof last, sizeof last);
        QCOMPARE(last, 126.0f);
    }

    /// Unwritable formats are reported before the run; images are one of them.
    void endingsOfExports() {
        QCOMPARE(cli({"run", "p.warpbench", "--device", "sim", "--export", "d=d.npz"}).status.code,
                 2);
        QCOMPARE(cli({"run", "p.warpbench", "--device", "sim", "--export", "d=d.png"}).status.code,
                 2);
        json document = CliFixture::project();
        for (auto& buffer : document["buffers"])
            buffer["shape"] = json::array({"n // 8", 8});
        write(document);
        QCOMPARE(cli({"run", "p.warpbench", "--device", "sim", "--export", "d=d.png", "--export",
                      "a=a.csv"})
                     .status.code,
                 0);
        QVERIFY(m_fixture->text("d.png").starts_with("\x89PNG"));
        QVERIFY(m_fixture->text("a.csv").starts_with("0,1,2,3,4,5,6,7\n8,"));
    }

    void furtherChecks() {
        platform::replaceFile(m_fixture->folder() / "checks.json",
                              "{\"format\": \"warpbench-checks\", \"version\": 1, \"checks\": "
                              "{\"d\": {\"expression\": \"2 * a + 1\"}}}");
        const auto result = cli({"run", "p.warpbench", "--checks", "checks.json"});
        QCOMPARE(result.status.code, 1);
    }

    void helpNamesTheProgramAndTheVerb() {
        const auto result = cli({"run", "--help"});
        QCOMPARE(result.status.code, 0);
        QVERIFY2(result.output.find("Usage: warpbench-cli run [OPTIONS] PROJECT") !=
                     std::string::npos,
                 result.output.c_str());
    }

    void devicesAreListed() {
        const auto result = cli({"devices", "--json"});
        QCOMPARE(result.status.code, 0);
        DOCUMENT(document, result);
        QCOMPARE(document["devices"].back()["selector"], json("sim:h200"));
        QVERIFY(cli({"devices"}).output.find("sim:h200") != std::string::npos);
    }

    /// An unusable driver library is named together with what it lacks.
    void anUnusableDriverSaysWhy() {
#ifdef Q_OS_WIN
        const std::string noDriver = "C:/windows/system32/version.dll";
#else
        const std::string noDriver = "libc.so.6";
#endif
        const CliFixture::Environment old = {{"WARPBENCH_CUDA_DRIVER", noDriver}};
        const auto result = cli({"devices", "--json"}, old);
        QCOMPARE(result.status.code, 0);
        DOCUMENT(document, result);
        const json& first = document["devices"].front();
        QCOMPARE(first["name"], json("NVIDIA driver"));
        QVERIFY2(first["problem"].get<std::string>().find("lacks cuInit") != std::string::npos,
                 first.dump().c_str());
        const std::string list = cli({"devices"}, old).output;
        QVERIFY2(list.find("lacks cuInit") != std::string::npos, list.c_str());
    }

    void everySimulatedModelCanBeChosen() {
        const CliFixture::Environment all = {{"WARPBENCH_SIMGPU", std::nullopt}};
        const std::string list = cli({"devices"}, all).output;
        for (const char* selector : {"sim:h200", "sim:t4", "sim:rtx4090", "sim:b200"})
            QVERIFY2(list.find(selector) != std::string::npos, list.c_str());
        const auto result = cli({"run", "p.warpbench", "--json", "--device", "sim:RTX 4090"}, all);
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        DOCUMENT(document, result);
        QCOMPARE(document["device"]["name"], json("Simulated RTX 4090 (CPU)"));
    }

    /// The order of docs/command-line.md as a user meets it; tst_choose_device has each rule over
    /// lists of devices that this machine need not have.
    void deviceIsChosenInOrder() {
        const std::string home = m_fixture->folder().string();
        const auto device = [&](Texts options, std::optional<std::string> variable) {
            options.insert(options.begin(), {"run", "--json", "p.warpbench"});
            const auto result = cli(options, {{"HOME", home},
                                              {"USERPROFILE", home}, // the home folder of Windows
                                              {"CUDA_DEVICE", variable},
                                              {"WARPBENCH_SIMGPU", "h200,a100"}});
            return result.status.code == 0
                       ? CliFixture::document(result)["device"]["name"].get<std::string>()
                       : result.errors;
        };
        const std::string h200 = "Simulated H200 (CPU)";
        QCOMPARE(device({"--device", "sim:h200"}, "sim:a100"), h200); // the option has priority
        QVERIFY(device({"--device", "a100"}, "sim").starts_with("Simulated A100"));
        QVERIFY(device({}, "sim:a100").starts_with("Simulated A100"));
        // The number of a GPU that no machine has.
        for (const char* file : {".cuda-device", ".cuda_device"}) {
            m_fixture->write(file, "4711\n");
            const std::string refused = device({}, std::nullopt);
            QVERIFY2(refused.find("the file .cuda-device in the home folder is 4711") !=
                             std::string::npos &&
                         refused.find("usable devices: ") != std::string::npos,
                     refused.c_str());
            QCOMPARE(device({}, "sim"), h200); // the variable precedes the file
            fs::remove(m_fixture->file(file));
        }
        QVERIFY(device({}, "4711").find("CUDA_DEVICE is 4711") != std::string::npos);
    }

    void compileWritesPtx() {
        platform::replaceFile(m_fixture->folder() / "k.cu",
                              "#ifndef N\n#error N\n#endif\nextern \"C\" __global__ void k() {}");
        const auto result =
            cli({"compile", "k.cu", "--arch", "sm_80", "-DN=3", "--ptx", "k.ptx", "--json"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        DOCUMENT(document, result);
        QCOMPARE(document["compile"]["arch"], json("sm_80"));
        QVERIFY(platform::readFile(m_fixture->folder() / "k.ptx").find(".target sm_80") !=
                std::string::npos);
        QCOMPARE(cli({"compile", "k.cu"}).status.code, 3);
    }

    void compilePrintsPtx() {
        platform::replaceFile(m_fixture->folder() / "k.cu", "extern \"C\" __global__ void k() {}");
        const auto printed = cli({"compile", "k.cu", "--arch", "sm_80", "--ptx", "-"});
        QVERIFY2(printed.status.code == 0, printed.errors.c_str());
        cli({"compile", "k.cu", "--arch", "sm_80", "--ptx", "k.ptx"});
        QCOMPARE(printed.output, platform::readFile(m_fixture->folder() / "k.ptx"));
        QVERIFY(!fs::exists(m_fixture->folder() / "-"));
        QCOMPARE(cli({"compile", "k.cu", "--ptx", "-", "--json"}).status.code, 2);
        QCOMPARE(cli({"compile", "k.cu", "--ptx", "-", "--sass", "-"}).status.code, 2);
        QCOMPARE(cli({"compile", "k.cu", "--cubin", "-"}).status.code, 2);
        QCOMPARE(cli({"compile", "k.cu", "--ptx", "k.cu/k.ptx"}).status.code, 2);
    }

    /// Parts that a check skipped are reported, both in JSON and as text.
    void checksThatWereCutShortAreTold() {
        const CliFixture::Environment little{{"WARPBENCH_SIMGPU_CHECK_MEMORY", "1"}};
        const auto run = cli({"run", "--json", "--check", "faults", "p.warpbench"}, little);
        DOCUMENT(report, run);
        QCOMPARE(report["status"], json("ok"));
        QCOMPARE(report["notes"].size(), std::size_t(1));
        const std::string note = report["notes"][0];
        QVERIFY2(run.errors.find("warning: " + note) != std::string::npos, run.errors.c_str());
        DOCUMENT(whole, cli({"run", "--json", "--check", "faults", "p.warpbench"}));
        QCOMPARE(whole["notes"].size(), std::size_t(0));
    }

    /// A program whose kernels are templates alone: every verb takes the instances that it
    /// launches.
    void verbsTakeABareSourceAlike() {
        m_fixture->write("t.cu",
                         "template<int R> __global__ void k(int* o) { o[threadIdx.x] = R; }\n"
                         "int main() { int* o; cudaMalloc(&o, 128); k<7><<<1, 32>>>(o); }\n");
        const auto compiled = cli({"compile", "t.cu"});
        QCOMPARE(compiled.status.code, 0);
        QVERIFY2(compiled.output.find("k<7>") != std::string::npos, compiled.output.c_str());
        const auto occupancy = cli({"occupancy", "t.cu"});
        QCOMPARE(occupancy.status.code, 0);
        QVERIFY2(occupancy.output.find("k<7>") != std::string::npos, occupancy.output.c_str());
        QCOMPARE(cli({"run", "t.cu", "--device", "sim"}).status.code, 0);
    }

    /// A source in another encoding, and with a mark, is a source to every verb.
    void encodingsOfSources() {
        const std::string text = "extern \"C\" __global__ void f(int* o) { o[threadIdx.x] = 1; }\n";
        std::string wide = "\xFF\xFE";
        for (const char c : text)
            wide += {c, '\0'};
        m_fixture->write("mark.cu", "\xEF\xBB\xBF" + text);
        m_fixture->write("wide.cu", wide);
        for (const char* file : {"mark.cu", "wide.cu"}) {
            const auto compiled = cli({"compile", file, "--ptx", "k.ptx"});
            QVERIFY2(compiled.output.find("f ") != std::string::npos, compiled.output.c_str());
            QCOMPARE(cli({"run", file, "--device", "sim"}).status.code, 0);
        }
        m_fixture->write("k.ptx", "\xEF\xBB\xBF" + m_fixture->text("k.ptx"));
        QCOMPARE(cli({"compile", "k.ptx"}).status.code, 0);
    }

    /// A macro that the source fixes is not set beside it; one that it guards is.
    void macrosOfABareSource() {
        const std::string rest = "__global__ void k(int* o) { __shared__ int s[BX];\n"
                                 "  s[threadIdx.x] = 1; o[blockIdx.x * BX + threadIdx.x] = BX; }\n"
                                 "int main() { int* o; cudaMalloc(&o, 4096);\n"
                                 "  k<<<1024 / BX, BX>>>(o); }\n";
        m_fixture->write("fixed.cu", "#define BX 32\n" + rest);
        m_fixture->write("free.cu", "#ifndef BX\n#define BX 32\n#endif\n" + rest);
        const auto refused = cli({"run", "fixed.cu", "--device", "sim", "--set", "BX=16"});
        QCOMPARE(refused.status.code, 2);
        QVERIFY2(refused.errors.find("fixed.cu:1") != std::string::npos, refused.errors.c_str());
        QVERIFY2(refused.errors.find("BX is fixed") != std::string::npos, refused.errors.c_str());
        QCOMPARE(cli({"sweep", "fixed.cu", "--device", "sim", "--over", "BX=16,32"}).status.code,
                 2);
        for (const char* option : {"--set", "-D"}) {
            QCOMPARE(cli({"run", "free.cu", "--device", "sim", option, "BX=64", "--check", "faults",
                          "--export", "o=o.csv"})
                         .status.code,
                     0);
            QVERIFY(m_fixture->text("o.csv").starts_with("64\n64\n"));
        }
        QCOMPARE(cli({"sweep", "free.cu", "--device", "sim", "--over", "BX=32,64"}).status.code, 0);
    }

    /// Undefined behaviour that a GPU tolerates: reported, but a failure only on request.
    void findings_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("kind"); ///< empty: none
        QTest::addColumn<int>("line");
        QTest::newRow("barrier in a branch")
            << QByteArray("  if (i < 16)\n    __syncthreads();\n  d[i] = 2 * a[i];\n")
            << QByteArray("divergent_barrier") << 4;
        QTest::newRow("full mask in a branch")
            << QByteArray("  float v = a[i];\n  if (i % 32 < 16)\n"
                          "    v += 0 * __shfl_xor_sync(0xffffffff, v, 8);\n  d[i] = 2 * v;\n")
            << QByteArray("divergent_mask") << 5;
        // The compiler lets both ways end with one store.
        QTest::newRow("early return behind a store")
            << QByteArray("  if (i >= 40) {\n    d[i] = 2 * a[i];\n    return;\n  }\n"
                          "  __shared__ float s[64];\n  s[i] = a[i];\n  __syncthreads();\n"
                          "  d[i] = 2 * (s[39 - i] - s[39 - i] + s[i]);\n")
            << QByteArray() << 0;
        QTest::newRow("barriers that all come to")
            << QByteArray("  for (int k = 0; k < 3; k++) __syncthreads();\n  d[i] = 2 * a[i];\n")
            << QByteArray() << 0;
    }
    void findings() {
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, kind);
        QFETCH(int, line);
        json document = CliFixture::project();
        document["source"]["text"] = "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                                     "  int i = threadIdx.x;\n" +
                                     body.toStdString() + "}";
        document["tasks"] =
            json::array({{{"text", "Double it without faults"}, {"check", {{"faults", true}}}}});
        write(document);
        const auto run = cli({"run", "--json", "--check", "faults", "p.warpbench"});
        QCOMPARE(run.status.code, 0);
        DOCUMENT(report, run);
        QCOMPARE(report["status"], json("ok"));
        QCOMPARE(report["faults"], json::array());
        QCOMPARE(report["findings"].size(), std::size_t(kind.isEmpty() ? 0 : 1));
        const auto failing =
            cli({"run", "--check", "faults", "--fail-on", "findings", "p.warpbench"});
        QCOMPARE(failing.status.code, kind.isEmpty() ? 0 : 4);
        const auto tasks = cli({"run", "--tasks", "--json", "p.warpbench"});
        QVERIFY2(tasks.status.code == 0, tasks.errors.c_str());
        DOCUMENT(done, tasks);
        QCOMPARE(done["tasks"][0]["notes"].size(), std::size_t(kind.isEmpty() ? 0 : 1));
        if (kind.isEmpty())
            return;
        const json& finding = report["findings"][0];
        QCOMPARE(finding["kind"], json(kind.toStdString()));
        QCOMPARE(finding["line"], json(line));
        const std::string text = finding["text"];
        QVERIFY2(text.find("by the branch of line " + std::to_string(line - 1)) !=
                     std::string::npos,
                 text.c_str());
        QVERIFY2(run.errors.find("warning: " + text) != std::string::npos, run.errors.c_str());
        QVERIFY(done["tasks"][0]["notes"][0].get<std::string>().find(text) != std::string::npos);
    }

    /// A simulated device says how long the GPU would take.
    void tasksAskForTime() {
        json document = CliFixture::project();
        const auto task = [](const char* text, const char* require) {
            return json{{"text", text}, {"check", {{"require", json::array({require})}}}};
        };
        document["tasks"] = json::array(
            {task("Be quick", "estimated_ms < 10"), task("Be quicker", "estimated_ms < 1e-6")});
        write(document);
        const auto run = cli({"run", "--tasks", "--json", "--device", "sim", "p.warpbench"});
        QVERIFY2(run.status.code == 1, run.errors.c_str());
        DOCUMENT(done, run);
        QCOMPARE(done["tasks"][0]["done"], json(true));
        QCOMPARE(done["tasks"][1]["done"], json(false));
        const std::string reason = done["tasks"][1]["reason"];
        QVERIFY2(reason.starts_with("not so: estimated_ms < 1e-6 (estimated_ms is 0."),
                 reason.c_str());
    }

    void occupancyOfAnyKernel() {
        const auto result =
            cli({"occupancy", "--threads", "400", "--regs", "12", "--json", "--curve", "threads"});
        QCOMPARE(result.status.code, 0);
        DOCUMENT(document, result);
        QCOMPARE(document["occupancy"]["active_blocks"], json(4));
        QCOMPARE(document["occupancy"]["active_warps"], json(52));
        QCOMPARE(document["occupancy"]["limits"]["registers"], json(9));
        QVERIFY(document["curve"].size() > 10);
        QCOMPARE(cli({"occupancy"}).status.code, 2);
        QCOMPARE(cli({"occupancy", "--threads", "64", "--cc", "nine"}).status.code, 2);
        QCOMPARE(cli({"occupancy", "p.warpbench"}).status.code, 0);
    }

    void lessonsAreCopied() {
        QVERIFY(cli({"examples"}).output.find("vector_multiply") != std::string::npos);
        QCOMPARE(cli({"examples", "saxpy", "mine"}).status.code, 0);
        QVERIFY(fs::exists(m_fixture->folder() / "mine" / "saxpy.warpbench"));
        QCOMPARE(cli({"examples", "saxpy", "mine"}).status.code, 2); // not empty any more
        QCOMPARE(cli({"new", "fresh"}).status.code, 0);
        QCOMPARE(cli({"new", "other", "--template", "none"}).status.code, 2);
    }

    void convertReplacesNothingUnasked() {
        m_fixture->write("hw.cu", "__global__ void k(float* a) { a[0] = 1; }\n");
        m_fixture->write("hw.warpbench", "made by hand");
        const auto refused = cli({"convert", "hw.cu"});
        QCOMPARE(refused.status.code, 2);
        QVERIFY2(refused.errors.find("--force") != std::string::npos, refused.errors.c_str());
        QCOMPARE(m_fixture->text("hw.warpbench"), std::string("made by hand"));
        QCOMPARE(cli({"convert", "hw.cu", "p.warpbench"}).status.code, 2);
        QCOMPARE(cli({"convert", "hw.cu", "--force"}).status.code, 0);
        QVERIFY(m_fixture->text("hw.warpbench").starts_with("{"));
    }

    /// The file in the folder is brought up to date, not another one made beside the folder.
    void convertOfAFolder() {
        QCOMPARE(cli({"examples", "saxpy", "lesson"}).status.code, 0);
        m_fixture->write("lesson.warpbench", "made by hand");
        const auto written = cli({"convert", "lesson"});
        QCOMPARE(written.status.code, 0);
        QVERIFY2(written.output.find("saxpy.warpbench") != std::string::npos,
                 written.output.c_str());
        QCOMPARE(m_fixture->text("lesson.warpbench"), std::string("made by hand"));
    }

    /// A project names its source by a path from itself: elsewhere it would name nothing.
    void convertKeepsTheSourceInReach() {
        QCOMPARE(cli({"examples", "saxpy", "near"}).status.code, 0);
        const std::vector<std::string> arguments{"convert", "near/saxpy.warpbench",
                                                 "far.warpbench"};
        const auto refused = cli(arguments);
        QCOMPARE(refused.status.code, 2);
        QVERIFY2(refused.errors.find("saxpy.cu") != std::string::npos, refused.errors.c_str());
        QVERIFY(!fs::exists(m_fixture->file("far.warpbench")));
        QCOMPARE(cli({"convert", "near/saxpy.cu", "far.warpbench"}).status.code, 2);
        QVERIFY(!fs::exists(m_fixture->file("far.warpbench")));
        fs::copy_file(m_fixture->file("near/saxpy.cu"), m_fixture->file("saxpy.cu"));
        QCOMPARE(cli(arguments).status.code, 0);
    }

    void convertNeedsAKernel() {
        m_fixture->write("notes.txt", "Dear diary\n");
        QCOMPARE(cli({"convert", "notes.txt"}).status.code, 2);
        QVERIFY(!std::filesystem::exists(m_fixture->file("notes.warpbench")));
    }

    /// A source next to a project of the same name: the program says which one it runs.
    void aSourceBesideAProject() {
        json project = CliFixture::project();
        const std::string text = project["source"]["text"];
        m_fixture->write("p.cu", text);
        m_fixture->write(project);
        const auto other = cli({"run", "p.cu"});
        QVERIFY2(other.errors.find("p.warpbench is run, whose source is another") !=
                     std::string::npos,
                 other.errors.c_str());
        project["source"] = {{"file", "p.cu"}};
        m_fixture->write(project);
        const auto own = cli({"run", "p.cu"});
        QVERIFY2(own.errors.find("the set-up is that of p.warpbench") != std::string::npos,
                 own.errors.c_str());
        QCOMPARE(own.status.code, 0);
    }

    void mistypedVerb() {
        const auto result = cli({"rnu", "p.warpbench"});
        QCOMPARE(result.status.code, 2);
        QVERIFY2(result.errors.find("did you mean 'run'?") != std::string::npos,
                 result.errors.c_str());
    }

    /// Options of a stranger's project neither read nor write elsewhere.
    void optionsMayNotNameFiles() {
        const QTemporaryDir elsewhere;
        const std::string mark = elsewhere.filePath(QStringLiteral("mark")).toStdString();
        for (const std::string& option :
             {"--time=" + mark, std::string("-I.."), std::string("-include=/etc/passwd"),
              std::string("--create-pch=x"), std::string("-fdevice-time-trace=x"),
              std::string("-Xptxas=-o,x"), std::string("-Xptxas -o=x"),
              std::string("-Xptxas=\"-v -o x\""), std::string("x")}) {
            json project = CliFixture::project();
            project["compile"]["options"] = json::array({"-lineinfo", option});
            m_fixture->write(project);
            const auto result = cli({"compile", "p.warpbench"});
            QVERIFY2(result.status.code == 2, option.c_str());
            QVERIFY2(result.errors.find("p.warpbench:") != std::string::npos,
                     result.errors.c_str());
        }
        QVERIFY(!std::filesystem::exists(mark));
        json project = CliFixture::project();
        project["compile"]["options"] =
            json::array({"-lineinfo", "--ptxas-options=-O2", "--maxrregcount=32", "-DX=\"a/b\"",
                         "-use_fast_math"});
        m_fixture->write(project);
        QCOMPARE(cli({"compile", "p.warpbench"}).status.code, 0);
        project["compile"]["options"] = json::array();
        project["compile"]["include_dirs"] = json::array({"../elsewhere"});
        m_fixture->write(project);
        QCOMPARE(cli({"compile", "p.warpbench"}).status.code, 2);
    }

    /// An array of a gigabyte is one line of a source. The compiler has a budget, and what it
    /// cannot have costs the compile alone.
    void aCompilerThatNeedsTooMuchMemoryIsAnError() {
#ifdef Q_OS_WIN
        QSKIP("on Windows nothing limits a helper's memory");
#endif
        m_fixture->write("big.cu", "__device__ int a[1 << 28] = {1};\n"
                                   "extern \"C\" __global__ void k(int* p) { p[0] = a[p[1]]; }\n");
        m_fixture->write("small.cu", "extern \"C\" __global__ void k(int* p) { p[0] = 1; }\n");
        const CliFixture::Environment budget{{"WARPBENCH_HELPER_MEMORY", "300000000"},
                                             {"WARPBENCH_NO_CACHE", "1"}};
        const auto small = m_fixture->run({"compile", "small.cu", "--arch", "sm_90"}, budget);
        QVERIFY2(small.status.code == 0, small.errors.c_str());
        const auto big = m_fixture->run({"compile", "big.cu", "--arch", "sm_90"}, budget);
        QVERIFY2(big.status.code == 4, big.errors.c_str());
        QVERIFY2(big.errors.find("the compiler process ended by itself") != std::string::npos,
                 big.errors.c_str());
        QVERIFY2(big.errors.find("ran out of memory") != std::string::npos, big.errors.c_str());
    }

    /// Messages do not show contents from outside the folder, regardless of who created the name.
    void includesStayInTheFolder() {
        const platform::TemporaryFolder elsewhere;
        const std::filesystem::path secret = elsewhere.path() / "secret.h";
        platform::replaceFile(secret, "#error the_solution is 42\n");
        json project = CliFixture::project();
        const std::string kernel = project["source"]["text"];
        const std::string direct = "#include \"" + secret.string() + "\"\n";
        const std::string macro =
            "#define FILE_NAME \"" + secret.string() + "\"\n#include FILE_NAME\n";
        for (const std::string& include : {direct, macro}) {
            if (include == macro && !platform::canConfineFiles())
                continue;
            project["source"]["text"] = include + kernel;
            m_fixture->write(project);
            const auto result = cli({"compile", "p.warpbench"});
            QCOMPARE(result.status.code, 3);
            QVERIFY2(result.errors.find("the_solution") == std::string::npos,
                     result.errors.c_str());
            QVERIFY2(result.errors.find("--allow-outside") != std::string::npos,
                     result.errors.c_str());
            const auto allowed = cli({"compile", "p.warpbench", "--allow-outside"});
            QVERIFY2(allowed.errors.find("the_solution") != std::string::npos,
                     allowed.errors.c_str());
        }
        m_fixture->write("own.h", "#define TWO 2\n");
        project["source"]["text"] = "#include \"own.h\"\n" + kernel;
        m_fixture->write(project);
        QCOMPARE(cli({"compile", "p.warpbench"}).status.code, 0);
        // Folders that the user names are the user's.
        project["source"]["text"] = "#include <secret.h>\n" + kernel;
        m_fixture->write(project);
        const auto named = cli({"compile", "p.warpbench", "-I", elsewhere.path().string()});
        QVERIFY2(named.errors.find("the_solution") != std::string::npos, named.errors.c_str());
    }

    /// Data to begin with and values to expect, both from elsewhere.
    void dataFromElsewhereNeedsLeave() {
        const QTemporaryDir elsewhere;
        const fs::path file = fs::path(elsewhere.path().toStdString()) / "values.bin";
        platform::replaceFile(file, std::string(64 * sizeof(float), '\0'));
        json filled = CliFixture::project();
        filled["buffers"][0]["init"] = {{"kind", "file"}, {"path", utf8(file)}};
        json compared = CliFixture::project();
        compared["buffers"][1]["expect"] = {{"file", utf8(file)}};
        for (const json* document : {&filled, &compared}) {
            write(*document);
            const auto refused = cli({"run", "p.warpbench"});
            QCOMPARE(refused.status.code, 2);
            QVERIFY2(refused.errors.find("--allow-outside") != std::string::npos,
                     refused.errors.c_str());
            // The first expects 2 * 0; the second finds wrong zeros.
            QCOMPARE(cli({"run", "p.warpbench", "--allow-outside"}).status.code,
                     document == &filled ? 0 : 1);
        }
    }

    void aFolderStandsForItsProject() {
        QCOMPARE(cli({"run", "."}).status.code, 0);
    }

    void convertWritesTheNormalForm() {
        QCOMPARE(cli({"convert", "p.warpbench", "q.warpbench"}).status.code, 0);
        const auto once = platform::readFile(m_fixture->folder() / "q.warpbench");
        QCOMPARE(cli({"convert", "q.warpbench"}).status.code, 0);
        QCOMPARE(platform::readFile(m_fixture->folder() / "q.warpbench"), once);
    }

    /// Prints a kernel generated from a line; once added, it runs like a handwritten one.
    void aLineBecomesAKernel() {
        const auto printed = cli({"generate", "p.warpbench", "d = 2 * a"});
        QCOMPARE(printed.status.code, 0);
        QVERIFY(printed.output.find("void __launch_bounds__(256) elementwise_") !=
                std::string::npos);
        const auto before = platform::readFile(m_fixture->folder() / "p.warpbench");
        QCOMPARE(cli({"generate", "p.warpbench", "d = 2 * c"}).status.code, 2);
        QCOMPARE(platform::readFile(m_fixture->folder() / "p.warpbench"), before);
        QCOMPARE(cli({"generate", "p.warpbench", "d = 2 * a", "--add"}).status.code, 0);
        QCOMPARE(cli({"generate", "p.warpbench", "d = 2 * a", "--add"}).status.code, 0);
        const auto run = cli({"run", "p.warpbench", "--json"});
        QCOMPARE(run.status.code, 0);
        DOCUMENT(document, run);
        QCOMPARE(document["launches"].size(), std::size_t(3));
        QVERIFY(document["launches"][2]["kernel"].get<std::string>().starts_with("elementwise_"));
        QCOMPARE(document["launches"][1]["kernel"], document["launches"][2]["kernel"]);
    }

    /// A step is shown as the kernel that it is, and becomes one of the source.
    void aStepBecomesSource() {
        json document = CliFixture::project();
        document["launches"].push_back(json{{"elementwise", "d = 2 * a"}});
        write(document);
        QCOMPARE(cli({"generate", "p.warpbench"}).status.code, 2);
        QCOMPARE(cli({"generate", "p.warpbench", "d = a", "--step", "1"}).status.code, 2);
        QCOMPARE(cli({"generate", "p.warpbench", "--step", "0"}).status.code, 2); // a kernel
        const auto printed = cli({"generate", "p.warpbench", "--step", "1"});
        QCOMPARE(printed.status.code, 0);
        QVERIFY(printed.output.find("void __launch_bounds__(256) elementwise_") !=
                std::string::npos);
        const auto before = cli({"run", "p.warpbench", "--json"});
        QCOMPARE(before.status.code, 0);
        DOCUMENT(asStep, before);
        QCOMPARE(asStep["launches"][0]["step"], json(nullptr));
        QCOMPARE(asStep["launches"][1]["step"], json("elementwise: d = 2 * a"));
        const auto secondRun = cli({"run", "p.warpbench", "--json"}); // the cache keeps steps, too
        DOCUMENT(again, secondRun);
        QCOMPARE(again["compile"]["cached"], json(true));
        QCOMPARE(cli({"generate", "p.warpbench", "--step", "1", "--add"}).status.code, 0);
        QVERIFY(!m_fixture->json("p.warpbench")["launches"][1].contains("elementwise"));
        const auto after = cli({"run", "p.warpbench", "--json"});
        QCOMPARE(after.status.code, 0);
        DOCUMENT(asSource, after);
        QCOMPARE(asSource["launches"][1]["step"], json(nullptr));
        QCOMPARE(asSource["launches"][1]["kernel"], asStep["launches"][1]["kernel"]);
    }

    /// A project that cannot be saved keeps its source as well.
    void whatCannotBeSavedIsNotHalfChanged() {
        json document = m_fixture->json("p.warpbench");
        document["version"] = 99; // of a newer Warpbench: may be looked at, not saved
        document["source"] = {{"file", "newer.cu"}};
        const std::string source = "extern \"C\" __global__ void k() {}\n";
        m_fixture->write("newer.cu", source);
        m_fixture->write("newer.warpbench", document.dump());
        const auto added = cli({"generate", "newer.warpbench", "d = 2 * a", "--add"});
        QCOMPARE(added.status.code, 2);
        QVERIFY(added.errors.find("newer Warpbench") != std::string::npos);
        QCOMPARE(m_fixture->text("newer.cu"), source);
    }

    void doctorTellsWhatThereIs() {
        const auto result = cli({"doctor", "--json"});
        QCOMPARE(result.status.code, 0);
        DOCUMENT(document, result);
        QCOMPARE(document["ok"], json(true));
    }
};

WARPBENCH_TEST(CommandLineTest)
} // namespace tst_command_line

#include "tst_command_line.moc"
