// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigator.h"

#include "ui/commands/actions.h"
#include "ui/cpp/cuda_names.h"
#include "ui/cpp/definition.h"
#include "ui/dialogs/message.h"
#include "ui/documents/generated_source.h"
#include "ui/documents/header_documents.h"
#include "ui/documents/headers.h"
#include "ui/documents/line_diff.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/completer.h"
#include "ui/editor/editor_pane.h"
#include "ui/window/language_link.h"
#include "ui/window/status_line.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr std::size_t kMostPlaces = 100; ///< in the history

} // namespace

Navigator::Navigator(Workbench& bench, EditorPane& pane, StatusLine& status, const Actions& actions,
                     QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_pane(pane)
    , m_status(status)
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
    connect(&bench.document, &ProjectDocument::changed, this, [this, nameSource] {
        nameSource();
        closeOldKernels();
    });
    // After the previous project's tabs have been closed.
    connect(
        &bench.document, &ProjectDocument::sourceReplaced, this,
        [this] {
            for (const QString& linked : linkedFilesOf(m_bench.document)) {
                open(linked);
            }
        },
        Qt::QueuedConnection);
    connect(&pane, &EditorPane::currentChanged, this, &Navigator::follow);
    connect(&pane, &EditorPane::closeWanted, this, &Navigator::close);
    connect(&bench.document.headers(), &HeaderDocuments::moved, this, &Navigator::move);
    connect(&bench.document.headers(), &HeaderDocuments::digestChanged, this,
            &Navigator::proposeNamesSoon);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &Navigator::reload);
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
    m_status.setCursor(line + 1, column + 1);
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

std::optional<QString> Navigator::documentOf(const QString& named) const {
    const ProjectDocument& document = m_bench.document;
    const QString source = document.sourcePath();
    if (named.isEmpty() || isSameFile(named, source, document)) {
        return QString();
    }
    if (const auto made = generatedSource(document.project(), named)) {
        return made->file;
    }
    for (const Header& header : headersOf(document)) {
        if (isSameFile(named, header.path, document)) {
            return header.path;
        }
    }
    if (source.isEmpty() || QFileInfo(named).fileName() == QFileInfo(source).fileName()) {
        return QString();
    }
    return std::nullopt;
}

CodeEditor* Navigator::open(const QString& file) {
    if (file.isEmpty()) {
        return &m_pane.editor();
    }
    if (CodeEditor* shown = m_pane.fileEditor(file)) {
        return shown;
    }
    if (const auto made = generatedSource(m_bench.document.project(), file)) {
        CodeEditor& editor = addTab(made->file, made->text,
                                    tr("it is generated from the step \"%1\"").arg(made->step));
        emit textShown(&editor);
        return &editor;
    }
    for (const Header& header : headersOf(m_bench.document)) {
        if (isSameFile(file, header.path, m_bench.document)) {
            return &showHeader(header);
        }
    }
    return nullptr;
}

/// Closes the tabs of kernels whose steps have changed.
void Navigator::closeOldKernels() {
    for (const QString& file : m_pane.files()) {
        if (!QFileInfo(file).isAbsolute() && !generatedSource(m_bench.document.project(), file)) {
            m_pane.closeFile(file);
        }
    }
}

CodeEditor& Navigator::addTab(const QString& file, const QString& text,
                              const QString& whyReadOnly) {
    CodeEditor& editor = m_pane.addFile(file, text, whyReadOnly);
    connect(&editor, &CodeEditor::definitionWanted, this, &Navigator::definitionOf);
    connect(&editor, &CodeEditor::cursorPositionChanged, this,
            [this, &editor](int line, int column) {
                if (&m_pane.current() == &editor) {
                    m_status.setCursor(line + 1, column + 1);
                }
            });
    return editor;
}

CodeEditor& Navigator::showHeader(const Header& header) {
    QString why = m_bench.document.headers().whyReadOnly(header.path);
    if (why.isEmpty()) {
        try {
            m_bench.document.headers().open(header.path);
        } catch (const Error& error) {
            why = errorText(error);
        }
    }
    CodeEditor& editor = addTab(header.path, header.text, why);
    if (why.isEmpty()) {
        edit(header.path, editor);
    } else {
        m_watcher.addPath(header.path);
    }
    showProblems();
    proposeNamesSoon();
    emit textShown(&editor);
    return editor;
}

/// Synchronises editor and document from now on.
void Navigator::edit(const QString& file, CodeEditor& editor) {
    TextDocument& document = *m_bench.document.headers().find(file);
    editor.replaceText(document.text());
    m_pane.setFileModified(file, document.isModified());
    connect(&editor, &CodeEditor::textChanged, &document,
            [&editor, &document] { document.setText(editor.text()); });
    connect(&document, &TextDocument::replaced, &editor,
            [&editor, &document] { editor.replaceText(document.text()); });
    connect(&document, &TextDocument::reloaded, &editor,
            [&editor, &document] { editor.reloadText(document.text()); });
    connect(&document, &TextDocument::modifiedChanged, &editor, [this, &document](bool modified) {
        m_pane.setFileModified(document.path(), modified);
    });
}

