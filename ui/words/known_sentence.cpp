// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/known_sentence.h"

#include "core/follow/question.h"
#include "ui/words/text.h"

#include <QRegularExpression>

#include <string>
#include <vector>

namespace warpbench::ui {

std::optional<QString> knownSentence(std::span<const char* const> known, const QString& place,
                                     QString (*translate)(const char*), const QString& said) {
    static const QRegularExpression mark(QStringLiteral("\\\\%[1-9]"));
    for (const char* const sentence : known) {
        QString pattern = QRegularExpression::escape(QString::fromUtf8(sentence));
        pattern.replace(mark, place);
        const auto match = QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                                              QRegularExpression::DotMatchesEverythingOption)
                               .match(said);
        if (!match.hasMatch())
            continue;
        std::vector<std::string> places;
        for (int i = 1; i <= match.lastCapturedIndex(); ++i)
            places.push_back(ss(match.captured(i)));
        return qs(guess::filledIn(ss(translate(sentence)), places));
    }
    return std::nullopt;
}

} // namespace warpbench::ui
