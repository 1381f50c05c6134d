// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tabs/navigator.h"

#include "ui/commands/actions.h"
#include "ui/cpp/cuda_names.h"
#include "ui/cpp/definition.h"
#include "ui/dialogs/message.h"
#include "ui/documents/line_diff.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/completer.h"
#include "ui/editor/editor_pane.h"
#include "ui/tabs/language_link.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QPointer>

#include <algorithm>
#include <map>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr std::size_t kMostPlaces = 100; ///< in the history

} // namespace

Navigator::Navigator(Workbench& bench, EditorPane& pane, const Actions& actions, QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_pane(pane)
    , m_actions(actions) {
    connect(actions.goToDefinition, &QAction::triggered, this, &Navigator::goToDefinition);
    connect(actions.goBack, &QAction::triggered, this, &Navigator::goBack);
    connect(actions.goForward, &QAction::triggered, this, &Navigator::goForward);
    connect(&pane.editor(), &CodeEditor::definitionWanted, this, &Navigator::definitionOf);
    connect(&bench.selection, &Selection::placeWanted, this, &Navigator::show);
    connect(&bench.diagnostics, &QAbstractItemModel::modelReset, this, &Navigator::showProblems);
    // An asterisk marks unsaved changes, as in header tabs.
    const auto nameSource = [this] {
        const ProjectDocument& document = m_bench.document;
        const QString file = document.sourcePath();
        const QString name = file.isEmpty() ? tr("Source") : QFileInfo(file).fileName();
        const bool unsaved =
            file.isEmpty() ? document.isDirty() : document.unsavedNames().contains(name);
        m_pane.setSourceName(unsaved ? name + QLatin1Char('*') : name);
    };
    connect(&bench.document, &ProjectDocument::sourceEdited, this, nameSource);
    connect(&bench.document, &ProjectDocument::dirtyChanged, this, nameSource);
    connect(&bench.document, &ProjectDocument::changed, this, nameSource);
    connect(&pane, &EditorPane::currentChanged, this, &Navigator::follow);
    connect(&pane, &EditorPane::opened, this, &Navigator::begin);
    connect(&pane, &EditorPane::closeWanted, this, &Navigator::close);
    const ProjectTexts& texts = bench.document.texts();
    connect(&texts, &ProjectTexts::added, this, [this](ProjectText* text) {
        if (text->role == ProjectText::Role::linked) {
            open(*text);
        }
    });
    connect(&texts, &ProjectTexts::moved, this, &Navigator::move);
    connect(&texts, &ProjectTexts::digestChanged, this, &Navigator::proposeNamesSoon);
    m_namesPause.setSingleShot(true);
    connect(&m_namesPause, &QTimer::timeout, this, &Navigator::proposeNames);
    follow();
}

void Navigator::follow() {
    for (QAction* action : {m_actions.toggleComment, m_actions.replace}) {
        action->setEnabled(!m_pane.current().isReadOnly());
    }
    m_actions.goBack->setEnabled(!m_back.empty());
    m_actions.goForward->setEnabled(!m_forward.empty());
    int line = 0;
    int column = 0;
    m_pane.current().getCursorPosition(&line, &column);
    emit cursorMoved(line + 1, column + 1);
}

Navigator::Place Navigator::here() const {
    CodeEditor& editor = m_pane.current();
    const long at = editor.SendScintilla(QsciScintillaBase::SCI_GETCURRENTPOS);
    int line = 0;
    int column = 0;
    editor.getCursorPosition(&line, &column);
    const long start = editor.SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE,
                                            static_cast<unsigned long>(line));
    return {m_pane.currentFile(), line + 1, int(at - start) + 1};
}

void Navigator::leave() {
    m_back.push_back(here());
    if (m_back.size() > kMostPlaces) {
        m_back.erase(m_back.begin());
    }
    m_forward.clear();
}

CodeEditor& Navigator::open(ProjectText& text) {
    if (CodeEditor* editor = m_pane.editorOf(text)) {
        return *editor;
    }
    ProjectTexts& texts = m_bench.document.texts();
    texts.open(text);
    return m_pane.open(text, texts.whyReadOnly(text));
}

/// In a new tab.
void Navigator::begin(CodeEditor* editor) {
    connect(editor, &CodeEditor::definitionWanted, this, &Navigator::definitionOf);
    connect(editor, &CodeEditor::cursorPositionChanged, this, [this, editor](int line, int column) {
        if (&m_pane.current() == editor) {
            emit cursorMoved(line + 1, column + 1);
        }
    });
    showProblems();
    proposeNamesSoon();
}

void Navigator::close(ProjectText* closed) {
    const QPointer<ProjectText> text = closed;
    if (text->isModified()) {
        switch (askToSave(m_pane.window(), QFileInfo(text->path()).fileName())) {
        case SaveChoice::save:
            emit saveWanted();
            if (text && text->isModified()) {
                return;
            }
            break;
        case SaveChoice::discard:
            break;
        case SaveChoice::cancel:
            return;
        }
    }
    if (text) {
        m_pane.close(*text);
        m_bench.document.texts().close(*text);
    }
}

void Navigator::move(const QString& from, const QString& to) {
    for (auto* places : {&m_back, &m_forward}) {
        for (Place& place : *places) {
            if (place.file == from) {
                place.file = to;
            }
        }
    }
}

bool Navigator::arrive(const Place& place) {
    const ProjectTexts& texts = m_bench.document.texts();
    ProjectText* text = place.file.isEmpty() ? &texts.source() : texts.find(place.file);
    if (text) {
        open(*text).goTo(place.line, place.column);
        follow();
    }
    return text != nullptr;
}

