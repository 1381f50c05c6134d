// SPDX-License-Identifier: GPL-3.0-or-later
// A project with precompiled code: it runs unchanged, its kernels and parameters are known, and
// mismatches are reported at their location.
#include "core/base/error.h"
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/session/session_bench.h"
#include "tests/source_path.h"

#include <QFile>

#include <nlohmann/json.hpp>

namespace tst_session_modules {

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
    void codeOfOtherCompilers_data();
    void codeOfOtherCompilers();
    void fatBinary();
    void fatBinaryForOtherDevices();
    void bytesThatAreNoFatBinary();
};

void TestSessionModules::ptxRuns() {
    QFETCH(WorkerHome, home);
    Bench bench(home);
    const RunReport report = bench.run(multiplyBy("kernel.ptx", kHandWritten));
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
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
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
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
    QVERIFY2(report.message.whole().find("the PTX is for sm_120") != std::string::npos,
             report.message.whole().c_str());
    QVERIFY(report.message.whole().find("compute_90") != std::string::npos);
    QCOMPARE(report.place.file, std::string("kernel.ptx"));
    QCOMPARE(report.place.line, 3);
}

void TestSessionModules::ptxOfALaterCompiler() {
    Bench bench(WorkerHome::this_process);
    const RunReport report =
        bench.run(multiplyBy("kernel.ptx", replaced(kHandWritten, "7.0", "99.0")));
    QCOMPARE(report.status, RunStatus::device_error);
    QVERIFY2(report.message.whole().find("kernel.ptx") != std::string::npos,
             report.message.whole().c_str());
    QVERIFY(report.message.whole().find("make the PTX with an older compiler") !=
            std::string::npos);
}

void TestSessionModules::brokenPtx() {
    Bench bench(WorkerHome::this_process);
    const RunReport report =
        bench.run(multiplyBy("kernel.ptx", replaced(kHandWritten, "mul.rn.f32", "mul.nr.f32")));
    QCOMPARE(report.status, RunStatus::device_error);
    QVERIFY2(report.message.whole().find("line 13") != std::string::npos,
             report.message.whole().c_str());
}

void TestSessionModules::textThatIsNoPtx() {
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(multiplyBy("kernel.ptx", kGood));
    QCOMPARE(report.status, RunStatus::compile_error);
    QCOMPARE(report.compile->diagnostics.at(0).place.file, std::string("kernel.ptx"));
    QVERIFY(report.compile->diagnostics[0].text.find("not PTX") != std::string::npos);
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

project::Constant constantOf(arrays::Scalar type, const char* value, bool read) {
    project::Constant constant;
    constant.dtype = type;
    if (value)
        constant.value = {{value, {}}};
    constant.read = read;
    return constant;
}

} // namespace

