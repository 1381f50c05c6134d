// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/progress_words.h"

#include "ui/models/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace warpbench::ui {

namespace {

/// For lupdate and for translating: a context of its own.
struct ProgressWords {
    Q_DECLARE_TR_FUNCTIONS(ProgressWords)
};

/// Those of core; %1 and %2 are what the phase counts.
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

} // namespace

QString progressInWords(const std::string& phase) {
    const QString said = qs(phase);
    for (const char* const known : kPhases) {
        QString pattern = QRegularExpression::escape(QLatin1String(known));
        pattern.replace(QStringLiteral("\\%1"), QStringLiteral("(\\w+)"))
            .replace(QStringLiteral("\\%2"), QStringLiteral("(\\d+)"));
        const auto match =
            QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(said);
        if (!match.hasMatch())
            continue;
        QString words = ProgressWords::tr(known);
        for (int i = 1; i <= match.lastCapturedIndex(); ++i)
            words = words.arg(match.captured(i));
        return words;
    }
    return said;
}

} // namespace warpbench::ui
