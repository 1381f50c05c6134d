// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>
#include <QTimer>

class QLabel;
class QProgressBar;
class QToolButton;

namespace warpbench::ui {

/// The status bar: what is going on at the left; problems, device and cursor at the right.
class StatusLine : public QStatusBar {
    Q_OBJECT

  public:
    explicit StatusLine(QWidget* parent = nullptr);

    /// A step that is under way. The bar itself comes up only when it takes long.
    void showProgress(const QString& phase, double fraction);
    /// Nothing is under way; `text` says how it ended.
    /// Nothing is under way any more, and nobody said what came of it.
    void endProgress();
    void showDone(const QString& text);
    void setProblems(int errors, int warnings);
    void setSimulated(bool simulated);
    /// What is held of devices' memory; `inWords` is shown where one points at it or clicks it.
    void setMemory(const QString& inShort, const QString& inWords);
    void setCursor(int line, int column);
    /// Problems and the cursor are of a project.
    void setProjectShown(bool shown);
    QString text() const;

  signals:
    void problemsClicked();

  private:
    QLabel* m_text;
    QProgressBar* m_bar;
    QToolButton* m_problems;
    QToolButton* m_memory;
    QLabel* m_simulated;
    QLabel* m_cursor;
    QTimer m_busyTimer;
};

} // namespace warpbench::ui
