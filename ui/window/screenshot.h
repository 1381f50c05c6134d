// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/buffer_ref.h"

#include <QObject>
#include <QPixmap>
#include <QSize>
#include <QString>

#include <vector>

class QDockWidget;

namespace warpbench::ui {

class MainWindow;

/// Renders the window into a picture and ends the program: opens a project, runs it if asked, and
/// waits for what was asked for to be on the screen, by signals.
class Screenshot : public QObject {
    Q_OBJECT

  public:
    struct Options {
        QString output;
        QString project;
        QString panel;
        bool panelOnly = false; ///< the panel's picture in place of the window's
        QSize panelSize{};      ///< of the panel's picture; invalid: as large as it is in its dock
        QString against;        ///< a source that is run first and pinned; empty: none
        bool run = false;
        int stepTo = 0; ///< a line of the source to step to; 0: none
    };

    Screenshot(MainWindow& window, Options options);

    /// Starts; the program's exit code tells how it ended. A message has then been printed.
    void start();

  private:
    void runOrGrab();
    void run();
    bool runAgainst();
    void stepAndGrab();
    void waitForBuffers(const std::vector<session::BufferRef>& buffers);
    void grab();
    QDockWidget* dock() const;
    /// The panel by itself is as large as was asked for.
    void sizePanel();
    QPixmap picture() const;
    void fail(const QString& why);

    MainWindow& m_window;
    Options m_options;
    bool m_failed = false;
};

} // namespace warpbench::ui
