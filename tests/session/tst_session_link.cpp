// SPDX-License-Identifier: GPL-3.0-or-later
// A project of several sources: each is compiled separately, the driver links them, and linker
// errors are reported at their location in a source.
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/compile/nvjitlink.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"

#include <QTemporaryDir>

#include <fstream>

namespace tst_session_link {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

const std::string kMain = R"(extern __device__ float scaled(float value);
extern __device__ float offsets[2];
extern "C" __global__ void multiply(float* dest, const float* a, const float* b) {
    int i = threadIdx.x;
    dest[i] = scaled(a[i]) * b[i] + offsets[i % 2];
}
)";

const std::string kHelper = R"(#include "factor.h"
__device__ float offsets[2] = {0, 0};
__device__ float scaled(float value) { return value * FACTOR * BASE; }
extern "C" __global__ void twice(float* dest, const float* a, const float* b) {
    int i = threadIdx.x;
    dest[i] = 2 * a[i] * b[i];
}
)";

/// A normalised path, on Windows with / or \.
std::filesystem::path normal(const std::string& path) {
    return pathFromUtf8(path).lexically_normal();
}

struct Sources {
    QTemporaryDir folder;

    std::filesystem::path path(const char* name) const {
        return normal(folder.filePath(name).toStdString());
    }

    void write(const char* name, const std::string& text) const {
        std::ofstream(folder.filePath(name).toStdString()) << text;
    }
    RunRequest request(const std::string& main, const std::vector<std::string>& linked) const {
        RunRequest request = multiply(main);
        request.project.file = folder.filePath("p.warpbench").toStdString();
        request.project.compile.defines["BASE"] = "1";
        for (const std::string& name : linked)
            request.project.link.push_back({name});
        return request;
    }
};

const compile::Diagnostic& onlyError(const RunReport& report) {
    if (!report.compile || report.compile->diagnostics.size() != 1)
        throw std::runtime_error("not one message: " + report.message.whole());
    return report.compile->diagnostics.front();
}

} // namespace

class TestSessionLink : public SessionFixture {
    Q_OBJECT

  private slots:
    void sourcesAreLinked_data() { homes(); }
    void sourcesAreLinked();
    void executionsBelongToTheirSource();
    void kernelsOfAllSources();
    void ptxIsLinked();
    void eachIsCachedByItself();
    void whatAnEditorHolds();
    void undefinedFunction();
    void undefinedVariable();
    void otherParameterTypes();
    void definedTwice();
    void mistakeInALinkedSource();
    void whatCannotBeLinked_data();
    void whatCannotBeLinked();
    void optimisedAsOne_data() { homes(); }
    void optimisedAsOne();
    void optimisedAsOneWithMistakes();
    void ptxIsNotOptimised();
    void withoutTheLinker();
};

void TestSessionLink::sourcesAreLinked() {
    QFETCH(WorkerHome, home);
    Sources sources;
    sources.write("factor.h", "#define FACTOR 1.0f\n");
    sources.write("helper.cu", kHelper);
    Bench bench(home);
    const RunReport report = bench.run(sources.request(kMain, {"helper.cu"}));
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
    QVERIFY(find(report, "dest")->expect->passed);
    // Both use the header's factor and the project's define.
    sources.write("factor.h", "#define FACTOR 3.0f\n");
    QCOMPARE(bench.run(sources.request(kMain, {"helper.cu"})).status, RunStatus::expect_failed);
    RunRequest third = sources.request(kMain, {"helper.cu"});
    third.project.buffers[2].expect->expression = {"a * b * 6", {}};
    third.project.compile.defines["BASE"] = "2";
    QCOMPARE(bench.run(third).status, RunStatus::ok);
    // And variables of all of them can be set.
    third.project.constants["offsets"].dtype = arrays::DType(arrays::Scalar::float32);
    third.project.constants["offsets"].value = {{"1", {}}, {"1", {}}};
    third.project.buffers[2].expect->expression = {"a * b * 6 + 1", {}};
    const RunReport set = bench.run(third);
    QVERIFY2(set.status == RunStatus::ok, set.message.whole().c_str());
}

