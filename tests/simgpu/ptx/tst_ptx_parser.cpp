// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/module.h"
#include "tests/simgpu/ptx/ptx_text.h"

#include <QElapsedTimer>
#include <QTest>

#include <bit>
#include <cstring>

using namespace warpbench::simgpu::ptx;
using namespace warpbench::simgpu::ptx::testing;

namespace {

using Kind = Operand::Kind;
using Literal = Operand::Literal;

Module parsed(const std::string& text) {
    ParseResult result = parse(text);
    if (result.error)
        qFatal("%u:%u: %s", result.error->position.line, result.error->position.column,
               result.error->text.c_str());
    return *std::move(result.module);
}

template <class T>
T valueAt(const Variable& variable, std::size_t offset) {
    T value{};
    if (offset + sizeof value <= variable.initial.size())
        std::memcpy(&value, variable.initial.data() + offset, sizeof value);
    return value;
}

/// A module and its only function with a body.
struct Parsed {
    explicit Parsed(const std::string& text)
        : module(parsed(text)) {}
    const Function& function() const { return module.functions.back(); }
    const Instruction& operator[](std::size_t index) const { return function().code.at(index); }
    std::string reg(const Operand& operand) const {
        return operand.reg < 0
                   ? std::string("none")
                   : function().registers.at(static_cast<std::size_t>(operand.reg)).name;
    }
    std::string label(const Operand& operand) const {
        return function().labels.at(static_cast<std::size_t>(operand.label)).name;
    }
    Module module;
};

} // namespace

class TestPtxParser : public QObject {
    Q_OBJECT

  private slots:
    void corpus_data();
    void corpus();
    void head();
    void registers();
    void modifiers();
    void immediates_data();
    void immediates();
    void addresses();
    void vectorsAndTuples();
    void predicates();
    void videoSelectors();
    void specialRegisters();
    void nestedScopesHideNames();
    void labelsBelongToTheirScope();
    void branchTargets();
    void calls();
    void indirectCalls();
    void registerParameters();
    void parametersAndVariables();
    void kernelParameters();
    void directives();
    void variables();
    void initialisers();
    void relocations();
    void vectorRegisters();
    void aliases();
    void declarationThenDefinition();
    void functionScopeGlobals();
    void texturesAndSamplers();
    void lineInformation();
    void inlinedNames();
    void sections();
    void versions();
    void textWithTrailingZero();
    void resultOutlivesItsText();
    void speed();
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

void TestPtxParser::registers() {
    const Parsed p(module(".entry k() { .reg .b32 %r<3>, %x; .reg .b64 y; .reg .pred p;\n"
                          "mov.b32 %r2, %x; @p mov.b32 %r0, %r1; @!p ret; }"));
    QCOMPARE(p.function().registers.size(), std::size_t{6});
    QCOMPARE(p.function().registers[2].name, std::string("%r2"));
    QCOMPARE(p.function().registers[4].type, Type::b64);
    QCOMPARE(p.reg(p[0].operands[0]), std::string("%r2"));
    QCOMPARE(p.reg(p[0].operands[1]), std::string("%x"));
    QCOMPARE(p[0].guard, -1);
    QCOMPARE(p[1].guard, 5);
    QVERIFY(!p[1].guardNegated);
    QVERIFY(p[2].guardNegated);
    QVERIFY(p[2].operands.empty());
}

void TestPtxParser::modifiers() {
    const Parsed p(kernel(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd2], %r3, "
        "[%r4];\n"
        "ld.global.L1::no_allocate.L2::128B.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1];\n"
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2,%r3,%r4}, "
        "{%r5,%r6}, {%f5,%f6,%f7,%f8};\n"
        "add .s32 %r1, %r2, 3;\n"
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r2];"));
    QCOMPARE(p[0].opcode, std::string_view("cp"));
    QCOMPARE(p[0].modifiers,
             (std::vector<std::string_view>{"async", "bulk", "shared::cluster", "global",
                                            "mbarrier::complete_tx::bytes"}));
    QCOMPARE(p[1].modifiers,
             (std::vector<std::string_view>{"global", "L1::no_allocate", "L2::128B", "v4", "f32"}));
    QCOMPARE(p[2].modifiers[2], std::string_view("m16n8k16"));
    QCOMPARE(p[2].operands.size(), std::size_t{4});
    QCOMPARE(p[3].modifiers, std::vector<std::string_view>{"s32"});
    QCOMPARE(p[4].modifiers[3], std::string_view("32x32b"));
}

