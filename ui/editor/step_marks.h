// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"

#include <QObject>
#include <QString>

#include <map>
#include <vector>

namespace warpbench::ui {

class CodeEditor;

/// What stepping shows in one text: breakpoints, the line that is next, and which lanes are where.
/// Breakpoints stay with their lines while the text is edited. Lines count from 1.
class StepMarks : public QObject {
    Q_OBJECT

  public:
    explicit StepMarks(CodeEditor& editor);

    CodeEditor& editor() const { return m_editor; }
    void toggleBreakpoint(int line);
    /// A breakpoint with a condition; an empty one takes the condition away.
    void setCondition(int line, const QString& condition);
    /// Empty: none, or no breakpoint there.
    QString conditionOf(int line) const;
    bool hasBreakpoint(int line) const;
    /// \param file  what the compiler calls this text
    std::vector<session::StepBreakpoint> breakpoints(const std::string& file) const;
    void clearBreakpoints();

    /// A pause. \param line  that is next; 0: it is in another text. \param lanes  by line
    void show(int line, const std::map<int, quint32>& lanes);
    /// Nothing is stepped through.
    void hide();

  signals:
    void breakpointsChanged(); ///< by the user; not by editing lines

  private:
    void define();
    void clearPause();
    int handleAt(int line) const;
    bool removeAt(int line);

    CodeEditor& m_editor;
    std::map<int, QString> m_breakpoints; ///< conditions by the marker's handle
};

} // namespace warpbench::ui
