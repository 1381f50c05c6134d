// SPDX-License-Identifier: GPL-3.0-or-later
// A project's source may be code that is compiled already: it runs as it is, its kernels and their
// parameters are known, and what does not fit is said with its place.
#include "core/base/error.h"
#include "tests/session/session_bench.h"

#include <nlohmann/json.hpp>

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

compile::CompileResult compiledFor(const std::string& arch, const std::string& source,
                                   bool lineInfo = false) {
    compile::CompileRequest request;
    request.source = source;
    request.fileName = "kernel.cu";
    request.arch = arch;
    request.lineInfo = lineInfo;
    return compile::compile(request);
}

/// As a person writes it, or a compiler with other habits than NVRTC's.
const std::string kHandWritten = R"(// dest[i] = a[i] * b[i]
.version 7.0
.target sm_70
.address_size 64
.visible .entry multiply(.param .u64 dest, .param .u64 a, .param .b64 b)
{
    .reg .b32 %r<2>; .reg .b64 %rd<8>; .reg .f32 %f<4>;
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd1, %r1, 4;
    ld.param.u64 %rd2, [dest]; ld.param.u64 %rd3, [a]; ld.param.u64 %rd4, [b];
    add.u64 %rd5, %rd2, %rd1; add.u64 %rd6, %rd3, %rd1; add.u64 %rd7, %rd4, %rd1;
    ld.global.f32 %f1, [%rd6]; ld.global.f32 %f2, [%rd7];
    mul.rn.f32 %f3, %f1, %f2;
    st.global.f32 [%rd5], %f3;
    ret;
}
)";

RunRequest multiplyBy(const std::string& file, const std::string& code) {
    RunRequest request = multiply(code);
    request.project.source = project::SourceFile{file};
    return request;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

} // namespace

class TestSessionModules : public SessionFixture {
    Q_OBJECT

  private slots:
    void ptxRuns_data() { homes(); }
    void ptxRuns();
    void ptxOfTheCompiler();
    void parametersOfOtherKinds();
    void ptxForALaterDevice();
    void ptxOfALaterCompiler();
    void brokenPtx();
    void textThatIsNoPtx();
    void settingsThatDoNotApply_data();
    void settingsThatDoNotApply();
    void stepsNeedASource();
    void variablesAreRead_data() { homes(); }
    void variablesAreRead();
    void variablesThatCannotBeRead();
    void machineCodeOnTheSimulatedDevice();
    void machineCodeWithItsPtx();
    void bytesThatAreNoCubin();
};

void TestSessionModules::ptxRuns() {
    QFETCH(WorkerHome, home);
    Bench bench(home);
    const RunReport report = bench.run(multiplyBy("kernel.ptx", kHandWritten));
    QVERIFY2(report.status == RunStatus::ok, report.message.c_str());
    QVERIFY(find(report, "dest")->expect->passed);
    QVERIFY(report.code && report.code->given);
    QCOMPARE(report.code->compiler, std::string("PTX 7.0"));
    QCOMPARE(report.compile->arch, std::string("sm_70"));
    QCOMPARE(report.compile->kernels.size(), std::size_t(1));
    QCOMPARE(report.compile->kernels[0].line, 5);
    QCOMPARE(report.compile->kernels[0].parameters[2].name, std::string("param_2"));

    // What changed in the file is what runs next.
    const RunReport sum =
        bench.run(multiplyBy("kernel.ptx", replaced(kHandWritten, "mul.rn.f32", "add.rn.f32")));
    QCOMPARE(sum.status, RunStatus::expect_failed);
}

/// C++ names are known by the names that C++ gives them, and types come from there.
void TestSessionModules::ptxOfTheCompiler() {
    const compile::CompileResult made = compiledFor(
        "compute_75", "namespace math { template <class T> __global__ void multiply(T* d, const "
                      "T* a, const T* b) { int i = threadIdx.x; d[i] = a[i] * b[i]; } }\n"
                      "template __global__ void math::multiply<float>(float*, const float*, const "
                      "float*);\n");
    QVERIFY(made.succeeded);
    Bench bench(WorkerHome::this_process);
    RunRequest request = multiplyBy("kernel.ptx", made.ptx);
    request.project.launches[0].kernel = "math::multiply<float>";
    const RunReport report = bench.run(request);
    QVERIFY2(report.status == RunStatus::ok, report.message.c_str());
    const auto& parameters = report.compile->kernels.at(0).parameters;
    QCOMPARE(parameters[1].type, std::string("const float *"));
    QVERIFY(parameters[1].pointeeConst);
}