void TestPtxParser::immediates_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<quint64>("bits");
    QTest::addColumn<int>("literal");
    const auto row = [](const char* text, quint64 bits, Literal literal) {
        QTest::newRow(text) << QString::fromLatin1(text) << bits << static_cast<int>(literal);
    };
    row("42", 42, Literal::integer);
    row("-1", ~quint64{0}, Literal::integer);
    row("- 7", static_cast<quint64>(-7), Literal::integer);
    row("0x1F", 31, Literal::integer);
    row("0XfU", 15, Literal::unsignedInteger);
    row("017", 15, Literal::integer);
    row("0b101", 5, Literal::integer);
    row("0", 0, Literal::integer);
    row("18446744073709551615", ~quint64{0}, Literal::unsignedInteger);
    row("-9223372036854775808", quint64{1} << 63, Literal::unsignedInteger);
    row("0f3F800000", 0x3f800000, Literal::f32);
    row("0F3f800000", 0x3f800000, Literal::f32);
    row("-0f3F800000", 0xbf800000, Literal::f32);
    row("0d3FF0000000000000", 0x3ff0000000000000, Literal::f64);
    row("1.5", std::bit_cast<quint64>(1.5), Literal::f64);
    row("1e3", std::bit_cast<quint64>(1e3), Literal::f64);
    row("1.", std::bit_cast<quint64>(1.0), Literal::f64);
    row(".5", std::bit_cast<quint64>(0.5), Literal::f64);
    row("-2.5e-3", std::bit_cast<quint64>(-2.5e-3), Literal::f64);
    row("1+2*3", 7, Literal::integer);
    row("(1+2)*WARP_SZ", 96, Literal::integer);
    row("WARP_SZ-1", 31, Literal::integer);
    row("(1<<31)|1", 0x80000001, Literal::integer);
    row("-8>>1", static_cast<quint64>(-4), Literal::integer);
    row("~0", ~quint64{0}, Literal::integer);
    row("!5", 0, Literal::integer);
    row("!0+1", 2, Literal::integer);
    row("-4+2", static_cast<quint64>(-2), Literal::integer);
    row("7/2", 3, Literal::integer);
    row("-7/2", static_cast<quint64>(-3), Literal::integer);
    row("7 % 4", 3, Literal::integer);
    row("3 > 2 ? 10 : 20", 10, Literal::integer);
    row("0 ? 1 : 0 ? 2 : 3", 3, Literal::integer);
    row("1 && 0 || 1", 1, Literal::integer);
    row("(.u64)-1", ~quint64{0}, Literal::unsignedInteger);
    row("-1 < 0", 1, Literal::integer);
    row("-1 < 0U", 0, Literal::integer);
    row("5 ^ 1 & 3", 4, Literal::integer);
    row("(1.0 + 2) * 2", std::bit_cast<quint64>(6.0), Literal::f64);
}

void TestPtxParser::immediates() {
    QFETCH(QString, text);
    QFETCH(quint64, bits);
    QFETCH(int, literal);
    const Parsed p(kernel("mov.b64 %rd1, " + text.toStdString() + ";"));
    const Operand& operand = p[0].operands.at(1);
    QCOMPARE(operand.kind, Kind::immediate);
    QCOMPARE(static_cast<quint64>(operand.bits), bits);
    QCOMPARE(static_cast<int>(operand.literal), literal);
}

