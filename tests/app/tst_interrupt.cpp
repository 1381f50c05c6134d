// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"
#include "core/compile/compile.h"
#include "terminal_program.h"
#include "tests/main.h"

#include <QTest>

#include <sys/stat.h>

#include <csignal>
#include <fstream>

namespace tst_interrupt {

using namespace std::chrono_literals;
using nlohmann::json;

using Texts = std::vector<std::string>;

namespace {

constexpr auto kPatience = 90s;

const char* const kEndless = "extern \"C\" __global__ void k(float* d, const volatile float* a) "
                             "{ while (a[0] == 0) {} }";
/// Some thousand instances: minutes for any compiler.
const char* const kSlowToCompile =
    "template <int N> struct Deep { __device__ static float f(float x) { return sinf(x * N) + "
    "Deep<N - 1>::f(x + N) * Deep<N - 1>::f(x - N); } };\n"
    "template <> struct Deep<0> { __device__ static float f(float x) { return x; } };\n"
    "extern \"C\" __global__ void k(float* d, const float* a) "
    "{ d[threadIdx.x] = Deep<20>::f(a[threadIdx.x]); }";

} // namespace

/// Ctrl-C on a real terminal, in every phase: exit code 5, the report written, and nothing left
/// behind.
class InterruptTest : public QObject {
    Q_OBJECT

    TerminalProgram::Options options(const CliFixture& fixture, Texts arguments) const {
        std::filesystem::create_directory(fixture.file("tmp"));
        CliFixture::Environment environment = fixture.environment();
        environment["TMPDIR"] = fixture.file("tmp").string();
        return {CliFixture::program(), std::move(arguments), fixture.folder(),
                std::move(environment), fixture.file("out.json")};
    }

    /// No process, no temporary file, and in the cache no part of a file.
    static std::string leftBehind(const CliFixture& fixture, const TerminalProgram& program) {
        if (!program.waitForOthers(kPatience))
            return "a process";
        if (!std::filesystem::is_empty(fixture.file("tmp")))
            return std::filesystem::directory_iterator(fixture.file("tmp"))->path().string();
        std::error_code none;
        for (std::filesystem::recursive_directory_iterator it(fixture.file("cache"), none), end;
             !none && it != end; it.increment(none)) {
            if (it->path().filename().string().find("tmp") != std::string::npos)
                return it->path().string();
        }
        return {};
    }

  private slots:
    void initTestCase() {
        if (!warpbench::compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

    void phases_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<Texts>("arguments");
        QTest::addColumn<QString>("phase");  // as in the terminal's last line
        QTest::addColumn<QString>("status"); // of the report; empty: no report
        const Texts run{"run", "--json", "p.warpbench"};
        const Texts isolated{"run", "--json", "--isolate", "p.warpbench"};
        const Texts timed{"run", "--json", "--repeats", "1000000", "p.warpbench"};
        const Texts timedIsolated{"run",       "--json",  "--isolate",
                                  "--repeats", "1000000", "p.warpbench"};
        QTest::newRow("compile verb")
            << kSlowToCompile << Texts{"compile", "--json", "p.warpbench"} << "Compiling"
            << "";
        QTest::newRow("compiling") << kSlowToCompile << run << "Compiling"
                                   << "cancelled";
        QTest::newRow("compiling, isolated") << kSlowToCompile << isolated << "Compiling"
                                             << "cancelled";
        QTest::newRow("running") << kEndless << run << "Check pass"
                                 << "cancelled";
        QTest::newRow("running, isolated") << kEndless << isolated << "Check pass"
                                           << "cancelled";
        QTest::newRow("timing") << "" << timed << "Timing 1"
                                << "cancelled";
        QTest::newRow("timing, isolated") << "" << timedIsolated << "Timing 1"
                                          << "cancelled";
    }
    void phases() {
        QFETCH(QString, source);
        QFETCH(Texts, arguments);
        QFETCH(QString, phase);
        QFETCH(QString, status);
        CliFixture fixture(CliFixture::Cache::own);
        json document = CliFixture::project();
        if (!source.isEmpty())
            document["source"]["text"] = source.toStdString();
        fixture.write(document);
        TerminalProgram program(options(fixture, arguments));
        QVERIFY2(program.waitFor(phase.toStdString(), kPatience), program.screen().c_str());
        program.pressCtrlC();
        // The message proves that Ctrl-C ended it: kernel and timing do not end by themselves, and
        // a time limit has another message.
        const auto code = program.wait(kPatience);
        QVERIFY(code.has_value());
        QVERIFY2(*code == 5, ("exit " + std::to_string(*code) + ": " + program.screen()).c_str());
        QVERIFY2(program.screen().find("cancelled") != std::string::npos, program.screen().c_str());
        if (!status.isEmpty())
            QCOMPARE(fixture.json("out.json")["status"], json(status.toStdString()));
        QCOMPARE(leftBehind(fixture, program), std::string());
    }

    /// Python and pip are several processes; partial downloads are useless.
    void aDownloadOfTheCompiler() {
        CliFixture fixture;
        std::filesystem::create_directory(fixture.file("bin"));
        const std::string started = fixture.file("started").string();
        QCOMPARE(::mkfifo(started.c_str(), 0600), 0);
        fixture.write("bin/python3",
                      "#!/bin/sh\ntail -f /dev/null &\necho 1 > " + started + "\nwait\n");
        std::filesystem::permissions(fixture.file("bin/python3"),
                                     std::filesystem::perms::owner_all);
        TerminalProgram::Options settings = options(fixture, {"doctor", "--install-compiler"});
        settings.environment["PATH"] =
            fixture.file("bin").string() + ":" + qgetenv("PATH").toStdString();
        settings.environment["XDG_DATA_HOME"] = fixture.file("data").string();
        TerminalProgram program(std::move(settings));
        QVERIFY2(program.waitFor("Fetching", kPatience), program.screen().c_str());
        std::ifstream waits(started);
        std::string line;
        QVERIFY(std::getline(waits, line));
        program.pressCtrlC();
        QCOMPARE(program.wait(kPatience).value_or(0), 5);
        QCOMPARE(leftBehind(fixture, program), std::string());
    }

    /// The end of the terminal's owner also ends its children, even an endless kernel.
    void killedParentTakesItsChildrenAlong() {
        CliFixture fixture(CliFixture::Cache::own);
        json document = CliFixture::project();
        document["source"]["text"] = kEndless;
        fixture.write(document);
        TerminalProgram program(options(fixture, {"run", "--isolate", "p.warpbench"}));
        QVERIFY2(program.waitFor("Check pass", kPatience), program.screen().c_str());
        QVERIFY(!program.others().empty());
        program.send(SIGKILL);
        QCOMPARE(program.wait(kPatience).value_or(0), 128 + SIGKILL);
        QCOMPARE(leftBehind(fixture, program), std::string());
    }
};

WARPBENCH_TEST(InterruptTest)
} // namespace tst_interrupt

#include "tst_interrupt.moc"
