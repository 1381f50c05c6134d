// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/cuda_lexer.h"

#include "ui/cpp/cuda_words.h"
#include "ui/theme/theme.h"

namespace warpbench::ui {

CudaLexer::CudaLexer(QObject* parent)
    : QsciLexerCPP(parent) {
    setFoldComments(true);
    setFoldPreprocessor(true);
    setFoldCompact(false);
    setFoldAtElse(false);
    setStylePreprocessor(true);
    setHighlightEscapeSequences(true);
}

const char* CudaLexer::keywords(int set) const {
    static const QByteArray first =
        QByteArray(QsciLexerCPP::keywords(1)) + ' ' + cuda_words::keywords();
    switch (set) {
    case 1:
        return first.constData();
    case 2:
        return cuda_words::builtins().constData();
    case 4:
        return cuda_words::types().constData();
    default:
        return QsciLexerCPP::keywords(set);
    }
}

void CudaLexer::applyColors(const ThemeColors& c, const QFont& font) {
    // Styles from 64 on repeat the first ones for code excluded by the preprocessor.
    constexpr int kInactive = 64;
    setDefaultFont(font);
    setDefaultPaper(c.editorBackground);
    setDefaultColor(c.editorText);
    for (int style = 0; style < 128; ++style) {
        setPaper(c.editorBackground, style);
        setColor(style >= kInactive ? c.disabled : c.editorText, style);
        setFont(font, style);
    }
    const auto set = [&](int style, const QColor& color) { setColor(color, style); };
    for (const int style : {Comment, CommentLine, CommentDoc, CommentLineDoc, CommentDocKeyword,
                            CommentDocKeywordError, TaskMarker}) {
        set(style, c.comment);
    }
    set(Keyword, c.keyword);
    set(KeywordSet2, c.builtin);
    set(GlobalClass, c.type);
    set(Number, c.number);
    set(UserLiteral, c.number);
    for (const int style : {DoubleQuotedString, SingleQuotedString, RawString,
                            TripleQuotedVerbatimString, HashQuotedString, Regex}) {
        set(style, c.string);
    }
    set(EscapeSequence, c.number);
    set(UnclosedString, c.error);
    set(PreProcessor, c.preprocessor);
    // Whitespace has no visible colour, but the boxes below lines use it for their frame.
    set(Default, c.borderStrong);
}

} // namespace warpbench::ui
