// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"
#include "core/base/trust.h"
#include "core/compile/compile.h"
#include "tests/main.h"

#include <QRegularExpression>
#include <QTest>

namespace tst_bad_input {

using nlohmann::json;

using Texts = std::vector<std::string>;

namespace {

/// "p.warpbench:15:16" for the first occurrence of a text in a file.
std::string placeOf(const std::string& needle, const std::string& text) {
    const std::size_t at = text.find(needle);
    if (at == std::string::npos)
        return "the file has no " + needle;
    const auto line = 1 + std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n');
    const std::size_t start = text.rfind('\n', at);
    const std::size_t column = start == std::string::npos ? at + 1 : at - start;
    return "p.warpbench:" + std::to_string(line) + ":" + std::to_string(column);
}

} // namespace

/// What bad input gets: the exit code of docs/command-line.md, and one line that names the file and
/// the place in it, says what is wrong and what to do, and ends with the error's code.
class BadInputTest : public QObject {
    Q_OBJECT

    void check(const warpbench::platform::ProgramResult& result, int code,
               const std::string& prefix, const QString& text, const QString& remedy) {
        QVERIFY2(result.status.code == code, result.errors.c_str());
        QVERIFY2(result.errors.ends_with('\n'), result.errors.c_str());
        const QString errors = QString::fromStdString(result.errors);
        QCOMPARE(errors.count('\n'), 1);
        const QString line = errors.trimmed();
        QVERIFY2(line.startsWith(QString::fromStdString(prefix)),
                 qPrintable(line + " does not start with " + QString::fromStdString(prefix)));
        QVERIFY2(line.contains(text), qPrintable(line));
        static const QRegularExpression shownCode(QStringLiteral(" \\[WB[0-9]{4}\\]$"));
        QVERIFY2(QString(line).remove(shownCode).endsWith(remedy), qPrintable(line));
    }

  private slots:
    void initTestCase() {
        if (!warpbench::compile::compilerInfo().available)
            QSKIP("no NVRTC was found, and these tests compile kernels");
    }

    /// A value of the project is replaced; `place` is a text of the changed file that the message
    /// must point to; empty: the file only.
    void project_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("remedy");

