// SPDX-License-Identifier: GPL-3.0-or-later
// The format of the project's notes and the manual.
#include "tests/main.h"
#include "tests/ui/drawn_test.h"
#include "ui/dialogs/help_window.h"
#include "ui/panels/notes_panel.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>

namespace tst_markdown {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

QList<QTextTable*> tablesOf(const QTextDocument& document) {
    QList<QTextTable*> tables;
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            tables << table;
        }
    }
    return tables;
}

void verifyRuledAsTheTheme(const QTextTable& table) {
    const QTextTableFormat format = table.format();
    QCOMPARE(format.borderBrush().color(), themeColors().border);
    QCOMPARE(format.borderStyle(), QTextFrameFormat::BorderStyle_Solid);
    QVERIFY(format.borderCollapse());
    QVERIFY(format.cellPadding() >= 3);
    QCOMPARE(table.cellAt(0, 0).format().background().color(), themeColors().panel);
}

} // namespace

class TstMarkdown : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { prepareDrawnTest(m_home); }
    void cleanup() { Theme::instance().apply(false); }

    void aTableOfTheNotesIsRuledInTheThemesColours() {
        ProjectDocument document;
        NotesPanel panel(document);
        document.edit(QStringLiteral("notes"), [](project::Project& p) {
            p.notes = "# Head\n\n| kernel | reads |\n|---|---|\n| `naive` | along |\n";
        });
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const auto* view = panel.findChild<QTextBrowser*>();
        QCOMPARE(tablesOf(*view->document()).size(), 1);
        verifyRuledAsTheTheme(*tablesOf(*view->document()).first());
        Theme::instance().apply(true);
        // In a separate turn, not in that of the change.
        QTRY_COMPARE(tablesOf(*view->document()).first()->format().borderBrush().color(),
                     themeColors().border);
        verifyRuledAsTheTheme(*tablesOf(*view->document()).first());
    }

    void codeIsInTheEditorsFont() {
        ProjectDocument document;
        NotesPanel panel(document);
        document.edit(QStringLiteral("notes"),
                      [](project::Project& p) { p.notes = "Call `f()` or `g()` there."; });
        const QTextDocument& text = *panel.findChild<QTextBrowser*>()->document();
        QStringList code;
        const QTextBlock block = text.begin();
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            if (it.fragment().charFormat().fontFamilies().toStringList() == codeFont().families()) {
                code << it.fragment().text();
            }
        }
        QCOMPARE(code, (QStringList{"f()", "g()"}));
    }

    void theManualFollowsTheTheme() {
        HelpWindow help(nullptr);
        if (docsFolder().isEmpty()) {
            QSKIP("the manual is not beside the test");
        }
        help.show();
        QVERIFY(QTest::qWaitForWindowExposed(&help));
        help.openManual(QStringLiteral("window/index.md"));
        const QTextDocument& text = *help.page().document();
        QVERIFY(tablesOf(text).size() >= 2);
        verifyRuledAsTheTheme(*tablesOf(text).last());
        Theme::instance().apply(true);
        verifyRuledAsTheTheme(*tablesOf(text).first());
        // Another page is dressed as the first was.
        help.page().setSource(help.page().source().resolved(QUrl("../../run-report.md")));
        QVERIFY(!tablesOf(text).isEmpty());
        verifyRuledAsTheTheme(*tablesOf(text).first());
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstMarkdown)
} // namespace tst_markdown

#include "tst_markdown.moc"
