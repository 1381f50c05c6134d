// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tabs/step_view.h"

#include "ui/commands/actions.h"
#include "ui/commands/commit_pending.h"
#include "ui/cpp/source_outline.h"
#include "ui/dialogs/settings.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/editor/step_marks.h"
#include "ui/tabs/navigator.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QInputDialog>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

using session::StepMove;

StepView::StepView(Workbench& bench, EditorPane& pane, Navigator& navigator, const Actions& actions,
                   QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_pane(pane)
    , m_navigator(navigator) {
    add(&pane.editor());
    connect(&pane, &EditorPane::opened, this, &StepView::add);
    connect(&pane, &EditorPane::closing, this, &StepView::keepBreakpointsOf);
    connect(&bench.document.texts(), &ProjectTexts::moved, this, &StepView::moveKept);
    StepController& stepper = bench.stepper;
    stepper.setBreakpointSource([this] { return breakpoints(); });
    connect(&stepper, &StepController::changed, this, [this, &actions] {
        offerMoves(actions);
        show();
    });
    connect(&stepper, &StepController::failed, this,
            [this](const QString& why) { m_bench.log.append(LogEntry::Level::error, why); });
    connectMoves(actions);
    offerMoves(actions);
}

void StepView::connectMoves(const Actions& actions) {
    const auto moves = [this](QAction* action, StepMove move) {
        connect(action, &QAction::triggered, this, [this, move] {
            commitPending(*m_pane.window(), m_bench.document);
            m_bench.selection.show(panels::step);
            m_bench.stepper.move(move);
        });
    };
    moves(actions.stepOver, StepMove::over);
    moves(actions.stepInto, StepMove::line);
    moves(actions.stepOut, StepMove::out);
    moves(actions.stepInstruction, StepMove::instruction);
    moves(actions.stepLane, StepMove::lane);
    moves(actions.stepContinue, StepMove::go);
    moves(actions.stepBack, StepMove::back);
    connect(actions.runToCaret, &QAction::triggered, this, [this] {
        commitPending(*m_pane.window(), m_bench.document);
        m_bench.selection.show(panels::step);
        const std::optional<int> launch = launchAtCaret();
        if (launch)
            m_bench.selection.setLaunch(*launch);
        m_bench.stepper.runTo(caretLine(), m_pane.currentFile(), launch);
    });
    connect(actions.toggleBreakpoint, &QAction::triggered, this,
            [this] { marksOf(m_pane.current())->toggleBreakpoint(caretLine()); });
    connect(actions.breakpointCondition, &QAction::triggered, this, &StepView::editCondition);
}

void StepView::offerMoves(const Actions& actions) {
    const StepController& now = m_bench.stepper;
    const bool paused = now.phase() == StepController::Phase::paused && now.state();
    actions.stepBack->setEnabled(paused && now.state()->moves > 0 && !now.stale());
    for (QAction* action : {actions.stepOut, actions.stepInstruction, actions.stepLane})
        action->setEnabled(paused && !now.state()->ended);
    if (paused && !now.state()->output.empty())
        m_bench.log.append(LogEntry::Level::output, qs(now.state()->output));
}

int StepView::caretLine() const {
    int line = 0;
    int column = 0;
    m_pane.current().getCursorPosition(&line, &column);
    return line + 1;
}

/// The launch of the kernel at the caret, preferring the selected one.
std::optional<int> StepView::launchAtCaret() const {
    if (!m_pane.currentFile().isEmpty())
        return {};
    QString kernel;
    const SourceOutline outline(m_pane.current().text());
    for (const Symbol& symbol : outline.symbols()) {
        const bool code =
            symbol.kind == Symbol::Kind::kernel || symbol.kind == Symbol::Kind::function;
        if (code && symbol.definition && symbol.line <= caretLine())
            kernel = symbol.kind == Symbol::Kind::kernel ? symbol.name : QString();
    }
    const auto& launches = m_bench.document.project().launches;
    const auto isOf = [&](std::size_t i) {
        // "ns::scale<float, 4>"
        const QString name = qs(launches[i].kernel).section(u'<', 0, 0);
        return !kernel.isEmpty() && name.section(QStringLiteral("::"), -1).trimmed() == kernel;
    };
    const int chosen = m_bench.selection.launch();
    if (chosen >= 0 && std::size_t(chosen) < launches.size() && isOf(std::size_t(chosen)))
        return chosen;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        if (isOf(i))
            return int(i);
    }
    return {};
}

void StepView::editCondition() {
    const int line = caretLine();
    const QPointer<StepMarks> marks = marksOf(m_pane.current());
    bool ok = false;
    const QString condition =
        QInputDialog::getText(m_pane.window(), tr("Breakpoint Condition"),
                              tr("Pause in line %1 only if a lane has (empty: always):").arg(line),
                              QLineEdit::Normal, marks->conditionOf(line), &ok);
    if (ok && marks) // its tab may have been closed
        marks->setCondition(line, condition);
}

// ---- breakpoints ----

void StepView::add(CodeEditor* editor) {
    auto* marks = new StepMarks(*editor);
    m_marks.emplace_back(marks);
    if (const auto kept = m_kept.find(m_pane.fileOf(*editor)); kept != m_kept.end()) {
        for (const session::StepBreakpoint& breakpoint : kept->second)
            marks->setCondition(breakpoint.line, qs(breakpoint.condition));
        m_kept.erase(kept);
    }
    connect(marks, &StepMarks::breakpointsChanged, this, &StepView::storeBreakpoints);
}

