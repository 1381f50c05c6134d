// SPDX-License-Identifier: GPL-3.0-or-later
// From a name to its definition and back, and headers in tabs next to the source.
#include "tests/main.h"
#include "tests/ui/window_test.h"
#include "ui/commands/actions.h"
#include "ui/cpp/definition.h"
#include "ui/documents/project_texts.h"
#include "ui/editor/completer.h"
#include "ui/editor/find_bar.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QToolButton>

namespace tst_navigation {

using namespace warpbench;
using namespace warpbench::ui;

namespace {

const char* const kHeader = "#pragma once\n"
                            "#define LANES 32\n"
                            "struct Body { float mass; };\n"
                            "__device__ float twice(float x) {\n"
                            "    return 2 * x;\n"
                            "}\n";
const char* const kSource =
    "#include \"helpers.cuh\"\n"
    "__device__ float own(float x);\n"
    "extern \"C\" __global__ void multiply_them(float* dest, const float* a, const float* b) {\n"
    "    Body body;\n"
    "    dest[threadIdx.x] = twice(a[threadIdx.x]) + own(b[0]) + body.mass + LANES;\n"
    "}\n"
    "__device__ float own(float x) { return x; }\n";

void write(const QString& path, const char* text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

int lineOf(const CodeEditor& editor) {
    int line = 0;
    int column = 0;
    editor.getCursorPosition(&line, &column);
    return line + 1;
}

/// A window whose source includes a header.
class WindowWithHeader : public OpenWindow {
  public:
    WindowWithHeader() {
        write(header(), kHeader);
        editor().setText(QLatin1String(kSource));
        editor().setFocus();
    }
    QString header() const { return QDir(folder()).filePath(QStringLiteral("helpers.cuh")); }
    /// Puts the caret into the last place of a word.
    void caretAt(const char* word) {
        const auto at = QString::fromLatin1(kSource).lastIndexOf(QLatin1String(word));
        editor().selectRange(at + 1, 0);
    }
    EditorPane& pane() { return (*this)->pane(); }
    QTabBar* tabs() { return find<QTabBar>("documentTabs"); }
};

} // namespace

class TstNavigation : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        prepareUiTest(m_home);
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
    }

