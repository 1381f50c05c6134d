// SPDX-License-Identifier: GPL-3.0-or-later
// Results of single instructions at the limits of their domains. Expected values come from the text
// of the PTX ISA, not from the handlers.
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

#include <bit>

namespace tst_semantics {

using namespace warpbench::simgpu::engine;

class TestSemantics : public QObject {
    Q_OBJECT

  private:
    Machine m;

  private slots:
    void instruction_data();
    void instruction();
    void refused_data();
    void refused();
    void quadAtomics();
    void vectorAtomics();
    void registerParameters();
    void shuffles();
    void matrixTranspose();
    void matrixMultiply();
};

namespace {

constexpr unsigned long long kNan32 = 0x7fffffff;

/// A kernel that reads a, b, c (64 bits each) and writes the 64-bit result; %r and %f registers
/// get the low halves.
std::string kernelFor(const std::string& code) {
    return ".version 8.6\n.target sm_90\n.address_size 64\n"
           ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
           ".reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 %r<8>;\n.reg .f32 %f<8>;\n"
           ".reg .b64 %rd<12>;\n.reg .f64 %d<8>;\n"
           "ld.param.u64 %rd8, [out];\nld.param.u64 %rd9, [in];\n"
           "ld.global.u64 %rd1, [%rd9];\nld.global.u64 %rd2, [%rd9+8];\n"
           "ld.global.u64 %rd3, [%rd9+16];\nmov.u64 %rd0, 0;\n"
           "cvt.u32.u64 %r1, %rd1;\ncvt.u32.u64 %r2, %rd2;\ncvt.u32.u64 %r3, %rd3;\nmov.u32 %r0, "
           "0;\n"
           "mov.b32 %f1, %r1;\nmov.b32 %f2, %r2;\nmov.b32 %f3, %r3;\n"
           "mov.b64 %d1, %rd1;\nmov.b64 %d2, %rd2;\nmov.b64 %d3, %rd3;\n"
           "cvt.u16.u32 %h1, %r1;\ncvt.u16.u32 %h2, %r2;\ncvt.u16.u32 %h3, %r3;\n" +
           code + "\nst.global.u64 [%rd8], %rd0;\nret;\n}\n";
}

} // namespace

void TestSemantics::instruction_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<qulonglong>("a");
    QTest::addColumn<qulonglong>("b");
    QTest::addColumn<qulonglong>("c");
    QTest::addColumn<qulonglong>("want");
    int number = 0;
    const auto add = [&](const QString& code, qulonglong a, qulonglong b, qulonglong c,
                         qulonglong want) {
        QTest::addRow("%d %s", ++number, qPrintable(code.section(';', 0, 0)))
            << code << a << b << c << want;
    };
    // Results of 32 bits, 16 bits, 64 bits, a predicate.
    const auto r = [&](const char* code, qulonglong a, qulonglong b, qulonglong c,
                       qulonglong want) {
        add(QString(code) + "; cvt.u64.u32 %rd0, %r0;", a, b, c, want);
    };
    const auto f = [&](const char* code, qulonglong a, qulonglong b, qulonglong c,
                       qulonglong want) {
        add(QString(code) + "; mov.b32 %r0, %f0; cvt.u64.u32 %rd0, %r0;", a, b, c, want);
    };
    const auto q = [&](const char* code, qulonglong a, qulonglong b, qulonglong c,
                       qulonglong want) { add(QString(code) + ";", a, b, c, want); };
    const auto d = [&](const char* code, qulonglong a, qulonglong b, qulonglong c,
                       qulonglong want) {
        add(QString(code) + "; mov.b64 %rd0, %d0;", a, b, c, want);
    };
    const auto h = [&](const char* code, qulonglong a, qulonglong b, qulonglong c,
                       qulonglong want) {
        add(QString(code) + "; cvt.u64.u16 %rd0, %h0;", a, b, c, want);
    };
    const auto p = [&](const char* code, qulonglong a, qulonglong b, qulonglong want) {
        add(QString(code) + "; selp.u64 %rd0, 1, 0, %p0;", a, b, 0, want);
    };

