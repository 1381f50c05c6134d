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

/// Saves an image of the window and exits: opens a project, runs it if requested, and waits by
/// signals until everything requested is shown.
class Screenshot : public QObject {
    Q_OBJECT

  public:
    struct Options {
        QString output;
        QString project;
        QString panel;
        bool panelOnly = false; ///< only the panel, not the window
        QSize panelSize{};      ///< of the panel's image; invalid: its size in the dock
        QString against;        ///< a source to run and pin first; empty: none
        bool run = false;
        int stepTo = 0; ///< a source line to step to; 0: none
    };

    Screenshot(MainWindow& window, Options options);

    /// Starts; the program's exit code is the result. Prints a message on failure.
    void start();

  private:
    void runOrGrab();
    void run();
    bool runAgainst();
    void stepAndGrab();
    void waitForBuffers(const std::vector<session::BufferRef>& buffers);
    void grab();
    QDockWidget* dock() const;
    /// Gives a single panel the requested size.
    void sizePanel();
    QPixmap picture() const;
    void fail(const QString& why);

    MainWindow& m_window;
    Options m_options;
    bool m_failed = false;
};

} // namespace warpbench::ui
