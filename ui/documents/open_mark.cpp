// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/open_mark.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace warpbench::ui {

OpenMark::OpenMark(const QString& folder)
    : m_folder(folder) {
    if (m_folder.isEmpty()) {
        m_folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
                   QStringLiteral("/open");
    }
}

bool OpenMark::take(const QString& path) {
    const QString place = path.isEmpty() ? QString() : QFileInfo(path).canonicalFilePath();
    if (place == m_path && (m_lock || place.isEmpty())) {
        return true;
    }
    m_lock.reset();
    m_path = place;
    if (place.isEmpty() || !QDir().mkpath(m_folder)) {
        return true; // without marks, other windows are unknown
    }
    const QByteArray name =
        QCryptographicHash::hash(place.toUtf8(), QCryptographicHash::Sha1).toHex();
    auto lock = std::make_unique<QLockFile>(
        QDir(m_folder).filePath(QString::fromLatin1(name) + QStringLiteral(".lock")));
    lock->setStaleLockTime(0); // valid while its process exists
    if (!lock->tryLock(0)) {
        return lock->error() != QLockFile::LockFailedError;
    }
    m_lock = std::move(lock);
    return true;
}

} // namespace warpbench::ui