void TestPtxParser::addresses() {
    const Parsed p(
        kernel("ld.global.u32 %r1, [%rd1+4]; ld.global.u32 %r1, [%rd1+-8];\n"
               "ld.global.u32 %r1, [%rd1]; ld.const.u32 %r1, [table+12];\n"
               "ld.param.u64 %rd1, [a]; ld.global.u32 %r1, [0x1000];\n"
               "mov.u64 %rd1, table; mov.u64 %rd1, table+8; ld.const.u32 %r1, table[2];\n"
               "mov.u64 %rd1, table[1]; ld.global.u32 %r1, [%rd1-4];",
               ".const .u32 table[4];"));
    const auto at = [&](std::size_t index) -> const Operand& { return p[index].operands.at(1); };
    QCOMPARE(at(0).kind, Kind::address);
    QCOMPARE(p.reg(at(0)), std::string("%rd1"));
    QCOMPARE(at(0).offset, 4);
    QCOMPARE(at(1).offset, -8);
    QCOMPARE(at(2).kind, Kind::address);
    QCOMPARE(at(2).offset, 0);
    QCOMPARE(at(3).symbol, 0);
    QVERIFY(!at(3).symbolIsLocal);
    QCOMPARE(at(3).reg, -1);
    QCOMPARE(at(3).offset, 12);
    QVERIFY(at(4).symbolIsLocal);
    QCOMPARE(p.function().variables.at(static_cast<std::size_t>(at(4).symbol)).name,
             std::string("a"));
    QCOMPARE(at(5).kind, Kind::address);
    QCOMPARE(at(5).symbol, -1);
    QCOMPARE(at(5).offset, 0x1000);
    QCOMPARE(at(6).kind, Kind::symbol);
    QCOMPARE(at(7).offset, 8);
    QCOMPARE(at(8).kind, Kind::address);
    QCOMPARE(at(8).offset, 8);
    QCOMPARE(at(9).kind, Kind::symbol);
    QCOMPARE(at(9).offset, 4);
    QCOMPARE(at(10).offset, -4);
}

void TestPtxParser::vectorsAndTuples() {
    const Parsed p(kernel(
        "ld.global.v4.u32 {%r1, _, %r3, %r4}, [%rd1];\n"
        "tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [tex0, {%f5, %f6}];\n"
        "tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, samp, {%f5, %f6}];\n"
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], "
        "[%rd1, {%r2, %r3}], [%r4];\n"
        "mov.b64 %rd1, {%r1, 5};",
        ".global .texref tex0; .global .samplerref samp;"));
    const Operand& vector = p[0].operands[0];
    QCOMPARE(vector.kind, Kind::vector);
    QCOMPARE(vector.elements.size(), std::size_t{4});
    QCOMPARE(vector.elements[1].kind, Kind::discard);
    const Operand& unified = p[1].operands[1];
    QCOMPARE(unified.kind, Kind::tuple);
    QCOMPARE(unified.elements.size(), std::size_t{2});
    QCOMPARE(unified.elements[0].kind, Kind::symbol);
    QCOMPARE(unified.elements[1].kind, Kind::vector);
    const Operand& separate = p[2].operands[1];
    QCOMPARE(separate.elements.size(), std::size_t{3});
    QCOMPARE(separate.elements[0].kind, Kind::reg);
    QCOMPARE(separate.elements[1].kind, Kind::symbol);
    QCOMPARE(p[3].operands.size(), std::size_t{3});
    QCOMPARE(p[3].operands[1].kind, Kind::tuple);
    QCOMPARE(p[3].operands[2].kind, Kind::address);
    QCOMPARE(p[4].operands[1].elements[1].bits, std::uint64_t{5});
}

void TestPtxParser::predicates() {
    const Parsed p(kernel("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;\n"
                          "setp.eq.s32 %p1|_, %r1, 0;\n"
                          "shfl.sync.down.b32 %r1|%p2, %r2, 16, 31, -1;\n"
                          "match.all.sync.b32 _|%p4, %r1, -1;"));
    QCOMPARE(p.reg(p[0].operands[0]), std::string("%p1"));
    const auto second = static_cast<std::size_t>(p[0].operands[0].predicateOut);
    QCOMPARE(p.function().registers.at(second).name, std::string("%p2"));
    QVERIFY(p[0].operands[3].negated);
    QCOMPARE(p[1].operands[0].predicateOut, -1);
    QVERIFY(p[2].operands[0].predicateOut >= 0);
    QCOMPARE(p[3].operands[0].kind, Kind::discard);
    QVERIFY(p[3].operands[0].predicateOut >= 0);
}

void TestPtxParser::videoSelectors() {
    const Parsed p(kernel("vadd.u32.u32.u32 %r1.b0, %r2.h1, -%r3.b3, %r4;"));
    const auto selectorOf = [&](std::size_t operand) {
        return selectorParts(p[0].operands[operand].selector);
    };
    QVERIFY(!selectorOf(0).halves && selectorOf(1).halves && !selectorOf(2).halves);
    QCOMPARE(selectorOf(0).count, 1);
    QCOMPARE(int{selectorOf(0).parts[0]}, 0);
    QCOMPARE(int{selectorOf(1).parts[0]}, 1);
    QCOMPARE(int{selectorOf(2).parts[0]}, 3);
    QVERIFY(p[0].operands[2].negated);
    QCOMPARE(int{p[0].operands[3].selector}, -1);
}

