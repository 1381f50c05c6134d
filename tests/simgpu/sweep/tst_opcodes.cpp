// SPDX-License-Identifier: GPL-3.0-or-later
// Every form between registers on the simulated device: all load, give the same in full and in
// partly filled warps, and give bit by bit what a real GPU gave (golden.txt, written by
// tst_gpu_against_simulator) where the PTX ISA defines the bits.
#include "tests/simgpu/sweep/sweep_device.h"

#include <QtTest/QTest>

#include <fstream>
#include <map>
#include <optional>
#include <sstream>

using namespace warpbench;
using namespace warpbench::test;

class TestOpcodes : public QObject {
    Q_OBJECT

  private:
    std::vector<OpcodeForm> m_forms = opcodeForms();
    std::map<std::string, std::uint64_t> m_golden;
    std::optional<cuda::Context> m_context, m_later; ///< an sm_90 device and an sm_100 one

  private slots:
    void initTestCase();
    void cleanupTestCase() {
        m_context.reset();
        m_later.reset();
    }
    void alternatives();
    void forms_data();
    void forms();
    void matrices_data();
    void matrices();
};

void TestOpcodes::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200,b200");
    m_context = cuda::Context::create(cuda::Driver::openSimulated().device(0));
    m_later = cuda::Context::create(cuda::Driver::openSimulated().device(1));
    std::ifstream file(WARPBENCH_SOURCE_DIR "/tests/simgpu/sweep/golden.txt");
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
        if (golden != m_golden.end() && !form.approximate())
            QCOMPARE(digestOf(form, triples, results), golden->second);
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

QTEST_GUILESS_MAIN(TestOpcodes)
#include "tst_opcodes.moc"