void TestSessionModules::parametersOfOtherKinds() {
    compile::CompileRequest request;
    request.fileName = "a.ptx";
    request.source = ".version 8.0\n.target sm_80\n.entry k(.param .u64 .ptr .global p, .param "
                     ".f32 f, .param .s32 i, .param .b32 w, .param .align 8 .b8 s[24]) { ret; }\n";
    const compile::CompileResult result = compile::compile(request);
    QVERIFY(result.succeeded);
    std::vector<std::string> types;
    std::vector<std::size_t> sizes;
    for (const compile::Parameter& parameter : result.kernels.at(0).parameters) {
        types.push_back(parameter.type);
        sizes.push_back(parameter.size);
    }
    QCOMPARE(types, (std::vector<std::string>{"void *", "float", "int", "", ""}));
    QCOMPARE(sizes, (std::vector<std::size_t>{8, 4, 4, 4, 24}));
    QVERIFY(result.kernels[0].parameters[0].pointer);
}

void TestSessionModules::ptxForALaterDevice() {
    Bench bench(WorkerHome::this_process);
    const RunReport report =
        bench.run(multiplyBy("kernel.ptx", replaced(kHandWritten, "sm_70", "sm_120")));
    QCOMPARE(report.status, RunStatus::device_error);
    QCOMPARE(report.exitCode(), 4);
    QVERIFY2(report.message.find("the PTX is for sm_120") != std::string::npos,
             report.message.c_str());
    QVERIFY(report.message.find("compute_90") != std::string::npos);
    QCOMPARE(report.place.file, std::string("kernel.ptx"));
    QCOMPARE(report.place.line, 3);
}

void TestSessionModules::ptxOfALaterCompiler() {
    Bench bench(WorkerHome::this_process);
    const RunReport report =
        bench.run(multiplyBy("kernel.ptx", replaced(kHandWritten, "7.0", "99.0")));
    QCOMPARE(report.status, RunStatus::device_error);
    QVERIFY2(report.message.find("kernel.ptx") != std::string::npos, report.message.c_str());
    QVERIFY(report.message.find("make the PTX with an older compiler") != std::string::npos);
}

void TestSessionModules::brokenPtx() {
    Bench bench(WorkerHome::this_process);
    const RunReport report =
        bench.run(multiplyBy("kernel.ptx", replaced(kHandWritten, "mul.rn.f32", "mul.nr.f32")));
    QCOMPARE(report.status, RunStatus::device_error);
    QVERIFY2(report.message.find("line 13") != std::string::npos, report.message.c_str());
}

void TestSessionModules::textThatIsNoPtx() {
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(multiplyBy("kernel.ptx", kGood));
    QCOMPARE(report.status, RunStatus::compile_error);
    QCOMPARE(report.compile->diagnostics.at(0).place.file, std::string("kernel.ptx"));
    QVERIFY(report.compile->diagnostics[0].text.find("no PTX") != std::string::npos);
}

void TestSessionModules::settingsThatDoNotApply_data() {
    QTest::addColumn<QString>("key");
    for (const char* key : {"defines", "options", "include_dirs", "std", "arch"})
        QTest::newRow(key) << key;
}

void TestSessionModules::settingsThatDoNotApply() {
    QFETCH(QString, key);
    RunRequest request = multiplyBy("kernel.ptx", kHandWritten);
    project::CompileSettings& settings = request.project.compile;
    if (key == "defines")
        settings.defines["BLOCK"] = "4";
    else if (key == "options")
        settings.options = {"--use_fast_math"};
    else if (key == "include_dirs")
        settings.includeDirs = {"include"};
    else if (key == "std")
        settings.std = "c++20";
    else
        settings.arch = "sm_80";
    Bench bench(WorkerHome::this_process);
    try {
        bench.run(request);
        QFAIL("it was taken");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::project);
        const std::string text = error.what();
        QVERIFY2(text.find("\"" + key.toStdString() + "\" cannot change kernel.ptx") !=
                     std::string::npos,
                 text.c_str());
    }
}

void TestSessionModules::stepsNeedASource() {
    RunRequest request = multiplyBy("kernel.ptx", kHandWritten);
    project::Launch& launch = request.project.launches.emplace_back();
    launch.step.emplace().text = {"dest = a", {}};
    Bench bench(WorkerHome::this_process);
    QVERIFY_THROWS_EXCEPTION(Error, bench.run(request));
}

