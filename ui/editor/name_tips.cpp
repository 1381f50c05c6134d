// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/name_tips.h"

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

namespace warpbench::ui::name_tips {

namespace {

/// Translation context for this file.
struct NameTips {
    Q_DECLARE_TR_FUNCTIONS(NameTips)
};

constexpr int kOldestSupported = 75; ///< by CUDA 13; lower capabilities are not mentioned

QString code(const QString& text) {
    return QStringLiteral("<span style=\"font-family:'%1'\">%2</span>")
        .arg(codeFont().family(), text.toHtmlEscaped());
}

QString colored(const QString& text, const QColor& color) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>")
        .arg(color.name(), text.toHtmlEscaped());
}

/// "T f(T x)  [T: int, float]": the call, and on the next line the types for T.
QString signatureLine(const QString& signature) {
    const qsizetype at = signature.indexOf(QLatin1String("  ["));
    if (at < 0) {
        return code(signature);
    }
    QString types = signature.mid(at + 3);
    types.chop(1);
    return code(signature.left(at)) + QStringLiteral("<br>") + colored(types, themeColors().muted);
}

} // namespace

bool isLacking(const cuda_names::Name& name, int capability) {
    return capability > 0 && name.leastCapability > capability;
}

QString needs(const cuda_names::Name& name) {
    return NameTips::tr("needs compute capability %1")
        .arg(cuda_names::capabilityText(name.leastCapability));
}

QString tipOf(const cuda_names::Name& name, int capability) {
    QStringList lines;
    for (const QString& signature : cuda_names::signaturesOf(name)) {
        lines << signatureLine(signature);
    }
    if (lines.isEmpty()) {
        lines << code(QString::fromUtf8(name.name));
    }
    if (*name.meaning) {
        lines << QString::fromUtf8(name.meaning).toHtmlEscaped();
    }
    if (isLacking(name, capability)) {
        lines << colored(NameTips::tr("Needs compute capability %1; the chosen device has %2.")
                             .arg(cuda_names::capabilityText(name.leastCapability),
                                  cuda_names::capabilityText(capability)),
                         themeColors().warning);
    } else if (name.leastCapability > kOldestSupported) {
        lines << colored(NameTips::tr("Needs compute capability %1 or later.")
                             .arg(cuda_names::capabilityText(name.leastCapability)),
                         themeColors().muted);
    }
    return QStringLiteral("<html>") + lines.join(QStringLiteral("<br>"));
}

QString tipOf(const Symbol& symbol, const QString& file) {
    const QString place = file.isEmpty() ? NameTips::tr("line %1").arg(symbol.line)
                                         : NameTips::tr("%1, line %2").arg(file).arg(symbol.line);
    return QStringLiteral("<html>") + code(symbol.signature) + QStringLiteral("<br>") +
           colored(place, themeColors().muted);
}

QString tipOf(const QString& type, const QString& row) {
    return QStringLiteral("<html>") + code(type.isEmpty() ? row : type + u' ' + row);
}

QString tipOf(const QString& told) {
    constexpr qsizetype kMostLines = 12;
    QStringList lines;
    for (const QString& line : told.split(u'\n', Qt::SkipEmptyParts)) {
        if (lines.size() < kMostLines)
            lines << code(line);
    }
    return lines.isEmpty() ? QString()
                           : QStringLiteral("<html>") + lines.join(QStringLiteral("<br>"));
}

} // namespace warpbench::ui::name_tips