void TestPtxParser::specialRegisters() {
    const Parsed p(kernel("mov.u32 %r1, %tid.x; mov.u32 %r1, %ctaid.z; mov.u32 %r1, %laneid;\n"
                          "mov.u64 %rd1, %clock64; mov.u32 %r1, %envreg17; mov.u64 %rd1, %pm3_64;\n"
                          "mov.v4.u32 {%r1,%r2,%r3,%r4}, %ntid;\n"
                          "mov.u32 %r1, %reserved_smem_offset_cap;\n"
                          "mov.u32 %r1, %cluster_ctarank; mov.pred %p1, %is_explicit_cluster;"));
    const auto at = [&](std::size_t index) -> const Operand& { return p[index].operands.at(1); };
    QCOMPARE(at(0).kind, Kind::special);
    QCOMPARE(at(0).special, SpecialRegister::tid);
    QCOMPARE(int{at(1).dim}, 2);
    QCOMPARE(at(2).special, SpecialRegister::laneid);
    QCOMPARE(at(3).special, SpecialRegister::clock64);
    QCOMPARE(at(4).special, SpecialRegister::envreg);
    QCOMPARE(int{at(4).dim}, 17);
    QCOMPARE(at(5).special, SpecialRegister::pm64);
    QCOMPARE(int{at(5).dim}, 3);
    QCOMPARE(at(6).kind, Kind::vector);
    QCOMPARE(int{at(6).elements.at(3).dim}, 3);
    QCOMPARE(at(7).special, SpecialRegister::reserved_smem_offset);
    QCOMPARE(int{at(7).dim}, 2);
    QCOMPARE(at(8).special, SpecialRegister::cluster_ctarank);
    QCOMPARE(at(9).special, SpecialRegister::is_explicit_cluster);
}

void TestPtxParser::nestedScopesHideNames() {
    const Parsed p(kernel("mov.b32 %r1, 1;\n{ .reg .b32 %r1; mov.b32 %r1, 2;\n"
                          "{ .reg .b64 %r<2>; mov.b64 %r1, 3; }\nmov.b32 %r1, 4; }\n"
                          "mov.b32 %r1, 5;"));
    const auto target = [&](std::size_t index) { return p[index].operands[0].reg; };
    const auto typeAt = [&](std::size_t index) {
        return p.function().registers.at(static_cast<std::size_t>(target(index))).type;
    };
    QCOMPARE(target(0), target(4));
    QCOMPARE(target(1), target(3));
    QVERIFY(target(0) != target(1));
    QCOMPARE(typeAt(1), Type::b32);
    QCOMPARE(typeAt(2), Type::b64);
}

void TestPtxParser::labelsBelongToTheirScope() {
    const Parsed p(kernel("bra L;\n{ L: bra L; }\n{ bra L; bra M; L: ret; }\nL: M: ret; END:"));
    const auto target = [&](std::size_t index) {
        return p.function()
            .labels.at(static_cast<std::size_t>(p[index].operands[0].label))
            .instruction;
    };
    QCOMPARE(target(0), 5u); // The outer L.
    QCOMPARE(target(1), 1u);
    QCOMPARE(target(2), 4u);
    QCOMPARE(target(3), 5u);
    QCOMPARE(p.function().labels.back().instruction, 6u); // At the end of the code.
}

void TestPtxParser::branchTargets() {
    const Parsed p(kernel("ts: .branchtargets A, B;\n@%p1 brx.idx %r1, ts; A: ret; B: ret;"));
    const Operand& list = p[0].operands[1];
    QCOMPARE(list.kind, Kind::targetList);
    const TargetList& targets = p.function().targetLists.at(static_cast<std::size_t>(list.label));
    QCOMPARE(targets.targets.size(), std::size_t{2});
    QVERIFY(!targets.calls);
    QCOMPARE(p.function().labels.at(static_cast<std::size_t>(targets.targets[1])).name,
             std::string("B"));
}