    // Shifts clamp.
    r("shl.b32 %r0, %r1, %r2", 1, 31, 0, 0x80000000);
    r("shl.b32 %r0, %r1, %r2", 1, 32, 0, 0);
    r("shl.b32 %r0, %r1, %r2", 1, 0x100, 0, 0);
    r("shr.u32 %r0, %r1, %r2", 0x80000000, 40, 0, 0);
    r("shr.s32 %r0, %r1, %r2", 0x80000000, 40, 0, 0xffffffff);
    q("shr.s64 %rd0, %rd1, %r2", 0x8000000000000000, 64, 0, ~0ull);
    q("shl.b64 %rd0, %rd1, %r2", 3, 63, 0, 0x8000000000000000);
    h("shr.s16 %h0, %h1, %r2", 0x8000, 20, 0, 0xffff);
    r("shf.l.wrap.b32 %r0, %r1, %r2, %r3", 0x80000000, 1, 33, 3);
    r("shf.r.clamp.b32 %r0, %r1, %r2, %r3", 0x80000000, 1, 40, 1);
    // Multiplication and division.
    r("mul.hi.s32 %r0, %r1, %r2", 0x80000000, 0x80000000, 0, 0x40000000);
    r("mul.hi.u32 %r0, %r1, %r2", 0xffffffff, 0xffffffff, 0, 0xfffffffe);
    q("mul.wide.s32 %rd0, %r1, %r2", 0xffffffff, 2, 0, 0xfffffffffffffffe);
    q("mul.hi.u64 %rd0, %rd1, %rd2", ~0ull, ~0ull, 0, 0xfffffffffffffffe);
    q("mul.hi.s64 %rd0, %rd1, %rd2", ~0ull, 5, 0, ~0ull);
    r("div.s32 %r0, %r1, %r2", 0x80000000, 0xffffffff, 0, 0x80000000);
    r("rem.s32 %r0, %r1, %r2", 0x80000000, 0xffffffff, 0, 0);
    r("rem.s32 %r0, %r1, %r2", 0xfffffff9, 3, 0, 0xffffffff);
    r("div.s32 %r0, %r1, %r2", 0xfffffff9, 2, 0, 0xfffffffd);
    r("mad24.lo.s32 %r0, %r1, %r2, %r3", 0xffffff, 3, 10, 7);
    r("sad.s32 %r0, %r1, %r2, %r3", 0xfffffffe, 3, 10, 15);
    r("add.sat.s32 %r0, %r1, %r2", 0x7fffffff, 1, 0, 0x7fffffff);
    r("sub.sat.s32 %r0, %r1, %r2", 0x80000000, 1, 0, 0x80000000);
    r("abs.s32 %r0, %r1", 0x80000000, 0, 0, 0x80000000);
    r("min.s32 %r0, %r1, %r2", 0xffffffff, 1, 0, 0xffffffff);
    r("min.u32 %r0, %r1, %r2", 0xffffffff, 1, 0, 1);
    // Carries.
    add("add.cc.u32 %r4, %r1, %r2; addc.u32 %r0, %r3, 0; mov.b64 %rd0, {%r4, %r0};", 0xffffffff, 1,
        7, 0x800000000);
    add("sub.cc.u32 %r4, %r1, %r2; subc.u32 %r0, %r3, 0; mov.b64 %rd0, {%r4, %r0};", 0, 1, 7,
        0x6ffffffff);
    add("mad.lo.cc.u32 %r4, %r1, %r2, %r3; madc.hi.u32 %r0, %r1, %r2, 0; mov.b64 %rd0, {%r4, %r0};",
        0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff00000000);
    // Bits.
    r("bfe.u32 %r0, %r1, %r2, %r3", 0xabcd1234, 8, 8, 0x12);
    r("bfe.s32 %r0, %r1, %r2, %r3", 0xabcd1234, 24, 8, 0xffffffab);
    r("bfe.s32 %r0, %r1, %r2, %r3", 0x80000000, 28, 8, 0xfffffff8);
    r("bfe.u32 %r0, %r1, %r2, %r3", 0xffffffff, 40, 8, 0);
    r("bfi.b32 %r0, %r1, %r2, 8, 8", 0xff, 0, 0, 0xff00);
    q("bfi.b64 %rd0, %rd1, %rd2, 32, 32", 0x12345678, 0x9abcdef0, 0, 0x123456789abcdef0);
    r("bfind.u32 %r0, %r1", 0, 0, 0, 0xffffffff);
    r("bfind.s32 %r0, %r1", 0xfffffffe, 0, 0, 0);
    r("bfind.shiftamt.u32 %r0, %r1", 1, 0, 0, 31);
    r("clz.b64 %r0, %rd1", 1, 0, 0, 63);
    r("brev.b32 %r0, %r1", 1, 0, 0, 0x80000000);
    r("popc.b64 %r0, %rd1", ~0ull, 0, 0, 64);
    r("lop3.b32 %r0, %r1, %r2, %r3, 0x96", 0xff00, 0x0ff0, 0x3333, 0xff00 ^ 0x0ff0 ^ 0x3333);
    r("prmt.b32 %r0, %r1, %r2, 0x7531", 0x33221100, 0x77665544, 0, 0x77553311);
    r("prmt.b32 %r0, %r1, %r2, 0x0008", 0x80, 0, 0, 0x808080ff);
    r("prmt.b32.f4e %r0, %r1, %r2, 1", 0x33221100, 0x77665544, 0, 0x44332211);
    r("prmt.b32.b4e %r0, %r1, %r2, 1", 0x33221100, 0x77665544, 0, 0x66770011);
    r("bmsk.clamp.b32 %r0, %r1, %r2", 4, 40, 0, 0xfffffff0);
    r("szext.clamp.s32 %r0, %r1, %r2", 0x8, 4, 0, 0xfffffff8);
    r("fns.b32 %r0, %r1, %r2, %r3", 0xaaaaaaaa, 3, 2, 5);
    r("dp4a.s32.s32 %r0, %r1, %r2, %r3", 0xff02ff01, 0x01020304, 100, 104);
    // f32: one canonical NaN, signed zeros, subnormal values, rounding.
    f("add.f32 %f0, %f1, %f2", 0x7f800000, 0xff800000, 0, kNan32);
    f("mul.f32 %f0, %f1, %f2", 0xffc12345, 0x3f800000, 0, kNan32);
    f("add.f32 %f0, %f1, %f2", 1, 1, 0, 2);
    f("add.ftz.f32 %f0, %f1, %f2", 1, 0x00800000, 0, 0x00800000);
    f("mul.ftz.f32 %f0, %f1, %f2", 0x00800000, 0xbf000000, 0, 0x80000000);
    f("add.rz.f32 %f0, %f1, %f2", 0x3f800000, 0x33ffffff, 0, 0x3f800000);
    f("add.rp.f32 %f0, %f1, %f2", 0x3f800000, 1, 0, 0x3f800001);
    f("add.rm.f32 %f0, %f1, %f2", 0x3f800000, 0x80000001, 0, 0x3f7fffff);
    f("div.rn.f32 %f0, %f1, %f2", 0x3f800000, 0, 0, 0x7f800000);
    f("div.rz.f32 %f0, %f1, %f2", 0x3f800000, 0x40400000, 0, 0x3eaaaaaa);
    f("div.rn.f32 %f0, %f1, %f2", 0x3f800000, 0x40400000, 0, 0x3eaaaaab);
    f("sqrt.rn.f32 %f0, %f1", 0xbf800000, 0, 0, kNan32);
    f("sqrt.rp.f32 %f0, %f1", 0x40000000, 0, 0, 0x3fb504f4);
    f("rcp.rn.f32 %f0, %f1", 0x80000000, 0, 0, 0xff800000);
    f("fma.rn.f32 %f0, %f1, %f2, %f3", 0x3f800001, 0x3f800001, 0xbf800002, 0x28800000);
    f("add.sat.f32 %f0, %f1, %f2", 0x40000000, 0x3f800000, 0, 0x3f800000);
    f("add.sat.f32 %f0, %f1, %f2", 0x7f800000, 0xff800000, 0, 0);
    f("min.f32 %f0, %f1, %f2", 0x7fc00000, 0x3f800000, 0, 0x3f800000);
    f("min.f32 %f0, %f1, %f2", 0, 0x80000000, 0, 0x80000000);
    f("max.f32 %f0, %f1, %f2", 0x80000000, 0, 0, 0);
    f("max.NaN.f32 %f0, %f1, %f2", 0x7fc00000, 0x3f800000, 0, kNan32);
    f("min.xorsign.abs.f32 %f0, %f1, %f2", 0xc0000000, 0x40400000, 0, 0xc0000000);
    f("copysign.f32 %f0, %f1, %f2", 0x80000000, 0x3f800000, 0, 0xbf800000);
    d("add.f64 %d0, %d1, %d2", 0x3ff0000000000000, 0x3ca0000000000000, 0, 0x3ff0000000000000);
    d("add.rp.f64 %d0, %d1, %d2", 0x3ff0000000000000, 0x3ca0000000000000, 0, 0x3ff0000000000001);
    d("rcp.approx.ftz.f64 %d0, %d1", 0x4000000000000000, 0, 0, 0x3fe0000000000000);
    f("ex2.approx.f32 %f0, %f1", 0x40400000, 0, 0, 0x41000000);
    f("lg2.approx.f32 %f0, %f1", 0x41000000, 0, 0, 0x40400000);
    // Comparisons with NaN.
    p("setp.lt.f32 %p0, %f1, %f2", 0x7fc00000, 0, 0);
    p("setp.ltu.f32 %p0, %f1, %f2", 0x7fc00000, 0, 1);
    p("setp.ne.f32 %p0, %f1, %f2", 0x7fc00000, 0, 0);
    p("setp.neu.f32 %p0, %f1, %f2", 0x7fc00000, 0, 1);
    p("setp.nan.f32 %p0, %f1, %f2", 0x7fc00000, 0, 1);
    p("setp.num.f32 %p0, %f1, %f2", 0x3f800000, 0, 1);
    p("setp.eq.ftz.f32 %p0, %f1, %f2", 1, 0x80000000, 1);
    p("setp.lo.u32 %p0, %r1, %r2", 1, 0xffffffff, 1);
    p("setp.lt.s16 %p0, %h1, %h2", 0xffff, 1, 1);
    p("setp.gt.f16 %p0, %h1, %h2", 0x3c01, 0x3c00, 1);
    p("testp.subnormal.f32 %p0, %f1", 1, 0, 1);
    // Conversions clamp, a NaN becomes zero.
    r("cvt.rzi.s32.f32 %r0, %f1", 0x4f800000, 0, 0, 0x7fffffff);
    r("cvt.rzi.u32.f32 %r0, %f1", 0xbf800000, 0, 0, 0);
    r("cvt.rzi.s32.f32 %r0, %f1", 0x7fc00000, 0, 0, 0);
    r("cvt.rni.s32.f32 %r0, %f1", 0x40200000, 0, 0, 2);
    r("cvt.rpi.s32.f32 %r0, %f1", 0x40000001, 0, 0, 3);
    f("cvt.rn.f32.s32 %f0, %r1", 0x01000001, 0, 0, 0x4b800000);
    f("cvt.rp.f32.s32 %f0, %r1", 0x01000001, 0, 0, 0x4b800001);
    f("cvt.rz.f32.f64 %f0, %d1", 0x3fefffffffffffff, 0, 0, 0x3f7fffff);
    f("cvt.sat.f32.f32 %f0, %f1", 0x40000000, 0, 0, 0x3f800000);
    f("cvt.rni.f32.f32 %f0, %f1", 0x3f000000, 0, 0, 0);
    r("cvt.s32.s8 %r0, %r1", 0x180, 0, 0, 0xffffff80);
    r("cvt.sat.u8.s32 %r0, %r1", 300, 0, 0, 255);
    r("cvt.sat.s8.s32 %r0, %r1", 0xffffff00, 0, 0, 0xffffff80);
    h("cvt.rn.f16.f32 %h0, %f1", 0x477fefff, 0, 0, 0x7bff);
    h("cvt.rn.f16.f32 %h0, %f1", 0x477ff000, 0, 0, 0x7c00);
    h("cvt.rn.f16.f32 %h0, %f1", 0x33000001, 0, 0, 1);
    h("cvt.rn.bf16.f32 %h0, %f1", 0x3f808000, 0, 0, 0x3f80);
    f("cvt.f32.f16 %f0, %h1", 1, 0, 0, 0x33800000);
    h("cvt.rn.satfinite.e4m3x2.f32 %h0, %f1, %f2", 0x44800000, 0x3f800000, 0, 0x7e38);
    r("cvt.rn.f16x2.e5m2x2 %r0, %h1", 0x3c7c, 0, 0, 0x3c007c00);
    // Half precision is rounded once.
    h("fma.rn.f16 %h0, %h1, %h2, %h3", 0x3c01, 0x3c01, 0xbc02, 0x0010);
    h("add.f16 %h0, %h1, %h2", 0x7bff, 0x7bff, 0, 0x7c00);
    h("mul.bf16 %h0, %h1, %h2", 0x3f81, 0x3f81, 0, 0x3f82);
    r("add.f16x2 %r0, %r1, %r2", 0x3c004000, 0x3c003c00, 0, 0x40004200);
    h("set.eq.f16.f16 %h0, %h1, %h2", 0x3c00, 0x3c00, 0, 0x3c00);
    // Elements of an array, counted by a register: as ptxas 13.0 scales them.
    add("{ .shared .b32 sh[8]; st.shared.u32 [sh+12], %r1; ld.shared.u32 %r0, sh[%r2+1]; } "
        "cvt.u64.u32 %rd0, %r0;",
        77, 2, 0, 77);
    add("{ .shared .b64 sh[8]; mov.u64 %rd4, sh; mov.u64 %rd5, sh[%r2]; sub.u64 %rd0, %rd5, %rd4; "
        "}",
        0, 3, 0, 24);
    r("cvt.pack.sat.s16.s32 %r0, %r1, %r2", 70000, 0xfffeee90, 0, 0x7fff8000);
    r("cvt.pack.sat.u8.s32.b32 %r0, %r1, %r2, %r3", 300, 0xffffffff, 0x1234, 0x1234ff00);
    r("mapa.shared::cluster.u32 %r0, %r1, 0; getctarank.shared::cluster.u32 %r0, %r0", 64, 0, 0, 0);
    // 128-bit registers.
    add("{ .reg .b128 %q<2>; mov.b128 %q0, {%rd1, %rd2}; mov.b128 %q1, %q0; "
        "mov.b128 {%rd4, %rd5}, %q1; sub.u64 %rd0, %rd4, %rd5; }",
        100, 58, 0, 42);
    add("{ .reg .b128 %q<2>; .shared .align 16 .b8 sh[32]; mov.b128 %q0, {%rd1, %rd2}; "
        "st.shared.b128 [sh+16], %q0; ld.shared.u64 %rd4, [sh+24]; ld.shared.b128 %q1, [sh+16]; "
        "mov.b128 {%rd5, _}, %q1; sub.u64 %rd0, %rd5, %rd4; }",
        1ull << 40, 1, 0, (1ull << 40) - 1);
    add("{ .reg .b128 %q; ld.global.b128 %q, [%rd9]; mov.b128 {%rd4, %rd0}, %q; "
        "mov.b128 %q, {%rd0, %rd4}; mov.b128 {%rd0, _}, %q; }",
        1, 77, 0, 77);
    // The bytes of an asynchronous store are counted.
    add("{ .shared .b64 bar; .shared .b32 v; mbarrier.init.shared.b64 [bar], 1; "
        "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 4; "
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [v], %r1, [bar]; "
        "mbarrier.test_wait.parity.shared.b64 %p0, [bar], 0; ld.shared.u32 %r0, [v]; "
        "selp.b32 %r0, %r0, 0, %p0; } cvt.u64.u32 %rd0, %r0;",
        41, 0, 0, 41);
}

