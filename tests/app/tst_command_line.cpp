// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/compile.h"
#include "core/platform/child_process.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"

#include <QtTest>

#include <nlohmann/json.hpp>

#include <filesystem>

using namespace warpbench;
using namespace std::chrono_literals;
using nlohmann::json;
namespace fs = std::filesystem;

using Texts = std::vector<std::string>;
Q_DECLARE_METATYPE(Texts)

namespace {

/// d = 2 * a over n elements. Put together from values: moc does not get along with such a text.
json project() {
    const json floats = {{"name", "a"},
                         {"dtype", "float32"},
                         {"shape", json::array({"n"})},
                         {"init", {{"kind", "arange"}}}};
    json result = floats;
    result["name"] = "d";
    result["init"]["kind"] = "zeros";
    result["expect"]["expression"] = "2 * a";
    json launch = {{"kernel", "k"}};
    launch["grid"] = json::array({1});
    launch["block"] = json::array({"n"});
    launch["args"] = json::array(
        {json{{"buffer", "d"}, {"access", "out"}}, json{{"buffer", "a"}, {"access", "in"}}});
    json document = {{"format", "warpbench-project"}, {"version", 1}, {"name", "Multiply"}};
    document["source"]["text"] = "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                                 "  int i = threadIdx.x;\n  d[i] = 2 * a[i];\n}";
    document["parameters"]["n"] = 64;
    document["buffers"] = json::array({floats, result});
    document["launches"] = json::array({launch});
    return document;
}

} // namespace

/// Runs the real program, as a user would.
class CommandLineTest : public QObject {
    Q_OBJECT

    std::unique_ptr<platform::TemporaryFolder> m_folder;

    platform::ProgramResult
    cli(Texts arguments, std::map<std::string, std::optional<std::string>> environment = {}) {
        platform::ProgramOptions options;
        options.arguments = std::move(arguments);
        options.folder = m_folder->path();
        options.environment = std::move(environment);
        options.environment.try_emplace("CUDA_DEVICE", "sim");
        options.environment.try_emplace("XDG_CACHE_HOME", (m_folder->path() / "cache").string());
        options.limit = 60s;
        return platform::runProgram(platform::executableFolder() / "warpbench-cli", options);
    }

    void write(const json& document) {
        platform::replaceFile(m_folder->path() / "p.warpbench", document.dump(2));
    }

