// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/main.h"
#include "tests/ui/ui_test.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/editor/find_bar.h"
#include "ui/editor/indentation.h"
#include "ui/editor/margin_sign.h"
#include "ui/editor/scroll_marks.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

namespace tst_editor {

using namespace warpbench;
using namespace warpbench::ui;

class TstEditor : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        QVERIFY2(fontsAvailable(), "no font is installed: install fonts-dejavu-core");
        Theme::instance().apply(false);
    }

    /// The widest line was removed or has become shorter.
    void whatCanBeScrolledToFitsTheText() {
        CodeEditor editor;
        editor.resize(400, 300);
        editor.setText(QStringLiteral("short\n") + QString(400, u'x') + QStringLiteral("\nend\n"));
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        const auto width = [&] {
            return int(editor.SendScintilla(QsciScintillaBase::SCI_GETSCROLLWIDTH));
        };
        QTRY_VERIFY(width() > 2000);
        const int before = width();
        editor.zoomTo(-5);
        QTRY_VERIFY(width() > 100 && width() < before * 3 / 4);
        editor.SendScintilla(QsciScintillaBase::SCI_DELETERANGE, 6UL, 400L);
        QTRY_VERIFY(width() < 400);
    }

    /// An icon in the margin is vertically centred on its line, even with a device pixel ratio
    /// above 1.
    void aSignStandsBesideItsLine_data() {
        QTest::addColumn<double>("ratio");
        QTest::newRow("100 %") << 1.0;
        QTest::newRow("200 %") << 2.0;
    }
    void aSignStandsBesideItsLine() {
        QFETCH(double, ratio);
        constexpr int kSize = 14;
        constexpr int kMarker = 21; // one that the margin of signs shows in a window
        constexpr int kSignMargin = 1;
        CodeEditor editor;
        editor.replaceText(QStringLiteral("int a;\n").repeated(5));
        editor.resize(600, 300);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        QPixmap sign(QSize(kSize, kSize) * ratio);
        sign.setDevicePixelRatio(ratio);
        sign.fill(QColor(255, 0, 255));
        editor.setMarginMarkerMask(kSignMargin,
                                   editor.marginMarkerMask(kSignMargin) | (1 << kMarker));
        defineSign(editor, sign, kMarker);
        editor.markerAdd(2, kMarker);
        const QImage picture = editor.viewport()->grab().toImage();
        QCOMPARE(picture.devicePixelRatio(), 1.0);
        QRect found;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                if (picture.pixelColor(x, y) == QColor(255, 0, 255))
                    found |= QRect(x, y, 1, 1);
            }
        }
        QCOMPARE(found.size(), QSize(kSize, kSize));
        const int height = editor.textHeight(2);
        QVERIFY2(std::abs(found.center().y() - (2 * height + height / 2)) <= 1,
                 qPrintable(QString::number(found.center().y())));
        const int left = editor.marginWidth(0);
        QVERIFY2(found.left() >= left && found.right() < left + editor.marginWidth(kSignMargin),
                 qPrintable(QString::number(found.left())));
    }

    /// Nothing to scroll, no scroll bar; else the last line can be scrolled up.
    void aShortTextHasNoScrollBar() {
        CodeEditor editor;
        editor.replaceText(QStringLiteral("int a;\n").repeated(5));
        editor.resize(600, 300);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        const QScrollBar* bar = editor.verticalScrollBar();
        QTRY_COMPARE(bar->maximum(), 0);
        QVERIFY(!bar->isVisible());
        editor.replaceText(QStringLiteral("int a;\n").repeated(60));
        QTRY_COMPARE(bar->maximum(), 60); // the last of 61 lines can be at the top
        QTRY_VERIFY(bar->isVisible());
        editor.resize(600, 2000);
        QTRY_COMPARE(bar->maximum(), 0);
        editor.resize(600, 300);
        QTRY_COMPARE(bar->maximum(), 60);
        // A mark is at the top of the scroll bar's handle when its line is at the top.
        const ScrollMarks& marks = editor.scrollMarks();
        const double aLine = double(marks.height()) / (bar->maximum() + bar->pageStep());
        QVERIFY(std::abs(marks.middleOf(61) - 60 * aLine) < aLine);
    }

    /// Lines out of view are marked on the scroll bar at their relative position.
    void theScrollBarShowsWhatIsOutOfSight() {
        EditorPane pane;
        CodeEditor& editor = pane.editor();
        editor.replaceText(QStringLiteral("int a;\n").repeated(49) + QStringLiteral("int b;"));
        pane.resize(600, 300);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        using Kind = ScrollMarks::Kind;
        const ScrollMarks& marks = editor.scrollMarks();
        QCOMPARE(marks.lineCount(), 50);
        QCOMPARE(marks.lines(Kind::caret), std::vector<int>{1});
        Problem problem;
        problem.text = QStringLiteral("wrong");
        problem.line = 40;
        editor.setProblems({problem});
        QCOMPARE(marks.lines(Kind::error), std::vector<int>{40});
        editor.goTo(30);
        QTRY_COMPARE(marks.lines(Kind::caret), std::vector<int>{30}); // reported at the next
                                                                      // repaint
        QCOMPARE(marks.height(), editor.verticalScrollBar()->height());
        const QImage picture = editor.verticalScrollBar()->grab().toImage();
        const int y = int(marks.middleOf(40) * picture.devicePixelRatio());
        QCOMPARE(picture.pixelColor(picture.width() * 3 / 4, y), themeColors().error);
        QVERIFY(picture.pixelColor(picture.width() * 3 / 4, y / 2) != themeColors().error);
        editor.setLineNotes({{5, {QStringLiteral("1"), 0.1}}, {20, {QStringLiteral("9"), 0.9}}});
        QCOMPARE(marks.lines(Kind::cost), std::vector<int>{20}); // like F7
        editor.setLineNotes({{5, {QStringLiteral("0"), 0}}});
        QVERIFY(marks.lines(Kind::cost).empty());
        pane.findBar().open(false);
        auto* find = pane.findBar().findChildren<QLineEdit*>().at(0);
        QTest::keyClicks(find, QStringLiteral("int b"));
        QCOMPARE(marks.lines(Kind::match), std::vector<int>{50});
        pane.findBar().close();
        QVERIFY(marks.lines(Kind::match).empty());
        editor.clearProblems();
        QVERIFY(marks.lines(Kind::error).empty());
    }

    void anErrorIsAnnotatedAndClearedByEditing() {
        CodeEditor editor;
        editor.replaceText(QStringLiteral("int a;\nint b = x;\nint c;\n"));
        editor.resize(600, 300);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        Problem problem;
        problem.text = QStringLiteral("identifier \"x\" is undefined");
        problem.line = 2;
        problem.column = 9;
        editor.setProblems({problem});
        QVERIFY(editor.hasProblem(2));
        QVERIFY(!editor.hasProblem(1));
        QVERIFY(editor.annotationText(2).contains(QStringLiteral("undefined")));
        editor.goTo(1);
        editor.gotoNextProblem();
        int line = 0;
        int column = 0;
        editor.getCursorPosition(&line, &column);
        QCOMPARE(line, 1);
        QTest::keyClicks(&editor, QStringLiteral("y"));
        QTRY_VERIFY(!editor.hasProblem(2));
        QVERIFY(editor.annotationText(2).isEmpty());
    }

    void aLongProblemIsWrappedAndNotCut_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("narrow") << 420;
        QTest::newRow("wide") << 1200;
        QTest::newRow("very wide") << 2400;
    }
    void aLongProblemIsWrappedAndNotCut() {
        QFETCH(int, width);
        constexpr int kHigh = 1500; // everything is visible: scroll bars do not appear or disappear
        CodeEditor editor;
        editor.replaceText(QStringLiteral("int a;\n    int b = x;\n"));
        editor.resize(width, kHigh);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        if (editor.width() < width) {
            QSKIP("no window can be so wide on this screen");
        }
        Problem problem;
        QString text;
        for (int i = 0; i < 100; ++i) {
            text += QStringLiteral("word%1 ").arg(i); // of which some lines are as full as can be
        }
        problem.text = text + QStringLiteral("end\nblock (0, 32, 0)");
        problem.line = 2;
        editor.setProblems({problem});
        const QStringList lines = editor.annotationText(2).split(QLatin1Char('\n'));
        QVERIFY(lines.size() > 2);
        int left = 0; // where the text begins
        for (const int margin : {0, 1, 2, 3, 4}) {
            left += editor.marginWidth(margin);
        }
        QCOMPARE(lines.last(), QStringLiteral("block (0, 32, 0)"));
        // As wide as it is drawn, with the letter at each side that the box has.
        const auto widthOf = [&editor](const QString& letters) {
            constexpr std::uintptr_t kErrorStyle = 40;
            return int(editor.SendScintilla(QsciScintillaBase::SCI_TEXTWIDTH, kErrorStyle,
                                            letters.toUtf8().constData()));
        };
        // The box is rewrapped when margins appear or the editor becomes narrower.
        editor.setMarginWidth(4, 120);
        editor.fitProblems();
        const QStringList narrower = editor.annotationText(2).split(QLatin1Char('\n'));
        QVERIFY(narrower != lines);
        editor.setMarginWidth(4, 0);
        editor.resize(width - 120, kHigh);
        QTRY_COMPARE(editor.annotationText(2).split(QLatin1Char('\n')), narrower);
        editor.resize(width, kHigh);
        QTRY_COMPARE(editor.annotationText(2).split(QLatin1Char('\n')), lines);
        for (const QString& line : lines) {
            QVERIFY2(left + widthOf(QStringLiteral("      ") + line) < editor.viewport()->width(),
                     qPrintable(line));
        }
        QCOMPARE(QString(lines.join(QLatin1Char(' '))),
                 QString(problem.text).replace(QLatin1Char('\n'), QLatin1Char(' ')));
    }

    void tabLeadsFromFindToReplace() {
        EditorPane pane;
        pane.show();
        pane.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&pane));
        pane.findBar().open(true);
        auto* find = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(find);
        QTest::keyClick(find, Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), QStringLiteral("Replace with"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
        QCOMPARE(QApplication::focusWidget(), find);
        // Without the second row, the next is a button of the first.
        pane.findBar().open(false);
        QTest::keyClick(find, Qt::Key_Tab);
        QVERIFY(qobject_cast<QToolButton*>(QApplication::focusWidget()));
    }

    void aNarrowTextAfterAWideOneIsNotScrolledSideways() {
        CodeEditor editor;
        editor.resize(400, 300);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        editor.replaceText(QString(300, QLatin1Char('x')));
        QTRY_VERIFY(editor.horizontalScrollBar()->maximum() > 0);
        editor.replaceText(QStringLiteral("int a;"));
        QTRY_COMPARE(editor.horizontalScrollBar()->maximum(), 0);
    }

    void problemsOutsideOfTheTextAreLeftOut() {
        CodeEditor editor;
        editor.replaceText(QStringLiteral("one line"));
        Problem far;
        far.line = 99;
        Problem wide;
        wide.line = 1;
        wide.column = 500;
        wide.text = QStringLiteral("beyond");
        editor.setProblems({far, wide});
        QVERIFY(editor.hasProblem(1));
    }

    void commentsAreToggled_data() {
        QTest::addColumn<QString>("text"); // its first two lines are toggled
        QTest::addColumn<QString>("commented");
        QTest::newRow("blanks") << "    a;\n        b;\n\nc;\n"
                                << "    // a;\n    //     b;\n\nc;\n";
        QTest::newRow("tabs") << "\tint x = 0;\n\t\tb;\nc;\n"
                              << "\t// int x = 0;\n\t// \tb;\nc;\n";
        QTest::newRow("a short line") << "\t\ta;\n\t}\nc;\n"
                                      << "\t// \ta;\n\t// }\nc;\n";
        QTest::newRow("tabs and blanks") << "\ta;\n    b;\nc;\n"
                                         << "\t// a;\n    // b;\nc;\n";
        QTest::newRow("within a tab") << "\ta;\n  b;\nc;\n"
                                      << "// \ta;\n  // b;\nc;\n";
        QTest::newRow("beyond ASCII") << "\tä();\n\tb(\"😀\");\nc;\n"
                                      << "\t// ä();\n\t// b(\"😀\");\nc;\n";
    }
    void commentsAreToggled() {
        QFETCH(QString, text);
        QFETCH(QString, commented);
        CodeEditor editor;
        editor.replaceText(text);
        editor.setSelection(0, 0, 2, 0);
        editor.toggleComment();
        QCOMPARE(editor.text(), commented);
        editor.toggleComment();
        QCOMPARE(editor.text(), text);
        editor.undo();
        editor.undo();
        QCOMPARE(editor.text(), text);
        // Without a selection the caret stays at its letter.
        const long end = editor.SendScintilla(QsciScintilla::SCI_GETLINEENDPOSITION, 1UL);
        editor.SendScintilla(QsciScintilla::SCI_GOTOPOS, static_cast<unsigned long>(end));
        editor.toggleComment();
        QVERIFY(!editor.hasSelectedText());
        QCOMPARE(editor.SendScintilla(QsciScintilla::SCI_GETCURRENTPOS), end + 3);
        editor.toggleComment();
        QCOMPARE(editor.SendScintilla(QsciScintilla::SCI_GETCURRENTPOS), end);
        QCOMPARE(editor.text(), text);
    }

    void completionKnowsCuda() {
        CodeEditor editor;
        editor.resize(600, 300);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        editor.setFocus();
        QTest::keyClicks(&editor, QStringLiteral("__syncth"));
        QTRY_VERIFY(editor.isListActive());
        QTest::keyClick(&editor, Qt::Key_Return);
        QVERIFY(editor.text().startsWith(QStringLiteral("__syncthreads")));
    }

    void findAndReplaceAll() {
        EditorPane pane;
        pane.resize(700, 400);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        pane.editor().replaceText(QStringLiteral("aa b aa\naa\n"));
        pane.findBar().open(true);
        auto* find = pane.findBar().findChildren<QLineEdit*>().at(0);
        auto* replace = pane.findBar().findChildren<QLineEdit*>().at(1);
        QTest::keyClicks(find, QStringLiteral("aa"));
        QCOMPARE(pane.editor().selectedText(), QStringLiteral("aa"));
        QTest::keyClicks(replace, QStringLiteral("aaa"));
        pane.findBar().replaceAll();
        QCOMPARE(pane.editor().text(), QStringLiteral("aaa b aaa\naaa\n"));
        pane.editor().undo();
        QCOMPARE(pane.editor().text(), QStringLiteral("aa b aa\naa\n"));
        QTest::keyClick(find, Qt::Key_Escape);
        QVERIFY(pane.findBar().isHidden());
    }

    void replacingAllEnds_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("find");
        QTest::addColumn<QString>("replace");
        QTest::addColumn<QString>("expected");
        QTest::newRow("line ends") << "a\nb\n"
                                   << "$"
                                   << " //"
                                   << "a //\nb //\n //";
        QTest::newRow("Windows line ends") << "a\r\nb\r\n"
                                           << "$"
                                           << ";"
                                           << "a;\r\nb;\r\n;";
        QTest::newRow("line starts") << "a\nb"
                                     << "^"
                                     << "> "
                                     << "> a\n> b";
        QTest::newRow("none or more") << "axb"
                                      << "x*"
                                      << "-"
                                      << "-a--b-"; // as Perl
        QTest::newRow("word ends") << "ab c"
                                   << "\\b"
                                   << "|"
                                   << "|ab| |c|";
        QTest::newRow("nothing by nothing") << "ab"
                                            << "x*"
                                            << ""
                                            << "ab";
        QTest::newRow("groups") << "f(a, b)"
                                << "(\\w), (\\w)"
                                << "\\2, \\1\\n\\\\"
                                << "f(b, a\n\\)";
        QTest::newRow("surrogates") << QString::fromUtf8("\U0001F600b") << "x*"
                                    << "-" << QString::fromUtf8("-\U0001F600-b-");
    }
    void replacingAllEnds() {
        QFETCH(QString, text);
        QFETCH(QString, find);
        QFETCH(QString, replace);
        QFETCH(QString, expected);
        EditorPane pane;
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        pane.editor().replaceText(text);
        pane.findBar().open(true);
        pane.findBar().findChildren<QLineEdit*>().at(0)->setText(find);
        pane.findBar().findChildren<QLineEdit*>().at(1)->setText(replace);
        regexButton(pane)->setChecked(true);
        pane.findBar().replaceAll();
        QCOMPARE(pane.editor().text(), expected);
        if (text != expected) {
            pane.editor().undo();
            QCOMPARE(pane.editor().text(), text);
        }
    }

    void findingGoesOnFromEmptyMatches() {
        EditorPane pane;
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        pane.editor().replaceText(QStringLiteral("a\nbc\n"));
        pane.findBar().open(false);
        regexButton(pane)->setChecked(true);
        auto* find = pane.findBar().findChildren<QLineEdit*>().at(0);
        QTest::keyClicks(find, QStringLiteral("$"));
        QList<int> lines;
        for (int i = 0; i < 4; ++i) {
            int line = 0;
            int column = 0;
            pane.editor().getCursorPosition(&line, &column);
            lines << line;
            pane.findBar().findNext();
        }
        QCOMPARE(lines, QList<int>({0, 1, 2, 0}));
    }

    void anExpressionThatTakesTooLongIsTold() {
        TextSearch search(QStringLiteral("^(x+)+$"), {false, false, true});
        QVERIFY(search.isValid());
        QVERIFY(!search.matches(QString(200, QLatin1Char('x')) + QLatin1Char('!')));
        QVERIFY(!TextSearch(QStringLiteral("("), {false, false, true}).isValid());
    }

    void reloadingCanBeUndone() {
        CodeEditor editor;
        const QString mine = QString::fromUtf8("a \u00e9\nmine \U0001F600\nz\n");
        const QString theirs = QString::fromUtf8("a \u00e9\ntheirs \U0001F601\nz\n");
        editor.replaceText(mine);
        editor.setCursorPosition(2, 1);
        editor.reloadText(theirs);
        QCOMPARE(editor.text(), theirs);
        int line = 0;
        int column = 0;
        editor.getCursorPosition(&line, &column);
        QCOMPARE(line, 2);
        editor.undo();
        QCOMPARE(editor.text(), mine);
    }

    void newLinesEndAsTheOthers() {
        CodeEditor editor;
        editor.replaceText(QStringLiteral("a\r\nb\r\n"));
        editor.setCursorPosition(0, 1);
        QTest::keyClick(&editor, Qt::Key_Return);
        QCOMPARE(editor.text(), QStringLiteral("a\r\n\r\nb\r\n"));
    }

    void theBoxOfTheEditedLineGoes() {
        CodeEditor editor;
        editor.resize(600, 300);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        editor.replaceText(QStringLiteral("int a;\nint b;\nint c;\n"));
        std::vector<Problem> problems(3);
        for (int i = 0; i < 3; ++i) {
            problems[std::size_t(i)].line = i + 1;
            problems[std::size_t(i)].text = QStringLiteral("wrong");
        }
        editor.setProblems(problems);
        // Not where the caret is: the first line is, and the second changes.
        editor.setCursorPosition(0, 0);
        editor.replaceRange(11, 1, QStringLiteral("x"));
        QTRY_VERIFY(!editor.hasProblem(2));
        QVERIFY(editor.hasProblem(1));
        // A line feed at a line's end leaves it as it was.
        editor.setCursorPosition(0, 6);
        QTest::keyClick(&editor, Qt::Key_Return);
        QTest::keyClicks(&editor, QStringLiteral("y"));
        QTRY_VERIFY(editor.hasProblem(4));
        QVERIFY(editor.hasProblem(1));
    }

    void completionStaysOutOfCommentsAndTheWay() {
        CodeEditor editor;
        editor.resize(600, 300);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        editor.setFocus();
        editor.replaceText(QStringLiteral("int edited;\n"));
        editor.setCursorPosition(1, 0);
        QTest::keyClicks(&editor, QStringLiteral("// edit"));
        QVERIFY(!editor.isListActive());
        QTest::keyClick(&editor, Qt::Key_Return);
        QTest::keyClicks(&editor, QStringLiteral("edit"));
        QVERIFY(editor.isListActive());
        QTest::keyClicks(&editor, QStringLiteral("ed"));
        QVERIFY(!editor.isListActive()); // nothing left to complete
        QTest::keyClick(&editor, Qt::Key_Return);
        QCOMPARE(editor.text(), QStringLiteral("int edited;\n// edit\nedited\n"));
    }

    void aClosingBraceStandsUnderItsBlock() {
        CodeEditor editor;
        editor.replaceText({});
        for (const QChar letter : QStringLiteral("void k() {\nif (a) b = 1;\n}")) {
            QTest::keyClick(&editor, letter == QLatin1Char('\n') ? '\r' : letter.toLatin1());
        }
        QVERIFY2(editor.text().endsWith(QStringLiteral("\n}")), qPrintable(editor.text()));
    }

    /// A file's blocks go on as they are, however wide a tab is by the settings.
    void aFileKeepsItsOwnIndentation() {
        const QString two = QStringLiteral("void k() {\n  if (a) {\n    b = 1;\n  }\n}\n");
        QCOMPARE(indentationOf(two), (Indentation{false, 2}));
        QString four = two;
        QCOMPARE(indentationOf(four.replace(QStringLiteral("  "), QStringLiteral("    "))),
                 (Indentation{false, 4}));
        QString tabs = two;
        QCOMPARE(indentationOf(tabs.replace(QStringLiteral("  "), QStringLiteral("\t"))),
                 (Indentation{true, 0}));
        // Aligned arguments and the asterisks of comments are not blocks.
        QCOMPARE(indentationOf(u"/*\n * a\n */\nint f(int a,\n      int b);\n"),
                 (Indentation{false, 0}));

        CodeEditor editor;
        editor.resize(600, 300);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        editor.replaceText(two);
        editor.recolor(); // colours determine where blocks begin
        editor.setCursorPosition(2, 10);
        for (const char letter : std::string("\rc = 2;"))
            QTest::keyClick(&editor, letter);
        QCOMPARE(editor.text(3), QStringLiteral("    c = 2;\n"));
        editor.replaceText(tabs);
        editor.recolor();
        editor.setCursorPosition(1, 9);
        QTest::keyClick(&editor, '\r');
        QTest::keyClick(&editor, 'c');
        QCOMPARE(editor.text(2), QStringLiteral("\t\tc\n"));
    }

    /// One of several in a line: the worst.
    void theSignIsOfTheWorstProblem() {
        CodeEditor editor;
        editor.replaceText(QStringLiteral("int a;\nint b;\n"));
        const auto problem = [](int line, compile::Severity severity) {
            Problem made;
            made.line = line;
            made.severity = severity;
            return made;
        };
        using compile::Severity;
        editor.setProblems({problem(1, Severity::note), problem(1, Severity::error),
                            problem(1, Severity::note), problem(2, Severity::note),
                            problem(2, Severity::warning)});
        QCOMPARE(editor.markersAtLine(0), 1U << 0); // error, warning and note are the first three
        QCOMPARE(editor.markersAtLine(1), 1U << 1);
    }

    void problemsAreGoneToByColumn() {
        CodeEditor editor;
        editor.replaceText(QStringLiteral("int a;\nint b = x;\n"));
        Problem problem;
        problem.line = 2;
        problem.column = 9;
        editor.setProblems({problem});
        editor.gotoNextProblem();
        int line = 0;
        int column = 0;
        editor.getCursorPosition(&line, &column);
        QCOMPARE(line, 1);
        QCOMPARE(column, 8);
    }

    void severalCaretsTypeAtOnce() {
        CodeEditor editor;
        editor.resize(600, 300);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        editor.setFocus();
        const QString text = QStringLiteral("int sum;\nsum = 1;\nsummit(sum);\n");
        editor.replaceText(text);
        editor.setCursorPosition(0, 5);
        editor.selectNextOccurrence();
        QCOMPARE(editor.selectedText(), QStringLiteral("sum"));
        QCOMPARE(editor.carets(), 1);
        editor.selectNextOccurrence();
        QCOMPARE(editor.carets(), 2);
        QTest::keyClicks(&editor, QStringLiteral("total"));
        QCOMPARE(editor.text(), QStringLiteral("int total;\ntotal = 1;\nsummit(sum);\n"));
        QVERIFY(!editor.isListActive()); // it would complete one of them
        QTest::keyClick(&editor, Qt::Key_Escape);
        QCOMPARE(editor.carets(), 1);
        // A click with Alt adds a caret, one without leaves only its own.
        editor.replaceText(text);
        editor.setCursorPosition(0, 0);
        const auto point = [&editor](int line) {
            const long at = editor.positionFromLineIndex(line, 0);
            using Base = QsciScintillaBase;
            return QPoint(int(editor.SendScintilla(Base::SCI_POINTXFROMPOSITION, 0UL, at)) + 1,
                          int(editor.SendScintilla(Base::SCI_POINTYFROMPOSITION, 0UL, at)) + 5);
        };
        QTest::mouseClick(editor.viewport(), Qt::LeftButton, Qt::AltModifier, point(1));
        QCOMPARE(editor.carets(), 2);
        QTest::keyClicks(&editor, QStringLiteral("x "));
        QCOMPARE(editor.text(), QStringLiteral("x int sum;\nx sum = 1;\nsummit(sum);\n"));
        QTest::mouseClick(editor.viewport(), Qt::LeftButton, {}, point(2));
        QCOMPARE(editor.carets(), 1);
    }

    void aMenusLetterIsNoText() {
        CodeEditor editor;
        editor.replaceText({});
        QTest::keyClick(&editor, Qt::Key_D, Qt::AltModifier);
        QVERIFY(editor.text().isEmpty());
        QTest::keyClick(&editor, 'd');
        QCOMPARE(editor.text(), QStringLiteral("d"));
    }

    void bothThemesColourTheText() {
        CodeEditor editor;
        editor.replaceText(QStringLiteral("__global__ void k() {}\n"));
        editor.resize(400, 200);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        for (const bool dark : {true, false}) {
            Theme::instance().apply(dark);
            const QImage image = editor.grab().toImage();
            const QColor paper = image.pixelColor(image.width() - 40, image.height() - 40);
            QCOMPARE(paper.lightness() < 80, dark);
        }
    }

  private:
    static QToolButton* regexButton(EditorPane& pane) {
        for (auto* button : pane.findBar().findChildren<QToolButton*>()) {
            if (button->accessibleName() == QStringLiteral("Regular expression")) {
                return button;
            }
        }
        return nullptr;
    }
};

WARPBENCH_WIDGET_TEST(TstEditor)
} // namespace tst_editor

#include "tst_editor.moc"
