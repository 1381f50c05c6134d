// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions that replace several older ones, and alternative notations: both give the same bits.
// tst_opcodes compares the older ones with a GPU's results.
#include "tests/main.h"
#include "tests/simgpu/sweep/sweep_device.h"

#include <QtTest/QTest>

#include <optional>

namespace tst_equivalents {

using namespace warpbench;
using namespace warpbench::test;

namespace {

struct Equivalents {
    std::string code;
    std::string older;
    char result = 'r'; ///< as in OpcodeForm
    Domain domain = Domain::f32;
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

void addPairsOfFloats(std::vector<Equivalents>& list) {
    const std::string unpack = "mov.b64 {%f4,%f5}, %rd1; mov.b64 {%f6,%f7}, %rd2; "
                               "mov.b64 {%f2,%f3}, %rd3; ";
    for (const std::string& name : expanded("{add,sub,mul}{,.rn,.rz,.rm,.rp}{,.ftz}.f32"))
        list.push_back(
            {replaced(name, "f32", "f32x2") + " %rd0, %rd1, %rd2;",
             unpack + name + " %f4, %f4, %f6; " + name + " %f5, %f5, %f7; mov.b64 %rd0, {%f4,%f5};",
             'q'});
    for (const std::string& name : expanded("fma{.rn,.rz,.rm,.rp}{,.ftz}.f32"))
        list.push_back({replaced(name, "f32", "f32x2") + " %rd0, %rd1, %rd2, %rd3;",
                        unpack + name + " %f4, %f4, %f6, %f2; " + name +
                            " %f5, %f5, %f7, %f3; mov.b64 %rd0, {%f4,%f5};",
                        'q'});
}

void addMixedPrecision(std::vector<Equivalents>& list) {
    for (const char* type : {"f16", "bf16"}) {
        const Domain domain = *type == 'f' ? Domain::f16 : Domain::bf16;
        const std::string convert =
            std::string("cvt.f32.") + type + " %f4, %h1; cvt.f32." + type + " %f5, %h2; ";
        for (const std::string& name : expanded("{add,sub}{,.rn,.rz,.rm,.rp}{,.sat}.f32"))
            list.push_back({name + "." + type + " %f0, %h1, %f2;",
                            convert + name + " %f0, %f4, %f2;", 'f', domain});
        for (const std::string& name : expanded("fma{.rn,.rz,.rm,.rp}{,.sat}.f32"))
            list.push_back({name + "." + type + " %f0, %h1, %h2, %f3;",
                            convert + name + " %f0, %f4, %f5, %f3;", 'f', domain});
    }
}

void addOfThree(std::vector<Equivalents>& list) {
    for (const std::string& name : expanded("{min,max}{,.ftz}{,.NaN}.f32")) {
        const std::string two = name + " %f0, %f4, %f5; " + name + " %f0, %f0, %f6;";
        list.push_back({name + " %f0, %f1, %f2, %f3;",
                        "mov.f32 %f4, %f1; mov.f32 %f5, %f2; mov.f32 %f6, %f3; " + two, 'f'});
        list.push_back({replaced(name, ".f32", ".abs.f32") + " %f0, %f1, %f2, %f3;",
                        "abs.f32 %f4, %f1; abs.f32 %f5, %f2; abs.f32 %f6, %f3; " + two, 'f'});
    }
}

/// A register that is larger than its type.
void addLarger(std::vector<Equivalents>& list) {
    const auto wide = [&](const std::string& name, const std::string& source, const char* extend,
                          Domain domain) {
        list.push_back({name + " %rd0, " + source + ";",
                        name + " %r4, " + source + "; " + extend + " %rd0, %r4;", 'q', domain});
    };
    wide("cvt.s8.s32", "%r1", "cvt.s64.s32", Domain::words);
    wide("cvt.u8.s32", "%r1", "cvt.u64.u32", Domain::words);
    wide("cvt.sat.s16.u32", "%r1", "cvt.s64.s32", Domain::words);
    wide("cvt.rzi.s32.f32", "%f1", "cvt.s64.s32", Domain::f32);
    wide("cvt.rzi.u16.f32", "%f1", "cvt.u64.u32", Domain::f32);
    wide("cvt.rn.f16.f32", "%f1", "cvt.u64.u32", Domain::f32);
    wide("cvt.rn.f16x2.f32", "%f1, %f2", "cvt.u64.u32", Domain::f32);
    list.push_back({"cvt.rn.f32.s32 %rd0, %r1;",
                    "cvt.rn.f32.s32 %f0, %r1; mov.b32 %r4, %f0; cvt.u64.u32 %rd0, %r4;", 'q',
                    Domain::words});
    list.push_back({".reg .b128 %q; cvt.s16.s32 %q, %r1; mov.b128 {%rd4,%rd5}, %q; "
                    "xor.b64 %rd0, %rd4, %rd5;",
                    "cvt.s16.s32 %r4, %r1; cvt.s64.s32 %rd4, %r4; shr.s64 %rd5, %rd4, 63; "
                    "xor.b64 %rd0, %rd4, %rd5;",
                    'q', Domain::words});
    list.push_back({".reg .b128 %q; mov.b128 %q, {%rd1,%rd2}; cvt.u32.u16 %r0, %q;",
                    "and.b32 %r0, %r1, 0xffff;", 'r', Domain::words});
}

void addMoves(std::vector<Equivalents>& list) {
    list.push_back({"mov.v2.b32 {%r4,%r5}, {%r2,%r1}; sub.u32 %r0, %r4, %r5;",
                    "sub.u32 %r0, %r2, %r1;", 'r', Domain::words});
    list.push_back({"mov.v2.b32 {%r1,%r2}, {%r2,%r1}; sub.u32 %r0, %r1, %r2;",
                    "sub.u32 %r0, %r2, %r1;", 'r', Domain::words});
    list.push_back({"mov.v2.u64 {%rd4,%rd5}, 7; add.u64 %rd0, %rd4, %rd5;", "mov.u64 %rd0, 7;", 'q',
                    Domain::words});
    list.push_back({".reg .v4 .u32 %v; mov.v4.u32 %v, %nctaid; mov.v4.u32 {%r4,%r5,%r6,%r7}, %v; "
                    "sub.u32 %r5, %r5, %r6; add.u32 %r0, %r5, %r7;",
                    "mov.u32 %r5, %nctaid.y; mov.u32 %r6, %nctaid.z; sub.u32 %r0, %r5, %r6;", 'r',
                    Domain::words});
    list.push_back({"mov.v4.u32 {%r4,%r5,%r6,%r7}, {%tid.x,%ntid.x,%ctaid.x,3}; "
                    "mad.lo.u32 %r0, %r5, %r6, %r4; add.u32 %r0, %r0, %r7;",
                    "mov.u32 %r4, %tid.x; mov.u32 %r5, %ntid.x; mov.u32 %r6, %ctaid.x; "
                    "mad.lo.u32 %r0, %r5, %r6, %r4; add.u32 %r0, %r0, 3;",
                    'r', Domain::words});
    list.push_back({"mov.b64 %rd0, {%tid.x,%ctaid.x}; mov.b64 {%r4,%r5}, %rd0; "
                    "mov.u32 %r6, %ntid.x; mad.lo.u32 %r0, %r5, %r6, %r4;",
                    "mov.u32 %r4, %tid.x; mov.u32 %r5, %ntid.x; mov.u32 %r6, %ctaid.x; "
                    "mad.lo.u32 %r0, %r5, %r6, %r4;",
                    'r', Domain::words});
    for (const std::string boolean : {"or", "and"}) {
        for (const std::string sign : {"", "!"}) {
            const std::string table = ", %r1, %r2, 0x12345678, 0x6a";
            list.push_back({"setp.lt.u32 %p2, %r1, %r2; lop3." + boolean + ".b32 %r4|%p1" + table +
                                ", " + sign +
                                "%p2; selp.u32 %r5, 1, 0, %p1; add.u32 %r0, %r4, %r5;",
                            "setp.lt.u32 %p2, %r1, %r2; lop3.b32 %r4" + table + "; setp.ne." +
                                boolean + ".u32 %p1, %r4, 0, " + sign +
                                "%p2; selp.u32 %r5, 1, 0, %p1; add.u32 %r0, %r4, %r5;",
                            'r', Domain::words});
        }
    }
    list.push_back({"setp.lt.u32 %p2, %r1, %r2; lop3.b32.and _|%p1, %r1, %r2, -1, 0x80, %p2; "
                    "selp.u32 %r0, 1, 0, %p1;",
                    "and.b32 %r4, %r1, %r2; setp.ne.u32 %p1, %r4, 0; setp.lt.u32 %p2, %r1, %r2; "
                    "and.pred %p1, %p1, %p2; selp.u32 %r0, 1, 0, %p1;",
                    'r', Domain::words});
    list.push_back({".reg .b8 %c<4>; mov.b32 {%c0,%c1,%c2,%c3}, %r1; "
                    "mov.b32 %r0, {%c3,%c2,%c1,%c0};",
                    "prmt.b32 %r0, %r1, 0, 0x0123;", 'r', Domain::words});
    list.push_back({".reg .b8 %c<2>; mov.b16 {%c0,%c1}, %h1; mov.b16 %h0, {%c1,%c0};",
                    "prmt.b32 %r4, %r1, 0, 0x0001; cvt.u16.u32 %h0, %r4;", 'h', Domain::words});
    list.push_back({".reg .b128 %q; mov.b128 %q, {%r1,%r2,%r3,%r4}; mov.b128 {%r5,_,%r6,%r7}, %q; "
                    "sub.u32 %r5, %r5, %r6; xor.b32 %r0, %r5, %r7;",
                    "sub.u32 %r5, %r1, %r3; xor.b32 %r0, %r5, %r4;", 'r', Domain::longs});
}

void addPacks(std::vector<Equivalents>& list) {
    for (const auto& [type, bits, least, most] : {std::tuple{"u2", 2, 0, 3},
                                                  {"s2", 2, -2, 1},
                                                  {"u4", 4, 0, 15},
                                                  {"s4", 4, -8, 7},
                                                  {"u8", 8, 0, 255},
                                                  {"s8", 8, -128, 127}}) {
        const std::string range = std::to_string(least) + "; min.s32 ";
        const std::string top = ", " + std::to_string(most) + "; ";
        const std::string size = std::to_string(bits);
        list.push_back({std::string("cvt.pack.sat.") + type + ".s32.b32 %r0, %r1, %r2, %r3;",
                        "max.s32 %r4, %r1, " + range + "%r4, %r4" + top + "max.s32 %r5, %r2, " +
                            range + "%r5, %r5" + top + "shl.b32 %r0, %r3, " + size +
                            "; bfi.b32 %r0, %r4, %r0, 0, " + size + "; shl.b32 %r0, %r0, " + size +
                            "; bfi.b32 %r0, %r5, %r0, 0, " + size + ";",
                        'r', Domain::words});
    }
}

/// Modifiers in another order.
void addOrders(std::vector<Equivalents>& list) {
    const auto same = [&](const char* code, const char* older, char result, Domain domain) {
        list.push_back({code, older, result, domain});
    };
    same("add.f32.ftz.rz %f0, %f1, %f2;", "add.rz.ftz.f32 %f0, %f1, %f2;", 'f', Domain::f32);
    same("fma.f32.sat.rp %f0, %f1, %f2, %f3;", "fma.rp.sat.f32 %f0, %f1, %f2, %f3;", 'f',
         Domain::f32);
    same("min.f32.NaN.ftz %f0, %f1, %f2;", "min.ftz.NaN.f32 %f0, %f1, %f2;", 'f', Domain::f32);
    same("cvt.s32.f32.rzi %r0, %f1;", "cvt.rzi.s32.f32 %r0, %f1;", 'r', Domain::f32);
    same("cvt.f32.rm.s32 %f0, %r1;", "cvt.rm.f32.s32 %f0, %r1;", 'f', Domain::words);
    same("setp.s32.lt %p0, %r1, %r2;", "setp.lt.s32 %p0, %r1, %r2;", 'p', Domain::words);
    same("setp.u32.lt %p1, %r1, %r3; setp.s32.or.gt %p0, %r1, %r2, %p1;",
         "setp.lt.u32 %p1, %r1, %r3; setp.gt.or.s32 %p0, %r1, %r2, %p1;", 'p', Domain::words);
    same("set.f32.f32.lt.ftz %f0, %f1, %f2;", "set.lt.ftz.f32.f32 %f0, %f1, %f2;", 'f',
         Domain::f32);
    same("slct.b32.f32.ftz %r0, %r1, %r2, %f3;", "slct.ftz.b32.f32 %r0, %r1, %r2, %f3;", 'r',
         Domain::f32);
    same("slct.b64.s32 %rd0, %rd1, %rd2, %r3;",
         "setp.ge.s32 %p1, %r3, 0; selp.b64 %rd0, %rd1, %rd2, %p1;", 'q', Domain::words);
    same("slct.u16.f32 %h0, %h1, %h2, %f3;",
         "setp.ge.f32 %p1, %f3, 0f00000000; selp.b16 %h0, %h1, %h2, %p1;", 'h', Domain::f32);
    same("shf.l.b32.wrap %r0, %r1, %r2, %r3;", "shf.l.wrap.b32 %r0, %r1, %r2, %r3;", 'r',
         Domain::words);
    same("bfind.u32.shiftamt %r0, %r1;", "bfind.shiftamt.u32 %r0, %r1;", 'r', Domain::words);
    for (const char* mode : {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"})
        list.push_back({std::string("prmt.") + mode + ".b32 %r0, %r1, %r2, %r3;",
                        std::string("prmt.b32.") + mode + " %r0, %r1, %r2, %r3;", 'r',
                        Domain::words});
    same("vadd.sat.s32.u32.s32 %r0, %r1, %r2;", "vadd.s32.u32.s32.sat %r0, %r1, %r2;", 'r',
         Domain::words);
}

std::vector<Equivalents> allEquivalents() {
    std::vector<Equivalents> list;
    addPairsOfFloats(list);
    addMixedPrecision(list);
    addOfThree(list);
    addLarger(list);
    addMoves(list);
    addPacks(list);
    addOrders(list);
    return list;
}

/// A domain's inputs with another of them in the upper half of each.
std::vector<std::uint64_t> pairedInputs(Domain domain) {
    std::vector<std::uint64_t> inputs = inputsOf(domain);
    const std::vector<std::uint64_t> others = inputs;
    if (domain != Domain::longs) {
        for (std::size_t i = 0; i < inputs.size(); ++i)
            inputs[i] = (inputs[i] & 0xffffffff) | others[(i + 307) % others.size()] << 32;
    }
    return inputs;
}

} // namespace

class TestEquivalents : public QObject {
    Q_OBJECT

  private:
    std::vector<Equivalents> m_list = allEquivalents();
    std::optional<cuda::Context> m_context;

  private slots:
    void initTestCase() {
        qputenv("WARPBENCH_SIMGPU", "b200");
        m_context = cuda::Context::create(cuda::Driver::openSimulated().device(0));
    }
    void cleanupTestCase() { m_context.reset(); }
    void sameBits_data();
    void sameBits();
};

void TestEquivalents::sameBits_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_list.size(); ++i)
        QTest::addRow("%s", m_list[i].code.c_str()) << int(i);
}

void TestEquivalents::sameBits() {
    QFETCH(int, index);
    const Equivalents& e = m_list[static_cast<std::size_t>(index)];
    OpcodeForm form;
    form.result = e.result;
    form.target = 100;
    const std::vector<std::uint64_t> inputs = pairedInputs(e.domain);
    try {
        form.code = e.code;
        const auto results = resultsOf(*m_context, form, inputs);
        const auto partly = resultsOf(*m_context, form, inputs, 31);
        form.code = e.older;
        const auto expected = resultsOf(*m_context, form, inputs);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(QString::number(results[i], 16), QString::number(expected[i], 16));
            QCOMPARE(results[i], partly[i]);
        }
    } catch (const std::exception& error) {
        QFAIL(error.what());
    }
}

WARPBENCH_TEST(TestEquivalents)
} // namespace tst_equivalents

#include "tst_equivalents.moc"
