// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/selection.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace warpbench::ui {

class CodeEditor;
class EditorPane;
struct Header;
class LanguageLink;
class StatusLine;
struct Actions;
struct Workbench;

/// Takes the user to places in the source and its headers: where a name is defined, where a problem
/// lies, and back. A header is shown, and edited, in a tab beside the source; a kernel that was
/// made of a step is shown in one.
class Navigator : public QObject {
    Q_OBJECT

  public:
    Navigator(Workbench& bench, EditorPane& pane, StatusLine& status, const Actions& actions,
              QObject* parent);

    /// To where the name at the caret is defined.
    void goToDefinition();
    void goBack();
    void goForward();
    /// Another project: its headers' tabs close, and there is nothing to go back to. Headers with
    /// unsaved work that was restored get their tabs.
    void forget();

    /// What the pane calls a file that the compiler names: empty for the source, else a header's
    /// path or the name of a kernel that was made of a step; nothing where it is none of them.
    std::optional<QString> documentOf(const QString& named) const;
    /// The editor of what documentOf() says, in a new tab if need be, behind the one in front.
    /// Null: it cannot be read.
    CodeEditor* open(const QString& file);
    /// Whom to ask for definitions that are not found here.
    void setLanguage(LanguageLink& language) { m_language = &language; }

  signals:
    /// A tab beside the source has its text.
    void textShown(warpbench::ui::CodeEditor* editor);
    /// The user wants what is not saved to be saved, before a tab closes.
    void saveWanted();

  private:
    struct Place {
        QString file; ///< absolute; empty: the source
        int line = 1;
        int column = 1; ///< in bytes, from 1
    };
    void show(const SourcePlace& place, int column);
    int lineNow(const SourcePlace& place) const;
    void definitionOf(qsizetype at);
    void askForDefinition(qsizetype at, const QString& name);
    Place here() const;
    void leave();
    /// \returns false where the file cannot be read any more
    bool arrive(const Place& place);
    CodeEditor& showHeader(const Header& header);
    CodeEditor& addTab(const QString& file, const QString& text, const QString& whyReadOnly);
    void closeOldKernels();
    void edit(const QString& file, CodeEditor& editor);
    void close(const QString& file);
    void move(const QString& from, const QString& to);
    void showProblems();
    void proposeNames();
    void proposeNamesSoon();
    void reload(const QString& file);
    void follow();

    Workbench& m_bench;
    EditorPane& m_pane;
    StatusLine& m_status;
    const Actions& m_actions;
    LanguageLink* m_language = nullptr;
    std::vector<Place> m_back;
    std::vector<Place> m_forward;
    QFileSystemWatcher m_watcher;
    QTimer m_namesPause; ///< the last change of a header is some time ago
};

} // namespace warpbench::ui