        const auto row = [](const char* name, const char* pointer, const char* value, int code,
                            const char* place, const char* text, const char* remedy) {
            QTest::newRow(name) << pointer << value << code << place << text << remedy;
        };
        row("wrong type", "/buffers/0/shape", "3.5", 2, "3.5", "the number 3.5",
            "write a list in square brackets");
        row("text for a number", "/version", "\"one\"", 2, "\"one\"", "found a string",
            "write an integer from 1 to 2147483647");
        row("newer version", "/version", "1.5", 2, "1.5", "1.5",
            "write an integer from 1 to 2147483647");
        row("unknown dtype", "/buffers/0/dtype", "\"float31\"", 2, "\"float31\"",
            "'float31' is not a type", "did you mean 'float32'?");
        row("unknown init", "/buffers/0/init/kind", "\"rand\"", 2, "\"rand\"",
            "'rand' is not known here",
            "use one of zeros, ones, constant, arange, uniform, normal, randint, expression, file");
        row("unknown access", "/launches/0/args/1/access", "\"read\"", 2, "\"read\"", "'read'",
            "use one of in, out, inout, resident");
        row("missing source", "/source", "{\"file\": \"none.cu\"}", 2, "\"none.cu\"",
            "'none.cu': the file does not exist", "check its name and folder");
        row("missing data", "/buffers/0/init", "{\"kind\": \"file\", \"path\": \"none.npy\"}", 2,
            "{\n      \"dtype\"", "buffer 'a': none.npy: the file does not exist",
            "check its name and folder");
        row("missing expectation", "/buffers/1/expect", "{\"file\": \"none.npy\"}", 2,
            "{\n      \"dtype\": \"float32\",\n      \"expect\"",
            "buffer 'd': none.npy: the file does not exist", "check its name and folder");
        row("file elsewhere", "/buffers/0/init", "{\"kind\": \"file\", \"path\": \"../x.npy\"}", 2,
            "\"../x.npy\"", "is outside the project's folder", warpbench::kHowToAllowOutside);
        row("division by zero", "/launches/0/block/0", "\"n // (n - n)\"", 2, "// (n - n)",
            "division by zero", "check the divisor");
        row("fraction", "/launches/0/block/0", "\"n / 7\"", 2, "\"n / 7\"",
            "must be an integer, but it is",
            "round it with floor, ceil or round, or divide with //");
        row("unknown name", "/launches/0/block/0", "\"m\"", 2, "m\"\n", "'m' is not known here",
            "use n");
        row("half an expression", "/launches/0/block/0", "\"n +\"", 2, "\"\n      ],\n      \"grid",
            "ends too early", "write a number, a name or a bracket");
        row("grid of 0", "/launches/0/grid/0", "0", 2, "0\n", "grid x is 0",
            "it must be at least 1");
        row("negative shape", "/buffers/0/shape/0", "-5", 2, "-5", "a dimension of 'a' is -5",
            "it must be at least 0");
        row("duplicate name", "/compile", "{\"defines\": {\"n\": \"3\"}}", 2, "\"3\"",
            "has the same name as another parameter", "rename one of them");
        row("cycle", "/parameters", "{\"n\": \"n + 1\"}", 2, "\"n + 1\"", "'n' depends on itself",
            "write one of them without the others");
        row("block of 2000", "/parameters/n", "2000", 4, "{\n      \"args\"", "2000 threads",
            "use a smaller block and more of them");
        row("grid too large", "/launches/0/grid", "[1, 70000]", 4, "{\n      \"args\"",
            "grid.y = 70000", "use a smaller grid.y, or spread it over the other axes");
        row("too much shared memory", "/launches/0/shared", "1000000", 4, "{\n      \"args\"",
            "1000000 bytes of shared memory", "use smaller tiles");
        row("too few arguments", "/launches/0/args", "[{\"buffer\": \"d\"}]", 2,
            "{\n      \"args\"",
            "has 2 parameters (float * d, const float * a), but the launch gives 1 argument;",
            "give one argument for each parameter, in the order of the declaration");
        row("argument of another size", "/launches/0/args/1",
            "{\"scalar\": \"int32\", \"value\": \"n\"}", 2, "{\n          \"scalar\"",
            "argument 2 of kernel \"k\" has 4 bytes", "use the type that the kernel declares");
        row("unknown buffer", "/launches/0/args/1/buffer", "\"q\"", 2,
            "{\n          \"access\": \"in\"", "unknown buffer 'q'", "use one of a, d");
        row("offset", "/launches/0/args/0/offset", "100", 2, "100", "the offset into 'd' is 100",
            "it must be at most 64");
        row("unknown kernel", "/launches/0/kernel", "\"q\"", 2, "{\n      \"args\"",
            "kernel \"q\" was not found in the source",
            "use k; a template needs its arguments, as q<float>");
        row("unknown variable", "/constants", "{\"c\": {\"dtype\": \"int32\", \"value\": 3}}", 2,
            "{\n      \"dtype\": \"int32\"", "variable \"c\" is not in the compiled source",
            "outside extern \"C\" a C++ name is needed");
        row("buffer too large for the device", "/buffers/0/shape/0", "1000000000000", 4,
            "{\n      \"dtype\"", "the buffers need 3.64 TiB", "make the buffers smaller");
        row("buffer too large for any", "/buffers/0/shape/0", "\"2**62\"", 2, "{\n      \"dtype\"",
            "does not fit 64 bits", "make its shape smaller");
        row("unknown architecture", "/compile", "{\"arch\": \"sm_12\"}", 3, "\"sm_12\"",
            "cannot compile for \"sm_12\"", "121");
        row("unknown name in a check", "/buffers/1/expect/expression", "\"2 * q\"", 2, "q\"",
            "'q' is not a buffer", "add it to the project");
        row("wrong result", "/buffers/1/expect/expression", "\"3 * a\"", 1, "",
            "63 values are not as expected, the first at [1]: it is 2 and should be 3",
            "fix the kernel or the expectation");
        row("out of bounds", "/source/text",
            "\"extern \\\"C\\\" __global__ void k(float* d, const float* a) "
            "{ d[threadIdx.x] = a[threadIdx.x + 1]; }\"",
            4, "", "buffer \"a\"", "compare the index with the buffer's size before the access");
    }

    void project() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(int, code);
        QFETCH(QString, place);
        QFETCH(QString, text);
        QFETCH(QString, remedy);
        CliFixture fixture;
        json document = CliFixture::project();
        document[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
        fixture.write(document);
        const auto result = fixture.run({"run", "--json", "p.warpbench"});
        std::string prefix = "p.warpbench";
        if (!place.isEmpty())
            prefix = placeOf(place.toStdString(), fixture.text("p.warpbench")) + ": error: ";
        check(result, code, prefix, text, remedy);
        if (QTest::currentTestFailed())
            return;
        // A project that cannot be read gives no report; any other gives one.
        if (code != 2)
            QVERIFY(!result.output.empty());
        // One complete document or none.
        if (!result.output.empty()) {
            DOCUMENT(report, result);
            QCOMPARE(report["format"], json("warpbench-run"));
        }
    }

