// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that call a library: a simulated GPU computes them on the host and says so, a real one uses
// NVIDIA's libraries if installed. Unsuitable steps are rejected before the run.
#include "core/libraries/library_file.h"
#include "core/plan/evaluate.h"
#include "core/project/project_file.h"
#include "core/toolkit/toolkit.h"
#include "tests/main.h"
#include "tests/session/real_gpu.h"
#include "tests/session/session_bench.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>

namespace tst_session_libraries {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

/// Of JSON with ' for ".
std::string document(const std::string& buffers, const std::string& launches) {
    std::string text = "{'format': 'warpbench-project', 'version': 1, 'name': 'libraries', "
                       "'source': {'text': ''}, 'timing': {'repeats': 3, 'restore': false}, "
                       "'parameters': {'m': 48, 'n': 20, 'k': 33}, 'buffers': [" +
                       buffers + "], 'launches': [" + launches + "]}";
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

std::string buffer(const std::string& name, const std::string& dtype, const std::string& shape,
                   const std::string& rest = "'init': {'kind': 'zeros'}") {
    return "{'name': '" + name + "', 'dtype': '" + dtype + "', 'shape':" + shape + ", " + rest +
           "}";
}

const std::string kNormal = "'init': {'kind': 'normal', 'seed': 3}";
const std::string kOther = "'init': {'kind': 'normal', 'seed': 4}";

std::string expecting(const std::string& reference, const std::string& tolerance) {
    return "'init': {'kind': 'zeros'}, 'expect': {'reference': '" + reference +
           "', 'rtol':" + tolerance + ", 'atol':" + tolerance + "}";
}

std::string product(const std::string& dtype, const std::string& call, const std::string& a,
                    const std::string& b, const std::string& reference,
                    const std::string& tolerance) {
    return document(buffer("a", dtype, a, kNormal) + "," + buffer("b", dtype, b, kOther) + "," +
                        buffer("c", dtype, "['m', 'n']", expecting(reference, tolerance)),
                    "{'library': 'c =" + call + "'}");
}

std::string transform(const std::string& call, const std::string& from, const std::string& to,
                      const std::string& shape, const std::string& result,
                      const std::string& reference) {
    return document(buffer("x", from, shape, kNormal) + "," +
                        buffer("y", to, result, expecting(reference, "1e-3")),
                    "{'library': 'y =" + call + "(x)'}");
}

/// Whether a library, or what makes one of CUB, is not on this machine.
bool isMissing(const RunReport& report) {
    return report.status == RunStatus::device_error &&
           (report.message.whole().find("NVIDIA's library: ") != std::string::npos ||
            report.message.whole().find("header-only libraries, was not found") !=
                std::string::npos);
}

std::string expectedBuffer(const std::string& name, const std::string& dtype,
                           const std::string& shape, const std::string& expression,
                           const std::string& tolerance = "0") {
    return buffer(name, dtype, shape,
                  "'init': {'kind': 'constant', 'value': 7}, 'expect': {'expression': '" +
                      expression + "', 'rtol':" + tolerance + "}");
}

/// Over all elements of x, whose values an expression of i gives.
std::string overAll(const std::string& call, const std::string& dtype, const std::string& shape,
                    const std::string& x, const std::string& result,
                    const std::string& expression) {
    return document(
        buffer("x", dtype, shape, "'init': {'kind': 'expression', 'expression': '" + x + "'}") +
            "," + expectedBuffer("y", dtype, result, expression),
        "{'library': 'y = " + call + "'}");
}

} // namespace

class SessionLibrariesTest : public SessionFixture {
    Q_OBJECT

    static RunReport run(const std::string& json, const QString& device = "sim",
                         WorkerHome home = WorkerHome::this_process, bool graph = false) {
        RunRequest request;
        request.graph = graph;
        request.device = device.toStdString();
        request.project = project::parseProject(json, "libraries.warpbench").project;
        return Bench(home).run(std::move(request));
    }

