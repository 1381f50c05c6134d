// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/open_mark.h"
#include "ui/documents/project_document.h"
#include "ui/documents/recovery.h"
#include "ui/theme/banner.h"
#include "ui/window/unsaved_work.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

class QMenu;
class QWidget;

namespace warpbench::ui {

/// File commands with their dialogs: new, open, save, recent files, examples, changes by other
/// programs, work left behind by a crash.
class FileHandler : public QObject {
    Q_OBJECT

  public:
    /// \param banner  shows messages that need no dialog
    FileHandler(ProjectDocument& document, Banner& banner, QWidget* window);

    void newProject();
    /// Creates a project from a template without a dialog. \param index  in projectTemplates()
    void newFromTemplate(int index);
    void open();
    /// \returns whether it is open
    bool openPath(const QString& path);
    bool save();
    bool saveAs();
    /// Replaces the project by an empty one.
    void closeProject();
    /// Starts another process with an empty window.
    static void newWindow();
    /// Allows or forbids files outside the project's folder, and saves the choice.
    void allowOutside(bool allow);
    /// Asks about unsaved changes. \returns false if the user cancels
    bool mayLeave();
    void fillRecentMenu(QMenu* menu);
    void fillExamplesMenu(QMenu* menu);
    /// Starts to back up unsaved work, and offers work from a crashed session.
    void startRecovery();
    /// Work from crashed sessions that the user has not decided about yet.
    std::vector<UnsavedWork> unsavedWork() const;
    /// Restores it. \param file  UnsavedWork::file
    void restoreUnsaved(const QString& file);
    /// Hides a message about a set-up that has been replaced.
    void forgetOpening();
    /// Applies the backup interval from the settings.
    void takeSettings();

  signals:
    void opened(); ///< another project is shown
    void closed(); ///< the user closed the project; opened() came first
    void saved(QString path);
    void setUpWanted();          ///< run the program for its set-up
    void followed(QString path); ///< a file changed by another program was reloaded

  private:
    /// An action offered by a message.
    struct Offer {
        QString label;
        std::function<void()> action;
    };

    void connectDocument();
    QString folderToOpenIn() const;
    bool openFile(const QString& path, bool sourceAlone);
    void sayWhatWasOpened(const QString& asked, const std::vector<Error>& warnings);
    /// Asks for a path to save to. \returns the path; empty: cancelled
    QString askForTarget();
    bool saveTo(const QString& path);
    bool agreeOnEncoding();
    /// Asks what to do about files changed by other programs.
    /// \param target  the path to save to. \returns whether to save
    bool resolve(const std::vector<ProjectDocument::DiskChange>& changes, const QString& target);
    void readAgain();
    void reload();
    void offerRecovered();
    /// Asks, because deleting is permanent. \returns whether it was deleted
    bool deleteWork(const Recovery::Entry& entry);
    void fileChanged(const QString& path);
    void lookAtChanges();
    void follow(const QString& path);
    void sayChanged(const QString& path);
    void sayReadOnly();
    void takeTrust();
    /// Asks whether to read files outside the project's folder, if the project refers to any.
    /// \param lines  more lines for the message
    bool askAboutOutside(const QStringList& lines);
    /// Shows a message in the banner, and drops the actions of the previous one.
    /// \param about  a file; the message disappears when the file matches the known state again
    void say(Banner::Kind kind, const QString& text, std::vector<Offer> offers = {},
             std::function<void()> onDismiss = {}, const QString& about = {});
    void withdraw();
    void endMessageAbout(const QString& path);
    void restoreWork(const Recovery::Entry& entry);
    void markOpen();

    ProjectDocument& m_document;
    Banner& m_banner;
    QPointer<QWidget> m_window;
    std::unique_ptr<Recovery> m_recovery;
    std::vector<Recovery::Entry> m_leftBehind; ///< undecided
    std::vector<Offer> m_offers;               ///< of the current message
    std::function<void()> m_onDismiss;         ///< of the current message
    QString m_about;                           ///< of the current message
    QStringList m_changed;                     ///< by other programs, not checked yet
    QTimer m_changePause;                      ///< a program may write a file in several steps
    OpenMark m_mark;
};

} // namespace warpbench::ui
