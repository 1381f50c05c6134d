// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/system_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace warpbench::ui {

namespace {

struct SystemWords {
    Q_DECLARE_TR_FUNCTIONS(SystemWords)
};

/// The C library's texts without a locale, because the programs do not set one.
constexpr const char* kSystemReasons[] = {
    QT_TRANSLATE_NOOP("SystemWords", "Permission denied"),
    QT_TRANSLATE_NOOP("SystemWords", "Operation not permitted"),
    QT_TRANSLATE_NOOP("SystemWords", "No space left on device"),
    QT_TRANSLATE_NOOP("SystemWords", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("SystemWords", "File too large"),
    QT_TRANSLATE_NOOP("SystemWords", "Read-only file system"),
    QT_TRANSLATE_NOOP("SystemWords", "No such file or directory"),
    QT_TRANSLATE_NOOP("SystemWords", "Not a directory"),
    QT_TRANSLATE_NOOP("SystemWords", "Is a directory"),
    QT_TRANSLATE_NOOP("SystemWords", "File name too long"),
    QT_TRANSLATE_NOOP("SystemWords", "Input/output error"),
};

} // namespace

std::optional<QString> systemReason(const QString& said) {
    const auto* known = std::find_if(std::begin(kSystemReasons), std::end(kSystemReasons),
                                     [&](const char* one) { return said == QLatin1String(one); });
    if (known == std::end(kSystemReasons))
        return std::nullopt;
    return SystemWords::tr(*known);
}

} // namespace warpbench::ui