    static void check(const RunReport& report) {
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        for (const BufferReport& one : report.buffers)
            if (one.expect)
                QVERIFY2(one.expect->passed, one.name.c_str());
        QCOMPARE(report.launches.size(), std::size_t(1));
        QVERIFY(report.launches[0].time);
        QVERIFY(!report.launches[0].occupancy);
        QVERIFY(!report.launches[0].computedBy.empty());
    }

  private slots:
    void init() { qputenv("WARPBENCH_SIMGPU", "h200"); }

    void results_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("library");
        QTest::addColumn<QString>("device");
        const auto row = [](const char* name, const std::string& json, const char* library) {
            for (const char* device : {"sim", "0"})
                QTest::addRow("%s, %s", name, device[0] == '0' ? "real" : "simulated")
                    << QString::fromStdString(json) << library << device;
        };
        const std::string mk = "['m', 'k']";
        const std::string kn = "['k', 'n']";
        const std::string km = "['k', 'm']";
        const std::string nk = "['n', 'k']";
        row("float32", product("float32", "gemm(a, b)", mk, kn, "matmul(a, b)", "1e-4"), "cuBLAS");
        row("float64", product("float64", "gemm(a, b)", mk, kn, "matmul(a, b)", "1e-12"), "cuBLAS");
        row("float16", product("float16", "gemm(a, b)", mk, kn, "matmul(a, b)", "1e-2"), "cuBLAS");
        row("bfloat16", product("bfloat16", "gemm(a, b)", mk, kn, "matmul(a, b)", "5e-2"),
            "cuBLAS");
        row("first turned",
            product("float32", "gemm(transpose(a), b)", km, kn, "matmul(transpose(a), b)", "1e-4"),
            "cuBLAS");
        row("second turned",
            product("float32", "gemm(a, transpose(b))", mk, nk, "matmul(a, transpose(b))", "1e-4"),
            "cuBLAS");
        row("both turned",
            product("float64", "gemm(transpose(a), transpose(b))", km, nk,
                    "matmul(transpose(a), transpose(b))", "1e-12"),
            "cuBLAS");
        row("fft of rows",
            transform("fft", "complex64", "complex64", "[5, 48]", "[5, 48]", "fft(x)"), "cuFFT");
        row("ifft", transform("ifft", "complex128", "complex128", "[30]", "[30]", "ifft(x) * 30"),
            "cuFFT");
        row("fft2",
            transform("fft2", "complex64", "complex64", "[2, 6, 10]", "[2, 6, 10]", "fft2(x)"),
            "cuFFT");
        row("ifft2",
            transform("ifft2", "complex64", "complex64", "[6, 10]", "[6, 10]", "ifft2(x) * 60"),
            "cuFFT");
        const std::string doubled =
            document(buffer("x", "float32", "[1024]",
                            "'init': {'kind': 'expression', 'expression': 'cos(pi * i / 4)'}") +
                         "," +
                         buffer("y", "complex64", "[513]",
                                "'init': {'kind': 'zeros'}, "
                                "'expect': {'expression': '512 if i == 128 else 0', 'atol': 1e-2}"),
                     "{'library': 'y = rfft(x)'}");
        row("rfft of a cosine", doubled, "cuFFT");
        row("rfft2 of a constant",
            document(
                buffer("x", "float64", "[4, 6]", "'init': {'kind': 'ones'}") + "," +
                    buffer("y", "complex128", "[4, 4]",
                           "'init': {'kind': 'zeros'}, "
                           "'expect': {'expression': '24 if i + j == 0 else 0', 'atol': 1e-9}"),
                "{'library': 'y = rfft2(x)'}"),
            "cuFFT");
        // The matrix of second differences, whose rows have 3 values: 0 within, for a line.
        row("spmv",
            document(
                buffer("offsets", "int32", "[101]",
                       "'init': {'kind': 'expression', 'expression': '3 * i'}") +
                    "," +
                    buffer("columns", "int32", "[300]",
                           "'init': {'kind': 'expression', 'expression': 'i // 3 + i % 3'}") +
                    "," +
                    buffer(
                        "values", "float64", "[300]",
                        "'init': {'kind': 'expression', 'expression': '-2 if i % 3 == 1 else 1'}") +
                    "," +
                    buffer("x", "float64", "[102]",
                           "'init': {'kind': 'expression', 'expression': 'i * i'}") +
                    "," +
                    buffer("y", "float64", "[100]",
                           "'init': {'kind': 'zeros'}, "
                           "'expect': {'expression': '2'}"),
                "{'library': 'y = spmv(offsets, columns, values, x)'}"),
            "cuSPARSE");
        // All values once, in a permuted order: 37 and 10007 are coprime.
        const char* mixed = "37 * i % 10007";
        row("sum", overAll("sum(x)", "int32", "[10007]", mixed, "[1]", "50065021"), "CUB");
        row("sum that wraps", overAll("sum(x)", "uint8", "[300]", "1", "[1]", "44"), "CUB");
        row("sum of float64", overAll("sum(x)", "float64", "[3, 1001]", "0.5", "[]", "1501.5"),
            "CUB");
        row("min", overAll("min(x)", "int16", "[10007]", "37 * i % 10007 - 5000", "[1]", "-5000"),
            "CUB");
        row("max", overAll("max(x)", "float32", "[10007]", mixed, "[1]", "10006"), "CUB");
        row("max of large ones",
            overAll("max(x)", "uint64", "[3]", "18446744073709551615 if i == 1 else 1", "[1]",
                    "18446744073709551615"),
            "CUB");
        row("inclusive sum",
            overAll("inclusive_sum(x)", "int64", "[5000]", "i", "[5000]", "i * (i + 1) // 2"),
            "CUB");
        row("exclusive sum",
            overAll("exclusive_sum(x)", "uint32", "[5000]", "i", "[5000]", "i * (i - 1) // 2"),
            "CUB");
        for (const char* dtype : {"int16", "uint32", "int64"})
            row(qPrintable(QStringLiteral("sort of %1").arg(dtype)),
                overAll("sort(x)", dtype, "[10007]", mixed, "[10007]", "i"), "CUB");
        for (const char* dtype : {"int32", "float32", "float64"})
            row(qPrintable(QStringLiteral("sort of %1 with signs").arg(dtype)),
                overAll("sort(x)", dtype, "[10007]", "37 * i % 10007 - 5000", "[10007]",
                        "i - 5000"),
                "CUB");
        // 10 keys, each of which keeps the order of its values.
        const auto pairs = [](const char* carried) {
            return document(
                buffer("keys", "uint8", "[1000]",
                       "'init': {'kind': 'expression', 'expression': 'i % 10'}") +
                    "," +
                    buffer("values", carried, "[1000]",
                           "'init': {'kind': 'expression', 'expression': 'i'}") +
                    "," + expectedBuffer("sorted", "uint8", "[1000]", "i // 100") + "," +
                    expectedBuffer("moved", carried, "[1000]", "i % 100 * 10 + i // 100"),
                "{'library': 'sorted, moved = sort(keys, values)'}");
        };
        // Zeros of both signs are equal and keep their order; all others are sorted by their bits.
        row("sort of zeros",
            document(
                buffer("keys", "float32", "[1000]",
                       "'init': {'kind': 'expression', 'expression': '-0.0 if i % 2 else 0.0'}") +
                    "," +
                    buffer("values", "int32", "[1000]",
                           "'init': {'kind': 'expression', 'expression': 'i'}") +
                    "," + expectedBuffer("sorted", "float32", "[1000]", "0") + "," +
                    expectedBuffer("moved", "int32", "[1000]", "i"),
                "{'library': 'sorted, moved = sort(keys, values)'}"),
            "CUB");
        row("sort of infinities",
            document(
                buffer("keys", "float64", "[1001]",
                       "'init': {'kind': 'expression', "
                       "'expression': 'nan if i == 3 else inf if i == 2 else -inf if i == 9 else "
                       "1000 - i'}") +
                    "," +
                    buffer("values", "int64", "[1001]",
                           "'init': {'kind': 'expression', 'expression': 'i'}") +
                    "," + buffer("sorted", "float64", "[1001]") + "," +
                    expectedBuffer("moved", "int64", "[1001]",
                                   "9 if i == 0 else 3 if i == 1000 else 2 if i == 999 else 1001 "
                                   "- i if i <= 991 else 1000 - i if i <= 996 else 998 - i"),
                "{'library': 'sorted, moved = sort(keys, values)'}"),
            "CUB");
        for (const char* carried : {"uint16", "float32", "complex128"})
            row(qPrintable(QStringLiteral("sort with %1").arg(carried)), pairs(carried), "CUB");
    }
    void results() {
        QFETCH(QString, json);
        QFETCH(QString, library);
        QFETCH(QString, device);
        if (device == "0" && !hasRealGpu())
            QSKIP("no real GPU");
        for (const WorkerHome home : {WorkerHome::this_process, WorkerHome::child_process}) {
            const RunReport report = run(json.toStdString(), device, home);
            if (device == "0" && isMissing(report))
                QSKIP("the library is not installed");
            check(report);
            if (QTest::currentTestFailed())
                return;
            const QString by = QString::fromStdString(report.launches[0].computedBy);
            if (device == "0") {
                const QRegularExpression version(library + " \\d+\\.\\d+\\.\\d+");
                QVERIFY2(version.match(by).hasMatch(), qPrintable(by));
                QVERIFY(report.launches[0].bytesPerSecond.value_or(0) > 0);
            } else {
                QVERIFY2(by.startsWith("the host"), qPrintable(by));
                QVERIFY(!report.launches[0].flopsPerSecond);
                QVERIFY(!report.notes.empty());
                QVERIFY(report.notes[0].find(library.toStdString()) != std::string::npos);
            }
        }
    }

