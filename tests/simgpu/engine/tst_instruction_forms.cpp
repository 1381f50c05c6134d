// SPDX-License-Identifier: GPL-3.0-or-later
// What is executed: each valid instruction loads, except those that start with an entry of a list,
// which are rejected as not supported.
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"
#include "tests/simgpu/ptx/instruction_lines.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_instruction_forms {

using namespace warpbench::simgpu::engine;
using namespace warpbench::simgpu::ptx::testing;

class TestInstructionForms : public QObject {
    Q_OBJECT

  private:
    std::vector<std::string> m_refused; ///< how their lines begin

  private slots:
    void initTestCase();
    void loads_data();
    void loads();
};

void TestInstructionForms::initTestCase() {
    m_refused = linesOf("not_executed.txt");
}

void TestInstructionForms::loads_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("head");
    const auto add = [](const char* file, const char* head) {
        for (const std::string& line : linesOf(file))
            QTest::newRow(line.c_str()) << QByteArray::fromStdString(line) << QByteArray(head);
    };
    add("right_instructions.txt", ".version 8.6\n.target sm_90");
    add("right_instructions.seldom.txt", ".version 8.6\n.target sm_90");
    add("right_instructions.90a.txt", ".version 9.0\n.target sm_90a");
    add("right_instructions.100a.txt", ".version 9.0\n.target sm_100a");
    add("right_instructions.120a.txt", ".version 9.0\n.target sm_120a");
    // Of targets that have operations of a warp without .sync.
    for (const char* line : {"shfl.up.b32 %r1, %r2, 1, 0;", "shfl.idx.b32 %r1|%p1, %r2, %r3, %r4;",
                             "vote.ballot.b32 %r1, %p1;", "vote.all.pred %p1, !%p2;"})
        QTest::newRow(line) << QByteArray(line) << QByteArray(".version 6.3\n.target sm_60");
}

void TestInstructionForms::loads() {
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, head);
    const std::string text = beforeLine(head.toStdString(), !head.contains("sm_60")) +
                             line.toStdString() + '\n' + kAfterLine;
    const std::string_view view = text;
    Machine machine;
    const LoadResult result = load(std::span(&view, 1), machine.model, machine.memory);
    const auto* error = std::get_if<LoadError>(&result);
    const bool refused = std::ranges::any_of(
        m_refused, [&](const std::string& start) { return line.startsWith(start.c_str()); });
    QVERIFY2(!error || refused, error ? error->text.c_str() : "");
    QVERIFY2(error || !refused, "it is executed: not_executed.txt names it wrongly");
    if (error)
        QVERIFY(error->kind == LoadError::Kind::unsupported);
}

WARPBENCH_TEST(TestInstructionForms)
} // namespace tst_instruction_forms

#include "tst_instruction_forms.moc"
