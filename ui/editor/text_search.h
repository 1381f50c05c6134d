// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

#include <optional>
#include <vector>

namespace warpbench::ui {

/// A search pattern, shared by counting, finding and replacing, so that all agree. Regular
/// expressions are Perl's; `^` and `$` match at line ends of any kind.
class TextSearch {
  public:
    struct Options {
        bool matchCase = false;
        bool wholeWords = false;
        bool expression = false; ///< the pattern is a regular expression
    };
    /// Positions in UTF-16 units. A match may be empty.
    struct Match {
        qsizetype start = 0;
        qsizetype length = 0;
        QString replacement; ///< only if requested
        qsizetype end() const { return start + length; }
    };

    TextSearch(const QString& pattern, const Options& options);

    bool isValid() const { return m_expression.isValid(); }
    /// All matches from the start, without overlaps. In the replacement of a regular expression,
    /// `\0` to `\9` insert captured text, `\n` and `\t` a line end and a tab.
    /// \returns nothing if the expression is invalid or takes too many steps on this text
    std::optional<std::vector<Match>> matches(const QString& text,
                                              const QString& replacement = {}) const;

  private:
    QRegularExpression m_expression;
    bool m_isExpression;
};

/// The most frequent line end of a text: "\r\n", "\n" or "\r".
QString lineEndOf(const QString& text);

} // namespace warpbench::ui
