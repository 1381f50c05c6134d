// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ptx_file_names.h"
#include "tests/main.h"

#include <QTest>

#include <string>

namespace tst_ptx_file_names {

using namespace warpbench::compile;

class TestPtxFileNames : public QObject {
    Q_OBJECT

  private slots:
    void namesOfDirectivesChangeAndNothingElse() {
        const std::string ptx = "//\n\t.file\t1 \"a.cu\"\n.file 2 \"b.cuh\", 17, 3\n"
                                "\t// .file \"c.cu\"\n\t.global .b8 text[9];\n.file 3 \"open\n";
        std::string seen;
        const std::string changed = withFileNames(ptx, [&](const std::string& name) {
            seen += name + ";";
            return "<" + name + ">";
        });
        QCOMPARE(seen, std::string("a.cu;b.cuh;"));
        QCOMPARE(changed, std::string("//\n\t.file\t1 \"<a.cu>\"\n.file 2 \"<b.cuh>\", 17, 3\n"
                                      "\t// .file \"c.cu\"\n\t.global .b8 text[9];\n"
                                      ".file 3 \"open\n"));
        // Names as written by NVRTC: escape sequences are decoded.
        const std::string escapes = ".file 1 \"Z:\\\\gr\\303\\266\\\"e.cu\"";
        QCOMPARE(withFileNames(escapes,
                               [&](const std::string& name) {
                                   seen = name;
                                   return name;
                               }),
                 escapes);
        QCOMPARE(seen, std::string("Z:\\gr\xc3\xb6\"e.cu"));
        QCOMPARE(withFileNames(escapes, [](const std::string& name) { return name + "\xc3\x9f"; }),
                 std::string(".file 1 \"Z:\\\\gr\\303\\266\\\"e.cu\\303\\237\""));
        QCOMPARE(withFileNames("", [](const std::string& name) { return name; }), std::string());
        QCOMPARE(withFileNames(".file 1 \"x\"", [](const std::string&) { return "y"; }),
                 std::string(".file 1 \"y\""));
    }
};

WARPBENCH_TEST(TestPtxFileNames)
} // namespace tst_ptx_file_names

#include "tst_ptx_file_names.moc"
