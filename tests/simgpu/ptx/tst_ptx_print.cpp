// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/link/link.h"
#include "tests/main.h"
#include "tests/simgpu/ptx/print/print.h"
#include "tests/simgpu/ptx/ptx_text.h"

#include <QTest>

namespace tst_ptx_print {

using namespace warpbench::simgpu::ptx;
using namespace warpbench::simgpu::ptx::testing;

namespace {

/// Removes differences without meaning: positions, and the names of things inside functions, which
/// printing makes unique.
void normalise(std::vector<Variable>& variables) {
    for (Variable& variable : variables) {
        variable.position = {};
        variable.name.clear();
    }
}

void normalise(Module& module) {
    for (Variable& variable : module.variables)
        variable.position = {};
    for (Function& function : module.functions) {
        function.position = {};
        normalise(function.variables);
        normalise(function.prototype.returns);
        normalise(function.prototype.parameters);
        for (Register& each : function.registers)
            each.name.clear();
        for (Label& label : function.labels)
            label.name.clear();
        for (TargetList& list : function.targetLists)
            list.name.clear();
        for (Prototype& prototype : function.prototypes) {
            prototype.name.clear();
            normalise(prototype.returns);
            normalise(prototype.parameters);
        }
        for (Instruction& instruction : function.code)
            instruction.position = {};
    }
}

/// Checks that parse(print(m)) equals m, and that printing it yields the same text.
void checkRoundTrip(Module module) {
    const std::string text = print(module);
    ParseResult again = parse(text);
    QVERIFY2(again.module,
             again.error ? (again.error->text + "\n" + text.substr(0, 3000)).c_str() : "");
    QCOMPARE(QString::fromStdString(print(*again.module)), QString::fromStdString(text));
    normalise(module);
    normalise(*again.module);
    QCOMPARE(again.module->versionMajor, module.versionMajor);
    QCOMPARE(again.module->versionMinor, module.versionMinor);
    QCOMPARE(again.module->target, module.target);
    QCOMPARE(again.module->targetDebug, module.targetDebug);
    QCOMPARE(again.module->targetOptions, module.targetOptions);
    QCOMPARE(again.module->variables, module.variables);
    QCOMPARE(again.module->symbols, module.symbols);
    QCOMPARE(again.module->aliases, module.aliases);
    QCOMPARE(again.module->files, module.files);
    QCOMPARE(again.module->locations, module.locations);
    QCOMPARE(again.module->sections, module.sections);
    QCOMPARE(again.module->functions.size(), module.functions.size());
    for (std::size_t index = 0; index < module.functions.size(); ++index) {
        const Function& left = again.module->functions[index];
        const Function& right = module.functions[index];
        for (std::size_t at = 0; at < std::min(left.code.size(), right.code.size()); ++at) {
            if (left.code[at] != right.code[at])
                QFAIL(print(module, right, right.code[at]).c_str());
        }
        QVERIFY2(left == right, right.name.c_str());
    }
}

} // namespace

class TestPtxPrint : public QObject {
    Q_OBJECT

