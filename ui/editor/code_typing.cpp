// SPDX-License-Identifier: GPL-3.0-or-later
// The editor's part that goes along with typing: ranges of text, completion, closing braces.
#include "ui/editor/code_editor.h"
#include "ui/editor/cuda_apis.h"
#include "ui/editor/cuda_lexer.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cctype>

namespace warpbench::ui {

long CodeEditor::bytesTo(qsizetype units) const {
    return long(QStringView(text()).left(units).toUtf8().size());
}

CodeEditor::Range CodeEditor::selectedRange() const {
    const QByteArray bytes = text().toUtf8();
    const auto units = [&bytes](long position) {
        return QString::fromUtf8(bytes.constData(), position).size();
    };
    return {units(SendScintilla(SCI_GETSELECTIONSTART)), units(SendScintilla(SCI_GETSELECTIONEND))};
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
    SendScintilla(SCI_REPLACETARGET, static_cast<unsigned long>(bytes.size()), bytes.constData());
    endUndoAction();
}

/// Whether a place is neither in a comment nor in a string.
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
    if (letter == '}') {
        alignClosingBrace();
    } else if (letter == '_' || (letter < 128 && std::isalnum(letter))) {
        complete();
    }
}

QStringList CodeEditor::proposalsFor(const QString& start) const {
    static const QRegularExpression word(QStringLiteral("\\b[A-Za-z_]\\w+"));
    QSet<QString> words;
    const QString all = text();
    for (auto it = word.globalMatch(all); it.hasNext();) {
        const QString found = it.next().captured();
        if (found.startsWith(start, Qt::CaseInsensitive)) {
            words.insert(found);
        }
    }
    QStringList list(words.begin(), words.end());
    m_apis->updateAutoCompletionList({start}, list);
    list.removeAll(start); // typed already
    // In the order in which Scintilla looks for what is typed on.
    std::sort(list.begin(), list.end(), [](const QString& a, const QString& b) {
        const int order = a.toUpper().compare(b.toUpper());
        return order != 0 ? order < 0 : a < b;
    });
    return list;
}

void CodeEditor::complete() {
    constexpr qsizetype kFewestLetters = 3;
    const long at = SendScintilla(SCI_GETCURRENTPOS);
    const long from = SendScintilla(SCI_WORDSTARTPOSITION, static_cast<unsigned long>(at), 1L);
    const QString start = text(int(from), int(at));
    if (start.size() < kFewestLetters || start.front().isDigit() || !inCode(at - 1)) {
        return;
    }
    const QStringList list = proposalsFor(start);
    if (list.isEmpty()) {
        cancelList();
    } else if (!isListActive()) {
        SendScintilla(SCI_AUTOCSHOW, static_cast<unsigned long>(at - from),
                      list.join(QLatin1Char('\n')).toUtf8().constData());
    }
}

/// A brace that closes a block stands under the line that opened it, whatever the line before is.
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
