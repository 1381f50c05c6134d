// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QStackedWidget;
class QTabBar;

namespace warpbench::ui {

class Banner;
class CodeEditor;
class FindBar;
class LineCostBar;
class ProjectTexts;
struct ProjectText;

/// The centre of the window: banners about the document, the editor and the find bar. Other texts
/// of the project open in tabs next to the source; a tab follows its text and closes with it.
class EditorPane : public QWidget {
    Q_OBJECT

  public:
    explicit EditorPane(QWidget* parent = nullptr);
    /// Shows a project's source. Its other texts can be opened.
    void setTexts(ProjectTexts& texts);

    CodeEditor& editor() { return *m_editor; } ///< for the source
    /// The editor in front: the source's or another text's.
    CodeEditor& current() const;
    /// ProjectText::file() of the text in front.
    QString currentFile() const;
    /// Sets the title of the source's tab.
    void setSourceName(const QString& name);
    /// ProjectText::file() of the other open texts.
    QStringList files() const;
    /// The editor of an open file; null: not open.
    CodeEditor* fileEditor(const QString& file) const;
    /// The file of an editor in this pane; empty: the source.
    QString fileOf(const CodeEditor& editor) const;
    /// Keeps the caret position.
    void bringToFront(const CodeEditor& editor);
    CodeEditor* editorOf(const ProjectText& text) const; ///< null: not open
    /// Adds a tab behind the others for a text that is not open yet.
    /// \param whyReadOnly  empty: editable
    CodeEditor& open(ProjectText& text, const QString& whyReadOnly = {});
    void close(const ProjectText& text);
    void setTabWidth(int columns);
    /// Of the device, for completions. \param capability  major * 10 + minor
    void setComputeCapability(int capability);
    /// Frames the current line, so that an audience can see it.
    void setPresenting(bool presenting);
    FindBar& findBar() { return *m_findBar; }
    LineCostBar& lineCosts() { return *m_lineCosts; }
    Banner& toolkitBanner() { return *m_toolkitBanner; }   ///< the compiler is missing
    Banner& documentBanner() { return *m_documentBanner; } ///< files: read-only, changed on disk
    Banner& resultBanner() { return *m_resultBanner; }     ///< runs: failed, fault, expect

  signals:
    void currentChanged(); ///< another tab is in front
    void placeShown();     ///< an editor has moved its caret to a line on request
    void edited();         ///< the text of any editor has changed
    void opened(warpbench::ui::CodeEditor* editor); ///< in a new tab, with its text
    void closing(warpbench::ui::CodeEditor* editor);
    /// The user wants to close a text's tab.
    void closeWanted(warpbench::ui::ProjectText* text);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Page {
        ProjectText* text; ///< null: the source, before setTexts()
        CodeEditor* editor;
        QString whyReadOnly = {};
    };
    /// Of m_pages; -1: none.
    int pageOf(const CodeEditor& editor) const;
    int pageOf(const ProjectText& text) const;
    void attach(CodeEditor& editor, ProjectText& text);
    void labelTab(int tab);
    void showPage(int tab);

    std::vector<Page> m_pages; ///< the source first, in tab order
    bool m_presenting = false;
    int m_capability = 0;   ///< 0: unknown
    bool m_loading = false; ///< a text into its editor
    QTabBar* m_tabs;        ///< hidden if only the source is open
    QStackedWidget* m_stack;
    Banner* m_toolkitBanner;
    Banner* m_documentBanner;
    Banner* m_resultBanner;
    CodeEditor* m_editor;
    LineCostBar* m_lineCosts;
    FindBar* m_findBar;
};

} // namespace warpbench::ui
