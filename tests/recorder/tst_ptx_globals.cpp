// SPDX-License-Identifier: GPL-3.0-or-later
// Which variables a PTX text defines.
#include "core/recorder/ptx_globals.h"
#include "tests/main.h"

#include <QTest>

namespace tst_ptx_globals {

using warpbench::recorder::PtxGlobal;

class TestPtxGlobals : public QObject {
    Q_OBJECT

    static QString globalsOf(const char* text) {
        QStringList names;
        for (const PtxGlobal& global : warpbench::recorder::ptxGlobals(text))
            names << QString::fromStdString(global.name) +
                         (global.isConstant ? QStringLiteral(" const") : QString());
        return names.join(QStringLiteral(", "));
    }

  private slots:
    void variablesAreFound_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("names");
        const QString head = QStringLiteral("//\n.version 8.4\n.target sm_90\n.address_size 64\n");
        QTest::newRow("none") << head << "";
        QTest::newRow("scalar") << head + ".visible .global .align 4 .u32 counter = 7;"
                                << "counter";
        QTest::newRow("array") << head + ".visible .const .align 4 .b8 filter[12];"
                               << "filter const";
        QTest::newRow("values")
            << head + ".global .align 8 .u64 table[2] = {a, generic(b)};\n.const .b8 c[1] = {1};"
            << "table, c const";
        QTest::newRow("managed") << head + ".global .attribute(.managed) .align 4 .u32 shared;"
                                 << "shared";
        QTest::newRow("several") << head + ".global .u32 a, b = 3, c;"
                                 << "a, b, c";
        QTest::newRow("elsewhere") << head + ".extern .global .u32 a;\n.global .u32 b;"
                                   << "b";
        QTest::newRow("functions")
            << head + ".func (.param .b32 r) f(.param .b32 p);\n"
                      ".visible .entry k(.param .u64 .ptr .global .align 4 p)\n.maxntid 64, 1, 1\n"
                      "{ .shared .b32 s; ld.global.u32 %r1, [a]; }\n.global .u32 a;"
            << "a";
        QTest::newRow("sections") << head + ".file 1 \"a.cu; .global .u32 no;\"\n"
                                            ".section .debug_str { .b8 1,2 }\n.global .u32 a;"
                                  << "a";
        QTest::newRow("comments") << head + "/* .global .u32 no; */ // .global .u32 no;\n"
                                            ".global .u32 a;"
                                  << "a";
    }

    void variablesAreFound() {
        QFETCH(QString, text);
        QFETCH(QString, names);
        QCOMPARE(globalsOf(qPrintable(text)), names);
    }
};

WARPBENCH_TEST(TestPtxGlobals)
} // namespace tst_ptx_globals

#include "tst_ptx_globals.moc"
