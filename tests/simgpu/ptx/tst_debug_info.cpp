// SPDX-License-Identifier: GPL-3.0-or-later
// DWARF in PTX: the output of both code generators for tests/simgpu/driver/data/stepping.cu, and
// text that is not DWARF.
#include "core/simgpu/ptx/debug/debug_info.h"
#include "core/simgpu/ptx/debug/debug_section.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QFile>
#include <QtTest/QTest>

#include <algorithm>

namespace tst_debug_info {

using namespace warpbench::simgpu::ptx;

namespace {

std::string textOf(const char* file) {
    QFile text(QString::fromStdString(warpbench::test::sourcePath("tests/simgpu/driver/data/")) +
               file);
    return text.open(QIODevice::ReadOnly) ? text.readAll().toStdString() : std::string();
}

const DebugVariable* find(const std::vector<DebugVariable>& variables, const char* name) {
    const auto it = std::find_if(variables.begin(), variables.end(),
                                 [&](const DebugVariable& each) { return each.name == name; });
    return it == variables.end() ? nullptr : &*it;
}

} // namespace

class TestDebugInfo : public QObject {
    Q_OBJECT

  private slots:
    void sectionsAreBytesAndSymbols() {
        const DebugSection section =
            readDebugSection("\n.b8 1,2 // two\n$L__here:\n.b32 .debug_loc+39\n"
                             ".b64 $L__tmp3\n.b16 258\n.b32 $a-$b\n");
        QCOMPARE(section.bytes.size(), std::size_t(2 + 4 + 8 + 2 + 4));
        QCOMPARE(section.labels.at("$L__here"), std::uint64_t(2));
        DebugReader reader(section, 0);
        QCOMPARE(reader.number(2), std::uint64_t(0x0201));
        QCOMPARE(reader.number(4), std::uint64_t(39));
        QCOMPARE(reader.symbol(), std::string("$L__tmp3"));
        QCOMPARE(reader.number(2), std::uint64_t(258));
        QCOMPARE(reader.number(4), std::uint64_t(0));
        QVERIFY(reader.atEnd());
        QCOMPARE(reader.number(8), std::uint64_t(0)); // past the end: nothing
    }

    void lebNumbers() {
        const DebugSection section = readDebugSection(".b8 229,142,38,155,241,89,0");
        DebugReader reader(section, 0);
        QCOMPARE(reader.unsignedLeb(), std::uint64_t(624485)); // DWARF 4, figure 22
        QCOMPARE(reader.signedLeb(), std::int64_t(-624485));
    }

    void typesAndVariables_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("older generator") << QByteArray("stepping_debug.90.ptx");
        QTest::newRow("newer generator") << QByteArray("stepping_debug.120.ptx");
    }
    void typesAndVariables() {
        QFETCH(QByteArray, file);
        const ParseResult parsed = parse(textOf(file.constData()));
        QVERIFY(parsed.module.has_value());
        const DebugInfo info = readDebugInfo(*parsed.module);
        const DebugVariable* counter = find(info.globals, "counter");
        QVERIFY(counter);
        QCOMPARE(info.nameOf(counter->type), std::string("int"));
        QCOMPARE(counter->locations.size(), std::size_t(1));
        QCOMPARE(counter->locations[0].symbol, std::string("counter"));
        const auto function =
            std::find_if(info.functions.begin(), info.functions.end(),
                         [](const auto& each) { return find(each.variables, "given"); });
        QVERIFY(function != info.functions.end());
        const DebugVariable* given = find(function->variables, "given");
        QVERIFY(given->parameter);
        const DebugType& pair = info.types[std::size_t(given->type)];
        QCOMPARE(pair.name, std::string("Pair"));
        QCOMPARE(pair.size, std::uint64_t(32));
        QCOMPARE(pair.members.size(), std::size_t(3));
        QCOMPARE(pair.members[1].name, std::string("n"));
        QCOMPARE(pair.members[1].offset, std::uint64_t(4));
        QCOMPARE(info.nameOf(pair.members[1].type), std::string("int[2]"));
        QCOMPARE(pair.members[2].offset, std::uint64_t(16));
        QCOMPARE(info.nameOf(find(function->variables, "where")->type), std::string("Pair*"));
        QCOMPARE(info.nameOf(find(function->variables, "list")->type), std::string("float[4]"));
        const DebugLocation& list = find(function->variables, "list")->locations.front();
        QVERIFY(!list.inRegister);
        QCOMPARE(list.symbol, std::string("__local_depot8"));
        QCOMPARE(list.offset, std::uint64_t(32));
        const DebugLocation& i = find(function->variables, "i")->locations.front();
        QVERIFY(i.inRegister);
        QCOMPARE(i.symbol, std::string("%r1"));
        // The two of the inner scopes come before those around them.
        QCOMPARE(std::count_if(function->variables.begin(), function->variables.end(),
                               [](const auto& each) { return each.name == "inner"; }),
                 std::ptrdiff_t(2));
        QVERIFY(find(function->variables, "inner") < find(function->variables, "odd"));
    }

    void whatIsNoDwarfGivesNothing_data() {
        QTest::addColumn<QByteArray>("info");
        QTest::addColumn<QByteArray>("abbreviations");
        QTest::newRow("empty") << QByteArray() << QByteArray();
        QTest::newRow("a header alone") << QByteArray(".b32 7") << QByteArray();
        QTest::newRow("an unknown version")
            << QByteArray(".b32 20\n.b8 9,0\n.b32 0\n.b8 8,1,1,1") << QByteArray(".b8 1,17,1,0,0");
        QTest::newRow("an unknown abbreviation")
            << QByteArray(".b32 20\n.b8 2,0\n.b32 0\n.b8 8,5") << QByteArray(".b8 1,17,1,0,0");
        QTest::newRow("a block without end")
            << QByteArray(
                   ".b32 255\n.b8 2,0\n.b32 0\n.b8 8,1,255,255,255,255,255,255,255,255,255,1")
            << QByteArray(".b8 1,52,0,2,9,0,0,0");
        QTest::newRow("endless children")
            << QByteArray(".b32 16777215\n.b8 2,0\n.b32 0\n.b8 8,1,1,1,1,1,1,1")
            << QByteArray(".b8 1,11,1,0,0,0");
    }
    void whatIsNoDwarfGivesNothing() {
        QFETCH(QByteArray, info);
        QFETCH(QByteArray, abbreviations);
        Module module;
        module.sections.emplace_back(".debug_info", info.toStdString());
        module.sections.emplace_back(".debug_abbrev", abbreviations.toStdString());
        const DebugInfo read = readDebugInfo(module);
        QVERIFY(read.functions.empty());
        QVERIFY(read.globals.empty());
    }
};

WARPBENCH_TEST(TestDebugInfo)
} // namespace tst_debug_info

#include "tst_debug_info.moc"
