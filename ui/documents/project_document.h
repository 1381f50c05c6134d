// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/guess/question.h"
#include "core/project/project.h"
#include "ui/documents/file_watch.h"
#include "ui/documents/text_document.h"

#include <QElapsedTimer>
#include <QObject>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <vector>

namespace warpbench::ui {

struct Companions;
class HeaderDocuments;

/// The project that a window shows: its value, the texts of its source and of headers that are
/// edited, the undo history of everything but the texts (their editors keep those), and the files
/// behind it.
class ProjectDocument : public QObject {
    Q_OBJECT

  public:
    /// What is known of the files behind the document, so that a change by somebody else can be
    /// told from what was read or written here. Hashes of their bytes; empty: not known.
    struct FileState {
        TextFormat format; ///< of the source file
        QByteArray project;
        QByteArray source;
    };
    using DiskChange = TextDocument::DiskChange;

    explicit ProjectDocument(QObject* parent = nullptr);
    ~ProjectDocument() override;

    /// With what is not saved of the headers, for whoever compiles it.
    const project::Project& project() const { return m_project; }
    const QString& source() const { return m_source.text(); }
    /// Which state of the source this is: each change makes a larger number.
    quint64 revision() const { return m_source.revision(); }
    HeaderDocuments& headers() { return *m_headers; }
    const HeaderDocuments& headers() const { return *m_headers; }
    QUndoStack* undoStack() { return &m_undo; }

    /// Changes the project as one step of the undo history. Steps in a row with the same non-empty
    /// `mergeKey` become one (typing in a field).
    /// \param text  what the step is called in the Edit menu
    void edit(const QString& text, const std::function<void(project::Project&)>& change,
              const QString& mergeKey = {});
    /// Takes buffers, launches and variables from another project, as one step of the history. What
    /// was asked about a guessed set-up is answered by it. Its data files are moved beside the
    /// project when that is saved.
    /// \param made  a project that is in programsFolder()
    void takeSetUp(const project::Project& made);
    /// Whether the user lets the project name files outside its folder. No step of the history.
    void setMayLeaveFolder(bool may);
    /// The editor's text has changed.
    void setSource(const QString& source);

    /// Starts an unsaved project.
    void create(project::Project project, const QString& source);
    /// Opens a project, or a bare .cu file as a new project around it, whose launches and buffers
    /// are guessed from its kernels.
    /// \returns what was odd about the file, to be shown
    /// \throws Error where it cannot be opened; the document is unchanged then
    std::vector<Error> open(const QString& path);
    /// What could not be told from a bare source's host code when it was opened, and has not been
    /// answered since.
    const std::vector<guess::Question>& questions() const { return m_questions; }
    /// It is as it should be. No step of the history.
    void answerQuestion(std::size_t index);

    /// Writes project, source and headers to where they came from, of a bare source the texts alone
    /// (hasPlace()). What others have written there
    /// meanwhile is replaced: ask changesOnDisk() before. \throws Error
    void save();
    using CopyFiles =
        std::function<void(const Companions& files, const QString& from, const QString& to)>;
    /// Writes the project to another place and makes that its place. A source file, linked sources,
    /// their headers and the data files that buffers read are copied beside it, headers as they are
    /// typed; a source that was called as the project was is called as it is now. A project that
    /// was never saved gets a source file.
    /// \returns data files and linked sources that the project names and that are not there
    /// \param copy  does what copyCompanions() does, if it is to be done in another way: on another
    ///              thread. The document must not be changed meanwhile.
    /// \throws Error; no file of the new place has been touched then, unless writing failed halfway
    QStringList saveAs(const QString& path, const CopyFiles& copy = {});
    /// Whether save() has a place for everything: a project's own, or that of a bare source whose
    /// set-up is as it was guessed.
    bool hasPlace() const;
    /// Which of its files were changed by somebody else since they were read or written here, and
    /// would be overwritten by save().
    std::vector<DiskChange> changesOnDisk() const;
    /// The same for saveAs(): files that stay where they are. A bare source is one of them.
    std::vector<DiskChange> changesOnDisk(const QString& target) const;
    /// Reads the source file again, as after a change by another program. The editor can undo it.
    /// \throws Error
    void reloadSource();
    /// Reads project and source again; for the set-up that is one step that can be undone.
    /// \returns whether the file names another source now, so that it was opened like any other
    /// project: nothing can be undone, and unsaved headers are gone
    /// \throws Error
    bool reload();
    /// Whether reload() would open it like another project. \throws Error
    bool hasOtherSourceOnDisk() const;
    /// Puts unsaved work of a crashed session back: place as it was, contents as they were.
    void restore(const QString& path, const QString& projectText, const QString& source,
                 const FileState& files = {});