  private slots:
    void corpus_data();
    void corpus();
    void constructs_data();
    void constructs();
    void instructions_data();
    void instructions();
    void linkedModules();
};

void TestPtxPrint::corpus_data() {
    QTest::addColumn<QByteArray>("text");
    for (const File& file : dataFiles())
        QTest::addRow("%s", qPrintable(file.name)) << QByteArray::fromStdString(file.text);
}

void TestPtxPrint::corpus() {
    QFETCH(QByteArray, text);
    checkRoundTrip(*parse(text.toStdString()).module);
}

void TestPtxPrint::constructs_data() {
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QString::fromStdString(text);
    };
    row("head", ".version 7.8\n.target sm_75, debug, texmode_independent\n.address_size 64\n");
    row("variables",
        module(".extern .shared .align 16 .b8 s[]; .visible .const .f32 c[2] = {1.5};\n"
               ".weak .global .v4 .f32 v = {1.0, 2.0}; .global .v2 .u32 w[2] = {{1}, {2, 3}};\n"
               ".common .global .attribute(.managed, .unified(1,2)) .u32 x;\n"
               ".global .b128 q = -5; .global .b128 p = 5; .global .u8 b[3] = {-1, 2};\n"
               ".global .s64 m = -9223372036854775808; .global .f64 d[1] = {0d7FF8000000000001};\n"
               ".global .f32 n = 0f7F800001; .global .u32 zero = 0; .global .u32 none[2] = {};"));
    row("relocations",
        module(".global .u32 a[4]; .func f() { ret; }\n"
               ".global .u64 t[4] = {a+4, generic(a)+-8, 5, f};\n"
               ".global .u8 m[3] = {0xff00(generic(a)+4), 0xff(a), 7}; .global .u64 one = a;"));
    row("textures", module(".global .samplerref s = {filter_mode = linear}; .global .texref t[4];"
                           ".global .surfref u;"));
    row("kernel",
        module(".visible .entry k(.param .u64 .ptr .global .align 16 p, .param .align 8 .b8 q[20])"
               ".maxntid 128 .minnctapersm 2 .maxnreg 32 .reqnctapercluster 2 .explicitcluster "
               ".maxclusterrank 4 { ret; } .entry l .reqntid 3, 4 .blocksareclusters { ret; }"));
    row("scopes", kernel("{ .reg .b32 %r1; .param .b32 x; mov.b32 %r1, 1; L: bra L; }\n"
                         "{ .reg .b32 %r1; .param .b64 x; mov.b32 %r1, 1; L: bra L; }"));
    row("hiding", kernel("{ .reg .b32 g; mov.b32 g, 1; } ld.global.u32 %r1, [g]; f: bra f;",
                         ".global .u32 g; .func f() { ret; }"));
    row("calls", kernel("{ .param .b32 p; .param .b64 q; call (q), f, (p); call.uni g; }\n"
                        "t: .calltargets g; call %rd1, t;\n"
                        "proto: .callprototype (.param .b64 _) _ (.param .align 4 .b8 _[12], "
                        ".param .b32 _) .noreturn;\n"
                        "call (_), %rd1, (5, 0f3F800000), proto;",
                        ".extern .func (.param .b64 r) f(.param .b32 x); .weak .func g() { ret; }"
                        ".extern .func h() .noreturn;"));
    row("branches", kernel("ts: .branchtargets A, B; @!%p1 brx.idx %r1, ts; A: B: ret; END:"));
    row("forward", module(".func f(); .func g() { call f; ret; } .func f() { call g; ret; }"));
    row("alias", module(".visible .func f() { ret; } .visible .func g(); .alias g, f;"
                        ".entry k() { call g; call f; ret; }"));
    row("owned", module(".global .u32 x; .entry a() { .global .u32 y = 3; .reg .u32 r;\n"
                        "ld.global.u32 r, [y]; } .global .u32 z;"));
    row("reg parameters",
        module(".func (.reg .u32 o) f(.reg .u32 i, .reg .v4 .f32 v) { .reg .v2 .u32 w;\n"
               "mov.u32 o, w.x; mov.f32 v.y, v.z; call (o), f, (i, v.x); ret; }"));
    row("locations",
        kernel(".loc 1 1 1\n.loc 1 2 1\nmov.b32 %r1, 1; .loc 1 9 9, function_name L2, inlined_at "
               "1 2 1\nmov.b32 %r1, 2; .loc 1 3 1, function_name L1+2, inlined_at 1 9 9\nret;\n"
               ".loc 1 2 1, function_name L1, inlined_at 1 1 1\nret; .loc 1 5 5, function_name "
               "L2, inlined_at 1 2 1\nret; .loc 1 2 1\nret; .loc 2 77 7\n",
               ".file 1 \"a.cu\"\n.file 2 \"b.cu\"\n") +
            ".section .debug_str {\nL1:\n.b8 95,90,65,0\nL2:\n.b8 66,0\n}");
    row("labels that are no names",
        kernel(".loc 1 1 1\n.loc 1 9 9, function_name L1+2, inlined_at 1 1 1\nret;",
               ".file 1 \"a.cu\"\n") +
            ".section .debug_str {\nL1:\n.b8 65,66\n.L:\n%:\n.b8 67,0\n}");
    row("a name before all labels",
        kernel(".loc 1 1 1\n.loc 1 9 9, function_name L1, inlined_at 1 1 1\nret;",
               ".file 1 \"a.cu\"\n") +
            ".section .debug_str {\n.b8 9,0\nL1:\n.b8 9,0\n}");
}

