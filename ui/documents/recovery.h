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

/// Keeps a copy of unsaved work in the user's data folder while there is any, so that it survives
/// a crash of the program or the machine.
class Recovery : public QObject {
    Q_OBJECT

  public:
    /// A header that was not saved.
    struct HeaderEntry {
        QString path;
        QString text;
        TextFormat format;
        QByteArray hash; ///< of its file, as it was known
    };
    /// One session's unsaved work.
    struct Entry {
        QString file;        ///< the copy
        QString path;        ///< of the project; empty: it was never saved
        QString name;        ///< as the window showed it
        QString projectText; ///< the project file's text
        QString source;
        ProjectDocument::FileState files; ///< what was known of the files behind it
        QDateTime time;
        std::vector<HeaderEntry> headers = {};
    };

    /// \param folder  where copies lie; empty: the user's data folder
    explicit Recovery(ProjectDocument& document, const QString& folder = {});
    ~Recovery() override; ///< an orderly end: the copy is removed

    /// What sessions left behind that are no longer alive, newest first.
    std::vector<Entry> leftBehind() const;
    static void discard(const Entry& entry);
    /// Where it differs from the files on disk: what would be lost with it.
    static std::vector<TextDocument::DiskChange> differences(const Entry& entry);
    /// Puts it back into a document. \throws Error
    static void restore(const Entry& entry, ProjectDocument& document);
    /// Writes the copy now, or removes it where nothing is unsaved.
    /// \returns false where it could not be written
    bool writeNow();
    /// How old the oldest change may be that is not in the copy yet, in ms. The default is 2000.
    void setGreatestAge(int ms);

  signals:
    /// The copy cannot be written; told once, until it can be written again.
    void failed(QString why);

  private:
    Entry snapshot() const;
    void writeAside();
    void takeOutcome(const QString& why);

    ProjectDocument& m_document;
    QString m_folder;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock; ///< says to other sessions that this one is alive
    QTimer m_timer;
    QThreadPool m_writer;
    bool m_writing = false; ///< a copy, on the other thread
    bool m_again = false;   ///< something has changed since that copy was begun
    bool m_failing = false;
};

} // namespace warpbench::ui
