// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qsci/qscilexercpp.h>

namespace warpbench::ui {

struct ThemeColors;

/// QScintilla's C++ lexer with the words of CUDA C++.
class CudaLexer : public QsciLexerCPP {
    Q_OBJECT

  public:
    explicit CudaLexer(QObject* parent = nullptr);

    const char* language() const override { return "CUDA C++"; }
    /// QScintilla's keyword sets: 1 keywords, 2 built-ins, 4 types.
    const char* keywords(int set) const override;
    void applyColors(const ThemeColors& colors, const QFont& font);
};

} // namespace warpbench::ui
