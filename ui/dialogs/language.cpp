// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/language.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>
#include <vector>

// Must be outside any namespace.
static void initTranslations() {
#ifdef WARPBENCH_TRANSLATIONS
    Q_INIT_RESOURCE(translations);
#endif
}

namespace warpbench::ui {

namespace {

const QString kEnglish = QStringLiteral("en");
const QStringList kOthers{QStringLiteral("de")};

QString fileOf(const QString& catalogue, const QString& code) {
    return QStringLiteral(":/translations/%1_%2.qm").arg(catalogue, code);
}

struct InUse {
    QString code = kEnglish;
    std::vector<std::unique_ptr<QTranslator>> catalogues;
};

InUse& inUse() {
    static InUse all;
    return all;
}

/// The locale for dates. Keeps the system's variant of the same language, such as Austrian German.
QLocale localeOf(const QString& code) {
    const QLocale plain(code);
    // By name, because QLocale::system() takes dates from LC_TIME, which may be another language.
    const QLocale system(QLocale::system().name());
    return system.language() == plain.language() ? system : plain;
}

} // namespace

QStringList languages() {
    initTranslations();
    QStringList codes{kEnglish};
    for (const QString& code : kOthers) {
        if (QFileInfo::exists(fileOf(QStringLiteral("warpbench"), code))) {
            codes << code;
        }
    }
    return codes;
}

QString nameOfLanguage(const QString& code) {
    return code == kEnglish ? QStringLiteral("English") : QLocale(code).nativeLanguageName();
}

QString systemLanguage() {
    const QStringList known = languages();
    for (const QString& wanted : QLocale::system().uiLanguages()) {
        const QString code = wanted.section(QLatin1Char('-'), 0, 0);
        if (known.contains(code)) {
            return code;
        }
    }
    return kEnglish;
}

void useLanguage(const QString& code) {
    initTranslations();
    inUse() = {code, {}}; // deleted catalogues are not asked any more
    QLocale::setDefault(localeOf(code));
    // Ours is last, so it is asked first. Qt's has its dialogs' buttons and the names of keys.
    for (const QString& catalogue : {QStringLiteral("qtbase"), QStringLiteral("warpbench")}) {
        auto made = std::make_unique<QTranslator>();
        if (made->load(fileOf(catalogue, code))) {
            QCoreApplication::installTranslator(made.get());
            inUse().catalogues.push_back(std::move(made));
        }
    }
}

QString currentLanguage() {
    return inUse().code;
}

} // namespace warpbench::ui
