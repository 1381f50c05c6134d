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

/// The log with a filter: output of kernels and messages of the session.
class OutputPanel : public QWidget {
    Q_OBJECT

  public:
    using Kind = LogEntry::Level;

    explicit OutputPanel(QWidget* parent = nullptr);
    /// A panel that shows the state of the workbench.
    explicit OutputPanel(Workbench& bench);

    Log& log() { return m_log; }
    void append(Kind kind, const QString& text) { m_log.append(kind, text); }
    QString text() const; ///< the visible text
    /// Writes the filtered lines. \returns the error; empty: success
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

    std::unique_ptr<Log> m_own; ///< only if no other object owns the log
    Log& m_log;
    QLineEdit* m_filterText;
    QComboBox* m_filterLevel;
    QPlainTextEdit* m_view;
    QLabel* m_empty;
    QStackedLayout* m_stack;
};

} // namespace warpbench::ui
