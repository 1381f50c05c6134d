// SPDX-License-Identifier: GPL-3.0-or-later
// Editing support of the code editor: text ranges, closing braces.
#include "ui/editor/code_editor.h"
#include "ui/editor/completer.h"
#include "ui/editor/cuda_lexer.h"

#include <QMouseEvent>

#include <cstdint>
#include <utility>

namespace warpbench::ui {

long CodeEditor::bytesTo(qsizetype units) const {
    return long(QStringView(text()).left(units).toUtf8().size());
}

qsizetype CodeEditor::unitsTo(long position) const {
    return text(0, int(position)).size();
}

CodeEditor::Range CodeEditor::selectedRange() const {
    return {unitsTo(SendScintilla(SCI_GETSELECTIONSTART)),
            unitsTo(SendScintilla(SCI_GETSELECTIONEND))};
}

void CodeEditor::selectRange(qsizetype start, qsizetype length) {
    const long from = bytesTo(start);
    const long to = bytesTo(start + length);
    for (const long at : {from, to}) {
        const long line = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(at));
        SendScintilla(SCI_ENSUREVISIBLEENFORCEPOLICY, static_cast<unsigned long>(line));
    }
    SendScintilla(SCI_SETSEL, static_cast<unsigned long>(from), to);
}

void CodeEditor::replaceRange(qsizetype start, qsizetype length, const QString& with) {
    const QByteArray bytes = with.toUtf8();
    beginUndoAction();
    SendScintilla(SCI_SETTARGETRANGE, static_cast<unsigned long>(bytesTo(start)),
                  bytesTo(start + length));
    SendScintilla(SCI_REPLACETARGET, static_cast<std::uintptr_t>(bytes.size()), bytes.constData());
    endUndoAction();
}

bool CodeEditor::inCode(long position) {
    constexpr int kInactive = 64;
    const long styled = SendScintilla(SCI_GETENDSTYLED);
    if (styled <= position) {
        SendScintilla(SCI_COLOURISE, static_cast<unsigned long>(styled), position + 1);
    }
    switch (SendScintilla(SCI_GETSTYLEAT, static_cast<unsigned long>(position)) % kInactive) {
    case QsciLexerCPP::Comment:
    case QsciLexerCPP::CommentLine:
    case QsciLexerCPP::CommentDoc:
    case QsciLexerCPP::CommentLineDoc:
    case QsciLexerCPP::CommentDocKeyword:
    case QsciLexerCPP::CommentDocKeywordError:
    case QsciLexerCPP::PreProcessorComment:
    case QsciLexerCPP::TaskMarker:
    case QsciLexerCPP::DoubleQuotedString:
    case QsciLexerCPP::SingleQuotedString:
    case QsciLexerCPP::UnclosedString:
    case QsciLexerCPP::RawString:
        return false;
    default:
        return true;
    }
}

void CodeEditor::letterAdded(int letter) {
    if (carets() > 1) {
        return; // what follows would apply to only one of them
    }
    if (letter == '}') {
        alignClosingBrace();
    } else {
        m_completer->letterAdded(letter);
    }
}

long CodeEditor::letterAt(const QPoint& at) const {
    return SendScintilla(SCI_POSITIONFROMPOINTCLOSE, static_cast<unsigned long>(at.x()),
                         long(at.y()));
}

void CodeEditor::mousePressEvent(QMouseEvent* event) {
    const bool control =
        event->button() == Qt::LeftButton && event->modifiers() == Qt::ControlModifier;
    m_clickedWithControl = control ? letterAt(event->position().toPoint()) : -1;
    m_clickedWithAlt = event->button() == Qt::LeftButton && event->modifiers() == Qt::AltModifier;
    if (m_clickedWithAlt) {
        const QPoint at = event->position().toPoint();
        const long letter =
            SendScintilla(SCI_POSITIONFROMPOINT, static_cast<unsigned long>(at.x()), long(at.y()));
        SendScintilla(SCI_ADDSELECTION, static_cast<unsigned long>(letter), letter);
    } else if (m_clickedWithControl < 0) {
        QsciScintilla::mousePressEvent(event);
    }
}

void CodeEditor::mouseReleaseEvent(QMouseEvent* event) {
    const long pressed = std::exchange(m_clickedWithControl, -1);
    if (std::exchange(m_clickedWithAlt, false)) {
        return;
    }
    if (pressed < 0) {
        QsciScintilla::mouseReleaseEvent(event);
    } else if (letterAt(event->position().toPoint()) == pressed) {
        SendScintilla(SCI_GOTOPOS, static_cast<unsigned long>(pressed)); // the position to return
                                                                         // to
        emit definitionWanted(unitsTo(pressed));
    }
}

void CodeEditor::selectNextOccurrence() {
    SendScintilla(SCI_TARGETWHOLEDOCUMENT);
    SendScintilla(SCI_SETSEARCHFLAGS, static_cast<unsigned long>(SCFIND_MATCHCASE));
    SendScintilla(SCI_MULTIPLESELECTADDNEXT);
}

/// Aligns a closing brace with the line that opened its block.
void CodeEditor::alignClosingBrace() {
    const long at = SendScintilla(SCI_GETCURRENTPOS) - 1;
    const long line = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(at));
    if (SendScintilla(SCI_GETLINEINDENTPOSITION, static_cast<unsigned long>(line)) != at ||
        !inCode(at)) {
        return;
    }
    const long open = SendScintilla(SCI_BRACEMATCH, static_cast<unsigned long>(at), 0L);
    if (open < 0) {
        return;
    }
    const long opening = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(open));
    if (opening != line) {
        setIndentation(int(line), indentation(int(opening)));
    }
}

} // namespace warpbench::ui