/// Lines of the PTX count on from one source to the next.
void TestSessionLink::executionsBelongToTheirSource() {
    ONLY_SIMULATED("executions of lines are counted");
    Sources sources;
    sources.write("factor.h", "#define FACTOR 3.0f\n");
    sources.write("helper.cu", kHelper);
    RunRequest request = sources.request(kMain, {"helper.cu"});
    request.metrics = true;
    request.project.buffers[2].expect.reset();
    const RunReport report = Bench(WorkerHome::this_process).run(request);
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
    QStringList ptx = QString::fromStdString(report.code->ptx).split(u'\n');
    if (ptx.last().isEmpty())
        ptx.removeLast();
    const qsizetype own = ptx.size();
    ptx += QString::fromStdString(report.code->parts.at(0).ptx).split(u'\n');
    const Counters& counters = report.launches.at(0).counters.value();
    std::uint64_t all = 0;
    QStringList ofHelper;
    for (const PtxLineCounters& line : counters.ptxLines) {
        all += line.executions;
        QVERIFY(line.line <= ptx.size());
        if (line.line == 0) // added by the simulator
            continue;
        const QString text = ptx[line.line - 1].trimmed();
        QVERIFY2(text.endsWith(u';') || text.contains(u'('), qPrintable(text));
        if (line.line > own)
            ofHelper += text;
    }
    QCOMPARE(all, counters.warpInstructions);
    QVERIFY2(ofHelper.filter(QStringLiteral("mul.")).size() == 1,
             qPrintable(ofHelper.join(u'\n'))); // scaled()
    QVERIFY(counters.flops.has_value());
    QVERIFY(counters.flops->single >= 3 * 400); // both multiplications, and the addition
}

void TestSessionLink::kernelsOfAllSources() {
    Sources sources;
    sources.write("factor.h", "#define FACTOR 1.0f\n");
    sources.write("helper.cu", kHelper);
    Bench bench(WorkerHome::this_process);
    RunRequest request = sources.request(kMain, {"helper.cu"});
    request.project.launches[0].kernel = "twice";
    request.project.buffers[2].expect->expression = {"2 * a * b", {}};
    const RunReport report = bench.run(request);
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
    QCOMPARE(report.compile->kernels.size(), std::size_t(2));
    const compile::KernelInfo* twice = report.code->kernel("twice");
    QVERIFY(twice);
    QCOMPARE(twice->line, 4); // in the linked source
    QCOMPARE(twice->parameters.size(), std::size_t(3));
    QCOMPARE(normal(report.code->parts.at(0).fileName), sources.path("helper.cu"));
}

void TestSessionLink::ptxIsLinked() {
    Sources sources;
    sources.write("factor.ptx", R"(.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .b8 offsets[8];
.visible .func (.param .b32 result) _Z6scaledf(.param .b32 value)
{
    .reg .f32 %f<2>;
    ld.param.f32 %f1, [value];
    st.param.f32 [result], %f1;
    ret;
}
)");
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(sources.request(kMain, {"factor.ptx"}));
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
}

void TestSessionLink::eachIsCachedByItself() {
    Sources sources;
    sources.write("factor.h", "#define FACTOR 1.0f\n");
    sources.write("helper.cu", kHelper + "// a\n");
    Bench bench(WorkerHome::this_process);
    bench.run(sources.request(kMain, {"helper.cu"}));
    QVERIFY(bench.run(sources.request(kMain, {"helper.cu"})).compile->cached);
    sources.write("helper.cu", kHelper + "// b\n");
    const RunReport changed = bench.run(sources.request(kMain, {"helper.cu"}));
    QVERIFY(!changed.compile->cached);
    QCOMPARE(changed.code->missReason, std::string("the source changed"));
}

void TestSessionLink::whatAnEditorHolds() {
    Sources sources;
    sources.write("helper.cu", "an old text");
    Bench bench(WorkerHome::this_process);
    RunRequest request = sources.request(kMain, {"helper.cu"});
    request.project.unsaved[sources.folder.filePath("helper.cu").toStdString()] = kHelper;
    request.project.unsaved[sources.folder.filePath("factor.h").toStdString()] =
        "#define FACTOR 1.0f\n";
    const RunReport report = bench.run(request);
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
}

