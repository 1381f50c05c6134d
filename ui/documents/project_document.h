// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/follow/question.h"
#include "core/project/data_files.h"
#include "core/project/project.h"
#include "ui/documents/project_texts.h"

#include <QElapsedTimer>
#include <QObject>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <vector>

namespace warpbench::ui {

struct Companions;

/// The project that a window shows: its value, its texts, the files behind both, and the undo
/// history of everything except the texts, which their editors keep.
class ProjectDocument : public QObject {
    Q_OBJECT

  public:
    /// The known state of the files behind the document, which distinguishes changes by other
    /// programs from our own. Hashes of their bytes; empty: unknown.
    struct FileState {
        TextFormat format; ///< of the source file
        QByteArray project;
        QByteArray source;
    };
    using DiskChange = TextDocument::DiskChange;

    explicit ProjectDocument(QObject* parent = nullptr);

    /// Contains the texts of unsaved headers, for the compiler.
    const project::Project& project() const { return m_project; }
    ProjectTexts& texts() { return m_texts; }
    const ProjectTexts& texts() const { return m_texts; }
    const QString& source() const { return m_texts.source().text(); }
    /// Version of the source: each change increases it.
    quint64 revision() const { return m_texts.source().revision(); }
    QUndoStack* undoStack() { return &m_undo; }

    /// Changes the project as one step of the undo history. Merges consecutive steps with the same
    /// non-empty `mergeKey` (typing in a field).
    /// \param text  name of the step in the Edit menu
    void edit(const QString& text, const std::function<void(project::Project&)>& change,
              const QString& mergeKey = {});
    /// While another thread works out an edit: finishEdits() waits until the result is released, on
    /// any thread.
    std::shared_ptr<void> holdEdit();
    /// Waits for such edits, so that saving, running and closing include them. Gives up after a few
    /// seconds.
    void finishEdits();
    /// Takes buffers, launches and variables from another project, as one step of the history. This
    /// also answers all questions about a guessed set-up. Saving the project moves the data files
    /// next to it.
    /// \param made  a project in programsFolder()
    void takeSetUp(const project::Project& made);
    /// Whether the project can refer to files outside its folder. Not part of the history.
    void setMayLeaveFolder(bool may);
    /// The text in the editor has changed.
    void setSource(const QString& source);

    /// Starts a new, unsaved project.
    void create(project::Project project, const QString& source);
    /// Opens a project, or a bare .cu file as a new project with launches and buffers guessed from
    /// its kernels.
    /// \returns warnings about the file, to be shown
    /// \throws Error if it cannot be opened; the document stays unchanged
    std::vector<Error> open(const QString& path);
    /// Questions that a bare source's host code left open and that the user has not answered
    /// yet.
    const std::vector<guess::Question>& questions() const { return m_questions; }
    /// Accepts the guess. Not part of the history.
    void answerQuestion(std::size_t index);

    /// Writes project, source and headers to their files; for a bare source, only the texts
    /// (hasPlace()).
    /// Overwrites changes by other programs: call changesOnDisk() first.
    /// \throws Error
    void save();
    using CopyFiles =
        std::function<void(const Companions& files, const QString& from, const QString& to)>;
    /// Saves the project to another path, which becomes its path. Copies the source file, linked
    /// sources, their headers and input data of buffers next to it, headers with their edited text.
    /// A source file named after the project is renamed with it. A project that was never saved
    /// gets a source file.
    /// \returns data files and linked sources of the project that do not exist
    /// \param copy  replaces copyCompanions(), for example to copy on another thread. The document
    /// must not change meanwhile.
    /// \throws Error; then no file at the new path has been touched, unless writing failed halfway
    QStringList saveAs(const QString& path, const CopyFiles& copy = {});
    /// Whether save() can store everything: true for a project file, and for a bare source whose
    /// set-up is still as guessed.
    bool hasPlace() const;
    /// Files changed by other programs since they were read or written here, which save() would
    /// overwrite.
    std::vector<DiskChange> changesOnDisk() const;
    /// The same for saveAs(), for files that keep their path, such as a bare source.
    std::vector<DiskChange> changesOnDisk(const QString& target) const;
    /// Reloads the source file, for example after a change by another program. The editor can undo
    /// it.
    /// \throws Error
    void reloadSource();
    /// Reloads the files that another program changed; for the set-up this is one undoable step.
    /// Unsaved changes of the other files stay.
    /// \returns whether the file now names another source. Then it was opened like any other
    /// project: undo is not possible, and unsaved headers are lost
    /// \throws Error
    bool reload();
    /// Whether reload() would open the file like another project. \throws Error
    bool hasOtherSourceOnDisk() const;
    /// Restores unsaved work of a crashed session, with its path and contents.
    void restore(const QString& path, const QString& projectText, const QString& source,
                 const FileState& files = {});

