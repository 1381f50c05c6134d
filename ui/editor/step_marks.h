// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/stepping.h"

#include <QObject>
#include <QString>

#include <map>
#include <vector>

namespace warpbench::ui {

class CodeEditor;
class StepController;

/// What stepping shows at the source: breakpoints, the line that is next, and which lanes are
/// where. Breakpoints stay with their lines while the text is edited. Lines count from 1.
class StepMarks : public QObject {
    Q_OBJECT

  public:
    StepMarks(CodeEditor& editor, StepController& stepper, QObject* parent = nullptr);

    void toggleBreakpoint(int line);
    /// A breakpoint with a condition; an empty one takes the condition away.
    void setCondition(int line, const QString& condition);
    /// Empty: none, or no breakpoint there.
    QString conditionOf(int line) const;
    bool hasBreakpoint(int line) const;
    std::vector<session::StepBreakpoint> breakpoints() const;
    void clear();
    /// The line that is marked as next, from 1; 0: none.
    int currentLine() const { return m_current; }

  private:
    void define();
    void show();
    void markLanes(const session::StepState& state);
    int handleAt(int line) const;

    CodeEditor& m_editor;
    StepController& m_stepper;
    std::map<int, QString> m_breakpoints; ///< conditions by the marker's handle
    int m_current = 0;
};

} // namespace warpbench::ui
