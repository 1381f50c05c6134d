// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/project/project.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QUndoStack>

#include <functional>
#include <vector>

namespace warpbench::ui {

/// The project that a window shows: its value, the text of its source, the undo history of
/// everything but the text (the editor keeps that one), and the files behind it.
class ProjectDocument : public QObject {
    Q_OBJECT

  public:
    explicit ProjectDocument(QObject* parent = nullptr);

    const project::Project& project() const { return m_project; }
    const QString& source() const { return m_source; }
    /// Which state of the source this is: each change makes a larger number.
    quint64 revision() const { return m_revision; }
    QUndoStack* undoStack() { return &m_undo; }

    /// Changes the project as one step of the undo history. Steps in a row with the same non-empty
    /// `mergeKey` become one (typing in a field).
    /// \param text  what the step is called in the Edit menu
    void edit(const QString& text, const std::function<void(project::Project&)>& change,
              const QString& mergeKey = {});
    /// The editor's text has changed.
    void setSource(const QString& source);

    /// Starts an unsaved project.
    void create(project::Project project, const QString& source);
    /// Opens a project, or a bare .cu file as a new unsaved project around it.
    /// \returns what was odd about the file, to be shown
    /// \throws Error where it cannot be opened; the document is unchanged then
    std::vector<Error> open(const QString& path);
    /// Writes project and source to where they came from. \throws Error
    void save();
    /// Writes the project to another place and makes that its place. A source file, and the data
    /// files that buffers read, are copied beside it; a source that was called as the project was
    /// is called as it is now. \throws Error
    void saveAs(const QString& path);
    /// Reads the source file again, as after a change by another program. \throws Error
    void reloadSource();
    /// Puts unsaved work of a crashed session back: place as it was, contents as they were.
    void restore(const QString& path, const QString& projectText, const QString& source);

    QString path() const;       ///< of the project file; empty: never saved
    QString sourcePath() const; ///< of the .cu file, absolute; empty: the text lies in the project
    QString displayName() const;
    bool isReadOnly() const { return m_project.readOnly; }
    bool isDirty() const;
    bool hasSourceFile() const;

  signals:
    void changed();                ///< the project's value
    void sourceReplaced();         ///< the text, by opening or reloading; not by typing
    void sourceEdited();           ///< the text, by typing
    void dirtyChanged(bool dirty); ///< or the name under which it is kept
    void sourceChangedOnDisk(QString path);
    void projectChangedOnDisk(QString path);

  private:
    friend class EditCommand;
    void assign(const project::Project& project);
    void replace(project::Project project, const QString& source, bool dirty);
    QString sourceNameFor(const QString& target) const;
    void watch();
    void fileChanged(const QString& path);
    void updateDirty();

    project::Project m_project;
    QString m_source;
    quint64 m_revision = 1;
    QString m_savedSource;
    bool m_savedOnce = true; ///< false: dirty from the start, as a restored project is
    bool m_wasDirty = false;
    QUndoStack m_undo;
    QFileSystemWatcher m_watcher;
};

} // namespace warpbench::ui
