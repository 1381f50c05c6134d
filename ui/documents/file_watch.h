// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>

namespace warpbench::ui {

/// Reports changes of files, however other programs write them: in place, by replacing, or by
/// deleting and creating them again.
class FileWatch : public QObject {
    Q_OBJECT

  public:
    explicit FileWatch(QObject* parent = nullptr);

    /// Replaces the list of watched files: absolute paths that may or may not exist.
    void setFiles(const QStringList& files);
    /// Ignores changes until the next setFiles(), for our own writes.
    void pause();

  signals:
    void changed(const QString& file); ///< written, replaced or recreated
    void gone(const QString& file);

  private:
    void folderChanged();
    void fileChanged(const QString& file);

    QStringList m_files;
    bool m_isPaused = false;
    QFileSystemWatcher m_watcher;
};

} // namespace warpbench::ui
