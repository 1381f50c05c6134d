// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/project_document.h"
#include "ui/models/recovery.h"
#include "ui/theme/banner.h"

#include <QObject>
#include <QPointer>

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
    void open();
    /// \returns whether it is open now
    bool openPath(const QString& path);
    bool save();
    bool saveAs();
    /// Asks about unsaved changes. \returns false where the user wants to stay
    bool mayLeave();
    void fillRecentMenu(QMenu* menu);
    void fillExamplesMenu(QMenu* menu);
    /// Starts keeping copies of unsaved work, and offers what a crash left behind.
    void startRecovery();

  signals:
    void opened(); ///< another project is on the screen

  private:
    bool saveTo(const QString& path);
    void offerRecovered();
    void sayReadOnly();
    /// Says something in the banner. What a former message offered is withdrawn.
    void say(Banner::Kind kind, const QString& text, const QString& action = {},
             std::function<void()> onAction = {}, std::function<void()> onDismiss = {});
    void withdraw();
    void restoreWork(const Recovery::Entry& entry);

    ProjectDocument& m_document;
    Banner& m_banner;
    QPointer<QWidget> m_window;
    std::unique_ptr<Recovery> m_recovery;
    std::vector<Recovery::Entry> m_leftBehind; ///< not answered yet
    std::function<void()> m_onAction;          ///< of the message that the banner shows
    std::function<void()> m_onDismiss;         ///< likewise
};

} // namespace warpbench::ui
