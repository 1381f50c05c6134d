// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

#include <optional>
#include <vector>

namespace warpbench::ui {

/// What the find bar looks for. Counting, finding and replacing all go by it, so that they mean the
/// same; expressions are Perl's, `^` and `$` stand at the ends of lines, whatever those are.
class TextSearch {
  public:
    struct Options {
        bool matchCase = false;
        bool wholeWords = false;
        bool expression = false; ///< the pattern is a regular expression, not plain text
    };
    /// Places count UTF-16 units. A match may be empty.
    struct Match {
        qsizetype start = 0;
        qsizetype length = 0;
        QString replacement; ///< where one was asked for
        qsizetype end() const { return start + length; }
    };

    TextSearch(const QString& pattern, const Options& options);

    bool isValid() const { return m_expression.isValid(); }
    /// All matches from the start, none twice and none overlapping. In a replacement for an
    /// expression `\0` to `\9` stand for what was matched, `\n` and `\t` for line end and tab.
    /// \returns nothing where the expression is wrong, or takes too many steps on this text
    std::optional<std::vector<Match>> matches(const QString& text,
                                              const QString& replacement = {}) const;

  private:
    QRegularExpression m_expression;
    bool m_isExpression;
};

/// What ends the lines of a text: "\r\n", "\n" or "\r", whichever is the most frequent.
QString lineEndOf(const QString& text);

} // namespace warpbench::ui