namespace {

const std::string kCounting = R"(__device__ unsigned long long seen;
__constant__ float scale = 1;
__device__ short table[3] = {7, 8, 9};
extern "C" __global__ void multiply(float* d, const float* a, const float* b) {
    int i = threadIdx.x;
    d[i] = scale * a[i] * b[i];
    atomicAdd(&seen, 1ull);
    if (i < 2)
        table[i] = -i;
})";

project::Constant constantOf(memory::Scalar type, const char* value, bool read) {
    project::Constant constant;
    constant.dtype = type;
    if (value)
        constant.value = {{value, {}}};
    constant.read = read;
    return constant;
}

} // namespace

/// What they hold after the check pass: timing does not count. Each run begins anew.
void TestSessionModules::variablesAreRead() {
    QFETCH(WorkerHome, home);
    Bench bench(home);
    RunRequest request = multiply(kCounting);
    request.repeats = 3;
    request.project.constants["seen"] = constantOf(memory::Scalar::uint64, "2 ** 60", true);
    request.project.constants["scale"] = constantOf(memory::Scalar::float32, "1", false);
    request.project.constants["table"] = constantOf(memory::Scalar::int16, nullptr, true);
    for (int time = 0; time < 2; ++time) {
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.c_str());
        const nlohmann::json variables = toJson(report).at("variables");
        QCOMPARE(variables.size(), std::size_t(2));
        QCOMPARE(variables[0].at("name").get<std::string>(), std::string("seen"));
        QCOMPARE(variables[0].at("values").dump(), std::string("[\"1152921504606847376\"]"));
        QCOMPARE(variables[1].at("values").dump(), std::string("[0,-1,9]"));
        QCOMPARE(variables[1].at("dtype").get<std::string>(), std::string("int16"));
    }
}

void TestSessionModules::variablesThatCannotBeRead() {
    Bench bench(WorkerHome::this_process);
    const auto message = [&](const char* name, memory::Scalar type) -> std::string {
        RunRequest request = multiply(kCounting);
        request.project.constants[name] = constantOf(type, nullptr, true);
        try {
            bench.run(request);
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    };
    QVERIFY(message("sen", memory::Scalar::uint64).find("no variable") != std::string::npos);
    QVERIFY(message("table", memory::Scalar::int32).find("no whole number") != std::string::npos);
}

void TestSessionModules::machineCodeOnTheSimulatedDevice() {
    const compile::CompileResult made = compiledFor("sm_90", kGood);
    QVERIFY(made.cubin);
    const std::string code(reinterpret_cast<const char*>(made.cubin->data()), made.cubin->size());
    for (const WorkerHome home : {WorkerHome::this_process, WorkerHome::child_process}) {
        Bench bench(home);
        const RunReport report = bench.run(multiplyBy("kernel.cubin", code));
        QCOMPARE(report.status, RunStatus::device_error);
        QVERIFY2(report.message.find("give PTX instead") != std::string::npos,
                 report.message.c_str());
        const compile::KernelInfo& kernel = report.compile->kernels.at(0);
        QCOMPARE(kernel.name, std::string("multiply"));
        QCOMPARE(kernel.parameters.size(), std::size_t(3));
        QCOMPARE(kernel.registers, made.kernels.at(0).registers);
    }
}

/// With lines in it a cubin has its PTX too, for debuggers.
void TestSessionModules::machineCodeWithItsPtx() {
    const compile::CompileResult made = compiledFor("sm_90", kGood, true);
    QVERIFY(made.cubin);
    const std::string code(reinterpret_cast<const char*>(made.cubin->data()), made.cubin->size());
    Bench bench(WorkerHome::child_process);
    const RunReport report = bench.run(multiplyBy("kernel.cubin", code));
    QVERIFY2(report.status == RunStatus::ok, report.message.c_str());
    QVERIFY(find(report, "dest")->expect->passed);
    QCOMPARE(report.code->compiler, std::string("machine code"));
}

void TestSessionModules::bytesThatAreNoCubin() {
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(multiplyBy("kernel.cubin", std::string("\x7f"
                                                                              "ELF\0\xff",
                                                                              6)));
    QCOMPARE(report.status, RunStatus::compile_error);
    QVERIFY(report.compile->diagnostics.at(0).text.find("no cubin") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestSessionModules)
#include "tst_session_modules.moc"
