// SPDX-License-Identifier: GPL-3.0-or-later
// Every form between registers on the simulated device: all load, give the same results in full and
// partial warps, and match a real GPU's results bit by bit (golden.txt, written by
// tst_gpu_against_simulator) if the PTX ISA defines the bits.
#include "tests/main.h"
#include "tests/simgpu/sweep/sweep_device.h"
#include "tests/source_path.h"

#include <QtTest/QTest>

#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

namespace tst_opcodes {

using namespace warpbench;
using namespace warpbench::test;

class TestOpcodes : public QObject {
    Q_OBJECT

  private:
    std::vector<OpcodeForm> m_forms = opcodeForms();
    std::map<std::string, std::uint64_t> m_golden;
    int m_held = 0;                                  ///< forms whose digest was compared
    std::optional<cuda::Context> m_context, m_later; ///< an sm_90 device and an sm_100 one

  private slots:
    void initTestCase();
    void cleanupTestCase() {
        qInfo("%d forms were held to the digests of a GPU's results", m_held);
        m_context.reset();
        m_later.reset();
    }
    void alternatives();
    void videoThatDoesNotFit_data();
    void videoThatDoesNotFit();
    void upperWords_data();
    void upperWords();
    void forms_data();
    void forms();
    void matrices_data();
    void matrices();
    void wmma_data();
    void wmma();
};

void TestOpcodes::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,b200");
    m_context = cuda::Context::create(cuda::Driver::openSimulated().device(0));
    m_later = cuda::Context::create(cuda::Driver::openSimulated().device(1));
    std::ifstream file(sourcePath("tests/simgpu/sweep/golden.txt"));
    QVERIFY2(file.is_open(), "golden.txt is missing");
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        const auto space = line.find(' ');
        m_golden[line.substr(space + 1)] = std::stoull(line.substr(0, space), nullptr, 16);
    }
}

void TestOpcodes::alternatives() {
    QCOMPARE(expanded("a{,.b}.{c,d}"), (std::vector<std::string>{"a.c", "a.d", "a.b.c", "a.b.d"}));
    QVERIFY(m_forms.size() > 1000);
}