void TestPtxParser::calls() {
    const Parsed p(kernel("{ .param .b32 p0; .param .b64 r0; st.param.b32 [p0], %r1;\n"
                          "call.uni (r0), f, (p0); ld.param.b64 %rd1, [r0]; }\n"
                          "call g;\ncall g, ();\ncall (_), f, (5);",
                          ".extern .func (.param .b64 r) f(.param .b32 x);\n.func g() { ret; }"));
    const Instruction& call = p[1];
    QCOMPARE(call.callReturns.size(), std::size_t{1});
    QVERIFY(call.callReturns[0].symbolIsLocal);
    QCOMPARE(p.function().variables.at(static_cast<std::size_t>(call.callReturns[0].symbol)).name,
             std::string("r0"));
    QCOMPARE(call.operands.size(), std::size_t{1});
    QCOMPARE(call.operands[0].kind, Kind::symbol);
    QCOMPARE(call.operands[0].symbol, 0);
    QCOMPARE(call.callArguments.size(), std::size_t{1});
    QCOMPARE(p[3].callArguments.size(), std::size_t{0});
    QCOMPARE(p[5].callReturns[0].kind, Kind::discard);
    QCOMPARE(p[5].callArguments[0].bits, std::uint64_t{5});
    QVERIFY(p.module.functions[0].isExtern);
    QVERIFY(p.module.functions[0].isDeclaration);
}

void TestPtxParser::indirectCalls() {
    const Parsed p(kernel("{ .param .b32 p0; .param .b32 r0;\n"
                          "proto : .callprototype (.param .b32 _) _ (.param .b32 _) .noreturn;\n"
                          "call (r0), %rd1, (p0), proto; }\n"
                          "list: .calltargets f; call %rd1, list;",
                          ".func f() { ret; }"));
    QCOMPARE(p[0].operands[0].kind, Kind::reg);
    const Prototype& prototype =
        p.function().prototypes.at(static_cast<std::size_t>(p[0].callPrototype));
    QCOMPARE(prototype.parameters.size(), std::size_t{1});
    QCOMPARE(prototype.returns.size(), std::size_t{1});
    QVERIFY(prototype.noReturn);
    QCOMPARE(p[0].callTargets, -1);
    QCOMPARE(p[1].callPrototype, -1);
    QVERIFY(p.function().targetLists.at(static_cast<std::size_t>(p[1].callTargets)).calls);
}

void TestPtxParser::registerParameters() {
    const Parsed p(module(".func (.reg .u32 %out) f(.reg .u32 %in, .param .b32 x) {\n"
                          "add.u32 %out, %in, 1; ret; }"));
    const Function& f = p.function();
    QCOMPARE(f.variables.size(), std::size_t{3});
    QCOMPARE(f.variables[0].reg, p[0].operands[0].reg);
    QCOMPARE(f.prototype.parameters[0].reg, p[0].operands[1].reg);
    QCOMPARE(f.variables[2].reg, -1);
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

void TestPtxParser::vectorRegisters() {
    const Parsed p(module(".entry k() { .reg .v4 .f32 %v; .reg .f32 %f;\n"
                          "mov.f32 %f, %v.y; mov.v4.f32 %v, {%f,%f,%f,%f}; mov.f32 %f, %v.b; }"));
    QCOMPARE(p.function().registers.size(), std::size_t{5});
    QCOMPARE(p[0].operands[1].reg, 1);
    QCOMPARE(p[1].operands[0].kind, Kind::vector);
    QCOMPARE(p[1].operands[0].elements.at(3).reg, 3);
    QCOMPARE(p[2].operands[1].reg, 2);
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

/// The bound is far above what a release build needs (about 15 ms), so that it fails for a wrong
/// order of growth and not for a slow machine.
void TestPtxParser::speed() {
    std::string text(kHead);
    for (int index = 0; index < 20000; ++index)
        text += ".global .align 8 .u64 _ZN4cuda3std3__45ratioILx1ELx1EE4__daE_" +
                std::to_string(index) + " = 1;\n";
    text += ".entry k() { .reg .b32 %r<1000>; .reg .pred %p<10>;\n";
    for (int index = 0; index < 20000; ++index)
        text += "L" + std::to_string(index) + ": add.s32 %r" + std::to_string(index % 1000) +
                ", %r1, " + std::to_string(index) + "; @%p1 bra L" + std::to_string(index) + ";\n";
    text += "}\n";
    QElapsedTimer timer;
    timer.start();
    QVERIFY(parse(text).module);
    const auto milliseconds = timer.elapsed();
    QVERIFY2(milliseconds < 2000, qPrintable(QString::number(milliseconds)));
}

QTEST_GUILESS_MAIN(TestPtxParser)
#include "tst_ptx_parser.moc"
