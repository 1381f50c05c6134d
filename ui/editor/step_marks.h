// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"

#include <QObject>
#include <QString>

#include <map>
#include <vector>

namespace warpbench::ui {

class CodeEditor;

/// Marks for stepping in a text: breakpoints, the next line, and the position of the lanes.
/// Breakpoints follow their lines during editing. Lines count from 1.
class StepMarks : public QObject {
    Q_OBJECT

  public:
    explicit StepMarks(CodeEditor& editor);

    CodeEditor& editor() const { return m_editor; }
    void toggleBreakpoint(int line);
    /// Sets the condition of a breakpoint; empty: unconditional.
    void setCondition(int line, const QString& condition);
    /// Empty: no condition, or no breakpoint.
    QString conditionOf(int line) const;
    bool hasBreakpoint(int line) const;
    /// \param file  the compiler's name of this text
    std::vector<session::StepBreakpoint> breakpoints(const std::string& file) const;
    void clearBreakpoints();

    /// Shows a pause. \param line  the next one; 0: in another text. \param lanes  by line
    void show(int line, const std::map<int, quint32>& lanes);
    /// Stepping has ended.
    void hide();

  signals:
    void breakpointsChanged(); ///< by the user, not by editing lines

  private:
    void define();
    void clearPause();
    int handleAt(int line) const;
    bool removeAt(int line);

    CodeEditor& m_editor;
    std::map<int, QString> m_breakpoints; ///< conditions by marker handle
};

} // namespace warpbench::ui
