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

/// The editor for CUDA source code. Lines in this interface count from 1, as in compilers.
class CodeEditor : public QsciScintilla {
    Q_OBJECT

  public:
    explicit CodeEditor(QWidget* parent = nullptr);
    ~CodeEditor() override;

    /// Shows problems: a box below the line, a squiggle from the column on, an icon in the margin.
    /// Editing a line removes its box.
    void setProblems(const std::vector<Problem>& problems);
    void clearProblems();
    bool hasProblem(int line) const;
    /// Rewraps the boxes after a change of the editor's or its margins' width.
    void fitProblems();
    /// A line of the box below a source line; empty: none.
    QString annotationText(int line) const;

    /// Values shown beside lines (executions, divergence), with a heat from 0 to 1. They follow
    /// their lines during editing.
    struct LineNote {
        QString text;
        double heat = 0;
    };
    void setLineNotes(const std::map<int, LineNote>& notes);
    void clearLineNotes();
    /// The original number of a line with a value, when the values were set; 0: no value.
    int notedLine(int line) const;
    QString noteText(int line) const;
    /// Sets the tool tip of values; the function takes current line numbers.
    void setLineNoteTips(std::function<QString(int)> tip) { m_noteTip = std::move(tip); }
    /// Goes to the next line, down (1) or up (-1), whose value `wanted` accepts; wraps around.
    /// `wanted` takes line numbers from when the values were set.
    void gotoNote(int direction, const std::function<bool(int)>& wanted);

    /// Whether a line is greyed out as host code that is not compiled. Updated at each pause in
    /// typing.
    bool isHostCode(int line) const;
    static QString hostCodeTip();

    void goTo(int line, int column = 1);
    void gotoNextProblem();
    void gotoPreviousProblem();
    void toggleComment();
    /// Selects the word at the caret, or also the next occurrence of the selected text, so that
    /// typing changes all of them. Alt+click adds a caret, Esc leaves only one.
    void selectNextOccurrence();
    int carets() const { return int(SendScintilla(SCI_GETSELECTIONS)); }
    /// Sets another text and clears the undo history.
    void replaceText(const QString& text);
    /// Sets the same file's text after a change by another program, as one undoable step.
    void reloadText(const QString& text);

    /// Positions in UTF-16 units from the start of the text.
    struct Range {
        qsizetype start = 0;
        qsizetype end = 0;
    };
    Range selectedRange() const;
    /// Selects a range and scrolls to it; unfolds lines if necessary.
    void selectRange(qsizetype start, qsizetype length);
    /// One undoable step.
    void replaceRange(qsizetype start, qsizetype length, const QString& with);

    /// Search results as lines from 1, for the scroll bar; cleared when the text changes.
    void setMatches(std::vector<int> lines);
    const ScrollMarks& scrollMarks() const { return *m_scrollMarks; }

    /// Frames the current line, whose usual background is hardly visible on a projector.
    void setPresenting(bool presenting);
    /// Sets the compute capability of the chosen device times ten, to mark names that it lacks. 0:
    /// no device.
    void setComputeCapability(int capability);
    Completer& completer() { return *m_completer; }
    /// Whether a position, in bytes, is outside comments and strings.
    bool inCode(long position);
    /// Converts a position in bytes to UTF-16 units.
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
    /// Ctrl+click on a name. \param at  in UTF-16 units
    void definitionWanted(qsizetype at);
    /// The editor has moved the caret to a line on request.
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
    /// The position of the character under the mouse, in bytes; -1: none.
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
    int m_hostText = 0; ///< the indicator for host code
    QTimer m_hostCodePause;
    long m_clickedWithControl = -1; ///< the position, in bytes
    bool m_clickedWithAlt = false;
    long m_tipLetter = -1; ///< position that a tip was requested for, in bytes; -1: no request
    bool m_settingText = false;
    std::vector<int> m_editedLines; ///< lines whose boxes must go, from 0, current numbers
    QString m_widestNote;
    std::map<int, std::vector<Problem>> m_boxed; ///< by handle of a marker on the line
    int m_fittedWidth = 0;                       ///< the text width that the boxes were wrapped for
    std::map<int, int> m_noteHandles;            ///< marker handle to original line
    std::function<QString(int)> m_noteTip;
};

} // namespace warpbench::ui
