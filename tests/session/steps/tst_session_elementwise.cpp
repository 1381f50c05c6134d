// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels generated from a line compute the same as the line on the host, for every element, every
// size, and on several devices; unsupported lines are rejected with a reason.
#include "core/project/project_file.h"
#include "core/steps/elementwise.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"

namespace tst_session_elementwise {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

using arrays::Scalar;

/// x and y of a type with numbers of either sign, z to write, a bool m, and s of one element.
project::Project projectOf(Scalar scalar, const std::string& rows) {
    project::Project project;
    project.name = "elementwise";
    project.parameters["n"] = {rows, {}};
    project.parameters["a"] = {"3", {}};
    project.compile.defines["B"] = "2";
    const bool whole = arrays::isInteger(scalar);
    for (const char* name : {"x", "y", "z"}) {
        project::Buffer& made =
            project.buffers.emplace_back(buffer(name, "n", project::Init::Kind::randint));
        made.dtype = scalar;
        made.init.low = project::Expression{arrays::isSigned(scalar) || !whole ? "-9" : "1", {}};
        made.init.high = project::Expression{"10", {}};
        made.init.seed = std::uint64_t(name[0]);
    }
    project::Buffer& truth =
        project.buffers.emplace_back(buffer("m", "n", project::Init::Kind::zeros));
    truth.dtype = Scalar::boolean;
    project::Buffer& single =
        project.buffers.emplace_back(buffer("s", "1", project::Init::Kind::constant));
    single.dtype = scalar;
    single.init.value = project::Expression{"4", {}};
    return project;
}

/// Adds the kernel, and expects the host's result of each target's expression.
RunRequest requestFor(project::Project project, const std::string& line, int devices = 1) {
    const project::GeneratedKernel kernel = project::elementwiseKernel(project, {line, {}});
    project.launches = {kernel.launch};
    const std::string target = line.substr(0, line.find(' '));
    for (project::Buffer& one : project.buffers) {
        if (one.name == target) {
            one.expect.emplace().expression = {line.substr(line.find('=') + 1), {}};
            one.expect->atol = 1e-5;
        }
    }
    RunRequest request;
    request.device = testedDevice();
    request.project = std::move(project);
    request.source = project::withKernel("", kernel);
    request.devices = devices;
    request.checkFaults = true;
    return request;
}

} // namespace

class SessionElementwiseTest : public SessionFixture {
    Q_OBJECT

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200,h200,h200"); }