namespace {

/// ptxas 13.0's code for scalar video instructions for sm_90, executed by hand for four triples of
/// operands.
struct VideoRow {
    const char* code;
    std::array<std::uint32_t, 4> results;
};
constexpr std::array<std::uint32_t, 12> kVideoOperands{
    0xffffffffu, 0x2u,        0x80000000u, 0x80000000u, 0xffffffffu, 0x7u,
    0xdeadbeefu, 0x80000021u, 0xff80017fu, 0x7fff1234u, 0x22u,       0x80001234u};
constexpr VideoRow kVideoRows[] = {
    {"vabsdiff.u32.s32.u32.sat %r0, %r1, %r2;", {0x3u, 0x7fffffffu, 0xa1524132u, 0x7fff1212u}},
    {"vabsdiff.u32.u32.s32.sat %r0, %r1, %r2;",
     {0xfffffffdu, 0x80000001u, 0x5eadbeceu, 0x7fff1212u}},
    {"vadd.u32.s32.u32.sat %r0, %r1, %r2;", {0x1u, 0x7fffffffu, 0x5eadbf10u, 0x7fff1256u}},
    {"vadd.u32.u32.s32.sat %r0, %r1, %r2;", {0x1u, 0x7fffffffu, 0x5eadbf10u, 0x7fff1256u}},
    {"vadd.u32.u32.u32.sat %r0, %r1, %r2;", {0x1u, 0x7fffffffu, 0x5eadbf10u, 0x7fff1256u}},
    {"vadd.u32.u32.u32.sat.add %r0, %r1, %r2, %r3;",
     {0x80000001u, 0x80000006u, 0x5e2dc08fu, 0xffff248au}},
    {"vadd.u32.u32.u32.sat.max %r0, %r1, %r2, %r3;",
     {0x80000000u, 0x7fffffffu, 0xff80017fu, 0x80001234u}},
    {"vadd.u32.u32.u32.sat.min %r0, %r1, %r2, %r3;", {0x1u, 0x7u, 0x5eadbf10u, 0x7fff1256u}},
    {"vmad.s32.u32.s32.sat %r0, %r1, %r2, %r3;",
     {0x80000000u, 0x7fffffffu, 0x7fffffffu, 0x7fffffffu}},
    {"vmad.s32.u32.s32.sat.shr15 %r0, %r1, %r2, %r3;",
     {0xfffeffffu, 0x10000u, 0x7fffffffu, 0x20ffc0u}},
    {"vmad.s32.u32.s32.sat.shr7 %r0, %r1, %r2, %r3;",
     {0xfeffffffu, 0x1000000u, 0x7fffffffu, 0x20ffc0fau}},
    {"vmad.s32.u32.s32.shr15 %r0, %r1, %r2, %r3;", {0xfffeffffu, 0x10000u, 0x410867cbu, 0x20ffc0u}},
    {"vmad.s32.u32.s32.shr7 %r0, %r1, %r2, %r3;",
     {0xfeffffffu, 0x1000000u, 0x867cb3cu, 0x20ffc0fau}},
    {"vmad.u32.u32.u32.po.shr15 %r0, %r1, %r2, %r3;",
     {0xfffeffffu, 0x10000u, 0x410867cbu, 0x20ffc0u}},
    {"vmad.u32.u32.u32.po.shr7 %r0, %r1, %r2, %r3;",
     {0xfeffffffu, 0x1000000u, 0x867cb3cu, 0x20ffc0fau}},
    {"vmad.u32.u32.u32.sat %r0, %r1, %r2, %r3;", {0x0u, 0x80000007u, 0xffffffffu, 0xffffffffu}},
    {"vmad.u32.u32.u32.sat.shr15 %r0, %r1, %r2, %r3;",
     {0xffffffffu, 0x10000u, 0xffffffffu, 0x20ffc0u}},
    {"vmad.u32.u32.u32.sat.shr7 %r0, %r1, %r2, %r3;",
     {0xffffffffu, 0x1000000u, 0xffffffffu, 0x20ffc0fau}},
    {"vmad.u32.u32.u32.shr15 %r0, %r1, %r2, %r3;", {0xfffeffffu, 0x10000u, 0x410867cbu, 0x20ffc0u}},
    {"vmad.u32.u32.u32.shr7 %r0, %r1, %r2, %r3;",
     {0xfeffffffu, 0x1000000u, 0x867cb3cu, 0x20ffc0fau}},
    {"vshl.s32.s32.u32.sat.clamp %r0, %r1, %r2;", {0xfffffffcu, 0x0u, 0x80000000u, 0x0u}},
    {"vshl.s32.s32.u32.sat.wrap %r0, %r1, %r2;", {0xfffffffcu, 0x0u, 0xbd5b7ddeu, 0x7fffffffu}},
    {"vshl.s32.u32.u32.sat.clamp %r0, %r1, %r2;", {0xfffffffcu, 0x0u, 0x80000000u, 0x0u}},
    {"vshl.s32.u32.u32.sat.wrap %r0, %r1, %r2;", {0xfffffffcu, 0x0u, 0x7fffffffu, 0x7fffffffu}},
    {"vshl.u32.s32.u32.sat.clamp %r0, %r1, %r2;", {0x0u, 0x0u, 0x0u, 0x0u}},
    {"vshl.u32.s32.u32.sat.wrap %r0, %r1, %r2;", {0x0u, 0x0u, 0x0u, 0xffffffffu}},
    {"vshl.u32.u32.u32.sat.clamp %r0, %r1, %r2;", {0x0u, 0x0u, 0x0u, 0x0u}},
    {"vshl.u32.u32.u32.sat.wrap %r0, %r1, %r2;", {0x0u, 0x0u, 0xffffffffu, 0xffffffffu}},
    {"vsub.s32.s32.s32.sat %r0.h1, %r1.h0, %r2.h1, %r3;", {0x0u, 0x7u, 0x17fu, 0x1234u}},
    {"vsub.u32.u32.s32.sat %r0, %r1, %r2;", {0xfffffffdu, 0x80000001u, 0x5eadbeceu, 0x7fff1212u}},
    {"vadd.u32.u32.u32 %r0.h1, %r1, %r2, %r3;", {0x0u, 0x7fff0007u, 0x5ead017fu, 0x7fff1234u}},
    {"vsub.u32.u32.u32.sat %r0.b2, %r1.b0, %r2.b1, %r3;",
     {0x80ff0000u, 0xff0007u, 0xffef017fu, 0x80341234u}},
    {"vmax.u32.u32.u32.min %r0, %r1, %r2, %r3;", {0x80000000u, 0x7u, 0xdeadbeefu, 0x7fff1234u}},
    {"vabsdiff.s32.s32.s32.max %r0, %r1, %r2, %r3;", {0x3u, 0x7fffffffu, 0x5eadbeceu, 0x7fff1212u}},
    {"vsub.u32.u32.u32.max %r0, %r1, %r2, %r3;",
     {0xfffffffdu, 0x80000001u, 0xff80017fu, 0x80001234u}},
    {"vmad.u32.u32.u32.sat %r0, %r1, %r2, -%r3;",
     {0x7ffffffeu, 0x7ffffff9u, 0x7fffffffu, 0x7fffffffu}},
    {"vshl.s32.s32.u32.sat.clamp %r0.h0, %r1, %r2, %r3;",
     {0x8000fffcu, 0x0u, 0xff800000u, 0x80000000u}},
};

} // namespace

void TestOpcodes::videoThatDoesNotFit_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < std::size(kVideoRows); ++i)
        QTest::newRow(kVideoRows[i].code) << int(i);
}

