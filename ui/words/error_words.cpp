// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/error_words.h"

#include "ui/words/system_words.h"
#include "ui/words/text.h"

#include <QCoreApplication>

namespace warpbench::ui {

namespace {

// The sentences are in error_sentences.h, which tools/error_texts.py makes of core's sources.
struct ErrorWords {
    Q_DECLARE_TR_FUNCTIONS(ErrorWords)
};

std::string translated(const ErrorText& said) {
    if (said.empty())
        return {};
    const std::string sentence = ss(ErrorWords::tr(said.sentence().c_str()));
    if (!said.values().empty())
        return filledIn(sentence, said.values(), &translated);
    return ss(systemReason(qs(sentence)).value_or(qs(sentence)));
}

/// The remedy that `remedy()` finds.
std::string translatedRemedy(const ErrorText& said) {
    if (const ErrorText* advice = said.advice())
        return translated(*advice);
    for (const ErrorText::Named& named : said.values()) {
        if (std::string remedy = translatedRemedy(named.value); !remedy.empty())
            return remedy;
    }
    return {};
}

} // namespace

QString inWords(const ErrorText& said) {
    return qs(translated(said));
}

QString errorInWords(const ErrorText& said) {
    const QString remedy = qs(translatedRemedy(said));
    return remedy.isEmpty() ? inWords(said) : inWords(said) + QStringLiteral("; ") + remedy;
}

QString errorInWords(const Error& error) {
    return errorInWords(error.said());
}

QString errorText(const Error& error) {
    return inWords(error.said());
}

QString errorRemedy(const Error& error) {
    return qs(translatedRemedy(error.said()));
}

QString errorLine(const Error& error) {
    return qs(formatLine(error.place(), ss(ErrorWords::tr("error")), ss(errorInWords(error))));
}

} // namespace warpbench::ui
