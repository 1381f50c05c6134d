// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "tests/ui/ui_test.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/window/file_handler.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDialog>
#include <QPointer>
#include <QTest>
#include <QTimer>

#include <functional>
#include <memory>

/// Shared by the tests of the whole window.
namespace warpbench::ui {

constexpr int kPatience = 60'000; // ms; a busy machine is slow, and nothing here waits for nothing

inline MainWindow::Options testOptions() {
    MainWindow::Options o;
    o.device = QStringLiteral("sim");
    o.remember = false;
    return o;
}

/// A window on the screen with a copy of an example in it, and its devices listed.
class OpenWindow {
  public:
    explicit OpenWindow(const QString& example = QStringLiteral("vector_multiply"),
                        MainWindow::Options options = testOptions())
        : m_window(std::make_unique<MainWindow>(std::move(options))) {
        QVERIFY(m_window->files().openPath(copyExample(example, m_folder.path())));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->devicesReady(), kPatience);
        m_window->show();
        activate();
    }
    /// Brings the window to the front, which no window manager does here after a dialog.
    void activate() {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    /// Removes the folder with all contents without asking.
    ~OpenWindow() {
        if (m_window->document().isDirty()) {
            m_window->document().save();
        }
        m_window->close();
    }

    MainWindow* operator->() { return m_window.get(); }
    MainWindow& operator*() { return *m_window; }
    QString folder() const { return m_folder.path(); }
    CodeEditor& editor() { return m_window->pane().editor(); }
    template <class Widget>
    Widget* find(const char* name) {
        return m_window->findChild<Widget*>(QLatin1String(name));
    }

  private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

/// Looks at the next modal dialog as soon as it is there, and closes it where `look` does not. One
/// that is there already is not the next.
inline void whenAsked(const std::function<void(QDialog&)>& look) {
    auto* timer = new QTimer(qApp);
    const QPointer<QWidget> present = QApplication::activeModalWidget();
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, look, present] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog || dialog == present) {
            return;
        }
        timer->deleteLater();
        timer->stop();
        look(*dialog);
        if (dialog->isVisible()) {
            dialog->reject();
        }
    });
    timer->start(10);
}

inline bool compilerIsMissing() {
    return !compile::compilerInfo().available;
}

} // namespace warpbench::ui
