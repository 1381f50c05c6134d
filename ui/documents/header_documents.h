// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/file_watch.h"
#include "ui/documents/text_document.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warpbench::ui {

class ProjectDocument;

/// The headers that a project's source includes: the texts of those that are edited, and whether
/// any has changed, here or on disk.
class HeaderDocuments : public QObject {
    Q_OBJECT

  public:
    explicit HeaderDocuments(const ProjectDocument& project);

    /// Why a header is only shown: it is outside the project's folder, is marked read-only, or an
    /// option and no line of the source brings it in. Empty: it may be edited.
    QString whyReadOnly(const QString& path) const;
    /// The document of a header that may be edited, read from its file where it is not open yet.
    /// \throws Error
    TextDocument& open(const QString& path);
    /// Null: it is not open.
    TextDocument* find(const QString& path) const;
    /// What is not saved of it is gone.
    void close(const QString& path);
    const std::vector<std::unique_ptr<TextDocument>>& all() const { return m_documents; }
    std::vector<TextDocument*> modified() const;
    /// Which of those that are not saved were changed by somebody else.
    std::vector<TextDocument::DiskChange> changesOnDisk() const;
    /// Texts that are not what lies on disk, by absolute path, for the compiler.
    std::map<std::string, std::string> unsaved() const;
    /// Of all included headers, as they are typed now, or as they lie on disk.
    const QByteArray& digest() const { return m_digest; }

    /// Another project.
    void clear();
    /// Unsaved work of a session that ended badly.
    void restore(const QString& path, const QString& text, const TextFormat& format,
                 const QByteArray& hash);
    /// The project is in another folder now, and its headers with it.
    void move(const QString& from, const QString& to);
    /// Our own writing is no news: to be called around it.
    void pauseWatching() { m_watch.pause(); }
    void watch();
    /// Looks for what the source includes, now, if it may have changed.
    void settle();

  signals:
    void edited(); ///< one of them, by typing or reloading
    void digestChanged();
    void modifiedChanged();
    void changedOnDisk(const QString& path); ///< and is not saved here
    void vanished(const QString& path);
    void filesAgree(const QString& path); ///< a file holds again what is known of it
    void moved(const QString& from, const QString& to);

  private:
    struct Included {
        QString path;
        QString text; ///< on disk
    };
    TextDocument& add(const QString& path);
    void later();
    void laterIfIncludesChanged();
    QString folder() const;
    void updateDigest();
    void fileChanged(const QString& path);
    void fileGone(const QString& path);

    const ProjectDocument& m_project;
    std::vector<std::unique_ptr<TextDocument>> m_documents;
    std::vector<Included> m_included;
    QStringList m_includeLines; ///< of the source and the project, when it was looked last
    QByteArray m_digest;
    bool m_due = true; ///< what is included may have changed since it was looked
    QTimer m_pause;
    FileWatch m_watch;
};

} // namespace warpbench::ui