void Navigator::close(const QString& file) {
    HeaderDocuments& headers = m_bench.document.headers();
    const QPointer<TextDocument> document = headers.find(file);
    if (document && document->isModified()) {
        switch (askToSave(m_pane.window(), QFileInfo(file).fileName())) {
        case SaveChoice::save:
            emit saveWanted();
            // Saving elsewhere may have renamed it.
            if (!headers.modified().empty()) {
                return;
            }
            break;
        case SaveChoice::discard:
            break;
        case SaveChoice::cancel:
            return;
        }
    }
    const QString now = document ? document->path() : file;
    m_pane.closeFile(now);
    headers.close(now);
    m_watcher.removePath(now);
}

void Navigator::move(const QString& from, const QString& to) {
    m_pane.moveFile(from, to);
    for (auto* places : {&m_back, &m_forward}) {
        for (Place& place : *places) {
            if (place.file == from) {
                place.file = to;
            }
        }
    }
}

bool Navigator::arrive(const Place& place) {
    CodeEditor* editor = open(place.file);
    if (editor) {
        editor->goTo(place.line, place.column);
        follow();
    }
    return editor != nullptr;
}

void Navigator::show(const SourcePlace& place, int column) {
    if (place.line <= 0) {
        return;
    }
    const auto file = documentOf(place.file);
    if (!file) {
        m_status.showDone(tr("%1 is not a file of the project").arg(place.file));
        return;
    }
    leave();
    arrive({*file, file->isEmpty() ? lineNow(place) : place.line, std::max(1, column)});
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
    std::vector<NamedText> files{{m_bench.document.sourcePath(), m_pane.editor().text()}};
    std::size_t here = 0;
    for (const Header& header : headersOf(m_bench.document)) {
        if (header.path == m_pane.currentFile()) {
            here = files.size();
        }
        files.push_back({header.path, header.text});
    }
    if (here == 0 && !m_pane.currentFile().isEmpty()) { // it is not included any more
        here = files.size();
        files.push_back({m_pane.currentFile(), {}});
    }
    files[here].text = m_pane.current().text();
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
        m_status.showDone(tr("%1 is part of CUDA").arg(name));
        return;
    }
    m_status.showDone(tr("No definition of %1 was found").arg(name));
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
        const auto file = documentOf(found.path);
        CodeEditor* shown = file ? open(*file) : nullptr;
        if (!shown) {
            m_status.showDone(tr("%1 is defined in %2, which is not a file of the project")
                                  .arg(name, QDir::toNativeSeparators(found.path)));
            return;
        }
        const QString line = shown->text(found.at.line);
        leave();
        arrive({*file, found.at.line + 1, int(line.left(found.at.unit).toUtf8().size()) + 1});
        m_status.showDone({});
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
    if (const QStringList watched = m_watcher.files(); !watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
    m_pane.closeFiles();
    proposeNamesSoon();
    for (const TextDocument* header : m_bench.document.headers().modified()) {
        open(header->path());
    }
    follow();
}

/// Shows a header's problems at its own lines.
void Navigator::showProblems() {
    // Boxes belong to the compiled texts.
    const bool ofThese = m_bench.results.headersOfRequested();
    for (const QString& file : m_pane.files()) {
        std::vector<Problem> problems;
        for (const Problem& problem : m_bench.diagnostics.problems()) {
            if (ofThese && isSameFile(problem.file, file, m_bench.document)) {
                problems.push_back(problem);
            }
        }
        m_pane.fileEditor(file)->setProblems(problems);
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
    for (const auto& header : headersOf(m_bench.document)) {
        letters += header.text.size();
        if (letters > kMostLetters) {
            break;
        }
        outlines.emplace_back(QFileInfo(header.path).fileName(), SourceOutline(header.text));
        paths.push_back(header.path);
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

/// Another program has changed it.
void Navigator::reload(const QString& path) {
    CodeEditor* editor = m_pane.fileEditor(path);
    QFile file(path);
    if (!editor || !file.open(QIODevice::ReadOnly)) {
        return; // keeps the last text
    }
    if (!m_watcher.files().contains(path)) {
        m_watcher.addPath(path); // it was replaced
    }
    if (const auto text = decodeText(file.readAll()); text && text->text != editor->text()) {
        editor->setReadOnly(false);
        editor->reloadText(text->text);
        editor->setReadOnly(true);
    }
}

} // namespace warpbench::ui
