// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <vector>

namespace warpbench::ui {

/// Keeps a copy of unsaved work in the user's data folder, so that it survives a crash of the
/// program or the machine.
class Recovery : public QObject {
    Q_OBJECT

  public:
    /// An unsaved header.
    struct HeaderEntry {
        QString path;
        QString text;
        TextFormat format;
        QByteArray hash; ///< last known hash of its file
    };
    /// The unsaved work of a session.
    struct Entry {
        QString file;        ///< the copy
        QString path;        ///< of the project; empty: never saved
        QString name;        ///< as shown by the window
        QString projectText; ///< the project file's text
        QString source;
        ProjectDocument::FileState files; ///< last known state of the files behind it
        QDateTime time;
        std::vector<HeaderEntry> headers = {};
    };

    /// \param folder  for the copies; empty: the user's data folder
    explicit Recovery(ProjectDocument& document, const QString& folder = {});
    ~Recovery() override; ///< a normal exit removes the copy

    /// Copies from sessions that are not running any more, newest first.
    std::vector<Entry> leftBehind() const;
    static void discard(const Entry& entry);
    /// The differences to the files on disk, which discarding the entry would lose.
    static std::vector<TextDocument::DiskChange> differences(const Entry& entry);
    /// Restores an entry into a document. \throws Error
    static void restore(const Entry& entry, ProjectDocument& document);
    /// Writes the copy now, or removes it if there are no unsaved changes.
    /// \returns false if writing fails
    bool writeNow();
    /// The greatest age, in ms, of a change that the copy does not contain yet. Default: 2000.
    void setGreatestAge(int ms);

  signals:
    /// Writing the copy failed; emitted once until it succeeds again.
    void failed(QString why);

  private:
    Entry snapshot() const;
    void writeAside();
    void takeOutcome(const QString& why);

    ProjectDocument& m_document;
    QString m_folder;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock; ///< tells other sessions that this one is running
    QTimer m_timer;
    QThreadPool m_writer;
    bool m_writing = false; ///< another thread is writing a copy
    bool m_again = false;   ///< there were changes since that copy started
    bool m_failing = false;
};

} // namespace warpbench::ui
