// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/text_search.h"

namespace warpbench::ui {

namespace {

QString patternOf(const QString& pattern, const TextSearch::Options& options) {
    QString text = options.expression ? pattern : QRegularExpression::escape(pattern);
    if (options.wholeWords) {
        text = QStringLiteral("\\b(?:%1)\\b").arg(text);
    }
    return options.expression ? QStringLiteral("(*ANYCRLF)") + text : text;
}

QRegularExpression::PatternOptions patternOptions(const TextSearch::Options& options) {
    QRegularExpression::PatternOptions flags = QRegularExpression::MultilineOption;
    if (!options.matchCase) {
        flags |= QRegularExpression::CaseInsensitiveOption;
    }
    return flags;
}

QString expanded(const QString& replacement, const QRegularExpressionMatch& match,
                 const QString& lineEnd) {
    QString text;
    for (qsizetype i = 0; i < replacement.size(); ++i) {
        const QChar letter = replacement[i];
        if (letter != QLatin1Char('\\') || i + 1 == replacement.size()) {
            text += letter;
            continue;
        }
        const QChar next = replacement[++i];
        if (next >= QLatin1Char('0') && next <= QLatin1Char('9')) {
            text += match.captured(next.digitValue());
        } else if (next == QLatin1Char('n')) {
            text += lineEnd;
        } else if (next == QLatin1Char('t')) {
            text += QLatin1Char('\t');
        } else if (next == QLatin1Char('\\')) {
            text += next;
        } else {
            text += letter;
            text += next;
        }
    }
    return text;
}

/// Where to continue after an empty match: after the next character, or after a whole line end.
qsizetype afterLetter(const QString& text, qsizetype at) {
    const bool pair = at + 1 < text.size() &&
                      ((text[at] == QLatin1Char('\r') && text[at + 1] == QLatin1Char('\n')) ||
                       text[at].isHighSurrogate());
    return at + (pair ? 2 : 1);
}

} // namespace

TextSearch::TextSearch(const QString& pattern, const Options& options)
    : m_expression(patternOf(pattern, options), patternOptions(options))
    , m_isExpression(options.expression) {}

std::optional<std::vector<TextSearch::Match>>
TextSearch::matches(const QString& text, const QString& replacement) const {
    if (!m_expression.isValid()) {
        return std::nullopt;
    }
    const QString lineEnd = lineEndOf(text);
    std::vector<Match> found;
    auto options = QRegularExpression::NoMatchOption;
    for (qsizetype from = 0; from <= text.size();) {
        const QRegularExpressionMatch match =
            m_expression.match(text, from, QRegularExpression::NormalMatch, options);
        options = QRegularExpression::DontCheckSubjectStringMatchOption; // it has just been checked
        if (!match.isValid()) {
            return std::nullopt;
        }
        if (!match.hasMatch()) {
            break;
        }
        found.push_back({match.capturedStart(), match.capturedLength(),
                         m_isExpression ? expanded(replacement, match, lineEnd) : replacement});
        from = match.capturedLength() > 0 ? match.capturedEnd()
                                          : afterLetter(text, match.capturedEnd());
    }
    return found;
}

QString lineEndOf(const QString& text) {
    qsizetype both = 0;
    qsizetype feeds = 0;
    qsizetype returns = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('\n')) {
            ++feeds;
        } else if (text[i] == QLatin1Char('\r')) {
            const bool pair = i + 1 < text.size() && text[i + 1] == QLatin1Char('\n');
            ++(pair ? both : returns);
            i += pair ? 1 : 0;
        }
    }
    if (both > feeds && both >= returns) {
        return QStringLiteral("\r\n");
    }
    return returns > feeds ? QStringLiteral("\r") : QStringLiteral("\n");
}

} // namespace warpbench::ui
