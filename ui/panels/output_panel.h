// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/log.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStackedLayout;

namespace warpbench::ui {

struct Workbench;

/// The log, with a filter: what kernels print, and what the session has to tell.
class OutputPanel : public QWidget {
    Q_OBJECT

  public:
    using Kind = LogEntry::Level;

    explicit OutputPanel(QWidget* parent = nullptr);
    /// One that shows what the workbench holds.
    explicit OutputPanel(Workbench& bench);

    Log& log() { return m_log; }
    void append(Kind kind, const QString& text) { m_log.append(kind, text); }
    QString text() const; ///< that is on the screen
    /// Writes what the filter lets through. \returns what went wrong; empty: nothing
    QString saveTo(const QString& path) const;

  private:
    OutputPanel(std::unique_ptr<Log> own, Log* log, QWidget* parent);
    QWidget* buildBar();
    LogFilter filter() const;
    void showLast(qsizetype lines);
    void showAll();
    void updateEmpty();
    void copyAll() const;
    void askWhereToSave();

    std::unique_ptr<Log> m_own; ///< where nobody else keeps it
    Log& m_log;
    QLineEdit* m_filterText;
    QComboBox* m_filterLevel;
    QPlainTextEdit* m_view;
    QLabel* m_empty;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
