// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settings.h"
#include "ui/dialogs/settings_store.h"
#include "ui/words/tr.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>

namespace warpbench::ui::settings {

namespace {

/// Generous upper limit for a settings file, most of which is dock layouts.
constexpr qint64 kMostBytes = 16 << 20;

/// Why a file is not our settings file, as a sentence; empty: it is.
QString problemOf(const QString& path) {
    QFile file(path);
    if (file.size() > kMostBytes) {
        return ui::tr("It is too large for a settings file.");
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return ui::tr("It cannot be read: %1.").arg(file.errorString());
    }
    const QByteArray bytes = file.readAll();
    file.close();
    // Qt accepts such a file silently and returns arbitrary values.
    if (bytes.contains('\0')) {
        return ui::tr("It is not text.");
    }
    QSettings settings(path, QSettings::IniFormat);
    const QStringList keys = settings.allKeys();
    if (settings.status() != QSettings::NoError) {
        return ui::tr("A part of it cannot be read as settings.");
    }
    const int version = settings.value(kVersionKey, kVersion).toInt();
    if (version != kVersion) {
        return version > kVersion ? ui::tr("A newer version of Warpbench wrote it.")
                                  : ui::tr("It says that its version is %1.").arg(version);
    }
    return {};
}

QString freeName(const QString& path) {
    QString name = path + QStringLiteral(".broken");
    for (int i = 2; QFileInfo::exists(name); ++i) {
        name = path + QStringLiteral(".broken-%1").arg(i);
    }
    return name;
}

} // namespace

std::optional<SetAside> setAsideBroken() {
    store::forget();
    QString path;
    {
        const QSettings settings; // does not read anything yet
        path = settings.fileName();
    }
    // The Windows registry is not a file.
    if (const QFileInfo file(path); !file.isFile() || file.size() == 0) {
        return std::nullopt;
    }
    const QString why = problemOf(path);
    if (why.isEmpty()) {
        return std::nullopt;
    }
    const QString aside = freeName(path);
    return SetAside{QFile::rename(path, aside) ? aside : QString(), why};
}

} // namespace warpbench::ui::settings