void TestPtxPrint::constructs() {
    QFETCH(QString, text);
    ParseResult result = parse(text.toStdString());
    QVERIFY2(result.module, result.error ? result.error->text.c_str() : "");
    checkRoundTrip(*std::move(result.module));
}

void TestPtxPrint::instructions_data() {
    QTest::addColumn<QString>("instruction");
    for (const char* text : {
             "add.s32 %r1, %r2, -3",
             "@%p1 mov.b64 %rd1, (.s64)0x8000000000000000",
             "@!%p1 mov.b64 %rd1, 0xffffffffffffffffU",
             "mov.f32 %f1, 0f3F800000",
             "mov.f64 %fd1, 0d3FF8000000000000",
             "ld.global.L1::no_allocate.v2.u32 {%r1, _}, [%rd1+-8]",
             "ld.param.u64 %rd1, [a]",
             "ld.global.u32 %r1, [4096]",
             "ld.const.u32 %r1, [c+4]",
             "mov.u64 %rd1, c+4",
             "mov.u32 %r1, %tid.y",
             "mov.u32 %r1, %envreg3",
             "mov.u32 %r1, %reserved_smem_offset_begin",
             "mov.u64 %rd1, %pm2_64",
             "setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3",
             "match.all.sync.b32 _|%p4, %r1, -1",
             "vadd.u32.u32.u32 %r1.b0, %r2.h1, -%r3.b3, %r4",
             "ld.const.u32 %r1, c[%r2+3]",
             "vset4.u32.s32.gt %r1.b310, %r2.b7654, %r3.b0123, %r4",
             "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [t, {%f5, %f6}]",
             "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, s, {%r1}]",
             "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%rd1+64, {%r1}], [%r2]",
             "bra L",
             "ret",
         })
        QTest::newRow(text) << QString::fromLatin1(text);
}

/// The printed form is the written one.
void TestPtxPrint::instructions() {
    QFETCH(QString, instruction);
    const ParseResult result =
        parse(kernel(instruction.toStdString() + "; L: ret;",
                     ".const .u32 c[4]; .global .texref t; .global .samplerref s;"));
    QVERIFY2(result.module, result.error ? result.error->text.c_str() : "");
    const Function& function = result.module->functions.back();
    QCOMPARE(QString::fromStdString(print(*result.module, function, function.code[0])),
             instruction);
    checkRoundTrip(*parse(print(*result.module)).module);
}

void TestPtxPrint::linkedModules() {
    std::vector<Module> modules;
    modules.push_back(*parse(module(".global .u32 x = 1; .extern .func f();\n"
                                    ".entry a() { .reg .u32 r; ld.global.u32 r, [x]; call f; }"))
                           .module);
    modules.push_back(*parse(module(".global .u32 x = 2;\n.visible .func f() { .reg .u32 r;\n"
                                    "ld.global.u32 r, [x]; ret; }"))
                           .module);
    const LinkResult result = link(std::move(modules));
    QVERIFY(result.module);
    const ParseResult again = parse(print(*result.module));
    QVERIFY2(again.module, again.error ? again.error->text.c_str() : "");
    QCOMPARE(again.module->variables.size(), std::size_t{2});
}

WARPBENCH_TEST(TestPtxPrint)
} // namespace tst_ptx_print

#include "tst_ptx_print.moc"