    void everyElementIsAsOnTheHost_data() {
        QTest::addColumn<int>("scalar");
        QTest::addColumn<QString>("line");
        const auto add = [](Scalar scalar, const char* line) {
            QTest::addRow("%s: %s", std::string(arrays::nameOf(scalar)).c_str(), line)
                << int(scalar) << QString::fromLatin1(line);
        };
        for (const Scalar scalar :
             {Scalar::float16, Scalar::bfloat16, Scalar::float32, Scalar::float64, Scalar::int8,
              Scalar::int16, Scalar::int32, Scalar::int64, Scalar::uint16, Scalar::uint32})
            for (const char* line :
                 {"z = a * x + y", "z = where(x > y, x, y) + B", "z = min(x, y, 5) * s",
                  "m = x > y and not (x == 7 or y == 3)", "z = x // 3 + y % 4", "z = i % 50",
                  "z = clamp(x, 2, 6) + max(y, 0)"})
                add(scalar, line);
        for (const Scalar scalar : {Scalar::complex64, Scalar::complex128})
            for (const char* line :
                 {"z = a * x - y / 3", "z = x * conj(y) + complex(real(x), 2 * imag(y))",
                  "z = exp(x / 9) + sqrt(y)", "z = abs(x) + s",
                  "z = where(x == y, 1, x) / (y + 11)", "m = x != 0 and not imag(y)", "z = x ** 2",
                  "z = i - x"})
                add(scalar, line);
        for (const Scalar scalar : {Scalar::float32, Scalar::float64})
            for (const char* line :
                 {"z = x / (y ** 2 + 1)", "z = sqrt(abs(x)) + exp(-y / 4) * sin(pi * x / 7)",
                  "z = round(x / 4) + floor(y / 3) - ceil(x / 2) + trunc(y / 5)",
                  "z = sign(x) * sigmoid(y) + hypot(x, y)", "z = -x ** 3 + 0.5 * y",
                  "z = log(x * x + 1) + atan2(y, x + 10)", "z = x // 0.7 + y % 2.5",
                  "z = min(sqrt(y), x) - max(x, sqrt(y))", "z = clamp(sqrt(y), 1, 2)"})
                add(scalar, line);
        for (const Scalar scalar : {Scalar::int32, Scalar::uint32, Scalar::int64})
            for (const char* line : {"z = bit_xor(abs(x), bit_and(abs(y), 6)) + 2 ** 3",
                                     "z = bit_or(clamp(x, 1, 5), where(y > 4, 8, 16))"})
                add(scalar, line);
        for (const Scalar scalar : {Scalar::int8, Scalar::uint8, Scalar::int16, Scalar::int32,
                                    Scalar::uint32, Scalar::int64, Scalar::uint64})
            for (const char* line :
                 {"z = (x << 3) + (y >> 1)", "z = shift_left(x, y) + shift_right(x, y)",
                  "z = (x << 31) + (x >> 31)", "z = (x << 70) + (x >> 70)",
                  "z = ceil_div(x, 3) + ceil_div(-7, x + 20)"})
                add(scalar, line);
        // More digits than a double has.
        for (const Scalar scalar : {Scalar::int64, Scalar::uint64})
            for (const char* line :
                 {"z = max(x + 9007199254740993, y)", "z = min(x + 9007199254740993, 2 ** 62)",
                  "z = clamp(x + 9007199254740993, 0, 2 ** 62)",
                  "z = where(y > 3, 9007199254740993, x)", "z = pow(x, a) + 9007199254740993",
                  "z = 3 ** where(x > 5, 1000000007, 2)", "z = x // 3 + y % 4"})
                add(scalar, line);
        for (const Scalar scalar :
             {Scalar::int8, Scalar::int16, Scalar::int32, Scalar::uint8, Scalar::uint16})
            for (const char* line : {"z = x * 1e4 + 0.5", "z = -1e4 * x - 0.5", "z = x / 0.0001"})
                add(scalar, line); // saturates
        // A fraction, which the host rounds.
        for (const char* line : {"z = (x * x + 1) ** -1", "z = 100 * pow(x * x + 1, -a)"})
            add(Scalar::int32, line);
    }
    void everyElementIsAsOnTheHost() {
        QFETCH(int, scalar);
        QFETCH(QString, line);
        Bench& bench = sharedBench();
        const RunReport report =
            bench.run(requestFor(projectOf(Scalar(scalar), "1003"), line.toStdString()));
        const std::string why =
            report.message.whole() + (report.compile && !report.compile->diagnostics.empty()
                                          ? report.compile->diagnostics[0].text
                                          : "");
        QVERIFY2(report.status == RunStatus::ok, why.c_str());
        QCOMPARE(report.device->simulated, !testsRealGpu());
        QVERIFY2(report.compile->diagnostics.empty(), why.c_str()); // no warning either
        QVERIFY(find(report, line.startsWith(u'm') ? "m" : "z")->expect->passed);
    }

    /// Whole packs, their remainder, and nothing else; more elements than threads.
    void everySizeIsDone() {
        Bench& bench = sharedBench();
        for (const char* n : {"1", "3", "4", "5", "1024", "1025", "70001"}) {
            const RunReport report =
                bench.run(requestFor(projectOf(Scalar::int8, n), "z = x * y - a"));
            QVERIFY2(report.status == RunStatus::ok, n);
            // Sixteen bytes at once, as documented.
            QVERIFY(report.code->ptx.find(".v4.") != std::string::npos);
        }
    }

