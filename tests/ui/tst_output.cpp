// SPDX-License-Identifier: GPL-3.0-or-later
// The log and its panel: levels, times, filter, copy, save.
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/panels/output_panel.h"
#include "ui/words/compile_words.h"
#include "ui/words/text.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTest>

namespace tst_output {

using namespace warpbench;
using namespace warpbench::ui;

class TstOutput : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }

    void onlyTheLatestAreKept() {
        Log log;
        log.append(LogEntry::Level::notice, QStringLiteral("\n\n")); // nothing
        QVERIFY(log.entries().isEmpty());
        QStringList lines;
        for (int i = 0; i < Log::kMostLines; ++i) {
            lines << QString::number(i);
        }
        log.append(LogEntry::Level::output, lines.join(QLatin1Char('\n')));
        log.append(LogEntry::Level::output, QStringLiteral("one\nmore\n"));
        QCOMPARE(log.entries().size(), Log::kMostLines);
        QCOMPARE(log.entries().first().text, QStringLiteral("2"));
        QCOMPARE(log.entries().last().text, QStringLiteral("more"));
    }

    /// A kernel that prints long lines, run again and again, fills no more memory than that.
    void memoryIsBounded() {
        Log log;
        const QString mebibyte = QString(1024, QLatin1Char('x')) + QLatin1Char('\n');
        for (int run = 0; run < 40; ++run) {
            log.append(LogEntry::Level::output, mebibyte.repeated(1024));
        }
        qsizetype characters = 0;
        for (const LogEntry& entry : log.entries()) {
            characters += entry.text.size();
        }
        QVERIFY(characters <= Log::kMostCharacters);
        QVERIFY(characters > Log::kMostCharacters / 2);
    }

    /// Of what one kernel printed, as of everything else.
    void linesAreFilteredAndNotRuns() {
        OutputPanel panel;
        panel.append(LogEntry::Level::output, QStringLiteral("thread 1\nblock 2\nthread 3\n"));
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* text = panel.findChild<QLineEdit*>(QStringLiteral("outputFilter"));
        QTest::keyClicks(text, QStringLiteral("thread"));
        QCOMPARE(panel.text(), QStringLiteral("thread 1\nthread 3"));
        text->clear();
        QCOMPARE(panel.text(), QStringLiteral("thread 1\nblock 2\nthread 3"));
    }

    void whatKernelsPrintStandsAsItIs() {
        Log log;
        log.append(LogEntry::Level::output, QStringLiteral("a\nb\n"));
        log.append(LogEntry::Level::error, QStringLiteral("wrong"));
        const QStringList lines = log.asText({}).split(QLatin1Char('\n'));
        QCOMPARE(lines.mid(0, 2), (QStringList{"a", "b"}));
        static const QRegularExpression message(
            QStringLiteral("^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} error: wrong$"));
        QVERIFY2(message.match(lines[2]).hasMatch(), qPrintable(lines[2]));
    }

    void theFilterIsForTextAndKind() {
        OutputPanel panel;
        fill(panel);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* text = panel.findChild<QLineEdit*>(QStringLiteral("outputFilter"));
        auto* level = panel.findChild<QComboBox*>(QStringLiteral("outputLevel"));
        QTest::keyClicks(text, QStringLiteral("THREAD"));
        QCOMPARE(panel.text(), QStringLiteral("thread 7"));
        panel.append(LogEntry::Level::output, QStringLiteral("thread 8"));
        panel.append(LogEntry::Level::output, QStringLiteral("other"));
        QCOMPARE(panel.text(), QStringLiteral("thread 7\nthread 8"));
        text->clear();
        level->setFocus();
        QTest::keyClick(level, Qt::Key_End); // warnings and errors
        QVERIFY(panel.text().contains(QStringLiteral("slow")));
        QVERIFY(panel.text().contains(QStringLiteral("failed")));
        QVERIFY(!panel.text().contains(QStringLiteral("passed")));
        QVERIFY(!panel.text().contains(QStringLiteral("thread")));
    }

    void compilesAreAListOfTheirOwn() {
        OutputPanel panel;
        fill(panel);
        panel.append(LogEntry::Level::compile, QStringLiteral("k.cu for sm_90: from the cache"));
        QVERIFY(panel.text().contains(QStringLiteral("from the cache")));
        auto* level = panel.findChild<QComboBox*>(QStringLiteral("outputLevel"));
        level->setCurrentText(QStringLiteral("Compiles"));
        QVERIFY(panel.text().endsWith(QStringLiteral("k.cu for sm_90: from the cache")));
        QVERIFY(!panel.text().contains(QStringLiteral("passed")));
        level->setCurrentText(QStringLiteral("Messages"));
        QVERIFY(!panel.text().contains(QStringLiteral("from the cache")));
    }

    void howACompileWentInWords() {
        compile::CompileResult result;
        result.arch = "sm_90";
        result.milliseconds = 212;
        QCOMPARE(compileInWords(result), QStringLiteral("compiled in 212 ms"));
        result.missReason = "header \"tile.h\" changed";
        QCOMPARE(compileLine(QStringLiteral("k.cu"), result),
                 QStringLiteral("k.cu for sm_90: compiled in 212 ms: header “tile.h” changed"));
        result.missReason = "the source, header \"a.h\" and 2 more changed";
        QCOMPARE(compileInWords(result),
                 QStringLiteral("compiled in 212 ms: ") + qs(result.missReason));
        result.missReason.clear();
        result.cached = true;
        QCOMPARE(compileInWords(result), QStringLiteral("from the cache"));
    }

    void whatIsShownIsCopiedAndSaved() {
        OutputPanel panel;
        fill(panel);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QTest::keyClicks(panel.findChild<QLineEdit*>(QStringLiteral("outputFilter")),
                         QStringLiteral("thread"));
        QTest::mouseClick(panel.findChild<QWidget*>(QStringLiteral("outputCopy")), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("thread 7\n"));
        const QString path = m_home.filePath(QStringLiteral("out.log"));
        QCOMPARE(panel.saveTo(path), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("thread 7\n"));
        QVERIFY(!panel.saveTo(path + QStringLiteral("/below_a_file.log")).isEmpty());
        QTest::mouseClick(panel.findChild<QWidget*>(QStringLiteral("outputClear")), Qt::LeftButton);
        QVERIFY(panel.log().entries().isEmpty());
        QVERIFY(panel.text().isEmpty());
    }

  private:
    static void fill(OutputPanel& panel) {
        panel.append(LogEntry::Level::notice, QStringLiteral("looking for devices"));
        panel.append(LogEntry::Level::output, QStringLiteral("thread 7\n"));
        panel.append(LogEntry::Level::success, QStringLiteral("passed"));
        panel.append(LogEntry::Level::warning, QStringLiteral("slow"));
        panel.append(LogEntry::Level::error, QStringLiteral("failed"));
    }

    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstOutput)
} // namespace tst_output

#include "tst_output.moc"
