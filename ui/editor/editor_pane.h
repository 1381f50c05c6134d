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

/// The centre of the window: banners about the document, the editor and the find bar. Headers and
/// generated kernels open in tabs next to the source.
class EditorPane : public QWidget {
    Q_OBJECT

  public:
    explicit EditorPane(QWidget* parent = nullptr);

    CodeEditor& editor() { return *m_editor; } ///< for the source
    /// The editor in front: the source's or another file's.
    CodeEditor& current() const;
    /// The file in front; empty: the source.
    QString currentFile() const;
    /// Sets the title of the source's tab.
    void setSourceName(const QString& name);
    /// Other open files: absolute paths of headers, names of generated kernels.
    QStringList files() const;
    /// The editor of an open file; null: not open.
    CodeEditor* fileEditor(const QString& file) const;
    /// The file of an editor in this pane; empty: the source.
    QString fileOf(const CodeEditor& editor) const;
    /// Keeps the caret position.
    void bringToFront(const CodeEditor& editor);
    /// Adds a tab for a file that is not open yet, after the others.
    /// \param whyReadOnly  empty: editable
    CodeEditor& addFile(const QString& file, const QString& text, const QString& whyReadOnly = {});
    /// Marks a header's tab as having unsaved changes.
    void setFileModified(const QString& file, bool modified);
    /// The file has a new path.
    void moveFile(const QString& from, const QString& to);
    void closeFile(const QString& file);
    void closeFiles();
    void setTabWidth(int columns);
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
    void headerEdited();   ///< in one of the header tabs
    void closing(warpbench::ui::CodeEditor* editor);
    /// The user wants to close a header's tab.
    void closeWanted(const QString& file);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Page {
        QString file;
        CodeEditor* editor;
        bool modified = false;
    };
    int pageOf(const CodeEditor* editor) const;
    int pageOf(const QString& file) const;
    void labelTab(int tab);
    void closePage(int tab);
    void showPage(int tab);

    std::vector<Page> m_pages; ///< the source first, in tab order
    bool m_presenting = false;
    QTabBar* m_tabs; ///< hidden if only the source is open
    QStackedWidget* m_stack;
    Banner* m_toolkitBanner;
    Banner* m_documentBanner;
    Banner* m_resultBanner;
    CodeEditor* m_editor;
    LineCostBar* m_lineCosts;
    FindBar* m_findBar;
};

} // namespace warpbench::ui
