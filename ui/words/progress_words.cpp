// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/progress_words.h"

#include "ui/words/known_sentence.h"
#include "ui/words/text.h"

#include <QCoreApplication>

namespace warpbench::ui {

namespace {

/// Translation context for this file.
struct ProgressWords {
    Q_DECLARE_TR_FUNCTIONS(ProgressWords)
};

/// Phases of core; %1 and %2 are the counts.
constexpr const char* kPhases[] = {
    QT_TRANSLATE_NOOP("ProgressWords", "Compiling"),
    QT_TRANSLATE_NOOP("ProgressWords", "Compiling with nvcc"),
    QT_TRANSLATE_NOOP("ProgressWords", "Loading"),
    QT_TRANSLATE_NOOP("ProgressWords", "Filling buffers"),
    QT_TRANSLATE_NOOP("ProgressWords", "Uploading"),
    QT_TRANSLATE_NOOP("ProgressWords", "Check pass"),
    QT_TRANSLATE_NOOP("ProgressWords", "Counting %1 of %2"),
    QT_TRANSLATE_NOOP("ProgressWords", "Measuring the device's peaks: %1"),
    QT_TRANSLATE_NOOP("ProgressWords", "Timing %1 of %2"),
    QT_TRANSLATE_NOOP("ProgressWords", "Timing as a graph %1 of %2"),
    QT_TRANSLATE_NOOP("ProgressWords", "Downloading"),
    QT_TRANSLATE_NOOP("ProgressWords", "Collecting expected values"),
    QT_TRANSLATE_NOOP("ProgressWords", "Checking results"),
};

QString inProgressWords(const char* text) {
    return ProgressWords::tr(text);
}

} // namespace

QString progressInWords(const std::string& phase) {
    return knownSentence(kPhases, QStringLiteral("(\\w+)"), &inProgressWords, qs(phase))
        .value_or(qs(phase));
}

} // namespace warpbench::ui
