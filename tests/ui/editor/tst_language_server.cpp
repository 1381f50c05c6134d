// SPDX-License-Identifier: GPL-3.0-or-later
// clangd in addition to our own names: its contributions, and no loss if it is missing, dies, hangs
// or sends nonsense.
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/cpp/language_server.h"
#include "ui/editor/completer.h"
#include "ui/tabs/language_link.h"
#include "ui/tabs/navigator.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QListWidget>

#include <algorithm>
#include <memory>

namespace tst_language_server {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

const QString kSource =
    QStringLiteral("#define MAKE(name) \\\n"
                   "    __device__ float name##Sum(float x) { return x; }\n"
                   "MAKE(fast)\n"
                   "template <class T> struct Box {\n"
                   "    T inner;\n"
                   "    __device__ T weighed(float by) const { return inner; }\n"
                   "};\n"
                   "template <class T> __device__ Box<T> boxOf(T of) {\n"
                   "    return {of};\n"
                   "}\n"
                   "extern \"C\" __global__ void multiply_them(float* dest,\n"
                   "        const float* a, const float* b) {\n"
                   "    auto box = boxOf(a[threadIdx.x]);\n"
                   "    dest[threadIdx.x] = fastSum(b[threadIdx.x]);\n"
                   "    \n"
                   "}\n");
constexpr int kFreeLine = 14; // from 0, where there is room to type

/// A program whose behaviour is a shell script; counts its starts.
class StandIn {
  public:
    explicit StandIn(const QByteArray& script) {
        QFile file(program());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho started >> '" + QFile::encodeName(starts()) + "'\n" + script +
                   "\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    QString program() const { return m_folder.filePath(QStringLiteral("clangd")); }
    int started() const {
        QFile file(starts());
        return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
    }

  private:
    QString starts() const { return m_folder.filePath(QStringLiteral("starts")); }
    QTemporaryDir m_folder;
};

class Typing : public OpenWindow {
  public:
    Typing() {
        editor().setText(kSource);
        editor().setFocus();
        editor().setCursorPosition(kFreeLine, 4);
        (*this)->language().setEnabled(true);
    }
    void type(const char* text) { QTest::keyClicks(&editor(), QLatin1String(text)); }
    QStringList rows() {
        QStringList rows;
        for (const auto* list : editor().findChildren<QListWidget*>()) {
            for (int i = 0; list->isVisible() && i < list->count(); ++i)
                rows << list->item(i)->text();
        }
        return rows;
    }
    bool has(const char* name) {
        const QStringList all = rows();
        return std::any_of(all.begin(), all.end(), [&](const QString& row) {
            return row == QLatin1String(name) || row.startsWith(QLatin1String(name) + u' ') ||
                   row.startsWith(QLatin1String(name) + u'(');
        });
    }
};

} // namespace

class TstLanguageServer : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        Theme::instance().apply(false);
    }

    void membersOfATemplatesInstanceAreListed() {
        if (LanguageServer::programPath().isEmpty())
            QSKIP("clangd is not installed");
        Typing w;
        w.type("box.");
        QTRY_VERIFY_WITH_TIMEOUT(w.has("inner") && w.has("weighed"), kPatience);
        w.type("we");
        QTest::keyClick(&w.editor(), Qt::Key_Return);
        QVERIFY2(w.editor().text(kFreeLine).startsWith(QStringLiteral("    box.weighed")),
                 qPrintable(w.editor().text(kFreeLine)));
    }

    void vectorsThatAutoHoldsHaveTheirMembers() {
        if (LanguageServer::programPath().isEmpty())
            QSKIP("clangd is not installed");
        Typing w;
        w.type("auto four = make_float4(1, 2, 3, 4); auto same = four; same.");
        QTRY_VERIFY_WITH_TIMEOUT(w.has("w") && w.has("x"), kPatience);
    }

    void namesThatMacrosMakeJoinOurs() {
        if (LanguageServer::programPath().isEmpty())
            QSKIP("clangd is not installed");
        Typing w;
        w.type("__shfl_d"); // CUDA's own: the table knows more of them
        QVERIFY(w.has("__shfl_down_sync"));
        QTest::keyClick(&w.editor(), Qt::Key_Escape);
        QTest::keyClick(&w.editor(), Qt::Key_Return);
        w.type("fas");
        QTRY_VERIFY_WITH_TIMEOUT(w.rows().filter(QStringLiteral("fastSum(")).size() == 1,
                                 kPatience);
        // Nothing twice.
        QStringList names;
        for (const QString& row : w.rows())
            names << row.section(u'(', 0, 0).section(u' ', 0, 0);
        QCOMPARE(names.removeDuplicates(), qsizetype(0));
    }

    void aTipSaysWhatAVariableIs() {
        if (LanguageServer::programPath().isEmpty())
            QSKIP("clangd is not installed");
        Typing w;
        QString told;
        w.editor().completer().askTip(kSource.indexOf(QStringLiteral("box = ")),
                                      [&](const QString& tip) { told = tip; });
        QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty(), kPatience);
        QVERIFY2(told.contains(QStringLiteral("Box&lt;float&gt;")), qPrintable(told));
    }

    void aDefinitionThatAMacroMakesIsFound() {
        if (LanguageServer::programPath().isEmpty())
            QSKIP("clangd is not installed");
        Typing w;
        w.editor().setCursorPosition(13, 26); // fastSum
        w->actionSet().goToDefinition->trigger();
        int line = 0;
        int column = 0;
        QTRY_VERIFY_WITH_TIMEOUT((w.editor().getCursorPosition(&line, &column), line == 2),
                                 kPatience);
        w->actionSet().goBack->trigger();
        w.editor().getCursorPosition(&line, &column);
        QCOMPARE(line, 13);
    }

    void itEndsWithTheWindowAndWhenItIsSwitchedOff() {
        if (LanguageServer::programPath().isEmpty())
            QSKIP("clangd is not installed");
        auto w = std::make_unique<Typing>();
        LanguageServer& server = (*w)->language().server();
        w->type("box.");
        QTRY_VERIFY_WITH_TIMEOUT(w->has("inner"), kPatience);
        QVERIFY(server.isRunning());
        server.setEnabled(false);
        QTRY_VERIFY_WITH_TIMEOUT(!server.isRunning(), kPatience);
        QTest::keyClick(&w->editor(), Qt::Key_Escape);
        w->type(";");
        QTest::keyClick(&w->editor(), Qt::Key_Return);
        w->type("box.");
        QVERIFY(!server.isRunning());
        server.setEnabled(true);
        w->type(";");
        QTest::keyClick(&w->editor(), Qt::Key_Return);
        w->type("box.");
        QTRY_VERIFY_WITH_TIMEOUT(w->has("inner"), kPatience);
        const QString process = QStringLiteral("/proc/%1").arg(server.processId());
        const bool canLook = QFile::exists(process);
        w.reset();
        if (canLook)
            QVERIFY(!QFile::exists(process));
    }

    void whatIsNotThereAnswersNothing() {
        LanguageServer server(m_home.filePath(QStringLiteral("no_such_clangd")));
        server.setTexts({{QStringLiteral("/a.cu"), kSource}});
        bool answered = false;
        for (int i = 0; i < 10; ++i)
            server.complete(QStringLiteral("/a.cu"), {}, [&](const auto&) { answered = true; });
        QTRY_VERIFY_WITH_TIMEOUT(!server.isRunning(), kPatience);
        QVERIFY(!answered);
    }

    void aServerThatFailsIsStartedAFewTimesOnly_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("dies") << QByteArray("exit 3");
        QTest::newRow("talks nonsense")
            << QByteArray("printf 'hello\\r\\n\\r\\n'; cat > /dev/null");
        QTest::newRow("negative size")
            << QByteArray("printf 'Content-Length: -5\\r\\n\\r\\n'; cat > /dev/null");
        QTest::newRow("hangs") << QByteArray("exec sleep 100000");
    }
    void aServerThatFailsIsStartedAFewTimesOnly() {
#ifdef Q_OS_WIN
        QSKIP("the stand-in is a shell script");
#endif
        QFETCH(QByteArray, script);
        const StandIn standIn(script);
        LanguageServer server(standIn.program());
        server.setTexts({{QStringLiteral("/a.cu"), kSource}});
        bool answered = false;
        for (int round = 1; round <= 5; ++round) {
            server.setPatience(kPatience);
            server.complete(QStringLiteral("/a.cu"), {}, [&](const auto&) { answered = true; });
            QTRY_COMPARE_WITH_TIMEOUT(standIn.started(), std::min(round, 3), kPatience);
            server.setPatience(1); // already over, unless it has ended by itself
            QTRY_VERIFY_WITH_TIMEOUT(!server.isRunning() && server.processId() == 0, kPatience);
        }
        QVERIFY(!answered);
    }

    void nonsenseInTheRightFrameIsPassedOver() {
#ifdef Q_OS_WIN
        QSKIP("the stand-in is a shell script");
#endif
        const StandIn standIn(
            "say() { printf 'Content-Length: %d\\r\\n\\r\\n%s' ${#1} \"$1\"; }\n"
            "while read -r header; do\n"
            "  read -r blank\n"
            "  body=$(head -c \"$(printf %s \"$header\" | tr -cd 0-9)\")\n"
            "  case $body in\n"
            "  *'\"initialize\"'*)\n"
            "    say '[1,2]'; say '{{{'; say '{\"id\":99,\"result\":7}'\n"
            "    say '{\"id\":1,\"result\":{}}' ;;\n"
            "  *textDocument/completion*)\n"
            "    say '{\"id\":2,\"result\":{\"items\":[{\"label\":\"far\",\"kind\":3},"
            "{\"label\":\"operator+\"},{\"kind\":3},null,{\"label\":\"if\",\"kind\":14}]}}' ;;\n"
            "  esac\n"
            "done");
        LanguageServer server(standIn.program());
        server.setTexts({{QStringLiteral("/a.cu"), kSource}});
        QStringList names;
        server.complete(QStringLiteral("/a.cu"), {}, [&](const auto& proposals) {
            for (const auto& proposal : proposals)
                names << proposal.name;
        });
        QTRY_COMPARE_WITH_TIMEOUT(names, QStringList(QStringLiteral("far")), kPatience);
        QCOMPARE(standIn.started(), 1);
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstLanguageServer)
} // namespace tst_language_server

#include "tst_language_server.moc"
