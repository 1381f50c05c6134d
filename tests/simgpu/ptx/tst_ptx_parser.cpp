// SPDX-License-Identifier: GPL-3.0-or-later
// How the parser reads a module: its head, its variables and its function declarations. For bodies
// see tst_ptx_instructions.
#include "tests/main.h"
#include "tests/simgpu/ptx/parsed.h"
#include "tests/simgpu/ptx/print/print.h"
#include "tests/simgpu/ptx/ptx_text.h"

namespace tst_ptx_parser {

using namespace warpbench::simgpu::ptx;
using namespace warpbench::simgpu::ptx::testing;

namespace {

using Kind = Operand::Kind;

} // namespace

class TestPtxParser : public QObject {
    Q_OBJECT

  private slots:
    void corpus_data();
    void corpus();
    void head();
    void parametersAndVariables();
    void kernelParameters();
    void directives();
    void variables();
    void initialisers();
    void relocations();
    void aliases();
    void declarationThenDefinition();
    void functionScopeGlobals();
    void texturesAndSamplers();
    void lineInformation();
    void filesOfAnyName();
    void inlinedNames();
    void sections();
    void versions();
    void textWithTrailingZero();
    void resultOutlivesItsText();
    void longTexts();
};

void TestPtxParser::corpus_data() {
    QTest::addColumn<QByteArray>("text");
    for (const File& file : dataFiles())
        QTest::addRow("%s", qPrintable(file.name)) << QByteArray::fromStdString(file.text);
}

void TestPtxParser::corpus() {
    QFETCH(QByteArray, text);
    const ParseResult result = parse({text.data(), static_cast<std::size_t>(text.size())});
    QVERIFY2(result.module, result.error ? result.error->text.c_str() : "");
    int kernels = 0;
    for (const Function& function : result.module->functions) {
        if (!function.isKernel)
            continue;
        ++kernels;
        QVERIFY(!function.code.empty());
        QCOMPARE(function.parameterOffsets.size(), function.prototype.parameters.size());
        for (const Instruction& instruction : function.code) {
            for (const Operand& operand : instruction.operands)
                QVERIFY(operand.kind != Kind::label || operand.label >= 0);
        }
    }
    QVERIFY(kernels > 0);
    QVERIFY(text.count(".entry") >= kernels);
}

void TestPtxParser::head() {
    const Module module = parsed(".version 8.5\n.target sm_90a, debug, texmode_independent\n"
                                 ".address_size 64\n");
    QCOMPARE(module.versionMajor, 8);
    QCOMPARE(module.versionMinor, 5);
    QCOMPARE(module.target, std::string("sm_90a"));
    QCOMPARE(module.targetArch, 90);
    QVERIFY(module.targetDebug);
    QCOMPARE(module.targetOptions, std::vector<std::string>{"texmode_independent"});
}

void TestPtxParser::parametersAndVariables() {
    const Parsed p(module(".func (.param .b32 r) f(.param .b64 x) {\n"
                          ".local .align 8 .b8 depot[24]; .shared .f32 tile[16][17];\n"
                          ".reg .b32 %a; st.param.b32 [r+0], %a; mov.u32 %a, depot; ret; }"));
    const Function& f = p.function();
    QCOMPARE(f.variables.size(), std::size_t{4});
    QCOMPARE(f.variables[0].name, std::string("r"));
    QCOMPARE(f.variables[1].name, std::string("x"));
    QCOMPARE(f.variables[2].space, Space::local);
    QCOMPARE(f.variables[2].alignment, 8u);
    QCOMPARE(f.variables[3].size, std::uint64_t{16 * 17 * 4});
    QCOMPARE(p[0].operands[0].symbol, 0);
    QVERIFY(p[0].operands[0].symbolIsLocal);
}

void TestPtxParser::kernelParameters() {
    const Parsed p(
        module(".entry k(.param .u8 c, .param .u64 .ptr .global .align 16 q,\n"
               ".param .align 16 .b8 s[20], .param .v4 .f32 v, .param .u16 e) { ret; }"));
    const Function& f = p.function();
    QCOMPARE(f.parameterOffsets, (std::vector<std::uint32_t>{0, 8, 16, 48, 64}));
    QCOMPARE(f.parameterBytes, 66u);
    const Variable& pointer = f.prototype.parameters[1];
    QVERIFY(pointer.isPointer);
    QCOMPARE(pointer.pointerSpace, Space::global);
    QCOMPARE(pointer.pointerAlignment, 16u);
    QCOMPARE(pointer.alignment, 8u);
    QCOMPARE(f.prototype.parameters[3].size, std::uint64_t{16});
}

void TestPtxParser::directives() {
    const Parsed p(module(".visible .entry k() .maxntid 128, 2 .minnctapersm 3 .maxnreg 40\n"
                          ".reqnctapercluster 2, 1, 1 .explicitcluster .maxclusterrank 8\n"
                          ".pragma \"nounroll\"; { .pragma \"nounroll\"; ret; }"));
    const Function& f = p.function();
    QVERIFY(f.isVisible);
    QCOMPARE(f.maxThreads, (std::array<std::uint32_t, 3>{128, 2, 1}));
    QCOMPARE(f.minBlocksPerSm, 3u);
    QCOMPARE(f.maxRegisters, 40u);
    QCOMPARE(f.requiredCluster, (std::array<std::uint32_t, 3>{2, 1, 1}));
    QVERIFY(f.explicitCluster);
    QCOMPARE(f.maxClusterRank, 8u);
    const Parsed q(module(".entry k() .reqntid 64 { ret; }"));
    QCOMPARE(q.function().requiredThreads, (std::array<std::uint32_t, 3>{64, 1, 1}));
    QVERIFY(parsed(module(".extern .func stop() .noreturn;")).functions[0].prototype.noReturn);
}

void TestPtxParser::variables() {
    const Module m = parsed(module(".extern .shared .align 16 .b8 dynamic[];\n"
                                   ".visible .const .align 4 .b8 c[12];\n"
                                   ".weak .global .v4 .f32 v[2];\n.common .global .u32 x, y;\n"
                                   ".global .attribute(.managed, .unified(19,95)) .s32 g;"));
    const Variable& dynamic = *m.variable("dynamic");
    QCOMPARE(dynamic.size, std::uint64_t{0});
    QVERIFY(dynamic.isExtern);
    QCOMPARE(dynamic.alignment, 16u);
    QCOMPARE(m.variable("c")->space, Space::constant);
    QVERIFY(m.variable("c")->isVisible);
    QCOMPARE(m.variable("v")->size, std::uint64_t{32});
    QCOMPARE(m.variable("v")->alignment, 16u);
    QVERIFY(m.variable("v")->isWeak);
    QVERIFY(m.variable("y")->isCommon);
    QVERIFY(m.variable("g")->isManaged);
    QVERIFY(m.variable("g")->isUnified);
}

void TestPtxParser::initialisers() {
    const Module m = parsed(
        module(".global .u8 bytes[4] = {104, 105, 0xff};\n"
               ".global .u32 table[2][3] = {{1,2},{3}};\n.global .u16 unsized[] = {1,2,3};\n"
               ".global .f32 f = 0f3f800000; .global .f32 d = 1.5; .global .f64 e = 0f3f800000;\n"
               ".global .s64 s = -1; .global .v2 .u32 v[2] = {{1,2},{3,4}}; .global .b32 h = 1+2;\n"
               ".global .b128 q = -2;"));
    QCOMPARE(valueAt<std::uint8_t>(*m.variable("bytes"), 2), std::uint8_t{0xff});
    QCOMPARE(m.variable("bytes")->size, std::uint64_t{4});
    const Variable& table = *m.variable("table");
    QCOMPARE(valueAt<std::uint32_t>(table, 4), 2u);
    QCOMPARE(valueAt<std::uint32_t>(table, 8), 0u);
    QCOMPARE(valueAt<std::uint32_t>(table, 12), 3u);
    QCOMPARE(m.variable("unsized")->size, std::uint64_t{6});
    QCOMPARE(valueAt<float>(*m.variable("f"), 0), 1.0f);
    QCOMPARE(valueAt<float>(*m.variable("d"), 0), 1.5f);
    QCOMPARE(valueAt<double>(*m.variable("e"), 0), 1.0);
    QCOMPARE(valueAt<std::int64_t>(*m.variable("s"), 0), std::int64_t{-1});
    QCOMPARE(valueAt<std::uint32_t>(*m.variable("v"), 12), 4u);
    QCOMPARE(valueAt<std::uint32_t>(*m.variable("h"), 0), 3u);
    QCOMPARE(valueAt<std::uint64_t>(*m.variable("q"), 8), ~std::uint64_t{0});
}

void TestPtxParser::relocations() {
    const Module m = parsed(module(
        ".global .u32 foo[4];\n.func f() { ret; }\n"
        ".global .u64 p[3] = {foo, generic(foo)+8, f};\n"
        ".global .u8 m[4] = {0xff(foo), 0xff00(foo+4), 0xff(generic(foo)+4), 0xff00(0x1234)};"));
    const Variable& p = *m.variable("p");
    QCOMPARE(p.relocations.size(), std::size_t{3});
    QCOMPARE(p.relocations[0].symbol, 0);
    QVERIFY(!p.relocations[0].generic);
    QCOMPARE(p.relocations[1].offset, std::uint64_t{8});
    QCOMPARE(p.relocations[1].addend, 8);
    QVERIFY(p.relocations[1].generic);
    QCOMPARE(m.symbols[static_cast<std::size_t>(p.relocations[2].symbol)].kind,
             Symbol::Kind::function);
    const Variable& masked = *m.variable("m");
    QCOMPARE(masked.relocations.size(), std::size_t{3});
    QCOMPARE(masked.relocations[1].mask, std::uint64_t{0xff00});
    QCOMPARE(masked.relocations[1].addend, 4);
    QCOMPARE(int{masked.relocations[1].size}, 1);
    QCOMPARE(valueAt<std::uint8_t>(masked, 3), std::uint8_t{0x12});
}

void TestPtxParser::aliases() {
    const Parsed p(module(".visible .func f() { ret; }\n.visible .func g();\n.alias g, f;\n"
                          ".entry k() { call g; ret; }"));
    QCOMPARE(p.module.aliases.size(), std::size_t{1});
    const auto symbol = static_cast<std::size_t>(p[0].operands[0].symbol);
    QCOMPARE(p.module.symbols.at(symbol).index, 0);
}

void TestPtxParser::declarationThenDefinition() {
    const Module m = parsed(module(".visible .func (.param .b32 r) f(.param .b32 x);\n"
                                   ".entry k() { .param .b32 a; call (a), f, (a); ret; }\n"
                                   ".visible .func (.param .b32 r) f(.param .b32 y) { ret; }\n"
                                   ".extern .global .u32 v; .visible .global .u32 v = 5;"));
    QCOMPARE(m.functions.size(), std::size_t{2});
    const Function& f = *m.function("f");
    QVERIFY(!f.isDeclaration);
    QCOMPARE(f.code.size(), std::size_t{1});
    QCOMPARE(f.variables[1].name, std::string("y"));
    QCOMPARE(m.variables.size(), std::size_t{1});
    QVERIFY(!m.variables[0].isExtern);
}

void TestPtxParser::functionScopeGlobals() {
    const Module m = parsed(module(".global .u32 x;\n.entry a() { .global .u32 x; .reg .u32 r;\n"
                                   "ld.global.u32 r, [x]; }\n"
                                   ".entry b() { .reg .u32 r; ld.global.u32 r, [x]; }"));
    QCOMPARE(m.variables.size(), std::size_t{2});
    QCOMPARE(m.variables[1].ownerFunction, 0);
    QCOMPARE(m.variable("x"), &m.variables[0]);
    const auto symbolIn = [&](const char* function) {
        const Operand& operand = m.function(function)->code[0].operands[1];
        return m.symbols.at(static_cast<std::size_t>(operand.symbol)).index;
    };
    QCOMPARE(symbolIn("a"), 1);
    QCOMPARE(symbolIn("b"), 0);
}

void TestPtxParser::texturesAndSamplers() {
    const Module m = parsed(
        module(".global .samplerref s = { addr_mode_0 = clamp_to_border, filter_mode = nearest };\n"
               ".global .texref t[4];\n.tex .u32 old;"));
    const Variable& sampler = *m.variable("s");
    QCOMPARE(sampler.properties.size(), std::size_t{2});
    QCOMPARE(sampler.properties[1].second, std::string("nearest"));
    QCOMPARE(sampler.size, std::uint64_t{8});
    QCOMPARE(m.variable("t")->size, std::uint64_t{32});
    QCOMPARE(m.variable("old")->type, Type::texref);
}

void TestPtxParser::lineInformation() {
    const Parsed p(kernel(".loc 1 10 3\nmov.b32 %r1, 1;\nmov.b32 %r1, 2;\n.loc 1 11 5\n"
                          "mov.b32 %r1, 3;\n.loc 1 10 3\nret;",
                          ".file 1 \"kernel.cu\"\n.file 2 \"other.h\", 1234, 5"));
    QCOMPARE(*p.module.fileName(1), std::string("kernel.cu"));
    QCOMPARE(p.module.fileName(3), nullptr);
    const auto lineOf = [&](std::size_t index) {
        return p.module.locations.at(static_cast<std::size_t>(p[index].location)).line;
    };
    QCOMPARE(lineOf(0), 10u);
    QCOMPARE(lineOf(1), 10u);
    QCOMPARE(lineOf(2), 11u);
    QCOMPARE(p[0].location, p[3].location);
    QCOMPARE(p[1].position.line, 12u);
    QCOMPARE(p[1].position.column, 1u);
}

void TestPtxParser::filesOfAnyName() {
    // As the compiler writes "größe.cu" and "a\\b\".cu".
    const Module m = parsed(module(".file 1 \"gr\\303\\266\\303\\237e.cu\"\n"
                                   ".file 2 \"a\\\\b\\\".cu\"\n.file 3 \"\\q\\1\""));
    QCOMPARE(*m.fileName(1), std::string("gr\303\266\303\237e.cu"));
    QCOMPARE(*m.fileName(2), std::string("a\\b\".cu"));
    QCOMPARE(*m.fileName(3), std::string("\\q\1"));
    const Module again = parsed(print(m));
    QCOMPARE(again.files, m.files);
}

void TestPtxParser::inlinedNames() {
    const Parsed p(kernel(".loc 1 10 3\nmov.b32 %r1, 1;\n"
                          ".loc 1 4 2, function_name $L__info_string1, inlined_at 1 10 3\nret;",
                          ".file 1 \"kernel.cu\"") +
                   ".section .debug_str {\n$L__info_string0:\n.b8 102,0\n$L__info_string1:\n"
                   ".b8 95,90,49,103,118\n.b8 0\n}\n");
    const SourceLocation& inner = p.module.locations.at(static_cast<std::size_t>(p[1].location));
    QCOMPARE(inner.line, 4u);
    QCOMPARE(inner.function, std::string("_Z1gv"));
    QCOMPARE(inner.inlinedAt, p[0].location);
}

void TestPtxParser::sections() {
    const Module m = parsed(module(".entry k() { L: ret; }\n.section .debug_info { .b32 12 // }\n"
                                   ".b64 L\n}\n.section .debug_str {}\n.global .u32 after;"));
    QCOMPARE(m.sections.size(), std::size_t{2});
    QCOMPARE(m.sections[0].first, std::string(".debug_info"));
    QVERIFY(m.sections[0].second.find(".b64 L") != std::string::npos);
    QVERIFY(m.variable("after"));
    QCOMPARE(m.variable("after")->position.line, 9u);
}

void TestPtxParser::versions() {
    const auto kindOf = [](const char* text) {
        const ParseResult result = parse(text);
        return result.error ? static_cast<int>(result.error->kind) : -1;
    };
    const int unsupported = static_cast<int>(ParseError::Kind::unsupportedVersion);
    QCOMPARE(kindOf(".version 9.0\n.target sm_121a\n"), -1);
    QCOMPARE(kindOf(".version 6.0\n.target sm_30\n.address_size 64"), -1);
    QCOMPARE(kindOf(".version 10.0\n.target sm_90\n"), unsupported);
    QCOMPARE(kindOf(".version 9.0\n.target sm_999\n"), unsupported);
    QCOMPARE(kindOf(".version 9.0\n.target gfx90\n"), unsupported);
    QCOMPARE(kindOf(".version nine\n"), static_cast<int>(ParseError::Kind::syntax));
}

void TestPtxParser::textWithTrailingZero() {
    using namespace std::string_view_literals;
    QVERIFY(parse(".version 9.0\n.target sm_90\n\0"sv).module);
}

void TestPtxParser::resultOutlivesItsText() {
    auto text = std::make_unique<std::string>(kernel("ld.global.nc.f32 %f1, [%rd1]; ret;"));
    Module module = parsed(*text);
    text->assign(text->size(), '#');
    text.reset();
    const Module moved = std::move(module);
    QCOMPARE(moved.functions[0].code[0].opcode, std::string_view("ld"));
    QCOMPARE(moved.functions[0].code[0].modifiers.at(1), std::string_view("nc"));
    QCOMPARE(moved.functions[0].registers[1].name, std::string("%r1"));
}

/// There is more here than a parser of a wrong order of growth gets through within the test's time
/// limit.
void TestPtxParser::longTexts() {
    constexpr int kCount = 300'000;
    std::string text(kHead);
    for (int index = 0; index < kCount; ++index)
        text += ".global .align 8 .u64 _ZN4cuda3std3__45ratioILx1ELx1EE4__daE_" +
                std::to_string(index) + " = 1;\n";
    text += ".entry k() { .reg .b32 %r<1000>; .reg .pred %p<10>;\n";
    for (int index = 0; index < kCount; ++index)
        text += "L" + std::to_string(index) + ": add.s32 %r" + std::to_string(index % 1000) +
                ", %r1, " + std::to_string(index) + "; @%p1 bra L" + std::to_string(index) + ";\n";
    text += "}\n";
    const Module module = parsed(text);
    QCOMPARE(module.variables.size(), std::size_t(kCount));
    QCOMPARE(module.functions.at(0).code.size(), std::size_t(2 * kCount));
    QCOMPARE(module.functions[0].code.back().operands.at(0).label, kCount - 1);
}

WARPBENCH_TEST(TestPtxParser)
} // namespace tst_ptx_parser

#include "tst_ptx_parser.moc"
