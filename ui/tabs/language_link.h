// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/cpp/language_server.h"

#include <QObject>

namespace warpbench::ui {

class CodeEditor;
class EditorPane;
class Navigator;
struct Workbench;

/// Connects clangd with the editors of a window: passes on texts and the project's compiler flags.
/// Disabled until setEnabled().
class LanguageLink : public QObject {
    Q_OBJECT

  public:
    LanguageLink(Workbench& bench, EditorPane& pane, Navigator& navigator, QObject* parent);

    void setEnabled(bool enabled) { m_server.setEnabled(enabled); }
    LanguageServer& server() { return m_server; }
    /// Finds the definition of the name at an editor's position. \param at  in UTF-16 units
    void define(const CodeEditor& editor, qsizetype at, LanguageServer::Found done);

  private:
    void add(CodeEditor* editor);
    QString prepare(const CodeEditor& editor);

    Workbench& m_bench;
    EditorPane& m_pane;
    LanguageServer m_server;
};

} // namespace warpbench::ui
