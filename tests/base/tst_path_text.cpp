// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_texts.h"
#include "core/base/path_text.h"
#include "core/base/trust.h"
#include "tests/main.h"

#include <QtTest/QTest>

namespace tst_path_text {

using namespace warpbench;

class TestPathText : public QObject {
    Q_OBJECT

  private slots:
    void textIsUtf8WhateverTheSystemUses() {
        const std::filesystem::path path(u"gr\u00f6\u00dfe \u4e16\u754c \U0001f600.npy");
        QCOMPARE(utf8(path), std::string("gr\xc3\xb6\xc3\x9f"
                                         "e \xe4\xb8\x96\xe7\x95\x8c \xf0\x9f\x98\x80.npy"));
    }

    void pathsComeBack_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << QString();
        QTest::newRow("plain") << "a/b.cu";
        QTest::newRow("latin") << QString::fromUtf8("\xc3\xa9t\xc3\xa9");
        QTest::newRow("beyond the basic plane") << QString::fromUtf8("\xf0\x9f\x98\x80/x");
    }
    void pathsComeBack() {
        QFETCH(QString, text);
        QCOMPARE(utf8(pathFromUtf8(text.toStdString())), text.toStdString());
    }

    /// A source of another code page may name a header with such bytes.
    void bytesThatAreNoTextAreAPathToo() {
        const std::filesystem::path path = pathFromUtf8("gr\xf6\xdf"
                                                        "e/a.h");
        QCOMPARE(utf8(path.filename()), std::string("a.h"));
        QVERIFY(!std::filesystem::exists(path));
#ifdef _WIN32
        QCOMPARE(utf8(path.parent_path()), std::string("gr\xef\xbf\xbd\xef\xbf\xbd"
                                                       "e"));
        const std::filesystem::path half(std::wstring(L"a\xd83d\x7a.h"));
        QCOMPARE(utf8(half), std::string("a\xef\xbf\xbdz.h"));
#else
        QCOMPARE(utf8(path.parent_path()), std::string("gr\xf6\xdf"
                                                       "e"));
#endif
    }

    /// By the text alone: on Windows, to ask the system about such a path may be to log in there.
    void pathsThatLeaveTheMachine() {
        for (const char* path :
             {R"(\\server\share\x.h)", R"(\\?\UNC\server\x.h)", R"(\\.\pipe\x)", R"(\/server\x.h)",
              R"(/\server\x.h)", R"(\?\x)", R"(\??\UNC\server\share\x.h)"})
            QVERIFY2(mayLeaveMachine(path), path);
        for (const char* path : {"x.h", "", "\\", "/usr/include/x.h", "../x.h", R"(C:\x.h)",
                                 R"(\x.h)", R"(a\\b.h)", "?/x.h"})
            QVERIFY2(!mayLeaveMachine(path), path);
#ifdef _WIN32
        QVERIFY(mayLeaveMachine("//server/share/x.h"));
#else
        QVERIFY(!mayLeaveMachine("//usr/include/x.h"));
#endif
    }

    /// A window names files with `/`, on Windows too, where the system writes `\\`.
    void theTextOfAFileIsFoundHoweverItsPathIsWritten() {
        const std::filesystem::path file = std::filesystem::current_path() / "folder" / "a.cu";
        const std::u8string generic = file.generic_u8string();
        const std::map<std::string, std::string> texts{
            {std::string(generic.begin(), generic.end()), "text"}};
        for (const auto& path : {file, std::filesystem::path("folder") / "a.cu",
                                 std::filesystem::path("folder/other/../a.cu")}) {
            const std::string* found = textOfFile(texts, path);
            QVERIFY2(found, utf8(path).c_str());
            QCOMPARE(*found, std::string("text"));
        }
        QVERIFY(!textOfFile(texts, "a.cu"));
        QVERIFY(!textOfFile({}, file));
    }
};

WARPBENCH_TEST(TestPathText)
} // namespace tst_path_text

#include "tst_path_text.moc"
