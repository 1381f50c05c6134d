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

/// Navigates to positions in the source and its headers: definitions, problems, and
/// back. Headers open as editable tabs next to the source; generated kernels open
/// read-only.
class Navigator : public QObject {
    Q_OBJECT

  public:
    Navigator(Workbench& bench, EditorPane& pane, StatusLine& status, const Actions& actions,
              QObject* parent);

    /// Goes to the definition of the name at the caret.
    void goToDefinition();
    void goBack();
    void goForward();
    /// For another project: closes the tabs of headers and clears the history. Opens tabs for
    /// headers with restored unsaved work.
    void forget();

    /// The pane's name for a file that the compiler names: empty for the source, else a header's
    /// path or the name of a generated kernel; nullopt: none of these.
    std::optional<QString> documentOf(const QString& named) const;
    /// The editor for a result of documentOf(), in a new background tab if necessary.
    /// Null: the file cannot be read.
    CodeEditor* open(const QString& file);
    /// Finds definitions that are not found here.
    void setLanguage(LanguageLink& language) { m_language = &language; }

  signals:
    /// A new tab has its text.
    void textShown(warpbench::ui::CodeEditor* editor);
    /// The user wants to save unsaved changes before a tab closes.
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
    /// \returns false if the file is not readable any more
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
    QTimer m_namesPause; ///< runs after the last change of a header
};

} // namespace warpbench::ui