    /// What helps against a fault depends on whose memory it is: no access of a launch fills what
    /// is shared.
    void adviceIsOfTheMemoryThatWasMeant_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("remedy");
        QTest::newRow("shared, not written")
            << "__shared__ float t[64]; if (a[0] > 9) t[threadIdx.x] = 1; d[threadIdx.x] = "
               "t[threadIdx.x];"
            << "no thread of the block wrote it"
            << "write the element before it is read, and put __syncthreads() between the two where "
               "another thread writes it";
        QTest::newRow("local, not written")
            << "float t[8]; t[int(a[0])] = 1; d[threadIdx.x] = t[int(a[1])];"
            << "the thread has not written it"
            << "give the element a value before it is read";
        QTest::newRow("a buffer, not written")
            << "d[threadIdx.x] += a[threadIdx.x];"
            << "read of memory that was never written"
            << "write the element before it is read, or give the buffer the access in or inout";
        QTest::newRow("shared, past its end")
            << "__shared__ float t[64]; t[threadIdx.x] = 1; if (threadIdx.x == 63) t[threadIdx.x + "
               "int(a[1])] = 1; d[threadIdx.x] = t[threadIdx.x];"
            << "just past the end of 't'"
            << "compare the index with the size of the array in shared memory before the access";
    }
    void adviceIsOfTheMemoryThatWasMeant() {
        QFETCH(QString, body);
        QFETCH(QString, text);
        QFETCH(QString, remedy);
        CliFixture fixture;
        json document = CliFixture::project();
        document["source"]["text"] = "extern \"C\" __global__ void k(float* d, const float* a) { " +
                                     body.toStdString() + " }";
        fixture.write(document);
        check(fixture.run({"run", "--check", "faults", "--json", "p.warpbench"}), 4, "", text,
              remedy);
    }

    /// The project is correct, but the command line is not. Messages do not name a file.
    void options_data() {
        QTest::addColumn<Texts>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("remedy");
        const auto row = [](const char* name, Texts arguments, int code, const char* text,
                            const char* remedy) {
            QTest::newRow(name) << arguments << code << text << remedy;
        };
        row("unknown device", {"--device", "Radeon"}, 2,
            "no device fits \"Radeon\"; usable devices: ", // real ones, if any, come first
            " Simulated H200 (CPU) (sim:h200)");
        row("set: division by zero", {"--set", "n=1//0"}, 2,
            "--set n: in \"1//0\" at character 2: division by zero", "check the divisor");
        row("set: half an expression", {"--set", "n=1+"}, 2,
            "--set n: in \"1+\" at character 3: the expression ends too early",
            "write a number, a name or a bracket");
        row("set: unknown name in it", {"--set", "n=q"}, 2,
            "--set n: in \"q\": 'q' is not known here", "use n");
        row("set: unknown name", {"--set", "m=3"}, 2, "unknown parameter or define 'm'", "use n");
        row("set: no value", {"--set", "n"}, 2, "\"--set n\" is not NAME=VALUE",
            "write for instance --set n=1024");
        row("unknown option", {"--frobnicate"}, 2, "frobnicate", "see warpbench-cli run --help");
        row("repeats", {"--repeats", "-3"}, 2, "repeats", "see warpbench-cli run --help");
        for (const char* seconds : {"-1", "0", "soon", "nan"})
            row(qPrintable(QLatin1String("timeout ") + seconds), {"--timeout", seconds}, 2,
                "is not a positive number of seconds", "see warpbench-cli run --help");
        row("export into a file", {"--export", "d=p.warpbench/d.npy"}, 2,
            "cannot write p.warpbench/d.npy: ", // and the system's own words
            "check the folder, its permissions and the free space");
        row("export over a folder", {"--export", "d=."}, 2,
            "cannot write .: ", "check the folder, its permissions and the free space");
        row("export of nothing", {"--export", "x=y.npy"}, 2, "cannot export unknown buffer \"x\"",
            "name one of its buffers, or a variable that it reads");
        row("export without a file", {"--export", "d"}, 2, "is not BUFFER=FILE.npy",
            "write for instance --export dest=dest.npy");
    }
    void options() {
        QFETCH(Texts, arguments);
        QFETCH(int, code);
        QFETCH(QString, text);
        QFETCH(QString, remedy);
        CliFixture fixture;
        arguments.insert(arguments.begin(), {"run", "p.warpbench"});
        check(fixture.run(arguments), code, "error: ", text, remedy);
    }

    /// A value of --set that is fine in itself and wrong where it is used points there.
    void setValuePointsToItsUse() {
        CliFixture fixture;
        const std::string block =
            placeOf("\"n\"\n      ],\n      \"grid", fixture.text("p.warpbench"));
        check(fixture.run({"run", "p.warpbench", "--set", "n=0"}), 2,
              block + ": error: ", "block x is 0 (\"n\")", "it must be at least 1");
    }

    void files_data() {
        QTest::addColumn<QString>("contents"); // of p.warpbench; empty: no file
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("remedy");
        QTest::newRow("missing") << ""
                                 << "p.warpbench: error: "
                                 << "the file does not exist"
                                 << "check its name and folder";
        QTest::newRow("no JSON") << "{\"format\": \"warpbench-project\",\n \"version\": 1,\n"
                                    " \"name\": oops}"
                                 << "p.warpbench:3:10: error: "
                                 << "not valid JSON"
                                 << "fix the file's syntax at this place";
        QTest::newRow("another format") << "{\"format\": \"other\", \"version\": 1}"
                                        << "p.warpbench:1:12: error: "
                                        << "other"
                                        << "";
        QTest::newRow("no source") << "{\"format\": \"warpbench-project\",\n \"version\": 1}"
                                   << "p.warpbench:1:1: error: "
                                   << "'source' is missing"
                                   << "add it";
    }
    void files() {
        QFETCH(QString, contents);
        QFETCH(QString, prefix);
        QFETCH(QString, text);
        QFETCH(QString, remedy);
        CliFixture fixture;
        if (contents.isEmpty())
            std::filesystem::remove(fixture.file("p.warpbench"));
        else
            fixture.write("p.warpbench", contents.toStdString());
        check(fixture.run({"run", "p.warpbench"}), 2, prefix.toStdString(), text, remedy);
    }

    /// A folder can be given instead of the only project in it.
    void foldersHoldOneProject() {
        CliFixture fixture;
        fixture.write("q.warpbench", "{}");
        check(fixture.run({"run", "."}), 2,
              ".: error: ", "more than one project: p.warpbench, q.warpbench", "name one of them");
        std::filesystem::remove(fixture.file("p.warpbench"));
        std::filesystem::remove(fixture.file("q.warpbench"));
        check(fixture.run({"run", "."}), 2, ".: error: ", "the folder does not contain a project",
              "name a project or a CUDA source");
    }

    void unknownKeysAndOptionsAreWarnedAbout() {
        CliFixture fixture;
        json document = CliFixture::project();
        document["laumches"] = json::array();
        document["compile"]["options"] = json::array({"--nonsense"});
        fixture.write(document);
        const auto result = fixture.run({"run", "--json", "p.warpbench"});
        QCOMPARE(result.status.code, 0);
        const std::string place = placeOf("\"laumches\"", fixture.text("p.warpbench"));
        QVERIFY2(result.errors.find(place + ": warning: ") != std::string::npos,
                 result.errors.c_str());
        QVERIFY2(result.errors.find("p.warpbench: warning: this compiler does not know the option "
                                    "--nonsense") != std::string::npos,
                 result.errors.c_str());
    }

    /// A machine without a CUDA compiler, whatever is installed on this one.
    void noCompiler() {
        CliFixture fixture;
        const CliFixture::Environment none{{"WARPBENCH_CUDA_HOME", "/nonexistent"}};
        const auto run = fixture.run({"run", "--json", "p.warpbench"}, none);
        check(run, 4, "p.warpbench: error: ", "no CUDA compiler (NVRTC, ",
              "run \"warpbench-cli doctor --install-compiler\", or install the CUDA Toolkit");
        DOCUMENT(report, run);
        QCOMPARE(report["status"], json("device_error"));
        QCOMPARE(fixture.run({"compile", "p.warpbench"}, none).status.code, 4);
        QCOMPARE(fixture.run({"devices"}, none).status.code, 0);
        QCOMPARE(fixture.run({"occupancy", "--threads", "256", "--regs", "32"}, none).status.code,
                 0);
        DOCUMENT(doctor, fixture.run({"doctor", "--json"}, none));
        QCOMPARE(doctor["ok"], json(false));
    }
};

WARPBENCH_TEST(BadInputTest)
} // namespace tst_bad_input

#include "tst_bad_input.moc"