    /// Later assignments see what earlier ones did, and a buffer may be read and written.
    void assignmentsAreDoneInOrder() {
        Bench& bench = sharedBench();
        project::Project project = projectOf(Scalar::int32, "100");
        const project::GeneratedKernel kernel =
            project::elementwiseKernel(project, {"y = x + 1; z = z + y * 2; m = z > 5", {}});
        project.launches = {kernel.launch};
        project.buffers[1].expect.emplace().expression = {"x + 1", {}};
        project.buffers[2].expect.emplace().expression = {"z + (x + 1) * 2", {}};
        project.buffers[3].expect.emplace().expression = {"z + (x + 1) * 2 > 5", {}};
        RunRequest request;
        request.device = testedDevice();
        request.project = project;
        request.source = kernel.source;
        request.checkFaults = true;
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
    }

    /// Indices are those of the whole, on each device.
    void rowsAreThoseOfTheWhole() {
        Bench& bench = sharedBench();
        for (const int devices : {1, testedDevices(3)}) {
            project::Project project = projectOf(Scalar::int32, "31");
            for (project::Buffer& one : project.buffers)
                if (one.name != "s") {
                    one.shape.push_back({"5", {}});
                    one.split = true;
                }
            const RunReport report =
                bench.run(requestFor(project, "z = 100 * i + 10 * j + x * s", devices));
            QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        }
    }

    /// Cache entries are reused: values of parameters are not part of the source.
    void theNameIsOfTheContent() {
        const project::Project project = projectOf(Scalar::float32, "10");
        project::Project other = projectOf(Scalar::float32, "2000");
        other.parameters["a"] = {"7.5", {}};
        const auto nameOf = [](const project::Project& p, const char* line) {
            return project::elementwiseKernel(p, {line, {}}).name;
        };
        QCOMPARE(nameOf(project, "z = a*x"), nameOf(other, "z = a * x"));
        QVERIFY(nameOf(project, "z = a*x") != nameOf(project, "z = a*y"));
        QVERIFY(nameOf(project, "z = a*x") != nameOf(projectOf(Scalar::float64, "10"), "z = a*x"));
        const auto kernel = project::elementwiseKernel(project, {"z = x", {}});
        const std::string once = project::withKernel("// mine", kernel);
        QVERIFY(once.starts_with("// mine\n\n"));
        QCOMPARE(project::withKernel(once, kernel), once);
    }

    void whatCannotBeMadeIsRefused_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* line, const char* says) {
            QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(says);
        };
        row("", "nothing is assigned");
        row("x + y", "is not an assignment");
        row("x == y", "is not an assignment");
        row("2 = x", "is not an assignment");
        row("q = x", "is not a buffer");
        row("z = xx + 1", "unknown name 'xx'");
        row("z = x +", "");
        row("z = after(x)", "after()");
        row("z = x * h", "float2");
        row("z = x * c > 1", "comparisons, // and % are not defined");
        row("z = sin(c)", "sin() of complex numbers");
        row("z = x + l", "differ in their shape");
        row("z = j", "so j is not defined");
        row("z = gcd(x, 2)", "gcd()");
    }
    void whatCannotBeMadeIsRefused() {
        QFETCH(QString, line);
        QFETCH(QString, says);
        project::Project project = projectOf(Scalar::float32, "10");
        project.buffers.push_back(buffer("l", "11", project::Init::Kind::zeros));
        project.buffers.push_back(buffer("h", "n", project::Init::Kind::zeros));
        project.buffers.back().dtype = arrays::DType::vector(Scalar::float32, 2);
        project.buffers.push_back(buffer("c", "n", project::Init::Kind::zeros));
        project.buffers.back().dtype = Scalar::complex64;
        try {
            project::elementwiseKernel(project, {line.toStdString(), {}});
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(int(error.kind()), int(ErrorKind::project));
            QVERIFY2(std::string(error.what()).find(says.toStdString()) != std::string::npos,
                     error.what());
        }
    }
};

WARPBENCH_TEST(SessionElementwiseTest)
} // namespace tst_session_elementwise

#include "tst_session_elementwise.moc"