void StepView::keepBreakpointsOf(CodeEditor* editor) {
    const auto marks = std::find_if(m_marks.begin(), m_marks.end(), [editor](const auto& one) {
        return one && &one->editor() == editor;
    });
    if (marks == m_marks.end())
        return;
    const QString file = m_pane.fileOf(*editor);
    if (auto breakpoints = (*marks)->breakpoints(ss(file)); !breakpoints.empty())
        m_kept[file] = std::move(breakpoints);
    m_marks.erase(marks);
}

std::vector<session::StepBreakpoint> StepView::breakpoints() const {
    std::vector<session::StepBreakpoint> all;
    for (const auto& marks : m_marks) {
        const auto some = marks->breakpoints(ss(m_pane.fileOf(marks->editor())));
        all.insert(all.end(), some.begin(), some.end());
    }
    for (const auto& [file, some] : m_kept)
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

StepMarks* StepView::marksOf(const CodeEditor& editor) const {
    const auto found = std::find_if(m_marks.begin(), m_marks.end(),
                                    [&](const auto& one) { return &one->editor() == &editor; });
    return found == m_marks.end() ? nullptr : *found;
}

const StepMarks* StepView::marksIn(const QString& file) const {
    const CodeEditor* editor = file.isEmpty() ? &m_pane.editor() : m_pane.fileEditor(file);
    return editor ? marksOf(*editor) : nullptr;
}

bool StepView::hasBreakpoint(int line, const QString& file) const {
    const StepMarks* marks = marksIn(file);
    return marks && marks->hasBreakpoint(line);
}

QString StepView::conditionOf(int line, const QString& file) const {
    const StepMarks* marks = marksIn(file);
    return marks ? marks->conditionOf(line) : QString();
}

void StepView::forget() {
    m_bench.stepper.forget();
    m_kept.clear();
    m_bench.selection.setLane({});
    for (const auto& marks : m_marks)
        marks->clearBreakpoints();
    recallBreakpoints();
}

void StepView::remember() {
    m_remembers = true;
    recallBreakpoints();
}

QString StepView::pathOfProject() const {
    const QString& project = m_bench.document.path();
    return project.isEmpty() ? m_bench.document.sourcePath() : project;
}

void StepView::moveKept(const QString& from, const QString& to) {
    if (auto kept = m_kept.extract(from)) {
        for (session::StepBreakpoint& breakpoint : kept.mapped())
            breakpoint.file = ss(to);
        kept.key() = to;
        m_kept.insert(std::move(kept));
    }
}

void StepView::storeBreakpoints() const {
    if (!m_remembers)
        return;
    QStringList texts;
    for (const session::StepBreakpoint& one : breakpoints()) {
        const QString file = one.file.empty() ? QString() : qs(one.file) + u':';
        texts << file + QString::number(one.line) + u' ' + qs(one.condition);
    }
    settings::setBreakpoints(pathOfProject(), texts);
}

/// Restores them in the source's marks, and for other files when they are opened.
void StepView::recallBreakpoints() {
    if (!m_remembers)
        return;
    const QScopedValueRollback storing(m_remembers, false);
    static const QRegularExpression kText(QStringLiteral("^(?:(.*):)?(\\d+) (.*)$"));
    for (const QString& text : settings::breakpoints(pathOfProject())) {
        const QRegularExpressionMatch match = kText.match(text);
        if (!match.hasMatch())
            continue;
        const QString file = match.captured(1);
        const int line = match.captured(2).toInt();
        const CodeEditor* editor = file.isEmpty() ? &m_pane.editor() : m_pane.fileEditor(file);
        if (StepMarks* marks = editor ? marksOf(*editor) : nullptr)
            marks->setCondition(line, match.captured(3));
        else
            m_kept[file].push_back({ss(file), line, ss(match.captured(3))});
    }
}

// ---- where the launch stands ----

/// Null: none of the project's.
ProjectText* StepView::textOf(const std::string& file, const session::StepState& state) const {
    const ProjectTexts& texts = m_bench.document.texts();
    if (file.empty())
        return nullptr;
    return file == state.sourceFile ? &texts.source() : texts.named(qs(file));
}

void StepView::show() {
    const StepController& stepper = m_bench.stepper;
    const session::StepState* state = stepper.state();
    if (stepper.phase() == StepController::Phase::moving && state)
        return; // keeps the last known state until there is a newer one
    const Place before = std::exchange(m_current, {});
    if (!state || state->ended || stepper.stale()) {
        for (const auto& marks : m_marks)
            marks->hide();
        return;
    }
    const CodeEditor* at = arrive(*state, before);
    std::map<QString, std::map<int, quint32>> lanes;
    if (state->warp < state->warps.size()) {
        for (const session::StepLanes& group : state->warps[state->warp].groups) {
            if (const ProjectText* text = textOf(group.file, *state))
                lanes[text->file()][group.line] |= group.mask;
        }
    }
    for (const auto& marks : m_marks) {
        const bool here = &marks->editor() == at;
        marks->show(here ? m_current.line : 0, lanes[m_pane.fileOf(marks->editor())]);
    }
}

/// Goes to the innermost location in a text of the project, because CUDA's own headers may be
/// deeper. \returns the editor with it; null: none
CodeEditor* StepView::arrive(const session::StepState& state, const Place& before) {
    for (const session::StepFrame& frame : state.frames) {
        ProjectText* text = textOf(frame.file, state);
        CodeEditor* editor = text && frame.line >= 1 ? &m_navigator.open(*text) : nullptr;
        if (!editor || frame.line > editor->lines())
            continue;
        m_current = {text->file(), frame.line};
        if (m_current != before) {
            const bool hadFocus = m_pane.current().hasFocus();
            m_pane.bringToFront(*editor);
            if (hadFocus)
                editor->setFocus();
            editor->setCursorPosition(frame.line - 1, 0);
            editor->ensureLineVisible(frame.line - 1);
        }
        return editor;
    }
    return nullptr;
}

} // namespace warpbench::ui
