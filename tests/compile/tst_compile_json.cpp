// SPDX-License-Identifier: GPL-3.0-or-later
// Compile requests and results as JSON values and CBOR bytes.
#include "core/base/error.h"
#include "core/cache/compile_json.h"
#include "tests/main.h"

#include <QTest>

#include <nlohmann/json.hpp>

namespace tst_compile_json {

using namespace warpbench;
using namespace warpbench::compile;
using nlohmann::json;

namespace {

CompileResult sample() {
    CompileResult result;
    result.succeeded = true;
    result.ptx = ".version 9.0\n";
    result.cubin = std::make_shared<const std::vector<std::byte>>(
        std::vector<std::byte>{std::byte{0}, std::byte{0xff}, std::byte{0x7f}});
    result.log = "bytes that are no UTF-8: \xe9";
    Diagnostic warning{Severity::warning, {"a.cu", 3, 7}, "177-D", "never used", "nvrtc", {}};
    warning.notes.push_back({Severity::note, {"b.cuh", 1, 0}, "", "from here", "nvrtc", {}});
    result.diagnostics = {warning};
    KernelInfo kernel;
    kernel.name = "scale<float, 4>";
    kernel.lowered = "_Z5scaleIfLi4EEvPT_";
    kernel.line = 12;
    kernel.registers = 20;
    kernel.sharedBytes = std::int64_t{1} << 40;
    Parameter pointer;
    pointer.name = "p";
    pointer.type = "const float *";
    pointer.size = 8;
    pointer.pointer = pointer.pointeeConst = true;
    pointer.pointee = "float";
    Parameter element;
    element.type = element.canonical = "float";
    element.size = 4;
    Parameter member;
    member.name = "x";
    member.type = "float[2]";
    member.offset = 4;
    member.size = 8;
    member.count = 2;
    member.element = {element};
    Parameter structure;
    structure.name = "s";
    structure.type = "Params";
    structure.offset = 8;
    structure.size = 12;
    structure.members = {member};
    Parameter toStructure = pointer;
    toStructure.target = {structure};
    kernel.parameters = {pointer, structure, toStructure};
    result.kernels = {kernel};
    result.arch = "sm_90";
    result.commandLine = "-arch=sm_90";
    result.compiler = "NVRTC 13.0";
    result.milliseconds = 1.5;
    result.droppedOptions = {"--foo"};
    result.compiledBy = "rank 1 on node7";
    return result;
}

void compareResults(const CompileResult& a, const CompileResult& b) {
    QCOMPARE(a.succeeded, b.succeeded);
    QCOMPARE(a.ptx, b.ptx);
    QCOMPARE(a.cubin == nullptr, b.cubin == nullptr);
    if (a.cubin)
        QVERIFY(*a.cubin == *b.cubin);
    QCOMPARE(a.log, b.log);
    QVERIFY(a.diagnostics == b.diagnostics);
    QVERIFY(a.kernels == b.kernels);
    QCOMPARE(a.arch, b.arch);
    QCOMPARE(a.commandLine, b.commandLine);
    QCOMPARE(a.compiler, b.compiler);
    QCOMPARE(a.milliseconds, b.milliseconds);
    QCOMPARE(a.cached, b.cached);
    QCOMPARE(a.droppedOptions, b.droppedOptions);
    QCOMPARE(a.compiledBy, b.compiledBy);
}

} // namespace

class TestCompileJson : public QObject {
    Q_OBJECT
  private slots:
    void resultThroughCbor();
    void resultThroughText();
    void emptyResult();
    void request();
    void wrongFormsAreErrors_data();
    void wrongFormsAreErrors();
};

void TestCompileJson::resultThroughCbor() {
    const std::vector<std::uint8_t> bytes = json::to_cbor(toJson(sample()));
    compareResults(resultFromJson(json::from_cbor(bytes)), sample());
}

void TestCompileJson::resultThroughText() {
    CompileResult result = sample();
    result.log.clear(); // a JSON text holds UTF-8 only
    compareResults(resultFromJson(json::parse(toJson(result).dump())), result);
}

void TestCompileJson::emptyResult() {
    const json value = toJson(CompileResult());
    QVERIFY(value.at("cubin").is_null());
    compareResults(resultFromJson(value), CompileResult());
    compareResults(resultFromJson(json::object()), CompileResult());
    CompileResult unknown;
    unknown.kernels.emplace_back();
    QVERIFY(toJson(unknown).at("kernels").at(0).at("registers").is_null());
}

void TestCompileJson::request() {
    CompileRequest request;
    request.source = "__global__ void k() {}";
    request.fileName = "/project/k.cu";
    request.arch = "compute_80";
    request.std = "c++20";
    request.options = {"-use_fast_math"};
    request.defines = {{"N", "4"}, {"BARE", std::nullopt}};
    request.includeDirs = {"/project/include"};
    request.nameExpressions = {"k<1>"};
    request.unsaved = {{"/p/a.cuh", "#define A 1\n"}};
    request.lineInfo = false;
    request.debug = true;
    request.useCache = false;
    request.describeParameters = true;
    QVERIFY(requestFromJson(json::from_cbor(json::to_cbor(toJson(request)))) == request);
}

void TestCompileJson::wrongFormsAreErrors_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("not an object") << QByteArray("[1]");
    QTest::newRow("wrong type") << QByteArray(R"({"ptx": 3})");
    QTest::newRow("wrong list") << QByteArray(R"({"kernels": {"name": "k"}})");
    QTest::newRow("wrong element") << QByteArray(R"({"diagnostics": [4]})");
    QTest::newRow("unknown severity") << QByteArray(R"({"diagnostics": [{"severity": "loud"}]})");
    QTest::newRow("wrong cubin") << QByteArray(R"({"cubin": "text"})");
}

void TestCompileJson::wrongFormsAreErrors() {
    QFETCH(QByteArray, text);
    QVERIFY_EXCEPTION_THROWN(resultFromJson(json::parse(text.toStdString())), Error);
}

WARPBENCH_TEST(TestCompileJson)
} // namespace tst_compile_json

#include "tst_compile_json.moc"
