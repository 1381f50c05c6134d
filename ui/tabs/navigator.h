// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/selection.h"

#include <QObject>
#include <QTimer>

#include <vector>

namespace warpbench::ui {

class CodeEditor;
class EditorPane;
class LanguageLink;
struct ProjectText;
struct Actions;
struct Workbench;

/// Navigates to positions in the texts of the project: definitions, problems, and back. Opens their
/// tabs, and closes them.
class Navigator : public QObject {
    Q_OBJECT

  public:
    Navigator(Workbench& bench, EditorPane& pane, const Actions& actions, QObject* parent);

    /// Goes to the definition of the name at the caret.
    void goToDefinition();
    void goBack();
    void goForward();
    /// For another project: clears the history. Opens tabs for restored unsaved work.
    void forget();
    /// A text's editor, in a new background tab if necessary.
    CodeEditor& open(ProjectText& text);
    /// Finds definitions that are not found here.
    void setLanguage(LanguageLink& language) { m_language = &language; }

  signals:
    void said(const QString& text);         ///< what came of a command
    void cursorMoved(int line, int column); ///< in the text in front, from 1
    /// The user wants to save unsaved changes before a tab closes.
    void saveWanted();

  private:
    struct Place {
        QString file; ///< ProjectText::file()
        int line = 1;
        int column = 1; ///< in bytes, from 1
    };
    void show(const SourcePlace& place, int column);
    int lineNow(const SourcePlace& place) const;
    void definitionOf(qsizetype at);
    void askForDefinition(qsizetype at, const QString& name);
    Place here() const;
    void leave();
    /// \returns false if the text is not one of the project's any more
    bool arrive(const Place& place);
    void begin(CodeEditor* editor);
    void close(ProjectText* text);
    void move(const QString& from, const QString& to);
    void showProblems();
    void proposeNames();
    void proposeNamesSoon();
    void follow();

    Workbench& m_bench;
    EditorPane& m_pane;
    const Actions& m_actions;
    LanguageLink* m_language = nullptr;
    std::vector<Place> m_back;
    std::vector<Place> m_forward;
    QTimer m_namesPause; ///< runs after the last change of a header
};

} // namespace warpbench::ui
