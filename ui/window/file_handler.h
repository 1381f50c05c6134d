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

/// Files and what the user is asked about them: new, open, save, recent ones, examples, changes by
/// other programs, work left behind by a crash.
class FileHandler : public QObject {
    Q_OBJECT

  public:
    /// \param banner  where things are said that need no dialog
    FileHandler(ProjectDocument& document, Banner& banner, QWidget* window);

    void newProject();
    /// A project from a template, with no dialog. \param index  in projectTemplates()
    void newFromTemplate(int index);
    void open();
    /// \returns whether it is open now
    bool openPath(const QString& path);
    bool save();
    bool saveAs();
    /// Leaves the project for an empty one.
    void closeProject();
    /// Another window, with nothing opened yet, as its own program.
    static void newWindow();
    /// Lets the project name files outside its folder, or no longer; kept for the next time.
    void allowOutside(bool allow);
    /// Asks about unsaved changes. \returns false where the user wants to stay
    bool mayLeave();
    void fillRecentMenu(QMenu* menu);
    void fillExamplesMenu(QMenu* menu);
    /// Starts keeping copies of unsaved work, and offers what a crash left behind.
    void startRecovery();
    /// What a crash left behind and nobody has answered yet.
    std::vector<UnsavedWork> unsavedWork() const;
    /// Opens it as it was. \param file  UnsavedWork::file
    void restoreUnsaved(const QString& file);
    /// A message about a set-up that is no longer there goes.
    void forgetOpening();
    /// How old the copies of unsaved work may be, as the settings say.
    void takeSettings();

  signals:
    void opened(); ///< another project is on the screen
    void closed(); ///< the user left the project for none; opened() came before
    void saved(QString path);
    void setUpWanted();          ///< the program is to be run for its set-up
    void followed(QString path); ///< a file that another program has changed was read again

  private:
    /// What a message offers to do.
    struct Offer {
        QString label;
        std::function<void()> action;
    };

    void connectDocument();
    QString folderToOpenIn() const;
    bool openFile(const QString& path, bool sourceAlone);
    void sayWhatWasOpened(const QString& asked, const std::vector<Error>& warnings);
    /// Asks where the project is saved. \returns a path; empty: nowhere
    QString askForTarget();
    bool saveTo(const QString& path);
    bool agreeOnEncoding();
    /// Asks what to do about files that somebody else has changed.
    /// \param target  what is being saved. \returns whether it is saved
    bool resolve(const std::vector<ProjectDocument::DiskChange>& changes, const QString& target);
    void readAgain();
    void reload();
    void offerRecovered();
    /// Asks, as nothing brings it back. \returns whether it is deleted
    bool deleteWork(const Recovery::Entry& entry);
    void fileChanged(const QString& path);
    void lookAtChanges();
    void follow(const QString& path);
    void sayChanged(const QString& path);
    void sayReadOnly();
    void takeTrust();
    /// Asks whether files outside the project's folder may be read, where it names some.
    /// \param lines  what else there is to say
    bool askAboutOutside(const QStringList& lines);
    /// Says something in the banner. What a former message offered is withdrawn.
    /// \param about  the file that it is about, where it is of no interest once that is as it was
    void say(Banner::Kind kind, const QString& text, std::vector<Offer> offers = {},
             std::function<void()> onDismiss = {}, const QString& about = {});
    void withdraw();
    void restoreWork(const Recovery::Entry& entry);
    void markOpen();

    ProjectDocument& m_document;
    Banner& m_banner;
    QPointer<QWidget> m_window;
    std::unique_ptr<Recovery> m_recovery;
    std::vector<Recovery::Entry> m_leftBehind; ///< not answered yet
    std::vector<Offer> m_offers;               ///< of the message that the banner shows
    std::function<void()> m_onDismiss;         ///< likewise
    QString m_about;                           ///< likewise
    QStringList m_changed;                     ///< by other programs, and not looked at yet
    QTimer m_changePause;                      ///< a program may take several steps to write a file
    OpenMark m_mark;
};

} // namespace warpbench::ui