  private slots:
    void init() {
        if (!compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
        m_folder = std::make_unique<platform::TemporaryFolder>();
        write(project());
    }

    void runPrintsOneDocument() {
        const auto result = cli({"run", "--json", "p.warpbench"});
        QCOMPARE(result.status.code, 0);
        QCOMPARE(result.errors, std::string());
        const json document = json::parse(result.output);
        QCOMPARE(document["format"], json("warpbench-run"));
        QCOMPARE(document["status"], json("ok"));
        QCOMPARE(document["buffers"][1]["expect"]["passed"], json(true));
        QCOMPARE(document["buffers"][1]["max"], json(126.0));
    }

    void isolatedRunIsTheSame() {
        const auto result = cli({"run", "--json", "--isolate", "p.warpbench"});
        QCOMPARE(result.status.code, 0);
        QCOMPARE(json::parse(result.output)["status"], json("ok"));
    }

    void kernelOutputDoesNotSpoilTheDocument() {
        json document = project();
        document["source"]["text"] = "extern \"C\" __global__ void k(float* d, const float* a) {\n"
                                     "  int i = threadIdx.x; d[i] = 2 * a[i];\n"
                                     "  if (i == 3) printf(\"hello %d\\n\", i);\n}";
        write(document);
        const auto result = cli({"run", "--json", "p.warpbench"});
        QCOMPARE(json::parse(result.output)["stdout"], json("hello 3\n"));
    }

    void exportedBufferIsTheResult() {
        const auto result = cli({"run", "p.warpbench", "--export", "d=out.npy"});
        QCOMPARE(result.status.code, 0);
        const std::string file = platform::readFile(m_folder->path() / "out.npy");
        QVERIFY(file.starts_with("\x93NUMPY"));
        float last = 0;
        std::memcpy(&last, file.data() + file.size() - sizeof last, sizeof last);
        QCOMPARE(last, 126.0f);
    }

    /// What is wrong, the exit code, and a part of the line on standard error.
    void badInput_data() {
        QTest::addColumn<QString>("pointer"); // of the project, to be replaced; empty: none
        QTest::addColumn<QString>("value");
        QTest::addColumn<Texts>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("message");

        const Texts none;
        QTest::newRow("wrong type") << "/buffers/0/shape"
                                    << "3.5" << none << 2 << "p.warpbench:";
        QTest::newRow("unknown dtype") << "/buffers/0/dtype"
                                       << "\"float31\"" << none << 2 << "float31";
        QTest::newRow("missing source file") << "/source"
                                             << "{\"file\": \"none.cu\"}" << none << 2 << "none.cu";
        QTest::newRow("division by zero") << "/launches/0/block/0"
                                          << "\"n // (n - n)\"" << none << 2 << "division by zero";
        QTest::newRow("grid of 0") << "/launches/0/grid/0"
                                   << "0" << none << 2 << "error:";
        QTest::newRow("block of 2000") << ""
                                       << "" << Texts{"--set", "n=2000"} << 4 << "1024";
        QTest::newRow("argument count") << "/launches/0/args"
                                        << "[{\"buffer\": \"d\"}]" << none << 2 << "2 parameters";
        QTest::newRow("unknown kernel") << "/launches/0/kernel"
                                        << "\"q\"" << none << 2 << "\"q\"";
        QTest::newRow("buffer too large")
            << "/buffers/0/shape"
            << "[1000000000000]" << none << 4 << "make the buffers smaller";
        QTest::newRow("unknown device")
            << ""
            << "" << Texts{"--device", "Radeon"} << 2 << "usable devices";
        QTest::newRow("unknown name to set") << ""
                                             << "" << Texts{"--set", "m=3"} << 2 << "to set; use n";
        QTest::newRow("set without value") << ""
                                           << "" << Texts{"--set", "n"} << 2 << "NAME=VALUE";
        QTest::newRow("unknown option") << ""
                                        << "" << Texts{"--frobnicate"} << 2 << "--help";
        QTest::newRow("unknown export") << ""
                                        << "" << Texts{"--export", "x=y"} << 2 << "\"x\"";
        QTest::newRow("failed check") << "/buffers/1/expect/expression"
                                      << "\"3 * a\"" << none << 1 << "should be";
        QTest::newRow("does not compile") << "/source/text"
                                          << "\"__global__ void k() { x; }\"" << none << 3 << ":1:";
        QTest::newRow("out of bounds") << "/source/text"
                                       << "\"extern \\\"C\\\" __global__ void k(float* d, const "
                                          "float* a) { d[threadIdx.x] = a[threadIdx.x + 1]; }\""
                                       << none << 4 << "buffer a";
        QTest::newRow("endless") << "/source/text"
                                 << "\"extern \\\"C\\\" __global__ void k(float* d, const "
                                    "volatile float* a) { while (a[0] == 0) {} }\""
                                 << Texts{"--timeout", "0.2"} << 5 << "0.2 s";
    }

    void badInput() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(Texts, arguments);
        QFETCH(int, code);
        QFETCH(QString, message);
        if (!pointer.isEmpty()) {
            json document = project();
            document[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
            write(document);
        }
        arguments.insert(arguments.begin(), {"run", "--json", "p.warpbench"});
        const auto result = cli(arguments);
        QVERIFY2(result.errors.find(message.toStdString()) != std::string::npos,
                 result.errors.c_str());
        QVERIFY(result.errors.find("error:") != std::string::npos);
        QVERIFY(result.errors.ends_with('\n'));
        QCOMPARE(result.status.code, code);
        // One document or none, never half of one.
        if (!result.output.empty())
            QCOMPARE(json::parse(result.output)["format"], json("warpbench-run"));
    }

    void missingProject() {
        const auto result = cli({"run", "none.warpbench"});
        QCOMPARE(result.status.code, 2);
        QVERIFY(result.errors.starts_with("none.warpbench: error: "));
        QCOMPARE(result.output, std::string());
    }

    void noCompiler() {
        // A home with nothing in it, and no toolkit variables; the usual folders cannot be hidden.
        if (fs::exists("/usr/local/cuda"))
            QSKIP("a toolkit in /usr/local cannot be hidden");
        const auto result = cli({"run", "p.warpbench"}, {{"HOME", m_folder->path().string()},
                                                         {"CUDA_HOME", std::nullopt},
                                                         {"CUDA_PATH", std::nullopt},
                                                         {"XDG_DATA_HOME", std::nullopt},
                                                         {"LD_LIBRARY_PATH", std::nullopt}});
        QCOMPARE(result.status.code, 4);
        QVERIFY(result.errors.find("install") != std::string::npos);
    }

    void furtherChecks() {
        platform::replaceFile(m_folder->path() / "checks.json",
                              "{\"format\": \"warpbench-checks\", \"version\": 1, \"checks\": "
                              "{\"d\": {\"expression\": \"2 * a + 1\"}}}");
        const auto result = cli({"run", "p.warpbench", "--checks", "checks.json"});
        QCOMPARE(result.status.code, 1);
    }

    void interruptEndsWithFive() {
        json document = project();
        document["source"]["text"] = "extern \"C\" __global__ void k(float* d, const volatile "
                                     "float* a) { printf(\"x\"); while (a[0] == 0) {} }";
        write(document);
        platform::ProgramOptions options;
        options.folder = m_folder->path();
        options.arguments = {"run", "--json", "p.warpbench"};
        options.environment["CUDA_DEVICE"] = "sim";
        options.limit = 60s;
        // Whenever it comes (starting, compiling, running), the program ends with 5 or, before its
        // handler is in place, by the signal.
        options.onStarted = [](const std::function<void()>& interrupt) { interrupt(); };
        const auto result =
            platform::runProgram(platform::executableFolder() / "warpbench-cli", options);
        QVERIFY(!result.timedOut);
        QVERIFY(result.status.code == 5 || result.status.signal == 2);
    }

    void devicesAreListed() {
        const auto result = cli({"devices", "--json"});
        QCOMPARE(result.status.code, 0);
        const json document = json::parse(result.output);
        QCOMPARE(document["devices"].back()["selector"], json("sim:h200"));
        QVERIFY(cli({"devices"}).output.find("sim:h200") != std::string::npos);
    }

    void compileWritesPtx() {
        platform::replaceFile(m_folder->path() / "k.cu",
                              "#ifndef N\n#error N\n#endif\nextern \"C\" __global__ void k() {}");
        const auto result =
            cli({"compile", "k.cu", "--arch", "sm_80", "-DN=3", "--ptx", "k.ptx", "--json"});
        QVERIFY2(result.status.code == 0, result.errors.c_str());
        QCOMPARE(json::parse(result.output)["compile"]["arch"], json("sm_80"));
        QVERIFY(platform::readFile(m_folder->path() / "k.ptx").find(".target sm_80") !=
                std::string::npos);
        QCOMPARE(cli({"compile", "k.cu"}).status.code, 3);
    }

    void occupancyOfAnyKernel() {
        const auto result =
            cli({"occupancy", "--threads", "400", "--regs", "12", "--json", "--curve", "threads"});
        QCOMPARE(result.status.code, 0);
        const json document = json::parse(result.output);
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
        QVERIFY(fs::exists(m_folder->path() / "mine" / "saxpy.warpbench"));
        QCOMPARE(cli({"examples", "saxpy", "mine"}).status.code, 2); // not empty any more
        QCOMPARE(cli({"new", "fresh"}).status.code, 0);
        QCOMPARE(cli({"new", "other", "--template", "none"}).status.code, 2);
    }

    void convertWritesTheNormalForm() {
        QCOMPARE(cli({"convert", "p.warpbench", "q.warpbench"}).status.code, 0);
        const auto once = platform::readFile(m_folder->path() / "q.warpbench");
        QCOMPARE(cli({"convert", "q.warpbench"}).status.code, 0);
        QCOMPARE(platform::readFile(m_folder->path() / "q.warpbench"), once);
    }

    void doctorTellsWhatThereIs() {
        const auto result = cli({"doctor", "--json"});
        QCOMPARE(result.status.code, 0);
        QCOMPARE(json::parse(result.output)["ok"], json(true));
    }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_command_line.moc"
