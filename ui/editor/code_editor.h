// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/diagnostics_model.h"

#include <QTimer>
#include <Qsci/qsciscintilla.h>

#include <functional>
#include <map>
#include <vector>

namespace warpbench::ui {

class Completer;
class CudaApis;
class CudaLexer;
class ScrollMarks;

/// The editor of the kernel's source. Lines of this interface count from 1, as compilers do.
class CodeEditor : public QsciScintilla {
    Q_OBJECT

  public:
    explicit CodeEditor(QWidget* parent = nullptr);
    ~CodeEditor() override;

    /// Shows problems: a box under the line, a squiggle from the column on, a sign in the margin.
    /// Editing a line takes its box away.
    void setProblems(const std::vector<Problem>& problems);
    void clearProblems();
    bool hasProblem(int line) const;
    /// Breaks the boxes' lines again where the editor or its margins have another width.
    void fitProblems();
    /// A line of the box under a source line; empty: none.
    QString annotationText(int line) const;

    /// Figures beside lines (executions, divergence), with their heat from 0 to 1. They stay with
    /// their lines while the text is edited.
    struct LineNote {
        QString text;
        double heat = 0;
    };
    void setLineNotes(const std::map<int, LineNote>& notes);
    void clearLineNotes();
    /// Which line a line with a figure was when the figures were set; 0: it has none.
    int notedLine(int line) const;
    QString noteText(int line) const;
    /// What the tool tip of a figure says, asked for a line as it is now.
    void setLineNoteTips(std::function<QString(int)> tip) { m_noteTip = std::move(tip); }
    /// To the next line, down (1) or up (-1) and round, whose figure is wanted; it is asked by the
    /// line that it was when the figures were set.
    void gotoNote(int direction, const std::function<bool(int)>& wanted);

    /// Whether a line is shown grey, as host code that is set aside; worked out at each pause in
    /// typing.
    bool isHostCode(int line) const;
    static QString hostCodeTip();

    void goTo(int line, int column = 1);
    void gotoNextProblem();
    void gotoPreviousProblem();
    void toggleComment();
    /// Selects the word at the caret, or one more place where the selected text stands; what is
    /// typed then goes to all of them. Alt+click adds a caret, Esc leaves one.
    void selectNextOccurrence();
    int carets() const { return int(SendScintilla(SCI_GETSELECTIONS)); }
    /// Another text: what could be undone of the former one is gone.
    void replaceText(const QString& text);
    /// The same text as another program left it, in one step that can be undone.
    void reloadText(const QString& text);

    /// Places in UTF-16 units from the text's start.
    struct Range {
        qsizetype start = 0;
        qsizetype end = 0;
    };
    Range selectedRange() const;
    /// Selects and scrolls there, into folded lines too.
    void selectRange(qsizetype start, qsizetype length);
    /// In one step that can be undone.
    void replaceRange(qsizetype start, qsizetype length, const QString& with);

    /// Lines where something was found, from 1, for the scroll bar; until the text changes.
    void setMatches(std::vector<int> lines);
    const ScrollMarks& scrollMarks() const { return *m_scrollMarks; }

    /// Frames the caret's line, which else has a background that a projector hardly shows.
    void setPresenting(bool presenting);
    /// The compute capability of the chosen device, ten times as large: names that it lacks are
    /// marked. 0: no device is chosen.
    void setComputeCapability(int capability);
    Completer& completer() { return *m_completer; }
    /// Whether a place, in bytes, is neither in a comment nor in a string.
    bool inCode(long position);
    /// A place in bytes as one in UTF-16 units.
    qsizetype unitsTo(long position) const;

  protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

  signals:
    void filesDropped(QStringList paths);
    /// A name was clicked with Ctrl. \param at  in UTF-16 units
    void definitionWanted(qsizetype at);
    /// Somebody was taken to a line of this text.
    void placeShown();

  private:
    enum Margin { Numbers = 0, SignMargin = 1, NoteMargin = 2, FoldMargin = 3 };
    enum Marker { ErrorMarker = 0, WarningMarker = 1, NoteMarker = 2, FigureMarker = 3 };

    void setUpMargins();
    void selectLines(int from, int to);
    void setUpEditing();
    void applyTheme();
    void defineStyles();
    void setStyle(int number, const QColor& text, const QColor& background);
    int textWidth() const;
    int lettersOfAnnotation(int line) const;
    void annotateLine(int line, const std::vector<const Problem*>& problems);
    void lineEdited(int position, int modification, const char* text, int length, int linesAdded,
                    int line, int foldNow, int foldPrev, int token, int annotationLinesAdded);
    void clearEditedLines();
    int problemColumn(int line) const;
    void letterAdded(int letter);
    /// The place of the letter under the mouse, in bytes; -1: there is none.
    long letterAt(const QPoint& at) const;
    void alignClosingBrace();
    long bytesTo(qsizetype units) const;
    void gotoProblem(int direction);
    int nextLine(int direction, const std::function<bool(int)>& wanted) const;
    void fitScrollWidth();
    void updateNumberMargin();
    /// Puts problems and the caret on the scroll bar.
    void leaveRoomAtEnd();
    void updateScrollMarks();
    std::vector<int> linesWith(unsigned markers);
    std::vector<int> costlyLines();
    void updateNoteMargin();
    void showNoteTip(const QPoint& at, const QPoint& global);
    void markHostCode();

    CudaLexer* m_lexer;
    CudaApis* m_apis;
    Completer* m_completer;
    ScrollMarks* m_scrollMarks;
    QFont m_font;
    bool m_presenting = false;
    int m_errorSquiggle = 0;
    int m_warningSquiggle = 0;
    int m_hostText = 0; ///< the indicator of host code
    QTimer m_hostCodePause;
    long m_clickedWithControl = -1; ///< the letter, in bytes
    bool m_clickedWithAlt = false;
    long m_tipLetter = -1; ///< that a tip was asked for, in bytes; -1: none is due
    bool m_settingText = false;
    std::vector<int> m_editedLines; ///< whose boxes are to go, from 0, in today's numbers
    QString m_widestNote;
    std::map<int, std::vector<Problem>> m_boxed; ///< by the handle of a marker of their line
    int m_fittedWidth = 0;                       ///< of the text, that their boxes are made for
    std::map<int, int> m_noteHandles; ///< a marker's handle to the line that it was set on
    std::function<QString(int)> m_noteTip;
};

} // namespace warpbench::ui
