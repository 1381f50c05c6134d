// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"
#include "ui/documents/file_watch.h"
#include "ui/documents/include_scan.h"
#include "ui/documents/text_document.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warpbench::ui {

/// A text of a project, and what it is there.
struct ProjectText : public TextDocument {
    enum class Role {
        source,
        header,   ///< that a source includes
        linked,   ///< a source that is linked with the project's, edited and saved like a header
        generated ///< the kernel of a step, with its file name as path; never edited
    };

    ProjectText(Role itsRole, const QString& itsPath)
        : role(itsRole) {
        setPath(itsPath);
    }
    bool isSource() const { return role == Role::source; }
    /// How places and breakpoints name it: empty for the source, else path().
    QString file() const { return isSource() ? QString() : path(); }

    Role role;
    bool byOption = false; ///< an option includes it, not a line of a source
    bool open = false;     ///< in a tab or edited: stays in the list without being included
    QString step;          ///< that generates it: "reduce: dot = a * b, +"
};

/// All texts of a project: its source, the headers that its sources include, linked sources, and
/// kernels generated from steps. Follows their files. Searches includes on another thread, shortly
/// after something that determines them has changed, and keeps what it finds.
class ProjectTexts : public QObject {
    Q_OBJECT

  public:
    /// \param project  of the owner, which calls projectChanged()
    explicit ProjectTexts(const project::Project& project);

    ProjectText& source() const { return *m_texts.front(); }
    /// The source first.
    const std::vector<std::unique_ptr<ProjectText>>& all() const { return m_texts; }
    /// Headers and linked sources as the last search found them.
    const std::vector<ProjectText*>& included() const { return m_included; }
    std::vector<ProjectText*> modified() const;
    /// What saving writes: the source in any case, and all other modified texts.
    std::vector<ProjectText*> toSave() const;
    /// Null: none with that path.
    ProjectText* find(const QString& path) const;
    /// The text that the compiler means by a file name, possibly relative to the source's folder;
    /// empty: the source. Null: none of the project's.
    ProjectText* named(const QString& name) const;
    /// The base folder of relative paths; empty: none.
    QString folder() const;

    /// Keeps a text in the list. Reads its file again, as some file systems report no changes.
    void open(ProjectText& text);
    /// Discards unsaved changes. May destroy the text.
    void close(ProjectText& text);
    /// Why a text cannot be edited: it is outside the project's folder, marked read-only,
    /// generated, or included by an option and not by the source. Empty: it can be edited.
    QString whyReadOnly(const ProjectText& text) const;

    /// Texts other than the source that differ from disk, by absolute path, for the compiler.
    std::map<std::string, std::string> unsaved() const;
    /// A hash of all included texts.
    const QByteArray& digest() const { return m_digest; }
    /// Files that the sources include or that are linked with them, text or not.
    QStringList includedFiles() const;

    /// Searches includes now if they may have changed since the last search.
    void settle();
    /// Starts again with the source of another project.
    void restart(const QString& path, const DecodedText& text, const QByteArray& hash);
    /// Restores unsaved work of a crashed session.
    void restore(const QString& path, const QString& text, const TextFormat& format,
                 const QByteArray& hash);
    /// The project and its files have moved to another folder.
    void move(const QString& from, const QString& to);
    void projectChanged();

    /// Watches the project's file and those of all texts. Call pause() before and watch() after our
    /// own writes, so that they are not reported as changes.
    void watch();
    void pause() { m_watch.pause(); }
    const FileWatch& watcher() const { return m_watch; }

  signals:
    void added(warpbench::ui::ProjectText* text);
    void removed(warpbench::ui::ProjectText* text); ///< is about to be destroyed
    void edited(); ///< a header or a linked source, by typing or reloading
    void modifiedChanged();
    void digestChanged();
    void moved(const QString& from, const QString& to); ///< a text's path
    void changedOnDisk(const QString& path); ///< not taken over: the source, or typed here
    void vanished(const QString& path);      ///< deleted or moved by another program
    void filesAgree(const QString& path);    ///< a file matches its known state again

  private:
    ProjectText& add(ProjectText::Role role, const QString& path);
    void remove(ProjectText& text);
    bool isIncluded(const ProjectText& text) const;
    IncludeScan scanOfNow();
    void scanLater(int pause);
    void scanIfIncludesChanged();
    void scanAside();
    void take(const IncludeScan::Found& found);
    void takeGenerated();
    void updateDigest();
    void fileChanged(const QString& path);
    void fileGone(const QString& path);

    const project::Project& m_project;
    std::vector<std::unique_ptr<ProjectText>> m_texts;
    std::vector<ProjectText*> m_included;
    QStringList m_notText; ///< included files that are not text
    QStringList m_missing; ///< where files that were not found would be
    QStringList m_scanKey; ///< of the last search
    QByteArray m_digest;
    bool m_due = true;   ///< includes may have changed since the last search
    quint64 m_round = 0; ///< of the newest search
    QTimer m_pause;
    FileWatch m_watch;
};

} // namespace warpbench::ui
