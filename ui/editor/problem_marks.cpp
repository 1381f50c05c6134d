// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_styles.h"

#include <QStringList>
#include <Qsci/qscistyledtext.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

/// Problems in the editor: boxes, squiggles and icons that follow their lines during editing.
namespace warpbench::ui {

namespace {

/// Wraps a text at spaces to a maximum number of characters.
QString wrapped(const QString& text, int letters) {
    QStringList lines;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        QString line;
        for (const QString& word : paragraph.split(QLatin1Char(' '))) {
            if (!line.isEmpty() && line.size() + 1 + word.size() > letters) {
                lines << line;
                line.clear();
            }
            line += (line.isEmpty() ? QString() : QStringLiteral(" ")) + word;
        }
        lines << line;
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

/// In pixels, without margins.
int CodeEditor::textWidth() const {
    int width = viewport()->width();
    for (int margin = 0; margin < margins(); ++margin) {
        width -= marginWidth(margin);
    }
    return width;
}

/// How many characters fit without margins; the box adds one at each side.
int CodeEditor::lettersOfAnnotation(int line) const {
    if (!isVisible()) {
        return std::numeric_limits<int>::max();
    }
    const int width = textWidth();
    // Measures many characters, because widths are in whole pixels.
    static const QByteArray hundred(100, '0');
    const auto letterOf = [this](int style) {
        return double(SendScintilla(SCI_TEXTWIDTH, static_cast<std::uintptr_t>(style),
                                    hundred.constData())) /
               double(hundred.size());
    };
    const double indent = indentation(line) * letterOf(STYLE_DEFAULT);
    return std::max(24, int((width - indent) / std::max(1.0, letterOf(kErrorStyle))) - 3);
}

void CodeEditor::annotateLine(int line, const std::vector<const Problem*>& problems) {
    QList<QsciStyledText> texts;
    const int letters = lettersOfAnnotation(line);
    for (const Problem* problem : problems) {
        const bool last = problem == problems.back();
        const int style = problem->severity == compile::Severity::error     ? kErrorStyle
                          : problem->severity == compile::Severity::warning ? kWarningStyle
                                                                            : kNoteStyle;
        const QString code = problem->code.isEmpty() || problem->origin == ProblemOrigin::fault
                                 ? QString()
                                 : QStringLiteral("  [%1]").arg(problem->code);
        texts << QsciStyledText(wrapped(problem->text + code, letters) +
                                    (last ? QString() : QStringLiteral("\n")),
                                style);
    }
    annotate(line, texts);
}

void CodeEditor::setProblems(const std::vector<Problem>& problems) {
    clearProblems();
    std::map<int, std::vector<const Problem*>> byLine;
    for (const Problem& problem : problems) {
        if (problem.line >= 1 && problem.line <= lines()) {
            byLine[problem.line - 1].push_back(&problem);
        }
    }
    m_fittedWidth = isVisible() ? textWidth() : -1;
    for (const auto& [line, here] : byLine) {
        annotateLine(line, here);
        std::vector<Problem> boxed;
        int sign = NoteMarker; // of the most severe problem, because markers overlap
        for (const Problem* problem : here) {
            boxed.push_back(*problem);
            const bool error = problem->severity == compile::Severity::error;
            const bool warning = problem->severity == compile::Severity::warning;
            sign = std::min(sign, int(error ? ErrorMarker : warning ? WarningMarker : NoteMarker));
            if (!error && !warning) {
                continue;
            }
            // Columns count bytes; without a column, the squiggle covers the whole text of the
            // line.
            const long start = SendScintilla(SCI_POSITIONFROMLINE, (unsigned long)line);
            const long end = SendScintilla(SCI_GETLINEENDPOSITION, (unsigned long)line);
            long from = problem->column > 0
                            ? std::min(start + problem->column - 1, end)
                            : SendScintilla(SCI_GETLINEINDENTPOSITION, (unsigned long)line);
            long to = problem->column > 0
                          ? SendScintilla(SCI_WORDENDPOSITION, (unsigned long)from, 1L)
                          : end;
            if (to <= from) {
                to = std::min(from + 1, end);
                from = to == from ? std::max(start, from - 1) : from;
            }
            SendScintilla(SCI_SETINDICATORCURRENT,
                          (unsigned long)(error ? m_errorSquiggle : m_warningSquiggle));
            SendScintilla(SCI_INDICATORFILLRANGE, (unsigned long)from, to - from);
        }
        m_boxed[markerAdd(line, sign)] = std::move(boxed);
    }
    updateScrollMarks();
}

void CodeEditor::fitProblems() {
    if (m_boxed.empty() || !isVisible() || m_fittedWidth == textWidth()) {
        return;
    }
    m_fittedWidth = textWidth();
    for (const auto& [handle, problems] : m_boxed) {
        const int line = markerLine(handle);
        if (line < 0) {
            continue; // it has been edited
        }
        std::vector<const Problem*> here;
        for (const Problem& problem : problems) {
            here.push_back(&problem);
        }
        annotateLine(line, here);
    }
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
    QsciScintilla::resizeEvent(event);
    fitProblems();
    leaveRoomAtEnd();
}

void CodeEditor::clearProblems() {
    m_boxed.clear();
    clearAnnotations();
    markerDeleteAll(ErrorMarker);
    markerDeleteAll(WarningMarker);
    markerDeleteAll(NoteMarker);
    for (const int indicator : {m_errorSquiggle, m_warningSquiggle}) {
        SendScintilla(SCI_SETINDICATORCURRENT, (unsigned long)indicator);
        SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, long(length()));
    }
    updateScrollMarks();
}

bool CodeEditor::hasProblem(int line) const {
    return (markersAtLine(line - 1) &
            unsigned((1 << ErrorMarker) | (1 << WarningMarker) | (1 << NoteMarker))) != 0;
}

QString CodeEditor::annotationText(int line) const {
    return annotation(line - 1);
}

void CodeEditor::lineEdited(int position, int modification, const char* text, int length,
                            int linesAdded, int, int, int, int, int) {
    const bool inserted = (modification & SC_MOD_INSERTTEXT) != 0;
    if ((!inserted && (modification & SC_MOD_DELETETEXT) == 0) || m_settingText) {
        return;
    }
    const auto lineOf = [this](long at) {
        return int(SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(at)));
    };
    const auto endsLine = [](char letter) { return letter == '\n' || letter == '\r'; };
    const int line = lineOf(position);
    for (int& edited : m_editedLines) {
        edited = edited > line ? std::max(line, edited + linesAdded) : edited;
    }
    int first = line;
    int last = inserted ? line + linesAdded : line;
    if (inserted && text && length > 0 && linesAdded > 0) {
        // A line feed before or after a line's text leaves the line unchanged.
        const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(last));
        const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
        if (start == position && endsLine(text[length - 1])) {
            --last;
        } else if (end == position + length && endsLine(text[0])) {
            ++first;
        }
    }
    const bool waiting = !m_editedLines.empty();
    for (int edited = first; edited <= last; ++edited) {
        m_editedLines.push_back(edited);
    }
    if (!waiting && !m_editedLines.empty()) {
        // Scintilla forbids changes during this notification.
        QMetaObject::invokeMethod(this, &CodeEditor::clearEditedLines, Qt::QueuedConnection);
    }
}