void Navigator::show(const SourcePlace& place, int column) {
    if (place.line <= 0) {
        return;
    }
    ProjectTexts& texts = m_bench.document.texts();
    texts.settle();
    const ProjectText* text = texts.named(place.file);
    if (!text) {
        emit said(tr("%1 is not a file of the project").arg(place.file));
        return;
    }
    leave();
    arrive({text->file(), text->isSource() ? lineNow(place) : place.line, std::max(1, column)});
}

/// Maps a line of the text that ran to the current text, as lines may have been added above it
/// since then.
int Navigator::lineNow(const SourcePlace& place) const {
    const ProjectDocument& document = m_bench.document;
    const auto then = m_bench.results.sourceOf(place.revision);
    if (!then || place.revision == document.revision())
        return place.line;
    return lineAfter(*then, document.source(), place.line);
}

void Navigator::goToDefinition() {
    CodeEditor& editor = m_pane.current();
    definitionOf(editor.unitsTo(editor.SendScintilla(QsciScintillaBase::SCI_GETCURRENTPOS)));
}

void Navigator::definitionOf(qsizetype at) {
    ProjectTexts& texts = m_bench.document.texts();
    texts.settle();
    const QString shown = m_pane.currentFile();
    std::vector<NamedText> files{{m_bench.document.sourcePath(), m_bench.document.source()}};
    std::size_t here = 0;
    for (const ProjectText* text : texts.included()) {
        if (text->file() == shown) {
            here = files.size();
        }
        files.push_back({text->path(), text->text()});
    }
    if (here == 0 && !shown.isEmpty()) { // it is not included any more
        here = files.size();
        files.push_back({shown, m_pane.current().text()});
    }
    if (const auto found = findDefinition(files, here, at)) {
        leave();
        arrive(
            {found->file == 0 ? QString() : files[found->file].path, found->line, found->column});
        return;
    }
    const QString name = nameAt(files[here].text, at);
    if (name.isEmpty()) {
        return;
    }
    if (cuda_names::find(name)) {
        emit said(tr("%1 is part of CUDA").arg(name));
        return;
    }
    emit said(tr("No definition of %1 was found").arg(name));
    askForDefinition(at, name);
}

/// Only a compiler knows definitions from macros and templates. The answer arrives later.
void Navigator::askForDefinition(qsizetype at, const QString& name) {
    CodeEditor& editor = m_pane.current();
    if (!m_language) {
        return;
    }
    m_language->define(editor, at, [this, name, asked = here()](const auto& found) {
        const Place now = here();
        if (found.path.isEmpty() || now.file != asked.file || now.line != asked.line) {
            return; // the user has moved on
        }
        ProjectText* text = m_bench.document.texts().named(found.path);
        if (!text) {
            emit said(tr("%1 is defined in %2, which is not a file of the project")
                          .arg(name, QDir::toNativeSeparators(found.path)));
            return;
        }
        const QString line = open(*text).text(found.at.line);
        leave();
        arrive(
            {text->file(), found.at.line + 1, int(line.left(found.at.unit).toUtf8().size()) + 1});
        emit said({});
    });
}

void Navigator::goBack() {
    if (!m_back.empty()) {
        const Place place = m_back.back();
        m_back.pop_back();
        m_forward.push_back(here());
        arrive(place);
        follow();
    }
}

void Navigator::goForward() {
    if (!m_forward.empty()) {
        const Place place = m_forward.back();
        m_forward.pop_back();
        m_back.push_back(here());
        arrive(place);
        follow();
    }
}

void Navigator::forget() {
    m_back.clear();
    m_forward.clear();
    proposeNamesSoon();
    for (ProjectText* text : m_bench.document.texts().modified()) {
        open(*text);
    }
    follow();
}

/// Shows a header's problems at its own lines.
void Navigator::showProblems() {
    // Boxes belong to the compiled texts.
    const bool ofThese = m_bench.results.headersOfRequested();
    std::map<const ProjectText*, std::vector<Problem>> problems;
    for (const Problem& problem : m_bench.diagnostics.problems()) {
        if (ofThese) {
            problems[m_bench.document.texts().named(problem.file)].push_back(problem);
        }
    }
    for (const QString& file : m_pane.files()) {
        m_pane.fileEditor(file)->setProblems(problems[m_bench.document.texts().find(file)]);
    }
}

void Navigator::proposeNamesSoon() {
    constexpr int kPauseInTyping = 200; // ms
    m_namesPause.start(kPauseInTyping);
}

/// Each text's completions include names from the others.
void Navigator::proposeNames() {
    constexpr qsizetype kMostLetters =
        500'000; ///< characters in all headers; more would take too long
    std::vector<std::pair<QString, SourceOutline>> outlines;
    std::vector<QString> paths;
    qsizetype letters = 0;
    for (const ProjectText* text : m_bench.document.texts().included()) {
        letters += text->text().size();
        if (letters > kMostLetters) {
            break;
        }
        outlines.emplace_back(QFileInfo(text->path()).fileName(), SourceOutline(text->text()));
        paths.push_back(text->path());
    }
    m_pane.editor().completer().setHeaders(outlines);
    for (const QString& file : m_pane.files()) {
        auto others = outlines;
        if (const auto own = std::find(paths.begin(), paths.end(), file); own != paths.end()) {
            others.erase(others.begin() + (own - paths.begin()));
        }
        m_pane.fileEditor(file)->completer().setHeaders(std::move(others));
    }
}

} // namespace warpbench::ui
