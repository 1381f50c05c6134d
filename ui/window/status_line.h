// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>
#include <QTimer>

class QLabel;
class QProgressBar;
class QToolButton;

namespace warpbench::ui {

/// The status bar: progress at the left; problems, device and cursor at the right.
class StatusLine : public QStatusBar {
    Q_OBJECT

  public:
    explicit StatusLine(QWidget* parent = nullptr);

    /// Shows the current step. The progress bar appears only if it takes long.
    void showProgress(const QString& phase, double fraction);
    /// Ends the progress display for a step without a result. Otherwise call showDone(), which
    /// shows `text` as the result.
    void endProgress();
    void showDone(const QString& text);
    void setProblems(int errors, int warnings);
    void setSimulated(bool simulated);
    /// Shows device memory in use; a tool tip or click shows `inWords`.
    void setMemory(const QString& inShort, const QString& inWords);
    void setCursor(int line, int column);
    /// Whether to show problems and cursor, which belong to a project.
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
