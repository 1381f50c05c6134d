// SPDX-License-Identifier: GPL-3.0-or-later
// How the parser reads the contents of a function's body.
#include "tests/main.h"
#include "tests/simgpu/ptx/parsed.h"
#include "tests/simgpu/ptx/ptx_text.h"

#include <bit>

namespace tst_ptx_instructions {

using namespace warpbench::simgpu::ptx;
using namespace warpbench::simgpu::ptx::testing;

namespace {

using Kind = Operand::Kind;
using Literal = Operand::Literal;

} // namespace

class TestPtxInstructions : public QObject {
    Q_OBJECT

  private slots:
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
    void vectorRegisters();
};

void TestPtxInstructions::registers() {
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

void TestPtxInstructions::modifiers() {
    const Parsed p(kernel(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd2], %r3, "
        "[%r4];\n"
        "ld.global.L1::no_allocate.L2::128B.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1];\n"
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2,%r3,%r4}, "
        "{%r5,%r6}, {%f5,%f6,%f7,%f8};\n"
        "add .s32 %r1, %r2, 3;\n"
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r2];\n"
        "lg2.approx.f32.ftz %f1, %f2;"));
    QCOMPARE(p[0].opcode, std::string_view("cp"));
    QCOMPARE(p[0].modifiers.copy(),
             (std::vector<std::string_view>{"async", "bulk", "shared::cluster", "global",
                                            "mbarrier::complete_tx::bytes"}));
    QCOMPARE(p[1].modifiers.copy(),
             (std::vector<std::string_view>{"global", "L1::no_allocate", "L2::128B", "v4", "f32"}));
    QCOMPARE(p[2].modifiers.at(2), std::string_view("m16n8k16"));
    QCOMPARE(p[2].operands.size(), std::size_t{4});
    QCOMPARE(p[3].modifiers.copy(), std::vector<std::string_view>{"s32"});
    QCOMPARE(p[4].modifiers.at(3), std::string_view("32x32b"));
    // As in cuRAND's headers.
    QCOMPARE(p[5].modifiers.copy(), (std::vector<std::string_view>{"approx", "ftz", "f32"}));
}

void TestPtxInstructions::immediates_data() {
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

void TestPtxInstructions::immediates() {
    QFETCH(QString, text);
    QFETCH(quint64, bits);
    QFETCH(int, literal);
    const Parsed p(kernel("mov.b64 %rd1, " + text.toStdString() + ";"));
    const Operand& operand = p[0].operands.at(1);
    QCOMPARE(operand.kind, Kind::immediate);
    QCOMPARE(static_cast<quint64>(operand.bits), bits);
    QCOMPARE(static_cast<int>(operand.literal), literal);
}

void TestPtxInstructions::addresses() {
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

void TestPtxInstructions::vectorsAndTuples() {
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

void TestPtxInstructions::predicates() {
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

void TestPtxInstructions::videoSelectors() {
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

void TestPtxInstructions::specialRegisters() {
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

void TestPtxInstructions::nestedScopesHideNames() {
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

void TestPtxInstructions::labelsBelongToTheirScope() {
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

void TestPtxInstructions::branchTargets() {
    const Parsed p(kernel("ts: .branchtargets A, B;\n@%p1 brx.idx %r1, ts; A: ret; B: ret;"));
    const Operand& list = p[0].operands[1];
    QCOMPARE(list.kind, Kind::targetList);
    const TargetList& targets = p.function().targetLists.at(static_cast<std::size_t>(list.label));
    QCOMPARE(targets.targets.size(), std::size_t{2});
    QVERIFY(!targets.calls);
    QCOMPARE(p.function().labels.at(static_cast<std::size_t>(targets.targets[1])).name,
             std::string("B"));
}

void TestPtxInstructions::calls() {
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

void TestPtxInstructions::indirectCalls() {
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

void TestPtxInstructions::registerParameters() {
    const Parsed p(module(".func (.reg .u32 %out) f(.reg .u32 %in, .param .b32 x) {\n"
                          "add.u32 %out, %in, 1; ret; }"));
    const Function& f = p.function();
    QCOMPARE(f.variables.size(), std::size_t{3});
    QCOMPARE(f.variables[0].reg, p[0].operands[0].reg);
    QCOMPARE(f.prototype.parameters[0].reg, p[0].operands[1].reg);
    QCOMPARE(f.variables[2].reg, -1);
}

void TestPtxInstructions::vectorRegisters() {
    const Parsed p(module(".entry k() { .reg .v4 .f32 %v; .reg .f32 %f;\n"
                          "mov.f32 %f, %v.y; mov.v4.f32 %v, {%f,%f,%f,%f}; mov.f32 %f, %v.b; }"));
    QCOMPARE(p.function().registers.size(), std::size_t{5});
    QCOMPARE(p[0].operands[1].reg, 1);
    QCOMPARE(p[1].operands[0].kind, Kind::vector);
    QCOMPARE(p[1].operands[0].elements.at(3).reg, 3);
    QCOMPARE(p[2].operands[1].reg, 2);
}

WARPBENCH_TEST(TestPtxInstructions)
} // namespace tst_ptx_instructions

#include "tst_ptx_instructions.moc"