void CodeEditor::clearEditedLines() {
    for (const int line : std::exchange(m_editedLines, {})) {
        if (!hasProblem(line + 1)) {
            continue;
        }
        clearAnnotations(line);
        markerDelete(line, ErrorMarker);
        markerDelete(line, WarningMarker);
        markerDelete(line, NoteMarker);
        const long start = SendScintilla(SCI_POSITIONFROMLINE, (unsigned long)line);
        const long size = SendScintilla(SCI_LINELENGTH, (unsigned long)line);
        for (const int indicator : {m_errorSquiggle, m_warningSquiggle}) {
            SendScintilla(SCI_SETINDICATORCURRENT, (unsigned long)indicator);
            SendScintilla(SCI_INDICATORCLEARRANGE, (unsigned long)start, size);
        }
    }
}

void CodeEditor::gotoProblem(int direction) {
    const int line = nextLine(direction, [this](int at) { return hasProblem(at); });
    if (line > 0) {
        goTo(line, problemColumn(line - 1));
    }
}

/// Start of the first squiggle of a line, in bytes from 1.
int CodeEditor::problemColumn(int line) const {
    const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
    const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line));
    for (long at = start; at < end; ++at) {
        for (const int indicator : {m_errorSquiggle, m_warningSquiggle}) {
            if (SendScintilla(SCI_INDICATORVALUEAT, static_cast<unsigned long>(indicator), at)) {
                return int(at - start) + 1;
            }
        }
    }
    return 1;
}

void CodeEditor::gotoNextProblem() {
    gotoProblem(1);
}

void CodeEditor::gotoPreviousProblem() {
    gotoProblem(-1);
}

} // namespace warpbench::ui
