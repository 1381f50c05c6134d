// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"

#include <QHash>
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
struct Actions;
struct Workbench;

/// Stepping in the editors: a pause is shown in whichever text of the project it lies, the source,
/// a header, or a kernel that was made of a step, and breakpoints may be in all of them. Files
/// are called as Navigator::documentOf() does, lines count from 1.
class StepView : public QObject {
    Q_OBJECT

  public:
    StepView(Workbench& bench, EditorPane& pane, Navigator& navigator, const Actions& actions,
             QObject* parent);

    /// The line that is marked as next; 0: none.
    int currentLine() const { return m_current.line; }
    const QString& currentFile() const { return m_current.file; }
    bool hasBreakpoint(int line, const QString& file = {}) const;
    /// Empty: none, or no breakpoint there.
    QString conditionOf(int line, const QString& file = {}) const;
    /// Another project: nothing of the former one is left.
    void forget();
    /// Keeps breakpoints from one session to the next, by the project's file.
    void remember();
    /// The project is in another file, or its files do.
    void projectSaved();

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
    QString pathOfProject() const;
    void storeBreakpoints() const;
    void recallBreakpoints();
    std::vector<session::StepBreakpoint> breakpoints() const;
    StepMarks* marksOf(const CodeEditor& editor) const;
    const StepMarks* marksIn(const QString& file) const;
    int caretLine() const;
    std::optional<int> launchAtCaret() const;
    void editCondition();
    void show();
    CodeEditor* arrive(const session::StepState& state, const Place& before);
    std::optional<QString> documentOf(const std::string& file, const session::StepState& state);

    Workbench& m_bench;
    EditorPane& m_pane;
    Navigator& m_navigator;
    bool m_remembers = false;
    QString m_path;                           ///< of the project, as breakpoints were last stored
    std::vector<QPointer<StepMarks>> m_marks; ///< of the source and the open tabs
    /// Of tabs that were closed: they count all the same.
    std::map<QString, std::vector<session::StepBreakpoint>> m_kept;
    QHash<QString, std::optional<QString>> m_documents; ///< of this launch, by the compiler's names
    Place m_current;
};

} // namespace warpbench::ui
