// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace warpbench::ui {

class CodeEditor;
class EditorPane;
class Navigator;
class StepMarks;
struct ProjectText;
struct Actions;
struct Workbench;

/// Stepping in the editors: shows a pause in the text that contains it (the source, a header or a
/// generated kernel), and breakpoints in all of them. Files are named as by ProjectText::file(),
/// lines count from 1.
class StepView : public QObject {
    Q_OBJECT

  public:
    StepView(Workbench& bench, EditorPane& pane, Navigator& navigator, const Actions& actions,
             QObject* parent);

    /// The line marked as next; 0: none.
    int currentLine() const { return m_current.line; }
    const QString& currentFile() const { return m_current.file; }
    bool hasBreakpoint(int line, const QString& file = {}) const;
    /// Empty: no condition, or no breakpoint.
    QString conditionOf(int line, const QString& file = {}) const;
    /// Clears everything for another project.
    void forget();
    /// From now on, breakpoints are saved for the next session by the project's path.
    void remember();
    void storeBreakpoints() const;

  private:
    struct Place {
        QString file;
        int line = 0;

        bool operator==(const Place&) const = default;
    };
    void connectMoves(const Actions& actions);
    void offerMoves(const Actions& actions);
    void add(CodeEditor* editor);
    void keepBreakpointsOf(CodeEditor* editor);
    void moveKept(const QString& from, const QString& to);
    QString pathOfProject() const;
    void recallBreakpoints();
    std::vector<session::StepBreakpoint> breakpoints() const;
    StepMarks* marksOf(const CodeEditor& editor) const;
    const StepMarks* marksIn(const QString& file) const;
    int caretLine() const;
    std::optional<int> launchAtCaret() const;
    void editCondition();
    void show();
    CodeEditor* arrive(const session::StepState& state, const Place& before);
    ProjectText* textOf(const std::string& file, const session::StepState& state) const;

    Workbench& m_bench;
    EditorPane& m_pane;
    Navigator& m_navigator;
    bool m_remembers = false;
    std::vector<QPointer<StepMarks>> m_marks; ///< for the source and open tabs
    /// Breakpoints in closed tabs, which are still active.
    std::map<QString, std::vector<session::StepBreakpoint>> m_kept;
    Place m_current;
};

} // namespace warpbench::ui