void TestOpcodes::videoThatDoesNotFit() {
    QFETCH(int, index);
    const VideoRow& row = kVideoRows[index];
    OpcodeForm form;
    form.name = form.code = row.code;
    const std::vector<std::uint64_t> triples(kVideoOperands.begin(), kVideoOperands.end());
    try {
        const auto results = resultsOf(*m_context, form, triples);
        for (std::size_t i = 0; i < results.size(); ++i)
            QCOMPARE(QString::number(results[i], 16), QString::number(row.results[i], 16));
    } catch (const std::exception& e) {
        QFAIL(e.what());
    }
}

void TestOpcodes::upperWords_data() {
    QTest::addColumn<QByteArray>("opcode");
    QTest::addColumn<quint64>("input");
    QTest::addColumn<quint64>("result");
    const auto row = [](const char* name, const char* opcode, quint64 input, quint64 result) {
        QTest::addRow("%s of %s", opcode, name) << QByteArray(opcode) << input << result;
    };
    const char *rcp = "rcp.approx.ftz.f64", *root = "rsqrt.approx.ftz.f64";
    row("4 and a bit", rcp, 0x4010000000000001, 0x3fd0000000000000);
    row("2^1022", rcp, 0x7fd0000000000000, 0x0010000000000000);
    row("-2^1023", rcp, 0xffe0000000000000, 0x8000000000000000); // a subnormal reciprocal
    row("a subnormal", rcp, 0x800fffffffffffff, 0xfff0000000000000);
    row("NaN", rcp, 0xfff8000000000000, 0x7fffffff00000000);
    row("NaN in the lower word", rcp, 0x7ff0000000000001, 0);
    row("4", root, 0x4010000000000000, 0x3fe0000000000000);
    row("-1", root, 0xbff0000000000000, 0x7fffffff00000000);
    row("a subnormal", root, 0x8000000000000001, 0xfff0000000000000);
    row("signalling NaN in the lower word", root, 0x7ff0000000000001, 0);
}

void TestOpcodes::upperWords() {
    QFETCH(QByteArray, opcode);
    QFETCH(quint64, input);
    QFETCH(quint64, result);
    OpcodeForm form;
    form.name = opcode.toStdString();
    form.code = form.name + " %d0, %d1;";
    form.result = 'd';
    try {
        const auto results = resultsOf(*m_context, form, {input, 0, 0});
        QCOMPARE(QString::number(results.at(0), 16), QString::number(result, 16));
    } catch (const std::exception& e) {
        QFAIL(e.what());
    }
}

void TestOpcodes::forms_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_forms.size(); ++i)
        QTest::newRow(m_forms[i].name.c_str()) << int(i);
}

void TestOpcodes::forms() {
    QFETCH(int, index);
    const OpcodeForm& form = m_forms[static_cast<std::size_t>(index)];
    const std::vector<std::uint64_t> triples = inputsOf(form.domain);
    const cuda::Context& context = form.target > 90 ? *m_later : *m_context;
    try {
        const auto results = resultsOf(context, form, triples);
        // Blocks of 31 threads: no warp is full, which takes another path through the handlers.
        const auto again = resultsOf(context, form, triples, 31);
        for (std::size_t i = 0; i < results.size(); ++i)
            QVERIFY2(results[i] == again[i], "full and partly filled warps differ");
        const auto golden = m_golden.find(form.name);
        if (golden != m_golden.end()) {
            QCOMPARE(digestOf(form, triples, results), golden->second);
            ++m_held;
        }
    } catch (const std::exception& e) {
        QFAIL(e.what());
    }
}

void TestOpcodes::matrices_data() {
    QTest::addColumn<int>("index");
    const auto forms = matrixForms();
    for (std::size_t i = 0; i < forms.size(); ++i)
        QTest::newRow(forms[i].name.c_str()) << int(i);
}

void TestOpcodes::matrices() {
    QFETCH(int, index);
    const MatrixForm form = matrixForms()[static_cast<std::size_t>(index)];
    const MatrixInputs inputs = inputsOf(form);
    try {
        const auto results = resultsOf(*m_context, form, inputs);
        for (std::size_t i = 0; i < results.size(); ++i)
            QCOMPARE(QString::number(results[i], 16), QString::number(inputs.expected[i], 16));
    } catch (const std::exception& e) {
        QFAIL(e.what());
    }
}

void TestOpcodes::wmma_data() {
    QTest::addColumn<int>("index");
    const auto forms = wmmaForms();
    for (std::size_t i = 0; i < forms.size(); ++i)
        QTest::newRow(forms[i].name.c_str()) << int(i);
}

void TestOpcodes::wmma() {
    QFETCH(int, index);
    const WmmaForm form = wmmaForms()[static_cast<std::size_t>(index)];
    const WmmaInputs inputs = inputsOf(form);
    try {
        const auto results = resultsOf(*m_context, form, inputs);
        for (std::size_t i = 0; i < results.size(); ++i)
            QCOMPARE(int(results[i]), int(inputs.expected[i]));
    } catch (const std::exception& e) {
        QFAIL(e.what());
    }
}

WARPBENCH_TEST(TestOpcodes)
} // namespace tst_opcodes

#include "tst_opcodes.moc"
