// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/fonts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFontDatabase>
#include <QFontMetrics>

namespace warpbench::ui {

namespace {

QString firstFamily(const QStringList& wanted) {
    const QStringList families = QFontDatabase::families();
    for (const QString& family : wanted) {
        if (families.contains(family)) {
            return family;
        }
    }
    return {};
}

struct CodeFont {
    QString family; ///< empty: the first good one
    int points = 10;
};

CodeFont& chosenCodeFont() {
    static CodeFont font;
    return font;
}

} // namespace

void loadBundledFonts() {
    const QDir folder(QCoreApplication::applicationDirPath() +
                      QStringLiteral("/../share/warpbench/fonts"));
    for (const QString& file : folder.entryList({"*.ttf", "*.otf"}, QDir::Files)) {
        QFontDatabase::addApplicationFont(folder.filePath(file));
    }
}

QFont interfaceFont() {
    // Asked for often, while cells are painted too; the list of all families is long.
    static const QString family = firstFamily({"Inter", "Segoe UI", "Noto Sans", "DejaVu Sans"});
    QFont font =
        family.isEmpty() ? QFontDatabase::systemFont(QFontDatabase::GeneralFont) : QFont(family);
    font.setPointSizeF(9.5);
    return font;
}

QFont codeFont() {
    static const QString family =
        firstFamily({"JetBrains Mono NL", "Cascadia Mono", "Consolas", "DejaVu Sans Mono"});
    const QString& chosen = chosenCodeFont().family.isEmpty() ? family : chosenCodeFont().family;
    QFont font =
        chosen.isEmpty() ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : QFont(chosen);
    font.setPointSize(chosenCodeFont().points);
    font.setStyleHint(QFont::Monospace);
    return font;
}

void setCodeFont(const QString& family, int points) {
    chosenCodeFont() = {QFontDatabase::families().contains(family) ? family : QString(), points};
}

QFont withoutLigatures(QFont font) {
    font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}

bool fontsAvailable() {
    return !QFontDatabase::families().isEmpty() &&
           QFontMetrics(interfaceFont()).inFont(QLatin1Char('W'));
}

} // namespace warpbench::ui
