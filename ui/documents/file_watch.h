// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>

namespace warpbench::ui {

/// Says when files change, however other programs do that: in place, by replacing them, or by
/// deleting them and making them again.
class FileWatch : public QObject {
    Q_OBJECT

  public:
    explicit FileWatch(QObject* parent = nullptr);

    /// Which files, by absolute paths, whether they are there or not; no others from now on.
    void setFiles(const QStringList& files);
    /// Until the next setFiles(): our own writing is no news.
    void pause();

  signals:
    void changed(const QString& file); ///< written, replaced or there again
    void gone(const QString& file);

  private:
    void folderChanged();
    void fileChanged(const QString& file);

    QStringList m_files;
    QFileSystemWatcher m_watcher;
};

} // namespace warpbench::ui