void TestSessionLink::undefinedFunction() {
    Sources sources;
    sources.write("helper.cu", "__device__ float offsets[2];\n");
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(sources.request(kMain, {"helper.cu"}));
    QCOMPARE(report.status, RunStatus::compile_error);
    QCOMPARE(report.exitCode(), 3);
    const compile::Diagnostic& error = onlyError(report);
    QCOMPARE(error.place.line, 1);
    QVERIFY(error.place.file.find("p.warpbench.cu") != std::string::npos);
    QVERIFY2(error.text.find(
                 "'scaled(float)' is used here but not defined in any of the 2 linked sources") !=
                 std::string::npos,
             error.text.c_str());
}

void TestSessionLink::undefinedVariable() {
    Sources sources;
    sources.write("helper.cu", "__device__ float scaled(float value) { return value; }\n");
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(sources.request(kMain, {"helper.cu"}));
    QCOMPARE(report.status, RunStatus::compile_error);
    QCOMPARE(onlyError(report).place.line, 2);
    QVERIFY(onlyError(report).text.find("'offsets'") != std::string::npos);
}

/// The commonest cause: names are the same, types are not.
void TestSessionLink::otherParameterTypes() {
    Sources sources;
    sources.write("helper.cu", "__device__ float offsets[2];\n"
                               "__device__ float scaled(double value) { return value; }\n");
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(sources.request(kMain, {"helper.cu"}));
    QCOMPARE(report.status, RunStatus::compile_error);
    QVERIFY(onlyError(report).text.find("parameter types must be the same") != std::string::npos);
}

void TestSessionLink::definedTwice() {
    Sources sources;
    sources.write("factor.h", "#define FACTOR 1.0f\n");
    sources.write("helper.cu", kHelper);
    sources.write("other.cu", "\n__device__ float scaled(float value) { return value; }\n");
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(sources.request(kMain, {"helper.cu", "other.cu"}));
    QCOMPARE(report.status, RunStatus::compile_error);
    const compile::Diagnostic& error = onlyError(report);
    QCOMPARE(normal(error.place.file), sources.path("other.cu"));
    QCOMPARE(error.place.line, 2);
    QVERIFY2(error.text.find("helper.cu") != std::string::npos, error.text.c_str());
}

void TestSessionLink::mistakeInALinkedSource() {
    Sources sources;
    sources.write("helper.cu", "__device__ float offsets[2];\n__device__ float scaled(float v) { "
                               "return w; }\n");
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(sources.request(kMain, {"helper.cu"}));
    QCOMPARE(report.status, RunStatus::compile_error);
    QCOMPARE(normal(onlyError(report).place.file), sources.path("helper.cu"));
    QCOMPARE(onlyError(report).place.line, 2);
}

void TestSessionLink::whatCannotBeLinked_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::newRow("missing") << "nowhere.cu"
                             << "nowhere.cu";
    QTest::newRow("outside") << "../helper.cu"
                             << "is outside the project's folder";
    QTest::newRow("itself") << "main.cu"
                            << "is the source itself";
    QTest::newRow("machine code") << "kernel.cubin"
                                  << "machine code, which is not linked";
}

void TestSessionLink::whatCannotBeLinked() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    Sources sources;
    sources.write("main.cu", kMain);
    RunRequest request = sources.request(kMain, {name.toStdString()});
    request.project.source = project::SourceFile{"main.cu"};
    request.project.places["/link/0/file"] = {"p.warpbench", 7, 1};
    Bench bench(WorkerHome::this_process);
    try {
        bench.run(request);
        QFAIL("it was taken");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::project);
        QVERIFY2(QString(error.what()).contains(text), error.what());
        QCOMPARE(error.place().line, 7);
    }
}

namespace {

bool linkerIsMissing() {
    try {
        compile::NvJitLink::get();
        return false;
    } catch (const Error&) {
        return true;
    }
}

} // namespace