void TestSemantics::instruction() {
    QFETCH(QString, code);
    QFETCH(qulonglong, a);
    QFETCH(qulonglong, b);
    QFETCH(qulonglong, c);
    QFETCH(qulonglong, want);
    QVERIFY2(m.loadText(kernelFor(code.toStdString())), m.error.c_str());
    // A full warp, and one lane alone: handlers have a path for each.
    for (const unsigned threads : {32u, 1u}) {
        DeviceArray<qulonglong> out(*m.memory, {0x5555}), in(*m.memory, {a, b, c});
        const LaunchOutcome outcome = m.run("k", {1, 1, 1}, {threads, 1, 1},
                                            Parameters().add(out.address()).add(in.address()));
        QVERIFY2(outcome.ok(), describe(outcome).c_str());
        QCOMPARE(QString::number(out[0], 16), QString::number(want, 16));
    }
}

void TestSemantics::refused_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("form");
    QTest::addColumn<bool>("isPtx"); // possibly only for other GPUs; otherwise not at all
    bool isPtx = true;
    const auto row = [&](const char* code, const char* form) {
        QTest::newRow(form) << QString(code) << QString(form) << isPtx;
    };
    row("multimem.ld_reduce.global.add.u32 %r0, [%rd1]", "multimem.ld_reduce.global.add.u32");
    isPtx = false; // .target sm_90 has none of these
    row("tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [%rd1]",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64");
    row("atom.global.min.noftz.f16 %h0, [%rd1], %h1", "atom.global.min.noftz.f16");
    row("atom.shared.add.v2.f32 {%f0,%f1}, [%rd1], {%f0,%f1}", "atom.shared.add.v2.f32");
    row("atom.global.add.v8.f32 {%f0,%f1,%f2,%f3,%f0,%f1,%f2,%f3}, [%rd1], "
        "{%f0,%f1,%f2,%f3,%f0,%f1,%f2,%f3}",
        "atom.global.add.v8.f32");
    row("{ .reg .b128 %q; mov.b32 %r0, %q; }", "mov.b32");
    row("{ .reg .b128 %q; add.u64 %rd0, %q, %rd1; }", "add.u64");
    row("ld.global.b128 %rd0, [%rd1]", "ld.global.b128");
    row("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], %r2",
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32");
}
void TestSemantics::refused() {
    QFETCH(QString, code);
    QFETCH(QString, form);
    QFETCH(bool, isPtx);
    QVERIFY(!m.loadText(kernelFor(code.toStdString() + ";")));
    const QString text = QString::fromStdString(m.error);
    const QString start = isPtx ? "does not support '" : "invalid PTX: '";
    QVERIFY2(text.contains(start + form + "'"), m.error.c_str());
    QVERIFY2(text.contains("PTX line 31"), m.error.c_str());
}

namespace {

/// A kernel of 32 lanes: %rd1 is its parameter, %r1 the lane, %rd2 the parameter + the lane * step.
std::string lanesKernel(int step, const std::string& code) {
    return ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
           ".reg .pred %p<2>; .reg .b16 %h<10>; .reg .b32 %r<8>; .reg .f32 %f<8>; .reg .b64 "
           "%rd<8>;\n"
           ".reg .b128 %q<4>;\nld.param.u64 %rd1, [p]; mov.u32 %r1, %laneid;\n"
           "mad.wide.u32 %rd2, %r1, " +
           std::to_string(step) + ", %rd1;\n" + code + "\nret;\n}\n";
}

} // namespace

/// The comparison succeeds in every second lane.
void TestSemantics::quadAtomics() {
    QVERIFY2(m.loadText(lanesKernel(48, "cvt.u64.u32 %rd3, %r1; mov.u64 %rd4, 7;\n"
                                        "mov.b128 %q0, {%rd3, %rd4}; mov.u64 %rd5, 9;\n"
                                        "mov.b128 %q1, {%rd4, %rd5};\n"
                                        "atom.global.cas.b128 %q2, [%rd2], %q0, %q1;\n"
                                        "st.global.b128 [%rd2+16], %q2;\n"
                                        "atom.global.exch.b128 %q0, [%rd2], %q0;\n"
                                        "st.global.b128 [%rd2+32], %q0;")),
             m.error.c_str());
    std::vector<qulonglong> start(32 * 6);
    for (std::size_t lane = 0; lane < 32; ++lane) {
        start[6 * lane] = lane;
        start[6 * lane + 1] = 7 + lane % 2;
    }
    DeviceArray<qulonglong> data(*m.memory, start);
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(data.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    for (unsigned lane = 0; lane < 32; ++lane) {
        const bool found = lane % 2 == 0;
        const qulonglong want[] = {
            lane, 7, lane, 7u + lane % 2, found ? 7 : lane, found ? 9 : 8ull};
        for (unsigned i = 0; i < 6; ++i)
            QCOMPARE(data[6 * lane + i], want[i]);
    }
}

void TestSemantics::vectorAtomics() {
    // Sums of all lanes, then elements of each lane with an operand that is also a
    // result.
    QVERIFY2(m.loadText(lanesKernel(
                 16, "cvt.rn.f32.u32 %f1, %r1; mov.f32 %f2, 0f40000000; mov.f32 %f3, 0f3F000000;\n"
                     "red.global.add.v4.f32 [%rd1], {%f1, %f2, %f3, %f1};\n"
                     "atom.global.add.v2.f32 {%f1, %f2}, [%rd2+16], {%f2, %f1};\n"
                     "st.global.v2.f32 [%rd2+24], {%f1, %f2};")),
             m.error.c_str());
    std::vector<float> start(4 + 32 * 4, 10.0f);
    DeviceArray<float> data(*m.memory, start);
    LaunchOutcome outcome = m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(data.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(data[0], 10.0f + 496);
    QCOMPARE(data[1], 10.0f + 64);
    QCOMPARE(data[2], 10.0f + 16);
    QCOMPARE(data[3], 10.0f + 496);
    for (unsigned lane = 0; lane < 32; ++lane) {
        QCOMPARE(data[4 + 4 * lane], 12.0f);
        QCOMPARE(data[5 + 4 * lane], 10.0f + float(lane));
        QCOMPARE(data[6 + 4 * lane], 10.0f);
        QCOMPARE(data[7 + 4 * lane], 10.0f);
    }
    // Halves: sums, the minimum with -0 below +0, the maximum with a NaN; in v8, pairs and bf16.
    QVERIFY2(m.loadText(lanesKernel(
                 0, "mov.b16 %h1, 0x3c00; mov.b16 %h2, 0x8000; mov.b32 %r2, 0x40003c00;\n"
                    "mov.b32 %r3, 0x40003f80; setp.ne.u32 %p1, %r1, 0; @%p1 ret;\n"
                    "red.global.add.noftz.v8.f16 [%rd1], {%h1,%h1,%h1,%h1,%h1,%h1,%h1,%h1};\n"
                    "red.global.min.noftz.v2.f16 [%rd1+16], {%h2, %h1};\n"
                    "red.global.max.noftz.v2.f16x2 [%rd1+24], {%r2, %r2};\n"
                    "atom.global.max.noftz.v2.bf16x2 {%r4, %r5}, [%rd1+32], {%r3, %r3};\n"
                    "st.global.v2.b32 [%rd1+40], {%r4, %r5};")),
             m.error.c_str());
    DeviceArray<unsigned> halves(*m.memory,
                                 {0x3c003c00, 0x3c003c00, 0x40003c00, 0x3c003c00, 0x42000000, 0,
                                  0x7e003800, 0x38004200, 0x3f803f80, 0x7fc04000, 0, 0});
    outcome = m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(halves.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    const unsigned want[] = {0x40004000, 0x40004000, 0x42004000, 0x40004000,
                             0x3c008000, 0,          0x40003c00, 0x40004200,
                             0x40003f80, 0x40004000, 0x3f803f80, 0x7fc04000};
    for (unsigned i = 0; i < std::size(want); ++i)
        QCOMPARE(QString::number(halves[i], 16), QString::number(want[i], 16));
    // The whole vector is aligned, not only its elements.
    QVERIFY2(m.loadText(lanesKernel(0, "red.global.add.v2.f32 [%rd1+4], {%f1, %f2};")),
             m.error.c_str());
    outcome = m.run("k", {1, 1, 1}, {1, 1, 1}, Parameters().add(halves.address()));
    QVERIFY(!outcome.faults.empty());
    QCOMPARE(int(outcome.faults[0].kind), int(FaultKind::misaligned));
}

// Functions whose parameters and results are registers, as in hand-written PTX: values, a loop at
// the start, guarded returns, a call through a pointer, and registers and numbers passed to a
// .param.
void TestSemantics::registerParameters() {
    const char* code = R"(.version 8.6
.target sm_90
.address_size 64
.func (.reg .u32 r) sum(.reg .u32 n, .reg .u32 twice)
{
    .reg .u32 total; .reg .pred more, once;
    mov.u32 total, 0;
LOOP:
    add.u32 total, total, n;
    sub.u32 n, n, 1;
    setp.ne.u32 more, n, 0;
    @more bra LOOP;
    mov.u32 r, total;
    setp.eq.u32 once, twice, 0;
    @once ret;
    shl.b32 r, r, 1;
    ret;
}
.func (.reg .u64 r) factorial(.reg .u64 n)
{
    .reg .pred last;
    mov.u64 r, 1;
LOOP:
    setp.le.u64 last, n, 1;
    @last ret;
    mul.lo.u64 r, r, n;
    sub.u64 n, n, 1;
    bra LOOP;
}
.func (.param .f64 r) half(.param .f64 a)
{
    .reg .f64 x;
    ld.param.f64 x, [a];
    mul.f64 x, x, 0.5;
    st.param.f64 [r], x;
    ret;
}
.visible .entry k(.param .u64 out)
{
    .reg .u64 p, q, f; .reg .u32 lane, s; .reg .f64 x;
    ld.param.u64 p, [out];
    mov.u32 lane, %laneid;
    and.b32 s, lane, 1;
    add.u32 lane, lane, 1;
    call (s), sum, (lane, s);
    mad.wide.u32 q, lane, 32, p;
    st.global.u32 [q+-32], s;
    and.b32 s, lane, 7;
    cvt.u64.u32 f, s;
    call (f), factorial, (f);
    st.global.u64 [q+-24], f;
    call (f), factorial, (5);
    st.global.u64 [q+-16], f;
    mov.u64 f, half;
    PROTO: .callprototype (.param .f64 _) _ (.param .f64 _);
    call (x), f, (3.0), PROTO;
    st.global.f64 [q+-8], x;
    ret;
}
)";
    QVERIFY2(m.loadText(code), m.error.c_str());
    DeviceArray<qulonglong> out(*m.memory, std::vector<qulonglong>(32 * 4));
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(out.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    for (unsigned lane = 0; lane < 32; ++lane) {
        const unsigned n = lane + 1, sum = n * (n + 1) / 2;
        QCOMPARE(out[4 * lane] & 0xffffffff, lane % 2 ? 2 * sum : sum);
        qulonglong factorial = 1;
        for (unsigned factor = 2; factor <= n % 8; ++factor)
            factorial *= factor;
        QCOMPARE(out[4 * lane + 1], factorial);
        QCOMPARE(out[4 * lane + 2], 120ull);
        QCOMPARE(std::bit_cast<double>(out[4 * lane + 3]), 1.5);
    }
}

void TestSemantics::shuffles() {
    struct Case {
        const char* mode;
        unsigned amount, clamp;
        unsigned (*want)(unsigned lane);
    };
    const Case cases[] = {
        {"up", 3, 0, [](unsigned l) { return l >= 3 ? l - 3 : l; }},
        {"down", 5, 31, [](unsigned l) { return l + 5 <= 31 ? l + 5 : l; }},
        {"bfly", 9, 31, [](unsigned l) { return l ^ 9; }},
        {"idx", 4, 31, [](unsigned) { return 4u; }},
        // Segments of eight lanes: the mask in bits 8 to 12.
        {"idx", 2, 0x181f, [](unsigned l) { return (l & 24) + 2; }},
        {"down", 6, 0x181f, [](unsigned l) { return l % 8 + 6 < 8 ? l + 6 : l; }},
    };
    for (const Case& c : cases) {
        const std::string code =
            ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
            ".reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .pred %p<2>;\nld.param.u64 %rd1, [p];\n"
            "mov.u32 %r1, %laneid; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd2, %rd1, "
            "%rd2;\nshfl.sync." +
            std::string(c.mode) + ".b32 %r2|%p1, %r1, " + std::to_string(c.amount) + ", " +
            std::to_string(c.clamp) + ", 0xffffffff;\nst.global.u32 [%rd2], %r2; ret;\n}\n";
        QVERIFY2(m.loadText(code), m.error.c_str());
        DeviceArray<unsigned> out(*m.memory, std::vector<unsigned>(32));
        const LaunchOutcome outcome =
            m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(out.address()));
        QVERIFY2(outcome.ok(), describe(outcome).c_str());
        for (unsigned lane = 0; lane < 32; ++lane)
            QCOMPARE(out[lane], c.want(lane));
    }
}

void TestSemantics::matrixTranspose() {
    // Element (r, c) is 8 r + c: lane 4 r + c / 2 holds it.
    const std::string code =
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
        ".reg .b32 %r<4>; .reg .b64 %rd<3>;\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %laneid;\n"
        "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd2, %rd1, %rd2; ld.global.u32 %r2, [%rd2];\n"
        "movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r2; st.global.u32 [%rd2], %r3; ret;\n}\n";
    QVERIFY2(m.loadText(code), m.error.c_str());
    std::vector<unsigned> matrix(32);
    for (unsigned lane = 0; lane < 32; ++lane)
        matrix[lane] = 2 * lane | (2 * lane + 1) << 16;
    DeviceArray<unsigned> out(*m.memory, matrix);
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(out.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    for (unsigned lane = 0; lane < 32; ++lane) {
        const unsigned row = lane / 4, column = lane % 4 * 2;
        QCOMPARE(out[lane], (8 * column + row) | (8 * (column + 1) + row) << 16);
    }
}

void TestSemantics::matrixMultiply() {
    // C += A B with wmma, s8: exact. A is row-major 16x16, B column-major.
    const std::string code =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c)\n{\n.reg .b32 %r<40>;\n"
        ".reg .b64 %rd<8>;\nld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, "
        "[c];\n"
        "mov.u32 %r0, 16;\nwmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%r1,%r2}, [%rd1], "
        "%r0;\n"
        "wmma.load.b.sync.aligned.col.m16n16k16.global.s8 {%r3,%r4}, [%rd2], %r0;\n"
        "mov.u32 %r5, 0;\nwmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32 "
        "{%r10,%r11,%r12,%r13,%r14,%r15,%r16,%r17},{%r1,%r2},{%r3,%r4},"
        "{%r5,%r5,%r5,%r5,%r5,%r5,%r5,%r5};\nwmma.store.d.sync.aligned.row.m16n16k16.global.s32 "
        "[%rd3], {%r10,%r11,%r12,%r13,%r14,%r15,%r16,%r17}, %r0;\nret;\n}\n";
    QVERIFY2(m.loadText(code), m.error.c_str());
    std::vector<signed char> a(256), b(256);
    for (int i = 0; i < 256; ++i) {
        a[static_cast<std::size_t>(i)] = static_cast<signed char>(i * 37);
        b[static_cast<std::size_t>(i)] = static_cast<signed char>(i * 91 + 5);
    }
    DeviceArray<signed char> da(*m.memory, a), db(*m.memory, b);
    DeviceArray<int> dc(*m.memory, std::vector<int>(256));
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {32, 1, 1},
              Parameters().add(da.address()).add(db.address()).add(dc.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    for (std::size_t r = 0; r < 16; ++r) {
        for (std::size_t c = 0; c < 16; ++c) {
            int sum = 0;
            for (std::size_t k = 0; k < 16; ++k)
                sum += a[r * 16 + k] * b[c * 16 + k];
            QCOMPARE(dc[r * 16 + c], sum);
        }
    }
}

WARPBENCH_TEST(TestSemantics)
} // namespace tst_semantics

#include "tst_semantics.moc"
