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

/// The headers that a project's source includes: texts of the edited ones, and changes here or on
/// disk.
class HeaderDocuments : public QObject {
    Q_OBJECT

  public:
    explicit HeaderDocuments(const ProjectDocument& project);

    /// Why a header cannot be edited: it is outside the project's folder, marked read-only, or
    /// included by an option and not by the source. Empty: it can be edited.
    QString whyReadOnly(const QString& path) const;
    /// The document of an editable header, read from its file if not open yet.
    /// \throws Error
    TextDocument& open(const QString& path);
    /// Null: not open.
    TextDocument* find(const QString& path) const;
    /// Discards unsaved changes.
    void close(const QString& path);
    const std::vector<std::unique_ptr<TextDocument>>& all() const { return m_documents; }
    std::vector<TextDocument*> modified() const;
    /// Unsaved headers that another program has changed on disk.
    std::vector<TextDocument::DiskChange> changesOnDisk() const;
    /// Texts that differ from disk, by absolute path, for the compiler.
    std::map<std::string, std::string> unsaved() const;
    /// A hash of all included headers, with their edited or else stored texts.
    const QByteArray& digest() const { return m_digest; }

    /// For another project.
    void clear();
    /// Restores unsaved work of a crashed session.
    void restore(const QString& path, const QString& text, const TextFormat& format,
                 const QByteArray& hash);
    /// The project and its headers have moved to another folder.
    void move(const QString& from, const QString& to);
    /// Call it around our own writes, so that they are not reported as changes.
    void pauseWatching() { m_watch.pause(); }
    void watch();
    /// Searches the includes of the source now, if they may have changed.
    void settle();

  signals:
    void edited(); ///< a header, by typing or reloading
    void digestChanged();
    void modifiedChanged();
    void changedOnDisk(const QString& path); ///< while it has unsaved changes here
    void vanished(const QString& path);
    void filesAgree(const QString& path); ///< a file matches the known state again
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
    QStringList m_includeLines; ///< of the source and the project, at the last search
    QByteArray m_digest;
    bool m_due = true; ///< includes may have changed since the last search
    QTimer m_pause;
    FileWatch m_watch;
};

} // namespace warpbench::ui