/// Values after the check pass, without timing. Each run starts from scratch.
void TestSessionModules::variablesAreRead() {
    QFETCH(WorkerHome, home);
    Bench bench(home);
    RunRequest request = multiply(kCounting);
    request.repeats = 3;
    request.project.constants["seen"] = constantOf(arrays::Scalar::uint64, "2 ** 60", true);
    request.project.constants["scale"] = constantOf(arrays::Scalar::float32, "1", false);
    request.project.constants["table"] = constantOf(arrays::Scalar::int16, nullptr, true);
    for (int time = 0; time < 2; ++time) {
        const RunReport report = bench.run(request);
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
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
    const auto message = [&](const char* name, arrays::Scalar type) -> std::string {
        RunRequest request = multiply(kCounting);
        request.project.constants[name] = constantOf(type, nullptr, true);
        try {
            bench.run(request);
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    };
    QVERIFY(message("sen", arrays::Scalar::uint64).find("is not in the compiled source") !=
            std::string::npos);
    QVERIFY(message("table", arrays::Scalar::int32).find("not a multiple of") != std::string::npos);
}

void TestSessionModules::machineCodeOnTheSimulatedDevice() {
    ONLY_SIMULATED("machine code alone does not run");
    const compile::CompileResult made = compiledFor("sm_90", kGood);
    QVERIFY(made.cubin);
    const std::string code(reinterpret_cast<const char*>(made.cubin->data()), made.cubin->size());
    for (const WorkerHome home : {WorkerHome::this_process, WorkerHome::child_process}) {
        Bench bench(home);
        const RunReport report = bench.run(multiplyBy("kernel.cubin", code));
        QCOMPARE(report.status, RunStatus::device_error);
        QVERIFY2(report.message.whole().find("give PTX instead") != std::string::npos,
                 report.message.whole().c_str());
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
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
    QVERIFY(find(report, "dest")->expect->passed);
    QCOMPARE(report.code->compiler, std::string("machine code"));
}

void TestSessionModules::bytesThatAreNoCubin() {
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(multiplyBy("kernel.cubin", std::string("\x7f"
                                                                              "ELF\0\xff",
                                                                              6)));
    QCOMPARE(report.status, RunStatus::compile_error);
    QVERIFY(report.compile->diagnostics.at(0).text.find("not a cubin") != std::string::npos);
}

namespace {

/// PTX that Triton 3.5 and Numba 0.68 made of y = a * x + y for compute capability 8.0.
std::string otherCompilers(const QString& file) {
    QFile opened(QString::fromStdString(test::sourcePath("tests/session/data/")) + file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll().toStdString() : std::string();
}

/// A fat binary of entries, as fatbinary makes them with nothing packed.
class FatBinary {
  public:
    FatBinary& add(bool ptx, unsigned arch, std::string contents) {
        contents.resize((contents.size() + 8) / 8 * 8); // padding, at least one byte
        const auto number = [this](std::uint64_t value, int bytes) {
            for (int i = 0; i < bytes; ++i)
                m_entries.push_back(i < 8 ? char(value >> (8 * i)) : char(0));
        };
        number(ptx ? 1 : 2, 2);
        number(0x101, 2);
        number(64, 4);
        number(contents.size(), 8);
        number(0, 8);
        number(0, 4);
        number(arch, 4);
        number(0, 8);
        number(0, 24); // flags, reserved, unpacked size
        m_entries += contents;
        return *this;
    }
    std::string bytes() const {
        std::string all("\x50\xed\x55\xba\x01\x00\x10\x00", 8);
        for (int i = 0; i < 8; ++i)
            all.push_back(char(std::uint64_t(m_entries.size()) >> (8 * i)));
        return all + m_entries;
    }

  private:
    std::string m_entries;
};

std::string bytesOf(const compile::CompileResult& made) {
    return {reinterpret_cast<const char*>(made.cubin->data()), made.cubin->size()};
}

} // namespace

void TestSessionModules::codeOfOtherCompilers_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<int>("perBlock"); // elements; blocks are of 128 threads
    QTest::addColumn<int>("nulls");    // Triton's own parameters
    QTest::newRow("Triton") << "triton_saxpy.ptx"
                            << "saxpy" << 256 << 2;
    QTest::newRow("Numba")
        << "numba_saxpy.ptx"
        << "_ZN8__main__5saxpyB2v1B106cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWp"
           "KAqkSkPiQB1BQFk0DyoW21Oizc1a0UoPGnDpQE8oxrNQE_3dE10float32_2a10float32_2afi"
        << 128 << 0;
}

void TestSessionModules::codeOfOtherCompilers() {
    QFETCH(QString, file);
    QFETCH(QString, kernel);
    QFETCH(int, perBlock);
    QFETCH(int, nulls);
    std::string nullArguments;
    for (int i = 0; i < nulls; ++i)
        nullArguments += R"(, {"null": true})";
    const std::string json = R"json({"format": "warpbench-project", "version": 1, "name": "saxpy",
 "source": {"file": ")json" + file.toStdString() +
                             R"json("}, "parameters": {"n": 1000},
 "buffers": [{"name": "x", "dtype": "float32", "shape": ["n"], "init": {"kind": "normal"}},
             {"name": "y", "dtype": "float32", "shape": ["n"], "init": {"kind": "arange"},
              "expect": {"expression": "2.5 * x + y"}}],
 "launches": [{"kernel": ")json" +
                             kernel.toStdString() + R"json(", "grid": ["ceil_div(n, )json" +
                             std::to_string(perBlock) +
                             R"json()"], "block": [128],
   "args": [{"buffer": "y"}, {"buffer": "x", "access": "in"},
            {"scalar": "float32", "value": "2.5"}, {"scalar": "int32", "value": "n"})json" +
                             nullArguments + "]}]}";
    RunRequest request;
    request.project = project::parseProject(json, "saxpy.warpbench").project;
    request.source = otherCompilers(file);
    request.device = testedDevice();
    request.checkFaults = true;
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(request);
    QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
    QVERIFY(find(report, "y")->expect->passed);
}

void TestSessionModules::fatBinary() {
    const compile::CompileResult older = compiledFor("compute_80", kGood);
    const compile::CompileResult own = compiledFor("sm_90", kGood);
    const std::string image = FatBinary()
                                  .add(true, 80, older.ptx)
                                  .add(false, 90, bytesOf(own))
                                  .add(true, 75, "no PTX, and not wanted")
                                  .bytes();
    for (const WorkerHome home : {WorkerHome::this_process, WorkerHome::child_process}) {
        Bench bench(home);
        const RunReport report = bench.run(multiplyBy("kernel.fatbin", image));
        QVERIFY2(report.status == RunStatus::ok, report.message.whole().c_str());
        QVERIFY(find(report, "dest")->expect->passed);
        QCOMPARE(report.code->compiler, std::string("fat binary"));
        QCOMPARE(report.code->arch, std::string("sm_90"));
        QCOMPARE(report.code->ptx, older.ptx);
        // The machine code's registers, PTX's types.
        const compile::KernelInfo& kernel = report.compile->kernels.at(0);
        QCOMPARE(kernel.registers, own.kernels.at(0).registers);
        QCOMPARE(kernel.parameters.at(0).name, std::string("param_0"));
        QCOMPARE(kernel.parameters.at(0).type, std::string("unsigned long long"));
    }
}

void TestSessionModules::fatBinaryForOtherDevices() {
    ONLY_SIMULATED("it is the PTX that is told of");
    std::string later = compiledFor("compute_80", kGood).ptx;
    later = replaced(later, ".target sm_80", ".target sm_120");
    const compile::CompileResult older = compiledFor("sm_80", kGood);
    Bench bench(WorkerHome::this_process);
    const RunReport report = bench.run(multiplyBy(
        "kernel.fatbin", FatBinary().add(true, 120, later).add(false, 80, bytesOf(older)).bytes()));
    QCOMPARE(report.status, RunStatus::device_error);
    QVERIFY2(report.message.whole().find("the PTX is for sm_120") != std::string::npos,
             report.message.whole().c_str());
    QCOMPARE(report.place.line, 0);
}

void TestSessionModules::bytesThatAreNoFatBinary() {
    Bench bench(WorkerHome::this_process);
    const std::string good = FatBinary().add(true, 80, "text").bytes();
    for (const std::string& bytes :
         {std::string("text"), good.substr(0, good.size() - 1), good.substr(0, 40)}) {
        const RunReport report = bench.run(multiplyBy("kernel.fatbin", bytes));
        QCOMPARE(report.status, RunStatus::compile_error);
        QVERIFY(report.compile->diagnostics.at(0).text.find("not a fat binary") !=
                std::string::npos);
    }
}

WARPBENCH_TEST(TestSessionModules)
} // namespace tst_session_modules

#include "tst_session_modules.moc"
