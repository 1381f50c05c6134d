// SPDX-License-Identifier: GPL-3.0-or-later
// The table of opcodes, the forms of the PTX check and the handlers: whatever is in one of them
// must be in the others.
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/ptx/check/forms.h"
#include "core/simgpu/ptx/opcode.h"
#include "tests/main.h"

#include <QtTest/QTest>

#include <set>
#include <string>

namespace tst_opcode_table {

using namespace warpbench::simgpu;
using ptx::Opcode;

namespace {

struct Row {
    Opcode opcode;
    std::string text, decoder;
};
const Row kRows[] = {
#define WARPBENCH_OPCODE(id, text, kind, traits, decoder) {Opcode::id, text, #decoder},
#include "core/simgpu/ptx/opcodes.inc"
#undef WARPBENCH_OPCODE
};

/// The opcodes that handlers' keys begin with: min3.f32! is of min.
std::set<std::string> handledOpcodes() {
    std::set<std::string> handled;
    for (const std::string& key : engine::forms().keys()) {
        if (key.starts_with('$')) // of records that only the decoder makes
            continue;
        const std::string opcode = key.substr(0, key.find('.'));
        handled.insert(opcode == "min3" || opcode == "max3" ? opcode.substr(0, 3) : opcode);
    }
    return handled;
}

} // namespace

class TestOpcodeTable : public QObject {
    Q_OBJECT

  private slots:
    void names();
    void eachOpcodeHasForms();
    void eachFormHasAnOpcode();
    void eachHandlerIsOfAnOpcode();
    void eachOpcodeBetweenRegistersHasAHandler();
};

void TestOpcodeTable::names() {
    QCOMPARE(std::size(kRows) + 1, ptx::kOpcodes);
    for (const Row& row : kRows) {
        QCOMPARE(std::string(ptx::traitsOf(row.opcode).text), row.text);
        QCOMPARE(int(ptx::opcodeNamed(row.text)), int(row.opcode));
    }
    for (const char* text : {"", "a", "addx", "zero", "ADD"})
        QCOMPARE(int(ptx::opcodeNamed(text)), int(Opcode::unknown));
}

void TestOpcodeTable::eachOpcodeHasForms() {
    const std::vector<std::string> list = ptx::opcodesWithForms();
    const std::set<std::string> known(list.begin(), list.end());
    for (const Row& row : kRows)
        QVERIFY2(known.count(row.text), row.text.c_str());
}

void TestOpcodeTable::eachFormHasAnOpcode() {
    for (const std::string& opcode : ptx::opcodesWithForms())
        QVERIFY2(ptx::opcodeNamed(opcode) != Opcode::unknown, opcode.c_str());
}

void TestOpcodeTable::eachHandlerIsOfAnOpcode() {
    for (const std::string& opcode : handledOpcodes())
        QVERIFY2(ptx::opcodeNamed(opcode) != Opcode::unknown, opcode.c_str());
}

void TestOpcodeTable::eachOpcodeBetweenRegistersHasAHandler() {
    const std::set<std::string> handled = handledOpcodes();
    for (const Row& row : kRows) {
        if (row.decoder == "Arithmetic")
            QVERIFY2(handled.count(row.text), row.text.c_str());
    }
}

WARPBENCH_TEST(TestOpcodeTable)
} // namespace tst_opcode_table

#include "tst_opcode_table.moc"