    /// NVIDIA's libraries queue kernels, which a graph can hold; the host cannot be in one.
    void callsInAGraph_data() { results_data(); }
    void callsInAGraph() {
        QFETCH(QString, json);
        QFETCH(QString, device);
        if (device == "0" && !hasRealGpu())
            QSKIP("no real GPU");
        if (device == "sim") {
            try {
                run(json.toStdString(), device, WorkerHome::this_process, true);
                QFAIL("not refused");
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::project);
                QVERIFY2(error.text().find("is computed by the host there") != std::string::npos,
                         error.what());
            }
            return;
        }
        const RunReport report = run(json.toStdString(), device, WorkerHome::this_process, true);
        if (isMissing(report))
            QSKIP("the library is not installed");
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(report.graph && report.graph->nodes >= 1);
        QCOMPARE(report.graph->replay.samples, 3);
    }

    void randomNumbers_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<double>("mean");
        QTest::addColumn<QString>("device");
        for (const char* device : {"sim", "0"})
            for (const char* dtype : {"float32", "float64"}) {
                QTest::addRow("uniform %s %s", dtype, device)
                    << "uniform()" << dtype << 0.5 << device;
                QTest::addRow("normal %s %s", dtype, device)
                    << "normal(3, 0.5)" << dtype << 3.0 << device;
            }
    }
    void randomNumbers() {
        QFETCH(QString, call);
        QFETCH(QString, dtype);
        QFETCH(double, mean);
        QFETCH(QString, device);
        if (device == "0" && !hasRealGpu())
            QSKIP("no real GPU");
        const std::string json =
            document(buffer("z", dtype.toStdString(), "[100000]"),
                     "{'library': 'z =" + call.toStdString() + "', 'seed': 7}");
        const RunReport report = run(json, device);
        if (device == "0" && isMissing(report))
            QSKIP("the library is not installed");
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        const BufferReport& z = report.buffers.at(0);
        QVERIFY(std::abs(*z.mean - mean) < 0.01);
        if (call.startsWith("uniform")) {
            QVERIFY(*z.min > 0 && *z.max <= 1);
        } else {
            QVERIFY(*z.min > 0 && *z.min < 1.5 && *z.max > 4.5);
        }
    }

    /// Between kernels, in their order, as often as a pass repeats.
    void aCallStandsBetweenKernels() {
        const std::string json =
            document(buffer("a", "float32", "[4, 4]", "'init': {'kind': 'ones'}") + "," +
                         buffer("b", "float32", "[4, 4]", "'init': {'kind': 'ones'}") + "," +
                         buffer("c", "float32", "[4, 4]") + "," +
                         buffer("sum", "float32", "[1]",
                                "'init': {'kind': 'zeros'}, 'expect': {'expression': '128'}"),
                     "{'elementwise': 'a = 2 * b'}, {'library': 'c = gemm(a, b)', 'repeat': 3, "
                     "'stream': 'side'}, {'reduce': 'total = c', 'stream': 'side'}");
        std::string fixed = json;
        fixed.replace(fixed.find("total = c"), 9, "sum = c");
        const RunReport report = run(fixed);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QCOMPARE(report.launches.size(), std::size_t(3));
        QCOMPARE(report.launches[1].kernel, std::string("gemm"));
        QCOMPARE(titleOf(report.launches[1]),
                 std::string("library: c = gemm(a, b), by the host (Eigen)"));
        QCOMPARE(report.launches[1].time->samples, 1);
    }

    void whatDoesNotFitIsRefused_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("text");
        QTest::newRow("no function") << "c = gem(a, b)"
                                     << "'gem'";
        QTest::newRow("no call") << "c = a"
                                 << "is not a library call";
        QTest::newRow("no buffer") << "c = gemm(a, z)"
                                   << "'z' is not a buffer";
        QTest::newRow("inner dimensions") << "c = gemm(a, a)"
                                          << "columns";
        QTest::newRow("result") << "a = gemm(a, b)"
                                << "shape";
        QTest::newRow("type") << "c = gemm(a, half)"
                              << "float16";
        QTest::newRow("real fft") << "c = fft(a)"
                                  << "complex64";
        QTest::newRow("arguments") << "c = gemm(a)"
                                   << "1 argument";
        QTest::newRow("uniform's bounds") << "c = uniform(0, 2)"
                                          << "2 arguments";
        QTest::newRow("odd count") << "odd = normal(0, 1)"
                                   << "pairs";
        QTest::newRow("no order") << "half = inclusive_sum(half)"
                                  << "float16";
        QTest::newRow("scan in place") << "a = inclusive_sum(a)"
                                       << "both reads and writes 'a'";
        QTest::newRow("sum of many") << "odd = sum(a)"
                                     << "3 elements";
        QTest::newRow("sort in place") << "a = sort(a)"
                                       << "both reads and writes 'a'";
        QTest::newRow("two for one") << "a, b = sort(c)"
                                     << "as many";
        QTest::newRow("one twice") << "c, c = sort(d, e)"
                                   << "writes 'c' twice";
    }
    void whatDoesNotFitIsRefused() {
        QFETCH(QString, call);
        QFETCH(QString, text);
        const std::string json = document(
            buffer("a", "float32", "['m', 'k']") + "," + buffer("b", "float32", "['k', 'n']") +
                "," + buffer("half", "float16", "['k', 'n']") + "," +
                buffer("odd", "float32", "[3]") + "," + buffer("c", "float32", "['m', 'n']") + "," +
                buffer("d", "float32", "['m', 'n']") + "," + buffer("e", "float32", "['m', 'n']"),
            "{'library': '" + call.toStdString() + "'}");
        try {
            project::makePlan(project::parseProject(json, "p.warpbench").project);
            QFAIL("it was taken");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::project);
            QVERIFY2(error.text().find(text.toStdString()) != std::string::npos,
                     error.text().c_str());
            QVERIFY(!error.remedy().empty());
            QVERIFY(error.place().line > 0);
        }
    }

    /// The host's stand-in reports a row beyond the matrix, which a GPU would access.
    void aSparseMatrixOutOfBoundsIsTold() {
        const std::string json = document(
            buffer("offsets", "int32", "[3]",
                   "'init': {'kind': 'expression', 'expression': '2 * i'}") +
                "," +
                buffer("columns", "int32", "[4]", "'init': {'kind': 'constant', 'value': 9}") +
                "," + buffer("values", "float32", "[4]") + "," + buffer("x", "float32", "[4]") +
                "," + buffer("y", "float32", "[2]"),
            "{'library': 'y = spmv(offsets, columns, values, x)'}");
        const RunReport report = run(json);
        QCOMPARE(report.status, RunStatus::device_error);
        QVERIFY2(report.message.whole().find("column 9 of 4") != std::string::npos,
                 report.message.whole().c_str());
        QCOMPARE(report.exitCode(), 4);
    }

    void librariesAreFoundInWheelsAndToolkits() {
        QTemporaryDir home;
        const auto make = [&](const QString& file) {
            const QString path = home.filePath(file);
            QDir().mkpath(QFileInfo(path).path());
            QFile made(path);
            QVERIFY(made.open(QIODevice::WriteOnly));
        };
        const QString site = ".local/lib/python3.12/site-packages/nvidia/";
        make(site + "cublas/lib/libcublas.so.12");
        make(site + "cu13/lib/libcublas.so.13");
        make("toolkit/lib64/libcublas.so.13");
        compile::ToolkitSearch search;
        search.environment = [&](const char* name) {
            return std::string_view(name) == "HOME"        ? home.path().toStdString()
                   : std::string_view(name) == "CUDA_HOME" ? home.filePath("toolkit").toStdString()
                                                           : std::string();
        };
        const auto names = [&](int driver) {
            QStringList list;
            for (const auto& file : compile::libraryCandidates("cublas", driver, search))
                list << QDir::fromNativeSeparators(QString::fromStdString(file.string()))
                            .remove(home.path() + "/");
            return list;
        };
        QCOMPARE(names(13), (QStringList{"toolkit/lib64/libcublas.so.13", "libcublas.so.13",
                                         "libcublas.so.12", site + "cu13/lib/libcublas.so.13",
                                         site + "cublas/lib/libcublas.so.12"}));
        // Code newer than the driver does not run on it.
        QCOMPARE(names(12), (QStringList{"libcublas.so.12", site + "cublas/lib/libcublas.so.12"}));
    }

    /// The error of a step on a real GPU without the library.
    void aLibraryThatIsNotThereIsTold() {
        const auto problemWith = [](std::vector<std::filesystem::path> files) {
            try {
                (void)libraries::openLibrary("cuSPARSE", "cusparse",
                                             [files](const std::string&) { return files; });
            } catch (const Error& error) {
                return error.kind() == ErrorKind::environment ? QString(error.what()) : QString();
            }
            return QString();
        };
        const QString none = problemWith({});
        QVERIFY2(none.contains("calls cuSPARSE, NVIDIA's library: it was not found") &&
                     none.contains("pip install nvidia-cusparse"),
                 qPrintable(none));
        const QString first = problemWith({"libfirst-of-none.so.13", "libsecond-of-none.so.12"});
        QVERIFY2(first.contains("libfirst-of-none.so.13") && !first.contains("libsecond-of-none"),
                 qPrintable(first));
    }
};

WARPBENCH_TEST(SessionLibrariesTest)
} // namespace tst_session_libraries

#include "tst_session_libraries.moc"