    FileState fileState() const { return {m_source.format(), m_projectHash, m_source.hash()}; }
    /// Texts with a letter that their encoding lacks: they cannot be saved as they are.
    std::vector<TextDocument*> unwritable();
    /// How the source is written from now on.
    void setFormat(const TextFormat& format) { m_source.setFormat(format); }
    /// What is not saved, by name, for who asks about it.
    QStringList unsavedNames() const;

    QString path() const;       ///< of the project file; empty: never saved
    QString sourcePath() const; ///< of the .cu file, absolute; empty: the text is in the project
    QString displayName() const;
    bool isReadOnly() const { return m_project.readOnly; }
    bool isDirty() const;
    bool hasSourceFile() const;
    /// Whether a file of the project follows its changes by other programs without a question:
    /// nothing that is unsaved here would be lost.
    bool mayFollow(const QString& file) const;

  signals:
    void changed(); ///< the project's value
    void questionsChanged();
    void sourceReplaced();         ///< the text, by opening another one; not by typing
    void sourceReloaded();         ///< the text, by reading its file again; sourceEdited follows
    void sourceEdited();           ///< the text, by typing or reloading
    void headersEdited();          ///< one of them, likewise
    void dirtyChanged(bool dirty); ///< or the name under which it is kept
    void moved();                  ///< it was saved under another name
    void sourceChangedOnDisk(QString path);
    void projectChangedOnDisk(QString path);
    void fileVanished(QString path); ///< deleted or moved away by somebody else
    void filesAgree(QString path);   ///< a file holds again what is known of it

  private:
    friend class EditCommand;
    void assign(const project::Project& project);
    void replace(project::Project project, const QString& source, const FileState& files,
                 bool dirty, std::vector<guess::Question> questions = {});
    bool staysSourceOf(const QString& target) const;
    QString sourceNameFor(const QString& target, const QByteArray& bytes) const;
    struct SavePlan;
    SavePlan planSave(const QString& target) const;
    Companions copyAlong(const SavePlan& plan, const CopyFiles& copy) const;
    void saveTexts();
    void write(const SavePlan& plan);
    void settle(SavePlan plan);
    bool isSameProject(const project::Project& other) const;
    void reloadHeaders();
    void connectTexts();
    void watch();
    void stopWatching();
    void fileChanged(const QString& path);
    void fileGone(const QString& path);
    void updateDirty();

    project::Project m_project;
    TextDocument m_source;
    std::unique_ptr<HeaderDocuments> m_headers;
    bool m_savedOnce = true; ///< false: dirty from the start, as a restored project is
    bool m_wasDirty = false;
    bool m_replacing = false; ///< half of it is another project's: nobody is told yet
    QByteArray m_projectHash; ///< of the file's bytes; empty: not known
    QStringList m_gone;       ///< of its two files: what they held is here and nowhere else
    QElapsedTimer m_clock;    ///< steps of the history that lie apart do not merge
    std::vector<guess::Question> m_questions;
    QUndoStack m_undo;
    FileWatch m_watch;
};

} // namespace warpbench::ui
