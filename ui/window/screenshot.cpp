// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/screenshot.h"

#include "core/base/error.h"
#include "ui/commands/actions.h"
#include "ui/docks/panel_docks.h"
#include "ui/documents/guess.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/live/live_panel.h"
#include "ui/panels/gpus_panel.h"
#include "ui/sweeps/sweeps_panel.h"
#include "ui/theme/turns.h"
#include "ui/window/file_handler.h"
#include "ui/window/main_window.h"
#include "ui/window/run_presenter.h"
#include "ui/words/text.h"

#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QPixmap>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <cstdio>

namespace warpbench::ui {

Screenshot::Screenshot(MainWindow& window, Options options)
    : m_window(window)
    , m_options(std::move(options)) {}

void Screenshot::fail(const QString& why) {
    if (!m_failed) {
        m_failed = true;
        std::fprintf(stderr, "warpbench: error: %s\n", qPrintable(why));
        QApplication::exit(2);
    }
}

void Screenshot::start() {
    if (!m_options.project.isEmpty()) {
        // Reports a bad file on standard error, because nobody can close a dialog.
        try {
            ProjectDocument probe;
            probe.open(m_options.project);
        } catch (const Error& error) {
            fail(qs(error.line()));
            return;
        }
        m_window.files().openPath(m_options.project);
    } else {
        m_window.showStartPage();
    }
    if (!m_options.panel.isEmpty() && !m_window.showPanel(m_options.panel)) {
        fail(tr("unknown panel “%1”; use one of: %2")
                 .arg(m_options.panel, m_window.docks().names().join(QStringLiteral(", "))));
        return;
    }
    sizePanel();
    const QString buffer = m_options.panel.section(QLatin1Char(':'), 1);
    if (m_options.panel.startsWith(panels::buffers.text() + QLatin1Char(':'))) {
        QStringList names;
        for (const auto& known : m_window.workbench().document.project().buffers) {
            names << qs(known.name);
        }
        if (!names.contains(buffer)) {
            fail(tr("unknown buffer “%1”; use one of: %2")
                     .arg(buffer, names.join(QStringLiteral(", "))));
            return;
        }
    }
    connect(&m_window, &MainWindow::deviceChoiceFailed, this, &Screenshot::fail);
    if (m_window.devicesReady()) {
        runOrGrab();
    } else {
        connect(&m_window, &MainWindow::devicesAvailable, this, &Screenshot::runOrGrab,
                Qt::SingleShotConnection);
    }
}

void Screenshot::runOrGrab() {
    if (m_failed) {
        return;
    }
    if (m_options.stepTo > 0) {
        stepAndGrab();
        return;
    }
    connect(&m_window.workbench().controller, &RunController::failed, this,
            [this](const Error& error) {
                grab();
                fail(qs(error.line()));
            });
    if (runAgainst())
        return;
    if (m_options.run)
        run();
    else
        grab();
}

void Screenshot::run() {
    connect(
        &m_window.presenter(), &RunPresenter::reportShown, this,
        [this] {
            std::vector<session::BufferRef> buffers;
            for (const auto& buffer : m_window.workbench().results.report()->buffers)
                buffers.push_back(buffer.ref);
            const auto wait = [this, buffers] { waitForBuffers(buffers); };
            // These stay empty until requested.
            if (auto* gpus = dock() ? dock()->findChild<GpusPanel*>() : nullptr) {
                connect(gpus, &GpusPanel::estimated, this, wait, Qt::SingleShotConnection);
                gpus->estimate();
            } else if (auto* sweeps = dock() ? dock()->findChild<SweepsPanel*>() : nullptr) {
                connect(sweeps, &SweepsPanel::swept, this, wait, Qt::SingleShotConnection);
                sweeps->sweep();
            } else if (auto* live = dock() ? dock()->findChild<LivePanel*>() : nullptr) {
                connect(live, &LivePanel::shown, this, wait, Qt::SingleShotConnection);
                m_window.workbench().live.step();
            } else {
                wait();
            }
        },
        Qt::SingleShotConnection);
    m_window.presenter().run();
}

/// Runs another source, pins it, then runs the project's own. \returns false if there is none
bool Screenshot::runAgainst() {
    if (m_options.against.isEmpty())
        return false;
    QFile file(m_options.against);
    if (!file.open(QIODevice::ReadOnly)) {
        fail(tr("cannot read %1: %2").arg(m_options.against, file.errorString()));
        return true;
    }
    CodeEditor& editor = m_window.pane().editor();
    const QString own = editor.text();
    editor.setText(QString::fromUtf8(file.readAll()));
    connect(
        &m_window.presenter(), &RunPresenter::reportShown, this,
        [this, own] {
            m_window.actionSet().pinBaseline->trigger();
            m_window.pane().editor().setText(own);
            run();
        },
        Qt::SingleShotConnection);
    m_window.presenter().run();
    return true;
}

void Screenshot::stepAndGrab() {
    StepController& stepper = m_window.workbench().stepper;
    m_window.docks().show(panels::step);
    connect(&stepper, &StepController::failed, this, &Screenshot::fail);
    connect(&stepper, &StepController::changed, this, [this, &stepper] {
        if (stepper.phase() == StepController::Phase::paused) {
            stepper.disconnect(this);
            std::vector<session::BufferRef> buffers;
            for (const session::StepBuffer& buffer : stepper.state()->buffers)
                buffers.push_back(buffer.ref);
            waitForBuffers(buffers);
        }
    });
    stepper.runTo(m_options.stepTo);
}

void Screenshot::waitForBuffers(const std::vector<session::BufferRef>& buffers) {
    if (workWaits()) { // views have not requested their data yet
        QTimer::singleShot(0, this, [this, buffers] { waitForBuffers(buffers); });
        return;
    }
    if (!m_options.panel.isEmpty()) {
        m_window.docks().show(m_options.panel); // problems of the run may have raised another panel
    }
    const auto readable =
        std::find_if(buffers.begin(), buffers.end(), [](const session::BufferRef& ref) {
            return ref.generation != 0 && ref.elements > 0;
        });
    if (readable == buffers.end()) {
        grab();
        return;
    }
    // Views have requested their data once their layout is done. Reads are answered in order, so
    // the answer to this one arrives after theirs.
    QApplication::sendPostedEvents();
    m_window.grab();
    session::Handlers<arrays::HostArray> handlers;
    handlers.done = [this](const arrays::HostArray&) { grab(); };
    handlers.failed = [this](const Error&) { grab(); };
    m_window.workbench().controller.session().read({*readable, 0, 1}, std::move(handlers));
}

QDockWidget* Screenshot::dock() const {
    return m_window.docks().dockOf(m_options.panel);
}

void Screenshot::sizePanel() {
    if (!m_options.panelOnly || !m_options.panelSize.isValid())
        return;
    if (QDockWidget* panel = dock()) {
        panel->setFloating(true); // in the window, its neighbours would have to shrink
        panel->widget()->setFixedSize(m_options.panelSize);
        panel->adjustSize();
    }
}

QPixmap Screenshot::picture() const {
    if (const QDockWidget* panel = m_options.panelOnly ? dock() : nullptr)
        return panel->widget()->grab();
    return m_window.grab();
}

void Screenshot::grab() {
    // After all posted events: layouts, repaints.
    QTimer::singleShot(0, this, [this] {
        QThreadPool::globalInstance()->waitForDone(); // images of buffers are drawn there
        QApplication::sendPostedEvents();
        if (m_failed) {
            return;
        }
        if (workWaits()) {
            grab();
            return;
        }
        if (!picture().save(m_options.output)) {
            fail(tr("cannot write the picture %1; its name must end in .png, and its folder must "
                    "be writable")
                     .arg(m_options.output));
            return;
        }
        QApplication::exit(0);
    });
}

} // namespace warpbench::ui
