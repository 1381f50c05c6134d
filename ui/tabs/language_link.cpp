// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tabs/language_link.h"

#include "ui/documents/include_scan.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/completer.h"
#include "ui/editor/editor_pane.h"
#include "ui/tabs/navigator.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <utility>

namespace warpbench::ui {

namespace {

/// The source's actual or future path.
QString sourcePath(const ProjectDocument& document) {
    if (!document.sourcePath().isEmpty()) {
        return document.sourcePath();
    }
    const QString folder = document.path().isEmpty()
                               ? QStandardPaths::writableLocation(QStandardPaths::CacheLocation)
                               : QFileInfo(document.path()).absolutePath();
    return QDir(folder).filePath(QStringLiteral("source.cu"));
}

/// Options of the project that affect the meaning of a text, without any that cause side effects.
QStringList flagsOf(const ProjectDocument& document) {
    const project::CompileSettings& compile = document.project().compile;
    const QString source = sourcePath(document);
    QStringList flags;
    static const QRegularExpression plain(QStringLiteral("\\Ac\\+\\+\\d\\d\\z"));
    if (const QString standard = qs(compile.std); plain.match(standard).hasMatch()) {
        flags << QStringLiteral("-std=") + standard;
    }
    for (const auto& [name, value] : compile.defines) {
        flags << QStringLiteral("-D%1%2").arg(qs(name), value ? u'=' + qs(*value) : QString());
    }
    const QString folder = QFileInfo(source).absolutePath();
    for (const auto& dir :
         includesRequest(document.project(), folder, QString(), source).includeDirs) {
        flags << QStringLiteral("-I") + qs(dir);
    }
    return flags;
}

} // namespace

LanguageLink::LanguageLink(Workbench& bench, EditorPane& pane, Navigator& navigator,
                           QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_pane(pane) {
    m_server.setEnabled(false);
    add(&pane.editor());
    connect(&pane, &EditorPane::opened, this, &LanguageLink::add);
    navigator.setLanguage(*this);
    connect(&bench.document, &ProjectDocument::sourceReplaced, this,
            [this] { m_server.forgetQuestions(); });
}

void LanguageLink::add(CodeEditor* editor) {
    editor->completer().setServer(&m_server, [this, editor] { return prepare(*editor); });
}

/// \returns the path of the editor's text; empty: not a file that is compiled
QString LanguageLink::prepare(const CodeEditor& editor) {
    const ProjectDocument& document = m_bench.document;
    const QString file = m_pane.fileOf(editor);
    const QString source = sourcePath(document);
    QString path = file.isEmpty() ? source : file;
    if (!QFileInfo(path).isAbsolute()) {
        return {};
    }
    QHash<QString, QString> texts{{source, document.source()}};
    for (const ProjectText* text : document.texts().modified()) {
        texts[text->isSource() ? source : text->path()] = text->text();
    }
    texts[path] = editor.text();
    m_server.setFlags(flagsOf(document));
    m_server.setTexts(texts);
    return path;
}

void LanguageLink::define(const CodeEditor& editor, qsizetype at, LanguageServer::Found done) {
    if (!m_server.isEnabled()) {
        return;
    }
    if (const QString path = prepare(editor); !path.isEmpty()) {
        m_server.define(path, LanguageServer::positionOf(editor.text(), at), std::move(done));
    }
}

} // namespace warpbench::ui