    FileState fileState() const {
        return {m_texts.source().format(), m_projectHash, m_texts.source().hash()};
    }
    /// Texts with a character that their encoding lacks, so that they cannot be saved.
    std::vector<ProjectText*> unwritable() const;
    /// Names of unsaved files, for questions about them.
    QStringList unsavedNames() const;

    QString path() const; ///< of the project file; empty: never saved
    /// Of the .cu file, absolute; empty: the text is in the project.
    QString sourcePath() const { return m_texts.source().path(); }
    QString displayName() const;
    bool isReadOnly() const { return m_project.readOnly; }
    bool isDirty() const;
    bool hasSourceFile() const;
    /// Whether to reload a changed file of the project without asking, because no unsaved changes
    /// would be lost.
    bool mayFollow(const QString& file) const;

  signals:
    void changed(); ///< the value of the project
    void questionsChanged();
    void sourceReplaced();         ///< another text was opened; not by typing
    void sourceEdited();           ///< by typing or reloading
    void headersEdited();          ///< the same for a header
    void dirtyChanged(bool dirty); ///< or the document's name changed
    void moved();                  ///< saved under another name
    /// Saving has copied data files to the project, which refers to the copies now.
    void dataMoved(const std::vector<warpbench::project::MovedFile>& files);
    void editsFinished(); ///< of holdEdit()
    // Of the project's file and of each text's.
    void changedOnDisk(QString path); ///< and not reloaded
    void fileVanished(QString path);  ///< deleted or moved by another program
    void filesAgree(QString path);    ///< a file matches its known state again

  private:
    friend class EditCommand;
    void assign(const project::Project& project);
    void replace(project::Project project, const QString& source, const FileState& files,
                 bool dirty, std::vector<guess::Question> questions = {});
    QString pathOfSource() const;
    bool staysSourceOf(const QString& target) const;
    bool keepsPath(const ProjectText& text, const QString& target) const;
    QString sourceNameFor(const QString& target, const QByteArray& bytes) const;
    struct SavePlan;
    SavePlan planSave(const QString& target) const;
    Companions copyAlong(const SavePlan& plan, const CopyFiles& copy) const;
    void saveTexts();
    void write(const SavePlan& plan);
    void settle(SavePlan plan);
    bool isSameProject(const project::Project& other) const;
    void reloadTexts();
    void connectTexts();
    void projectFileChanged();
    void updateDirty();

    project::Project m_project;
    ProjectTexts m_texts{m_project};
    bool m_savedOnce = true; ///< false: dirty from the start, like a restored project
    bool m_wasDirty = false;
    bool m_replacing = false;   ///< suppresses signals while the project is only half replaced
    QByteArray m_projectHash;   ///< hash of the file; empty: unknown
    bool m_projectGone = false; ///< the file is missing: its contents exist only here
    std::vector<project::MovedFile> m_movedData; ///< by saving; the undo history has the old names
    int m_heldEdits = 0;
    QElapsedTimer m_clock; ///< limits the merging of steps to a short time
    std::vector<guess::Question> m_questions;
    QUndoStack m_undo;
};

} // namespace warpbench::ui