    void definitionsAreFound_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<int>("file");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("a function of a header") << "twice(a" << 1 << 4 << 18;
        QTest::newRow("the definition, not the declaration") << "own(b" << 0 << 7 << 18;
        QTest::newRow("a macro") << "LANES" << 1 << 2 << 9;
        QTest::newRow("a member") << "mass +" << 1 << 3 << 21;
        QTest::newRow("a struct") << "Body body" << 1 << 3 << 8;
        QTest::newRow("an included file") << "helpers.cuh" << 1 << 1 << 1;
        QTest::newRow("CUDA's own") << "threadIdx.x]) +" << -1 << 0 << 0;
        QTest::newRow("a number") << "0]) +" << -1 << 0 << 0;
    }
    void definitionsAreFound() {
        QFETCH(QString, word);
        QFETCH(int, file);
        const QString source = QString::fromLatin1(kSource);
        const std::vector<NamedText> files{{QStringLiteral("/p/k.cu"), source},
                                           {QStringLiteral("/p/helpers.cuh"), kHeader}};
        const auto found = findDefinition(files, 0, source.indexOf(word));
        QCOMPARE(found ? int(found->file) : -1, file);
        if (found) {
            QTEST(found->line, "line");
            QTEST(found->column, "column");
        }
    }

    void f12LeadsIntoAHeaderAndAltLeftBack() {
        WindowWithHeader w;
        QVERIFY(!w.tabs()->isVisible());
        QVERIFY(!w->actionSet().goBack->isEnabled());
        w.caretAt("twice(");
        QTest::keyClick(&w.editor(), Qt::Key_F12);
        QVERIFY(w.tabs()->isVisible());
        QCOMPARE(w.tabs()->count(), 2);
        QCOMPARE(w.tabs()->tabText(0), QStringLiteral("vector_multiply.cu*")); // is not saved
        QCOMPARE(w.tabs()->tabText(1), QStringLiteral("helpers.cuh"));
        CodeEditor& header = w.pane().current();
        QVERIFY(&header != &w.editor());
        QTRY_VERIFY(header.isVisible() && header.hasFocus());
        QCOMPARE(header.text(), QString::fromLatin1(kHeader));
        QCOMPARE(lineOf(header), 4);
        QTest::keyClick(&header, Qt::Key_Left, Qt::AltModifier);
        QVERIFY(w.pane().currentFile().isEmpty());
        QTRY_VERIFY(w.editor().isVisible());
        QCOMPARE(lineOf(w.editor()), 5);
        QTest::keyClick(&w.editor(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(w.pane().currentFile(), w.header());
        // The same tab, not another one.
        QTest::keyClick(&w.pane().current(), Qt::Key_Left, Qt::AltModifier);
        w.caretAt("LANES");
        w->actionSet().goToDefinition->trigger();
        QCOMPARE(w.tabs()->count(), 2);
        QCOMPARE(lineOf(w.pane().current()), 2);
        QTest::mouseClick(w.tabs()->tabButton(1, QTabBar::RightSide), Qt::LeftButton);
        QVERIFY(w.pane().currentFile().isEmpty());
        QTRY_VERIFY(!w.tabs()->isVisible());
        // Closed tabs are reopened.
        w.caretAt("LANES");
        w->actionSet().goToDefinition->trigger();
        QCOMPARE(w.tabs()->count(), 2);
    }

    void ctrlClickDoesTheSame() {
        WindowWithHeader w;
        CodeEditor& editor = w.editor();
        w.caretAt("Body body");
        const auto position = long(editor.SendScintilla(QsciScintillaBase::SCI_GETCURRENTPOS));
        const QPoint at(
            int(editor.SendScintilla(QsciScintillaBase::SCI_POINTXFROMPOSITION, 0UL, position)) + 2,
            int(editor.SendScintilla(QsciScintillaBase::SCI_POINTYFROMPOSITION, 0UL, position)) +
                5);
        editor.setCursorPosition(0, 0);
        QTest::mouseClick(editor.viewport(), Qt::LeftButton, Qt::ControlModifier, at);
        QCOMPARE(w.pane().currentFile(), w.header());
        QCOMPARE(lineOf(w.pane().current()), 3);
        w->actionSet().goBack->trigger();
        QCOMPARE(lineOf(editor), 4);
        QTest::mouseClick(editor.viewport(), Qt::LeftButton, {}, at);
        QVERIFY(w.pane().currentFile().isEmpty()); // only with Ctrl
    }

    void namesOfHeadersAreProposedAsTheyAreTyped() {
        WindowWithHeader w;
        w->document().texts().settle();
        Completer& completer = w.editor().completer();
        QTRY_VERIFY(completer.tipAt(w.editor().text().indexOf(QLatin1String("LANES")))
                        .contains(QStringLiteral("helpers.cuh, line 2")));
        w.caretAt("twice(");
        w->actionSet().goToDefinition->trigger();
        CodeEditor& header = w.pane().current();
        header.append(QStringLiteral("__device__ float thrice(float x);\n"));
        QTRY_COMPARE(completer.proposalsFor(QStringLiteral("thri")),
                     QStringList{QStringLiteral("thrice(float x)")});
    }

    void problemsOfAHeaderLieInItsOwnLines() {
        WindowWithHeader w;
        Problem problem;
        problem.file = QStringLiteral("helpers.cuh"); // relative, as an include of the source's
        problem.line = 5;
        problem.text = QStringLiteral("wrong");
        w->workbench().diagnostics.setProblems({problem});
        w->workbench().selection.goTo({problem.file, problem.line});
        QCOMPARE(w.pane().currentFile(), w.header());
        QCOMPARE(lineOf(w.pane().current()), 5);
        QVERIFY(w.pane().current().hasProblem(5));
        QVERIFY(!w.editor().hasProblem(5));
        // A place of the source leads back to it.
        w->workbench().selection.goTo({{}, 2});
        QVERIFY(w.pane().currentFile().isEmpty());
        QCOMPARE(lineOf(w.editor()), 2);
        w->workbench().diagnostics.setProblems({});
        QVERIFY(!w.pane().fileEditor(w.header())->hasProblem(5));
    }

    /// Lines reported by a run refer to the text that ran.
    void aPlaceOfAnOlderTextIsFoundInTodays() {
        WindowWithHeader w;
        Selection& selection = w->workbench().selection;
        w->workbench().results.begin();
        const Revision then = w->workbench().results.requested();
        const auto lineOfPlace = [&](int line, Revision revision) {
            selection.goTo({{}, line, revision});
            return lineOf(w.editor());
        };
        QCOMPARE(lineOfPlace(5, then), 5);
        w.editor().insertAt(QStringLiteral("// one\n// two\n"), 1, 0);
        QCOMPARE(lineOfPlace(1, then), 1);
        QCOMPARE(lineOfPlace(5, then), 7);
        QCOMPARE(lineOfPlace(5, w->document().revision()), 5);
        QCOMPARE(lineOfPlace(5, 0), 5); // of no text that is known
        QCOMPARE(lineOfPlace(5, then + 100), 5);
        // The line itself was removed: use its replacement.
        w.editor().setSelection(6, 0, 7, 0);
        w.editor().removeSelectedText();
        QCOMPARE(lineOfPlace(5, then), 7);
        QCOMPARE(lineOfPlace(6, then), 7);
        QCOMPARE(lineOfPlace(7, then), 8);
        // Lines of a header are independent of the source's.
        selection.goTo({w.header(), 5, then});
        QCOMPARE(lineOf(w.pane().current()), 5);
    }

    void twoFilesOfOneNameAreNotMixedUp() {
        WindowWithHeader w;
        QDir(w.folder()).mkdir(QStringLiteral("parts"));
        const QString other = QDir(w.folder()).filePath(QStringLiteral("parts/vector_multiply.cu"));
        write(other, kHeader);
        w.editor().setText(QStringLiteral("#include \"parts/vector_multiply.cu\"\n") +
                           QLatin1String(kSource));
        compile::CompileResult result;
        result.diagnostics.resize(2);
        result.diagnostics[0].place = {other.toStdString(), 2, 1};
        result.diagnostics[0].text = "of the other";
        result.diagnostics[1].place = {w->document().sourcePath().toStdString(), 4, 1};
        result.diagnostics[1].text = "of the source";
        w->document().texts().settle();
        w->workbench().results.begin();
        emit w->controller().compiled(result);
        QVERIFY(w.editor().hasProblem(4));
        QVERIFY(!w.editor().hasProblem(2));
        w->workbench().selection.goTo({other, 2});
        QCOMPARE(w.pane().currentFile(), other);
        QVERIFY(w.pane().current().hasProblem(2));
    }

    void aHeaderFollowsItsFileAndGoesWithItsProject() {
        WindowWithHeader w;
        w.caretAt("twice(");
        w->actionSet().goToDefinition->trigger();
        CodeEditor* header = w.pane().fileEditor(w.header());
        QVERIFY(header);
        write(w.header(), "// another\n");
        QTRY_COMPARE(header->text(), QStringLiteral("// another\n"));
        QVERIFY(!w->document().texts().find(w.header())->isModified());
        w->document().save();
        QTemporaryDir other;
        QVERIFY(w->files().openPath(copyExample(QStringLiteral("vector_multiply"), other.path())));
        QVERIFY(w.pane().files().isEmpty());
        QVERIFY(!w->actionSet().goBack->isEnabled());
    }

    void findLooksThroughTheTextInFront() {
        WindowWithHeader w;
        w.caretAt("twice(");
        w->actionSet().goToDefinition->trigger();
        w->actionSet().find->trigger();
        auto* field = w->findChild<QWidget*>(QStringLiteral("findBar"))->findChild<QLineEdit*>();
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, QStringLiteral("LANES"));
        QCOMPARE(w.pane().current().selectedText(), QStringLiteral("LANES"));
        QVERIFY(w.editor().selectedText().isEmpty());
        QTest::keyClick(field, Qt::Key_Escape);
        QTRY_VERIFY(w.pane().current().hasFocus());
    }

    /// Tabs of many files keep distinguishable names; the tab bar scrolls.
    void tabsOfManyFilesKeepTheirNames() {
        EditorPane pane;
        pane.resize(500, 300);
        std::vector<std::unique_ptr<ProjectText>> texts;
        for (int i = 0; i < 12; ++i) {
            const QString file = QStringLiteral("/nowhere/a_file_with_quite_a_long_name_%1.cuh");
            texts.push_back(std::make_unique<ProjectText>(ProjectText::Role::header, file.arg(i)));
            pane.open(*texts.back());
        }
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        const auto* tabs = pane.findChild<QTabBar*>(QStringLiteral("documentTabs"));
        QCOMPARE(tabs->count(), 13);
        for (int i = 1; i < tabs->count(); ++i)
            QVERIFY(tabs->tabRect(i).width() > 20 * tabs->fontMetrics().averageCharWidth());
        QVERIFY(tabs->tabRect(12).width() < 260); // and not the whole bar
        QCOMPARE(pane.width(), 500);
    }

    /// Tab, path and editor in front are of one file, whichever tab is closed.
    void closingATabShowsTheFileOfTheCurrentOne_data() {
        QTest::addColumn<int>("front");
        QTest::addColumn<int>("closed");
        for (int front = 0; front <= 3; ++front) {
            for (int closed = 1; closed <= 3; ++closed)
                QTest::addRow("%d of %d", closed, front) << front << closed;
        }
    }
    void closingATabShowsTheFileOfTheCurrentOne() {
        QFETCH(int, front);
        QFETCH(int, closed);
        EditorPane pane;
        pane.editor().replaceText(QStringLiteral("source"));
        const QStringList files{QStringLiteral("/none/a.cuh"), QStringLiteral("/none/b.cuh"),
                                QStringLiteral("/none/c.cuh")};
        std::vector<std::unique_ptr<ProjectText>> texts;
        for (const QString& file : files) {
            texts.push_back(std::make_unique<ProjectText>(ProjectText::Role::header, file));
            texts.back()->replace(file);
            pane.open(*texts.back());
        }
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        auto* tabs = pane.findChild<QTabBar*>(QStringLiteral("documentTabs"));
        tabs->setCurrentIndex(front);
        pane.close(*texts[std::size_t(closed) - 1]);
        QVERIFY(pane.current().isVisible());
        const QString file = pane.currentFile();
        QCOMPARE(pane.current().text(), file.isEmpty() ? QStringLiteral("source") : file);
        if (front != closed)
            QCOMPARE(file, front == 0 ? QString() : files[front - 1]);
    }

    /// Count, marks and colour match the current search.
    void theFindBarFollowsItsOptions() {
        EditorPane pane;
        pane.editor().replaceText(QStringLiteral("sum Sum summit\nother\n"));
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        auto* field = pane.findBar().findChild<QLineEdit*>();
        const auto option = [&pane](const char* name) {
            for (auto* button : pane.findBar().findChildren<QToolButton*>()) {
                if (button->accessibleName() == QLatin1String(name))
                    return button;
            }
            return static_cast<QToolButton*>(nullptr);
        };
        const auto said = [&pane] { // how many
            return pane.findBar().findChild<QLabel*>()->text().section(QLatin1Char(' '), 0, 0);
        };
        pane.findBar().open(false);
        QTest::keyClicks(field, QStringLiteral("sum"));
        QCOMPARE(said(), QStringLiteral("3"));
        option("Match upper and lower case")->click();
        QCOMPARE(said(), QStringLiteral("2"));
        option("Whole words only")->click();
        QCOMPARE(said(), QStringLiteral("1"));
        // Opened with another word selected.
        pane.editor().setSelection(1, 0, 1, 5);
        pane.findBar().open(false);
        QCOMPARE(said(), QStringLiteral("1"));
        option("Regular expression")->click();
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, QStringLiteral("nowhere"));
        QVERIFY(field->property("invalid").toBool());
        pane.editor().setSelection(0, 0, 0, 3);
        pane.findBar().open(false);
        QVERIFY(!field->property("invalid").toBool());
        QTest::keyClicks(field, QStringLiteral("x"));
        QVERIFY(field->property("invalid").toBool());
        QTest::keyClick(field, Qt::Key_Backspace);
        QVERIFY(!field->property("invalid").toBool());
        QVERIFY(said().isEmpty());
    }

  private:
    QTemporaryDir m_home;
};

WARPBENCH_WIDGET_TEST(TstNavigation)
} // namespace tst_navigation

#include "tst_navigation.moc"
