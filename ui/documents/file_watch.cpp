// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/file_watch.h"

#include <QFileInfo>

namespace warpbench::ui {

FileWatch::FileWatch(QObject* parent)
    : QObject(parent) {
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &FileWatch::fileChanged);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &FileWatch::folderChanged);
}

void FileWatch::pause() {
    m_isPaused = true;
    if (const QStringList watched = m_watcher.files() + m_watcher.directories();
        !watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
}

void FileWatch::setFiles(const QStringList& files) {
    // What both lists have stays watched, or a change in between would be lost.
    QStringList unwatched = m_watcher.files() + m_watcher.directories();
    QStringList made;
    for (const QString& file : files) {
        // Only the folder reports that a deleted file exists again.
        const QString folder = QFileInfo(file).absolutePath();
        unwatched.removeAll(file);
        unwatched.removeAll(folder);
        const bool isWatched = m_watcher.files().contains(file);
        if (!isWatched && QFileInfo::exists(file)) {
            m_watcher.addPath(file);
            if (!m_isPaused && m_files.contains(file)) {
                made << file;
            }
        }
        if (QFileInfo::exists(folder) && !m_watcher.directories().contains(folder)) {
            m_watcher.addPath(folder);
        }
    }
    if (!unwatched.isEmpty()) {
        m_watcher.removePaths(unwatched);
    }
    m_files = files;
    m_isPaused = false;
    for (const QString& file : std::as_const(made)) {
        QMetaObject::invokeMethod(
            this, [this, file] { fileChanged(file); }, Qt::QueuedConnection);
    }
}

void FileWatch::folderChanged() {
    const QStringList watched = m_watcher.files();
    for (const QString& file : QStringList(m_files)) {
        if (!watched.contains(file) && QFileInfo::exists(file)) {
            fileChanged(file);
        }
    }
}

void FileWatch::fileChanged(const QString& file) {
    // Editors replace files, and Qt stops watching a replaced file.
    if (QFileInfo::exists(file) && !m_watcher.files().contains(file)) {
        m_watcher.addPath(file);
    }
    if (!m_files.contains(file)) {
        return;
    }
    if (QFileInfo::exists(file)) {
        emit changed(file);
    } else {
        emit gone(file);
    }
}

} // namespace warpbench::ui