void TestSessionLink::optimisedAsOne() {
    if (linkerIsMissing())
        QSKIP("no nvJitLink here: `warpbench-cli doctor --install-compiler` fetches it");
    QFETCH(WorkerHome, home);
    Sources sources;
    sources.write("factor.h", "#define FACTOR 1.0f\n");
    sources.write("helper.cu", kHelper);
    Bench bench(home);
    RunRequest request = sources.request(kMain, {"helper.cu"});
    const RunReport plain = bench.run(request);
    request.project.compile.lto = true;
    const RunReport report = bench.run(request);
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
    QVERIFY(find(report, "dest")->expect->passed);
    const auto& code = *report.code;
    QVERIFY(code.parts.empty());
    // The other source's function is inlined, and its lines are known.
    QVERIFY(plain.code->ptx.find("call") != std::string::npos);
    QCOMPARE(code.ptx.find("call.uni"), std::string::npos);
    QVERIFY(code.ptx.find("helper.cu") != std::string::npos);
    QCOMPARE(report.compile->kernels.size(), std::size_t(2));
    const compile::KernelInfo* twice = code.kernel("twice");
    QVERIFY(twice);
    QCOMPARE(twice->line, 4); // in the linked source
    QVERIFY(twice->registers.value_or(0) > 0);
    QCOMPARE(twice->parameters.size(), std::size_t(3));
    const compile::KernelInfo* multiply = code.kernel("multiply");
    QVERIFY(multiply && multiply->spillStoreBytes);
    QCOMPARE(multiply->line, 3);
    // Sources are cached as before.
    QVERIFY(bench.run(request).compile->cached);
    sources.write("factor.h", "#define FACTOR 3.0f\n");
    QCOMPARE(bench.run(request).status, RunStatus::expect_failed);
}

void TestSessionLink::optimisedAsOneWithMistakes() {
    if (linkerIsMissing())
        QSKIP("no nvJitLink here: `warpbench-cli doctor --install-compiler` fetches it");
    Sources sources;
    sources.write("factor.h", "#define FACTOR 1.0f\n");
    Bench bench(WorkerHome::this_process);
    const auto errorOf = [&](const std::string& helper) {
        sources.write("helper.cu", helper);
        RunRequest request = sources.request(kMain, {"helper.cu"});
        request.project.compile.lto = true;
        const RunReport report = bench.run(request);
        if (report.status != RunStatus::compile_error)
            throw std::runtime_error("it was taken");
        return onlyError(report);
    };
    const compile::Diagnostic undefined = errorOf("__device__ float offsets[2];\n");
    QVERIFY2(undefined.text.find("'scaled(float)' is used here") == 0, undefined.text.c_str());
    QCOMPARE(undefined.place.line, 1);
    const compile::Diagnostic twice =
        errorOf(kHelper + "extern \"C\" __global__ void multiply(float*) {}\n");
    QVERIFY2(twice.text.find("'multiply' is also defined in ") == 0, twice.text.c_str());
    const compile::Diagnostic wrong = errorOf("__device__ float scaled(float v) { return w; }\n");
    QCOMPARE(normal(wrong.place.file), sources.path("helper.cu"));
}

void TestSessionLink::ptxIsNotOptimised() {
    if (linkerIsMissing())
        QSKIP("no nvJitLink here: `warpbench-cli doctor --install-compiler` fetches it");
    Sources sources;
    sources.write("factor.ptx", ".version 7.0\n.target sm_70\n.address_size 64\n");
    RunRequest request = sources.request(kMain, {"factor.ptx"});
    request.project.compile.lto = true;
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(request);
    QCOMPARE(report.status, RunStatus::compile_error);
    QVERIFY(onlyError(report).place.file.ends_with("factor.ptx"));
}

void TestSessionLink::withoutTheLinker() {
    compile::ToolkitSearch nowhere;
    nowhere.environment = [](const char*) { return std::string(); };
    nowhere.askLoader = false;
    try {
        compile::NvJitLink::find(nowhere);
        QFAIL("found nowhere");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::environment);
        QVERIFY(error.text().find("nvJitLink") != std::string::npos);
        QVERIFY(error.remedy().find("--install-compiler") != std::string::npos);
    }
}

WARPBENCH_TEST(TestSessionLink)
} // namespace tst_session_link

#include "tst_session_link.moc"
