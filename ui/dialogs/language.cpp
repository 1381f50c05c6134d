// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/language.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>
#include <vector>

// Has to be outside of any namespace.
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

/// How dates are written. The system's way is kept where its language is this one: of Austria, say.
QLocale localeOf(const QString& code) {
    const QLocale plain(code);
    // By its name: the system's own takes dates from LC_TIME, which may be in another language.
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
    inUse() = {code, {}}; // a catalogue that is deleted is asked no more
    QLocale::setDefault(localeOf(code));
    // Ours last: it is asked first. Qt's has the buttons of its dialogs and the names of keys.
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
